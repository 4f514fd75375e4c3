"""A table as CSV: RFC 4180, UTF-8, lists as JSON.

Every text stands in quotes and nothing else does, so that nothing at all is null and `""` is an empty text. What is
true or false stands as `true` or `false`.
"""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from extractor.tables.columns import Row, Table, Value


@contextmanager
def open_table(stream: IO[bytes], table: Table) -> Iterator[Callable[[Sequence[Row]], None]]:
    """Write the header of a table, and give the function that writes rows behind it."""
    stream.write(",".join(column.name for column in table.columns).encode() + b"\r\n")

    def write(rows: Sequence[Row]) -> None:
        stream.write("".join(line(row) + "\r\n" for row in rows).encode())

    yield write


def line(row: Iterable[Value]) -> str:
    """Return a row as a line without its end."""
    return ",".join(map(_cell, row))


def _cell(value: Value) -> str:
    match value:
        case None:
            return ""
        case str():
            return '"' + value.replace('"', '""') + '"'
        case bool():
            return str(value).lower()
        case tuple():
            return _cell(json.dumps(value, ensure_ascii=False))
        case _:
            return repr(value)
