"""What each part of the recogniser of names is worth, and what more gold would bring.

    python benchmarks/ablation.py train.gold.jsonl --texts arxiv.jsonl.gz --silver silver.jsonl.gz --write MODEL

All is measured by cross-validation on the gold: models, points for names and points for relations have been learnt
without the abstracts that they are measured on. The teacher that silver comes from has not learnt from the first of
five parts of the gold if it was trained with `--held-out 5`, so figures on these abstracts stand beside the others.
Figures of two models that differ in nothing but their seed differ by about a hundredth. With silver, training takes
about 25 minutes on one core; `--keep` keeps what models found, for running it again with other rules.
"""

from __future__ import annotations

import argparse
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from extractor.gold.score import score_records
from extractor.passes.ner import Parts, Tagger, find_names
from extractor.train import Settings
from extractor.train.ablation import Ablation, Row, section, write_ablation
from extractor.train.kept import Kept, digest_of, read_kept, write_kept
from extractor.train.names import learn_names
from extractor.train.network import trained
from extractor.train.reading import read, records
from extractor.train.relations import learn_relations
from extractor.train.training import make_course, parts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractor.finding import Finding
    from extractor.records import AbstractRecord
    from extractor.train.reading import Found, Readings
    from extractor.train.training import Course

_MEASURES = ("methods", "proposed", "benchmarks", "on_benchmark", "by_method")
_FOLDS, _UNSEEN_PART = 3, 5
_CURVE = (4, 2)  # parts of the gold to learn from


class Models:
    """What models find in gold that they have not seen, of each way of training; kept in files if asked for."""

    def __init__(self, *, seed: int, keep: Path | None) -> None:
        """Train with a seed, and keep in a folder."""
        self._seed, self._keep = seed, keep

    def found(self, course: Course, what: str, groups: Sequence[Sequence[int]], *, silver: bool = False) -> Found:
        """Return what is found in groups of abstracts, each cross-validated by itself."""
        origin: dict[str, object] = {
            "what": what, "seed": self._seed, "folds": _FOLDS, "documents": digest_of(course.documents),
        }  # fmt: skip
        path = self._keep / f"{what}.jsonl" if self._keep else None
        if path and (kept := read_kept(path, origin)):
            return kept.found
        found: dict[str, Sequence[Finding]] = {}
        for group in groups:
            for seen, held_out in parts(len(group), _FOLDS, seed=self._seed):
                nlp = trained(
                    list(chain.from_iterable(course.lessons[group[number]] for number in seen)),
                    Settings(),
                    seed=self._seed,
                    silver=course.silver if silver else (),
                    vectors=course.vectors,
                )
                documents = [course.documents[group[number]] for number in held_out]
                for number, names in zip(held_out, find_names(Tagger.of(Parts.of(nlp)), documents), strict=True):
                    found[course.abstracts[group[number]].id] = names
        if path:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_kept(path, origin, Kept(course.counts, found))
        return found


def unseen_records(readings: Readings, found: Found) -> list[AbstractRecord]:
    """Return the records of gold abstracts, made with points that were learnt from the others."""
    judging = learn_names(readings, found).unseen
    return list(records(readings, found, judging, learn_relations(readings, found, judging=judging).unseen))


def row(what: str, readings: Readings, made: Sequence[AbstractRecord], unseen: Sequence[int] = ()) -> Row:
    """Return the figures of some records, made of the abstracts of some readings, and of part of them."""

    def scores(numbers: Sequence[int]) -> dict[str, float]:
        gold = [readings.each[number].gold for number in numbers]
        table = score_records(gold, [made[number].model_dump() for number in numbers])
        return {name: table.measures[name].f1 for name in _MEASURES}

    print(what, flush=True)
    return Row(what=what, all=scores(range(len(made))), unseen=scores(unseen) if unseen else {})


def main() -> None:
    """Measure, print the tables, and write them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", type=Path)
    parser.add_argument("--texts", type=Path, required=True)
    parser.add_argument("--silver", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", metavar="DIR", type=Path, help="keep what models found here, and take it from here")
    parser.add_argument("--write", metavar="MODEL", type=Path, help="write the tables into the card of this model")
    options = parser.parse_args()
    models = Models(seed=options.seed, keep=options.keep)
    course = make_course(options.gold, options.texts, options.silver)
    every = range(len(course.abstracts))
    _, unseen = next(parts(len(every), _UNSEEN_PART))
    readings = read(course.abstracts)
    no_names = readings.without({"definitions", "names", "tails"})
    gold_alone = models.found(make_course(options.gold), "gold", [every])
    with_vectors = models.found(course, "vectors", [every])
    with_silver = models.found(course, "silver", [every], silver=True)
    rows = [
        row(what, part, unseen_records(part, found), unseen)
        for what, part, found in (
            ("rules alone", readings.without({"names", "tails"}), {}),
            ("and lists of names", readings, {}),
            ("model of the gold alone", no_names, gold_alone),
            ("and vectors of words (pre-training)", no_names, with_vectors),
            ("and silver", no_names, with_silver),
            ("rules, lists and the model without silver", readings, with_vectors),
            ("all", readings, with_silver),
        )
    ]
    curve = []
    for count in _CURVE:
        groups = [held_out for _, held_out in parts(len(every), count)]
        found = models.found(course, f"part-of-{count}", groups)
        by_number: dict[int, AbstractRecord] = {}
        for group in groups:
            by_number |= zip(group, unseen_records(readings.part(group), found), strict=True)
        curve.append(row(f"{len(every) // count}", readings, [by_number[number] for number in every]))
    curve.append(rows[5].model_copy(update={"what": f"{len(every)}", "unseen": {}}))
    ablation = Ablation(
        gold=course.counts.gold.sha256,
        abstracts=len(every),
        unseen=len(unseen),
        folds=_FOLDS,
        seed=options.seed,
        ablation=tuple(rows),
        curve=tuple(curve),
    )
    print("\n" + section(ablation))
    if options.write:
        write_ablation(options.write, ablation)


if __name__ == "__main__":
    main()
