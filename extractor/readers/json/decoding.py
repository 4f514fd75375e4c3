"""JSON values: read strictly, with the fault in one of them told as a flaw."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from extractor.readers import fields
from extractor.readers.base import Flaw, Piece

if TYPE_CHECKING:
    from collections.abc import Callable


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


DECODER = json.JSONDecoder(object_pairs_hook=_refuse_twice, parse_constant=_refuse_constant, strict=False)
"""The one JSON decoder for input: it refuses NaN, infinities and keys that stand twice.

A tab or a line break that stands as it is in a string, where an escape should, can only mean itself: it is read.
"""


def parsed(parse: Callable[[], object], *, line: int, offset: int | None, raw: str) -> object | Flaw:
    """Return what `parse` gives, or the flaw that its error stands for."""
    try:
        return parse()
    except RecursionError:
        code, reason = "too-deep", "the JSON is nested too deeply; flatten it"
    except json.JSONDecodeError as error:
        code, reason = "bad-json", f"no valid JSON: {error.msg} at character {error.colno}; mend or remove it"
    except ValueError as error:
        code, reason = "bad-json", f"no usable JSON: {error}"
    return Flaw(line=line, offset=offset, code=code, reason=reason, raw=raw)


def plain_piece(value: object, *, line: int | None, offset: int | None, raw: str) -> Piece | Flaw:
    """Return the abstract that a JSON value other than an object is: a string is one with nothing else."""
    if isinstance(value, str):
        return Piece(line=line, offset=offset, raw=raw, text=value)
    kind = fields.kind_of(value)
    reason = f"a JSON object was expected, not {kind}; give one object an abstract, with a field `abstract`"
    return Flaw(line=line, offset=offset, code="no-object", reason=reason, raw=raw)
