"""What arXiv gives: Atom of its API, OAI-PMH in its three kinds of metadata, and its RSS and Atom news feeds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from extractor.readers.base import Details, Flaw, Piece
from extractor.readers.fields import year_of
from extractor.readers.xml.elements import all_words, at, children, every, local, text_of, words
from extractor.readers.xml.found import by_name, piece

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_OAI = "oai:arXiv.org:"
_ERROR = re.compile(r"https?://arxiv\.org/api/errors\b")
# What arXiv's news feeds put before each abstract and after each title.
_ANNOUNCED = re.compile(r"\s*arXiv:\S+\s+Announce Type:\s+\S+\s+(?:Abstract:\s*)?")
_LISTED = re.compile(r"\s*\(arXiv:(?P<id>\S+) \[[^\]]*\](?: \w+)*\)\Z")
_TAG = re.compile(r"<[^<>]*>")
_AFFILIATION = re.compile(r"\((?:[^()]|\([^()]*\))*\)")
_BETWEEN = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+")
_SUFFIX = re.compile(r"(?:Jr|Sr|I{2,3}|IV)\.?")
_COMMENT = "comment:"
_DOI = re.compile(r"(?:doi:\s*)?(10\.\d{4,9}/\S+)", re.IGNORECASE)


def entry(element: Element) -> Piece | Flaw | None:
    """Return the paper of an Atom entry; None where it is none."""
    fields = by_name(element)
    if not fields.keys() & {"summary", "title"}:
        return None
    source_id = words(fields.get("id"))
    abstract = fields.get("summary", fields.get("content"))
    if source_id and _ERROR.match(source_id):
        said = (words(abstract) or "an error").rstrip(".")
        return Flaw(code="no-text", reason=f"arXiv did not answer with papers but: {said}; ask it again")
    links = {
        link.get("title") or link.get("rel") or "alternate": link.get("href") for link in children(element, "link")
    }
    doi = words(fields.get("doi"))
    return piece(
        text=_abstract(abstract),
        title=words(fields.get("title")),
        source_id=_plain(source_id),
        ids=[links.get("alternate"), _doi(doi)],
        details=Details(
            year=year_of(words(fields.get("published", fields.get("updated")))),
            authors=all_words(every(element, "author", "name")) or _creators(element),
            venue=words(fields.get("journal_ref")),
            url=links.get("alternate"),
            pdf=links.get("pdf"),
        ),
    )


def item(element: Element) -> Piece | None:
    """Return the paper of an RSS item; None where it is none."""
    fields = by_name(element)
    if not fields.keys() & {"description", "title"}:
        return None
    title = words(fields.get("title"))
    listed = _LISTED.search(title or "")
    url = words(fields.get("link"))
    guid = _plain(words(fields.get("guid")))
    return piece(
        text=_abstract(fields.get("description")),
        title=title[: listed.start()].rstrip() if title and listed else title,
        source_id=listed["id"] if listed else guid or url,
        ids=[guid, url],
        details=Details(
            year=year_of(words(fields.get("pubDate", fields.get("date")))), authors=_creators(element), url=url
        ),
    )


def record(element: Element) -> Piece | Flaw | None:
    """Return the paper of an OAI-PMH record; None where it is none."""
    header, metadata = at(element, "header"), at(element, "metadata")
    if header is None and metadata is None:
        return None
    identifier = words(at(header, "identifier"))
    if header is not None and header.get("status") == "deleted":
        reason = (
            f"the source has deleted its record {identifier or ''}".rstrip() + ": there is no abstract; leave it out"
        )
        return Flaw(code="no-text", reason=reason)
    for inner in metadata if metadata is not None else ():
        if found := metadata_of(inner, identifier=identifier):
            return found
    return piece(text=None, title=None, source_id=_plain(identifier), ids=(), details=Details())


def metadata_of(element: Element, *, identifier: str | None = None) -> Piece | None:
    """Return the paper that metadata of OAI-PMH describe; None where they are in no kind that is known.

    Args:
        element: the metadata.
        identifier: what the record's header calls the paper.
    """
    match local(element):
        case "arXiv" | "arXivRaw" | "arXivOld":
            return _own(element, identifier)
        case "dc":
            return _dublin_core(element, identifier)
        case _:
            return None


def _own(element: Element, identifier: str | None) -> Piece | None:
    fields = by_name(element)
    if not fields.keys() & {"abstract", "title"}:
        return None
    return piece(
        text=_stripped(fields.get("abstract")),
        title=words(fields.get("title")),
        source_id=words(fields.get("id")) or _plain(identifier),
        ids=[_doi(words(fields.get("doi")))],
        details=Details(
            year=year_of(words(fields["created"] if "created" in fields else at(element, "version", "date"))),
            authors=_authors(fields.get("authors")),
            venue=words(fields.get("journal-ref")),
        ),
    )


def _authors(element: Element | None) -> tuple[str, ...] | None:
    """Return the authors, from elements or from one string."""
    if element is None:
        return None
    if (author := at(element, "author")) is not None and len(author):
        names = map(_name, children(element, "author"))
        return tuple(filter(None, names)) or None
    return _names(words(element) or "")


def _name(author: Element) -> str:
    parts = by_name(author)
    return " ".join(filter(None, (words(parts.get(part)) for part in ("forenames", "keyname", "suffix"))))


def _names(text: str) -> tuple[str, ...] | None:
    """Return names that stand with commas between them, without affiliations."""
    names: list[str] = []
    for name in _BETWEEN.split(_AFFILIATION.sub("", text)):
        if names and _SUFFIX.fullmatch(name):
            names[-1] += f" {name}"
        elif name.strip():
            names.append(name.strip())
    return tuple(names) or None


def _dublin_core(element: Element, identifier: str | None) -> Piece | None:
    descriptions = [
        text for child in children(element, "description") if not (text := text_of(child)).lower().startswith(_COMMENT)
    ]
    title = words(at(element, "title"))
    if not descriptions and not title:
        return None
    ids = [words(child) or "" for child in children(element, "identifier")]
    url = next((one for one in ids if one.startswith(("http://", "https://"))), None)
    return piece(
        text=next(filter(None, descriptions), None),
        title=title,
        source_id=_plain(identifier) or url,
        ids=[url, *map(_doi, ids)],
        details=Details(
            year=year_of(words(at(element, "date"))), authors=all_words(children(element, "creator")), url=url
        ),
    )


def _creators(element: Element) -> tuple[str, ...] | None:
    """Return the authors of a news feed, where all may stand in one element, with tags and commas."""
    creators = [_TAG.sub("", text_of(child)) for child in children(element, "creator")]
    if len(creators) == 1:
        return _names(" ".join(creators[0].split()))
    return tuple(filter(None, (" ".join(creator.split()) for creator in creators))) or None


def _abstract(element: Element | None) -> str | None:
    text = _stripped(element)
    match = _ANNOUNCED.match(text) if text else None
    return text[match.end() :] if text and match else text


def _stripped(element: Element | None) -> str | None:
    return text_of(element) if element is not None else None


def _plain(identifier: str | None) -> str | None:
    """Return an id without the scheme that OAI-PMH puts before it."""
    return identifier.removeprefix(_OAI) if identifier else None


def _doi(words: str | None) -> str | None:
    """Return a DOI; of several that stand together, the first."""
    match = _DOI.match(words) if words else None
    return match[1] if match else None
