"""What cannot be right is marked, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import regex
from diffing import benchmark, method, number, record

from extractor.stats import count, marks_of
from extractor.stats.pages import as_text

if TYPE_CHECKING:
    from extractor.records import AbstractRecord

_NUMBER = regex.compile(r"[+]?\d+(?:\.\d+)?(?:%|x| points?)?")


def told(text: str, **changes: Any) -> AbstractRecord:
    """A record whose text has results of accuracy; `changes` are those of all."""
    numbers = []
    for match in _NUMBER.finditer(text):
        unit = {"%": "percent", "x": "times", "s": "point", "t": "point"}.get(match[0][-1], "score")
        value = float(regex.search(r"[\d.]+", match[0])[0])  # type: ignore[index]
        plain: dict[str, Any] = {"value": value, "unit": unit, "metric": "accuracy", "change": None}
        if unit in ("point", "times") or text[: match.start()].endswith(("gain of ", "by ", "(", "fall of ")):
            plain["change"] = "increase"
        made = number(text, match[0], **{**plain, **changes})
        numbers.append(made.model_copy(update={"start": match.start(), "end": match.end()}))
    return record(text, numbers=tuple(numbers))


def kinds(one: AbstractRecord) -> list[str]:
    return [mark.kind for mark in marks_of(one)]


@pytest.mark.parametrize(
    ("text", "changes", "marked"),
    [
        pytest.param("It has an accuracy of 140%.", {}, ["out-of-range"], id="more than all"),
        pytest.param("It has an accuracy of 100%.", {}, [], id="all"),
        pytest.param("It has an accuracy of 140.", {}, ["out-of-range"], id="more than all, without a sign"),
        pytest.param("A throughput of 140%.", {"metric": "throughput"}, [], id="no share"),
        pytest.param("A score of 140%.", {"metric": None}, [], id="who knows of what"),
        pytest.param("A gain of 140%.", {}, [], id="a gain has no bound"),
        pytest.param("It gets +140%.", {}, [], id="nor has a written plus"),
        pytest.param("It boosts accuracy by 140%.", {"change": None}, [], id="nor what stands behind by"),
        pytest.param("A fall of 140%.", {"change": "decrease"}, ["out-of-range"], id="a fall by more than all"),
        pytest.param("It falls to 140%.", {"change": "decrease"}, [], id="a fall to something"),
        pytest.param("A size of 140%.", {"kind": "size"}, [], id="no result"),
    ],
)
def test_range(text: str, changes: dict[str, Any], marked: list[str]) -> None:
    assert kinds(told(text, **changes)) == marked


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        pytest.param("from 70.2% to 75.4%, a gain of 5.2 points", [], id="points that fit"),
        pytest.param("from 70.2% to 75.4%, a gain of 5.3 points", [], id="within rounding"),
        pytest.param("from 70.2% to 75.4%, a gain of 6.2 points", ["wrong-gain"], id="points that do not fit"),
        pytest.param("from 50% to 60%, a gain of 20%", [], id="a relative gain"),
        pytest.param("from 50% to 60%, a gain of 10%", ["percent-as-points"], id="points called percent"),
        pytest.param("from 50% to 60%, a gain of 25%", ["wrong-gain"], id="neither"),
        pytest.param(
            "from 50.0% to 60.0%, a gain of 18%", ["wrong-gain"], id="between a share of the old and of the new"
        ),
        pytest.param("from 50.0% to 60.0%, a gain of 16.7%", [], id="a share of the new"),
        pytest.param("from 0.50 to 0.60, a gain of 20%", [], id="relative, of scores"),
        pytest.param("from 0.50 to 0.60, a gain of 10%", [], id="scores as percent: one reading fits"),
        pytest.param("from 0.50 to 0.60, a gain of 30%", ["wrong-gain"], id="no reading fits"),
        pytest.param("from 0.82 to 0.85, a gain of 3.5%", [], id="within what rounding allows of a ratio"),
        pytest.param("from 2.0 to 8.0 (4.0x)", [], id="a ratio"),
        pytest.param("from 2.0 to 8.0 (6.0x)", ["wrong-gain"], id="a wrong ratio"),
        pytest.param("from 8.0 to 2.0 (4.0x)", [], id="a ratio downwards"),
        pytest.param("by 3.1 (from 50.2 to 52.3)", ["wrong-gain"], id="scores that do not fit"),
        pytest.param("by 2.1 (from 50.2 to 52.3)", [], id="scores that fit"),
        pytest.param("a gain of 9 points in accuracy (from 70% to 75%)", ["wrong-gain"], id="the gain comes first"),
        pytest.param("a gain of 5 points in accuracy (from 70% to 75%)", [], id="the gain comes first and fits"),
        pytest.param("from 70% to 75%. A gain of 9 points", [], id="another sentence may be of something else"),
        pytest.param("from 70% to 75%, and recall by 9 points", [], id="another thing"),
        pytest.param("70% to 75%, a gain of 9 points", [], id="a range"),
        pytest.param("70% -> 75% (+9 points)", ["wrong-gain"], id="an arrow"),
        pytest.param("a gain of 9 points (70% → 75%)", ["wrong-gain"], id="an arrow behind the gain"),
        pytest.param("a gain of 5 points (70% → 75%)", [], id="an arrow behind the gain, and all fits"),
        pytest.param("a gain of 9 points, F1 70% → 75%", [], id="an arrow of something else"),
    ],
)
def test_gain(text: str, marked: list[str]) -> None:
    assert kinds(told(text)) == marked


def test_a_gain_of_another_metric_is_another_gain() -> None:
    one = told("from 70% to 75%, a gain of 9 points")
    other = one.numbers[2].model_copy(update={"metric": "recall"})
    assert kinds(one.model_copy(update={"numbers": (*one.numbers[:2], other)})) == []


@pytest.mark.parametrize("qualifier", ["about", "up_to", "at_least"])
def test_what_is_not_exact_is_not_checked(qualifier: str) -> None:
    assert kinds(told("from 70% to 75%, a gain of 9 points", qualifier=qualifier)) == []


@pytest.mark.parametrize(
    ("text", "baseline", "marked"),
    [
        pytest.param("A rises by 3% and 2 points over B", "B", ["percent-as-points"], id="side by side"),
        pytest.param("A rises by 3% and 2% over B", "B", [], id="one unit"),
        pytest.param("A rises by 3% and 2 points over B", None, [], id="over whatever"),
        pytest.param("A rises by 3%. By 2 points over B", "B", [], id="another sentence"),
    ],
)
def test_units_side_by_side(text: str, baseline: str | None, marked: list[str]) -> None:
    one = told(text, change="increase")
    numbers = tuple(each.model_copy(update={"method": "A", "baseline": baseline}) for each in one.numbers)
    assert kinds(record(text, methods=(method(text, "A"), method(text, "B")), numbers=numbers)) == marked


def test_comparisons_need_the_text() -> None:
    one = told("from 70% to 75%, a gain of 9 points").model_copy(update={"text": None})
    assert kinds(one) == []


def test_marks_are_told_with_their_records() -> None:
    text = "It has an accuracy of 140% on BarBench."
    one = told(text).model_copy(update={"id": "id:7", "benchmarks": (benchmark(text),)})
    stats = count([one])
    assert [(mark.paper_id, mark.number_index, mark.told) for mark in stats.marks["out-of-range"]] == [
        ("id:7", 0, "accuracy 140%")
    ]
    assert "      1  out-of-range" in as_text(stats, top=10)
    assert "         id:7  accuracy 140%" in as_text(stats, top=10)
