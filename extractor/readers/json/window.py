"""A moving part of a JSON text: values are taken from it one at a time, so that memory does not grow with the file."""

from __future__ import annotations

import codecs
import io
import json
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

import regex

from extractor.readers.json import decoding

if TYPE_CHECKING:
    from extractor.readers.lines import Line

CHUNK = 1 << 18
"""Bytes read at least."""
LONGEST = 1 << 26
"""Characters in the longest value that is taken whole."""
_SPACE = regex.compile(r"[ \t\r\n\x1e]*+")
_LITERAL = 16  # characters in the longest word or escape that may have been cut, and some


class Taken(NamedTuple):
    """A value and its text."""

    value: object
    raw: str


class Fault(NamedTuple):
    """Why there is no value: a code, what is wrong and, if that is known, how many characters on."""

    code: str
    what: str
    at: int | None = None


class TooLong(NamedTuple):
    """There may be a value, but it goes on beyond the limit."""


TOO_LONG = TooLong()


class Window:
    """A moving part of a stream.

    Attributes:
        text: the part.
        at: how far it has been used; what is told by `line` and `offset` is here.
        line: the line, from 1.
        offset: the byte, from 0.
        space: the white space that `next` dropped last.
        whole: whether nothing comes after the part.
    """

    def __init__(self, stream: BinaryIO) -> None:
        """Begin at the beginning of `stream`; a byte order mark is left out."""
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        self.text = ""
        self.at = 0
        self.line = 1
        self.offset = 0
        self.space = ""
        self.whole = False
        self.grow()
        if self.text.startswith("\ufeff"):
            self.drop(1)

    @classmethod
    def of_line(cls, line: Line) -> Window:
        """Return a window on a part of a file that has been read already."""
        window = cls(io.BytesIO())
        window.text, window.line, window.offset = line.text, line.number, line.offset
        return window

    def grow(self) -> bool:
        """Read on, as much again as is there already; return False at the end of the stream."""
        left = self.text[self.at :]
        chunk = self._stream.read(max(CHUNK, len(left)))
        self.text = left + self._decoder.decode(chunk, final=not chunk)
        self.at = 0
        self.whole = not chunk
        return not self.whole

    def drop(self, size: int) -> str:
        """Let go of the next characters, and return them."""
        dropped = self.text[self.at : self.at + size]
        self.line += line_ends(dropped)
        self.offset += len(dropped) if dropped.isascii() else len(dropped.encode("utf-8", "surrogateescape"))
        self.at += size
        return dropped

    def left(self) -> int:
        """Return how many characters of the part are not used yet."""
        return len(self.text) - self.at

    def next(self) -> str:
        """Drop white space; return the character after it, or nothing at the end."""
        self.space = ""
        while True:
            space = _SPACE.match(self.text, self.at)
            end = space.end() if space else self.at
            if end < len(self.text):
                self.space += self.drop(end - self.at)
                return self.text[end]
            # A CR at the edge may be half of a line's end.
            half = not self.whole and self.text.endswith("\r") and end > self.at
            self.space += self.drop(end - self.at - half)
            if not self.grow():
                self.space += self.drop(self.left())
                return ""

    def value(self, limit: int = LONGEST) -> Taken | Fault | TooLong:
        """Take one JSON value of at most about `limit` characters; of anything else nothing is dropped."""
        while True:
            try:
                value, end = decoding.DECODER.raw_decode(self.text, self.at)
            except RecursionError:
                return Fault("too-deep", "the JSON is nested too deeply; flatten it")
            except json.JSONDecodeError as error:
                cut = error.msg.startswith("Unterminated") or error.pos >= len(self.text) - _LITERAL
                fault = Fault("bad-json", error.msg, error.pos - self.at)
            except ValueError as error:
                return Fault("bad-json", f"no usable JSON: {error}")
            else:
                # A number that reaches the end of the window may go on.
                if end < len(self.text) or self.whole:
                    raw = self.drop(end - self.at)
                    return Taken(value, raw)
                cut = True
                fault = Fault("bad-json", "")
            if not cut or self.whole:
                return fault
            if self.left() > limit:
                return TOO_LONG
            self.grow()


def line_ends(text: str) -> int:
    """Count the line ends: CRLF, CR and LF are one each."""
    return text.count("\n") + (text.count("\r") - text.count("\r\n") if "\r" in text else 0)
