"""Scorecards for relations: learnt from gold, as `extractor.relate` weighs evidence with them.

Each gold number is an example: a choice among the names that it may be tied to, and nothing. It is learnt twice, with
the names that the pipeline finds where the model has not seen the abstract, and with those of the gold: the one
teaches what to make of names that are wrong or missing, the other of those that are right.

The model is conditional logit: the odds of a candidate against no choice are the exponential of its points, and the
candidates of a number share one probability. Weights are fitted by Newton's method with a normal prior.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from extractor.entries.merge import Entry, merge
from extractor.finding import DefinitionFinding, NameFinding, Span
from extractor.gold.files import GoldBenchmark, GoldMethod
from extractor.gold.score import key, pair_numbers
from extractor.points import Scorecard
from extractor.relate import looks
from extractor.relate.choice import RELATIONS, Relation, Scorecards, choose
from extractor.relate.evidence import Candidate, baselines, benchmarks, meant_unnamed, methods
from extractor.relate.scene import standings
from extractor.train.align import align
from extractor.train.evaluate import Score

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from extractor.document import Document
    from extractor.entries.judging import Cards
    from extractor.entries.merge import Merged
    from extractor.finding import NumberFinding
    from extractor.gold.files import GoldAbstract, GoldNumber
    from extractor.train.reading import Found, Reading, Readings

    Floats = NDArray[np.float64]

_FOLDS = 5
_PRIOR = 6.0  # the inverse variance of a weight
_WEIGHT = 0.5  # of an example, since each number is one twice
_SEEN = 10  # so many candidates must have a feature for it to be weighed
_POINTS = 100  # to a unit of the logit
_LEASTS = range(-80, 50, 10)
_TOLERANCE = 0.003  # so much F1 is given for choosing less often
_STEPS = 30


class _Pair(NamedTuple):
    candidate: Candidate
    right: bool


@dataclass(frozen=True, slots=True)
class _Example:
    """A gold number: what it may be tied to, and whether gold ties it to anything."""

    pairs: tuple[_Pair, ...]
    wanted: bool


Examples = dict[Relation, list[list[_Example]]]
"""For each relation and each abstract, in their order, the examples."""


@dataclass(frozen=True, slots=True)
class LearntScorecards:
    """Scorecards learnt from gold.

    Attributes:
        cards: those learnt from all of it.
        unseen: by abstract's id, those learnt without it, but for the least points of a choice.
        scores: how good these are, with the names that the pipeline finds.
    """

    cards: Scorecards
    unseen: Mapping[str, Scorecards]
    scores: Mapping[Relation, Score]


def learn_relations(
    readings: Readings, by_model: Found, *, judging: Mapping[str, Cards] | None = None
) -> LearntScorecards:
    """Return the scorecards learnt from gold.

    Args:
        readings: the annotated abstracts; two at least.
        by_model: what a model found that had not seen them.
        judging: by abstract's id, cards for judging names that were learnt without it; the shipped ones by default.
    """
    found: Examples = {relation: [] for relation in RELATIONS}
    given: Examples = {relation: [] for relation in RELATIONS}
    for one in readings.each:
        findings = [*one.findings, *by_model.get(one.gold.id, ())]
        whole = readings.extractor.conclude(one.document, findings, cards=(judging or {}).get(one.gold.id))
        for examples, (merged, own) in ((found, (whole.merged, set(whole.own))), (given, _as_gold(one))):
            for relation, here in _examples(one.gold, one.document, merged, own).items():
                examples[relation].append(here)
    learnt = {relation: _learn(found[relation], given[relation]) for relation in RELATIONS}
    return LearntScorecards(
        Scorecards({relation: one.card for relation, one in learnt.items()}),
        {
            one.gold.id: Scorecards({relation: learnt[relation].unseen[number] for relation in RELATIONS})
            for number, one in enumerate(readings.each)
        },
        {relation: one.score for relation, one in learnt.items()},
    )


def _as_gold(reading: Reading) -> tuple[Merged, set[Entry]]:
    """Return what was found by rules with the names of the gold instead of those found, and the paper's own."""
    gold, document = reading.gold, reading.document
    spans: dict[int, list[Span]] = {}
    entries = list[GoldMethod | GoldBenchmark]([*gold.methods, *gold.benchmarks])
    for aligned in align(gold, document).spans:
        span = Span(aligned.field, aligned.start, aligned.end)
        kinds: Sequence[GoldMethod | GoldBenchmark] = gold.methods if aligned.kind == "method" else gold.benchmarks
        entry = next(entry for entry in kinds if aligned.name in entry.names)
        spans.setdefault(next(index for index, other in enumerate(entries) if other is entry), []).append(span)
    made: list[Entry] = []
    own: set[Entry] = set()
    for index, mentions in spans.items():
        entry = entries[index]
        texts = [document.passage(span.field).text[span.start : span.end] for span in mentions]
        made.append(
            Entry(
                kind="method" if index < len(gold.methods) else "benchmark",
                forms=tuple(dict.fromkeys((entry.names[0], *texts))),
                canonical=None,
                proposed=False,
                mentions=tuple(mentions),
                found_by=("gold",),
            )
        )
        if entry.role in ("proposed", "introduced"):
            own.add(made[-1])
    made.sort(key=lambda entry: entry.mentions[0].order)
    names = [NameFinding(span=span, kind=entry.kind, found_by="gold") for entry in made for span in entry.mentions]
    others = [
        finding
        for finding in reading.findings
        if not isinstance(finding, DefinitionFinding)
        and (not isinstance(finding, NameFinding) or finding.kind == "metric")
    ]
    return replace(merge(document, [*others, *names]), entries=tuple(made)), own


def _examples(
    gold: GoldAbstract, document: Document, merged: Merged, own: set[Entry]
) -> dict[Relation, list[_Example]]:
    """Return the examples of one abstract. A gold number that was not found is one without candidates."""
    entries = list[GoldMethod | GoldBenchmark]([*gold.methods, *gold.benchmarks])
    names = {name: {key(other) for other in entry.names} for entry in entries for name in entry.names}
    stand = standings(document, merged, own)
    unnamed = meant_unnamed(stand)
    look_of = {look.number.span: look for look in looks(document, merged, stand)}
    examples: dict[Relation, list[_Example]] = {relation: [] for relation in RELATIONS}
    for number, finding in _matched(gold, document, merged.numbers):
        look = look_of[finding.span] if finding else None
        is_result = number.kind == "result"

        def note(relation: Relation, wanted: str | None, candidates: Sequence[Candidate]) -> None:
            keys = names.get(wanted, {key(wanted)}) if wanted else set()
            pairs = tuple(_Pair(candidate, key(candidate.entry.name) in keys) for candidate in candidates)
            examples[relation].append(_Example(pairs, wanted is not None))

        note("benchmark", number.benchmark, benchmarks(look, unnamed) if look else ())
        by = methods(look, unnamed) if look else []
        note("method" if is_result else "method_of_no_result", number.method, by)
        if is_result:
            keys = names.get(number.method, set()) if number.method else set()
            method = next((candidate.entry for candidate in by if key(candidate.entry.name) in keys), None)
            note("baseline", number.baseline, baselines(by, method))
    return examples


def _matched(
    gold: GoldAbstract, document: Document, findings: Sequence[NumberFinding]
) -> Iterator[tuple[GoldNumber, NumberFinding | None]]:
    """Yield each gold number that is not optional, with what was found of it."""
    traced = document.text.traced
    found = []
    for finding in findings:
        start, end = traced.raw_span(finding.span.start, finding.span.end)
        value = {"value": finding.value, "value_max": finding.value_max, "unit": finding.unit, "kind": finding.kind}
        found.append({"start": start, "end": end, "finding": finding} | value)
    pairs, _ = pair_numbers(gold.numbers, found)
    for number, hit in pairs:
        if not number.optional:
            yield number, hit["finding"] if hit else None


class _Learnt(NamedTuple):
    """A scorecard, by the number of an abstract one that was learnt without it, and how good these are."""

    card: Scorecard
    unseen: Mapping[int, Scorecard]
    score: Score


def _learn(found: Sequence[Sequence[_Example]], given: Sequence[Sequence[_Example]]) -> _Learnt:
    """Return what is learnt; how good it is, is measured with found names."""
    order = list(range(len(found)))
    random.Random(0).shuffle(order)  # noqa: S311 - no secret
    folds = min(_FOLDS, len(order))
    held: list[tuple[Mapping[str, int], list[_Example], list[_Example]]] = []
    parts: list[list[int]] = []
    for fold in range(folds):
        part = set(order[fold::folds])
        rest = [examples[index] for examples in (found, given) for index in order if index not in part]
        points = _fitted([example for here in rest for example in here])
        tests = [[example for index in sorted(part) for example in examples[index]] for examples in (found, given)]
        parts.append(sorted(part))
        held.append((points, tests[0], tests[1]))
    by_least = {
        least: tuple(
            _total(_judged(Scorecard(points, least), tests[which]) for points, *tests in held) for which in (0, 1)
        )
        for least in _LEASTS
    }
    sure = {least: sum(tied.f1 for tied in both) / 2 for least, both in by_least.items() if both[0].precision >= 0.5}
    best = max(sure.values(), default=0.0)
    least = max((least for least, f1 in sure.items() if f1 >= best - _TOLERANCE), default=max(_LEASTS))
    points = _fitted([example for examples in (found, given) for here in examples for example in here])
    unseen = {
        number: Scorecard(without, least) for part, (without, *_) in zip(parts, held, strict=True) for number in part
    }
    return _Learnt(Scorecard(points, least), unseen, by_least[least][0])


def _judged(card: Scorecard, examples: Sequence[_Example]) -> Score:
    right = wrong = missed = 0
    for example in examples:
        chosen = choose(card, [pair.candidate for pair in example.pairs]).entry
        is_right = any(pair.right for pair in example.pairs if pair.candidate.entry is chosen)
        right += is_right
        wrong += chosen is not None and not is_right
        missed += example.wanted and not is_right
    return Score(right, wrong, missed)


def _total(parts: Iterator[Score]) -> Score:
    counts = [(tied.right, tied.wrong, tied.missed) for tied in parts]
    return Score(*(sum(column) for column in zip(*counts, strict=True)))


def _fitted(examples: Sequence[_Example]) -> dict[str, int]:
    """Return the points of each feature that are no zero. Barred candidates are none."""
    groups = [pairs for example in examples if (pairs := [pair for pair in example.pairs if not pair.candidate.barred])]
    counts = Counter(feature for pairs in groups for pair in pairs for feature in pair.candidate.features)
    features = sorted(feature for feature, count in counts.items() if count >= _SEEN)
    if not features:
        return {}
    column = {feature: index for index, feature in enumerate(features)}
    rows = [pair for pairs in groups for pair in pairs]
    has = np.zeros((len(rows), len(features)))
    for index, pair in enumerate(rows):
        has[index, [column[feature] for feature in pair.candidate.features if feature in column]] = 1
    group = np.repeat(np.arange(len(groups)), [len(pairs) for pairs in groups])
    weights = _newton(has, group, np.array([pair.right for pair in rows], dtype=float))
    points = {feature: round(_POINTS * float(weight)) for feature, weight in zip(features, weights, strict=True)}
    return {feature: value for feature, value in points.items() if value}


def _newton(has: Floats, group: NDArray[np.int_], right: Floats) -> Floats:
    """Return the weights of the features.

    Args:
        has: a row a candidate, a column a feature: 1 where it has it.
        group: which number each candidate is of.
        right: 1 for candidates that gold ties the number to. Where a number has several, any will do; where it has
            none, no choice is right.
    """
    groups = int(group[-1]) + 1
    tied = np.bincount(group, right, groups) > 0

    def likelihood(weights: Floats) -> tuple[float, Floats, Floats]:
        odds = np.exp(np.clip(has @ weights, -30, 30))
        total = 1 + np.bincount(group, odds, groups)
        hit = np.where(tied, np.bincount(group, odds * right, groups), 1.0)
        chance = odds / total[group]
        share = odds * right / np.maximum(hit[group], 1e-300)
        value = _WEIGHT * float(np.sum(np.log(hit) - np.log(total))) - _PRIOR / 2 * float(weights @ weights)
        return value, _WEIGHT * (has.T @ (share - chance)) - _PRIOR * weights, chance

    weights = np.zeros(has.shape[1])
    value, gradient, chance = likelihood(weights)
    for _ in range(_STEPS):
        mean = np.zeros((groups, has.shape[1]))
        np.add.at(mean, group, has * chance[:, None])
        curvature = _WEIGHT * ((has * chance[:, None]).T @ has - mean.T @ mean) + _PRIOR * np.eye(has.shape[1])
        step, size = np.linalg.solve(curvature, gradient), 1.0
        while (new := likelihood(weights + size * step))[0] <= value and size > 1e-4:
            size /= 2
        if new[0] - value < 1e-6:
            break
        weights = weights + size * step
        value, gradient, chance = new
    return weights
