"""Parts of JSON entries that several sources write in the same ways: people, dates, venues, objects around a value."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

import regex

from extractor.readers import fields
from extractor.readers.ids import with_prefix

Entry = Mapping[str, object]

OPENREVIEW = "https://openreview.net"

_BIBTEX = regex.compile(r"\b(year|booktitle|journal)\s*=\s*\"?\{*([^{}\"\n]+)", regex.IGNORECASE)
_CODE = regex.compile(r"https?://(?:www\.)?(?:github|gitlab|bitbucket|codeberg|huggingface)\.\w+/[\w./~-]*[\w/~-]")
_IN_PARENTHESES = regex.compile(r"\s*\((?:[^()]|(?R))*\)")
_COMMA_OR_AND = regex.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+")


def plain(value: object) -> object:
    """Return a value without the object or the list of one string around it."""
    if isinstance(value, Mapping) and set(value) <= {"value", "readers", "html", "markdown"}:
        return value.get("value")
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], str):
        return value[0]
    return value


def one_of(entry: Entry, *names: str) -> object:
    """Return the first of several fields that says something."""
    return next((entry[name] for name in names if entry.get(name)), None)


def as_object(value: object) -> Entry:
    """Return an object, or an empty one for anything else."""
    return value if isinstance(value, Mapping) else {}


def as_list(value: object) -> list[object]:
    """Return a list, or an empty one for anything else."""
    return value if isinstance(value, list) else []


def first_of(value: object) -> object:
    """Return the first of a list, or what is no list."""
    if isinstance(value, list):
        return value[0] if value else None
    return value


def name_of(value: object) -> object:
    """Return what an object is called."""
    if isinstance(value, Mapping):
        return value.get("display_name") or value.get("name") or value.get("title")
    return value if isinstance(value, str) else None


def people_of(value: object) -> object:
    """Return the names in a list of people, each a string or an object in one of the usual forms."""
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


def parsed_people(value: object) -> list[str] | None:
    """Return names from arXiv's lists of family name, first names, suffix and, it may be, affiliations."""
    found = []
    for one in as_list(value):
        parts = [part for part in as_list(one)[:3] if isinstance(part, str)]
        family, given, suffix = (*parts, "", "", "")[:3]
        found.append(" ".join(part for part in (given, family, suffix) if part))
    return [name for name in found if name] or None


def written_people(value: object) -> object:
    """Return names from a line as arXiv has it: with commas and an `and` between them, affiliations in parentheses."""
    if not isinstance(value, str):
        return people_of(value)
    line = _IN_PARENTHESES.sub("", " ".join(value.split()))
    return [name for name in _COMMA_OR_AND.split(line) if name] or None


def split_names(value: object, mark: str) -> object:
    """Return the names in a string that has a mark between them."""
    if not isinstance(value, str):
        return value
    return [name for part in value.rstrip(".").split(mark) if (name := part.strip())] or None


def with_kind(kind: str, value: object) -> str | None:
    """Return an id with its prefix, which is `kind` where it has no shape of its own."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str) or not value.strip():
        return None
    known = with_prefix(value.strip())
    return f"{kind}:{value.strip()}" if known.startswith("id:") else known


def bibtex_of(value: object) -> dict[str, str]:
    """Year and venue from a BibTeX entry that a source keeps as text."""
    if not isinstance(value, str):
        return {}
    return {match[1].lower(): match[2].strip() for match in _BIBTEX.finditer(value)}


def code_of(value: object) -> object:
    """Return the URL of the code, also from Markdown around it."""
    value = plain(value)
    if not isinstance(value, str):
        return None
    match = _CODE.search(value)
    if match:
        return match.group()
    return None if "](" in value or " " in value.strip() else value


def on_openreview(path: object) -> object:
    """Return the URL of a path of OpenReview, and anything else as it is."""
    return OPENREVIEW + path if isinstance(path, str) and path.startswith("/") else path


def year_of_ms(value: object) -> int | None:
    """Return the year of a time in milliseconds since 1970."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 < value < 1 << 42:
        return None
    return datetime.fromtimestamp(value / 1000, UTC).year


def year_of_parts(value: object) -> int | None:
    """Return the year of a date in parts, as `{"date-parts": [[2025, 7]]}`, or as a manager of references writes it."""
    parts = first_of(first_of(as_object(value).get("date-parts")))
    return fields.year_of(parts if parts is not None else as_object(value).get("raw", as_object(value).get("literal")))


def year_of_arxiv(source_id: str) -> int | None:
    """Return the year that an arXiv id tells: 2505.01234 is of 2025, hep-th/9901001 of 1999."""
    match = regex.search(r"(?:^|[:/])(\d\d)\d\d(?:\.\d{4,5}|\d{3})", source_id)
    if not match:
        return None
    year = int(match[1])
    return year + (1900 if year > 90 else 2000)


def in_order(index: object) -> object:
    """Return the text of an abstract that is kept as the places of each word."""
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
