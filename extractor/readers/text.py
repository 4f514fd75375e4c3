"""Plain text: abstracts with blank lines between them, or one a line, below an optional heading.

The first block is a heading, and names the collection, where it is one short line that does not end as a sentence
does and something follows it. Every end of line (CRLF, CR) becomes a single newline; otherwise an abstract keeps its
inner line breaks and spaces, and loses the white space around it.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, TextIO

from extractor.readers.base import Format, Piece

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from extractor.readers.base import Flaw

_HEADING_CHARACTERS = 100
_SENTENCE_ENDS = (".", "!", "?", "…")

_Block = tuple[int, str]


def _blocks(stream: TextIO) -> Iterator[_Block]:
    begin, lines = 0, list[str]()
    for number, line in enumerate(stream, 1):
        if line.strip():
            begin = begin if lines else number
            lines.append(line)
        elif lines:
            yield begin, "".join(lines)
            lines = []
    if lines:
        yield begin, "".join(lines)


def _lines(stream: TextIO) -> Iterator[_Block]:
    return ((number, line) for number, line in enumerate(stream, 1) if line.strip())


def _is_heading(block: str) -> bool:
    line = block.strip().removeprefix("\ufeff")
    return (
        "\n" not in line
        and len(line) <= _HEADING_CHARACTERS
        and not line.endswith(_SENTENCE_ENDS)
        and line.isprintable()  # false for bytes that are no UTF-8, which must be told, not taken for a heading
    )


def _pieces(blocks: Iterable[_Block]) -> Iterator[Piece | Flaw]:
    rest = iter(blocks)
    opening = [block for _, block in zip(range(2), rest, strict=False)]
    collection = None
    if len(opening) == 2 and _is_heading(opening[0][1]):
        collection = opening.pop(0)[1].strip().lstrip("#").lstrip()
    for line, block in chain(opening, rest):
        yield Piece(line=line, raw=block, text=block.strip(), collection=collection)


def _read_blocks(stream: TextIO) -> Iterator[Piece | Flaw]:
    return _pieces(_blocks(stream))


def _read_lines(stream: TextIO) -> Iterator[Piece | Flaw]:
    return _pieces(_lines(stream))


def _never(_head: str) -> bool:
    """Any text is plain text, so no beginning speaks for it."""
    return False


TEXT = Format("text", "plain text, abstracts with blank lines between them", (".txt", ".text"), _never, _read_blocks)
LINES = Format("lines", "plain text, one abstract a line", (), _never, _read_lines)
