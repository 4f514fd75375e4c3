"""The input formats, and which of them a file is in. A new format is one module and one entry here."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from extractor.errors import InputError
from extractor.readers.bibtex import BIBTEX
from extractor.readers.delimited import CSV
from extractor.readers.front_matter import FRONT_MATTER
from extractor.readers.json import JSON_DOCUMENT, JSON_LINES
from extractor.readers.labelled import LABELLED
from extractor.readers.markdown import MARKDOWN
from extractor.readers.parquet import PARQUET
from extractor.readers.tagged import ENDNOTE, MEDLINE, RIS, WEB_OF_SCIENCE, WEB_OF_SCIENCE_TABLE
from extractor.readers.text import LINES, TEXT
from extractor.readers.xml import XML

if TYPE_CHECKING:
    from extractor.readers.base import Format

FORMATS: tuple[Format, ...] = (
    TEXT, LINES, JSON_LINES, JSON_DOCUMENT, BIBTEX, RIS, MEDLINE, WEB_OF_SCIENCE, WEB_OF_SCIENCE_TABLE, ENDNOTE, CSV,
    PARQUET, FRONT_MATTER, MARKDOWN, LABELLED, XML,
)  # fmt: skip

_COMPRESSED = (".gz", ".zst", ".bz2", ".xz")
_ARCHIVES = (".zip", ".tar", ".tgz", ".tbz2", ".txz")
_ABOUT = ("README", "LICENSE", "LICENCE", "CHANGELOG", "CITATION", "CONTRIBUTING")
_OF_OTHER_FORMATS = (
    ".docx", ".htm", ".html", ".pdf", ".tex", ".toml", ".yaml", ".yml",
)  # fmt: skip


def named(name: str) -> Format:
    """Return the format of this name.

    Raises:
        InputError: there is none.
    """
    for form in FORMATS:
        if form.name == name:
            return form
    raise InputError(f"there is no format {name!r}; use one of {', '.join(form.name for form in FORMATS)}")


def ending(name: str) -> str:
    """Return the ending of a file name in lower case, without that of its compression."""
    path = PurePath(name.lower())
    return PurePath(path.stem).suffix if path.suffix in _COMPRESSED else path.suffix


def has_known_ending(name: str) -> bool:
    """Whether a file of this name is read when its folder is given; what is about the other files is not."""
    if PurePath(name).name.upper().startswith(_ABOUT):
        return False
    end = ending(name)
    return end in _ARCHIVES or any(end in form.endings for form in FORMATS)


def detect(name: str, head: str) -> Format | None:
    """Return the format of a file from its beginning and its name, or None if it is in none that can be read.

    What a file holds counts for more than what it is called. A file that says nothing for itself is plain text, unless
    its ending is that of something else.
    """
    accepting = [form for form in FORMATS if form.accepts(head)]
    end = ending(name)
    by_name = next((form for form in FORMATS if end in form.endings), None)
    if by_name in accepting:
        return by_name
    if accepting:
        return accepting[0]
    return by_name or (None if end in _OF_OTHER_FORMATS else TEXT)
