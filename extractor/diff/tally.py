"""Counting changes, in memory that does not grow with the files."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from extractor.diff.model import ENTRY_KINDS, WAYS, CauseCounts, Common
from extractor.diff.wording import essence, shortened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractor.diff.model import Cause, Change, EntryKind, Kind, Way

_COMMONEST = 20
_DISTINCT = 20_000
"""So many different changes are told apart; later ones that are new are only counted as a whole."""


@dataclass(slots=True)
class Tally:
    """What was counted so far.

    Attributes:
        changed: records with a change other than of confidence, found_by or sources.
        evidence: records with nothing but such changes.
        added: records that only NEW has.
        removed: records that only OLD has.
        input: in how many records a field of the record itself differs, by field.
        ways: changes of entries by kind and way.
    """

    changed: int = 0
    evidence: int = 0
    added: int = 0
    removed: int = 0
    input: Counter[str] = field(default_factory=Counter)
    ways: Counter[tuple[Kind, Way]] = field(default_factory=Counter)
    _causes: dict[Cause, Counter[tuple[Kind, Way]]] = field(default_factory=dict)
    _renamed: Counter[tuple[Kind, Way, str]] = field(default_factory=Counter)
    _common: Counter[tuple[Kind, Way, str]] = field(default_factory=Counter)

    def add(self, changes: Sequence[Change]) -> None:
        """Count the changes of one record."""
        for change in changes:
            if change.kind == "record":
                if change.change == "added":
                    self.added += 1
                elif change.change == "removed":
                    self.removed += 1
                else:
                    self.input.update(part.field for part in change.fields)
                continue
            self.ways[change.kind, change.change] += 1
            if change.cause in self._causes or len(self._causes) < _DISTINCT:
                self._causes.setdefault(change.cause, Counter())[change.kind, change.change] += 1
            if change.change == "renamed":
                self._count(self._renamed, change)
            elif change.change not in ("moved", "evidence"):
                self._count(self._common, change)
        if any(change.kind != "record" or change.change in ("changed", "evidence") for change in changes):
            only_evidence = all(change.change == "evidence" for change in changes)
            self.changed += not only_evidence
            self.evidence += only_evidence

    @property
    def any(self) -> bool:
        """Whether anything was counted."""
        return bool(self.changed or self.evidence or self.added or self.removed)

    def entries(self) -> dict[EntryKind, dict[Way, int]]:
        """Return the number of changes by kind and way, every one of both."""
        return {kind: {way: self.ways[kind, way] for way in WAYS} for kind in ENTRY_KINDS}

    def causes(self) -> tuple[CauseCounts, ...]:
        """Return what each cause did, the one that did most first."""
        # Confidences and places follow what else changed, so that they come last.
        ranked = sorted(self._causes.items(), key=lambda row: (-_real(row[1]), -row[1].total(), str(row[0])))
        return tuple(
            CauseCounts(
                cause=cause,
                entries={
                    kind: {way: counts[kind, way] for way in WAYS if counts[kind, way]}
                    for kind in ENTRY_KINDS
                    if any(counts[kind, way] for way in WAYS)
                },
            )
            for cause, counts in ranked
        )

    def renamed(self) -> tuple[Common, ...]:
        """Return the new names, the commonest first."""
        return _most(self._renamed, _DISTINCT)

    def commonest(self) -> tuple[Common, ...]:
        """Return the commonest changes but for names."""
        return _most(self._common, _COMMONEST)

    @staticmethod
    def _count(counter: Counter[tuple[Kind, Way, str]], change: Change) -> None:
        key = (change.kind, change.change, shortened(essence(change), 200))
        if key in counter or len(counter) < _DISTINCT:
            counter[key] += 1


def _real(counts: Counter[tuple[Kind, Way]]) -> int:
    return sum(count for (_, way), count in counts.items() if way not in ("evidence", "moved"))


def _most(counter: Counter[tuple[Kind, Way, str]], most: int) -> tuple[Common, ...]:
    ranked = sorted(counter.items(), key=lambda item: (-item[1], item[0]))
    return tuple(Common(kind=kind, change=way, what=what, count=count) for (kind, way, what), count in ranked[:most])
