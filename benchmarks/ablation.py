"""What each part of the recogniser of names is worth, what more gold would bring, and which kinds are confused.

    python benchmarks/ablation.py train.gold.jsonl --texts arxiv.jsonl.gz --silver silver.jsonl

Measured on the first of five parts of the gold, which nothing was learnt from: neither by the models nor, if it was
trained with `--held-out 5`, by the teacher that the silver comes from. Figures of two models that differ in nothing but
their seed differ by about a hundredth, so each is the mean of some seeds. About ten minutes on one core.
"""

from __future__ import annotations

import argparse
from collections import Counter
from itertools import chain
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING

from extractor.confidence import Reliability
from extractor.gold.score import key, score_records
from extractor.passes.ner import Tagger, find_names
from extractor.pipeline import RULE_PASSES, Extractor
from extractor.train import Settings
from extractor.train.calibrate import records
from extractor.train.names import learn_names
from extractor.train.network import trained
from extractor.train.training import make_course, parts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from extractor.entries.judging import Cards
    from extractor.finding import Finding
    from extractor.gold.files import GoldAbstract
    from extractor.train.training import Course

    Found = Mapping[str, Sequence[Finding]]

_MEASURES = ("methods", "proposed", "benchmarks", "on_benchmark")
_PARTS = 5


def found(course: Course, learnt: Sequence[int], held_out: Sequence[int], *, silver: bool, seed: int) -> Found:
    """Return what a model finds in some gold abstracts that has learnt from others."""
    nlp = trained(
        list(chain.from_iterable(course.lessons[number] for number in learnt)),
        Settings(),
        seed=seed,
        silver=course.silver if silver else (),
        vectors=course.vectors,
    )
    names = find_names(Tagger.of(nlp), [course.documents[number] for number in held_out])
    return {course.abstracts[number].id: each for number, each in zip(held_out, names, strict=True)}


def _judging(gold: Sequence[GoldAbstract], model: Found) -> Mapping[str, Cards]:
    """Return, by abstract's id, cards for judging names that were learnt without it."""
    return learn_names(gold, model).unseen


def row(what: str, gold: Sequence[GoldAbstract], passes: Sequence[str], models: Sequence[Found]) -> str:
    """Return a line of the table: the mean F1 over some models of what these passes and a model find."""
    extractor = Extractor(passes=passes, reliability=Reliability({}))
    tables = [
        score_records(gold, [record.model_dump() for record in records(extractor, gold, model, _judging(gold, model))])
        for model in models
    ]
    cells = (f"{mean(table.measures[name].f1 for table in tables):.3f}" for name in _MEASURES)
    return f"| {what} | {' | '.join(cells)} |"


def confusion(gold: Sequence[GoldAbstract], models: Sequence[Found]) -> str:
    """Return how often names of each kind in gold were found as which, on average over some models."""
    extractor = Extractor(passes=tuple(RULE_PASSES), reliability=Reliability({}))
    counts: Counter[tuple[str, str]] = Counter()
    for model in models:
        for annotated, record in zip(gold, records(extractor, gold, model, _judging(gold, model)), strict=True):
            kinds = {
                "method": (annotated.methods, record.methods),
                "benchmark": (annotated.benchmarks, record.benchmarks),
            }
            there = {key(name): kind for kind, (one, _) in kinds.items() for entry in one for name in entry.names}
            for kind, (_, entries) in kinds.items():
                for entry in entries:
                    names = (key(name) for name in (entry.name, *entry.aliases))
                    counts[next((there[name] for name in names if name in there), "neither"), kind] += 1
    lines = (
        f"| {right} | {' | '.join(f'{counts[right, kind] / len(models):.0f}' for kind in ('method', 'benchmark'))} |"
        for right in ("method", "benchmark", "neither")
    )
    return "\n".join(["| in the gold | found as method | as benchmark |", "|---|---|---|", *lines])


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", type=Path)
    parser.add_argument("--texts", type=Path, required=True)
    parser.add_argument("--silver", type=Path)
    parser.add_argument("--seeds", type=int, default=3, help="models a figure (default: 3)")
    options = parser.parse_args()
    seeds = range(options.seeds)
    course = make_course(options.gold, options.texts, options.silver)
    learnt, held_out = next(parts(len(course.abstracts), _PARTS))
    gold = [course.abstracts[number] for number in held_out]
    everything, no_names = tuple(RULE_PASSES), tuple(name for name in RULE_PASSES if name in ("links", "numbers"))
    no_lists = tuple(name for name in RULE_PASSES if name != "names")
    print(f"| F1 on {len(gold)} abstracts | {' | '.join(_MEASURES)} |\n|---|{'---|' * len(_MEASURES)}")
    print(row("definitions by rule", gold, no_lists, [{}]))
    print(row("and lists of names", gold, everything, [{}]), flush=True)
    bare = make_course(options.gold)
    models = [found(bare, learnt, held_out, silver=False, seed=seed) for seed in seeds]
    print(row("model of the gold alone", gold, no_names, models), flush=True)
    plain = [found(course, learnt, held_out, silver=False, seed=seed) for seed in seeds]
    print(row("and vectors of words", gold, no_names, plain), flush=True)
    best = plain
    if options.silver:
        best = [found(course, learnt, held_out, silver=True, seed=seed) for seed in seeds]
        print(row("and silver", gold, no_names, best), flush=True)
    print(row("everything but silver", gold, everything, plain))
    print(row("everything", gold, everything, best), flush=True)
    print(f"\n| gold learnt from, without silver | {' | '.join(_MEASURES)} |\n|---|{'---|' * len(_MEASURES)}")
    for count in (len(learnt) // 4, len(learnt) // 2):
        part = learnt[:: len(learnt) // count]
        fewer = [found(course, part, held_out, silver=False, seed=seed) for seed in seeds]
        print(row(f"{count} abstracts", gold, everything, fewer), flush=True)
    print(row(f"{len(learnt)} abstracts", gold, everything, plain))
    print("\n" + confusion(gold, best))


if __name__ == "__main__":
    main()
