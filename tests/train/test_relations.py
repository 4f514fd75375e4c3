"""Learning what evidence weighs: that it learns what is easy, and gives the same for the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from extractor.gold.files import GoldAbstract
from extractor.relate.choice import RELATIONS, Scorecards
from extractor.train.relations import learn_relations

if TYPE_CHECKING:
    from extractor.relate.choice import Relation
    from extractor.train.evaluate import Score

    Learnt = tuple[Scorecards, dict[Relation, Score]]


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
def learnt(gold: list[GoldAbstract]) -> Learnt:
    return learn_relations(gold, {})


def test_it_learns_what_is_easy(learnt: Learnt) -> None:
    points = learnt[0].cards["benchmark"].points
    assert points["behind: governed by on"] > 0 > points["behind: governed by nothing"]


def test_names_that_nobody_found_are_missed(learnt: Learnt, gold: list[GoldAbstract]) -> None:
    # No list has FooNet and no model is asked: found names have no method, so that all of them are missed.
    method = learnt[1]["method"]
    assert (method.right, method.wrong, method.missed) == (0, 0, len(gold))


def test_listed_names_are_measured(learnt: Learnt) -> None:
    benchmark = learnt[1]["benchmark"]
    assert benchmark.right + benchmark.missed == 20
    assert benchmark.f1 > 0.9


def test_the_same_gold_gives_the_same_points(learnt: Learnt, gold: list[GoldAbstract]) -> None:
    assert learn_relations(gold, {})[0].as_json() == learnt[0].as_json()


def test_gold_without_numbers_gives_cards_that_tie_nothing() -> None:
    bare = [
        GoldAbstract.model_validate(
            {"id": str(index), "text": "Nothing.", "methods": [], "benchmarks": [], "numbers": [], "links": []}
        )
        for index in range(2)
    ]
    cards, measured = learn_relations(bare, {})
    assert all(not cards.cards[relation].points for relation in RELATIONS)
    assert all((score.right, score.wrong, score.missed) == (0, 0, 0) for score in measured.values())
