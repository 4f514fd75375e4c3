"""The model card: what a model was trained on, what it scores and where it fails, from the training's figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractor.train.ablation import NOT_MEASURED, section
from extractor.train.errors import COLUMNS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from extractor.relate.choice import Relation
    from extractor.train.ablation import Ablation
    from extractor.train.evaluate import Evaluation, Score
    from extractor.train.report import CrossValidation, LearningReport, TrainingReport

_SHOWN = 10  # kinds of error
_PLURALS = {"method": "methods", "benchmark": "benchmarks"}

_CARD = """\
# Model card: names of methods and benchmarks

A spaCy pipeline that tags names of methods and benchmarks in titles and abstracts of machine-learning papers in
English. `extractor train` wrote this page; every figure on it was measured by that run.

## What it is

A tokenizer that cuts at the edges of names, and a tagger that says of each token whether it begins, continues or ends
the name of a method or of a benchmark, is one by itself, or none: hashed embeddings of each word, {depth} convolution
layers of width {width} that see {sight} words to each side, and one linear layer. `spacy.load` opens it; `extractor`
reads the same weights and runs them in exact arithmetic, so that all machines find the same.

## What it was trained on

{abstracts} annotated abstracts with {names} names, which stand in {spans} places. Of these, {optional} are of optional
names and {cut} lie across the edges of tokens: they count neither way. {missing} names stand nowhere by themselves and
teach nothing.

- gold file: SHA-256 `{sha256}`
- {vectors}
- {silver}
- seed {seed}, {epochs} epochs of the gold, {batch_size} titles or abstracts a step, learning rate {learn_rate}
- dropout {dropout}, of whole words {word_dropout}

## What it scores

{scores}
{learning}{ablation}
## What it does not do

- It sees {sight} words to each side and no other sentence, so it cannot tell a dataset from a method of the same form
  where these words do not.
- It does not say which names mean the same thing, nor which of them the paper proposes; later stages do.
- It was trained on English abstracts of machine learning. In other fields it takes acronyms of all kinds for methods.
"""

_SCORES = """\
Cross-validation in {folds} parts: each abstract was read by a model that had not seen it. An entry is right where one
of its names is right; found long and short forms are one entry only where one stands in brackets behind the other.
{caveat}
{table}

## Where it fails

Of the gold entries whose first name looks so, this share was found:

{forms}"""


_CAVEAT = """\
The teacher may have learnt from these abstracts, so the figures are a little better than where it has not either.
"""

_LEARNING = """
## What comes out of it

The records of the same abstracts, made with rules and lists beside the model and with points for names and relations
(`judging.json`, `relations.json`) that were learnt without them. Rules and lists were made on these abstracts too.

{scores}

Which kinds are taken for which. A row is what a name is in the gold, a column what it is in the record; `metric` is
what a number is said to measure, `none` nothing.

{confusion}

The most frequent kinds of error, and the share of all {total} errors in methods and benchmarks:

{errors}
"""

_RELATIONS = """
## What numbers are tied to

`relations.json` holds the points by which numbers are tied to these names; they were learnt from the same gold.
Cross-validated in the same way, this is how often a number was tied to the right name:

{table}
"""

_RELATION_NAMES = {
    "benchmark": "the benchmark of any number",
    "method": "the method of a result",
    "method_of_no_result": "the method of a size or a setting",
    "baseline": "the baseline of a result",
}


def card(report: TrainingReport, ablation: Ablation | None = None) -> str:
    """Return the model card as Markdown. It says nothing that changes from run to run with the same inputs.

    What `benchmarks/ablation.py` measured has its place in it, if it was.
    """
    counts, settings, validated, learning = report.counts, report.settings, report.cross_validation, report.learning
    gold, silver = counts.gold, counts.silver
    return _CARD.format(
        depth=settings.depth,
        width=settings.width,
        sight=settings.depth * settings.window,
        abstracts=gold.abstracts,
        names=gold.names,
        spans=gold.spans,
        optional=gold.optional,
        cut=gold.cut,
        missing=gold.missing,
        sha256=gold.sha256,
        vectors=_vectors(report),
        silver=_silver(report),
        seed=report.seed,
        epochs=settings.gold_epochs if silver else settings.epochs,
        batch_size=settings.batch_size,
        learn_rate=settings.learn_rate,
        dropout=settings.dropout,
        word_dropout=settings.word_dropout,
        learning=_learning(learning) if learning else "",
        ablation=f"\n{section(ablation)}" if ablation else f"\n{NOT_MEASURED}",
        scores=_scores(validated, silver=silver is not None)
        if validated
        else "It was not measured: the training left cross-validation out.",
    )


def _vectors(report: TrainingReport) -> str:
    texts = report.counts.texts
    if texts is None:
        return "no vectors of words: all that it knows about words it has from the gold"
    return (
        f"vectors of {report.settings.vector_words} frequent words, {report.settings.vector_width} numbers each, from"
        f"\n  {texts.abstracts} abstracts that nobody has annotated: SHA-256 `{texts.sha256}`"
    )


def _silver(report: TrainingReport) -> str:
    silver = report.counts.silver
    if silver is None:
        return "no silver: no teacher has read other abstracts for it"
    return (
        f"{silver.abstracts} abstracts that a teacher has read, which says how likely each tag of each token is;"
        f"\n  passed over {report.settings.silver_epochs} times: SHA-256 `{silver.sha256}`"
    )


def _scores(validated: CrossValidation, *, silver: bool) -> str:
    rows = (
        f"| {_PLURALS[kind]} | {score.precision:.3f} | {score.recall:.3f} | {score.f1:.3f} |"
        for kind, score in validated.evaluation.scores.items()
    )
    return _SCORES.format(
        folds=validated.folds,
        caveat=_CAVEAT if silver else "",
        table="\n".join(["| | precision | recall | F1 |", "|---|---|---|---|", *rows]),
        forms="\n".join(_forms(validated.evaluation)),
    )


def _learning(learning: LearningReport) -> str:
    scores = (
        f"| {name} | {score.precision:.3f} | {score.recall:.3f} | {score.f1:.3f} |"
        for name, score in learning.scores.measures.items()
        if name in ("methods", "proposed", "benchmarks")
    )
    total = sum(count for _, count in learning.errors)
    return _LEARNING.format(
        scores="\n".join(["| | precision | recall | F1 |", "|---|---|---|---|", *scores]),
        confusion="\n".join(
            [
                f"| | {' | '.join(COLUMNS)} |",
                f"|---|{'---|' * len(COLUMNS)}",
                *(f"| {row} | {' | '.join(_cells(row, counts))} |" for row, counts in learning.confusion.items()),
            ]
        ),
        total=total,
        errors="\n".join(
            [
                "| | errors | share |",
                "|---|---|---|",
                *(f"| {what} | {count} | {count / total:.2f} |" for what, count in learning.errors[:_SHOWN]),
            ]
        ),
    ) + _relations(learning.relations)


def _cells(row: str, counts: Mapping[str, int]) -> Iterator[str]:
    return ("" if row == column == "none" else str(count) for column, count in counts.items())


def _relations(relations: Mapping[Relation, Score]) -> str:
    rows = (
        f"| {_RELATION_NAMES[name]} | {score.precision:.3f} | {score.recall:.3f} | {score.f1:.3f} |"
        for name, score in relations.items()
    )
    return _RELATIONS.format(table="\n".join(["| | precision | recall | F1 |", "|---|---|---|---|", *rows]))


def _forms(evaluation: Evaluation) -> Iterator[str]:
    kinds = tuple(evaluation.scores)
    yield f"| | {' | '.join(_PLURALS[kind] for kind in kinds)} |"
    yield f"|---|{'---|' * len(kinds)}"
    for form in sorted({form for _, form in evaluation.by_form}):
        counts = [evaluation.by_form.get((kind, form), (0, 0)) for kind in kinds]
        cells = [f"{found / of:.2f} of {of}" if of else "none" for found, of in counts]
        yield f"| {form} | {' | '.join(cells)} |"
