"""All tables as one DuckDB database."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from pydantic_core import to_json

from extractor.errors import MissingExtraError, OutputError
from extractor.tables.columns import TABLES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path
    from types import ModuleType

    from extractor.tables.columns import Column, Row, Table

_TYPES = {"text": "VARCHAR", "integer": "BIGINT", "float": "DOUBLE", "boolean": "BOOLEAN", "texts": "VARCHAR[]"}
# Rows stay in the order of the records, nothing is loaded from elsewhere, and memory has a bound.
_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "threads": 1,
    "memory_limit": "512MB",
    "preserve_insertion_order": True,
    "autoinstall_known_extensions": False,
}


def check() -> None:
    """Make sure that a database can be written.

    Raises:
        MissingExtraError: the extra is not installed.
    """
    _library()


def _library() -> ModuleType:
    try:
        import duckdb  # noqa: PLC0415 - an optional dependency
    except ImportError as error:
        raise MissingExtraError(feature="a .duckdb file", extra="duckdb") from error
    return duckdb


@contextmanager
def open_tables(path: Path, folder: Path) -> Iterator[Mapping[str, Callable[[Sequence[Row]], None]]]:
    """Give the functions that write rows, one a table; the database is at `path` when the context ends.

    The rows wait as lines of JSON in `folder`: DuckDB reads them many times faster than it takes rows one by one.

    Args:
        path: where no file must be yet.
        folder: a folder for temporary files, on the same disk.

    Raises:
        MissingExtraError: the extra is not installed.
        OutputError: the database cannot be written.
    """
    duckdb = _library()
    with ExitStack() as stack:
        yield {table.name: _spool(stack, folder / f"{table.name}.jsonl", table) for table in TABLES}
    try:
        config = {**_CONFIG, "temp_directory": str(folder / "swap")}
        with duckdb.connect(path, config=config) as base:
            base.execute("BEGIN")  # one transaction: each by itself would wait for the disk
            for table in TABLES:
                base.execute(_create(table))
                for column in table.columns:
                    base.execute(f'COMMENT ON COLUMN {table.name}."{column.name}" IS {_quoted(column.meaning)}')
                base.execute(_fill(table, folder / f"{table.name}.jsonl"))
            base.execute("COMMIT")
    except duckdb.Error as error:
        raise OutputError(f"{path}: DuckDB cannot write it: {error}") from error


def _spool(stack: ExitStack, path: Path, table: Table) -> Callable[[Sequence[Row]], None]:
    stream = stack.enter_context(path.open("xb"))
    names = [column.name for column in table.columns]

    def write(rows: Sequence[Row]) -> None:
        for row in rows:
            line = to_json(dict(zip(names, row, strict=True)), inf_nan_mode="strings")
            stream.write(line + b"\n")

    return write


def _create(table: Table) -> str:
    # No primary key: the index that it makes is held in memory and makes the file half as large again.
    columns = ", ".join(f"{_typed(column)}{'' if column.nullable else ' NOT NULL'}" for column in table.columns)
    return f"CREATE TABLE {table.name} ({columns})"


def _fill(table: Table, path: Path) -> str:
    columns = ", ".join(f'"{column.name}": {_quoted(_TYPES[column.type])}' for column in table.columns)
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    read = f"read_json({_quoted(str(path))}, format = 'newline_delimited', columns = {{{columns}}})"
    return f"INSERT INTO {table.name} SELECT {names} FROM {read}"  # noqa: S608 - all of it is quoted, and ours


def _typed(column: Column) -> str:
    return f'"{column.name}" {_TYPES[column.type]}'


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
