"""Arrow batches: the same records as a run makes, one row each, whatever kind of data they come in."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import polars as pl
import pyarrow as pa
import pytest
from conftest import FakeExtractor

from extractor.engine import arrow, map_batches
from extractor.engine.serial import run
from extractor.errors import ExtractorError, InputError, MissingExtraError
from extractor.records import AbstractRecord, Reject

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ROWS: list[dict[str, Any]] = [
    {"id": "2504.00001", "title": "FastNet", "abstract": "We propose FastNet.", "year": 2025},
    {"id": "2504.00002", "title": None, "abstract": "FAIL in a pass.", "year": None},
    {"id": "2504.00003", "title": "Empty", "abstract": None, "year": 2025},
    {"id": None, "title": None, "abstract": "A text without an id.", "year": 2024},
]


@pytest.fixture(autouse=True)
def fake(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[dict[str, Any]]]:
    """A stand-in for the pipeline, and how it was asked for."""
    made: list[dict[str, Any]] = []

    def make(**options: Any) -> FakeExtractor:
        made.append(options)
        return FakeExtractor()

    monkeypatch.setattr(arrow, "Extractor", make)
    arrow.made_once.cache_clear()
    yield made
    arrow.made_once.cache_clear()


def test_rows_in_rows_out() -> None:
    out = map_batches(pa.RecordBatch.from_pylist(ROWS))
    assert out.schema.equals(arrow.schema())
    assert out.column("id").to_pylist()[:3] == ["arxiv:2504.00001", "arxiv:2504.00002", None]
    records, rejects = out.column("record").to_pylist(), out.column("reject").to_pylist()
    assert [record is None for record in records] == [False, True, True, False]
    assert [reject is None for reject in rejects] == [True, False, False, True]
    record = AbstractRecord.model_validate_json(records[0])
    assert (record.id, record.title, record.text) == ("arxiv:2504.00001", "FastNet", "We propose FastNet.")
    assert (record.sources[0].year, record.sources[0].file, record.sources[0].position) == (2025, "-", 1)
    assert [Reject.model_validate_json(rejects[at]).code for at in (1, 2)] == ["failed", "no-text"]
    assert json.loads(records[3])["id"] == out.column("id").to_pylist()[3]


def test_the_lines_are_those_of_a_run(tmp_path: Path) -> None:
    given = tmp_path / "in.jsonl"
    given.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    run([given], tmp_path / "out.jsonl", extractor=FakeExtractor())
    rows = [{**row, "where": "in.jsonl", "row": at} for at, row in enumerate(ROWS, 1)]
    out = map_batches(pa.RecordBatch.from_pylist(rows), columns={"file": "where", "position": "row"})
    lines = [line for line in out.column("record").to_pylist() if line]
    assert "".join(f"{line}\n" for line in lines) == (tmp_path / "out.jsonl").read_text(encoding="utf-8")


@pytest.mark.parametrize("size", [1, 3, 100])
def test_size_of_the_batches_does_not_matter(size: int) -> None:
    rows = [{"abstract": "FAIL now." if at == 40 else f"Abstract {at}."} for at in range(100)]
    table = pa.Table.from_pylist(rows)
    whole = map_batches(table)
    parts = map_batches(iter(table.to_batches(max_chunksize=size)))
    assert pa.Table.from_batches(parts, arrow.schema()).equals(whole)
    assert whole.num_rows == 100
    assert sum(line is None for line in whole.column("record").to_pylist()) == 1


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(pa.RecordBatch.from_pylist(ROWS).slice(0, 0), id="a batch without rows"),
        pytest.param(pa.Table.from_batches([], pa.schema([("text", pa.string())])), id="a table without batches"),
    ],
)
def test_nothing_in_nothing_out(data: Any) -> None:
    out = map_batches(data)
    assert type(out) is type(data)
    assert (out.num_rows, out.schema) == (0, arrow.schema())


def test_other_names() -> None:
    batch = pa.RecordBatch.from_pylist([{"body": "A text here.", "paper": {"key": "2504.1"}, "text": "Not this."}])
    out = map_batches(batch, columns={"abstract": "body", "id": "paper.key"}, text=False)
    record = json.loads(out.column("record").to_pylist()[0])
    assert (record["sources"][0]["id"], record["text"]) == ("2504.1", None)


def test_polars_strings_are_read_too() -> None:
    out = map_batches(pl.DataFrame(ROWS).to_arrow())
    assert out.column("record").null_count == 2


def test_one_pipeline_for_all_threads(fake: list[dict[str, Any]]) -> None:
    batch = pa.RecordBatch.from_pylist([{"text": f"Abstract {at}."} for at in range(50)])
    with ThreadPoolExecutor(4) as pool:
        outs = list(pool.map(lambda _: map_batches(batch, passes=["links"], rules=["here"]), range(8)))
    assert all(out.equals(outs[0]) for out in outs)
    assert fake == [{"passes": ("links",), "rules": ("here",)}]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"body": "text"}, "there is no field 'body'; use abstract, "),
        ({"abstract": "body"}, "there is no column 'body', but 'id', 'title', 'abstract', 'year'"),
    ],
)
def test_names_that_are_none(columns: dict[str, str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        map_batches(pa.RecordBatch.from_pylist(ROWS), columns=columns)


def test_a_fault_of_the_pipeline_is_no_reject(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(**_options: Any) -> FakeExtractor:
        raise ExtractorError("there is no pass 'x'")

    monkeypatch.setattr(arrow, "Extractor", broken)
    with pytest.raises(ExtractorError, match="there is no pass"):
        map_batches(pa.RecordBatch.from_pylist(ROWS))


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"Arrow data needs .* 'extractor\[parquet\]'"):
        map_batches([])
