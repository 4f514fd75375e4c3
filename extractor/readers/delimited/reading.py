"""CSV, TSV and their kin: a header row, then a row an abstract, whatever the delimiter and the way of quoting.

How the file is written is found from its beginning. The standard library parses each row, strictly, so that a quote
that is never closed is seen at the latest at the next one. What such a row took with it is read again: the damage is
a reject of its own, and the next row that fits the header is a row again.
"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, BinaryIO

import regex

from extractor.readers import fields
from extractor.readers.base import Flaw, Format, Piece, ReadOptions
from extractor.readers.delimited import header
from extractor.readers.delimited.dialect import Dialect
from extractor.readers.delimited.rows import ROW_CHARACTERS, Source, Table
from extractor.readers.lines import Line, lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_HEAD_CHARACTERS = 1 << 16
_HEAD_ROWS = 100
_SEP = regex.compile(r'"?sep=(.)"?\s*', regex.IGNORECASE)
_LONE_BACKSLASH = regex.compile(r'(?<!\\)(?:\\\\)*\\(?![\\"])')
_MISSING = frozenset(("nan", "NaN", "None", "NULL", "null", "NA", "N/A", "#N/A", r"\N"))


def _accepts(head: str) -> bool:
    """A header with a column for abstracts, and rows below it that fit it."""
    source = Source(lines(io.BytesIO(head.encode("utf-8", "surrogateescape"))))
    first = _first(source)
    sep = first and _SEP.fullmatch(first.text)
    if sep:
        first = _first(source)
    given = header.best(first.text, sep=sep[1] if sep else None) if first else None
    if given is None or len(given[1]) < 2:
        return False
    delimiter, names = given
    below = source.take()
    if below is None:
        return True
    if not below.text.strip():
        return False  # a heading of plain text
    source.put_back([below])
    return _tried(list(_rest(source)), Dialect(delimiter), names, header.abstract_column(names, None))[0] > 0


def _first(source: Source) -> Line | None:
    while (line := source.take()) and not line.text.strip():
        pass
    return line


def _rest(source: Source) -> Iterator[Line]:
    while line := source.take():
        yield line


def _tried(head: Sequence[Line], dialect: Dialect, names: Sequence[str], abstract: int) -> tuple[int, Table]:
    """Return how many of the first rows can be read in a dialect, and what is known after them."""
    table = Table(Source(head), dialect, width=len(names), abstract=abstract)
    return table.good(rows=_HEAD_ROWS), table


def _best(head: Sequence[Line], delimiter: str, names: Sequence[str], abstract: int) -> Table:
    """Return the table that fits the beginning of a file: its dialect is that in which most rows can be read."""
    text = "".join(line.text for line in head)
    ways = ["doubled"]
    if '\\"' in text:
        ways.append("escaped" if _LONE_BACKSLASH.search(text) else "escaped-all")
    if delimiter == "\t" and _is_unquoted(text):
        ways.append("none")
    tried = [_tried(head, Dialect(delimiter, way), names, abstract) for way in ways]
    return max(tried, key=lambda one: one[0])[1]


def _is_unquoted(text: str) -> bool:
    """Whether more cells begin or end with a quote that is none of the format than stand in quotes."""
    cells = [cell for line in text.splitlines() for cell in line.split("\t") if cell.startswith('"')]
    whole = sum(len(cell) > 1 and cell.endswith('"') for cell in cells)
    return len(cells) - whole > whole


def _read(stream: BinaryIO, options: ReadOptions) -> Iterator[Piece | Flaw]:
    # A cell may hold the full text of a paper; the library's own limit is for the whole process, and only raised.
    csv.field_size_limit(max(csv.field_size_limit(), ROW_CHARACTERS))
    source = Source(lines(stream))
    first = _first(source)
    sep = first and _SEP.fullmatch(first.text)
    if sep:
        first = _first(source)
    if first is None:
        return
    wanted = options.fields.get("abstract")
    given = header.best(first.text, wanted=wanted, sep=sep[1] if sep else None)
    numbered = False
    if given is None and wanted and wanted.isdecimal():
        given = header.best(first.text, sep=sep[1] if sep else None)
        numbered = given is None
        given = given or header.numbers(first.text, int(wanted), sep=sep[1] if sep else None)
    if given is None:
        yield header.none_found(first, wanted)
        return
    delimiter, names = given
    if numbered:
        source.put_back([first])
    head = list(_head(source))
    source.put_back(head)
    abstract = header.abstract_column(names, wanted)
    begun = _best(head, delimiter, names, abstract)
    table = Table(source, begun.dialect, width=len(names), abstract=abstract, like=begun)
    for position, (taken, cells) in enumerate(table.rows(), 1):
        yield _piece(taken, cells, names, position=position, options=options)


def _head(source: Source) -> Iterator[Line]:
    size = 0
    while size < _HEAD_CHARACTERS and (line := source.take()):
        size += len(line.text)
        yield line


def _piece(
    taken: Sequence[Line], cells: Sequence[str] | None, names: Sequence[str], *, position: int, options: ReadOptions
) -> Piece | Flaw:
    line, offset, _ = taken[0]
    raw = "".join(line.text for line in taken).removesuffix("\n")
    if cells is None:
        reason = (
            f"the row does not have the {len(names)} columns of the header, or a quote in it is not closed; "
            "put quotes round a cell with a delimiter in it, and double those within"
        )
        return Flaw(line=line, offset=offset, code="bad-row", reason=reason, raw=raw)
    entry: dict[str, object] = {}
    for number, (name, cell) in enumerate(zip(names, cells, strict=True), 1):
        value = None if cell in _MISSING else cell
        if not fields.is_running(name, cell, position=position):
            entry.setdefault(name, value)
        if str(number) in options.fields.values():
            entry.setdefault(str(number), value)
    return fields.piece(entry, raw=raw, line=line, offset=offset, fields=_given(options.fields, names))


def _given(given: Mapping[str, str], names: Sequence[str]) -> Mapping[str, str]:
    """Return the names that a user gives as the header has them."""
    by_name = {fields.folded(name): name for name in reversed(names)}
    return {target: by_name.get(fields.folded(name), name) for target, name in given.items()}


CSV = Format("csv", "CSV or TSV with a header row, whatever the delimiter", (".csv", ".tsv", ".tab"), _accepts, _read)
