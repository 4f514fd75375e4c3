"""Records as a Parquet table, one row a record with the fields that a line has, and the same lines back.

A column has one type, but `value` and its kin are whole in some records and have a fraction in others, and JSON tells
`90` from `90.0`. In the table they are 64-bit floats, which is what one computes with, and whole ones come back as
whole numbers. Where that would not be the line that was, the file's own metadata say so. They count the numbers of
this very file, so they are left aside in one that other tools made of it.
"""

from __future__ import annotations

import base64
import math
import zlib
from decimal import Decimal
from types import NoneType, UnionType
from typing import IO, TYPE_CHECKING, Annotated, Any, BinaryIO, Literal, Union, get_args, get_origin

from pydantic_core import from_json, to_json

from extractor.errors import MissingExtraError
from extractor.records import AbstractRecord, Contract
from extractor.writers.line_breaks import escaped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import ModuleType

    import pyarrow as pa

_ROWS_AT_ONCE = 256
_GROUP_ROWS = 10_000
_GROUP_BYTES = 32 << 20
_EXACT = b"extractor.exact_numbers"
_NUMBERS = ("value", "value_max", "uncertainty")


class NoRecordsError(ValueError):
    """A Parquet file whose columns are not those of records."""


def check() -> None:
    """Make sure that Parquet can be written and read.

    Raises:
        MissingExtraError: the extra is not installed.
    """
    _library()


def _library() -> tuple[ModuleType, ModuleType]:
    try:
        import pyarrow as arrow  # noqa: ICN001, PLC0415 - an optional dependency
        from pyarrow import parquet  # noqa: PLC0415
    except ImportError as error:
        raise MissingExtraError(feature="a .parquet file", extra="parquet") from error
    return arrow, parquet


def schema() -> pa.Schema:
    """Return the columns of a table of records, as the contract has them.

    Raises:
        MissingExtraError: the extra is not installed.
    """
    arrow, _ = _library()
    return arrow.schema(_fields(arrow, AbstractRecord))


def _fields(arrow: ModuleType, model: type[Contract]) -> list[pa.Field]:
    return [_field(arrow, name, info.annotation) for name, info in model.model_fields.items()]


def _field(arrow: ModuleType, name: str, annotation: object) -> pa.Field:
    kinds = _kinds(annotation)
    return arrow.field(name, _type(arrow, kinds - {NoneType}), nullable=NoneType in kinds)


def _kinds(annotation: object) -> set[Any]:
    """Return the plain types that an annotation allows."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _kinds(arguments[0])
    if origin in (Union, UnionType):
        return set().union(*map(_kinds, arguments))
    if origin is Literal:
        return {type(value) for value in arguments}
    return {annotation}


def _type(arrow: ModuleType, kinds: set[Any]) -> pa.DataType:
    if kinds == {int, float}:
        return arrow.float64()
    (kind,) = kinds
    if get_origin(kind) is tuple:
        return arrow.list_(_field(arrow, "element", get_args(kind)[0]))
    if isinstance(kind, type) and issubclass(kind, Contract):
        return arrow.struct(_fields(arrow, kind))
    return {str: arrow.string, int: arrow.int64, float: arrow.float64, bool: arrow.bool_}[kind]()


def write_lines(lines: Iterable[str | bytes], stream: IO[bytes]) -> int:
    """Write the lines of records to a stream as Parquet; the same lines give the same bytes. The stream stays open.

    Returns:
        How many were written.

    Raises:
        MissingExtraError: the extra is not installed.
    """
    arrow, parquet = _library()
    columns = schema()
    exact = _Exact()
    written = 0
    sink = arrow.PythonFile(stream, mode="w")
    with parquet.ParquetWriter(sink, columns, compression="zstd") as writer:
        group: list[pa.RecordBatch] = []
        for rows in _chunks(lines):
            for row in rows:
                exact.take(row)
            group.append(arrow.RecordBatch.from_pylist(rows, schema=columns))
            written += len(rows)
            if len(group) * _ROWS_AT_ONCE >= _GROUP_ROWS or sum(batch.nbytes for batch in group) >= _GROUP_BYTES:
                writer.write_table(arrow.Table.from_batches(group, columns))
                group = []
        if group or not written:
            writer.write_table(arrow.Table.from_batches(group, columns))
        if told := exact.told(written):
            writer.add_key_value_metadata({_EXACT: told})
    sink.flush()
    return written


def rows_of(lines: Iterable[str | bytes]) -> list[dict[str, Any]]:
    """Return the rows of a table of records, numbers as floats; what is whole comes back as such."""
    rows = [from_json(line) for line in lines]
    for row in rows:
        for number, name in _numbers(row):
            number[name] = _float(number[name])
    return rows


def _chunks(lines: Iterable[str | bytes]) -> Iterator[list[dict[str, Any]]]:
    rows: list[dict[str, Any]] = []
    for line in lines:
        rows.append(from_json(line))
        if len(rows) == _ROWS_AT_ONCE:
            yield rows
            rows = []
    if rows:
        yield rows


def read_lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines that a Parquet file of records was made of; the file must be one that can be read in any order.

    Raises:
        EOFError: the file is damaged or cut short.
        NoRecordsError: its columns are not those of records.
        MissingExtraError: the extra is not installed.
    """
    arrow, parquet = _library()
    try:
        with parquet.ParquetFile(file) as table:
            if set(table.schema_arrow.names) != set(AbstractRecord.model_fields):
                raise NoRecordsError("a Parquet table that holds no records")
            metadata = table.metadata.metadata or {}
            exact = _Kept(metadata.get(_EXACT), rows=table.metadata.num_rows)
            for batch in table.iter_batches(batch_size=_ROWS_AT_ONCE, use_threads=False):
                for row in batch.to_pylist():
                    exact.restore(row)
                    line = to_json({name: row[name] for name in AbstractRecord.model_fields}).decode()
                    yield escaped(line).encode() + b"\n"
    except (arrow.ArrowException, OSError, UnicodeDecodeError) as error:
        if isinstance(error, OSError) and error.errno:
            raise
        raise EOFError(" ".join(str(error).split())) from error


def _numbers(row: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield where each number of a row stands that may be whole or not."""
    for number in row.get("numbers") or ():
        for name in _NUMBERS:
            if number.get(name) is not None:
                yield number, name


def _whole(value: float) -> int | float:
    """Return a whole float as the whole number that it is written as, any other as it is."""
    return int(Decimal(repr(value))) if value.is_integer() else value


class _Exact:
    """Makes floats of all numbers, and notes those that would not come back: how far each is from the one before."""

    def __init__(self) -> None:
        self._notes = bytearray()
        self._since = 0

    def take(self, row: dict[str, Any]) -> None:
        for number, name in _numbers(row):
            value = number[name]
            number[name] = as_float = _float(value)
            self._since += 1
            back = _whole(as_float)
            if type(back) is not type(value) or back != value:
                note = f" {self._since}" if isinstance(value, float) else f" {self._since}:{value}"
                self._notes += note.encode()
                self._since = 0

    def told(self, rows: int) -> bytes | None:
        return base64.b64encode(zlib.compress(str(rows).encode() + self._notes)) if self._notes else None


def _float(value: float) -> float:
    try:
        return float(value)
    except OverflowError:  # a whole number of more than 308 digits
        return math.inf if value > 0 else -math.inf


def _notes(told: bytes) -> list[bytes]:
    try:
        return zlib.decompress(base64.b64decode(told)).split(b" ")
    except (ValueError, zlib.error) as error:
        raise EOFError(f"its metadata cannot be read: {error}") from error


class _Kept:
    """Gives whole numbers back, and what `_Exact` noted."""

    def __init__(self, told: bytes | None, *, rows: int) -> None:
        count, *notes = _notes(told) if told else [b""]
        self._notes = iter(notes if count == str(rows).encode() else ())
        self._next()

    def _next(self) -> None:
        gap, _, literal = next(self._notes, b"0").partition(b":")
        self._left, self._literal = int(gap), literal

    def restore(self, row: dict[str, Any]) -> None:
        for number, name in _numbers(row):
            self._left -= 1
            if self._left:
                number[name] = _whole(number[name])
                continue
            if self._literal:
                number[name] = int(self._literal)
            self._next()
