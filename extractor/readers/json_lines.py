"""JSON Lines: one JSON object a line, with the usual names for its fields."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TextIO

from extractor.readers import fields
from extractor.readers.base import Flaw, Format, Piece

if TYPE_CHECKING:
    from collections.abc import Iterator


def _read(stream: TextIO) -> Iterator[Piece | Flaw]:
    for number, line in enumerate(stream, 1):
        raw = line.strip(" \t\r\n")
        if raw:
            value = fields.parsed(partial(fields.DECODER.decode, raw), line=number, raw=raw)
            yield value if isinstance(value, Flaw) else fields.piece(value, line=number, raw=raw)


def _accepts(head: str) -> bool:
    """A first line that is a whole JSON object; of an object over several lines it is, as a rule, only a brace."""
    first, end, _ = head.lstrip().partition("\n")
    if not first.startswith("{"):
        return False
    if not end:  # longer than the head, or the only line
        return first.startswith('{"') or first.rstrip().endswith("}")
    return isinstance(fields.parsed(partial(fields.DECODER.decode, first), line=1, raw=first), dict)


JSON_LINES = Format("jsonl", "JSON Lines, one object a line", (".jsonl", ".ndjson"), _accepts, _read)
