"""Shapes of JSON entries: what each known source calls the things that are kept of a paper.

A shape is found by what an entry holds, never by the name of its file. Each is a function that returns the entry under
the usual names, or None where it is not of that shape; the first that is wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import regex

from extractor.readers import fields
from extractor.readers.base import Flaw, Piece, ReadOptions
from extractor.readers.ids import with_prefix

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Entry = Mapping[str, object]

OPENREVIEW = "https://openreview.net"

_ABSTRACT = frozenset(("abstract", "abstracttext", "abstractnote", "paperabstract", "abstractinvertedindex"))
_PERHAPS = frozenset(("text", "summary"))  # of a paper, or of a whole file
_TITLE = frozenset(("title", "papertitle", "articletitle", "name", "displayname"))
_PAPER = frozenset(("id", "paperid", "doi", "arxivid", "authors", "author", "authorships", "corpusid", "externalids"))
_OTHERS = frozenset(("references", "citations", "reference", "relatedpapers", "replies", "revisions"))
_CONTAINERS = frozenset(
    (
        "notes", "data", "papers", "paper", "items", "results", "result", "records", "entries", "documents", "docs",
        "publications", "submissions", "works", "articles", "preprints", "abstracts", "hits", "message", "list",
    )
)  # fmt: skip
_WRAPPERS = ("paper", "attributes", "_source", "data", "work", "article", "document", "metadata", "node", "item")
_NO_IDS = _CONTAINERS.union(
    _WRAPPERS, ("citedpaper", "citingpaper", "response", "publication", "submission", "note", "record", "entry", "value")
)
_DEEPEST = 4  # objects and arrays between an envelope and the entries in it

_BIBTEX = regex.compile(r"\b(year|booktitle|journal)\s*=\s*\"?\{*([^{}\"\n]+)", regex.IGNORECASE)
_YEAR_IN_PATH = regex.compile(r"(?<=[/_A-Za-z])20\d\d(?=[/_])")
_CODE = regex.compile(r"https?://(?:www\.)?(?:github|gitlab|bitbucket|codeberg|huggingface)\.\w+/[\w./~-]*[\w/~-]")
_IN_PARENTHESES = regex.compile(r"\s*\((?:[^()]|(?R))*\)")
_COMMA_OR_AND = regex.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+")
_BEST = ("arxiv", "openreview", "acl", "doi", "pmid")


# ---- what an entry is ----------------------------------------------------------------------------------------------


def kind(value: Entry, options: ReadOptions) -> str:
    """Return whether an object is an `entry`, a `container` of entries, or something `other`."""
    if _states_abstract(value, options):
        return "entry"
    if _holds(value, options, deepest=_DEEPEST, abstracts=True):
        return "container"
    names = _names(value)
    if names & _PERHAPS or _note(value) is not None:
        return "entry"
    if names & _TITLE and names & _PAPER:
        return "entry"
    if _holds(value, options, deepest=_DEEPEST, abstracts=False) or _is_empty_envelope(value) or _is_by_id(value):
        return "container"
    return "other"


def speaks_of_entry(names: Iterable[str]) -> bool:
    """Whether an object with these keys, of which more may follow, is an entry."""
    found = set(map(fields.folded, names))
    return bool(found & _ABSTRACT) or (
        not found & _CONTAINERS and bool(found & _PERHAPS or (found & _TITLE and found & _PAPER))
    )


def speaks_of_container(names: Iterable[str]) -> bool:
    """Whether an object with these keys, of which more may follow, is a container of entries."""
    found = set(map(fields.folded, names))
    return bool(found & _CONTAINERS) and not found & _ABSTRACT


def speaks_of_paper(names: Iterable[str]) -> bool:
    """Whether one of these keys is such as papers have: an id, its authors."""
    return not _PAPER.isdisjoint(map(fields.folded, names))


def is_running(key: str, number: int) -> bool:
    """Whether a key says nothing of the entry under it: a word for entries, or a number of the file.

    Args:
        key: the key.
        number: how many come before it.
    """
    digits = regex.search(r"\d+$", key)
    return fields.folded(key) in _NO_IDS or key.isdecimal() or (
        digits is not None and int(digits.group()) in (number, number + 1) and with_prefix(key).startswith("id:")
    )


def is_recording(value: Entry) -> bool:
    """Whether an object is a recorded answer of a server, as tests of software keep it."""
    if "interactions" in value or "http_interactions" in value:
        return True
    body = value.get("body", value.get("response"))
    return isinstance(body, str | dict) and any(name in value for name in ("status_code", "status", "request", "headers"))


def is_reply(value: Entry) -> bool:
    """Whether an object is a note of OpenReview below a paper, as a review or a decision, and states no abstract."""
    note = _note(value)
    if note is None or note.get("abstract"):
        return False
    above = value.get("replyto")
    return bool(above) and above != value.get("id")


def _names(value: Entry) -> set[str]:
    return {fields.folded(name) for name, content in value.items() if content is not None or name == "abstract"}


def _states_abstract(value: Entry, options: ReadOptions) -> bool:
    given = options.fields.get("abstract")
    if given and fields.at_path(value, given) is not None:
        return True
    if any(fields.folded(name) in _ABSTRACT for name in value):
        return True
    note = _note(value)
    if note is not None and "abstract" in note:
        return True
    if isinstance(value.get("summary"), str) and isinstance(value.get("title"), str):
        return not _holds(value, options, deepest=_DEEPEST, abstracts=True)
    return _wrapped(value) is not None


def _holds(value: object, options: ReadOptions, *, deepest: int, abstracts: bool) -> bool:
    """Whether entries stand somewhere inside: such as state an abstract, or else such as look like papers."""
    inside: Iterable[object]
    if isinstance(value, Mapping):
        inside = [part for name, part in value.items() if fields.folded(name) not in _OTHERS][:100]
    elif isinstance(value, list):
        inside = value[:10]
    else:
        return False
    for part in inside:
        if isinstance(part, Mapping):
            names = _names(part)
            if _states_abstract(part, options) if abstracts else names & _TITLE and names & _PAPER:
                return True
        if deepest and isinstance(part, Mapping | list) and _holds(
            part, options, deepest=deepest - 1, abstracts=abstracts
        ):
            return True
    return False


def _is_empty_envelope(value: Entry) -> bool:
    return any(fields.folded(name) in _CONTAINERS and part == [] for name, part in value.items())


def _is_by_id(value: Entry) -> bool:
    """Whether each value is an object with a text."""
    return bool(value) and all(
        isinstance(part, Mapping) and any(isinstance(part.get(name), str) for name in _PERHAPS)
        for part in value.values()
    )


# ---- pieces --------------------------------------------------------------------------------------------------------


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
    candidates = found.pop("ids", ())
    given = {name: _plain(fields.at_path(entry, name)) for name in options.fields.values()}
    if key:
        _take_key(found, key)
    read = fields.piece(found | given, line=line, offset=offset, raw=raw, fields=options.fields)
    if isinstance(read, Piece) and "id" not in options.fields:
        best = _best_id([read.id, *_list(candidates), read.details.url, read.details.pdf])
        if best and best != read.id:
            read = replace(read, id=best)
    return read


def usual(entry: Entry) -> dict[str, object]:
    """Return what is known of a paper under the usual names; `ids` are all that may identify it."""
    for shape in _SHAPES:
        found = shape(entry)
        if found is not None:
            return {name: value for name, value in found.items() if value is not None}
    return dict(entry)


def _take_key(found: dict[str, object], key: str) -> None:
    if any(fields.folded(name) in _PAPER and name not in ("authors", "author") for name in found):
        return
    if " " in key.strip():
        found.setdefault("title", key)
    else:
        found["id"] = key


def _best_id(candidates: Iterable[object]) -> str | None:
    """Return the id by which most sources know the paper, with its prefix."""
    known: dict[str, str] = {}
    for text in candidates:
        if isinstance(text, str) and text.strip().isprintable():
            one = with_prefix(text.strip())
            kind = one.partition(":")[0]
            if kind == _BEST[0]:
                return one
            known.setdefault(kind, one)
    return next((known[kind] for kind in _BEST if kind in known), None)


def _openreview(entry: Entry) -> dict[str, object] | None:
    """A note of OpenReview's API, version 1 (`content.title`) or 2 (`content.title.value`)."""
    note = _note(entry)
    if note is None:
        return None
    forum = entry.get("forum") or entry.get("id")
    venue_id = note.get("venueid") or _first(entry.get("invitations")) or entry.get("invitation")
    venue_id = venue_id.partition("/-/")[0] if isinstance(venue_id, str) else None
    venue = note.get("venue") or venue_id
    bibtex = _bibtex(note.get("_bibtex"))
    return {
        "abstract": note.get("abstract"),
        "title": note.get("title"),
        "id": entry.get("id") or forum,
        "ids": [f"openreview:{forum}"] if isinstance(forum, str) else [],
        "year": bibtex.get("year") or fields.year_of(venue) or fields.year_of(venue_id) or _year_of_ms(entry.get("cdate")),
        "authors": note.get("authors"),
        "venue": venue,
        "url": f"{OPENREVIEW}/forum?id={forum}" if isinstance(forum, str) else None,
        "pdf": _on_openreview(note.get("pdf")),
        "code url": _code(note.get("code") or note.get("code_link") or note.get("github")),
    }


def _hugging_face(entry: Entry) -> dict[str, object] | None:
    """A paper of Hugging Face's daily papers, in what the list says of it or alone."""
    paper = entry.get("paper", entry)
    if not isinstance(paper, Mapping) or "summary" not in paper or not ("publishedAt" in paper or "publishedAt" in entry):
        return None
    return {
        "abstract": paper["summary"],
        "title": paper.get("title") or entry.get("title"),
        "id": paper.get("id"),
        "year": paper.get("publishedAt") or entry.get("publishedAt"),
        "authors": _people(paper.get("authors")),
        "code url": paper.get("githubRepo"),
    }


def _arxiv(entry: Entry) -> dict[str, object] | None:
    """An entry of arXiv's metadata: the snapshot on Kaggle, or lists that are made from its API."""
    if entry.keys().isdisjoint(("categories", "update_date", "versions", "abs", "primary_category", "entry_id")):
        return None
    source_id = entry.get("entry_id") or entry.get("id")
    if not isinstance(source_id, str) or not with_prefix(source_id).startswith("arxiv:"):
        return None
    first = _first(entry.get("versions"))
    created = first.get("created") if isinstance(first, Mapping) else None
    people = entry.get("authors_parsed")
    return {
        "abstract": _one_of(entry, "abstract", "summary"),
        "title": entry.get("title"),
        "id": source_id,
        "year": fields.year_of(created) or fields.year_of(entry.get("published")) or _year_of_arxiv(source_id),
        "authors": _parsed_people(people) or _written_people(entry.get("authors")),
        "venue": _one_of(entry, "journal-ref", "journal_ref"),
        "url": _one_of(entry, "abs", "url", "link"),
        "pdf": _one_of(entry, "pdf", "pdf_url"),
        "code url": _one_of(entry, "code_url", "code", "github"),
    }


def _semantic_scholar(entry: Entry) -> dict[str, object] | None:
    """A paper of Semantic Scholar's API or of its data sets."""
    if entry.keys().isdisjoint(("paperId", "corpusid", "corpusId")):
        return None
    by_name = {fields.folded(name): value for name, value in entry.items()}
    info = _object(by_name.get("openaccessinfo"))
    known = {
        fields.folded(name): value
        for name, value in (_object(by_name.get("externalids")) or _object(info.get("externalids"))).items()
    }
    return {
        "abstract": by_name.get("abstract"),
        "title": by_name.get("title"),
        "id": by_name.get("paperid") or by_name.get("corpusid"),
        "ids": [
            f"{prefix}:{known[name]}"
            for name, prefix in (("arxiv", "arxiv"), ("acl", "acl"), ("doi", "doi"), ("pubmed", "pmid"))
            if known.get(name)
        ],
        "year": by_name.get("year") or by_name.get("publicationdate"),
        "authors": _people(by_name.get("authors")),
        "venue": by_name.get("venue") or _name(by_name.get("publicationvenue")) or _name(by_name.get("journal")),
        "url": by_name.get("url"),
        "pdf": _object(by_name.get("openaccesspdf")).get("url") or info.get("url"),
    }


def _openalex(entry: Entry) -> dict[str, object] | None:
    """A work of OpenAlex, whose abstract is kept as the places of each word."""
    if "abstract_inverted_index" not in entry and not {"authorships", "display_name"} <= entry.keys():
        return None
    place = _object(entry.get("primary_location"))
    places = [place, *(one for one in _list(entry.get("locations")) if isinstance(one, Mapping))]
    index = entry.get("abstract_inverted_index")
    return {
        "abstract": _in_order(index) if index is not None else entry.get("abstract"),
        "title": entry.get("title") or entry.get("display_name"),
        "id": entry.get("id"),
        "ids": [entry.get("doi"), *_object(entry.get("ids")).values(), *(one.get("landing_page_url") for one in places)],
        "year": entry.get("publication_year") or entry.get("publication_date"),
        "authors": [
            _name(one.get("author")) or one.get("raw_author_name")
            for one in _list(entry.get("authorships"))
            if isinstance(one, Mapping)
        ],
        "venue": _name(place.get("source")) or _name(entry.get("host_venue")),
        "url": place.get("landing_page_url") or entry.get("doi"),
        "pdf": next((one["pdf_url"] for one in places if one.get("pdf_url")), None)
        or _object(entry.get("best_oa_location")).get("pdf_url"),
    }


def _crossref(entry: Entry) -> dict[str, object] | None:
    """A work of Crossref, or an item in the CSL JSON of reference managers, which has the same names."""
    if entry.keys().isdisjoint(("container-title", "issued", "DOI")):
        return None
    links = [one for one in _list(entry.get("link")) if isinstance(one, Mapping)]
    return {
        "abstract": entry.get("abstract"),
        "title": _first(entry.get("title")),
        "id": entry.get("DOI") or entry.get("id"),
        "ids": [entry.get("DOI"), f"pmid:{entry['PMID']}" if entry.get("PMID") else None],
        "year": next(
            (
                year
                for name in ("issued", "published", "published-print", "published-online", "posted")
                if (year := _year_of_parts(entry.get(name)))
            ),
            None,
        ),
        "authors": _people(entry.get("author")),
        "venue": _first(entry.get("container-title")) or _name(entry.get("event")) or _name(_first(entry.get("institution"))),
        "url": entry.get("URL"),
        "pdf": next((one.get("URL") for one in links if one.get("content-type") == "application/pdf"), None),
    }


def _paperlists(entry: Entry) -> dict[str, object] | None:
    """A paper of Paper Copilot's lists."""
    if not {"site", "author", "status"} <= entry.keys():
        return None
    site, bibtex = entry["site"], _bibtex(entry.get("bibtex"))
    pdf = entry.get("pdf")
    in_path = _YEAR_IN_PATH.search(site) if isinstance(site, str) else None
    return {
        "abstract": entry.get("abstract"),
        "title": entry.get("title"),
        "id": entry.get("id"),
        "ids": [_with_kind("arxiv", entry.get("arxiv")), site, pdf],
        "year": entry.get("year") or bibtex.get("year") or (in_path.group() if in_path else None),
        "authors": _split(entry["author"], ";"),
        "venue": entry.get("venue") or bibtex.get("booktitle") or bibtex.get("journal"),
        "url": site,
        "pdf": _on_openreview(pdf) if isinstance(site, str) and site.startswith(OPENREVIEW) else pdf,
        "code url": _code(entry.get("github")),
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
        "authors": _people(entry.get("authors")),
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
            _with_kind("arxiv", entry.get("arxiv_id")),
            _with_kind("openreview", entry.get("openreview_id")),
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
    journal = _object(_object(entry.get("journalInfo")).get("journal"))
    return {
        "abstract": entry.get("abstractText"),
        "title": entry.get("title"),
        "id": entry.get("id") or entry.get("doi"),
        "ids": [_with_kind("doi", entry.get("doi")), _with_kind("pmid", entry.get("pmid"))],
        "year": entry.get("pubYear") or entry.get("firstPublicationDate"),
        "authors": _split(entry.get("authorString"), ", "),
        "venue": entry.get("journalTitle") or journal.get("title"),
    }


def _inner(entry: Entry) -> dict[str, object] | None:
    """An entry that stands whole in a field of another object, as `attributes` or `_source`."""
    inner = _wrapped(entry)
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
            found["authors"] = _people(value)
        elif target in ("venue", "journal", "conference") and isinstance(value, Mapping):
            found[name] = _name(value)
        elif target in ("pdf", "openaccesspdf", "url", "link", "code", "github") and isinstance(value, Mapping):
            found[name] = value.get("url")
        elif target in ("title", "abstract", "venue", "journal", "url", "pdf", "code", "codeurl", "github"):
            found[name] = _plain(value)
    return found


_SHAPES: tuple[Callable[[Entry], dict[str, object] | None], ...] = (
    _openreview, _hugging_face, _arxiv, _semantic_scholar, _openalex, _crossref, _paperlists, _papers_with_code,
    _virtual_site, _europe_pmc, _inner, _plainer,
)  # fmt: skip


# ---- values --------------------------------------------------------------------------------------------------------


def _note(entry: Entry) -> dict[str, object] | None:
    """The content of a note of OpenReview, without the objects that its version 2 puts around each value."""
    content = entry.get("content")
    if not isinstance(content, Mapping) or entry.keys().isdisjoint(("forum", "invitation", "invitations", "signatures")):
        return None
    return {name: _plain(value) for name, value in content.items()}


def _wrapped(entry: Entry) -> Entry | None:
    if any(fields.folded(name) in _ABSTRACT for name in entry):
        return None
    for name in _WRAPPERS:
        inner = entry.get(name)
        if isinstance(inner, Mapping):
            names = _names(inner)
            if names & _ABSTRACT or (names & _PERHAPS and names & _TITLE):
                return inner
    return None


def _plain(value: object) -> object:
    """A value without the object or the list of one string around it."""
    if isinstance(value, Mapping) and set(value) <= {"value", "readers", "html", "markdown"}:
        return value.get("value")
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], str):
        return value[0]
    return value


def _one_of(entry: Entry, *names: str) -> object:
    return next((entry[name] for name in names if entry.get(name)), None)


def _object(value: object) -> Entry:
    return value if isinstance(value, Mapping) else {}


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _first(value: object) -> object:
    """The first of a list, or what is no list."""
    if isinstance(value, list):
        return value[0] if value else None
    return value


def _name(value: object) -> object:
    """What an object is called."""
    if isinstance(value, Mapping):
        return value.get("display_name") or value.get("name") or value.get("title")
    return value if isinstance(value, str) else None


def _people(value: object) -> object:
    """The names in a list of people, each a string or an object in one of the usual forms."""
    if not isinstance(value, list):
        return value
    return [name for one in value if (name := _person(one))] or None


def _person(one: object) -> object:
    if not isinstance(one, Mapping):
        return one
    for name in ("name", "fullname", "full_name", "fullName", "display_name", "literal"):
        if isinstance(one.get(name), str) and one[name]:
            return one[name]
    parts = (
        one.get("given") or one.get("firstName") or one.get("first_name") or one.get("first"),
        one.get("family") or one.get("lastName") or one.get("last_name") or one.get("last"),
        one.get("suffix"),
    )
    return " ".join(part for part in parts if isinstance(part, str) and part) or None


def _parsed_people(value: object) -> list[str] | None:
    """Names from arXiv's lists of family name, first names, suffix and, it may be, affiliations."""
    found = []
    for one in _list(value):
        parts = [part for part in _list(one)[:3] if isinstance(part, str)]
        family, given, suffix = (*parts, "", "", "")[:3]
        found.append(" ".join(part for part in (given, family, suffix) if part))
    return [name for name in found if name] or None


def _written_people(value: object) -> object:
    """Names from a line as arXiv has it: with commas and an `and` between them, affiliations in parentheses."""
    if not isinstance(value, str):
        return _people(value)
    line = _IN_PARENTHESES.sub("", " ".join(value.split()))
    return [name for name in _COMMA_OR_AND.split(line) if name] or None


def _split(value: object, mark: str) -> object:
    if not isinstance(value, str):
        return value
    return [name for part in value.rstrip(".").split(mark) if (name := part.strip())] or None


def _with_kind(kind: str, value: object) -> str | None:
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str) or not value.strip():
        return None
    known = with_prefix(value.strip())
    return f"{kind}:{value.strip()}" if known.startswith("id:") else known


def _bibtex(value: object) -> dict[str, str]:
    """Year and venue from a BibTeX entry that a source keeps as text."""
    if not isinstance(value, str):
        return {}
    return {match[1].lower(): match[2].strip() for match in _BIBTEX.finditer(value)}


def _code(value: object) -> object:
    """The URL of the code, also from Markdown around it."""
    value = _plain(value)
    if not isinstance(value, str):
        return None
    match = _CODE.search(value)
    if match:
        return match.group()
    return None if "](" in value or " " in value.strip() else value


def _on_openreview(path: object) -> object:
    return OPENREVIEW + path if isinstance(path, str) and path.startswith("/") else path


def _year_of_ms(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 < value < 1 << 42:
        return None
    return datetime.fromtimestamp(value / 1000, UTC).year


def _year_of_parts(value: object) -> int | None:
    """The year of a date in parts, as `{"date-parts": [[2025, 7]]}`; a reference manager may write it as text."""
    parts = _first(_first(_object(value).get("date-parts")))
    return fields.year_of(parts if parts is not None else _object(value).get("raw", _object(value).get("literal")))


def _year_of_arxiv(source_id: str) -> int | None:
    """The year that an arXiv id tells: 2505.01234 is of 2025, hep-th/9901001 of 1999."""
    match = regex.search(r"(?:^|[:/])(\d\d)\d\d(?:\.\d{4,5}|\d{3})", source_id)
    if not match:
        return None
    year = int(match[1])
    return year + (1900 if year > 90 else 2000)


def _in_order(index: object) -> object:
    """The text of an abstract that is kept as the places of each word."""
    if not isinstance(index, Mapping):
        return index
    words = [
        (place, word)
        for word, places in index.items()
        if isinstance(places, list)
        for place in places
        if isinstance(place, int)
    ]
    return " ".join(word for _, word in sorted(words)) or None
