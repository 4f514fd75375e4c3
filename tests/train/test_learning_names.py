"""Learning to judge names: from a handful of sentences in which it is plain what makes a name."""

from __future__ import annotations

import pytest

from extractor.entries.judging import QUESTIONS, Cards, as_json
from extractor.gold.files import GoldAbstract
from extractor.train.names import LearntCards, learn_names
from extractor.train.reading import read


def abstract(index: int) -> GoldAbstract:
    """`FooNet` is proposed, `BarSet` evaluated on, and what stands behind `according to` is no name."""
    return GoldAbstract.model_validate(
        {
            "id": str(index),
            "text": f"We propose FooNet{index}. It wins on the BarSet{index} dataset, according to PeoplePress{index}.",
            "methods": [{"names": [f"FooNet{index}"], "role": "proposed"}],
            "benchmarks": [{"names": [f"BarSet{index}"], "role": "evaluated"}],
            "numbers": [],
            "links": [],
        }
    )


@pytest.fixture(scope="module")
def gold() -> list[GoldAbstract]:
    return [abstract(index) for index in range(12)]


@pytest.fixture(scope="module")
def learnt(gold: list[GoldAbstract]) -> LearntCards:
    return learn_names(read(gold), {})


def test_it_learns_what_is_easy(learnt: LearntCards) -> None:
    cards = learnt.cards.cards
    assert cards["name"].points["by definitions/we-propose"] > 0
    assert cards["benchmark"].points["behind: data"] > 0 > cards["benchmark"].points["by definitions/we-propose"]


def test_every_abstract_has_cards_that_were_learnt_without_it(learnt: LearntCards, gold: list[GoldAbstract]) -> None:
    assert learnt.unseen.keys() == {annotated.id for annotated in gold}
    assert all(cards.digest != learnt.cards.digest for cards in learnt.unseen.values())


def test_the_same_gold_gives_the_same_points(learnt: LearntCards, gold: list[GoldAbstract]) -> None:
    assert learn_names(read(gold), {}).cards.digest == learnt.cards.digest


def test_gold_without_entries_gives_cards_without_points() -> None:
    bare = GoldAbstract.model_validate(
        {"id": "0", "text": "Nothing.", "methods": [], "benchmarks": [], "numbers": [], "links": []}
    )
    cards = learn_names(read([bare]), {}).cards
    assert all(not cards.cards[question].points for question in QUESTIONS)


def test_what_is_written_is_what_is_loaded(learnt: LearntCards, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("cards") / "judging.json"
    path.write_text(as_json(with_model=learnt.cards, rules_only=learnt.cards), encoding="utf-8")
    loaded = Cards.load(path, with_model=False)
    assert (loaded.as_data(), loaded.known) == (learnt.cards.as_data(), learnt.cards.known)
