"""Lines of text, each with its number and the byte where it begins."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from extractor.readers.bounds import LONGEST_LINE

if TYPE_CHECKING:
    from collections.abc import Iterator


_ENDED = re.compile(rb"[^\r]*(?:\r\n|\r)|[^\r]+")
_PART = 1 << 20  # bytes read at once, fewer than a line may have


class Line(NamedTuple):
    """A line of a file.

    Attributes:
        number: which line it is, from 1.
        offset: the byte where it begins, from 0.
        text: what stands in it, with one newline at its end, whatever the file has; the last line may have none.
    """

    number: int
    offset: int
    text: str


def lines(stream: BinaryIO) -> Iterator[Line]:
    """Yield the lines of UTF-8 text: CRLF, CR and LF end a line, a byte order mark is left out.

    Bytes that are no UTF-8 come as lone surrogates (`surrogateescape`). Of a line that is longer than any can be
    (`is_cut`) only the beginning comes, so that no file fills memory.
    """
    offset = 0
    for number, (raw, size) in enumerate(_ended(stream), 1):
        mark = len(codecs.BOM_UTF8) if offset == 0 and raw.startswith(codecs.BOM_UTF8) else 0
        if len(raw) > mark:
            yield Line(number, offset + mark, _text(raw[mark:] if mark else raw))
        offset += size


def is_cut(text: str) -> bool:
    """Whether this is only the beginning of a line."""
    return len(text) > LONGEST_LINE // 4 and len(text.encode("utf-8", "surrogateescape")) > LONGEST_LINE


def _ended(stream: BinaryIO) -> Iterator[tuple[bytes, int]]:
    """Yield each line, or its beginning with a newline, and how many bytes the whole of it has."""
    begun, size, held = bytearray(), 0, b""
    while (more := stream.readline(_PART)) or held:
        part, held = held + more, b""
        if not size and part.endswith(b"\n") and b"\r" not in part:
            yield part, len(part)
            continue
        if more and part.endswith(b"\r"):  # perhaps half of CRLF
            part, held = part[:-1], b"\r"
        for piece in _ENDED.findall(part):
            begun += piece[: LONGEST_LINE - len(begun)]
            size += len(piece)
            if piece.endswith((b"\n", b"\r")):
                yield bytes(begun if size <= LONGEST_LINE else begun + b"\n"), size
                begun, size = bytearray(), 0
    if size:
        yield bytes(begun if size <= LONGEST_LINE else begun + b"\n"), size


def _text(raw: bytes) -> str:
    if raw.endswith((b"\r\n", b"\r")):
        raw = raw.rstrip(b"\r\n") + b"\n"
    return raw.decode("utf-8", "surrogateescape")
