"""XML of the ACL Anthology: papers in volumes, whose `<meta>` says year and proceedings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from extractor.readers.base import Details, Piece
from extractor.readers.fields import year_of
from extractor.readers.xml.elements import at, children, text_of, words
from extractor.readers.xml.found import by_name, piece

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_SITE = "https://aclanthology.org/"
_ID = re.compile(r"\d{4}\.\w+-\w+\.\d+|[A-Z]\d\d-\d{4}")
_OLD = re.compile(r"[A-Z]\d\d")
_TWO_AND_TWO = re.compile(r"W\d\d|C69")


@dataclass(frozen=True, slots=True)
class Volume:
    """What stands around a paper.

    Attributes:
        collection: the id of the collection.
        id: the id of the volume in it.
        meta: what the volume says of itself.
    """

    collection: str | None = None
    id: str | None = None
    meta: Element | None = None


def paper(element: Element, volume: Volume) -> Piece | None:
    """Return a paper of a volume; None where it is none."""
    fields = by_name(element)
    if not fields.keys() & {"title", "abstract"}:
        return None
    url = words(fields.get("url"))
    own = url if url and _ID.fullmatch(url) else None
    source_id = _id(element.get("id"), volume) or own or words(fields.get("bibkey"))
    page = _SITE + own if own else url
    return piece(
        text=text_of(fields["abstract"]) if "abstract" in fields else None,
        title=words(fields.get("title")),
        source_id=source_id,
        ids=[own, page, words(fields.get("doi"))],
        details=Details(
            year=year_of(words(at(volume.meta, "year")) or words(fields.get("year"))),
            authors=tuple(filter(None, map(_name, children(element, "author")))) or None,
            venue=words(at(volume.meta, "booktitle")) or words(fields.get("booktitle")),
            url=page,
            pdf=f"{page}.pdf" if own else url,
        ),
    )


def _name(author: Element) -> str | None:
    parts = [words(at(author, part)) for part in ("first", "last")]
    return " ".join(filter(None, parts)) or words(author)


def _id(number: str | None, volume: Volume) -> str | None:
    """Return the id of a paper in the Anthology, or None if its number or what stands around it is not known."""
    collection, part = volume.collection, volume.id
    if not (number and part):
        return None
    if not collection:  # as it was until 2019: the volume is all
        return f"{part}-{number}" if _OLD.fullmatch(part) and len(number) == 4 else None
    if not _OLD.fullmatch(collection):
        return f"{collection}-{part}.{number}"
    if not (part.isdecimal() and number.isdecimal()):
        return None
    # Workshops had more volumes than one digit can number.
    two = _TWO_AND_TWO.fullmatch(collection) or (collection == "D19" and int(part) >= 5)
    return f"{collection}-{int(part):02}{int(number):02}" if two else f"{collection}-{int(part)}{int(number):03}"
