"""What every format hands on, and what a format is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One abstract as its format has it, not yet checked: any field may hold anything.

    Attributes:
        line: where it begins in its file, from 1.
        raw: the whole piece of the file that it was read from.
        text: the abstract, or None where the format found none.
        title: its title.
        id: its id with its prefix.
        collection: what the file says it is a collection of.
    """

    line: int
    raw: str
    text: object
    title: object = None
    id: str | None = None
    collection: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Flaw:
    """A piece of a file that cannot be read: a stable code, what is wrong and what to do.

    Attributes:
        line: where it begins, from 1; None for a whole file.
        counts: whether it stands for an abstract, and so takes a position in the file.
    """

    code: str
    reason: str
    raw: str = ""
    line: int | None = None
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Format:
    """An input format.

    Attributes:
        name: what `--format` calls it.
        description: one line for the help text.
        endings: the file endings that it usually has, without compression.
        accepts: whether a file that begins so is unmistakably in this format.
        read: yields the pieces of a decoded file, in order. Bytes that are no UTF-8 arrive as lone surrogates
            (`surrogateescape`); a reader passes them on, and the piece that holds them is rejected by the caller.
    """

    name: str
    description: str
    endings: tuple[str, ...]
    accepts: Callable[[str], bool]
    read: Callable[[TextIO], Iterator[Piece | Flaw]]
