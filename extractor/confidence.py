"""Confidence: how often findings that were found the same way were right, as measured on annotated abstracts.

The counts are made by training and ship in `confidence.json` beside the model. The model is cross-validated for them:
it is never asked about an abstract that it has seen. The rules were made on the same abstracts, so that on others
their findings are right a little less often.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from extractor import resources
from extractor.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

KINDS = ("methods", "benchmarks", "numbers", "links")
WITH_MODEL, RULES_ONLY = "with_model", "rules_only"
"""The two sets of counts in the file."""

ENOUGH = 20
"""So many findings must have been measured for a way of finding to have a share of its own."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """For each kind of entry and each way of finding it: how many were right, of how many."""

    counts: Mapping[str, Mapping[str, tuple[int, int]]]
    _known: dict[tuple[str, tuple[str, ...]], float] = field(default_factory=dict, repr=False, compare=False)

    @property
    def digest(self) -> str:
        """The SHA-256 of the counts."""
        return hashlib.sha256(json.dumps(self.counts, sort_keys=True).encode()).hexdigest()

    @classmethod
    def load(cls, *, with_model: bool) -> Reliability:
        """Load the shipped counts, as measured with or without the model.

        Raises:
            ModelError: the file is missing or damaged.
        """
        path = resources.model() / "confidence.json"
        try:
            content = json.loads(path.read_text(encoding="utf-8"))[WITH_MODEL if with_model else RULES_ONLY]
            counts = {kind: {way: (right, of) for way, (right, of) in content[kind].items()} for kind in KINDS}
        except (OSError, ValueError, KeyError, AttributeError) as error:
            raise ModelError(f"{path}: no measured confidences ({error}); install extractor again") from error
        return cls(counts)

    def of(self, kind: str, found_by: Iterable[str]) -> float:
        """Return the share of right findings among those found this way, to two digits.

        A way that was seen fewer than `ENOUGH` times has the share of its kind as a whole.
        """
        asked = (kind, tuple(found_by))
        if asked not in self._known:
            self._known[asked] = self._share(*asked)
        return self._known[asked]

    def _share(self, kind: str, found_by: tuple[str, ...]) -> float:
        ways = self.counts.get(kind, {})
        right, of = ways.get(way(kind, found_by), (0, 0))
        if of < ENOUGH:
            right, of = (sum(column) for column in zip(*ways.values(), strict=True)) if ways else (1, 1)
        return round(right / of, 2)


def way(kind: str, found_by: Iterable[str]) -> str:
    """Return what counts as found the same way.

    For names the set of passes (`definitions+ner`), since what agrees matters more than which rule of a pass it was;
    for numbers and links the rule.
    """
    ids = sorted(found_by)
    return "+".join(sorted({name.partition("/")[0] for name in ids})) if kind in {"methods", "benchmarks"} else ids[0]


def measured(judged: Iterable[tuple[str, tuple[str, ...], bool]]) -> dict[str, dict[str, tuple[int, int]]]:
    """Return the counts of `(kind, found_by, right)` judgements, as `confidence.json` holds them."""
    right: Counter[tuple[str, str]] = Counter()
    of: Counter[tuple[str, str]] = Counter()
    for kind, found_by, is_right in judged:
        of[kind, way(kind, found_by)] += 1
        right[kind, way(kind, found_by)] += is_right
    counts: dict[str, dict[str, tuple[int, int]]] = {}
    for kind, name in sorted(of):
        counts.setdefault(kind, {})[name] = (right[kind, name], of[kind, name])
    return counts
