"""Choice: which candidate a number is tied to, if any, by points that were learnt for each piece of evidence.

A candidate has the sum of the points of its features; the one with the most is chosen if it has more than the least
that its scorecard asks for. Points are whole numbers, so that all machines choose alike: 100 of them make a choice
2.7 times as likely against no choice at all. `extractor train` learns them; they ship in `relations.json` beside the
model.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeAlias

from extractor import resources
from extractor.errors import ModelError
from extractor.points import Scorecard

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from extractor.entries.merge import Entry
    from extractor.relate.evidence import Candidate

FILE = "relations.json"

Relation: TypeAlias = Literal["benchmark", "method", "method_of_no_result", "baseline"]
RELATIONS: tuple[Relation, ...] = ("benchmark", "method", "method_of_no_result", "baseline")
"""What there is a scorecard for. Sizes and settings have methods of their own kind, and never a baseline."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A candidate and its points."""

    candidate: Candidate
    points: int


@dataclass(frozen=True, slots=True)
class Choice:
    """What a number is tied to, and what else was weighed.

    Attributes:
        entry: what was chosen; None if nothing was.
        weighed: the best candidate of each entry, the one with the most points first; barred ones last.
        card: what they were weighed with.
    """

    entry: Entry | None
    weighed: tuple[Weighed, ...]
    card: Scorecard


@dataclass(frozen=True)
class Scorecards:
    """The scorecard of each relation."""

    cards: Mapping[Relation, Scorecard]

    @classmethod
    def load(cls, path: Path | None = None) -> Scorecards:
        """Load scorecards; the shipped ones by default.

        Raises:
            ModelError: the file is missing or damaged.
        """
        path = path or resources.model() / FILE
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
            return cls({name: Scorecard.of_data(content[name]) for name in RELATIONS})
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ModelError(f"{path}: no points for relations ({error}); install extractor again") from error

    def as_json(self) -> str:
        """Return the scorecards as they are written: a feature a line, the weightiest first."""
        content = {name: card.as_data() for name, card in self.cards.items()}
        return json.dumps(content, ensure_ascii=False, indent=1) + "\n"

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of all points."""
        return hashlib.sha256(self.as_json().encode()).hexdigest()


def choose(card: Scorecard, candidates: Sequence[Candidate]) -> Choice:
    """Choose among candidates. Of equal ones the first is chosen."""
    best: dict[int, Weighed] = {}  # by the entry's identity: its hash is that of all its mentions
    for candidate in candidates:
        weighed = Weighed(candidate, card.of(candidate.features))
        known = best.get(id(candidate.entry))
        if known is None or _rank(weighed) > _rank(known):
            best[id(candidate.entry)] = weighed
    order = tuple(sorted(best.values(), key=_rank, reverse=True))
    chosen = bool(order) and order[0].candidate.barred is None and order[0].points > card.least
    return Choice(order[0].candidate.entry if chosen else None, order, card)


def _rank(weighed: Weighed) -> tuple[bool, int]:
    return weighed.candidate.barred is None, weighed.points
