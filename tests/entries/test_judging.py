"""Judging by points."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from extractor import Extractor
from extractor.entries.judging import QUESTIONS, Cards
from extractor.errors import ModelError
from extractor.points import Scorecard

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("evidence", "says"),
    [
        (["long", "known"], True),
        (["known"], False),
        pytest.param(["long", "short"], False, id="as many as the least are not enough"),
        pytest.param(["long", "unheard of", "known"], True, id="what has no points counts neither way"),
    ],
)
def test_a_yes_takes_more_than_the_least(evidence: list[str], *, says: bool) -> None:
    assert Scorecard({"long": 30, "known": 5, "short": -10}, 20).says(evidence) is says


def test_shipped_cards_have_points_on_every_question() -> None:
    for with_model in (True, False):
        cards = Cards.load(with_model=with_model)
        assert all(cards.cards[question].points for question in QUESTIONS)
        assert "ner" in cards.known
    assert not any(item.startswith("model") for item in cards.cards["name"].points)


def test_points_were_learnt_with_all_shipped_rules_for_names() -> None:
    """One that is not known counts as a user's own, and its word stands: after a new rule, learn points anew."""
    extractor = Extractor(passes=("definitions", "names"))
    ids = {rule.id for rule in extractor.ruleset.of("definitions")} | set(extractor.ruleset.names)
    assert ids <= Cards.load(with_model=True).known


def test_runs_with_the_model_and_without_have_one_digest() -> None:
    # Else a diff of the two would call the points another cause of what the switch causes.
    assert Cards.load(with_model=True).digest == Cards.load(with_model=False).digest


@pytest.mark.parametrize("content", ["", "{}", '{"known": [], "with_model": {"name": 3}}'])
def test_damaged_cards_are_told_of(content: str, tmp_path: Path) -> None:
    path = tmp_path / "judging.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ModelError, match="no points for names"):
        Cards.load(path, with_model=True)
