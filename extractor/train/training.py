"""Training and cross-validation, from gold files to a model folder."""

from __future__ import annotations

import hashlib
import random
import time
from collections import Counter
from dataclasses import asdict, dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
import spacy
import thinc

from extractor.abstract import Abstract
from extractor.errors import InputError, OutputError
from extractor.gold import read_gold
from extractor.passes.ner import KINDS, Tagger, find_names
from extractor.pipeline import document_of
from extractor.train.align import align
from extractor.train.card import card
from extractor.train.evaluate import entries, evaluate
from extractor.train.network import Settings, lesson, tokenizing_pipeline, trained

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from spacy.language import Language

    from extractor.document import Document
    from extractor.finding import Finding
    from extractor.gold import GoldAbstract
    from extractor.train.evaluate import Evaluation
    from extractor.train.network import Lesson

    Progress = Callable[[str], None]

_SPACY = ">=3.8.7,<4"  # as the package itself asks for


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldCounts:
    """What the gold files hold, as training sees it.

    Attributes:
        sha256: digest of each file, by its name.
        abstracts: how many there are.
        names: names of methods and benchmarks, all spellings.
        missing: names of these that stand nowhere by themselves.
        spans: places where names stand.
        optional: places of these that count neither way.
        cut: places whose edges the tokenizer does not cut at; they count neither way.
    """

    sha256: Mapping[str, str]
    abstracts: int
    names: int
    missing: int
    spans: int
    optional: int
    cut: int


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
        settings: how.
        seed: what the random numbers came from.
        cross_validation: how good such a model is, if that was asked for.
        seconds: how long it took.
    """

    gold: GoldCounts
    settings: Settings
    seed: int
    cross_validation: CrossValidation | None
    seconds: float


@dataclass(frozen=True, slots=True)
class _Course:
    """Gold made ready for training."""

    abstracts: Sequence[GoldAbstract]
    documents: Sequence[Document]
    lessons: Sequence[Sequence[Lesson]]
    counts: GoldCounts


def train(
    gold: Sequence[Path],
    out: Path,
    *,
    seed: int = 0,
    folds: int = 3,
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> TrainingReport:
    """Train a model on gold files and write it, with its card, to the folder `out`.

    The same gold, seed and settings give the same files on one machine.

    Args:
        gold: the gold files (JSON Lines).
        out: the folder to write to; other files in it stay as they are.
        seed: what the random numbers come from.
        folds: how many parts to cross-validate with before the model itself is trained; 0 leaves it out.
        settings: how to build and train the network.
        progress: called with a line to tell what is going on.

    Raises:
        InputError: a gold file cannot be read or used.
        OutputError: the folder cannot be written.
    """
    started = time.monotonic()
    settings = settings or Settings()
    tell = progress or _silent
    course = _course(gold)
    validated = _cross_validate(course, folds=folds, seed=seed, settings=settings, tell=tell) if folds else None
    tell(f"training on {course.counts.abstracts} abstracts")
    nlp = trained(list(chain.from_iterable(course.lessons)), settings, seed=seed)
    report = TrainingReport(
        gold=course.counts,
        settings=settings,
        seed=seed,
        cross_validation=validated,
        seconds=time.monotonic() - started,
    )
    _save(nlp, out, report)
    return report


def cross_validate(
    gold: Sequence[Path],
    *,
    seed: int = 0,
    folds: int = 3,
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> CrossValidation:
    """Return what is found in each gold abstract by a model that has not seen it.

    Raises:
        InputError: a gold file cannot be read, or there are fewer abstracts than there are folds.
    """
    return _cross_validate(
        _course(gold), folds=folds, seed=seed, settings=settings or Settings(), tell=progress or _silent
    )


def _cross_validate(course: _Course, *, folds: int, seed: int, settings: Settings, tell: Progress) -> CrossValidation:
    if not 2 <= folds <= len(course.abstracts):
        raise InputError(f"{len(course.abstracts)} abstracts cannot be parted into {folds} folds of one at least")
    order = list(range(len(course.abstracts)))
    random.Random(seed).shuffle(order)  # noqa: S311 - no secret
    findings: dict[str, Sequence[Finding]] = {}
    for fold in range(folds):
        tell(f"cross-validation: fold {fold + 1} of {folds}")
        held_out = order[fold::folds]
        seen = sorted(set(order) - set(held_out))
        tagger = Tagger.of(trained([item for index in seen for item in course.lessons[index]], settings, seed=seed))
        found = find_names(tagger, [course.documents[index] for index in held_out])
        findings |= {course.abstracts[index].id: names for index, names in zip(held_out, found, strict=True)}
    in_order = {abstract.id: findings[abstract.id] for abstract in course.abstracts}
    evaluation = evaluate(course.abstracts, course.documents, list(in_order.values()))
    return CrossValidation(folds=folds, findings=in_order, evaluation=evaluation)


def _course(gold: Sequence[Path]) -> _Course:
    abstracts = list(chain.from_iterable(read_gold(path) for path in gold))
    if not abstracts:
        raise InputError("the gold files hold no abstract to train on")
    twice = [name for name, count in Counter(abstract.id for abstract in abstracts).items() if count > 1]
    if twice:
        raise InputError(f"two gold abstracts have the id {twice[0]!r}; leave one out")
    documents = [document_of(Abstract(abstract.text, title=abstract.title)) for abstract in abstracts]
    alignments = [align(abstract, document) for abstract, document in zip(abstracts, documents, strict=True)]
    nlp = tokenizing_pipeline()
    lessons: list[list[Lesson]] = []
    cut = 0
    for document, alignment in zip(documents, alignments, strict=True):
        lessons.append([])
        for passage in document.passages:
            doc = nlp.make_doc(passage.text)
            spans = [span for span in alignment.spans if span.field == passage.field]
            cut += sum(doc.char_span(span.start, span.end) is None for span in spans)
            lessons[-1].append(lesson(doc, spans))
    spans = list(chain.from_iterable(alignment.spans for alignment in alignments))
    counts = GoldCounts(
        sha256={path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in gold},
        abstracts=len(abstracts),
        names=sum(len(entry.names) for item in abstracts for kind in KINDS for entry in entries(item, kind)),
        missing=sum(len(alignment.missing) for alignment in alignments),
        spans=len(spans),
        optional=sum(span.optional for span in spans),
        cut=cut,
    )
    return _Course(abstracts, documents, lessons, counts)


def _save(nlp: Language, out: Path, report: TrainingReport) -> None:
    nlp.meta.update(
        name="extractor_ner",
        version="1",
        description="Names of methods and benchmarks in abstracts of machine-learning papers.",
        license="Apache-2.0",
        spacy_version=_SPACY,
        performance=_performance(report.cross_validation),
        training={
            "gold": asdict(report.gold),
            "seed": report.seed,
            "settings": asdict(report.settings),
            "versions": {"spacy": spacy.about.__version__, "thinc": thinc.__version__, "numpy": np.__version__},
        },
    )
    try:
        nlp.to_disk(out)
        (out / "README.md").write_text(card(report), encoding="utf-8")
    except OSError as error:
        raise OutputError(f"{out}: the model cannot be written: {error.strerror}") from error


def _performance(validated: CrossValidation | None) -> dict[str, Any]:
    if validated is None:
        return {}
    return {"folds": validated.folds} | {
        f"{kind}_{measure}": round(getattr(score, measure), 4)
        for kind, score in validated.evaluation.scores.items()
        for measure in ("precision", "recall", "f1")
    }


def _silent(line: str) -> None:
    """Take a line of progress that nobody wants to see."""
