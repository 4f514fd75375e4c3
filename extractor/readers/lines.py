"""Lines of text, each with its number and the byte where it begins."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator


_ENDED = re.compile(rb"[^\r]*(?:\r\n|\r)|[^\r]+")


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

    Bytes that are no UTF-8 come as lone surrogates (`surrogateescape`).
    """
    number, offset = 0, 0
    for raw in stream:
        mark = len(codecs.BOM_UTF8) if offset == 0 and raw.startswith(codecs.BOM_UTF8) else 0
        offset += mark
        for part in _parts(raw[mark:]):
            number += 1
            yield Line(number, offset, _text(part))
            offset += len(part)


def _parts(raw: bytes) -> list[bytes]:
    """Split what ends in LF where a CR ends a line too."""
    if b"\r" not in raw:
        return [raw] if raw else []
    return _ENDED.findall(raw)


def _text(part: bytes) -> str:
    if part.endswith((b"\r\n", b"\r")):
        part = part.rstrip(b"\r\n") + b"\n"
    return part.decode("utf-8", "surrogateescape")
