"""JATS, in which PubMed Central and many publishers give articles: only what stands before the article itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractor.readers.base import Details, Piece
from extractor.readers.fields import year_of
from extractor.readers.xml.elements import at, children, every, local, text_of, words
from extractor.readers.xml.found import piece

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

_PREFIX_OF = {"doi": "", "pmid": "pmid:", "arxiv": "arxiv:"}


def front(element: Element) -> Piece | None:
    """Return the paper that the front matter of an article describes; None where it is none."""
    meta = at(element, "article-meta")
    if meta is None:
        return None
    ids = {one.get("pub-id-type", ""): words(one) for one in children(meta, "article-id")}
    known = [f"{_PREFIX_OF[kind]}{value}" for kind, value in ids.items() if value and kind in _PREFIX_OF]
    journal = at(element, "journal-meta")
    return piece(
        text=_abstract(meta),
        title=words(at(meta, "title-group", "article-title")),
        source_id=ids.get("doi") or next(filter(None, ids.values()), None),
        ids=known,
        details=Details(
            year=next(filter(None, (year_of(words(at(date, "year"))) for date in children(meta, "pub-date"))), None),
            authors=_authors(meta),
            venue=words(at(journal, "journal-title-group", "journal-title")) or words(at(journal, "journal-title")),
            pdf=next((_link(uri) for uri in children(meta, "self-uri") if "pdf" in uri.get("content-type", "")), None),
        ),
    )


def _link(element: Element) -> str | None:
    return next((value for name, value in element.items() if name.endswith("}href")), None)


def _abstract(meta: Element) -> str | None:
    """Return the abstract proper: not the graphical one, the summary for all, or that in another language."""
    for abstract in children(meta, "abstract"):
        if abstract.get("abstract-type") in {None, "abstract", "main", "normal"}:
            return "\n".join(_blocks(abstract)) or text_of(abstract)
    return None


def _blocks(element: Element) -> Iterator[str]:
    """Yield the paragraphs, the first of a section after its title."""
    for child in element:
        name = local(child)
        if name == "sec":
            title = words(at(child, "title"))
            first, *rest = [*_blocks(child)] or [""]
            if first:
                yield f"{title.rstrip(':')}: {first}" if title else first
            yield from rest
        elif name not in {"title", "label"} and (text := text_of(child)):
            yield text


def _authors(meta: Element) -> tuple[str, ...] | None:
    names = (
        _name(contributor)
        for contributor in every(meta, "contrib-group", "contrib")
        if contributor.get("contrib-type", "author") == "author"
    )
    return tuple(filter(None, names)) or None


def _name(contributor: Element) -> str | None:
    name = at(contributor, "name")
    if name is None:
        name = at(contributor, "name-alternatives", "name")
    parts = (words(at(name, part)) for part in ("given-names", "surname", "suffix"))
    return " ".join(filter(None, parts)) or words(at(contributor, "string-name")) or words(at(contributor, "collab"))
