"""XML of PubMed: articles, chapters of books, and the older MEDLINE."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractor.readers.base import Details, Piece
from extractor.readers.fields import year_of
from extractor.readers.xml.elements import at, children, every, local, text_of, words
from extractor.readers.xml.found import piece

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

_NO_LABELS = frozenset({"", "UNASSIGNED", "UNLABELLED"})
_LAY = "plain-language-summary"


def article(element: Element) -> Piece | None:
    """Return the paper of a `PubmedArticle`, `PubmedBookArticle` or `MedlineCitation`; None where it is none."""
    if local(element) == "PubmedBookArticle":
        return _book(element)
    citation = element if local(element) == "MedlineCitation" else at(element, "MedlineCitation")
    content = at(citation, "Article")
    if citation is None or content is None:
        return None
    journal = at(content, "Journal")
    dates = [at(journal, "JournalIssue", "PubDate"), at(content, "ArticleDate")]
    return _piece(
        citation,
        abstract=at(content, "Abstract"),
        title=words(at(content, "ArticleTitle")) or words(at(content, "VernacularTitle")),
        authors=_authors(children(content, "AuthorList")),
        venue=words(at(journal, "Title")) or words(at(journal, "ISOAbbreviation")),
        year=next(filter(None, map(_year, dates)), None),
        ids=[*_ids(content, "ELocationID"), *_ids(at(element, "PubmedData", "ArticleIdList"), "ArticleId")],
    )


def _book(element: Element) -> Piece | None:
    document = at(element, "BookDocument")
    if document is None:
        return None
    book = at(document, "Book")
    chapter, whole = words(at(document, "ArticleTitle")), words(at(book, "BookTitle"))
    return _piece(
        document,
        abstract=at(document, "Abstract"),
        title=chapter or whole,
        authors=_authors(children(document, "AuthorList")) or _authors(children(book, "AuthorList")),
        venue=whole if chapter else None,
        year=_year(at(book, "PubDate")) or _year(at(document, "ContributionDate")),
        ids=[
            *_ids(at(document, "ArticleIdList"), "ArticleId"),
            *_ids(at(element, "PubmedBookData", "ArticleIdList"), "ArticleId"),
        ],
    )


def _piece(
    citation: Element,
    *,
    abstract: Element | None,
    title: str | None,
    authors: tuple[str, ...] | None,
    venue: str | None,
    year: int | None,
    ids: list[str],
) -> Piece:
    pmid = words(at(citation, "PMID"))
    return piece(
        text=_text(abstract) if abstract is not None else _other(citation),
        title=title,
        source_id=pmid,
        ids=[f"pmid:{pmid}" if pmid else None, *ids],
        details=Details(year=year, authors=authors, venue=venue),
    )


def _text(abstract: Element) -> str | None:
    """Return an abstract, each of its parts on a line and below its label."""
    parts = []
    for part in children(abstract, "AbstractText"):
        label, text = (part.get("Label") or "").strip(), text_of(part)
        if text:
            parts.append(text if label.upper() in _NO_LABELS else f"{label}: {text}")
    return "\n".join(parts) or None


def _other(citation: Element) -> str | None:
    """Return the abstract in English that somebody else than the authors wrote, where there is no other."""
    for other in children(citation, "OtherAbstract"):
        if other.get("Language", "eng") == "eng" and other.get("Type") != _LAY:
            return _text(other)
    return None


def _ids(element: Element | None, name: str) -> Iterator[str]:
    for child in children(element, name):
        kind = child.get("IdType") or child.get("EIdType")
        value = words(child)
        # The preprints of arXiv have their id as that of the publisher.
        if value and (kind == "doi" or value.startswith("arXiv:")):
            yield value


def _authors(lists: Iterator[Element]) -> tuple[str, ...] | None:
    authors = [
        author
        for found in lists
        if found.get("Type") != "editors"
        for author in every(found, "Author")
        if author.get("ValidYN") != "N"
    ]
    return tuple(filter(None, map(_name, authors))) or None


def _name(author: Element) -> str | None:
    given = words(at(author, "ForeName")) or words(at(author, "Initials"))
    parts = (given, words(at(author, "LastName")), words(at(author, "Suffix")))
    return " ".join(filter(None, parts)) or words(at(author, "CollectiveName"))


def _year(date: Element | None) -> int | None:
    return year_of(words(at(date, "Year")) or words(at(date, "MedlineDate")))
