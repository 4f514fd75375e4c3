"""Choosing by points, and the file that they ship in."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from extractor import resources
from extractor.entries.merge import Entry
from extractor.errors import ModelError
from extractor.points import Scorecard
from extractor.relate.choice import FILE, RELATIONS, Scorecards, choose
from extractor.relate.evidence import Candidate

if TYPE_CHECKING:
    from pathlib import Path

FOO = Entry(kind="benchmark", forms=("Foo",), canonical=None, proposed=False, mentions=(), found_by=("x",))
BAR = replace(FOO, forms=("Bar",))
CARD = Scorecard({"near": 30, "paired": 100, "far": -40}, least=10)


@pytest.mark.parametrize(
    ("candidates", "chosen", "points"),
    [
        pytest.param([Candidate(FOO, ("near",)), Candidate(BAR, ("paired",))], BAR, [100, 30], id="the most points"),
        pytest.param([Candidate(FOO, ("near", "far"))], None, [-10], id="not enough of them"),
        pytest.param([Candidate(FOO, ("unheard of",))], None, [0], id="a feature without points"),
        pytest.param([Candidate(FOO, ("near",)), Candidate(BAR, ("near",))], FOO, [30, 30], id="the first of equals"),
        pytest.param([Candidate(FOO, ("far",)), Candidate(FOO, ("near",))], FOO, [30], id="an entry's best mention"),
        pytest.param(
            [Candidate(FOO, ("paired",), barred="why"), Candidate(BAR, ("near",))], BAR, [30, 100], id="barred is last"
        ),
        pytest.param([Candidate(FOO, ("paired",), barred="why")], None, [100], id="barred alone"),
        pytest.param([], None, [], id="no candidates"),
    ],
)
def test_choice(candidates: list[Candidate], chosen: Entry | None, points: list[int]) -> None:
    choice = choose(CARD, candidates)
    assert choice.entry is chosen
    assert [weighed.points for weighed in choice.weighed] == points


def test_points_of_features_that_are_not_there_do_not_count() -> None:
    assert CARD.itemized(("near", "unheard of", "far")) == (("far", -40), ("near", 30))


def test_what_ships_is_whole_and_written_as_training_writes_it() -> None:
    shipped = Scorecards.load()
    assert (resources.model() / FILE).read_text(encoding="utf-8") == shipped.as_json()
    assert set(shipped.cards) == set(RELATIONS)
    assert all(isinstance(points, int) for card in shipped.cards.values() for points in card.points.values())


def test_digest_follows_the_points() -> None:
    cards = dict.fromkeys(RELATIONS, CARD)
    assert Scorecards(cards).digest == Scorecards(dict(cards)).digest
    assert Scorecards(cards).digest != Scorecards({**cards, "method": Scorecard({"near": 31})}).digest


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(None, id="missing"),
        pytest.param("{", id="no JSON"),
        pytest.param("[]", id="no object"),
        pytest.param(json.dumps({"benchmark": {"least": 0, "points": {}}}), id="a relation is missing"),
    ],
)
def test_damaged_file(content: str | None, tmp_path: Path) -> None:
    path = tmp_path / FILE
    if content is not None:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(ModelError, match="install extractor again"):
        Scorecards.load(path)
