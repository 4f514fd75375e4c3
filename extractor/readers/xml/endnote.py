"""EndNote's XML, which Zotero and others write too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractor.readers.base import Details, Piece
from extractor.readers.fields import year_of
from extractor.readers.xml.elements import all_words, at, every, text_of, words
from extractor.readers.xml.found import by_name, piece

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


def record(element: Element) -> Piece | None:
    """Return the paper of a record; None where it is none. The number of a record means nothing outside its file."""
    fields = by_name(element)
    if not fields.keys() & {"titles", "ref-type", "rec-number"}:
        return None
    doi = words(fields.get("electronic-resource-num"))
    urls = all_words(every(element, "urls", "related-urls", "url")) or ()
    abstract = fields.get("abstract")
    return piece(
        text=text_of(abstract) if abstract is not None else None,
        title=words(at(element, "titles", "title")),
        source_id=doi or None,
        ids=[*urls],
        details=Details(
            year=year_of(words(at(element, "dates", "year"))),
            authors=all_words(every(element, "contributors", "authors", "author")),
            venue=words(at(element, "titles", "secondary-title")) or words(at(element, "periodical", "full-title")),
            url=next(iter(urls), None),
            pdf=next((url for url in all_words(every(element, "urls", "pdf-urls", "url")) or () if ":" in url), None),
        ),
    )
