"""What a JSON object is: an entry, a container of entries, a reply to a paper, or something else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import regex

from extractor.readers import fields
from extractor.readers.ids import with_prefix
from extractor.readers.json import parts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from extractor.readers.base import ReadOptions
    from extractor.readers.json.parts import Entry

_ABSTRACT = frozenset(("abstract", "abstracttext", "abstractnote", "paperabstract", "abstractinvertedindex"))
_PERHAPS = frozenset(("text", "summary"))  # of a paper, or of a whole file
_TITLE = frozenset(("title", "papertitle", "articletitle", "name", "displayname"))
PAPER = frozenset(("id", "paperid", "doi", "arxivid", "authors", "author", "authorships", "corpusid", "externalids"))
_OTHERS = frozenset(("references", "citations", "reference", "relatedpapers", "replies", "revisions"))
_CONTAINERS = frozenset(
    (
        "notes", "data", "papers", "paper", "items", "results", "result", "records", "entries", "documents", "docs",
        "publications", "submissions", "works", "articles", "preprints", "abstracts", "hits", "message", "list",
    )
)  # fmt: skip
_LISTS_OF_TEXTS = frozenset(("abstracts", "texts", "summaries"))
_WRAPPERS = ("paper", "attributes", "_source", "data", "work", "article", "document", "metadata", "node", "item")
_NO_IDS = _CONTAINERS.union(
    _WRAPPERS,
    ("citedpaper", "citingpaper", "response", "publication", "submission", "note", "record", "entry", "value"),
)
_DEEPEST = 4  # objects and arrays between an envelope and the entries in it


def kind(value: Entry, options: ReadOptions) -> str:
    """Return whether an object is an `entry`, a `container` of entries, or something `other`."""
    if _states_abstract(value, options):
        return "entry"
    if _holds(value, options, deepest=_DEEPEST, abstracts=True):
        return "container"
    names = names_in(value)
    if names & _PERHAPS or note_of(value) is not None:
        return "entry"
    if names & _TITLE and names & PAPER:
        return "entry"
    if _holds(value, options, deepest=_DEEPEST, abstracts=False) or _holds_bare(value):
        return "container"
    return "other"


def is_abstract(name: str) -> bool:
    """Whether a field of this name can be nothing but an abstract."""
    return fields.folded(name) in _ABSTRACT


def is_list_of_texts(name: str) -> bool:
    """Whether the strings in a list of this name are abstracts."""
    return fields.folded(name) in _LISTS_OF_TEXTS


def speaks_of_entry(names: Iterable[str]) -> bool:
    """Whether an object with these keys, of which more may follow, is an entry."""
    found = set(map(fields.folded, names))
    return bool(found & _ABSTRACT) or (
        not found & _CONTAINERS and bool(found & _PERHAPS or (found & _TITLE and found & PAPER))
    )


def speaks_of_container(names: Iterable[str]) -> bool:
    """Whether an object with these keys, of which more may follow, is a container of entries."""
    found = set(map(fields.folded, names))
    return bool(found & _CONTAINERS) and not found & _ABSTRACT


def speaks_of_paper(names: Iterable[str]) -> bool:
    """Whether one of these keys is such as papers have: an id, its authors."""
    return not PAPER.isdisjoint(map(fields.folded, names))


def is_running(key: str, number: int) -> bool:
    """Whether a key says nothing of the entry under it: a word for entries, or a number of the file.

    Args:
        key: the key.
        number: how many come before it.
    """
    digits = regex.search(r"\d+$", key)
    return (
        fields.folded(key) in _NO_IDS
        or key.isdecimal()
        or (digits is not None and int(digits.group()) in (number, number + 1) and with_prefix(key).startswith("id:"))
    )


def is_recording(value: Entry) -> bool:
    """Whether an object is a recorded answer of a server, as tests of software keep it."""
    if "interactions" in value or "http_interactions" in value:
        return True
    body = value.get("body", value.get("response"))
    return isinstance(body, str | dict) and any(
        name in value for name in ("status_code", "status", "request", "headers")
    )


def rows_of(value: Entry) -> list[dict[str, object]]:
    """Return the rows of a table that pandas writes by columns, or as names and rows; none for other objects."""
    columns, data = value.get("columns"), value.get("data")
    if isinstance(columns, list) and isinstance(data, list) and all(isinstance(name, str) for name in columns):
        rows = [dict(zip(columns, row, strict=True)) for row in data if _is_row(row, columns)]
        return rows if len(rows) == len(data) else []
    by_column: list[Mapping[str, object]] = []
    for column in value.values():
        if not isinstance(column, Mapping):
            return []
        by_column.append(column)
    if not any(map(is_abstract, value)):
        return []
    if any(column.keys() != by_column[0].keys() for column in by_column):
        return []
    return [{name: column[number] for name, column in zip(value, by_column, strict=True)} for number in by_column[0]]


def _is_row(row: object, columns: list[object]) -> bool:
    return isinstance(row, list) and len(row) == len(columns)


def is_reply(value: Entry) -> bool:
    """Whether an object is a note of OpenReview below a paper, as a review or a decision, and states no abstract."""
    note = note_of(value)
    if note is None or note.get("abstract"):
        return False
    above = value.get("replyto")
    return bool(above) and above != value.get("id")


def _states_abstract(value: Entry, options: ReadOptions) -> bool:
    given = options.fields.get("abstract")
    if given and fields.at_path(value, given) is not None:
        return True
    if any(fields.folded(name) in _ABSTRACT for name in value):
        return True
    note = note_of(value)
    if note is not None and "abstract" in note:
        return True
    if isinstance(value.get("summary"), str) and isinstance(value.get("title"), str):
        return not _holds(value, options, deepest=_DEEPEST, abstracts=True)
    return wrapped_in(value) is not None


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
            names = names_in(part)
            if _states_abstract(part, options) if abstracts else names & _TITLE and names & PAPER:
                return True
        if (
            deepest
            and isinstance(part, Mapping | list)
            and _holds(part, options, deepest=deepest - 1, abstracts=abstracts)
        ):
            return True
    return False


def _holds_bare(value: Entry) -> bool:
    """Whether there is an empty list for entries, a list of texts, or a text under each key."""
    for name, part in value.items():
        if part == [] and fields.folded(name) in _CONTAINERS:
            return True
        if isinstance(part, list) and part and isinstance(part[0], str) and is_list_of_texts(name):
            return True
    return bool(value) and all(
        isinstance(part, Mapping) and any(isinstance(part.get(name), str) for name in _PERHAPS)
        for part in value.values()
    )


def names_in(value: Entry) -> set[str]:
    """Return the names of an object's fields as they are compared, but for those of null; an `abstract` may be null."""
    return {fields.folded(name) for name, content in value.items() if content is not None or name == "abstract"}


def note_of(entry: Entry) -> dict[str, object] | None:
    """Return the content of a note of OpenReview without the objects around each value; None for other objects."""
    content = entry.get("content")
    if not isinstance(content, Mapping) or entry.keys().isdisjoint(
        ("forum", "invitation", "invitations", "signatures")
    ):
        return None
    return {name: parts.plain(value) for name, value in content.items()}


def wrapped_in(entry: Entry) -> Entry | None:
    """Return the entry that stands whole in a field of another object, as its `attributes`, or None."""
    if any(fields.folded(name) in _ABSTRACT for name in entry):
        return None
    for name in _WRAPPERS:
        inner = entry.get(name)
        if isinstance(inner, Mapping):
            names = names_in(inner)
            if names & _ABSTRACT or (names & _PERHAPS and names & _TITLE):
                return inner
    return None
