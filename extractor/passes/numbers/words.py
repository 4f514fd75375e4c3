"""The words around a number, as the look at its context needs them."""

from __future__ import annotations

import re
from typing import NamedTuple

import regex

_IN = r"[^\s,;:()\[\]=]"
_REST = rf"(?:{_IN}*(?:(?<=\d):(?=\.?\d){_IN}*)*[^\s,;:()\[\]=.!?])?"  # mAP@0.5:0.95 is one word
_WORD = regex.compile(rf"[\p{{L}}\p{{N}}]{_REST}|[^\s\p{{L}}\p{{N}}]", regex.V1)
_ASCII_WORD = re.compile(rf"[A-Za-z0-9]{_REST}|[^\sA-Za-z0-9]")  # the same, in a third of the time


class Word(NamedTuple):
    """A word or a mark: where it stands, in lower case, and as written."""

    start: int
    end: int
    folded: str
    text: str


def words(text: str, start: int, end: int) -> list[Word]:
    """Return the words and marks between two positions of a text."""
    pattern = _ASCII_WORD if text[start:end].isascii() else _WORD
    return [
        Word(match.start(), match.end(), (word := match[0]).casefold(), word)
        for match in pattern.finditer(text, start, end)
    ]
