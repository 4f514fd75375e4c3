"""Parquet: a row an abstract, with the usual names for its columns.

Rows are read a few at a time, and of the columns only those that may say something of a paper. A group of rows that is
damaged costs no other.
"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, BinaryIO

from extractor.errors import MissingExtraError
from extractor.readers import fields
from extractor.readers.base import Flaw, Format, Piece, ReadOptions
from extractor.readers.binary import PARQUET as SIGNATURE
from extractor.readers.json import shapes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from types import ModuleType

    import pyarrow as pa
    import pyarrow.parquet as pq

_ROWS_AT_ONCE = 64
_BUFFER = 1 << 20
_RAW = 10_000  # characters of a row that are kept for its reject


def _read(stream: BinaryIO, options: ReadOptions) -> Iterator[Piece | Flaw]:
    try:
        import pyarrow as arrow  # noqa: ICN001, PLC0415 - an optional dependency
        from pyarrow import parquet  # noqa: PLC0415
    except ImportError as error:
        raise MissingExtraError(feature="reading a .parquet file", extra="parquet") from error
    try:
        table = parquet.ParquetFile(stream, buffer_size=_BUFFER, pre_buffer=False)
        names = table.schema_arrow.names
    except (arrow.ArrowException, OSError, ValueError) as error:
        yield _flaw(arrow, error, "the Parquet file is damaged or cut short")
        return
    with table:
        wanted = [name for name in names if _is_wanted(arrow, table.schema_arrow, name, options)]
        if not wanted:
            shown = ", ".join(map(repr, names[:12]))
            reason = f"no column is called abstract, text or summary, but {shown}; name it with --fields abstract=NAME"
            yield Flaw(code="no-header", reason=reason)
            return
        position = 0
        for group in range(table.num_row_groups):
            rows = 0
            try:
                for row in _rows(table, group, wanted):
                    rows += 1
                    yield piece_of(row, position=position + rows, options=options)
            except (arrow.ArrowException, OSError, ValueError) as error:
                size = table.metadata.row_group(group).num_rows
                yield _flaw(arrow, error, f"rows {position + rows + 1} to {position + size} are damaged")
            position += table.metadata.row_group(group).num_rows


def _is_wanted(arrow: ModuleType, schema: pa.Schema, name: str, options: ReadOptions) -> bool:
    """Whether a column may say something of a paper: by its name, or because it holds named fields itself."""
    given = options.fields.values()
    if name in given or any(path.startswith(f"{name}.") for path in given) or fields.is_known(name):
        return True
    found = [field.type for field in schema if field.name == name]
    return any(arrow.types.is_struct(kind) for kind in found)


def _rows(table: pq.ParquetFile, group: int, names: list[str]) -> Iterator[Mapping[str, Any] | None]:
    """Yield the rows of a group; None for one that holds what is no text."""
    batches: Iterable[pa.RecordBatch] = table.iter_batches(
        batch_size=_ROWS_AT_ONCE, row_groups=[group], columns=names, use_threads=False
    )
    for batch in batches:
        try:
            yield from batch.to_pylist()
        except UnicodeDecodeError:
            for row in range(batch.num_rows):
                try:
                    yield batch.slice(row, 1).to_pylist()[0]
                except UnicodeDecodeError:
                    yield None


def piece_of(row: Mapping[str, Any] | None, *, position: int, options: ReadOptions) -> Piece | Flaw:
    """Return the abstract that a row holds; None is one that holds what is no text."""
    if row is None:
        return Flaw(code="not-utf8", reason="the row holds bytes that are not UTF-8; convert its text to UTF-8")
    entry = {
        name: plain
        for name, value in row.items()
        if (plain := _plain(value)) is not None and not fields.is_running(name, plain, position=position)
    }
    raw = json.dumps(entry, ensure_ascii=False, default=str)[:_RAW]
    return shapes.piece(entry, line=None, offset=None, raw=raw, options=options)


def _plain(value: object) -> object:
    """Return a value as JSON would have it: numbers that stand for none are none, and dates are text."""
    if isinstance(value, dict):
        return {name: _plain(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    if isinstance(value, float):
        # A column of whole numbers in which some are missing is one of floats, as a rule.
        return None if math.isnan(value) else int(value) if value.is_integer() else value
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    return value if isinstance(value, str | int | bool | None) else str(value)


def _flaw(arrow: ModuleType, error: Exception, what: str) -> Flaw:
    if isinstance(error, OSError) and error.errno and not isinstance(error, arrow.ArrowException):
        raise error
    return Flaw(code="damaged", reason=f"{what} ({' '.join(str(error).split())}); get it again")


def _accepts(head: str) -> bool:
    return head.startswith(SIGNATURE.decode())


PARQUET = Format("parquet", "Parquet, a row an abstract", (".parquet", ".pq"), _accepts, _read, binary=True)
