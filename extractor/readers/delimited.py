"""CSV, TSV and their kin: a header row, then a row an abstract, whatever the delimiter and the way of quoting.

How the file is written is found from its beginning. The standard library parses each row, strictly, so that a quote
that is never closed is seen at the latest at the next one. What such a row took with it is read again: the damage is
a reject of its own, and the next row that fits the header is a row again.
"""

from __future__ import annotations

import csv
import io
from collections import deque
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

import regex

from extractor.readers import fields
from extractor.readers.base import Flaw, Format, Piece, ReadOptions
from extractor.readers.lines import Line, lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_DELIMITERS = "\t;,|"
_HEAD_CHARACTERS = 1 << 16
_HEAD_ROWS = 100
_ROW_LINES = 5_000  # of a row that holds the full text of its paper; beyond, a quote was not closed
_ROW_CHARACTERS = 4_000_000
_MENDED_LINES = 50
_NAME_CHARACTERS = 60
_NAME_WORDS = 7
_SHOWN_COLUMNS = 12

_SEP = regex.compile(r'"?sep=(.)"?\s*', regex.IGNORECASE)
_ESCAPED_QUOTE = regex.compile(r'(?<!\\)((?:\\\\)*)\\"')
_ESCAPED = regex.compile(r'\\([\\"])')
_LONE_BACKSLASH = regex.compile(r'(?<!\\)(?:\\\\)*\\(?![\\"])')
_PLAIN = regex.compile(r'[^"\\\n]{0,20}')
_MISSING = frozenset(("nan", "NaN", "None", "NULL", "null", "NA", "N/A", "#N/A", r"\N"))


class _Dialect(NamedTuple):
    """How rows are written.

    Attributes:
        delimiter: what stands between two cells.
        quoting: how a quote within quotes is written: `doubled`, `escaped` by a backslash, `escaped-all` where
            backslashes are escaped too; or `none` where quotes mean nothing.
    """

    delimiter: str
    quoting: str = "doubled"

    def prepared(self, line: str) -> str:
        """Return a line with its quotes doubled, as the parser has it."""
        if self.quoting == "escaped":
            return _ESCAPED_QUOTE.sub(r'\1""', line)
        if self.quoting == "escaped-all":
            return _ESCAPED.sub(lambda match: '""' if match[1] == '"' else match[1], line)
        return line

    def parse(self, prepared: Iterable[str]) -> list[str] | None:
        """Return the cells of one row, from as many lines as it takes; None if it is broken."""
        try:
            if self.quoting == "none":
                return next(csv.reader(prepared, delimiter=self.delimiter, quoting=csv.QUOTE_NONE, strict=True), [])
            return next(csv.reader(prepared, delimiter=self.delimiter, strict=True), [])
        except csv.Error:
            return None


class _Source:
    """Lines that can be put back."""

    def __init__(self, found: Iterable[Line]) -> None:
        self._found = iter(found)
        self._again: deque[Line] = deque()

    def take(self) -> Line | None:
        return self._again.popleft() if self._again else next(self._found, None)

    def put_back(self, taken: Sequence[Line]) -> None:
        self._again.extendleft(reversed(taken))


class _Table:
    """The rows below a header, and what is known of them so far."""

    def __init__(
        self, source: _Source, dialect: _Dialect, *, width: int, abstract: int, like: _Table | None = None
    ) -> None:
        self.dialect = dialect
        self._source = source
        self._width = width
        self._abstract = abstract
        self.kinds: set[tuple[bool, bool, str]] = set(like.kinds) if like else set()
        self.over_lines: bool = like is not None and like.over_lines
        self._after_broken = False
        d = regex.escape(dialect.delimiter)
        # A cell in whose quotes single ones stand too: such as touch neither a delimiter nor the end of a line.
        inner = rf'[^"]|""|(?<=[^{d}\n"])"(?=[^{d}\n"])'
        self._loose = regex.compile(rf'(?:"((?:{inner})*+)"|([^{d}"\n][^{d}\n]*+|))({d}|\n|\Z)')

    def rows(self) -> Iterator[tuple[list[Line], list[str] | None]]:
        """Yield the lines and the cells of each row; None for the cells of one that does not fit the header."""
        while row := self.row():
            taken, cells = row
            if cells is not None and not any(cell.strip() for cell in cells):
                continue
            whole = cells is not None and len(taken) == 1
            tail = self._after_broken and sum(line.text.count('"') for line in taken) % 2 == 1
            if cells is not None and (len(cells) != self._width or tail):
                cells = None
            if cells is None and not tail:
                cells = self._mended(taken)
            self._after_broken = cells is None
            if cells is None:
                if not whole:
                    self._resynchronise(taken)
            else:
                self.kinds.add(self._kind(taken, cells))
                self.over_lines = self.over_lines or len(taken) > 1
            yield taken, cells

    def row(self) -> tuple[list[Line], list[str] | None] | None:
        """Take the lines of one row; None at the end."""
        taken: list[Line] = []

        def feed() -> Iterator[str]:
            size = 0
            while len(taken) < _ROW_LINES and size < _ROW_CHARACTERS and (line := self._source.take()):
                taken.append(line)
                size += len(line.text)
                yield self.dialect.prepared(line.text)

        cells = self.dialect.parse(feed())
        if not taken:
            return None
        while cells and len(cells) > self._width and not cells[-1].strip():
            cells.pop()
        return taken, cells

    def good(self, *, rows: int) -> int:
        """Count, among the first rows, those that fit the header."""
        return sum(cells is not None for _, cells in islice(self.rows(), rows))

    def _mended(self, taken: list[Line]) -> list[str] | None:
        """Return the cells of a broken row whose stray quotes leave no doubt, with `taken` as the lines of it."""
        first = taken[0].text
        if self.dialect.delimiter == "\t" and not self.over_lines:
            cells = _Dialect("\t", "none").parse([first]) or []
            if len(cells) == self._width:
                self._source.put_back(taken[1:])
                del taken[1:]
                return [_unquoted(cell) for cell in cells]
        if self.dialect.quoting != "doubled" or '"' not in first:
            return None
        tried = list(taken)
        while len(tried) < _MENDED_LINES and (line := self._source.take()):
            tried.append(line)
        text = ""
        for used, line in enumerate(tried[:_MENDED_LINES], 1):
            if used > 1 and self._fits([line.text]):
                break  # a row of its own
            text += line.text
            if mended := self._loosely(text):
                self._source.put_back(tried[used:])
                taken[:] = tried[:used]
                return mended
        self._source.put_back(tried[len(taken) :])
        return None

    def _loosely(self, text: str) -> list[str] | None:
        """Return the cells of a row that may hold stray quotes, if it ends with the text and fits the header."""
        if text.count('"') % 2 and (self.over_lines or text.count("\n") > 1):
            return None  # the row may go on: what looks like its last quote may be the first of a pair
        cells, place = list[str](), 0
        while len(cells) <= self._width and (match := self._loose.match(text, place)):
            cells.append(match[2] if match[1] is None else match[1].replace('""', '"'))
            place = match.end()
            if match[3] != self.dialect.delimiter:
                return cells if place == len(text) and len(cells) == self._width else None
        return None

    def _fits(self, texts: Iterable[str]) -> bool:
        return len(self.dialect.parse(map(self.dialect.prepared, texts)) or ()) == self._width

    def _resynchronise(self, taken: list[Line]) -> None:
        """Put back what a broken row took of the rows after it; `taken` keeps the lines of the row itself.

        Where no row so far went over several lines, each line begins a row. Else one begins where a row of a known
        kind does.
        """
        self._source.put_back(taken[1:])
        del taken[1:]
        spent = 0
        while self.over_lines and spent < 2 * _ROW_LINES and (row := self.row()):
            ahead, cells = row
            self._source.put_back(ahead)
            if cells is not None and len(cells) == self._width and self._kind(ahead, cells) in self.kinds:
                return
            taken += filter(None, [self._source.take()])
            spent += len(ahead)

    def _kind(self, taken: Sequence[Line], cells: Sequence[str]) -> tuple[bool, bool, str]:
        """Return by what a row is told from a line of prose that has as many commas as it."""
        abstract = cells[self._abstract]
        begins = _PLAIN.match(abstract)
        quoted = begins is not None and any(f'"{begins[0]}' in line.text for line in taken)
        written = ("quoted" if quoted else "plain") if abstract else "empty"
        return taken[0].text.startswith('"'), " " in cells[0].strip(), written


def _unquoted(cell: str) -> str:
    if len(cell) > 1 and cell[0] == cell[-1] == '"':
        return cell[1:-1].replace('""', '"')
    return cell


def _header(text: str, delimiter: str, *, wanted: str | None = None) -> list[str] | None:
    """Return the names that a line holds, if it is a header with a column for abstracts (`wanted` if given)."""
    cells = _Dialect(delimiter).parse([text]) or []
    names = [cell.strip() for cell in cells]
    if wanted is not None:
        return names if fields.folded(wanted) in map(fields.folded, names) else None
    if not any(fields.is_abstract(name) for name in names):
        return None
    return names if all(_is_name(name) for name in names) else None


def _is_name(name: str) -> bool:
    return len(name) <= _NAME_CHARACTERS and len(name.split()) <= _NAME_WORDS and not name.endswith((".", "!", "?"))


def _best_header(text: str, *, wanted: str | None = None, sep: str | None = None) -> tuple[str, list[str]] | None:
    """Return the delimiter that splits a header best, and its names."""
    found = [(delimiter, _header(text, delimiter, wanted=wanted)) for delimiter in sep or _DELIMITERS]
    headers = [(delimiter, names) for delimiter, names in found if names]
    return max(headers, key=lambda header: len(header[1]), default=None)


def _accepts(head: str) -> bool:
    """A header with a column for abstracts, and rows below it that fit it."""
    source = _Source(lines(io.BytesIO(head.encode("utf-8", "surrogateescape"))))
    first = _first(source)
    sep = first and _SEP.fullmatch(first.text)
    if sep:
        first = _first(source)
    header = _best_header(first.text, sep=sep[1] if sep else None) if first else None
    if header is None or len(header[1]) < 2:
        return False
    delimiter, names = header
    below = source.take()
    if below is None:
        return True
    if not below.text.strip():
        return False  # a heading of plain text
    source.put_back([below])
    return _tried(list(_rest(source)), _Dialect(delimiter), names, _abstract_column(names, None))[0] > 0


def _first(source: _Source) -> Line | None:
    while (line := source.take()) and not line.text.strip():
        pass
    return line


def _rest(source: _Source) -> Iterator[Line]:
    while line := source.take():
        yield line


def _tried(head: Sequence[Line], dialect: _Dialect, names: Sequence[str], abstract: int) -> tuple[int, _Table]:
    """Return how many of the first rows can be read in a dialect, and what is known after them."""
    table = _Table(_Source(head), dialect, width=len(names), abstract=abstract)
    return table.good(rows=_HEAD_ROWS), table


def _best(head: Sequence[Line], delimiter: str, names: Sequence[str], abstract: int) -> _Table:
    """Return the table that fits the beginning of a file: its dialect is that in which most rows can be read."""
    text = "".join(line.text for line in head)
    ways = ["doubled"]
    if '\\"' in text:
        ways.append("escaped" if _LONE_BACKSLASH.search(text) else "escaped-all")
    if delimiter == "\t" and _is_unquoted(text):
        ways.append("none")
    tried = [_tried(head, _Dialect(delimiter, way), names, abstract) for way in ways]
    return max(tried, key=lambda one: one[0])[1]


def _is_unquoted(text: str) -> bool:
    """Whether more cells begin or end with a quote that is none of the format than stand in quotes."""
    cells = [cell for line in text.splitlines() for cell in line.split("\t") if cell.startswith('"')]
    whole = sum(len(cell) > 1 and cell.endswith('"') for cell in cells)
    return len(cells) - whole > whole


def _read(stream: BinaryIO, options: ReadOptions) -> Iterator[Piece | Flaw]:
    # A cell may hold the full text of a paper; the library's own limit is for the whole process, and only raised.
    csv.field_size_limit(max(csv.field_size_limit(), _ROW_CHARACTERS))
    source = _Source(lines(stream))
    first = _first(source)
    sep = first and _SEP.fullmatch(first.text)
    if sep:
        first = _first(source)
    if first is None:
        return
    wanted = options.fields.get("abstract")
    given = _best_header(first.text, wanted=wanted, sep=sep[1] if sep else None)
    numbered = False
    if given is None and wanted and wanted.isdecimal():
        given = _best_header(first.text, sep=sep[1] if sep else None)
        numbered = given is None
        given = given or _numbers(first.text, int(wanted), sep=sep[1] if sep else None)
    if given is None:
        yield _no_header(first, wanted)
        return
    delimiter, names = given
    if numbered:
        source.put_back([first])
    head = list(_head(source))
    source.put_back(head)
    abstract = _abstract_column(names, wanted)
    begun = _best(head, delimiter, names, abstract)
    table = _Table(source, begun.dialect, width=len(names), abstract=abstract, like=begun)
    for position, (taken, cells) in enumerate(table.rows(), 1):
        yield _piece(taken, cells, names, position=position, options=options)


def _abstract_column(names: Sequence[str], wanted: str | None) -> int:
    is_it = [
        fields.is_abstract(name) if wanted is None else fields.folded(name) == fields.folded(wanted) for name in names
    ]
    return is_it.index(True) if True in is_it else 0


def _head(source: _Source) -> Iterator[Line]:
    size = 0
    while size < _HEAD_CHARACTERS and (line := source.take()):
        size += len(line.text)
        yield line


def _numbers(text: str, column: int, *, sep: str | None) -> tuple[str, list[str]] | None:
    """Return the delimiter and the numbers of the columns of a file without a header, by its first row."""
    rows = [(delimiter, _Dialect(delimiter).parse([text]) or []) for delimiter in sep or _DELIMITERS]
    delimiter, cells = max(rows, key=lambda row: len(row[1]))
    return (delimiter, [str(number) for number in range(1, len(cells) + 1)]) if 1 <= column <= len(cells) else None


def _no_header(first: Line, wanted: str | None) -> Flaw:
    rows = [_Dialect(delimiter).parse([first.text]) or [] for delimiter in _DELIMITERS]
    names = [cell.strip()[:_NAME_CHARACTERS] for cell in max(rows, key=len)]
    shown = ", ".join(map(repr, names[:_SHOWN_COLUMNS])) + (", …" if len(names) > _SHOWN_COLUMNS else "")
    what = f"called {wanted!r}" if wanted else "called abstract, text or summary"
    reason = (
        f"no column is {what}, but {shown}; name the one with the abstracts with --fields abstract=NAME, or, where "
        "there is no header row, by its number, as --fields abstract=3"
    )
    return Flaw(line=first.number, offset=first.offset, code="no-header", reason=reason, raw=first.text.rstrip("\n"))


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
