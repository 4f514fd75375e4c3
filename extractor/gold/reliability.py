"""Reliability: how often entries were right, against how often their confidence says that they are.

Entries are judged as the scores judge them; what a score leaves out, as optional gold, is left out here.
"""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from math import fsum, sqrt
from typing import TYPE_CHECKING, Any

from extractor.confidence import KINDS, way
from extractor.errors import InputError
from extractor.gold.files import read_gold
from extractor.gold.score import judgements, paired, read_scored

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from extractor.gold.files import GoldAbstract
    from extractor.gold.score import Record

BOUNDS = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 1.0)
"""Where bins of confidence begin; the last one has 1.0 in it too. They are narrow where most confidences are."""

_Z = 1.96  # standard deviations of a normal distribution that hold 95% of it
_ROUNDED = 0.005  # a confidence has two digits
_WAYS = 8  # ways of finding in the text; JSON has all


@dataclass(frozen=True, slots=True)
class Share:
    """Entries whose confidences are taken together.

    Attributes:
        claimed: the mean of their confidences.
        right: how many of them are right.
        found: how many there are, one at least.
    """

    claimed: float
    right: int
    found: int

    @property
    def observed(self) -> float:
        """The share of right ones."""
        return self.right / self.found

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95% interval: where the true share may well be, seen so few."""
        n, share = self.found, self.observed
        middle = (share + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
        half = _Z / (1 + _Z**2 / n) * sqrt(share * (1 - share) / n + _Z**2 / (4 * n * n))
        # Rounding must not leave all that was right, or nothing, outside.
        return max(0.0, min(middle - half, share)), min(1.0, max(middle + half, share))

    @property
    def is_off(self) -> bool:
        """Whether the claim lies outside the interval: too far from what was observed to be chance."""
        low, high = self.interval
        return not low - _ROUNDED <= self.claimed <= high + _ROUNDED


@dataclass(frozen=True, slots=True)
class KindReliability:
    """The reliability of one kind of entry.

    Attributes:
        whole: all entries; None if there are none.
        bins: by the confidence that they claim: lower and upper bound and what lies between, without empty ones.
        ways: by what found them, as confidences are measured: passes for names, the rule for numbers and links; the
            commonest first.
    """

    whole: Share | None
    bins: Sequence[tuple[float, float, Share]]
    ways: Sequence[tuple[str, Share]]

    @property
    def gap(self) -> float:
        """The mean of how far bins are off, each by its number of entries (expected calibration error)."""
        if self.whole is None:
            return 0.0
        return fsum(share.found * abs(share.observed - share.claimed) for *_, share in self.bins) / self.whole.found


@dataclass(frozen=True, slots=True)
class ReliabilityTable:
    """The reliability of a set of records.

    Attributes:
        gold: number of gold abstracts.
        absent: how many of them have no record.
        kinds: by kind, in the order of the record.
    """

    gold: int
    absent: int
    kinds: Mapping[str, KindReliability]

    def as_dict(self) -> dict[str, Any]:
        """Return the table as plain data, shares to four digits."""
        kinds = {
            kind: {
                **(_as_dict(table.whole) if table.whole else {"found": 0, "right": 0}),
                "gap": round(table.gap, 4),
                "bins": [{"from": low, "to": high, **_as_dict(share)} for low, high, share in table.bins],
                "ways": [{"found_by": name, **_as_dict(share)} for name, share in table.ways],
            }
            for kind, table in self.kinds.items()
        }
        return {"records": self.gold, "absent": self.absent, **kinds}

    def as_json(self) -> str:
        """Return the table as one line of JSON."""
        return json.dumps(self.as_dict())

    def as_text(self) -> str:
        """Return the table for reading."""
        lines = [f"{self.gold} gold abstracts, {self.absent} without a record"]
        for kind, table in self.kinds.items():
            lines += ["", f"{kind:34}{'claimed':>9}{'observed':>10}{'95% interval':>15}{'right':>7}{'found':>7}"]
            if table.whole is None:
                lines.append("  none")
                continue
            lines += [_line(f"{low:.2f} to {high:.2f}", share) for low, high, share in table.bins]
            lines.append(f"{_line('all', table.whole)}  mean gap {table.gap:.3f}")
            lines += [_line(f"by {name}", share) for name, share in table.ways[:_WAYS]]
            if len(table.ways) > _WAYS:
                lines.append(f"  by {len(table.ways) - _WAYS} more; --json has all")
        if any(share.is_off for table in self.kinds.values() for share in _shares(table)):
            lines += ["", "* the claim is outside the interval: chance alone hardly explains it"]
        return "\n".join(lines)


def _shares(table: KindReliability) -> list[Share]:
    whole = [table.whole] if table.whole else []
    return [*whole, *(share for *_, share in table.bins), *(share for _, share in table.ways[:_WAYS])]


def _line(name: str, share: Share) -> str:
    low, high = share.interval
    interval = f"{low:.3f}-{high:.3f}"
    line = f"  {name:32.32}{share.claimed:9.3f}{share.observed:10.3f}{interval:>15}{share.right:7}{share.found:7}"
    return f"{line} *" if share.is_off else line


def _as_dict(share: Share) -> dict[str, Any]:
    low, high = share.interval
    return {
        "claimed": round(share.claimed, 4), "observed": round(share.observed, 4), "low": round(low, 4),
        "high": round(high, 4), "right": share.right, "found": share.found,
    }  # fmt: skip


def reliability(gold: Path, records: Path) -> ReliabilityTable:
    """Compare the confidences of a records file, plain or compressed, with a gold file.

    Raises:
        InputError: one of them cannot be read, or an entry has no confidence.
    """
    found = list(read_scored(records))
    return reliability_of(read_gold(gold), found)


def reliability_of(gold: Iterable[GoldAbstract], records: Iterable[Record]) -> ReliabilityTable:
    """Compare the confidences of records, as plain data, with gold abstracts.

    Raises:
        InputError: an entry has no confidence.
    """
    judged: dict[str, list[tuple[float, str, bool]]] = {kind: [] for kind in KINDS}
    count = absent = 0
    for abstract, record in paired(gold, records):
        count += 1
        absent += record is None
        if record is None:
            continue
        for kind, entry, right in judgements(abstract, {**{kind: [] for kind in KINDS}, **_without_nulls(record)}):
            confidence, found_by = entry.get("confidence"), entry.get("found_by")
            if not isinstance(confidence, int | float) or not found_by:
                raise InputError(f"{record.get('id')}: one of its {kind} has no confidence; give records of a run")
            judged[kind].append((float(confidence), way(kind, found_by), right))
    return ReliabilityTable(count, absent, {kind: _table(entries) for kind, entries in judged.items()})


def _without_nulls(record: Record) -> Record:
    return {key: value for key, value in record.items() if value is not None}


def _table(judged: Sequence[tuple[float, str, bool]]) -> KindReliability:
    bins: defaultdict[int, list[tuple[float, bool]]] = defaultdict(list)
    ways: defaultdict[str, list[tuple[float, bool]]] = defaultdict(list)
    for confidence, name, right in judged:
        last = max(place for place, bound in enumerate(BOUNDS[:-1]) if bound <= max(confidence, 0))
        bins[last].append((confidence, right))
        ways[name].append((confidence, right))
    return KindReliability(
        whole=_share([(confidence, right) for confidence, _, right in judged]) if judged else None,
        bins=tuple((BOUNDS[place], BOUNDS[place + 1], _share(entries)) for place, entries in sorted(bins.items())),
        ways=tuple(
            (name, _share(entries)) for name, entries in sorted(ways.items(), key=lambda item: (-len(item[1]), item[0]))
        ),
    )


def _share(entries: Sequence[tuple[float, bool]]) -> Share:
    return Share(
        claimed=fsum(confidence for confidence, _ in entries) / len(entries),
        right=sum(right for _, right in entries),
        found=len(entries),
    )
