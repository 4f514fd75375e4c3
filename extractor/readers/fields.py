"""JSON objects: which of their fields hold the abstract, its title and its id."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from extractor.readers.base import Flaw, Piece
from extractor.readers.ids import with_prefix

if TYPE_CHECKING:
    from collections.abc import Callable

_TEXT = ("abstract", "text", "summary")
_TITLE = ("title",)
_ID = ("id", "arxiv_id", "paper_id", "paperid", "openreview_id", "acl_id", "anthology_id", "doi")
_PREFIX_OF = {"arxiv_id": "arxiv", "openreview_id": "openreview", "acl_id": "acl", "anthology_id": "acl", "doi": "doi"}


class RefusedError(ValueError):
    """What Python would take and the standard, or good sense, does not."""


def _refuse_constant(name: str) -> object:
    raise RefusedError(f"{name} is no JSON; write null")


def _refuse_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise RefusedError(f"the key {twice!r} stands twice in one object; keep one of them")
    return found


DECODER = json.JSONDecoder(object_pairs_hook=_refuse_twice, parse_constant=_refuse_constant)
"""The one JSON decoder for input: it refuses NaN, infinities and keys that stand twice."""


def parsed(parse: Callable[[], object], *, line: int, raw: str) -> object | Flaw:
    """Return what `parse` gives, or the flaw that its error stands for."""
    try:
        return parse()
    except RecursionError:
        return Flaw(line=line, code="too-deep", reason="the JSON is nested too deeply; flatten it", raw=raw)
    except json.JSONDecodeError as error:
        reason = f"no valid JSON: {error.msg} at character {error.colno}; mend or remove it"
        return Flaw(line=line, code="bad-json", reason=reason, raw=raw)
    except ValueError as error:
        return Flaw(line=line, code="bad-json", reason=f"no usable JSON: {error}", raw=raw)


def piece(value: object, *, line: int, raw: str) -> Piece | Flaw:
    """Return the abstract that a JSON value is or holds; a string is an abstract with nothing else."""
    if isinstance(value, str):
        return Piece(line=line, raw=raw, text=value)
    if not isinstance(value, dict):
        reason = f"a JSON object was expected, not {_kind(value)}; give one object an abstract, with a field `abstract`"
        return Flaw(line=line, code="no-object", reason=reason, raw=raw)
    fields: dict[str, object] = {}
    for name, content in value.items():
        fields.setdefault(name.strip().casefold(), content)
    try:
        source_id = _id(fields)
    except RefusedError as error:
        return Flaw(line=line, code="bad-id", reason=str(error), raw=raw)
    return Piece(line=line, raw=raw, text=_first(fields, _TEXT)[1], title=_first(fields, _TITLE)[1], id=source_id)


def _first(fields: dict[str, object], names: tuple[str, ...]) -> tuple[str, object]:
    """Return the first of the named fields that says something, with its name."""
    return next(((name, fields[name]) for name in names if fields.get(name) not in (None, "")), ("", None))


def _id(fields: dict[str, object]) -> str | None:
    name, value = _first(fields, _ID)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, str | int):
        # A number with a fraction may be an arXiv id that has lost its last zeros: no way to tell.
        raise RefusedError(f"the id must be a string or a whole number, not {_kind(value)}; write it in quotes")
    text = str(value).strip()
    if not text:
        return None
    if not text.isprintable():
        raise RefusedError("the id holds a character that cannot be printed; remove it")
    prefix = _PREFIX_OF.get(name)
    plain = with_prefix(text)
    return f"{prefix}:{text}" if prefix and plain.startswith("id:") and not text.startswith("id:") else plain


def _kind(value: object) -> str:
    names = {
        bool: "true or false",
        int: "a number",
        float: "a number with a fraction",
        list: "an array",
        dict: "an object",
    }
    return "null" if value is None else names.get(type(value), "a string")
