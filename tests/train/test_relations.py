"""Learning what evidence weighs: that it learns what is easy, and gives the same for the same."""

from __future__ import annotations

import pytest

from extractor.gold.files import GoldAbstract
from extractor.relate.choice import RELATIONS
from extractor.train.reading import read
from extractor.train.relations import LearntScorecards, learn_relations


def abstract(index: int, text: str, number: dict[str, object]) -> GoldAbstract:
    shown = str(number["text"])
    entries = {name: {"names": [name], "role": "mentioned"} for name in ("FooNet", "BarNet")}
    return GoldAbstract.model_validate(
        {
            "id": str(index),
            "text": text,
            "methods": [entry for name, entry in entries.items() if name in text],
            "benchmarks": [{"names": [name], "role": "evaluated"} for name in ("CIFAR-10", "ImageNet") if name in text],
            "numbers": [
                {
                    "start": text.index(shown),
                    "value": float(shown.rstrip("%")),
                    "unit": "percent",
                    "kind": "result",
                    "qualifier": "exact",
                    **number,
                }
            ],
            "links": [],
        }
    )


@pytest.fixture(scope="module")
def gold() -> list[GoldAbstract]:
    """Numbers are of the name behind `on`, and never of one behind `near`."""
    made = []
    for index in range(40):
        name = ("CIFAR-10", "ImageNet")[index % 2]
        place, tied = (("on", name), ("near", None))[index % 4 // 2]
        text = f"FooNet reaches {50 + index}% {place} {name}, unlike BarNet."
        made.append(abstract(index, text, {"text": f"{50 + index}%", "benchmark": tied, "method": "FooNet"}))
    return made


@pytest.fixture(scope="module")
def learnt(gold: list[GoldAbstract]) -> LearntScorecards:
    return learn_relations(read(gold), {})


def test_it_learns_what_is_easy(learnt: LearntScorecards) -> None:
    points = learnt.cards.cards["benchmark"].points
    assert points["behind: governed by on"] > 0 > points["behind: governed by nothing"]


def test_names_that_nobody_found_are_missed(learnt: LearntScorecards, gold: list[GoldAbstract]) -> None:
    # No list has FooNet and no model is asked: found names have no method, so that all of them are missed.
    method = learnt.scores["method"]
    assert (method.right, method.wrong, method.missed) == (0, 0, len(gold))


def test_listed_names_are_measured(learnt: LearntScorecards) -> None:
    benchmark = learnt.scores["benchmark"]
    assert benchmark.right + benchmark.missed == 20
    assert benchmark.f1 > 0.9


def test_the_same_gold_gives_the_same_points(learnt: LearntScorecards, gold: list[GoldAbstract]) -> None:
    assert learn_relations(read(gold), {}).cards.as_json() == learnt.cards.as_json()


def test_gold_without_numbers_gives_cards_that_tie_nothing() -> None:
    bare = [
        GoldAbstract.model_validate(
            {"id": str(index), "text": "Nothing.", "methods": [], "benchmarks": [], "numbers": [], "links": []}
        )
        for index in range(2)
    ]
    learnt = learn_relations(read(bare), {})
    assert all(not learnt.cards.cards[relation].points for relation in RELATIONS)
    assert all((score.right, score.wrong, score.missed) == (0, 0, 0) for score in learnt.scores.values())


def test_every_abstract_has_cards_that_were_learnt_without_it(
    learnt: LearntScorecards, gold: list[GoldAbstract]
) -> None:
    assert learnt.unseen.keys() == {annotated.id for annotated in gold}
    assert all(cards.digest != learnt.cards.digest for cards in learnt.unseen.values())
