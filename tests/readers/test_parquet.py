"""Parquet files of abstracts."""

from __future__ import annotations

import datetime as dt
import gzip
import sys
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.abstract import Abstract
from extractor.errors import MissingExtraError
from extractor.readers import read_abstracts
from extractor.readers.base import ReadOptions
from extractor.readers.registry import detect
from extractor.records import Reject

if TYPE_CHECKING:
    from pathlib import Path


def write(path: Path, columns: dict[str, Any], **options: Any) -> Path:
    pq.write_table(pa.table(columns), path, **options)
    return path


def shown(items: list[Abstract | Reject]) -> list[str]:
    return [item.text if isinstance(item, Abstract) else f"<{item.code}>" for item in items]


def test_rows(tmp_path: Path) -> None:
    path = write(
        tmp_path / "a.parquet",
        {
            "Title": pa.array(["A", None], pa.large_string()),
            "abstract": pa.array(["We do.", "We try."]).dictionary_encode(),
            "authors": [["Ada Lee", "Bo Chen"], []],
            "year": [2024.0, None],
            "published": [None, dt.date(2021, 5, 1)],
            "doi": ["10.1234/x", ""],
            "embedding": [[1.0, 2.0], [3.0]],
        },
    )
    first, second = read_abstracts(path)
    assert isinstance(first, Abstract)
    assert isinstance(second, Abstract)
    assert first.source is not None
    assert second.source is not None
    assert (first.text, first.title, first.id) == ("We do.", "A", "doi:10.1234/x")
    assert (first.source.year, first.source.authors) == (2024, ("Ada Lee", "Bo Chen"))
    assert (second.text, second.title, second.id, second.source.year) == ("We try.", None, None, 2021)
    assert (second.line, second.offset, second.source.position) == (None, None, 2)


@pytest.mark.parametrize(
    ("columns", "names", "expected"),
    [
        pytest.param({"text": ["We do."], "id": [0]}, {}, ["We do."], id="text"),
        pytest.param({"abstract": ["We do.", None, ""]}, {}, ["We do.", "<no-text>", "<no-text>"], id="null and empty"),
        pytest.param({"abstract": [float("nan"), 1.5]}, {}, ["<no-text>", "<no-text>"], id="numbers"),
        pytest.param({"lead": ["We do."]}, {}, ["<no-header>"], id="no such column"),
        pytest.param({"lead": ["We do."]}, {"abstract": "lead"}, ["We do."], id="named"),
        pytest.param({"c": [{"lead": "We do."}]}, {"abstract": "c.lead"}, ["We do."], id="named, within a struct"),
        pytest.param({"abstract": [b"We do.", b"We d\xe9."]}, {}, ["We do.", "<not-utf8>"], id="bytes"),
        pytest.param({"abstract": pa.array([], pa.string())}, {}, ["<empty>"], id="no rows"),
    ],
)
def test_columns(tmp_path: Path, columns: dict[str, Any], names: dict[str, str], expected: list[str]) -> None:
    path = write(tmp_path / "a.parquet", columns)
    assert shown(list(read_abstracts(path, options=ReadOptions(fields=names)))) == expected


def test_text_that_is_no_utf8_costs_only_its_row(tmp_path: Path) -> None:
    broken = pa.Array.from_buffers(pa.string(), 3, pa.array([b"We do.", b"We d\xe9.", b"We try."]).buffers())
    assert shown(list(read_abstracts(write(tmp_path / "a.parquet", {"abstract": broken})))) == [
        "We do.",
        "<not-utf8>",
        "We try.",
    ]


def test_a_running_number_is_no_id(tmp_path: Path) -> None:
    path = write(tmp_path / "a.parquet", {"id": [0, 1, 77], "abstract": ["We do.", "We try.", "We see."]})
    assert [item.id for item in read_abstracts(path) if isinstance(item, Abstract)] == [None, None, "id:77"]


def test_a_reject_shows_its_row(tmp_path: Path) -> None:
    path = write(tmp_path / "a.parquet", {"id": ["x", "y"], "abstract": ["We do.", None], "title": ["A", "Ä" * 20_000]})
    _, reject = read_abstracts(path)
    assert isinstance(reject, Reject)
    assert (reject.position, reject.line, reject.code) == (2, None, "no-text")
    assert reject.raw.startswith('{"id": "y", "title": "ÄÄ')
    assert len(reject.raw) == 10_000


def test_a_damaged_group_costs_no_other(tmp_path: Path) -> None:
    texts = [f"We do {number}." for number in range(30)]
    path = write(
        tmp_path / "a.parquet", {"abstract": texts}, row_group_size=10, compression="gzip", use_dictionary=False
    )
    data = bytearray(path.read_bytes())
    place = pq.ParquetFile(path).metadata.row_group(1).column(0).data_page_offset
    data[place : place + 60] = b"\xff" * 60
    path.write_bytes(data)
    items = list(read_abstracts(path))
    assert shown(items) == [*texts[:10], "<damaged>", *texts[20:]]
    (reject,) = (item for item in items if isinstance(item, Reject))
    assert "rows 11 to 20" in reject.reason


@pytest.mark.parametrize("keep", [4, 40, -4])
def test_a_file_cut_short_is_one_reject(tmp_path: Path, keep: int) -> None:
    path = write(tmp_path / "a.parquet", {"abstract": ["We do."]})
    path.write_bytes(path.read_bytes()[:keep])
    (reject,) = read_abstracts(path)
    assert isinstance(reject, Reject)
    assert reject.code == "damaged"


def test_compressed_once_more(tmp_path: Path) -> None:
    path = write(tmp_path / "a.parquet", {"abstract": ["We do."]})
    packed = tmp_path / "a.parquet.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert shown(list(read_abstracts(packed))) == ["We do."]


def test_detection() -> None:
    found = detect("a.dat", "PAR1\x15\x04")
    assert found is not None
    assert found.name == "parquet"
    named = detect("a.parquet", "PAR")
    assert named is not None
    assert named.name == "parquet", "what is wrong with it is told by its reader"


def test_without_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "a.parquet", {"abstract": ["We do."]})
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"extractor\[parquet\]"):
        list(read_abstracts(path))


@given(st.binary(max_size=200))
@settings(deadline=None, max_examples=100, derandomize=True)
def test_no_bytes_make_it_fail(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.mktemp("bytes") / "a.parquet"
    path.write_bytes(b"PAR1" + content + b"PAR1")
    assert list(read_abstracts(path))
