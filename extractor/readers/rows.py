"""Single rows and lines, for engines that read files themselves: to abstracts, or to rejects."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING

from extractor.readers.base import Flaw, Piece, ReadOptions
from extractor.readers.checking import checked
from extractor.readers.json.document import without_counts
from extractor.readers.json.lines import pieces_of_lines
from extractor.readers.parquet import piece_of
from extractor.readers.reading import reject_of_flaw

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from extractor.abstract import Abstract
    from extractor.records import Reject


def row_of(
    row: Mapping[str, Any] | None, *, file: str = "-", position: int = 1, options: ReadOptions | None = None
) -> Abstract | Reject:
    """Return the abstract that the row of a table holds, as a Parquet file's is read, or why it holds none.

    Args:
        row: its values by the names of their columns; None for one that holds what is no text.
        file: what records call its file.
        position: which abstract of the file it is, from 1.
        options: what a user says about how it is to be read.
    """
    return finished(piece_of(row, position=position, options=options or ReadOptions()), file, position)


def line_pieces(
    line: bytes, options: ReadOptions, *, positions: int = 0, lines: int = 0, offset: int = 0
) -> Iterator[Piece | Flaw]:
    """Yield what one line of JSON Lines holds.

    Args:
        line: the line with its newline.
        options: what a user says about how it is to be read.
        positions: how many abstracts stand before it in its file.
        lines: how many lines.
        offset: how many bytes.
    """
    for piece in without_counts(pieces_of_lines(io.BytesIO(line), options), options, position=positions):
        yield replace(
            piece,
            line=None if piece.line is None else piece.line + lines,
            offset=None if piece.offset is None else piece.offset + offset,
        )


def finished(piece: Piece | Flaw, file: str, position: int | None) -> Abstract | Reject:
    """Return the abstract that a piece holds, or the reject that it is; a flaw that is no abstract has no position."""
    found = piece if isinstance(piece, Flaw) else checked(piece, file=file, position=position or 1)
    return reject_of_flaw(found, file=file, position=position) if isinstance(found, Flaw) else found
