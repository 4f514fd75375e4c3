"""What each kind of XML hands on: a piece without its place in the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractor.readers.base import Details, Piece
from extractor.readers.ids import best, with_prefix

if TYPE_CHECKING:
    from collections.abc import Iterable
    from xml.etree.ElementTree import Element

from extractor.readers.xml.elements import local, text_of


def piece(
    *, text: str | None, title: str | None, source_id: str | None, ids: Iterable[str | None], details: Details
) -> Piece:
    """Return a piece whose raw content and place are still to be told.

    Args:
        text: the abstract.
        title: its title, on one line.
        source_id: what the file calls the paper.
        ids: all ids of the paper; the one that identifies it best across sources becomes its id.
        details: what else the file says of it.
    """
    own = with_prefix(source_id) if source_id else None
    return Piece(
        raw="", text=text or None, title=title, id=best([own, *ids]) or own, source_id=source_id, details=details
    )


def blocks(elements: Iterable[Element]) -> str | None:
    """Return the texts of elements as lines, without the empty ones; None where there is none."""
    return "\n".join(filter(None, map(text_of, elements))) or None


def by_name(element: Element) -> dict[str, Element]:
    """Return the first child of each name."""
    found: dict[str, Element] = {}
    for child in element:
        found.setdefault(local(child), child)
    return found
