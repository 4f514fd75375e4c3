"""What training reports: what it learnt from, how, and how good the result is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from extractor.finding import Finding
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
class TrainingReport:
    """What training did.

    Attributes:
        gold: what was learnt from.
        texts: what the vectors of words were made from, if there were any.
        silver: what a teacher thought of some of these texts, if it was learnt from.
        settings: how.
        seed: what the random numbers came from.
        cross_validation: how good such a model is, if that was asked for.
        relations: how good the scorecards are that were learnt with it, by relation.
        seconds: how long it took.
    """

    gold: GoldCounts
    texts: TextCounts | None
    silver: SilverCounts | None
    settings: Settings
    seed: int
    cross_validation: CrossValidation | None
    relations: Mapping[Relation, Score]
    seconds: float
