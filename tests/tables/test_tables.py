"""Tables as their users load them: nothing lost, nothing taken for something else, joins that give the records back."""

from __future__ import annotations

import json
from itertools import groupby
from typing import TYPE_CHECKING, Any

import duckdb
import pandas as pd
import polars as pl
import pytest
from diffing import benchmark, link, method, number, record

from extractor.errors import InputError, MissingExtraError, OutputError
from extractor.records import AbstractRecord, Benchmark, Link, Method, ReportedNumber, Source
from extractor.tables import TABLES, write_tables
from extractor.tables.rows import rows_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PLAIN = 120
"""So many records without an entry come first: more than a reader that guesses types looks at."""

TEXT = (
    'We propose "NA", a method\nof 007 parameters: 5.5% on null, 48B by NaN over "NA"; '
    "5 to 7 ± 0.5 😀, 2\r\nthings\x00\x1f\u2028\x85\r\ufeff. =1+1 Code: https://github.com/a/foo"
)


def _awkward() -> AbstractRecord:
    own = method(TEXT, "NA", role="proposed", at=["NA"], canonical="None, or N/A")
    numbers = (
        number(TEXT, "007", value=7, unit="count", of="parameter", kind="size"),
        number(TEXT, metric="F,1", benchmark="null", method="NaN", baseline="NA", change="increase"),
        number(TEXT, "48B", value=48_000_000_000, unit="count"),
        number(TEXT, "5 to 7 ± 0.5", value=5, value_max=7.0, uncertainty=0.5, unit="score", qualifier="range"),
    )
    return record(
        TEXT,
        id="arxiv:2301.00010",
        title="The title, with “NA” and\ta tab",
        sources=(
            Source.at("a,b.txt", 1, collection='"quoted"', id="2301.00010"),
            Source.at(
                "b.bib",
                7,
                year=2023,
                authors=("Doe, Jane", 'O"Neil'),
                venue="NA",
                url="https://x.org/?a=1,2",
                title="T",
            ),
            Source.at("c.csv", 2, year=2024, code_url="https://github.com/a/foo"),
        ),
        methods=(own, method(TEXT, "NaN", "null", at=["NaN"])),
        benchmarks=(benchmark(TEXT, "null", "things"),),
        numbers=numbers,
        links=(link(TEXT),),
    )


def records() -> Iterator[AbstractRecord]:
    for index in range(PLAIN):
        yield record("No entry at all.", id=f"id:{index:05}")
    yield _awkward()
    yield record("NA", id="id:NA", title="")
    yield record("A text that is left out.", id="doi:10.1/1e5").model_copy(update={"text": None})


def _expected(table: str) -> list[dict[str, Any]]:
    (columns,) = [[column.name for column in one.columns] for one in TABLES if one.name == table]
    return [
        dict(zip(columns, (list(cell) if isinstance(cell, tuple) else cell for cell in row), strict=True))
        for one in records()
        for row in rows_of(table, one)
    ]


def _types(table: str) -> dict[str, str]:
    (columns,) = [one.columns for one in TABLES if one.name == table]
    return {column.name: column.type for column in columns}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables")
    for form in ("parquet", "csv"):
        counted = write_tables(records(), folder / form, format=form)
        assert counted.rows == {table.name: len(_expected(table.name)) for table in TABLES}
    write_tables(records(), folder / "all.duckdb")
    return folder


def _pandas_parquet(folder: Path, table: str) -> list[dict[str, Any]]:
    frame = pd.read_parquet(folder / "parquet" / f"{table}.parquet", dtype_backend="pyarrow")
    return _plain(frame.to_dict("records"))


def _pandas_csv(folder: Path, table: str) -> list[dict[str, Any]]:
    # As docs/tables.md shows it: no name is taken for a missing value.
    types = {"text": "string", "texts": "string", "integer": "Int64", "float": "Float64", "boolean": "boolean"}
    frame = pd.read_csv(
        folder / "csv" / f"{table}.csv",
        dtype={name: types[kind] for name, kind in _types(table).items()},
        keep_default_na=False,
        na_values={name: [""] for name in _types(table)},
    )
    return _of_csv(table, _plain(frame.to_dict("records")))


def _polars_parquet(folder: Path, table: str) -> list[dict[str, Any]]:
    return pl.read_parquet(folder / "parquet" / f"{table}.parquet").to_dicts()


def _polars_csv(folder: Path, table: str) -> list[dict[str, Any]]:
    types = {"text": pl.String, "texts": pl.String, "integer": pl.Int64, "float": pl.Float64, "boolean": pl.Boolean}
    schema = {name: types[kind] for name, kind in _types(table).items()}
    return _of_csv(table, pl.read_csv(folder / "csv" / f"{table}.csv", schema=schema).to_dicts())


def _duckdb_rows(query: str, path: Path | None = None) -> list[dict[str, Any]]:
    with duckdb.connect(path or ":memory:", read_only=path is not None) as base:
        result = base.execute(query)
        names = [column[0] for column in result.description or ()]
        return [dict(zip(names, row, strict=True)) for row in result.fetchall()]


def _duckdb_parquet(folder: Path, table: str) -> list[dict[str, Any]]:
    return _duckdb_rows(f"FROM '{folder}/parquet/{table}.parquet'")


def _duckdb_csv(folder: Path, table: str) -> list[dict[str, Any]]:
    types = {"text": "VARCHAR", "texts": "VARCHAR", "integer": "BIGINT", "float": "DOUBLE", "boolean": "BOOLEAN"}
    columns = {name: types[kind] for name, kind in _types(table).items()}
    return _of_csv(
        table,
        _duckdb_rows(
            f"FROM read_csv('{folder}/csv/{table}.csv', header = true, allow_quoted_nulls = false, columns = {columns})"
        ),
    )


def _duckdb_base(folder: Path, table: str) -> list[dict[str, Any]]:
    return _duckdb_rows(f"FROM {table}", folder / "all.duckdb")


def _plain(rows: list[dict[Any, Any]]) -> list[dict[str, Any]]:
    return [
        {key: None if pd.api.types.is_scalar(value) and pd.isna(value) else value for key, value in row.items()}
        for row in rows
    ]


def _of_csv(table: str, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Read the lists, which are JSON in CSV."""
    lists = [name for name, kind in _types(table).items() if kind == "texts"]
    return [row | {name: row[name] and json.loads(row[name]) for name in lists} for row in rows]


@pytest.mark.parametrize("table", [table.name for table in TABLES])
@pytest.mark.parametrize(
    "load",
    [_pandas_parquet, _pandas_csv, _polars_parquet, _polars_csv, _duckdb_parquet, _duckdb_csv, _duckdb_base],
    ids=lambda load: load.__name__.strip("_"),
)
def test_every_cell_is_there(written: Path, load: Callable[[Path, str], list[dict[str, Any]]], table: str) -> None:
    expected = _expected(table)
    loaded = load(written, table)
    if load is _pandas_csv:  # pandas has one word for an empty text and for none
        expected = [{key: None if value == "" else value for key, value in row.items()} for row in expected]
    assert loaded == expected


def test_columns_have_their_types_though_they_are_empty_at_first(written: Path) -> None:
    loaded = pl.read_parquet(written / "parquet" / "papers.parquet").schema
    assert loaded["year"] == pl.Int64
    assert loaded["authors"] == pl.List(pl.String)
    assert loaded["code_url"] == pl.String
    plain = pd.read_parquet(written / "parquet" / "papers.parquet")
    assert plain["paper_id"].iloc[PLAIN] == "arxiv:2301.00010"
    assert list(plain["authors"].iloc[PLAIN]) == ["Doe, Jane", 'O"Neil']


@pytest.mark.parametrize("table", [table.name for table in TABLES])
def test_keys_are_keys(table: str) -> None:
    (key,) = [one.key for one in TABLES if one.name == table]
    keys = [tuple(row[name] for name in key) for row in _expected(table)]
    assert len(set(keys)) == len(keys) > 0


def test_joins_give_the_records_back(written: Path) -> None:
    tables = {table.name: _polars_parquet(written, table.name) for table in TABLES}
    rebuilt = [_rebuilt(paper, tables) for paper in tables["papers"]]
    assert rebuilt == list(records())


def _rebuilt(paper: dict[str, Any], tables: dict[str, list[dict[str, Any]]]) -> AbstractRecord:
    mine = {name: [row for row in rows if row["paper_id"] == paper["paper_id"]] for name, rows in tables.items()}
    places = {
        key: list(rows) for key, rows in groupby(mine["mentions"], key=lambda row: (row["kind"], row["entry_index"]))
    }
    for kind in ("method", "benchmark"):
        for entry in mine[f"{kind}s"]:
            entry["mentions"] = places[kind, entry[f"{kind}_index"]]
    for number_row in mine["numbers"]:
        for what, kind in (("benchmark", "benchmark"), ("method", "method"), ("baseline", "method")):
            index = number_row[f"{what}_index"]
            assert number_row[what] == (None if index is None else mine[f"{kind}s"][index]["name"])
    for row in mine["sources"]:
        row["id"] = row["source_id"]
    return AbstractRecord.model_validate_json(
        json.dumps(
            {
                "schema_version": paper["schema_version"],
                "id": paper["paper_id"],
                "title": paper["title"],
                "text": paper["text"],
                "sources": [_fields(Source, row) for row in mine["sources"]],
                "methods": [_fields(Method, row) for row in mine["methods"]],
                "benchmarks": [_fields(Benchmark, row) for row in mine["benchmarks"]],
                "numbers": [_fields(ReportedNumber, row) for row in mine["numbers"]],
                "links": [_fields(Link, row) for row in mine["links"]],
            }
        )
    )


def _fields(model: Any, row: dict[str, Any]) -> dict[str, Any]:
    fields = {name: row[name] for name in model.model_fields}
    if "mentions" in fields:
        fields["mentions"] = [
            {key: place[key] for key in ("field", "start", "end", "text")} for place in row["mentions"]
        ]
    return fields


def test_a_query_joins_a_mention_with_its_entry_and_its_paper(written: Path) -> None:
    query = """
        SELECT m.text, e.name, substr(p.text, 1 + m."start"::INT, (m."end" - m."start")::INT) AS stands
        FROM mentions m JOIN methods e USING (paper_id, method_index) JOIN papers p USING (paper_id)
        ORDER BY m.start
    """
    assert [tuple(row.values()) for row in _duckdb_rows(query, written / "all.duckdb")] == [
        ("NA", "NA", "NA"),
        ("NaN", "NaN", "NaN"),
    ]


def test_counts_are_those_of_the_records(written: Path) -> None:
    query = "SELECT sum(method_count), sum(benchmark_count), sum(number_count), sum(link_count), count(*) FROM papers"
    ((*counts,),) = [row.values() for row in _duckdb_rows(query, written / "all.duckdb")]
    everything = list(records())
    assert counts == [
        sum(len(getattr(one, kind)) for one in everything) for kind in ("methods", "benchmarks", "numbers", "links")
    ] + [len(everything)]


def test_meanings_go_with_the_tables(written: Path) -> None:
    said = _duckdb_rows("SELECT table_name, column_name, comment FROM duckdb_columns()", written / "all.duckdb")
    meanings = {(row["table_name"], row["column_name"]): row["comment"] for row in said if row["comment"]}
    assert meanings == {(table.name, column.name): column.meaning for table in TABLES for column in table.columns}


def test_each_field_of_the_contract_has_a_column() -> None:
    columns = {table.name: {column.name for column in table.columns} for table in TABLES}
    elsewhere = {"sources", "methods", "benchmarks", "numbers", "links", "mentions"}
    for table, model, renamed in (
        ("papers", AbstractRecord, {"id": "paper_id"}),
        ("sources", Source, {"id": "source_id"}),
        ("methods", Method, {}),
        ("benchmarks", Benchmark, {}),
        ("numbers", ReportedNumber, {}),
        ("links", Link, {}),
    ):
        fields = {renamed.get(field, field) for field in model.model_fields}
        assert fields - elsewhere <= columns[table]
    assert {field.rstrip("s") for field in elsewhere} == {table.name.rstrip("s") for table in TABLES} - {"paper"}


def test_each_row_fits_its_columns() -> None:
    allowed: dict[str, type] = {"text": str, "integer": int, "float": float, "boolean": bool, "texts": tuple}
    for table in TABLES:
        assert all(column.meaning.endswith(".") for column in table.columns)
        for row in (row for one in records() for row in rows_of(table.name, one)):
            for column, cell in zip(table.columns, row, strict=True):
                assert (cell is None and column.nullable) or type(cell) is allowed[column.type], (table.name, column)


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_the_same_records_give_the_same_bytes(tmp_path: Path, form: Any) -> None:
    for name in ("one", "other"):
        write_tables(records(), tmp_path / name, format=form)
    for table in TABLES:
        one, other = ((tmp_path / name / f"{table.name}.{form}").read_bytes() for name in ("one", "other"))
        assert one == other


def test_csv_is_that_of_rfc_4180(tmp_path: Path) -> None:
    write_tables([_awkward()], tmp_path / "t", format="csv")
    lines = (tmp_path / "t" / "methods.csv").read_bytes().split(b"\r\n")
    assert lines[0].startswith(b"paper_id,method_index,name,aliases,canonical")
    assert lines[1].startswith(b'"arxiv:2301.00010",0,"NA","[]","None, or N/A","proposed",')
    assert lines[2].startswith(b'"arxiv:2301.00010",1,"NaN","[""null""]",,"mentioned",1,0.9,')
    assert lines[-1] == b""


def _broken() -> Iterator[AbstractRecord]:
    yield from records()
    raise InputError("line 124 is no record")


@pytest.mark.parametrize("out", ["tables", "records.duckdb"])
def test_what_was_there_stays_when_a_record_cannot_be_read(tmp_path: Path, out: str) -> None:
    write_tables([_awkward()], tmp_path / out)
    before = _content(tmp_path)
    with pytest.raises(InputError, match="line 124"):
        write_tables(_broken(), tmp_path / out)
    assert _content(tmp_path) == before


@pytest.mark.parametrize("out", ["tables", "records.duckdb"])
def test_nothing_is_left_of_tables_that_could_not_be_written(tmp_path: Path, out: str) -> None:
    with pytest.raises(InputError, match="line 124"):
        write_tables(_broken(), tmp_path / out)
    assert list(tmp_path.iterdir()) == []


def _content(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_an_id_that_stands_twice_is_no_key(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"two records have the id arxiv:2301.00010"):
        write_tables([_awkward(), _awkward()], tmp_path / "t", format="csv")


def test_no_record_gives_tables_without_rows(tmp_path: Path) -> None:
    write_tables([], tmp_path / "parquet")
    write_tables([], tmp_path / "csv", format="csv")
    write_tables([], tmp_path / "none.duckdb")
    for table in TABLES:
        names = [column.name for column in table.columns]
        assert pl.read_parquet(tmp_path / "parquet" / f"{table.name}.parquet").columns == names
        assert pl.read_csv(tmp_path / "csv" / f"{table.name}.csv").columns == names
        assert _duckdb_rows(f"FROM {table.name}", tmp_path / "none.duckdb") == []


@pytest.mark.parametrize(("out", "library", "extra"), [("t", "pyarrow", "parquet"), ("t.duckdb", "duckdb", "duckdb")])
def test_a_missing_library_is_told_before_anything_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, out: str, library: str, extra: str
) -> None:
    monkeypatch.setitem(__import__("sys").modules, library, None)
    with pytest.raises(MissingExtraError, match=rf"pip install 'extractor\[{extra}\]'"):
        write_tables(records(), tmp_path / out)
    assert list(tmp_path.iterdir()) == []
    write_tables(records(), tmp_path / "csv", format="csv")


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(OutputError, match="is a file; give a folder"):
        write_tables([], tmp_path / "file")
    with pytest.raises(OutputError, match="cannot be written"):
        write_tables([], tmp_path / "none" / "t")
    with pytest.raises(OutputError, match="leave out the format"):
        write_tables([], tmp_path / "t.duckdb", format="csv")


def test_numbers_that_no_float_holds_become_infinite(tmp_path: Path) -> None:
    huge = record("No.", id="id:1").model_copy(
        update={"numbers": (number("5.5%", "5.5%").model_copy(update={"value": 10**400}),)}
    )
    for out in ("parquet", "t.duckdb"):
        write_tables([huge], tmp_path / out)
    assert pl.read_parquet(tmp_path / "parquet" / "numbers.parquet")["value"].to_list() == [float("inf")]
    assert _duckdb_rows("SELECT value FROM numbers", tmp_path / "t.duckdb") == [{"value": float("inf")}]
