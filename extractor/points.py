"""Points: what pieces of evidence weigh, in whole numbers, so that all machines choose alike.

A question has a scorecard; what is observed is so many short texts, each of which may have points for or against. 100
points make a yes 2.7 times as likely. `extractor train` learns them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(frozen=True, slots=True)
class Scorecard:
    """The points of each piece of evidence, and the points of which a yes takes more."""

    points: Mapping[str, int]
    least: int = 0

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> Scorecard:
        """Take a scorecard from what `as_data` gave.

        Raises:
            KeyError: it is something else.
        """
        return cls(dict(data["points"]), data["least"])

    def as_data(self) -> dict[str, object]:
        """Return the scorecard as plain data, the weightiest evidence first."""
        ordered = sorted(self.points.items(), key=lambda item: (-abs(item[1]), item[0]))
        return {"least": self.least, "points": dict(ordered)}

    def of(self, evidence: Iterable[str]) -> int:
        """Return the sum of the points."""
        points = self.points
        return sum([points[item] for item in evidence if item in points])

    def says(self, evidence: Iterable[str]) -> bool:
        """Whether the evidence is enough for a yes."""
        return self.of(evidence) > self.least

    def itemized(self, evidence: Iterable[str]) -> tuple[tuple[str, int], ...]:
        """Return `(evidence, points)` of what counts, the weightiest first."""
        items = [(item, self.points[item]) for item in evidence if item in self.points]
        return tuple(sorted(items, key=lambda item: -abs(item[1])))
