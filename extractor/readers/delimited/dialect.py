"""How the rows of a table are written: what stands between two cells, and how a quote within quotes is."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, NamedTuple

import regex

if TYPE_CHECKING:
    from collections.abc import Iterable

DELIMITERS = "\t;,|"

_ESCAPED_QUOTE = regex.compile(r'(?<!\\)((?:\\\\)*)\\"')
_ESCAPED = regex.compile(r'\\([\\"])')


class Dialect(NamedTuple):
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
