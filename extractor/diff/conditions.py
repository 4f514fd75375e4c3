"""Conditions on which a diff fails: `methods.removed > 1%`."""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

from extractor.diff.model import ENTRY_KINDS, WAYS, EntryKind
from extractor.errors import ExtractorError

if TYPE_CHECKING:
    from collections.abc import Callable

    from extractor.diff.model import Summary

_COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    ">=": operator.ge, "<=": operator.le, "==": operator.eq, "!=": operator.ne, ">": operator.gt, "<": operator.lt,
}  # fmt: skip
_RECORD_WAYS = ("same", "changed", "evidence", "added", "removed", "repeated")
_ENTRIES = "entries"
_FORM = re.compile(r"\s*(\w+)\.(\w+)\s*(>=|<=|==|!=|>|<)\s*(\d+(?:\.\d+)?)\s*(%?)\s*")
_ALLOWED = (
    f"write {', '.join((*ENTRY_KINDS, _ENTRIES))} with one of {', '.join(WAYS)}, or records with one of"
    f" {', '.join(_RECORD_WAYS)}, then {', '.join(_COMPARISONS)} and a number or a percentage of OLD,"
    " as 'methods.removed > 1%'"
)


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on the counts of a summary.

    Attributes:
        text: as it was written.
        kind: a kind of entry, `entries` for all of them, or `records`.
        way: which count.
        comparison: how it is compared.
        bound: with what, a number or a percentage.
        percent: whether the bound is a percentage of what OLD has.
    """

    text: str
    kind: str
    way: str
    comparison: str
    bound: float
    percent: bool

    @property
    def needs_totals(self) -> bool:
        """Whether the entries of all records must be counted."""
        return self.percent and self.kind != "records"

    def held(self, summary: Summary) -> str | None:
        """Return the condition with what was counted if it holds, else None.

        A percentage of nothing is 0 if nothing was counted, and 100 otherwise.
        """
        count, of = self._count(summary), self._of(summary)
        share = 100 * count / of if of else 100.0 * bool(count)
        if not _COMPARISONS[self.comparison](share if self.percent else count, self.bound):
            return None
        return f"{self.text}: {count} of {of} ({share:.4g}%)" if self.percent else f"{self.text}: {count}"

    def _count(self, summary: Summary) -> int:
        if self.kind == "records":
            if self.way == "repeated":
                return summary.new.repeated_ids
            return int(getattr(summary.records, self.way))
        return sum(summary.entries[kind][way] for kind in self._kinds for way in WAYS if way == self.way)

    def _of(self, summary: Summary) -> int:
        if self.kind == "records":
            return summary.old.records
        entries = summary.old.entries or {}
        return sum(entries.get(kind, 0) for kind in self._kinds)

    @property
    def _kinds(self) -> tuple[EntryKind, ...]:
        return tuple(kind for kind in get_args(EntryKind) if self.kind in (kind, _ENTRIES))


def parse_condition(text: str) -> Condition:
    """Return the condition that a text states.

    Raises:
        ExtractorError: it states none; the message names what is allowed.
    """
    match = _FORM.fullmatch(text)
    if match:
        kind, way, comparison, bound, percent = match.groups()
        if way in (_RECORD_WAYS if kind == "records" else WAYS if kind in (*ENTRY_KINDS, _ENTRIES) else ()):
            return Condition(text.strip(), kind, way, comparison, float(bound), bool(percent))
    raise ExtractorError(f"--fail-on: {text!r} is no condition; {_ALLOWED}")
