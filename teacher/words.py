"""What the teacher sees of a word beside its pieces, and which abstracts it should not read. Needs no torch.

The teacher's language model knows no capitals: it is told the shape of each word.
"""

from __future__ import annotations

import re
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SHAPES = 512
CASES = 10
_NONE = 2  # the first shapes are those of what is no word: the beginning, and the end of a title or text
_SAME, _LONGEST = 3, 10  # so many of one kind in a row are told apart, and so many characters in all
_SHINGLE = 8  # words
_NEAR, _FEW = 0.1, 8  # so large a share of shingles in common, and so many at least, make a near-duplicate


def shape(word: str) -> int:
    """Return the number of a word's shape: the kinds of its characters, in a row of `SHAPES` by chance."""
    kinds: list[str] = []
    run = 0
    for character in word:
        kind = "d" if character.isdigit() else character
        if character.isalpha():
            kind = "X" if character.isupper() else "x"
        run = run + 1 if kinds and kind == kinds[-1] else 1
        if run <= _SAME or kind != kinds[-1]:
            kinds.append(kind)
    return zlib.crc32("".join(kinds)[:_LONGEST].encode()) % (SHAPES - _NONE) + _NONE


def case(word: str) -> int:
    """Return the number of what a word's letters are: none, lower, one capital before, capitals, mixed; and digits."""
    letters = [character for character in word if character.isalpha()]
    digits = any(character.isdigit() for character in word)
    if not letters:
        return int(digits)
    capitals = sum(character.isupper() for character in letters)
    kind = 3
    if not capitals:
        kind = 0
    elif capitals == 1 and word[0].isupper():
        kind = 1
    elif capitals == len(letters):
        kind = 2
    return 2 + 2 * kind + digits


class Duplicates:
    """Tells texts that are, but for little, one of some given texts or a part of one."""

    def __init__(self, texts: Iterable[str]) -> None:
        """Take the texts."""
        self._shingles = {shingle for text in texts for shingle in _shingles(text)}

    def __contains__(self, text: str) -> bool:
        """Tell whether a text has much in common with those given."""
        shingles = set(_shingles(text))
        return len(shingles & self._shingles) >= max(_FEW, _NEAR * len(shingles))


def _shingles(text: str) -> Iterator[tuple[str, ...]]:
    words = re.findall(r"\w+", text.lower())
    for first in range(len(words) - _SHINGLE + 1):
        yield tuple(words[first : first + _SHINGLE])
