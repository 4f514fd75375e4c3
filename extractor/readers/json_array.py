"""JSON: an array of objects, or a single object, with the usual names for their fields.

An array is read element by element, so that a large one never stands in memory and what comes before a fault is used.
"""

from __future__ import annotations

import codecs
from dataclasses import replace
from typing import TYPE_CHECKING, BinaryIO

import regex

from extractor.readers import json_values
from extractor.readers.base import Flaw, Format, Piece, ReadOptions

if TYPE_CHECKING:
    from collections.abc import Iterator

_CHUNK = 1 << 16
_RAW = 2000  # characters shown of a file that cannot be read on
_SPACE = regex.compile(r"[ \t\r\n]*+")
_ARRAY_OF = regex.compile(r"\s*+\[\s*+[{\"\]]")
_OBJECT = regex.compile(r"\s*+\{[ \t]*+\r?\n\s*+[\"}]")


class _Window:
    """A moving part of the stream, with the line and the byte at which it begins."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        self.text = ""
        self.line = 1
        self.offset = 0
        self.whole = False
        self.grow()
        if self.text.startswith("\ufeff"):
            self.drop(1)

    def grow(self) -> bool:
        """Read on, as much again as is there already; return False at the end of the stream."""
        chunk = self._stream.read(max(_CHUNK, len(self.text)))
        self.text += self._decoder.decode(chunk, final=not chunk)
        self.whole = not chunk
        return not self.whole

    def drop(self, size: int) -> None:
        """Let go of the first characters."""
        dropped = self.text[:size]
        self.line += _line_ends(dropped)
        self.offset += len(dropped) if dropped.isascii() else len(dropped.encode("utf-8", "surrogateescape"))
        self.text = self.text[size:]

    def next(self) -> str:
        """Drop white space; return the character after it, or nothing at the end."""
        while True:
            space = _SPACE.match(self.text)
            self.drop(space.end() if space else 0)
            if self.text or not self.grow():
                return self.text[:1]

    def value(self) -> tuple[object, str] | Flaw:
        """Take one JSON value: itself and its text, or what is wrong with it."""
        while True:
            end = 0

            def decode() -> object:
                nonlocal end
                value, end = json_values.DECODER.raw_decode(self.text)
                return value

            value = json_values.parsed(decode, line=self.line, offset=self.offset, raw="")
            # A number that reaches the end of the window may go on, and an error may only be a value cut in two.
            unsure = end == len(self.text) or (isinstance(value, Flaw) and value.code == "bad-json")
            if unsure and not self.whole and self.grow():
                continue
            if isinstance(value, Flaw):
                return replace(value, raw=self.text[:_RAW])
            raw = self.text[:end]
            self.drop(end)
            return value, raw


def _line_ends(text: str) -> int:
    """Count the line ends: CRLF, CR and LF are one each."""
    return text.count("\n") + (text.count("\r") - text.count("\r\n") if "\r" in text else 0)


def _read(stream: BinaryIO, options: ReadOptions) -> Iterator[Piece | Flaw]:
    window = _Window(stream)
    array = window.next() == "["
    if array:
        window.drop(1)
        if window.next() == "]":
            return
    while True:
        window.next()
        line, offset = window.line, window.offset
        taken = window.value()
        if isinstance(taken, Flaw):
            yield taken
            return
        value, raw = taken
        yield json_values.piece(value, line=line, offset=offset, raw=raw, options=options)
        mark = window.next()
        if array and mark == ",":
            window.drop(1)
            continue
        if array and mark == "]":
            window.drop(1)
            array, mark = False, window.next()
        if array or mark:
            wanted = "a comma or ] after this element" if array else "nothing after the JSON value"
            reason = f"no valid JSON: {wanted} was expected; what follows is not read"
            yield Flaw(
                line=window.line, offset=window.offset, code="bad-json", reason=reason, raw=window.text[:_RAW],
                counts=False,
            )  # fmt: skip
        return


def _accepts(head: str) -> bool:
    """An array, or an object that goes on on the next line."""
    return bool(_ARRAY_OF.match(head) or _OBJECT.match(head))


JSON_ARRAY = Format("json", "JSON, an array of objects or one object", (".json",), _accepts, _read)
