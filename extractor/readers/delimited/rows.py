"""The rows below a header, read strictly, and what a broken one took with it read again."""

from __future__ import annotations

from collections import deque
from itertools import islice
from typing import TYPE_CHECKING

import regex

from extractor.readers.delimited.dialect import Dialect

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from extractor.readers.lines import Line

_ROW_LINES = 5_000  # of a row that holds the full text of its paper; beyond, a quote was not closed
ROW_CHARACTERS = 4_000_000
_MENDED_LINES = 50
_PLAIN = regex.compile(r'[^"\\\n]{0,20}')


class Source:
    """Lines that can be put back."""

    def __init__(self, found: Iterable[Line]) -> None:
        """Begin at the first of the lines."""
        self._found = iter(found)
        self._again: deque[Line] = deque()

    def take(self) -> Line | None:
        """Return the next line; None at the end."""
        return self._again.popleft() if self._again else next(self._found, None)

    def put_back(self, taken: Sequence[Line]) -> None:
        """Have these lines taken again, in their order, before all others."""
        self._again.extendleft(reversed(taken))


class Table:
    """The rows below a header, and what is known of them so far."""

    def __init__(
        self, source: Source, dialect: Dialect, *, width: int, abstract: int, like: Table | None = None
    ) -> None:
        """Stand before the first row of as many cells as `width`; `abstract` is the index of the abstract's.

        What was learnt from `like`, a table of the same file, is known of this one too.
        """
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
            while len(taken) < _ROW_LINES and size < ROW_CHARACTERS and (line := self._source.take()):
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
            cells = Dialect("\t", "none").parse([first]) or []
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
