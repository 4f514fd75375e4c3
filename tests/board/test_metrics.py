"""Which way is better."""

from __future__ import annotations

import pytest

from extractor.board.metrics import MEASURES, UNDIRECTED, listed, measure_of
from extractor.folding import fold_singular


@pytest.mark.parametrize(
    ("metric", "better"),
    [
        pytest.param("accuracy", "higher", id="a name"),
        pytest.param("Top-1 accuracies", "higher", id="a plural with words in front"),
        pytest.param("zero-shot classification accuracy", "higher", id="the last words count"),
        pytest.param("f1-score", "higher", id="a score by its name"),
        pytest.param("FID score", "lower", id="a score that is a distance"),
        pytest.param("Fréchet Inception Distance (FID)", "lower", id="the short form behind"),
        pytest.param("word error rate", "lower", id="an error rate"),
        pytest.param("validation perplexity", "lower", id="perplexity"),
        pytest.param("inference latency", "lower", id="latency"),
        pytest.param("Recall@20", "higher", id="a cut of any depth"),
        pytest.param("quality score", "higher", id="anything called a score"),
        pytest.param("attack success rate", None, id="depends on whose side one is on"),
        pytest.param("error reduction", None, id="a reduction is another thing than what it reduces"),
        pytest.param("performance", None, id="says nothing"),
        pytest.param("FID less", None, id="only the last words count"),
        pytest.param("", None, id="nothing"),
        pytest.param(None, None, id="not said"),
    ],
)
def test_direction(metric: str | None, better: str | None) -> None:
    measure = measure_of(metric)
    assert (measure.better if measure else None) == better


def test_no_name_has_two_directions() -> None:
    directions: dict[str, str] = {}
    for measure in MEASURES:
        for name in measure.names:
            assert directions.setdefault(fold_singular(name), measure.better) == measure.better, name
    assert not set(directions) & set(map(fold_singular, UNDIRECTED))


def test_each_row_has_a_reason_and_its_names_are_found() -> None:
    for measure in MEASURES:
        assert measure.reason
        for name in measure.names:
            assert measure_of(name) in [one for one in MEASURES if name in one.names], name


def test_the_name_list_knows_spellings() -> None:
    assert listed("metrics")["worderrorrate"] == "WER"
