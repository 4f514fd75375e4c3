"""Bibliographies of tagged lines: one reader, and one module a dialect that says what its tags mean."""

from extractor.readers.tagged.endnote import ENDNOTE
from extractor.readers.tagged.medline import MEDLINE
from extractor.readers.tagged.ris import RIS
from extractor.readers.tagged.web_of_science import WEB_OF_SCIENCE, WEB_OF_SCIENCE_TABLE

__all__ = ["ENDNOTE", "MEDLINE", "RIS", "WEB_OF_SCIENCE", "WEB_OF_SCIENCE_TABLE"]
