"""Causes in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractor.diff.model import Cause

if TYPE_CHECKING:
    from collections.abc import Iterable

MANY = "one of many differences between the runs"
"""The name of an unknown cause where there are too many to name."""

_LISTED = frozenset({"input", "rule", "names", "table"})
_LISTED_AT_MOST = 8


def differences_told(causes: Iterable[Cause]) -> list[str]:
    """Return what differs between two runs, a line a kind: `rule changed: numbers/percent, numbers/times`."""
    named: dict[str, list[str]] = {}
    lines = []
    for cause in causes:
        if cause.kind in _LISTED and cause.name:
            named.setdefault(told(cause.model_copy(update={"name": ""})).replace("  ", " "), []).append(cause.name)
        else:
            lines.append(told(cause))
    for what, names in named.items():
        more = len(names) - _LISTED_AT_MOST
        lines.append(f"{what}: {', '.join(names[:_LISTED_AT_MOST])}{f' and {more} more' if more > 0 else ''}")
    return lines


def told(cause: Cause) -> str:
    """Return a cause in words."""
    match cause:
        case Cause(kind="input"):
            return _input_told(cause)
        case Cause(kind="unknown", name=None):
            return "unknown"
        case Cause(kind="unknown", name=name) if name == MANY:
            return f"unknown: {name}"
        case Cause(kind="unknown", name=name):
            return f"unknown (found by {name})"
        case Cause(kind="several", name=name):
            return str(name)
        case Cause(kind="pass", name=name, how=how):
            return f"pass {name} switched {'on' if how == 'added' else 'off'}"
        case Cause(kind="model", how=how):
            return f"the model was {how}"
        case Cause(kind="confidences"):
            return "the measured confidences changed"
        case Cause(kind="version" | "option", name=name):
            return f"{cause.kind} {name}"
        case _:
            kind = {"names": "name list"}.get(cause.kind, cause.kind)
            return f"{kind} {cause.name} {cause.how}"


def _input_told(cause: Cause) -> str:
    match cause:
        case Cause(name="sources"):
            return "what is known of its sources changed"
        case Cause(name=str(name), how=how):
            return f"input file {name} {how}"
        case Cause(how="added" | "removed"):
            return f"only in {'NEW' if cause.how == 'added' else 'OLD'}"
        case _:
            return "the abstract changed"
