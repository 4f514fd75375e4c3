"""Reliability: claimed confidences against what gold says."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shown import run

from extractor.errors import InputError
from extractor.gold.files import GoldAbstract
from extractor.gold.reliability import BOUNDS, ReliabilityTable, Share, reliability_of

ROOT = Path(__file__).parents[2]


def _gold(gold_id: str = "a", **parts: Any) -> GoldAbstract:
    empty: dict[str, Any] = {"methods": [], "benchmarks": [], "numbers": [], "links": []}
    return GoldAbstract.model_validate({"id": gold_id, "text": "ANet beats BNet.", **empty, **parts})


def _method(name: str, confidence: float | None, *found_by: str) -> dict[str, Any]:
    return {"name": name, "aliases": [], "role": "mentioned", "confidence": confidence, "found_by": list(found_by)}


def _names(*names: str, optional: bool = False) -> list[dict[str, Any]]:
    return [{"names": [name], "role": "mentioned", "optional": optional} for name in names]


def _table(gold: GoldAbstract, *methods: dict[str, Any]) -> ReliabilityTable:
    return reliability_of([gold], [{"id": "a", "methods": list(methods)}])


def test_entries_are_counted_by_confidence_and_by_what_found_them() -> None:
    table = _table(
        _gold(methods=_names("ANet", "BNet", "CNet")),
        _method("ANet", 0.9, "ner", "names/methods"),
        _method("BNet", 0.94, "names/methods", "ner"),
        _method("XNet", 0.53, "ner"),
        _method("CNet", 1.0, "definitions/called"),
    ).kinds["methods"]
    assert [(low, high, share.right, share.found) for low, high, share in table.bins] == [
        (0.5, 0.6, 0, 1), (0.9, 0.95, 2, 2), (0.98, 1.0, 1, 1),
    ]  # fmt: skip
    assert [(name, share.right, share.found) for name, share in table.ways] == [
        ("names+ner", 2, 2), ("definitions", 1, 1), ("ner", 0, 1),
    ]  # fmt: skip
    assert table.whole is not None
    assert table.whole.claimed == pytest.approx(3.37 / 4)
    assert (table.whole.right, table.whole.found) == (3, 4)
    assert table.bins[1][2].claimed == pytest.approx(0.92)
    assert table.gap == pytest.approx((0.53 + 2 * 0.08 + 0) / 4)


def test_what_a_score_leaves_out_is_left_out() -> None:
    table = _table(_gold(methods=_names("ANet", optional=True)), _method("ANet", 0.9, "ner")).kinds["methods"]
    assert (table.whole, table.bins, table.ways, table.gap) == (None, (), (), 0.0)


def test_records_that_are_not_there_are_counted() -> None:
    table = reliability_of([_gold("a"), _gold("b", text="Another.")], [{"id": "a", "methods": None}])
    assert (table.gold, table.absent) == (2, 1)
    assert table.as_text().startswith("2 gold abstracts, 1 without a record\n\nmethods ")


@pytest.mark.parametrize("method", [_method("ANet", None, "ner"), _method("ANet", 0.9)])
def test_records_without_confidences_are_an_error(method: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="a: one of its methods has no confidence; give records of a run"):
        _table(_gold(methods=_names("ANet")), method)


@pytest.mark.parametrize(
    ("share", "interval", "is_off"),
    [
        pytest.param(Share(0.9, 45, 50), (0.786, 0.957), False, id="as claimed"),
        pytest.param(Share(0.99, 40, 50), (0.670, 0.888), True, id="claimed too much"),
        pytest.param(Share(0.5, 1, 1), (0.207, 1.0), False, id="one says little"),
        pytest.param(Share(1.0, 500, 500), (0.992, 1.0), False, id="all right, and claimed"),
        pytest.param(Share(0.0, 0, 500), (0.0, 0.008), False, id="none right, and claimed"),
        pytest.param(Share(0.96, 45, 50), (0.786, 0.957), False, id="a confidence is rounded to two digits"),
    ],
)
def test_intervals(share: Share, interval: tuple[float, float], *, is_off: bool) -> None:
    assert share.interval == pytest.approx(interval, abs=0.0006)
    assert share.is_off == is_off


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=20))
@settings(deadline=None, max_examples=60, derandomize=True)
def test_bins_hold_every_entry_once(entries: list[tuple[float, bool]]) -> None:
    right = [f"Net{number}" for number, (_, is_right) in enumerate(entries) if is_right]
    methods = [_method(f"Net{number}", confidence, "ner") for number, (confidence, _) in enumerate(entries)]
    table = _table(_gold(methods=_names(*right)), *methods).kinds["methods"]
    assert sum(share.found for *_, share in table.bins) == len(entries)
    assert sum(share.right for *_, share in table.bins) == len(right)
    assert all(low <= share.claimed + 1e-9 and share.claimed <= high + 1e-9 for low, high, share in table.bins)
    assert all((low, high) in pairwise(BOUNDS) for low, high, _ in table.bins)
    for *_, share in table.bins:
        low, high = share.interval
        assert 0 <= low <= share.observed <= high <= 1


def test_a_claim_outside_the_interval_has_a_mark() -> None:
    methods = [_method(f"Net{number}", 0.99, "ner") for number in range(20)]
    text = _table(_gold(methods=_names("Net1")), *methods).as_text()
    marked = [line for line in text.splitlines() if line.endswith(" *") or " * " in line]
    assert len(marked) == 3
    assert text.endswith("* the claim is outside the interval: chance alone hardly explains it")
    assert "by ner" in text
    assert "  none" in text


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    folder = tmp_path_factory.mktemp("files")
    gold = {"id": "a", "text": "ANet.", "methods": _names("ANet"), "benchmarks": [], "numbers": [], "links": []}
    record = {"id": "a", "text": "ANet.", "methods": [_method("ANet", 0.9, "ner")]}
    (folder / "gold.jsonl").write_text(json.dumps(gold), encoding="utf-8")
    (folder / "records.jsonl").write_text(json.dumps(record), encoding="utf-8")
    return str(folder / "gold.jsonl"), str(folder / "records.jsonl")


def test_the_command_prints_text_or_json(files: tuple[str, str]) -> None:
    code, text = run(["score", *files, "--reliability"])
    assert code == 0
    assert "  0.90 to 0.95                        0.900     1.000    0.207-1.000      1      1\n" in text
    code, plain = run(["score", *files, "--reliability", "--json"])
    table = json.loads(plain)
    assert code == 0
    assert (table["records"], table["absent"]) == (1, 0)
    row = {"claimed": 0.9, "observed": 1.0, "low": 0.2065, "high": 1.0, "right": 1, "found": 1}
    assert table["methods"] == {
        **row, "gap": 0.1, "bins": [{"from": 0.9, "to": 0.95, **row}], "ways": [{"found_by": "ner", **row}],
    }  # fmt: skip
    assert table["links"] == {"found": 0, "right": 0, "gap": 0.0, "bins": [], "ways": []}


@pytest.mark.parametrize("option", [["--errors", "2"], ["--baseline", "x.json"]])
def test_it_goes_with_no_option_of_scores(files: tuple[str, str], option: list[str]) -> None:
    code, text = run(["score", *files, "--reliability", *option])
    assert (code, text) == (
        2, "extractor: error: --reliability prints no scores; leave out --errors and --baseline\n",
    )  # fmt: skip
