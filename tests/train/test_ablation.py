"""Figures of the ablation: how they are shown in the card, and that the shipped card shows those beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from extractor import resources
from extractor.errors import InputError
from extractor.train.ablation import FILE, NOT_MEASURED, Ablation, Row, ablation_in, section, write_ablation

if TYPE_CHECKING:
    from pathlib import Path

FIGURES = Ablation(
    gold="0a",
    abstracts=10,
    unseen=2,
    folds=3,
    seed=0,
    ablation=(Row(what="rules alone", all={"methods": 0.5}, unseen={"methods": 0.25}),),
    curve=(Row(what="5", all={"methods": 0.4}),),
)


def test_the_shipped_card_shows_the_figures_beside_it() -> None:
    figures = ablation_in(resources.model())
    assert figures is not None
    card = (resources.model() / "README.md").read_text(encoding="utf-8")
    assert section(figures) in card, "write it anew: python benchmarks/ablation.py … --write extractor/model"
    assert f"SHA-256 `{figures.gold}`" in card, "the model has learnt from other gold since"


def test_tables() -> None:
    shown = section(FIGURES)
    assert "| rules alone | 0.500 (0.250) |" in shown
    assert "| 5 | 0.400 |" in shown


@pytest.mark.parametrize("before", [NOT_MEASURED, section(FIGURES.model_copy(update={"curve": ()}))])
def test_figures_take_the_place_of_others_in_the_card(before: str, tmp_path: Path) -> None:
    card = tmp_path / "README.md"
    card.write_text(f"# Card\n\n{before}\n## More\n\nOf it.\n", encoding="utf-8")
    write_ablation(tmp_path, FIGURES)
    assert card.read_text(encoding="utf-8") == f"# Card\n\n{section(FIGURES)}\n## More\n\nOf it.\n"
    assert ablation_in(tmp_path) == FIGURES


def test_no_figures_and_damaged_ones(tmp_path: Path) -> None:
    assert ablation_in(tmp_path) is None
    (tmp_path / FILE).write_text("{}", encoding="utf-8")
    with pytest.raises(InputError, match="no figures"):
        ablation_in(tmp_path)
