"""A table as Parquet, with one schema whatever is in it; the meaning of a column is in its metadata."""

from __future__ import annotations

from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

from extractor.errors import MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import ModuleType

    import pyarrow as pa

    from extractor.tables.columns import Row, Table

_GROUP_ROWS = 50_000
_GROUP_BYTES = 16 << 20


def check() -> None:
    """Make sure that Parquet can be written.

    Raises:
        MissingExtraError: the extra is not installed.
    """
    _library()


def _library() -> tuple[ModuleType, ModuleType]:
    try:
        import pyarrow as arrow  # noqa: ICN001, PLC0415 - an optional dependency
        from pyarrow import parquet  # noqa: PLC0415
    except ImportError as error:
        raise MissingExtraError(feature="writing Parquet tables", extra="parquet") from error
    return arrow, parquet


def schema(table: Table) -> pa.Schema:
    """Return the columns of a table.

    Raises:
        MissingExtraError: the extra is not installed.
    """
    arrow, _ = _library()
    types = {
        "text": arrow.string(),
        "integer": arrow.int64(),
        "float": arrow.float64(),
        "boolean": arrow.bool_(),
        "texts": arrow.list_(arrow.field("element", arrow.string(), nullable=False)),
    }
    return arrow.schema(
        [
            arrow.field(column.name, types[column.type], column.nullable, metadata={"description": column.meaning})
            for column in table.columns
        ],
        metadata={"description": f"{table.name}: {table.meaning}"},
    )


@contextmanager
def open_table(stream: IO[bytes], table: Table) -> Iterator[Callable[[Sequence[Row]], None]]:
    """Give the function that writes rows of a table; the stream is whole when the context ends, and stays open.

    Raises:
        MissingExtraError: the extra is not installed.
    """
    arrow, parquet = _library()
    columns = schema(table)
    sink = arrow.PythonFile(stream, mode="w")
    with parquet.ParquetWriter(sink, columns, compression="zstd") as writer:
        group: list[pa.RecordBatch] = []

        def flush() -> None:
            if group:
                writer.write_table(arrow.Table.from_batches(group, columns), row_group_size=_GROUP_ROWS)
                group.clear()

        def write(rows: Sequence[Row]) -> None:
            if not rows:
                return
            arrays = [
                arrow.array(values, field.type) for values, field in zip(zip(*rows, strict=True), columns, strict=True)
            ]
            group.append(arrow.RecordBatch.from_arrays(arrays, schema=columns))
            # A group of its own for every few megabytes: what waits for the next one is all that memory holds.
            if sum(map(len, group)) >= _GROUP_ROWS or sum(batch.nbytes for batch in group) >= _GROUP_BYTES:
                flush()

        yield write
        flush()
    sink.flush()
