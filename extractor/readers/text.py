"""Plain text: abstracts with blank lines between them, below an optional heading, or one a line.

The first block is a heading, and names the collection, where it is one short line that does not look like a sentence
and something follows it; where each line is an abstract, none is a heading. Every end of line (CRLF, CR) becomes a
single newline; otherwise an abstract keeps its inner line breaks and spaces, and loses the white space around it.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, BinaryIO

import regex

from extractor.readers.base import Flaw, Format, Piece, ReadOptions
from extractor.readers.bounds import LONGEST_ENTRY, SHOWN, TOO_LONG
from extractor.readers.lines import lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_HEADING_CHARACTERS = 80
_SENTENCE_ENDS = (".", "!", "?", "…", "。", "！", "？")
_QUOTES = "\"'”’»"
# What an abstract says of its paper: an abstract that lost its full stop must not be lost as a heading.
_PROPOSING = regex.compile(
    r"""
    \b(?: [Ww]e
    | (?i: proposes? | introduces? | demonstrates? | (?: is | are ) \s (?: proposed | introduced | presented )
      | (?: paper | work | article | study ) \s (?: presents? | describes? | develops? | shows? | stud(?:y|ies) )
      | in \s this \s (?: paper | work | article | study ) )
    )\b
    """,
    regex.VERBOSE,
)

_TOO_LONG = f"{TOO_LONG}; blank lines stand between abstracts, or each line is one with --lines"

_Block = tuple[int, int, str]  # its first line, its first byte, what stands there


def _blocks(stream: BinaryIO) -> Iterator[_Block]:
    begin, offset, size, block = 0, 0, 0, list[str]()
    for line in lines(stream):
        if line.text.strip():
            if not block:
                begin, offset, _ = line
            if size <= LONGEST_ENTRY:
                block.append(line.text)
            size += len(line.text)
        elif block:
            yield begin, offset, "".join(block)
            size, block = 0, []
    if block:
        yield begin, offset, "".join(block)


def _is_heading(block: str) -> bool:
    line = block.strip().removeprefix("\ufeff")
    return (
        "\n" not in line
        and len(line) <= _HEADING_CHARACTERS
        and not line.rstrip(_QUOTES).endswith(_SENTENCE_ENDS)
        and not _PROPOSING.search(line)
        and line.isprintable()  # false for bytes that are no UTF-8, which must be told, not taken for a heading
    )


def _pieces(blocks: Iterable[_Block], *, collection: str | None = None) -> Iterator[Piece | Flaw]:
    for line, offset, block in blocks:
        if len(block) > LONGEST_ENTRY:
            yield Flaw(line=line, offset=offset, code="too-long", reason=_TOO_LONG, raw=block[:SHOWN])
            continue
        yield Piece(line=line, offset=offset, raw=block, text=block.strip(), collection=collection)


def _read_blocks(stream: BinaryIO, _options: ReadOptions) -> Iterator[Piece | Flaw]:
    rest = _blocks(stream)
    opening = [block for _, block in zip(range(2), rest, strict=False)]
    collection = None
    if len(opening) == 2 and _is_heading(opening[0][2]):
        collection = opening.pop(0)[2].strip().lstrip("#").lstrip()
    return _pieces(chain(opening, rest), collection=collection)


def _read_lines(stream: BinaryIO, _options: ReadOptions) -> Iterator[Piece | Flaw]:
    return _pieces(line for line in lines(stream) if line.text.strip())


def _never(_head: str) -> bool:
    """Any text is plain text, so no beginning speaks for it."""
    return False


TEXT = Format("text", "plain text, abstracts with blank lines between them", (".txt", ".text"), _never, _read_blocks)
LINES = Format("lines", "plain text, one abstract a line", (), _never, _read_lines)
