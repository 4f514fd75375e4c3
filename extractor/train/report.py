"""What training reports: what it learnt from, how, and how good the result is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from extractor.finding import Finding
    from extractor.gold.score import ScoreTable
    from extractor.relate.choice import Relation
    from extractor.train.evaluate import Evaluation, Score
    from extractor.train.network import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldCounts:
    """What the gold file holds, as training sees it.

    Attributes:
        sha256: digest of the file.
        abstracts: how many there are.
        names: names of methods and benchmarks, all spellings.
        missing: names of these that stand nowhere by themselves.
        spans: places where names stand.
        optional: places of these that count neither way.
        cut: places whose edges the tokenizer does not cut at; they count neither way.
    """

    sha256: str
    abstracts: int
    names: int
    missing: int
    spans: int
    optional: int
    cut: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TextCounts:
    """What the vectors of words were made from: the digest of the file, and how many abstracts it holds."""

    sha256: str
    abstracts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SilverCounts:
    """What a teacher has read: the digest of the silver file, and how many of its abstracts were learnt from."""

    sha256: str
    abstracts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """What was learnt from: gold, the texts of the vectors of words, and what a teacher thought of some of these."""

    gold: GoldCounts
    texts: TextCounts | None
    silver: SilverCounts | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossValidation:
    """What models found in abstracts that they had not seen.

    Attributes:
        folds: how many models there were.
        findings: by abstract's id, in the cleaned frame.
        evaluation: how good they are.
    """

    folds: int
    findings: Mapping[str, Sequence[Finding]]
    evaluation: Evaluation


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningReport:
    """How good it all is on gold that neither models nor points had seen.

    Attributes:
        scores: of the records.
        relations: of what numbers are tied to, by relation.
        confusion: how often names of each kind are found as which.
        errors: the kinds of error in names, most frequent first, and how many there are of each.
    """

    scores: ScoreTable
    relations: Mapping[Relation, Score]
    confusion: Mapping[str, Mapping[str, int]]
    errors: Sequence[tuple[str, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingReport:
    """What training did.

    Attributes:
        counts: what was learnt from.
        settings: how.
        seed: what the random numbers came from.
        cross_validation: how good such a model is, if that was asked for.
        learning: how good the whole is, if that was asked for.
        seconds: how long it took.
    """

    counts: Counts
    settings: Settings
    seed: int
    cross_validation: CrossValidation | None
    learning: LearningReport | None
    seconds: float
