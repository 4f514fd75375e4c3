"""Training and cross-validation, from a gold file to a model folder."""

from __future__ import annotations

import hashlib
import random
import time
from collections import Counter
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import spacy
import thinc
from threadpoolctl import threadpool_limits

from extractor import resources
from extractor.abstract import Abstract
from extractor.entries.judging import FILE as NAMES_FILE
from extractor.entries.judging import as_json
from extractor.errors import InputError, OutputError
from extractor.gold.files import read_gold
from extractor.gold.score import score_records
from extractor.passes.ner import KINDS, Parts, Tagger, find_names
from extractor.pipeline import document_of
from extractor.readers import read_abstracts
from extractor.readers.ids import with_prefix
from extractor.relate.choice import FILE
from extractor.train.ablation import ablation_in
from extractor.train.align import align
from extractor.train.calibrate import calibrate
from extractor.train.card import card
from extractor.train.errors import confusion, errors
from extractor.train.evaluate import entries, evaluate
from extractor.train.kept import Kept, digest_of, read_kept, write_kept
from extractor.train.names import learn_names
from extractor.train.network import Lesson, Settings, edges, lesson, tokenizing_pipeline, trained
from extractor.train.reading import read, records
from extractor.train.relations import learn_relations
from extractor.train.report import (
    Counts,
    CrossValidation,
    GoldCounts,
    LearningReport,
    SilverCounts,
    TextCounts,
    TrainingReport,
)
from extractor.train.silver import read_silver, silver_digest, wanted
from extractor.train.vectors import word_vectors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

    from spacy.language import Language

    from extractor.document import Document
    from extractor.finding import Finding
    from extractor.gold.files import GoldAbstract
    from extractor.records import AbstractRecord
    from extractor.train.names import LearntCards
    from extractor.train.relations import LearntScorecards
    from extractor.train.vectors import WordVectors

    Progress = Callable[[str], None]

_SPACY = ">=3.8.7,<4"  # as the package itself asks for


@dataclass(frozen=True, slots=True)
class Course:
    """Gold made ready for training."""

    abstracts: Sequence[GoldAbstract]
    documents: Sequence[Document]
    lessons: Sequence[Sequence[Lesson]]
    counts: Counts
    vectors: WordVectors | None
    silver: Sequence[Lesson]


def train(
    gold: Path,
    out: Path,
    *,
    texts: Path | None = None,
    silver: Path | None = None,
    seed: int = 0,
    folds: int = 3,
    settings: Settings | None = None,
    keep: Path | None = None,
    progress: Progress | None = None,
) -> TrainingReport:
    """Train a model on a gold file and write it, with its card, to the folder `out`.

    The same gold, texts, silver, seed and settings give the same files on one machine.

    Args:
        gold: the gold file (JSON Lines).
        out: the folder to write to; other files in it stay as they are.
        texts: a file of abstracts that nobody has annotated, in any format that can be read. Vectors of words are made
            from them, so that the model knows more words than gold has. Without it there are none.
        silver: what a teacher thinks of some of the texts (see `extractor.train.silver`), to learn from beside gold.
        seed: what the random numbers come from.
        folds: how many parts to cross-validate with before the model itself is trained; 0 leaves it out.
        settings: how to build and train the network.
        keep: a file for what models found in gold that they had not seen. It is written; if it is there already, made
            of the same with the model that is in `out`, no network is trained: points are learnt anew, and no more.
        progress: called with a line to tell what is going on.

    Raises:
        InputError: a file cannot be read or used.
        OutputError: the folder cannot be written.
    """
    started = time.monotonic()
    settings = settings or Settings()
    tell = progress or _silent
    abstracts, documents = _gold(gold)
    origin: dict[str, object] = {
        "gold": _digest(gold),
        "texts": _digest(texts) if texts else None,
        "silver": silver_digest(silver) if silver else None,
        "seed": seed,
        "folds": folds,
        "settings": asdict(settings),
        "documents": digest_of(documents),
    }
    nlp: Language | None = None
    validated: CrossValidation | None = None
    with _one_thread():
        kept = read_kept(keep, origin | _weights(out)) if keep else None
        if kept is not None:
            tell(f"taking from {keep} what was found")
            counts = kept.counts
            validated = _validated(abstracts, documents, kept.found, folds=folds)
        else:
            course = make_course(gold, texts, silver, settings=settings, seed=seed, tell=tell)
            counts = course.counts
            if folds:
                validated = _cross_validate(course, folds=folds, seed=seed, settings=settings, tell=tell)
            tell(f"training on {counts.gold.abstracts} abstracts")
            lessons = list(chain.from_iterable(course.lessons))
            nlp = trained(lessons, settings, seed=seed, silver=course.silver, vectors=course.vectors)
        learnt = _learn(abstracts, validated.findings, tell=tell) if validated else None
    report = TrainingReport(
        counts=counts,
        settings=settings,
        seed=seed,
        cross_validation=validated,
        learning=learnt.report if learnt else None,
        seconds=time.monotonic() - started,
    )
    if nlp is not None:
        _save(nlp, out, report)
        if keep and validated:
            write_kept(keep, origin | _weights(out), Kept(counts, validated.findings))
    _write(out / "README.md", card(report, ablation_in(out)))
    if learnt:
        _write(out / NAMES_FILE, as_json(with_model=learnt.names.cards, rules_only=learnt.names_by_rules.cards))
        _write(out / FILE, learnt.scorecards.cards.as_json())
        calibrate(abstracts, learnt.records, learnt.by_rules, out)
    return report


@dataclass(frozen=True, slots=True)
class _Learnt:
    """What is learnt from what models found in gold that they had not seen, and the records that follow without it."""

    names: LearntCards
    names_by_rules: LearntCards
    scorecards: LearntScorecards
    records: Sequence[AbstractRecord]
    by_rules: Sequence[AbstractRecord]
    report: LearningReport


def _learn(gold: Sequence[GoldAbstract], found: Mapping[str, Sequence[Finding]], *, tell: Progress) -> _Learnt:
    tell("reading gold by rules")
    readings = read(gold)
    tell("learning to judge names")
    names, names_by_rules = learn_names(readings, found), learn_names(readings, {})
    tell("learning relations")
    scorecards = learn_relations(readings, found, judging=names.unseen)
    tell("measuring")
    whole = list(records(readings, found, names.unseen, scorecards.unseen))
    by_rules = list(records(readings, {}, names_by_rules.unseen))
    report = LearningReport(
        scores=score_records(gold, [record.model_dump() for record in whole]),
        relations=scorecards.scores,
        confusion=confusion(gold, whole),
        errors=errors(gold, whole),
    )
    return _Learnt(names, names_by_rules, scorecards, whole, by_rules, report)


def cross_validate(
    gold: Path,
    *,
    texts: Path | None = None,
    silver: Path | None = None,
    seed: int = 0,
    folds: int = 3,
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> CrossValidation:
    """Return what is found in each gold abstract by a model that has not seen it. For the arguments see `train`.

    Raises:
        InputError: a file cannot be read, or there are fewer gold abstracts than folds.
    """
    settings, tell = settings or Settings(), progress or _silent
    with _one_thread():
        course = make_course(gold, texts, silver, settings=settings, seed=seed, tell=tell)
        return _cross_validate(course, folds=folds, seed=seed, settings=settings, tell=tell)


def _cross_validate(course: Course, *, folds: int, seed: int, settings: Settings, tell: Progress) -> CrossValidation:
    if not 2 <= folds <= len(course.abstracts):
        raise InputError(f"{len(course.abstracts)} abstracts cannot be parted into {folds} folds of one at least")
    findings: dict[str, Sequence[Finding]] = {}
    for fold, (seen, held_out) in enumerate(parts(len(course.abstracts), folds, seed=seed), 1):
        tell(f"cross-validation: fold {fold} of {folds}")
        lessons = [item for index in seen for item in course.lessons[index]]
        nlp = trained(lessons, settings, seed=seed, silver=course.silver, vectors=course.vectors)
        found = find_names(Tagger.of(Parts.of(nlp)), [course.documents[index] for index in held_out])
        findings |= {course.abstracts[index].id: names for index, names in zip(held_out, found, strict=True)}
    return _validated(course.abstracts, course.documents, findings, folds=folds)


def _validated(
    abstracts: Sequence[GoldAbstract],
    documents: Sequence[Document],
    found: Mapping[str, Sequence[Finding]],
    *,
    folds: int,
) -> CrossValidation:
    in_order = {abstract.id: found[abstract.id] for abstract in abstracts}
    evaluation = evaluate(abstracts, documents, list(in_order.values()))
    return CrossValidation(folds=folds, findings=in_order, evaluation=evaluation)


def _weights(out: Path) -> dict[str, object]:
    """Return the digest of the network in a folder, if there is one."""
    folders = [out / name for name in ("tagger", "vocab")]
    return {"model": " ".join(map(resources.digest, folders)) if all(map(Path.is_dir, folders)) else None}


def parts(count: int, folds: int, *, seed: int = 0) -> Iterator[tuple[list[int], list[int]]]:
    """Yield, for each fold, the numbers of the abstracts that are learnt from and of those held out."""
    order = list(range(count))
    random.Random(seed).shuffle(order)  # noqa: S311 - no secret
    for fold in range(folds):
        held_out = order[fold::folds]
        yield sorted(set(order) - set(held_out)), held_out


def make_course(
    gold: Path,
    texts: Path | None = None,
    silver: Path | None = None,
    *,
    settings: Settings | None = None,
    seed: int = 0,
    tell: Progress | None = None,
) -> Course:
    """Return gold, vectors of words and silver made ready for training. For the arguments see `train`.

    Raises:
        InputError: a file cannot be read or used.
    """
    settings, tell = settings or Settings(), tell or _silent
    abstracts, documents = _gold(gold)
    alignments = [align(abstract, document) for abstract, document in zip(abstracts, documents, strict=True)]
    vectors = text_counts = None
    if texts is not None:
        tell(f"making vectors of words from {texts.name}")
        vectors, text_counts = _vectors(texts, settings, seed=seed)
    nlp = tokenizing_pipeline(vectors, by_norm=True)
    lessons: list[list[Lesson]] = []
    cut = 0
    for document, alignment in zip(documents, alignments, strict=True):
        lessons.append([])
        for passage in document.passages:
            doc = nlp.make_doc(passage.text)
            spans = [span for span in alignment.spans if span.field == passage.field]
            cut += sum(doc.char_span(span.start, span.end) is None for span in spans)
            lessons[-1].append(lesson(doc, spans))
    silver_lessons: list[Lesson] = []
    silver_counts = None
    if silver is not None:
        if texts is None:
            raise InputError(f"{silver}: silver holds no texts; name the file that its abstracts are in as texts")
        tell(f"reading silver from {silver.name}")
        silver_lessons, silver_counts = _silver(silver, texts, nlp, but={abstract.id for abstract in abstracts})
    spans = list(chain.from_iterable(alignment.spans for alignment in alignments))
    counts = GoldCounts(
        sha256=_digest(gold),
        abstracts=len(abstracts),
        names=sum(len(entry.names) for item in abstracts for kind in KINDS for entry in entries(item, kind)),
        missing=sum(len(alignment.missing) for alignment in alignments),
        spans=len(spans),
        optional=sum(span.optional for span in spans),
        cut=cut,
    )
    return Course(
        abstracts,
        documents,
        lessons,
        Counts(gold=counts, texts=text_counts, silver=silver_counts),
        vectors,
        silver_lessons,
    )


def _gold(gold: Path) -> tuple[list[GoldAbstract], list[Document]]:
    """Return the abstracts of a gold file and their documents."""
    abstracts = list(read_gold(gold))
    if not abstracts:
        raise InputError(f"{gold}: holds no abstract to train on")
    twice = [name for name, count in Counter(abstract.id for abstract in abstracts).items() if count > 1]
    if twice:
        raise InputError(f"{gold}: two abstracts have the id {twice[0]!r}; leave one out")
    return abstracts, [document_of(Abstract(abstract.text, title=abstract.title)) for abstract in abstracts]


def _silver(silver: Path, texts: Path, nlp: Language, *, but: Iterable[str]) -> tuple[list[Lesson], SilverCounts]:
    """Return what is to be learnt from silver, in the order of the texts, leaving out what is gold."""
    known = {with_prefix(one.removeprefix("arxiv-")) for one in but}
    thoughts = {one.id: one for one in read_silver(silver) if one.id not in known}
    lessons: list[Lesson] = []
    count = 0
    for abstract in read_abstracts(texts):
        if not isinstance(abstract, Abstract) or (thought := thoughts.pop(abstract.id or "", None)) is None:
            continue
        count += 1
        for passage in document_of(abstract).passages:
            doc = nlp.make_doc(passage.text)
            said = thought.title if passage.field == "title" else thought.text
            lessons.append(Lesson(doc, wanted(edges(doc), said)))
    if thoughts:
        raise InputError(
            f"{silver}: {texts} has no abstract {next(iter(thoughts))!r}; use the texts that the teacher read"
        )
    return lessons, SilverCounts(sha256=silver_digest(silver), abstracts=count)


def _vectors(texts: Path, settings: Settings, *, seed: int) -> tuple[WordVectors, TextCounts]:
    count = 0

    def cleaned() -> Iterator[str]:
        nonlocal count
        for abstract in read_abstracts(texts):
            if not isinstance(abstract, Abstract):
                if abstract.position is None:
                    raise InputError(abstract.reason)
                continue
            count += 1
            yield from (passage.text for passage in document_of(abstract).passages)

    vectors = word_vectors(
        tokenizing_pipeline(), cleaned(), words=settings.vector_words, width=settings.vector_width, seed=seed
    )
    if not vectors.norms:
        raise InputError(f"{texts}: holds no abstracts to make vectors of words from")
    return vectors, TextCounts(sha256=_digest(texts), abstracts=count)


def _one_thread() -> AbstractContextManager[object]:
    """Keep linear algebra to one thread: with several, sums depend on how many there are, and so would the model."""
    limits: AbstractContextManager[object] = threadpool_limits(limits=1, user_api="blas")
    return limits


def _digest(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise InputError(f"{path}: it cannot be read: {error.strerror}; check its name") from error


def _save(nlp: Language, out: Path, report: TrainingReport) -> None:
    nlp.meta.update(
        name="extractor_ner",
        version="1",
        description="Names of methods and benchmarks in abstracts of machine-learning papers.",
        license="Apache-2.0",
        spacy_version=_SPACY,
        performance=_performance(report.cross_validation),
        training={
            **asdict(report.counts),
            "seed": report.seed,
            "settings": asdict(report.settings),
            "versions": {"spacy": spacy.about.__version__, "thinc": thinc.__version__, "numpy": np.__version__},
        },
    )
    try:
        nlp.to_disk(out)
    except OSError as error:
        raise OutputError(f"{out}: the model cannot be written: {error.strerror}") from error


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise OutputError(f"{path}: it cannot be written: {error.strerror}") from error


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
