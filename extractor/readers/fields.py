"""Named fields of an entry: which of them hold the abstract, its title, its id, and what else is kept.

Names are compared without case, spaces, hyphens and underscores, so that `Article Title` and `article_title` are one.
"""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import TYPE_CHECKING

import regex

from extractor.readers.base import FIELDS, Details, Flaw, Piece
from extractor.readers.ids import RANKED, with_prefix

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_NAMES: Mapping[str, tuple[str, ...]] = {
    "abstract": ("abstract", "abstract text", "text", "summary", "abstract note", "paper abstract"),
    "title": ("title", "paper title", "article title", "primary title", "document title", "publication title"),
    "id": (
        "id", "arxiv id", "paper id", "openreview id", "openreview", "acl id", "anthology id", "doi", "forum",
        "forum id", "note id", "corpus id", "pmid", "uid",
    ),
    "year": (
        "year", "publication year", "year of publication", "date", "publication date", "published date", "published",
    ),
    "authors": ("authors", "author", "author names", "author full names"),
    "venue": (
        "venue", "journal", "conference", "booktitle", "source title", "journal ref", "journal name", "book title",
        "container title",
    ),
    "url": ("url", "link", "paper url", "abs url", "forum url", "page", "site"),
    "pdf": ("pdf", "pdf url", "url pdf", "pdf link", "open access pdf"),
    "code_url": (
        "code url", "code", "code link", "github", "github url", "repo url", "repository", "url code",
        "software",
    ),
}  # fmt: skip
_PREFIX_OF = {
    "arxivid": "arxiv", "openreviewid": "openreview", "openreview": "openreview", "aclid": "acl", "anthologyid": "acl",
    "doi": "doi",
}  # fmt: skip
_COUNTING = ("id", "uid", "paperid", "noteid")
_JOINTS = regex.compile(r"[\s_-]+")
_YEAR = regex.compile(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)")
_AND = regex.compile(r"\s*[;|]\s*|\s+and\s+")
_COMMA = regex.compile(r"\s*,\s*")
_EMPTY: tuple[object, ...] = (None, "", [], {}, ())


class BadIdError(ValueError):
    """An id that cannot be one."""


@lru_cache(maxsize=1 << 12)
def folded(name: str) -> str:
    """Return a field's name as it is compared."""
    return _JOINTS.sub("", name).casefold()


_FOLDED = {target: tuple(map(folded, names)) for target, names in _NAMES.items()}
_RANKS = {name: (target, rank) for target, names in _FOLDED.items() for rank, name in reversed([*enumerate(names)])}
"""What a field is for, and how many names for the same go before it."""


def is_abstract(name: str) -> bool:
    """Whether a field of this name is one for abstracts."""
    return folded(name) in _FOLDED["abstract"]


def is_known(name: str) -> bool:
    """Whether a field of this name is looked at."""
    return target_of(name) is not None


def target_of(name: str) -> str | None:
    """Return which of `FIELDS` a field of this name is for."""
    known = _RANKS.get(folded(name))
    return known[0] if known else None


def is_running(name: str, value: object, *, position: int) -> bool:
    """Whether a field only counts the rows of its file, from 0 or 1, and so is no id of a paper."""
    return folded(name) in _COUNTING and str(value) in (str(position), str(position - 1))


def piece(
    entry: Mapping[str, object],
    *,
    raw: str,
    line: int | None = None,
    offset: int | None = None,
    fields: Mapping[str, str] | None = None,
    collection: str | None = None,
) -> Piece | Flaw:
    """Return the abstract that an entry with named fields holds.

    Args:
        entry: the fields as the file has them.
        raw: the entry as it stands in the file.
        line: the line where it begins, from 1.
        offset: the byte where it begins, from 0.
        fields: the names that the user gives for some of `FIELDS`; these are used and no others.
        collection: what the file says it is a collection of.
    """
    by_name: dict[str, object] = {}
    for name, content in entry.items():
        by_name.setdefault(folded(name), content)
    found = _found(entry, by_name, fields or {})
    id_name, id_value = found["id"]
    try:
        source_id = id_text(id_value)
    except BadIdError as error:
        return Flaw(line=line, offset=offset, code="bad-id", reason=str(error), raw=raw)
    own = prefixed(source_id, kind=_PREFIX_OF.get(id_name)) if source_id else None
    given_id = "id" in (fields or {}) or (source_id or "").startswith("id:")
    return Piece(
        raw=raw,
        text=found["abstract"][1],
        title=found["title"][1],
        id=own if given_id else _best_id(own, by_name, links=(found["url"][1], found["pdf"][1])),
        source_id=source_id,
        details=Details(
            year=year_of(found["year"][1]),
            authors=authors_of(found["authors"][1]),
            venue=words_of(found["venue"][1]),
            url=words_of(found["url"][1]),
            pdf=words_of(found["pdf"][1]),
            code_url=words_of(found["code_url"][1]),
        ),
        collection=collection,
        line=line,
        offset=offset,
    )


def _found(
    entry: Mapping[str, object], by_name: Mapping[str, object], fields: Mapping[str, str]
) -> dict[str, tuple[str, object]]:
    """Return for each target the first field that says something, with its name as it is compared."""
    found: dict[str, tuple[str, object]] = dict.fromkeys(FIELDS, ("", None))
    best: dict[str, int] = {}
    for name, value in by_name.items():
        known = _RANKS.get(name)
        if known and value not in _EMPTY and known[1] < best.get(known[0], len(_RANKS)):
            target, best[target] = known
            found[target] = name, value
    for target, given in fields.items():
        found[target] = folded(given), at_path(entry, given)
    return found


def _best_id(own: str | None, by_name: Mapping[str, object], *, links: Iterable[object]) -> str | None:
    """Return, of the ids that an entry has, the one that other sources are likeliest to have too."""
    others = [
        prefixed(value, kind=_PREFIX_OF.get(name))
        for name in _FOLDED["id"]
        if name in by_name and (value := words_of(by_name[name])) and value.isprintable()
    ]
    others += [with_prefix(link.strip()) for link in links if isinstance(link, str)]
    by_kind: dict[str, str] = {}
    for one in [own, *others] if own else others:
        by_kind.setdefault(one.partition(":")[0], one)
    return next((by_kind[kind] for kind in RANKED if kind in by_kind), own)


def at_path(entry: Mapping[str, object], path: str) -> object:
    """Return what stands under a name, or under a path of names with dots between them; None where nothing does."""
    if path in entry:
        return entry[path]
    value: object = entry
    for name in path.split("."):
        if not isinstance(value, dict):
            return None
        value = value.get(name)
    return value


def id_text(value: object) -> str | None:
    """Return an id as text, or None where there is none.

    Raises:
        BadIdError: it is of a kind that no id is, or cannot be printed.
    """
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, str | int):
        # A number with a fraction may be an arXiv id that has lost its last zeros: no way to tell.
        raise BadIdError(f"the id must be a string or a whole number, not {kind_of(value)}; write it in quotes")
    text = str(value).strip()
    if not text.isprintable():
        raise BadIdError("the id holds a character that cannot be printed; remove it")
    return text or None


def prefixed(source_id: str, *, kind: str | None) -> str:
    """Return an id with its prefix; `kind` is the one that the field's name speaks of, for an id of no known shape."""
    plain = with_prefix(source_id)
    return f"{kind}:{source_id}" if kind and plain.startswith("id:") and not source_id.startswith("id:") else plain


def year_of(value: object) -> int | None:
    """Return the year of a date in any usual form: the first four digits that can be one."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    match = _YEAR.search(value) if isinstance(value, str) else None
    return int(match.group()) if match else None


def authors_of(value: object) -> tuple[str, ...] | None:
    """Return names from a list of them or of objects with a `name`, or from a string.

    In a string `;`, `|` or `and` stands between names, or a comma where each name has two words: that of `Marx, Karl`
    does not. It may also be a list as Python or JSON write it.
    """
    listed = _listed(value) if isinstance(value, str) else value
    names: list[object]
    if isinstance(listed, str):
        names = [*_names(listed)]
    elif isinstance(listed, list):
        names = [_author(item) if isinstance(item, dict) else item for item in listed]
    else:
        return None
    return tuple(name.strip() for name in names if isinstance(name, str) and name.strip()) or None


def _author(item: dict[str, object]) -> object:
    parts = [part for name in ("given", "family") if isinstance(part := item.get(name), str)]
    return item.get("name") or " ".join(parts)


def _names(value: str) -> list[str]:
    names: list[str] = _AND.split(value)
    commas = [name.count(",") for name in names]
    if not any(commas) or ";" in value or "|" in value or (len(names) > 1 and set(commas) == {1}):
        return names
    parts = [part for name in names for part in _COMMA.split(name) if part]
    return parts if all(" " in part for part in parts) else names


def _listed(value: str) -> object:
    if not value.startswith(("['", '["')):
        return value
    try:
        return ast.literal_eval(value)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return value


def words_of(value: object) -> str | None:
    """Return a string without the white space around it, or None where it says nothing."""
    return value.strip() or None if isinstance(value, str) else None


def kind_of(value: object) -> str:
    """Return what kind of JSON value something is, in words."""
    names = {
        bool: "true or false",
        int: "a number",
        float: "a number with a fraction",
        list: "an array",
        dict: "an object",
    }
    return "null" if value is None else names.get(type(value), "a string")
