"""JSON Lines: one JSON object a line."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, BinaryIO

from extractor.readers.base import Flaw, Format, Piece, ReadOptions
from extractor.readers.bounds import SHOWN, TOO_LONG
from extractor.readers.json import decoding, document
from extractor.readers.json.window import Window
from extractor.readers.lines import Line, is_cut, lines

if TYPE_CHECKING:
    from collections.abc import Iterator


def _read(stream: BinaryIO, options: ReadOptions) -> Iterator[Piece | Flaw]:
    return document.without_counts(pieces_of_lines(stream, options), options)


def pieces_of_lines(stream: BinaryIO, options: ReadOptions) -> Iterator[Piece | Flaw]:
    """Yield what the lines of a stream hold, ids as they stand there."""
    for number, offset, line in lines(stream):
        raw = line.strip(" \t\r\n")
        if raw:
            parse = partial(decoding.DECODER.decode, raw)
            value = decoding.parsed(parse, line=number, offset=offset, raw=raw)
            at = Line(number, offset, raw)
            if isinstance(value, Flaw):
                yield replace(value, code="too-long", reason=TOO_LONG, raw=raw[:SHOWN]) if is_cut(line) else value
            elif isinstance(value, dict):
                yield from document.entries_of(value, at=at, options=options)
            elif isinstance(value, list) and any(isinstance(one, dict) for one in value):  # a page of results a line
                yield from document.entries(Window.of_line(at), options)
            else:
                yield decoding.plain_piece(value, line=number, offset=offset, raw=raw)


def _accepts(head: str) -> bool:
    """One of the first two lines is a whole JSON object, or the first is too long to tell but begins as an entry."""
    first, end, rest = head.lstrip().partition("\n")
    if not first.startswith("{"):
        return False
    second = rest.lstrip().partition("\n")[0]
    return _is_object(first) or _is_object(second) or (not end and document.first_line_is_entry(first))


def _is_object(line: str) -> bool:
    parse = partial(decoding.DECODER.decode, line)
    return line.startswith("{") and isinstance(decoding.parsed(parse, line=1, offset=None, raw=line), dict)


JSON_LINES = Format("jsonl", "JSON Lines, one object a line", (".jsonl", ".ndjson"), _accepts, _read)
