"""Scores: what counts as right, wrong and missed, case by case; and that the seeds come out as well as promised."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from extractor import Abstract, Extractor, read_abstracts
from extractor.errors import InputError
from extractor.gold.files import GoldAbstract, read_gold
from extractor.gold.score import IN_MEAN, drops, judgements, score_records

SEEDS = Path(__file__).parents[2] / "seeds"
TEXT = "FastNet (FN) gains 7.5% F1 score on FooBench over SlowNet, see https://x.org/a"


def _gold(**parts: Any) -> GoldAbstract:
    return GoldAbstract.model_validate({
        "id": "a", "text": TEXT, "methods": [], "benchmarks": [], "numbers": [], "links": [], **parts,
    })  # fmt: skip


def _method(*names: str, role: str = "mentioned", optional: bool = False) -> dict[str, Any]:
    return {"names": names, "role": role, "optional": optional}


def _found(name: str, *aliases: str, role: str = "mentioned") -> dict[str, Any]:
    return {"name": name, "aliases": list(aliases), "role": role, "found_by": ["x"]}


def _number(**changes: Any) -> dict[str, Any]:
    number = {
        "text": "7.5%", "start": 19, "end": 23, "value": 7.5, "value_max": None, "unit": "percent", "of": None,
        "kind": "result", "qualifier": "exact", "metric": None, "benchmark": None, "method": None, "found_by": ["x"],
    }  # fmt: skip
    return number | changes


def _counts(measure: str, gold: GoldAbstract, **found: Any) -> tuple[int, int, int]:
    record = {"id": "a", "text": TEXT, "methods": [], "benchmarks": [], "numbers": [], "links": [], **found}
    row = score_records([gold], [record]).measures[measure]
    return row.right, row.wrong, row.missed


@pytest.mark.parametrize(
    ("gold", "found", "counts"),
    [
        ([_method("FastNet", "FN")], [_found("FN")], (1, 0, 0)),
        pytest.param([_method("FastNet", "FN")], [_found("FastNet"), _found("FN")], (1, 1, 0), id="found twice"),
        pytest.param([_method("α-Net")], [_found(r"$\alpha$-net")], (1, 0, 0), id="markup, case, hyphen folded"),
        pytest.param([_method("GANs")], [_found("GAN")], (1, 0, 0), id="a plural s folded"),
        pytest.param([_method("ABS")], [_found("AB")], (0, 1, 1), id="an s of a short name is no plural"),
        pytest.param([_method("CNN", optional=True)], [], (0, 0, 0), id="optional and missed"),
        pytest.param([_method("CNN", optional=True)], [_found("CNN")], (0, 0, 0), id="optional and found"),
        pytest.param([_method("CNN", optional=True)], [_found("CNN"), _found("CNNs")], (0, 0, 0), id="optional twice"),
        pytest.param([], [_found("CNN")], (0, 1, 0), id="not there"),
    ],
)
def test_entries(gold: list[dict[str, Any]], found: list[dict[str, Any]], counts: tuple[int, int, int]) -> None:
    assert _counts("methods", _gold(methods=gold), methods=found) == counts


@pytest.mark.parametrize(
    ("role", "counts"),
    [("proposed", (1, 0, 0)), pytest.param("mentioned", (0, 0, 1), id="found, but not as proposed")],
)
def test_proposed(role: str, counts: tuple[int, int, int]) -> None:
    gold = _gold(methods=[_method("FastNet", role="proposed"), _method("SlowNet")])
    assert _counts("proposed", gold, methods=[_found("FastNet", role=role), _found("SlowNet")]) == counts


@pytest.mark.parametrize(
    ("measure", "change", "counts"),
    [
        ("numbers", {}, (1, 0, 0)),
        pytest.param("numbers", {"start": 21, "end": 22}, (1, 0, 0), id="spans need only overlap"),
        pytest.param("numbers", {"start": 23, "end": 25}, (0, 1, 1), id="side by side is no overlap"),
        pytest.param("numbers", {"value": -7.5}, (1, 0, 0), id="the sign does not count"),
        pytest.param("numbers", {"value": 7.50000001}, (1, 0, 0), id="a rounding error"),
        pytest.param("numbers", {"value": 7.51}, (0, 1, 1), id="another value"),
        pytest.param("numbers", {"value_max": 8}, (0, 1, 1), id="a range is no single value"),
        pytest.param("numbers", {"unit": "point"}, (0, 1, 1), id="another unit"),
        pytest.param("numbers", {"kind": "size"}, (1, 0, 0), id="kind is for numbers_typed"),
        pytest.param("numbers_typed", {"kind": "size"}, (0, 1, 1), id="another kind"),
        pytest.param("numbers_typed", {"qualifier": "about"}, (0, 1, 1), id="another qualifier"),
        pytest.param("results", {"kind": "size"}, (0, 0, 1), id="a result that was taken for a size"),
    ],
)
def test_numbers(measure: str, change: dict[str, Any], counts: tuple[int, int, int]) -> None:
    assert _counts(measure, _gold(numbers=[_number()]), numbers=[_number(**change)]) == counts


def test_a_size_taken_for_a_result_is_a_wrong_result() -> None:
    gold = _gold(numbers=[_number(kind="size", unit="count", of="QA pair")])
    found = _number(unit="count", of="question-answer pairs")
    assert _counts("results", gold, numbers=[found]) == (0, 1, 0)
    assert _counts("numbers_typed", gold, numbers=[found | {"kind": "size"}]) == (1, 0, 0)  # the last word counts


def _table(*wrong: str) -> Any:
    """The scores of two right methods and of some that are wrong."""
    gold = _gold(methods=[_method("FastNet"), _method("SlowNet")])
    found = [_found(name) for name in ("FastNet", "SlowNet", *wrong)]
    return score_records([gold], [{"id": "a", "text": TEXT, "methods": found}])


@pytest.mark.parametrize(
    ("before", "now", "most", "fallen"),
    [
        ([], [], 0, []),
        pytest.param(["X"], [], 0, [], id="better"),
        pytest.param([], ["X"], 0, ["methods", "mean"], id="2 of 3 right: 1 to 0.8, and the mean by a seventh of that"),
        pytest.param([], ["X"], 0.05, ["methods"], id="the mean may fall by so much"),
        pytest.param([], ["X"], 0.2, [], id="as much as it may"),
        pytest.param([], ["X"], 0.1999, ["methods"], id="a little more than it may"),
    ],
)
def test_drops(tmp_path: Path, before: list[str], now: list[str], most: float, fallen: list[str]) -> None:
    (tmp_path / "scores.json").write_text(_table(*before).as_json(), encoding="utf-8")
    assert [drop.measure for drop in drops(_table(*now), tmp_path / "scores.json", most=most)] == fallen


def test_a_drop_in_words(tmp_path: Path) -> None:
    (tmp_path / "scores.json").write_text(_table().as_json(), encoding="utf-8")
    assert str(drops(_table("X"), tmp_path / "scores.json")[0]) == "methods: F1 fell from 1.0000 to 0.8000, by 0.2000"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "scores.json: cannot be read: No such file"),
        ("{", "scores.json: no file of scores; write one with: extractor score"),
        ("[]", "scores.json: no file of scores"),
        ('{"records": 1, "methods": {"f1": 1}}', "scores.json: no file of scores"),
        pytest.param("another", "scores.json: scores of 9 gold abstracts, not of 1; score the same gold", id="gold"),
    ],
)
def test_what_is_no_baseline(tmp_path: Path, content: str | None, message: str) -> None:
    if content == "another":
        content = json.dumps({**_table().as_dict(), "records": 9})
    if content is not None:
        (tmp_path / "scores.json").write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        drops(_table(), tmp_path / "scores.json")


@pytest.mark.parametrize(
    ("measure", "wanted", "got", "counts"),
    [
        ("of_metric", "F1 score", "score", (1, 0, 0)),
        pytest.param("of_metric", "success rates", "rate", (1, 0, 0), id="a plural s"),
        ("of_metric", "F1", "accuracy", (0, 1, 1)),
        ("of_metric", "F1", None, (0, 0, 1)),
        ("of_metric", None, "F1", (0, 1, 0)),
        ("of_metric", None, None, (0, 0, 0)),
        pytest.param("by_method", "FN", "FastNet", (1, 0, 0), id="any name of the entry will do"),
        ("by_method", "FN", "SlowNet", (0, 1, 1)),
        ("on_benchmark", "FooBench", "foo-bench", (1, 0, 0)),
    ],
)
def test_relations(measure: str, wanted: str | None, got: str | None, counts: tuple[int, int, int]) -> None:
    field = {"of_metric": "metric", "by_method": "method", "on_benchmark": "benchmark"}[measure]
    gold = _gold(
        methods=[_method("FastNet", "FN"), _method("SlowNet")],
        benchmarks=[{"names": ["FooBench"], "role": "evaluated"}],
        numbers=[_number(**{field: wanted})],
    )
    assert _counts(measure, gold, numbers=[_number(**{field: got})]) == counts


def test_links_are_equal_but_for_a_closing_slash() -> None:
    gold = _gold(links=[{"url": "https://x.org/a", "kind": "page"}, {"url": "https://x.org/b", "kind": "page"}])
    found = [{"url": "https://x.org/a/"}, {"url": "https://x.org/A"}]
    assert _counts("links", gold, links=found) == (1, 1, 1)


def test_records_are_matched_by_id_else_by_text() -> None:
    gold = _gold(methods=[_method("FastNet")])
    by_text = {"id": "other", "text": TEXT, "methods": [_found("FastNet")]}
    assert score_records([gold], [by_text]).measures["methods"].right == 1
    table = score_records([gold], [by_text | {"text": "another"}])
    assert (table.absent, table.measures["methods"].missed) == (1, 1)


def test_rates() -> None:
    gold = _gold(methods=[_method("A1"), _method("B2"), _method("C3")])
    table = score_records([gold], [{"id": "a", "methods": [_found("A1"), _found("D4")]}])
    row = table.measures["methods"]
    assert (row.precision, row.recall, row.f1) == (0.5, 0.3333, 0.4)
    assert table.measures["links"].f1 == 1.0  # nothing to find and nothing found
    assert table.mean == round((0.4 + 1.0 * (len(IN_MEAN) - 1)) / len(IN_MEAN), 4)
    assert table.as_text(errors=1).startswith("methods       missed  a: B2\nmethods       wrong   a: D4\n")


def test_judgements_are_those_of_the_measures() -> None:
    gold = _gold(methods=[_method("FastNet"), _method("CNN", optional=True)], numbers=[_number()])
    record = {
        "methods": [_found("FastNet"), _found("CNN"), _found("X")],
        "benchmarks": [],
        "numbers": [_number(), _number(start=30, end=33)],
        "links": [{"url": "https://x.org"}],
    }
    judged = [(kind, right) for kind, _, right in judgements(gold, record)]
    assert judged == [
        ("methods", True), ("methods", False), ("numbers", True), ("numbers", False), ("links", False),
    ]  # fmt: skip


def test_the_seeds_come_out_as_well_as_promised() -> None:
    abstracts = [found for path in sorted(SEEDS.glob("*.txt")) for found in read_abstracts(path)]
    records = Extractor().pipe(found for found in abstracts if isinstance(found, Abstract))
    table = score_records(read_gold(SEEDS / "seeds.gold.jsonl"), [record.model_dump() for record in records])
    floors = {"links": 1.0, "numbers": 0.95, "benchmarks": 0.95, "methods": 0.9, "proposed": 0.9}
    assert table.absent == 0
    assert {name: table.measures[name].f1 for name, floor in floors.items() if table.measures[name].f1 < floor} == {}
