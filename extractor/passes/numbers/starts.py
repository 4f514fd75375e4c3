"""Where a number may start: the only places of a text where a rule is tried, so they have to be found fast.

A start is a digit that stands in no word and no index (`F1`, `T2I`, `x^2` and `l_2` have none), with the sign, the
currency sign or the decimal point in front of it; or one of the words of `rules/quantities.toml`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING

import regex

from extractor.folding import Segments, segments

if TYPE_CHECKING:
    from collections.abc import Iterable

# Words that a number follows are sometimes written on to it: `by7-22%`.
_DIGITS = regex.compile(
    r"(?=\d)(?:(?<![\p{L}\p{N}_^]|\p{N}[.,])|(?<=\b(?:by|of|to|than|across|with|over|and|about)))\d[\d.,]*+", regex.V1
)
_PARENTHESIS = regex.compile(r"\(\d[\d.]*+\s?(?:±|\+/?-)\s?[\d.]++\)\s?[×x]", regex.V1)
_CURRENCIES = "$€£×"
_SIGNS = "-+"


@dataclass(frozen=True, slots=True)
class Starts:
    """The search for starts, compiled.

    Attributes:
        words: a pattern of the words that a number may start with.
        first: the segments, folded, that these words begin with.
    """

    words: re.Pattern[str]
    first: frozenset[str]

    @classmethod
    def of(cls, words: Iterable[str]) -> Starts:
        """Compile the words that a number may start with; each may begin with a capital."""
        spellings = {spelling for word in words for spelling in (word, word[0].upper() + word[1:], word.title())}
        # With common beginnings shared: several times faster than a plain alternation.
        pattern = re.compile(rf"\b(?:{_trie(spellings)})(?![^\W\d_])")
        return cls(pattern, frozenset(first for spelling in spellings for _, _, first in segments(spelling)[:1]))

    def find(self, text: Segments) -> list[int]:
        """Return the starts in a text, in order."""
        whole = text.text
        if not whole.isascii():  # where not every digit is a segment of digits
            digits = [_lead(whole, match.start()) for match in _DIGITS.finditer(whole)]
        else:
            digits = [_lead(whole, start) for start in _matching(_DIGITS, text, map(str.isdigit, text.folded))]
        words = _matching(self.words, text, map(self.first.__contains__, text.folded))
        return sorted(digits + words) if words else digits


def _matching(pattern: regex.Pattern[str] | re.Pattern[str], text: Segments, likely: Iterable[bool]) -> list[int]:
    """Return where a pattern matches, given for each segment whether a match is likely to begin with it."""
    match_at, whole, bounds = pattern.match, text.text, text.bounds
    found, end = [], 0
    for number in compress(range(len(text)), likely):
        start = bounds[2 * number]
        if start >= end and (match := match_at(whole, start)):
            found.append(start)
            end = match.end()
    return found


def is_in_word(text: str, start: int) -> bool:
    """Whether the digit at a position is joined to a letter in front of it, where no number starts: `F1`, `T2I`."""
    return text[start - 1 : start].isalpha() and not _DIGITS.match(text, start)


def _lead(text: str, start: int) -> int:
    """Return where the number whose first digit is at `start` starts with what belongs in front of it."""
    if start and text[start - 1] == "." and not text[start - 2 : start - 1].isalnum():
        start -= 1
    at = start - 1 if text[start - 1 : start] == " " else start
    if at and text[at - 1] in _CURRENCIES:
        start = at = at - 1
    signed = at == start and at and text[at - 1] in _SIGNS
    if signed and not (text[at - 2 : at - 1].isalnum() or text[at - 2 : at - 1] in (")", "]", "/")):
        return at - 1
    if start and text[start - 1] == "(" and _PARENTHESIS.match(text, start - 1):
        return start - 1
    return start


def _trie(words: Iterable[str]) -> str:
    """Return a pattern for the words in which common beginnings stand once."""
    ends: dict[str, set[str]] = {}
    for word in words:
        ends.setdefault(word[:1], set()).add(word[1:])
    optional = ends.pop("", None) is not None
    branches = [
        re.escape(first) + _trie(rest) if rest != {""} else re.escape(first) for first, rest in sorted(ends.items())
    ]
    if not branches:
        return ""
    pattern = branches[0] if len(branches) == 1 and not optional else f"(?:{'|'.join(branches)})"
    return pattern + "?" if optional else pattern
