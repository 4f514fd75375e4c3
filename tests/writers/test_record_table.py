"""Records as a Parquet table, and the same lines back."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.errors import InputError, MissingExtraError
from extractor.readers import read_records
from extractor.readers.recordfile import BinaryError, lines
from extractor.records import AbstractRecord, Contract, Link, Mention, Method, ReportedNumber, Source
from extractor.writers import line_of, parquet

if TYPE_CHECKING:
    from pathlib import Path

TEXT = "Ours gets 90.0% on SQuAD, see https://a.b/c 𝔸."


def number(value: Any, **more: Any) -> ReportedNumber:
    known: dict[str, Any] = {
        "text": "90.0%", "start": 10, "end": 15, "value": value, "value_max": None, "uncertainty": None,
        "unit": "percent", "of": None, "kind": "result", "qualifier": "exact", "change": None, "metric": None,
        "benchmark": None, "method": "Ours", "baseline": None, "confidence": 0.5, "found_by": ("numbers/percent",),
    }  # fmt: skip
    return ReportedNumber(**(known | more))


def record(*numbers: ReportedNumber, **more: Any) -> AbstractRecord:
    method = Method(
        name="Ours", aliases=("O",), canonical=None, role="proposed", confidence=1.0, found_by=("names",),
        mentions=(Mention(field="text", start=0, end=4, text="Ours"),),
    )  # fmt: skip
    link = Link(
        url="https://a.b/c", kind="page", host="a.b", owner=None, repository=None, start=30, end=43,
        text="https://a.b/c", confidence=0.25, found_by=("links/url",),
    )  # fmt: skip
    known: dict[str, Any] = {
        "schema_version": 1, "id": "id:1", "title": None, "text": TEXT, "sources": (Source.at("a", 1),),
        "methods": (method,), "benchmarks": (), "numbers": numbers, "links": (link,),
    }  # fmt: skip
    return AbstractRecord(**(known | more))


def table(*texts: str) -> bytes:
    stream = io.BytesIO()
    assert parquet.write_lines(texts, stream) == len(texts)
    return stream.getvalue()


def back(data: bytes) -> list[str]:
    return [line.decode().removesuffix("\n") for line in parquet.read_lines(io.BytesIO(data))]


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(90, id="whole"),
        pytest.param(90.0, id="whole, written with a fraction"),
        pytest.param(93.25, id="with a fraction"),
        pytest.param(48_000_000_000, id="large"),
        pytest.param(3 * 10**24, id="larger than what a float holds exactly, but as short"),
        pytest.param(12_345_678_901_234_567_891, id="more digits than a float has"),
        pytest.param(10**400, id="beyond any float"),
        pytest.param(1e22, id="a large float"),
        pytest.param(0, id="nought"),
        pytest.param(-0.0, id="nought below zero"),
        pytest.param(5e-324, id="the least"),
    ],
)
def test_a_number_comes_back_as_it_was_written(value: Any) -> None:
    written = [line_of(record(number(1), number(value), number(2.5, value_max=value, uncertainty=7)))] * 2
    assert back(table(*written)) == written


texts = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12)
maybe = st.none() | texts
numbers = (
    st.integers(-(10**20), 10**20) | st.floats(allow_nan=False, allow_infinity=False) | st.integers(0, 99).map(float)
)
sources = st.builds(
    Source, file=texts, position=st.integers(1, 10**9), collection=maybe, id=maybe, title=maybe,
    year=st.none() | st.integers(1000, 9999), authors=st.none() | st.lists(texts, max_size=3).map(tuple),
    venue=maybe, url=maybe, pdf=maybe, code_url=maybe,
)  # fmt: skip
records = st.builds(
    record,
    st.builds(number, numbers, value_max=st.none() | numbers, uncertainty=st.none() | numbers, metric=maybe, of=maybe,
              confidence=st.floats(0, 1), found_by=st.lists(texts, min_size=1, max_size=2).map(tuple)),
    id=texts, title=maybe, sources=st.lists(sources, min_size=1, max_size=2).map(tuple),
)  # fmt: skip


@given(st.lists(records, max_size=6))
@settings(deadline=None, max_examples=30, derandomize=True)
def test_lines_come_back_byte_for_byte(found: list[AbstractRecord]) -> None:
    written = [line_of(one) for one in found]
    data = table(*written)
    assert back(data) == written
    assert table(*written) == data, "the same records give the same bytes"


def test_records_are_read_from_it(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(table(line_of(record(number(90.0))), line_of(record(id="id:2"))))
    assert list(read_records(path)) == [record(number(90.0)), record(id="id:2")]
    assert [count for count, _ in lines(path)] == [1, 2]


def test_the_stream_stays_open() -> None:
    stream = io.BytesIO(b"")
    parquet.write_lines([line_of(record())], stream)
    assert not stream.closed


def test_every_field_of_the_contract_has_its_column() -> None:
    assert_same(parquet.schema(), AbstractRecord)
    numbers_type = parquet.schema().field("numbers").type.value_type
    assert [numbers_type.field(name).type for name in ("value", "value_max", "uncertainty")] == [pa.float64()] * 3
    assert parquet.schema().field("title").nullable
    assert not parquet.schema().field("id").nullable


def assert_same(fields: Any, model: type[Contract]) -> None:
    models: dict[str, type[Contract]] = {
        "sources": Source,
        "methods": Method,
        "numbers": ReportedNumber,
        "links": Link,
        "mentions": Mention,
    }
    assert [field.name for field in fields] == list(model.model_fields)
    for field in fields:
        if field.name in models:
            assert_same(list(field.type.value_type), models[field.name])
        else:
            leaf = field.type.value_type if pa.types.is_list(field.type) else field.type
            assert leaf in (pa.string(), pa.int64(), pa.float64(), pa.bool_()) or pa.types.is_struct(leaf)


@pytest.mark.parametrize("written", [[], [record(methods=(), links=())], [record(number(2.5))]])
def test_the_schema_does_not_depend_on_what_is_in_it(written: list[AbstractRecord]) -> None:
    data = table(*map(line_of, written))
    assert pq.read_schema(io.BytesIO(data)).equals(parquet.schema())


def test_many_rows_are_several_groups() -> None:
    line = line_of(record(number(90.0)))
    data = table(*[line] * 10_500)
    assert pq.ParquetFile(io.BytesIO(data)).num_row_groups == 2
    assert back(data) == [line] * 10_500


def test_a_table_that_another_tool_made_of_it() -> None:
    written = [line_of(record(number(90.0), id="id:1")), line_of(record(number(90), number(2.5), id="id:2"))]
    fewer = io.BytesIO()
    pq.write_table(pq.read_table(io.BytesIO(table(*written))).slice(1), fewer)
    assert back(fewer.getvalue()) == written[1:]
    first = io.BytesIO()
    pq.write_table(pq.read_table(io.BytesIO(table(*written))).slice(0, 1), first)
    (line,) = back(first.getvalue())
    assert AbstractRecord.model_validate_json(line) == record(number(90.0)), "the same record, if not the same digits"


def test_what_is_no_table_of_records(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"id": ["x"]}), path)
    with pytest.raises(BinaryError, match="holds no records; give one that"):
        list(lines(path))
    path.write_bytes(table(line_of(record()))[:-9])
    with pytest.raises(InputError, match="damaged"):
        list(read_records(path))


def test_without_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(table(line_of(record())))
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"extractor\[parquet\]"):
        parquet.check()
    with pytest.raises(MissingExtraError, match=r"extractor\[parquet\]"):
        list(read_records(path))
