"""What every format hands on, and what a format is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """What a source says of a paper beside its abstract, its title and its id: kept so that users can join on it.

    A field that the source does not have, or that holds nothing of use, is None.
    """

    year: int | None = None
    authors: tuple[str, ...] | None = None
    venue: str | None = None
    url: str | None = None
    pdf: str | None = None
    code_url: str | None = None


NO_DETAILS = Details()


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One abstract as its format has it, not yet checked: text and title may hold anything.

    Attributes:
        raw: the whole piece of the file that it was read from.
        text: the abstract, or None where the format found none.
        title: its title.
        id: its id with its prefix.
        source_id: what the file calls it, as it stands there; an id of the file alone is no id of the paper.
        details: what else the file says of it.
        collection: what the file says it is a collection of.
        line: the line where it begins in its file, from 1; None where there are no lines.
        offset: the byte where it begins in its file, from 0, counted without compression; None where it has no place.
    """

    raw: str
    text: object
    title: object = None
    id: str | None = None
    source_id: str | None = None
    details: Details = NO_DETAILS
    collection: str | None = None
    line: int | None = None
    offset: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Flaw:
    """A piece of a file that cannot be read: a stable code, what is wrong and what to do.

    Attributes:
        raw: the piece, as it stands.
        line: where it begins, from 1; None for a whole file.
        offset: the byte where it begins, from 0, counted without compression.
        counts: whether it stands for an abstract, and so takes a position in the file.
    """

    code: str
    reason: str
    raw: str = ""
    line: int | None = None
    offset: int | None = None
    counts: bool = True


FIELDS = ("abstract", "title", "id", "year", "authors", "venue", "url", "pdf", "code_url")
"""What a reader looks for in an entry that has named fields."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """What a user says about how a file is to be read.

    Attributes:
        fields: the name that the file has for one of `FIELDS`, where a user says so. Of an object within an object the
            names stand with a dot between them, as `content.abstract`.
    """

    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Format:
    """An input format.

    Attributes:
        name: what `--format` calls it.
        description: one line for the help text.
        endings: the file endings that it usually has, without compression.
        accepts: whether a file that begins so is unmistakably in this format. Bytes that are no UTF-8 stand in it as
            lone surrogates (`surrogateescape`).
        read: yields the pieces of a file, in order. What is no UTF-8 is passed on as lone surrogates; the piece that
            holds them is rejected by the caller.
        binary: whether a file in it is no text; its reader then gets a file that it can seek in.
    """

    name: str
    description: str
    endings: tuple[str, ...]
    accepts: Callable[[str], bool]
    read: Callable[[BinaryIO, ReadOptions], Iterator[Piece | Flaw]]
    binary: bool = False
