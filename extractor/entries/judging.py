"""Judging: whether a draft is a name, of which kind, and whether it is the paper's own, by points that were learnt.

Each piece of evidence (see `evidence`) has points on each question; the answer is yes where their sum is more than the
least that the scorecard asks for. Points are whole numbers, so that all machines judge alike. `extractor train` learns
them; they ship in `judging.json` beside the model, once for runs with the model and once for runs of rules alone.

A rule or a name list that is not among those the points were learnt with is a user's own, and its word stands.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from extractor import resources
from extractor.errors import ModelError
from extractor.points import Scorecard

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

FILE = "judging.json"
WITH_MODEL, RULES_ONLY = "with_model", "rules_only"
"""The two sets of cards in the file."""

Question: TypeAlias = Literal["name", "benchmark", "proposed", "introduced"]
QUESTIONS: tuple[Question, ...] = ("name", "benchmark", "proposed", "introduced")
"""Is it a name? A benchmark's, not a method's? Does the paper propose it (a method), introduce it (a benchmark)?"""
OWN: dict[Literal["method", "benchmark"], Question] = {"method": "proposed", "benchmark": "introduced"}
"""By kind of entry, the question whether it is the paper's own."""


class Reason(NamedTuple):
    """What gave the answer to a question.

    Attributes:
        question: which.
        points: the sum.
        least: what a yes takes more of.
        evidence: what counted, with its points, the weightiest first.
    """

    question: Question
    points: int
    least: int
    evidence: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Cards:
    """The card of each question.

    Attributes:
        cards: by question.
        known: ids of the rules and name lists that there were when the points were learnt.
        file_digest: the SHA-256 of the file that they are from, the cards for other runs in it included.
    """

    cards: Mapping[Question, Scorecard]
    known: frozenset[str] = frozenset()
    file_digest: str | None = None

    @classmethod
    def load(cls, path: Path | None = None, *, with_model: bool) -> Cards:
        """Load cards for runs with the model or without it; the shipped ones by default.

        Raises:
            ModelError: the file is missing or damaged.
        """
        path = path or resources.model() / FILE
        try:
            raw = path.read_bytes()
            content = json.loads(raw)
            cards = content[WITH_MODEL if with_model else RULES_ONLY]
            return cls(
                {name: Scorecard.of_data(cards[name]) for name in QUESTIONS},
                frozenset(content["known"]),
                hashlib.sha256(raw).hexdigest(),
            )
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ModelError(f"{path}: no points for names ({error}); install extractor again") from error

    def is_name(self, evidence: Iterable[str], found_by: Iterable[str]) -> bool:
        """Whether a draft is a name."""
        return not self.known.issuperset(found_by) or self.cards["name"].says(evidence)

    def is_benchmark(self, evidence: Iterable[str]) -> bool:
        """Whether a name is that of a benchmark."""
        return self.cards["benchmark"].says(evidence)

    def is_own(self, kind: Literal["method", "benchmark"], evidence: Iterable[str], said_by: Iterable[str]) -> bool:
        """Whether the paper proposes a method or introduces a benchmark."""
        return not self.known.issuperset(said_by) or self.cards[OWN[kind]].says(evidence)

    def as_data(self) -> dict[str, object]:
        """Return the cards as plain data: the weightiest evidence first."""
        return {name: card.as_data() for name, card in self.cards.items()}

    def reason(self, question: Question, evidence: Iterable[str]) -> Reason:
        """Return what the evidence has to say on a question."""
        card = self.cards[question]
        items = card.itemized(evidence)
        return Reason(question, sum(points for _, points in items), card.least, items)

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the file, or of the points if they are from none."""
        content = [self.as_data(), sorted(self.known)]
        return self.file_digest or hashlib.sha256(json.dumps(content, ensure_ascii=False).encode()).hexdigest()


def as_json(*, with_model: Cards, rules_only: Cards) -> str:
    """Return both sets as they are written: a piece of evidence a line."""
    content = {
        "known": sorted(with_model.known),
        WITH_MODEL: with_model.as_data(),
        RULES_ONLY: rules_only.as_data(),
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"
