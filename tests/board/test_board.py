"""Leaderboards: what is on them, and in which order."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

import pytest
from diffing import benchmark, full, link, method, number, record, write

from extractor.board import benchmarks, board
from extractor.board.collecting import code_of, page_of, standing
from extractor.board.pages import COLUMNS, as_csv, as_markdown, as_text
from extractor.cli import main
from extractor.errors import InputError
from extractor.records import AbstractRecord, Source

if TYPE_CHECKING:
    from pathlib import Path


def scored(value: str, *, paper: str = "id:1", on: str = "BarBench", by: str | None = "FooNet", **changes: Any) -> Any:
    """A record with one score."""
    text = f"FooNet and BazNet: {value} on {on}."
    plain: dict[str, Any] = {"value": float(value.rstrip("%")), "metric": "accuracy", "benchmark": on, "method": by}
    return record(
        text,
        id=paper,
        methods=(method(text, "FooNet", role="proposed"), method(text, "BazNet")),
        benchmarks=(benchmark(text, on),),
        numbers=(number(text, value, **{**plain, **changes}),),
    )


def _ranks(records: list[AbstractRecord]) -> list[tuple[Any, ...]]:
    return [
        (group.metric, group.unit, result.rank, result.value)
        for group in board(records, "BarBench").groups
        for result in group.results
    ]


@pytest.mark.parametrize(
    ("metric", "ranked"),
    [
        pytest.param("accuracy", [(1, 90), (2, 85.5), (3, 80)], id="higher is better"),
        pytest.param("error rate", [(1, 80), (2, 85.5), (3, 90)], id="lower is better"),
        pytest.param("performance", [(None, 90), (None, 85.5), (None, 80)], id="nobody knows"),
        pytest.param(None, [(None, 90), (None, 85.5), (None, 80)], id="not said"),
    ],
)
def test_best_first(metric: str | None, ranked: list[tuple[int | None, float]]) -> None:
    records = [scored(value, paper=f"id:{value}", metric=metric) for value in ("80%", "90%", "85.5%")]
    assert _ranks(records) == [(metric, "percent", *one) for one in ranked]


def test_equal_values_share_a_rank_and_proposed_methods_come_first() -> None:
    records = [scored("90%", paper="id:1", by="BazNet"), scored("90%", paper="id:2"), scored("80%", paper="id:3")]
    (group,) = board(records, "BarBench").groups
    assert [(one.rank, one.method, one.role) for one in group.results] == [
        (1, "FooNet", "proposed"), (1, "BazNet", "mentioned"), (3, "FooNet", "proposed"),
    ]  # fmt: skip


def test_unlike_numbers_never_rank_together() -> None:
    records = [
        scored("90%", paper="id:1"),
        scored("0.95", paper="id:2", unit="score"),
        scored("91%", paper="id:3", metric="F1"),
        scored("80%", paper="id:4", metric="Accuracy"),
    ]
    assert _ranks(records) == [
        ("accuracy", "percent", 1, 90), ("accuracy", "percent", 2, 80), ("F1", "percent", 1, 91),
        ("accuracy", "score", 1, 0.95),
    ]  # fmt: skip


def test_spellings_of_a_metric_are_one() -> None:
    records = [scored("9%", paper="id:1", metric="word error rate"), scored("8%", paper="id:2", metric="WER")]
    assert _ranks(records) == [("WER", "percent", 1, 8), ("WER", "percent", 2, 9)]


@pytest.mark.parametrize("asked", ["barbench", "Bar-Bench", "BARBENCH", "the bb", "Bar Benchmark"])
def test_a_benchmark_is_found_by_any_of_its_names(asked: str) -> None:
    text = "90% on BarBench (the BB)"
    entry = benchmark(text, "BarBench", "the BB", canonical="Bar Benchmark")
    one = record(text, benchmarks=(entry,), numbers=(number(text, "90%", value=90, benchmark="BarBench"),))
    found = board([one, record("Nothing.", id="id:2")], asked)
    assert (found.benchmark, found.spellings, found.papers) == ("Bar Benchmark", ("BarBench",), 1)
    assert len(found.groups) == 1


def test_another_benchmark_is_left_out() -> None:
    assert board([scored("90%", paper="id:1"), scored("95%", paper="id:2", on="BarBench-Pro")], "BarBench").papers == 1


def test_a_benchmark_that_nobody_names_is_an_error() -> None:
    with pytest.raises(InputError, match="no record names a benchmark 'QuxBench'; --list shows"):
        board([scored("90%")], "QuxBench")
    with pytest.raises(InputError, match=r"'BarBnch' \(nearly so: BarBench\); --list shows"):
        board([scored("90%"), scored("90%", on="SpamEval", paper="id:2")], "BarBnch")


@pytest.mark.parametrize(
    ("text", "stands", "changes", "what"),
    [
        pytest.param("It reaches 81.4% on X", "81.4%", {}, "score", id="a score"),
        pytest.param("It gains 5% on X", "5%", {"change": "increase"}, "change", id="a gain"),
        pytest.param("It rises by 5 points", "5 points", {"unit": "point"}, "change", id="points"),
        pytest.param("It is 3x as good", "3x", {"unit": "times"}, "change", id="a ratio"),
        pytest.param("It gets +7.9% on X", "+7.9%", {}, "change", id="a written plus"),
        pytest.param(r"It gets $\mathbf{+3}$ on X", r"$\mathbf{+3}", {}, "change", id="a plus in bold"),
        pytest.param("It rises from 70% to 80%", "80%", {"change": "increase"}, "score", id="behind to"),
        pytest.param("It rises from 70% to 80%", "70%", {"change": "increase"}, "left", id="behind from"),
        pytest.param("Where it rose from 70% to 80%", "70%", {}, "left", id="behind from, with no word of a change"),
        pytest.param("It rises to about $80$\\%", "80$\\%", {"change": "increase"}, "score", id="to about, in LaTeX"),
        pytest.param("cuts it to a new record of 1.30", "1.30", {"change": "decrease"}, "score", id="to a record of"),
        pytest.param("boosting accuracy by $72\\%$", "72\\%", {}, "change", id="behind by, with no word of a change"),
        pytest.param("ahead by over 14% on X", "14%", {}, "change", id="behind by over"),
        pytest.param(r"F1 $70.1 \to 81$", "70.1", {}, "left", id="before an arrow"),
        pytest.param(r"F1 $70.1 \to 81$", "81", {"change": "increase"}, "score", id="behind an arrow"),
        pytest.param("F1 (70.1% -> 81%)", "70.1%", {}, "left", id="before an arrow of ASCII"),
        pytest.param("It gains up to 9%", "9%", {"change": "increase"}, "change", id="up to is no to"),
        pytest.param("81.4%, compared to 75% before", "75%", {}, "left", id="compared to"),
        pytest.param("better than 75%", "75%", {"change": "increase"}, "left", id="than"),
    ],
)  # fmt: skip
def test_what_is_a_score(text: str, stands: str, changes: dict[str, Any], what: str) -> None:
    assert standing(record(text, numbers=(number(text, stands, **changes),)), 0) == what


def test_in_a_list_all_are_what_the_first_one_is() -> None:
    text = "It cuts FID from 1.79/1.58 to 1.30/0.97, and 0.5 and 7"
    numbers = tuple(
        number(text, stands, unit="score", change="decrease") for stands in ("1.79", "1.58", "1.30", "0.97", "0.5", "7")
    )
    numbers = (*numbers[:5], number(text, " 7", unit="score"))
    one = record(text, numbers=numbers)
    assert [standing(one, index) for index in range(6)] == ["left"] * 2 + ["score"] * 4


def test_a_list_is_one_though_its_numbers_are_of_different_metrics() -> None:
    text = "It improves on X by 5% and 7% recall"
    numbers = (number(text, "5%", change="increase"), number(text, "7%", metric="recall"))
    one = record(text, numbers=numbers)
    assert [standing(one, index) for index in range(2)] == ["change"] * 2


@pytest.mark.parametrize(
    ("text", "values", "stand"),
    [
        pytest.param("It gains 5% on X and 7% on Y", ("5%", "7%"), "change", id="one verb, two gains"),
        pytest.param("It rises to 85% on X and 87% on Y", ("85%", "87%"), "score", id="one verb, two scores"),
        pytest.param("It rises to 85% on X, 86% on Y, and 87%", ("85%", "86%", "87%"), "score", id="three scores"),
    ],
)
def test_what_shares_a_verb_stands_as_the_first_one(text: str, values: tuple[str, ...], stand: str) -> None:
    one = record(text, numbers=tuple(number(text, value, change="increase") for value in values))
    assert [standing(one, index) for index in range(len(values))] == [stand] * len(values)


def test_without_its_text_a_change_is_a_change() -> None:
    text = "It rises to 80%"
    one = record(text, numbers=(number(text, "80%", change="increase"),)).model_copy(update={"text": None})
    assert standing(one, 0) == "change"


def test_changes_are_kept_apart() -> None:
    found = board([scored("90%", paper="id:1"), scored("5%", paper="id:2", change="increase")], "BarBench")
    assert [len(group.results) for group in (*found.groups, *found.changes)] == [1, 1]
    assert found.papers_with_results == 1
    text = as_text(found, limit=None, changes=False)
    assert "1 gain, ratio or earlier value is no score and left out" in text
    assert "5%" not in text
    assert "no scores: accuracy, percent\n  -  5%" in as_text(found, limit=None, changes=True)


@pytest.mark.parametrize(
    ("parts", "page"),
    [
        pytest.param({"id": "arxiv:2301.00010"}, "https://arxiv.org/abs/2301.00010", id="arXiv"),
        pytest.param({"id": "acl:2024.acl-long.1"}, "https://aclanthology.org/2024.acl-long.1/", id="ACL"),
        pytest.param({"id": "doi:10.1/a"}, "https://doi.org/10.1/a", id="DOI"),
        pytest.param({"id": "sha256:00"}, None, id="no page"),
        pytest.param(
            {"id": "doi:10.1/a", "sources": (Source.at("a", 1, url="https://x.org/"),)}, "https://x.org/", id="a source"
        ),
    ],
)
def test_page(parts: dict[str, Any], page: str | None) -> None:
    assert page_of(record(**parts)) == page


def test_code_is_what_the_abstract_links_to_before_what_a_source_says() -> None:
    text = "Page: https://foo.org Code: https://github.com/a/foo"
    page = link(text, "https://foo.org", kind="page", owner=None, repository=None)
    sources = (Source.at("a", 1), Source.at("b", 1, code_url="https://gitlab.com/b"))
    assert code_of(record(text, links=(page, link(text)), sources=sources)) == "https://github.com/a/foo"
    assert code_of(record(text, links=(page,), sources=sources)) == "https://gitlab.com/b"
    assert code_of(record(text, links=(page,))) is None


def test_the_list_has_those_with_most_results_first() -> None:
    records = [
        scored("90%", paper="id:1"),
        scored("91%", paper="id:2", on="bar bench"),
        scored("5%", paper="id:3", on="Other", change="increase"),
        full(id="id:4"),
    ]
    assert [(row.benchmark, row.results, row.changes, row.papers) for row in benchmarks(records)] == [
        ("BarBench", 3, 0, 3), ("Other", 0, 1, 1),
    ]  # fmt: skip


def test_markdown_takes_nothing_for_markup() -> None:
    one = scored("90%").model_copy(
        update={"title": "A | B <b> @you\n[x](y) `c`", "sources": (Source.at("a", 1, url="https://x.org/a b(c)"),)}
    )
    (row,) = [
        line for line in as_markdown(board([one], "BarBench"), limit=None, changes=False).splitlines() if "90" in line
    ]
    assert row == (
        r"| 1 | 90% | **FooNet** | [A \| B \<b\> @<!-- -->you \[x\](y) \`c\`](https://x.org/a%20b%28c%29) |  |"
    )


def test_a_link_that_is_no_page_is_no_link() -> None:
    one = scored("90%").model_copy(update={"sources": (Source.at("a", 1, url="javascript:alert(1)"),)})
    assert "javascript" not in as_markdown(board([one], "BarBench"), limit=None, changes=False)


def test_csv_has_a_line_a_result() -> None:
    found = board([scored("90%", paper="id:1"), scored("5%", paper="id:2", change="increase")], "BarBench")
    rows = list(csv.DictReader(io.StringIO(as_csv(found, limit=None, changes=True) + "\n", newline="")))
    assert [(row["paper_id"], row["rank"], row["value"], row["change"], row["better"]) for row in rows] == [
        ("id:1", "1", "90.0", "", "higher"), ("id:2", "", "5.0", "increase", ""),
    ]  # fmt: skip
    assert set(rows[0]) == set(COLUMNS)


def test_the_command(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = str(write(tmp_path / "r.jsonl", *(scored(f"{value}%", paper=f"id:{value}") for value in (70, 80, 90))))
    assert main(["board", path, "BarBench", "--json", "--limit", "2"]) == 0
    told = json.loads(capfd.readouterr().out)
    assert (told["benchmark"], told["papers"], told["change_count"]) == ("BarBench", 3, 0)
    (group,) = told["groups"]
    assert (group["better"], group["result_count"]) == ("higher", 3)
    assert [result["value"] for result in group["results"]] == [90, 80]
    assert main(["board", path, "--list", "--json"]) == 0
    assert json.loads(capfd.readouterr().out) == [{"benchmark": "BarBench", "results": 3, "changes": 0, "papers": 3}]
    assert main(["board", path, "BarBench", "--limit", "1"]) == 0
    assert "… 2 more" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "give either a benchmark or --list"),
        (["BarBench", "--list"], "give either a benchmark or --list"),
        (["--list", "--csv"], "--list is printed as text or --json"),
        (["QuxBench"], "no record names a benchmark 'QuxBench'"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    path = str(write(tmp_path / "r.jsonl", scored("90%")))
    assert main(["board", path, *arguments]) == 2
    told = capfd.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert message in told.err


def test_a_benchmark_without_a_score_is_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = str(write(tmp_path / "r.jsonl", scored("5%", change="increase")))
    assert main(["board", path, "BarBench"]) == 0
    assert "BarBench: no record has a score on it" in capfd.readouterr().err
