"""The first row of a table: what its columns are called, and by that how its cells are delimited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractor.readers import fields
from extractor.readers.base import Flaw
from extractor.readers.delimited.dialect import DELIMITERS, Dialect

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractor.readers.lines import Line

_NAME_CHARACTERS = 60
_NAME_WORDS = 7
_SHOWN_COLUMNS = 12


def named(text: str, delimiter: str, *, wanted: str | None = None) -> list[str] | None:
    """Return the names that a line holds, if it is a header with a column for abstracts (`wanted` if given)."""
    cells = Dialect(delimiter).parse([text]) or []
    names = [cell.strip() for cell in cells]
    if wanted is not None:
        return names if fields.folded(wanted) in map(fields.folded, names) else None
    if not any(fields.is_abstract(name) for name in names):
        return None
    return names if all(_is_name(name) for name in names) else None


def _is_name(name: str) -> bool:
    return len(name) <= _NAME_CHARACTERS and len(name.split()) <= _NAME_WORDS and not name.endswith((".", "!", "?"))


def best(text: str, *, wanted: str | None = None, sep: str | None = None) -> tuple[str, list[str]] | None:
    """Return the delimiter that splits a header best, and its names."""
    found = [(delimiter, named(text, delimiter, wanted=wanted)) for delimiter in sep or DELIMITERS]
    headers = [(delimiter, names) for delimiter, names in found if names]
    return max(headers, key=lambda header: len(header[1]), default=None)


def abstract_column(names: Sequence[str], wanted: str | None) -> int:
    """Return the index of the column with the abstracts: the one that is wanted, or is called so; else the first."""
    is_it = [
        fields.is_abstract(name) if wanted is None else fields.folded(name) == fields.folded(wanted) for name in names
    ]
    return is_it.index(True) if True in is_it else 0


def numbers(text: str, column: int, *, sep: str | None) -> tuple[str, list[str]] | None:
    """Return the delimiter and the numbers of the columns of a file without a header, by its first row."""
    rows = [(delimiter, Dialect(delimiter).parse([text]) or []) for delimiter in sep or DELIMITERS]
    delimiter, cells = max(rows, key=lambda row: len(row[1]))
    return (delimiter, [str(number) for number in range(1, len(cells) + 1)]) if 1 <= column <= len(cells) else None


def none_found(first: Line, wanted: str | None) -> Flaw:
    """Return the flaw of a file whose first row names no column of abstracts."""
    rows = [Dialect(delimiter).parse([first.text]) or [] for delimiter in DELIMITERS]
    names = [cell.strip()[:_NAME_CHARACTERS] for cell in max(rows, key=len)]
    shown = ", ".join(map(repr, names[:_SHOWN_COLUMNS])) + (", …" if len(names) > _SHOWN_COLUMNS else "")
    what = f"called {wanted!r}" if wanted else "called abstract, text or summary"
    reason = (
        f"no column is {what}, but {shown}; name the one with the abstracts with --fields abstract=NAME, or, where "
        "there is no header row, by its number, as --fields abstract=3"
    )
    return Flaw(line=first.number, offset=first.offset, code="no-header", reason=reason, raw=first.text.rstrip("\n"))
