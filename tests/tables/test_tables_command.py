"""`extractor tables`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from diffing import full, write

from extractor.cli import main
from extractor.tables import TABLES

if TYPE_CHECKING:
    from pathlib import Path


def test_data_goes_to_stdout_and_messages_to_stderr(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    records = write(tmp_path / "records.jsonl", full(), full(id="id:2"))
    out = tmp_path / "t"
    assert main(["tables", str(records), "-o", str(out), "--format", "csv", "--json"]) == 0
    told = capfd.readouterr()
    counts = {"papers": 2, "sources": 2, "methods": 4, "benchmarks": 2, "numbers": 2, "links": 2, "mentions": 8}
    assert json.loads(told.out) == {
        name: {"file": str(out / f"{name}.csv"), "rows": rows} for name, rows in counts.items()
    }
    assert "2 papers, 2 sources, 4 methods, 2 benchmarks, 2 numbers, 2 links, 8 mentions" in told.err


def test_columns_are_listed_without_records(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "--columns"]) == 0
    text = capfd.readouterr().out
    assert main(["tables", "--columns", "--json"]) == 0
    data = json.loads(capfd.readouterr().out)
    assert [table["table"] for table in data] == [table.name for table in TABLES]
    for table in TABLES:
        for column in table.columns:
            assert column.meaning in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param([], "give a file of records and -o OUT, or --columns", id="nothing"),
        pytest.param(["records.jsonl"], "give a file of records and -o OUT", id="no place to write to"),
        pytest.param(["none.jsonl", "-o", "t"], "none.jsonl: there is no such file", id="no records"),
        pytest.param(["records.jsonl", "-o", "t.duckdb", "--format", "csv"], "leave out the format", id="a database"),
        pytest.param(["records.jsonl", "-o", "records.jsonl"], "is a file; give a folder", id="a file"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "records.jsonl", full())
    assert main(["tables", *arguments]) == 2
    told = capfd.readouterr()
    assert told.out == ""
    assert message in told.err
    assert told.err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["records.jsonl"]
