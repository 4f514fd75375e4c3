"""JSON Lines: one JSON object a line, with the usual names for its fields."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, BinaryIO

from extractor.readers import json_values
from extractor.readers.base import Flaw, Format, Piece, ReadOptions
from extractor.readers.lines import lines

if TYPE_CHECKING:
    from collections.abc import Iterator


def _read(stream: BinaryIO, options: ReadOptions) -> Iterator[Piece | Flaw]:
    for number, offset, line in lines(stream):
        raw = line.strip(" \t\r\n")
        if raw:
            parse = partial(json_values.DECODER.decode, raw)
            value = json_values.parsed(parse, line=number, offset=offset, raw=raw)
            if isinstance(value, Flaw):
                yield value
            else:
                yield json_values.piece(value, line=number, offset=offset, raw=raw, options=options)


def _accepts(head: str) -> bool:
    """A first line that is a whole JSON object; of an object over several lines it is, as a rule, only a brace."""
    first, end, _ = head.lstrip().partition("\n")
    if not first.startswith("{"):
        return False
    if not end:  # longer than the head, or the only line
        return first.startswith('{"') or first.rstrip().endswith("}")
    parse = partial(json_values.DECODER.decode, first)
    return isinstance(json_values.parsed(parse, line=1, offset=None, raw=first), dict)


JSON_LINES = Format("jsonl", "JSON Lines, one object a line", (".jsonl", ".ndjson"), _accepts, _read)
