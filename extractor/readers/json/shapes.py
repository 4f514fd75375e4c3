"""Shapes of JSON entries: what each known source calls the things that are kept of a paper.

A shape is found by what an entry holds, never by the name of its file. Each is a function that returns the entry under
the usual names, or None where it is not of that shape; the first that is wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import regex

from extractor.readers import fields
from extractor.readers.base import Flaw, Piece, ReadOptions
from extractor.readers.ids import best, with_prefix
from extractor.readers.json import kinds, parts

if TYPE_CHECKING:
    from collections.abc import Callable

    from extractor.readers.json.parts import Entry

_YEAR_IN_PATH = regex.compile(r"(?<=[/_A-Za-z])20\d\d(?=[/_])")


def piece(
    entry: Entry, *, line: int | None, offset: int | None, raw: str, options: ReadOptions, key: str | None = None
) -> Piece | Flaw:
    """Return the abstract that an entry of any shape holds.

    Args:
        entry: the entry.
        line: the line where it begins, from 1.
        offset: the byte where it begins, from 0.
        raw: its text.
        options: what the user says of its names.
        key: what it stands under in an object of entries: its id, or its title, where it has none of its own.
    """
    found = usual(entry)
    candidates = parts.as_list(found.pop("ids", None))
    given = {name: parts.plain(fields.at_path(entry, name)) for name in options.fields.values()}
    if key:
        _take_key(found, key)
    read = fields.piece(found | given, line=line, offset=offset, raw=raw, fields=options.fields)
    if candidates and isinstance(read, Piece) and "id" not in options.fields:
        known = best([read.id, *(one for one in candidates if isinstance(one, str))])
        if known and known != read.id:
            read = replace(read, id=known)
    return read


def usual(entry: Entry) -> dict[str, object]:
    """Return what is known of a paper under the usual names; `ids` are all that may identify it."""
    for shape in _SHAPES:
        found = shape(entry)
        if found is not None:
            return {name: value for name, value in found.items() if value is not None}
    return dict(entry)


def _take_key(found: dict[str, object], key: str) -> None:
    if any(fields.folded(name) in kinds.PAPER and name not in ("authors", "author") for name in found):
        return
    if " " in key.strip():
        found.setdefault("title", key)
    else:
        found["id"] = key


def _openreview(entry: Entry) -> dict[str, object] | None:
    """A note of OpenReview's API, version 1 (`content.title`) or 2 (`content.title.value`)."""
    note = kinds.note_of(entry)
    if note is None:
        return None
    forum = entry.get("forum") or entry.get("id")
    venue_id = note.get("venueid") or parts.first_of(entry.get("invitations")) or entry.get("invitation")
    venue_id = venue_id.partition("/-/")[0] if isinstance(venue_id, str) else None
    venue = note.get("venue") or venue_id
    bibtex = parts.bibtex_of(note.get("_bibtex"))
    return {
        "abstract": note.get("abstract"),
        "title": note.get("title"),
        "id": entry.get("id") or forum,
        "ids": [f"openreview:{forum}"] if isinstance(forum, str) else [],
        "year": bibtex.get("year")
        or fields.year_of(venue)
        or fields.year_of(venue_id)
        or parts.year_of_ms(entry.get("cdate")),
        "authors": note.get("authors"),
        "venue": venue,
        "url": f"{parts.OPENREVIEW}/forum?id={forum}" if isinstance(forum, str) else None,
        "pdf": parts.on_openreview(note.get("pdf")),
        "code url": parts.code_of(note.get("code") or note.get("code_link") or note.get("github")),
    }


def _hugging_face(entry: Entry) -> dict[str, object] | None:
    """A paper of Hugging Face's daily papers, in what the list says of it or alone."""
    paper = entry.get("paper", entry)
    if (
        not isinstance(paper, Mapping)
        or "summary" not in paper
        or not ("publishedAt" in paper or "publishedAt" in entry)
    ):
        return None
    return {
        "abstract": paper["summary"],
        "title": paper.get("title") or entry.get("title"),
        "id": paper.get("id"),
        "year": paper.get("publishedAt") or entry.get("publishedAt"),
        "authors": parts.people_of(paper.get("authors")),
        "code url": paper.get("githubRepo"),
    }


def _arxiv(entry: Entry) -> dict[str, object] | None:
    """An entry of arXiv's metadata: the snapshot on Kaggle, or lists that are made from its API."""
    if entry.keys().isdisjoint(("categories", "update_date", "versions", "abs", "primary_category", "entry_id")):
        return None
    source_id = entry.get("entry_id") or entry.get("id")
    if not isinstance(source_id, str) or not with_prefix(source_id).startswith("arxiv:"):
        return None
    first = parts.first_of(entry.get("versions"))
    created = first.get("created") if isinstance(first, Mapping) else None
    people = entry.get("authors_parsed")
    return {
        "abstract": parts.one_of(entry, "abstract", "summary"),
        "title": entry.get("title"),
        "id": source_id,
        "year": fields.year_of(created) or fields.year_of(entry.get("published")) or parts.year_of_arxiv(source_id),
        "authors": parts.parsed_people(people) or parts.written_people(entry.get("authors")),
        "venue": parts.one_of(entry, "journal-ref", "journal_ref"),
        "url": parts.one_of(entry, "abs", "url", "link"),
        "pdf": parts.one_of(entry, "pdf", "pdf_url"),
        "code url": parts.one_of(entry, "code_url", "code", "github"),
    }


def _semantic_scholar(entry: Entry) -> dict[str, object] | None:
    """A paper of Semantic Scholar's API or of its data sets."""
    if entry.keys().isdisjoint(("paperId", "corpusid", "corpusId")):
        return None
    by_name = {fields.folded(name): value for name, value in entry.items()}
    info = parts.as_object(by_name.get("openaccessinfo"))
    known = {
        fields.folded(name): value
        for name, value in (
            parts.as_object(by_name.get("externalids")) or parts.as_object(info.get("externalids"))
        ).items()
    }
    return {
        "abstract": by_name.get("abstract"),
        "title": by_name.get("title"),
        "id": by_name.get("paperid") or by_name.get("corpusid"),
        "ids": [
            parts.with_kind(prefix, known.get(name))
            for name, prefix in (("arxiv", "arxiv"), ("acl", "acl"), ("doi", "doi"), ("pubmed", "pmid"))
        ],
        "year": by_name.get("year") or by_name.get("publicationdate"),
        "authors": parts.people_of(by_name.get("authors")),
        "venue": by_name.get("venue")
        or parts.name_of(by_name.get("publicationvenue"))
        or parts.name_of(by_name.get("journal")),
        "url": by_name.get("url"),
        "pdf": parts.as_object(by_name.get("openaccesspdf")).get("url") or info.get("url"),
    }


def _openalex(entry: Entry) -> dict[str, object] | None:
    """A work of OpenAlex, whose abstract is kept as the places of each word."""
    if "abstract_inverted_index" not in entry and not {"authorships", "display_name"} <= entry.keys():
        return None
    place = parts.as_object(entry.get("primary_location"))
    places = [place, *(one for one in parts.as_list(entry.get("locations")) if isinstance(one, Mapping))]
    index = entry.get("abstract_inverted_index")
    return {
        "abstract": parts.in_order(index) if index is not None else entry.get("abstract"),
        "title": entry.get("title") or entry.get("display_name"),
        "id": entry.get("id"),
        "ids": [
            entry.get("doi"),
            *parts.as_object(entry.get("ids")).values(),
            *(one.get("landing_page_url") for one in places),
        ],
        "year": entry.get("publication_year") or entry.get("publication_date"),
        "authors": [
            parts.name_of(one.get("author")) or one.get("raw_author_name")
            for one in parts.as_list(entry.get("authorships"))
            if isinstance(one, Mapping)
        ],
        "venue": parts.name_of(place.get("source")) or parts.name_of(entry.get("host_venue")),
        "url": place.get("landing_page_url") or entry.get("doi"),
        "pdf": next((one["pdf_url"] for one in places if one.get("pdf_url")), None)
        or parts.as_object(entry.get("best_oa_location")).get("pdf_url"),
    }


def _crossref(entry: Entry) -> dict[str, object] | None:
    """A work of Crossref, or an item in the CSL JSON of reference managers, which has the same names."""
    if entry.keys().isdisjoint(("container-title", "issued")) and not (
        "DOI" in entry and isinstance(entry.get("title"), list)
    ):
        return None
    links = [one for one in parts.as_list(entry.get("link")) if isinstance(one, Mapping)]
    return {
        "abstract": entry.get("abstract"),
        "title": parts.first_of(entry.get("title")),
        "id": entry.get("DOI") or entry.get("id"),
        "ids": [entry.get("DOI"), f"pmid:{entry['PMID']}" if entry.get("PMID") else None],
        "year": next(
            (
                year
                for name in ("issued", "published", "published-print", "published-online", "posted")
                if (year := parts.year_of_parts(entry.get(name)))
            ),
            None,
        ),
        "authors": parts.people_of(entry.get("author")),
        "venue": parts.first_of(entry.get("container-title"))
        or parts.name_of(entry.get("event"))
        or parts.name_of(parts.first_of(entry.get("institution"))),
        "url": entry.get("URL"),
        "pdf": next((one.get("URL") for one in links if one.get("content-type") == "application/pdf"), None),
    }


def _paperlists(entry: Entry) -> dict[str, object] | None:
    """A paper of Paper Copilot's lists."""
    if not {"site", "author", "status"} <= entry.keys():
        return None
    site, bibtex = entry["site"], parts.bibtex_of(entry.get("bibtex"))
    pdf = entry.get("pdf")
    in_path = _YEAR_IN_PATH.search(site) if isinstance(site, str) else None
    return {
        "abstract": entry.get("abstract"),
        "title": entry.get("title"),
        "id": entry.get("id"),
        "ids": [parts.with_kind("arxiv", entry.get("arxiv")), site, pdf],
        "year": entry.get("year") or bibtex.get("year") or (in_path.group() if in_path else None),
        "authors": parts.split_names(entry["author"], ";"),
        "venue": entry.get("venue") or bibtex.get("booktitle") or bibtex.get("journal"),
        "url": site,
        "pdf": parts.on_openreview(pdf) if isinstance(site, str) and site.startswith(parts.OPENREVIEW) else pdf,
        "code url": parts.code_of(entry.get("github")),
    }


def _virtual_site(entry: Entry) -> dict[str, object] | None:
    """A paper of the virtual site of a conference, whose title is its `name`."""
    if "title" in entry or "name" not in entry or "abstract" not in entry:
        return None
    return {
        "abstract": entry["abstract"],
        "title": entry["name"],
        "id": entry.get("id") or entry.get("uid"),
        "ids": [entry.get("paper_url"), entry.get("sourceurl")],
        "year": entry.get("year") or entry.get("starttime"),
        "authors": parts.people_of(entry.get("authors")),
        "venue": entry.get("venue") or entry.get("conference"),
        "url": entry.get("paper_url") or entry.get("url") or entry.get("virtualsite_url"),
        "pdf": entry.get("paper_pdf_url") or entry.get("pdf"),
    }


def _papers_with_code(entry: Entry) -> dict[str, object] | None:
    """A paper of the dumps that Papers with Code left."""
    if not {"paper_url", "url_abs"} <= entry.keys() or "abstract" not in entry:
        return None
    return {
        "abstract": entry["abstract"],
        "title": entry.get("title"),
        "id": entry.get("arxiv_id") or entry.get("openreview_id") or entry["paper_url"],
        "ids": [
            parts.with_kind("arxiv", entry.get("arxiv_id")),
            parts.with_kind("openreview", entry.get("openreview_id")),
            entry["url_abs"],
        ],
        "year": entry.get("date"),
        "authors": entry.get("authors"),
        "venue": entry.get("proceeding") or entry.get("conference"),
        "url": entry["url_abs"] or entry["paper_url"],
        "pdf": entry.get("url_pdf"),
    }


def _europe_pmc(entry: Entry) -> dict[str, object] | None:
    """A paper of Europe PMC."""
    if "authorString" not in entry and "abstractText" not in entry:
        return None
    journal = parts.as_object(parts.as_object(entry.get("journalInfo")).get("journal"))
    return {
        "abstract": entry.get("abstractText"),
        "title": entry.get("title"),
        "id": entry.get("id") or entry.get("doi"),
        "ids": [parts.with_kind("doi", entry.get("doi")), parts.with_kind("pmid", entry.get("pmid"))],
        "year": entry.get("pubYear") or entry.get("firstPublicationDate"),
        "authors": parts.split_names(entry.get("authorString"), ", "),
        "venue": entry.get("journalTitle") or journal.get("title"),
    }


def _inner(entry: Entry) -> dict[str, object] | None:
    """An entry that stands whole in a field of another object, as `attributes` or `_source`."""
    inner = kinds.wrapped_in(entry)
    if inner is None:
        return None
    outer = {name: value for name, value in entry.items() if not isinstance(value, Mapping | list)}
    return usual(outer | dict(inner))


def _plainer(entry: Entry) -> dict[str, object] | None:
    """An entry with the usual names, whose values are objects or lists where a string is kept."""
    found = dict(entry)
    for name, value in entry.items():
        target = fields.folded(name)
        if target in ("authors", "author", "creators") and isinstance(value, list):
            found["authors"] = parts.people_of(value)
        elif target in ("venue", "journal", "conference") and isinstance(value, Mapping):
            found[name] = parts.name_of(value)
        elif target in ("pdf", "openaccesspdf", "url", "link", "code", "github") and isinstance(value, Mapping):
            found[name] = value.get("url")
        elif target in ("title", "abstract", "venue", "journal", "url", "pdf", "code", "codeurl", "github"):
            found[name] = parts.plain(value)
    return found


_SHAPES: tuple[Callable[[Entry], dict[str, object] | None], ...] = (
    _openreview, _hugging_face, _arxiv, _semantic_scholar, _openalex, _crossref, _paperlists, _papers_with_code,
    _virtual_site, _europe_pmc, _inner, _plainer,
)  # fmt: skip
