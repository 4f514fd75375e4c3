"""What a diff is to look at: which kinds, fields and ways of changing, and what counts as equal."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from extractor.diff.model import WAYS

if TYPE_CHECKING:
    from extractor.diff.model import Change, Kind, Way


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What counts as a difference.

    Attributes:
        kinds: kinds of things to look at; None for all.
        fields: changes of these fields only; None for all. What was added, removed or moved has no changed field.
        ignore: fields that are not compared at all.
        ways: ways of changing to look at; None for all.
        tolerance: numbers are equal if they differ by no more than this, or by no more than this share of the larger.
    """

    kinds: frozenset[Kind] | None = None
    fields: frozenset[str] | None = None
    ignore: frozenset[str] = frozenset()
    ways: frozenset[Way] | None = None
    tolerance: float = 0.0

    @property
    def is_all(self) -> bool:
        """Whether nothing is left out."""
        return self == Selection()

    def takes(self, change: Change) -> bool:
        """Whether a change counts."""
        return (
            (self.kinds is None or change.kind in self.kinds)
            and (self.ways is None or change.change in self.ways)
            and (self.fields is None or any(field.field in self.fields for field in change.fields))
        )

    def takes_records(self, way: Way) -> bool:
        """Whether records that were added (or removed) count."""
        return (
            (self.kinds is None or "record" in self.kinds)
            and (self.ways is None or way in self.ways)
            and self.fields is None
        )

    def equal(self, old: object, new: object) -> bool:
        """Whether two values of a field are equal."""
        if old == new or without_nulls(old) == without_nulls(new):
            return True
        return (
            self.tolerance > 0
            and isinstance(old, int | float)
            and isinstance(new, int | float)
            and math.isclose(old, new, rel_tol=self.tolerance, abs_tol=self.tolerance)
        )


def without_nulls(value: object) -> object:
    """Return a value without the keys that are null: another version may not have them, which says as much."""
    if isinstance(value, dict):
        return {key: without_nulls(item) for key, item in value.items() if item is not None}
    return [without_nulls(item) for item in value] if isinstance(value, list) else value


EVERYTHING = Selection()
REAL_WAYS: frozenset[Way] = frozenset(WAYS) - {"evidence"}
"""The ways that are shown unless asked otherwise: new confidences would drown what really changed."""
TOLD_WAYS: frozenset[Way] = REAL_WAYS - {"renamed"}
"""The ways that a page for reading shows of each record: a new name is told once for all of them."""
