"""The words around a number, as the look at its context needs them."""

from __future__ import annotations

from typing import NamedTuple

import regex

_WORD = regex.compile(r"[\p{L}\p{N}](?:[^\s,;:()\[\]=]*[^\s,;:()\[\]=.!?])?|[^\s\p{L}\p{N}]", regex.V1)


class Word(NamedTuple):
    """A word or a mark: where it stands, in lower case, and as written."""

    start: int
    end: int
    folded: str
    text: str


def words(text: str, start: int, end: int) -> list[Word]:
    """Return the words and marks between two positions of a text."""
    return [Word(*match.span(), match.group().casefold(), match.group()) for match in _WORD.finditer(text, start, end)]
