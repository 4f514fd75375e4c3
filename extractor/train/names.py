"""Points by which names are judged: learnt from gold, as `extractor.entries.judging` weighs evidence with them.

Each draft of an entry in a gold abstract is an example: a name or none; if it is one, of a method or of a benchmark,
and the paper's own or not. Optional names count neither way. Points come of logistic regression with a normal prior,
fitted by Newton's method.

What is measured with these points on the same gold would look better than it is, so every abstract also gets cards
that were learnt without it.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from extractor.entries.judging import Cards
from extractor.entries.roles import own_evidence
from extractor.gold.score import key
from extractor.points import Scorecard

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from extractor.entries.judging import Question
    from extractor.entries.merge import Entry
    from extractor.finding import Finding
    from extractor.gold.files import GoldAbstract, GoldBenchmark, GoldMethod
    from extractor.pipeline import Extractor
    from extractor.rules import RuleSet
    from extractor.train.reading import Found, Reading, Readings

    Floats = NDArray[np.float64]

_FOLDS = 5
_PRIORS: dict[Question, float] = {"name": 2.0, "benchmark": 0.6, "proposed": 2.0, "introduced": 1.0}
"""The inverse variance of a weight: so much evidence it takes to believe in it."""
_BIAS_PRIOR = 0.01
_SEEN = 8  # so many examples must have a piece of evidence for it to be weighed
_POINTS = 100  # to a unit of the logit
_STEPS = 30


class _Example(NamedTuple):
    """A draft, by what is observed of it, and the answer to a question."""

    question: Question
    evidence: tuple[str, ...]
    answer: bool


@dataclass(frozen=True, slots=True)
class LearntCards:
    """Cards learnt from gold.

    Attributes:
        cards: those learnt from all of it.
        unseen: by abstract's id, those learnt without it.
    """

    cards: Cards
    unseen: Mapping[str, Cards]


def learn_names(readings: Readings, by_model: Found) -> LearntCards:
    """Return the cards learnt from gold; the same gold and findings give the same cards.

    Args:
        readings: the annotated abstracts.
        by_model: what a model found that had not seen them; empty for runs of rules alone.
    """
    examples = [_examples(readings.extractor, one, by_model.get(one.gold.id, ())) for one in readings.each]
    known = _known(readings.extractor.ruleset)
    order = list(range(len(examples)))
    random.Random(0).shuffle(order)  # noqa: S311 - no secret
    unseen: dict[str, Cards] = {}
    for fold in range(_FOLDS):
        held_out = order[fold::_FOLDS]
        left_out = set(held_out)
        cards = _learnt([item for index in order if index not in left_out for item in examples[index]], known)
        unseen |= {readings.each[index].gold.id: cards for index in held_out}
    return LearntCards(_learnt([item for here in examples for item in here], known), unseen)


def _known(ruleset: RuleSet) -> frozenset[str]:
    return frozenset({*ruleset.rules, *ruleset.names, "tails/method", "tails/benchmark", "tails/metric", "ner"})


def _examples(extractor: Extractor, reading: Reading, by_model: Sequence[Finding]) -> list[_Example]:
    merged, own = extractor.drafts(reading.document, [*reading.findings, *by_model])
    found: list[_Example] = []
    for draft in merged.entries:
        kind, entry = _of_gold(reading.gold, draft)
        if entry is not None and entry.optional:
            continue
        found.append(_Example("name", draft.evidence, entry is not None))
        if entry is not None:
            found.append(_Example("benchmark", draft.evidence, kind == "benchmark"))
            if kind == draft.kind:
                question: Question = "proposed" if kind == "method" else "introduced"
                evidence = own_evidence(draft, own.get(draft, ()))
                found.append(_Example(question, evidence, entry.role in ("proposed", "introduced")))
    return found


def _of_gold(gold: GoldAbstract, draft: Entry) -> tuple[str, GoldMethod | GoldBenchmark] | tuple[None, None]:
    keys = set(map(key, draft.forms))
    for kind, entries in (("method", gold.methods), ("benchmark", gold.benchmarks)):
        for entry in entries:
            if not keys.isdisjoint(map(key, entry.names)):
                return kind, entry
    return None, None


def _learnt(examples: Iterable[_Example], known: frozenset[str]) -> Cards:
    by_question: dict[Question, list[_Example]] = {"name": [], "benchmark": [], "proposed": [], "introduced": []}
    for example in examples:
        by_question[example.question].append(example)
    return Cards({question: _fitted(asked, _PRIORS[question]) for question, asked in by_question.items()}, known)


def _fitted(examples: Sequence[_Example], prior: float) -> Scorecard:
    """Return the points of each piece of evidence that are no zero."""
    counts = Counter(item for example in examples for item in example.evidence)
    weighed = sorted(item for item, count in counts.items() if count >= _SEEN)
    column = {item: index for index, item in enumerate(weighed, 1)}
    has = np.zeros((len(examples), len(weighed) + 1))
    has[:, 0] = 1
    for row, example in enumerate(examples):
        has[row, [column[item] for item in example.evidence if item in column]] = 1
    weights = _newton(has, np.array([example.answer for example in examples], dtype=float), prior)
    bias, *rounded = (round(_POINTS * float(weight)) for weight in weights)
    return Scorecard({item: value for item, value in zip(weighed, rounded, strict=True) if value}, -bias)


def _newton(has: Floats, answers: Floats, prior_of_each: float) -> Floats:
    """Return the weights of the columns, the first of which is the bias."""
    prior = np.full(has.shape[1], prior_of_each)
    prior[0] = _BIAS_PRIOR
    weights = np.zeros(has.shape[1])
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-np.clip(has @ weights, -30, 30)))
        gradient = has.T @ (answers - chance) - prior * weights
        curvature = (has * (chance * (1 - chance))[:, None]).T @ has + np.diag(prior)
        step = np.linalg.solve(curvature, gradient)
        weights = weights + step
        if np.abs(step).max() < 1e-6:
            break
    return weights
