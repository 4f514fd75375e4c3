"""When two spellings are one name: case, hyphens, spaces and accents folded away, and look-up of names in a text.

A text is cut into segments, runs of letters or of digits, so that `ImageNet-1k`, `ImageNet 1K` and `ImageNet1K` are the
same three. A name is found where its segments stand in a row between word boundaries.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Generic, TypeVar

import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_SEGMENT = regex.compile(r"[\p{L}\p{M}]+|\p{N}+|[+×]")
# What may stand between two segments of one name: nothing, or a little punctuation, or one stretch of white space.
_GAP = regex.compile(r"[-‐‑–_/.^'’:&*]{0,2}\s?")

Name = TypeVar("Name")


@lru_cache(maxsize=1 << 16)
def _fold_segment(segment: str) -> str:
    folded = unicodedata.normalize("NFKD", segment.casefold())
    return "".join(character for character in folded if not unicodedata.combining(character))


def segments(text: str) -> list[tuple[int, int, str]]:
    """Return `(start, end, folded)` of each run of letters or digits."""
    return [(*match.span(), _fold_segment(match.group())) for match in _SEGMENT.finditer(text)]


def fold(name: str) -> str:
    """Return the name with case, accents, spaces and punctuation folded away: equal for spellings of one name."""
    return "".join(folded for _, _, folded in segments(name))


def fold_singular(name: str) -> str:
    """Return `fold(name)` without a plural s, so that `GANs` and `GAN` are one."""
    folded = fold(name)
    return folded[:-1] if len(folded) > 3 and folded.endswith("s") else folded


@dataclass(frozen=True, slots=True)
class NameIndex(Generic[Name]):
    """Names by their folded segments; look-up costs the same for ten names and for a hundred thousand."""

    by_key: dict[str, tuple[Name, ...]]
    lengths: dict[
        str, tuple[int, ...]
    ]  # first segment -> numbers of segments of the names that begin so, longest first

    @classmethod
    def of(cls, names: Iterable[tuple[str, Name]]) -> NameIndex[Name]:
        """Index `(spelling, name)` pairs; a spelling may stand for several names, kept in the order given."""
        by_key: dict[str, tuple[Name, ...]] = {}
        lengths: dict[str, set[int]] = {}
        for spelling, name in names:
            parts = [folded for _, _, folded in segments(spelling)]
            if not parts:
                continue
            key = " ".join(parts)
            if name not in by_key.get(key, ()):
                by_key[key] = (*by_key.get(key, ()), name)
            lengths.setdefault(parts[0], set()).add(len(parts))
        return cls(by_key, {first: tuple(sorted(counts, reverse=True)) for first, counts in lengths.items()})

    def find(self, text: str) -> Iterator[tuple[int, int, tuple[Name, ...]]]:
        """Yield `(start, end, names)` for the longest names in `text`, left to right, none overlapping another."""
        parts = segments(text)
        lengths, by_key = self.lengths, self.by_key
        position = 0
        while position < len(parts):
            counts = lengths.get(parts[position][2])
            if counts is None or _inside_word(parts, position):
                position += 1
                continue
            for count in counts:
                row = parts[position : position + count]
                if len(row) < count or (position + count < len(parts) and parts[position + count][0] == row[-1][1]):
                    continue
                names = by_key.get(" ".join(part[2] for part in row))
                if names and _in_a_row(text, row):
                    yield row[0][0], row[-1][1], names
                    position += count
                    break
            else:
                position += 1


def _inside_word(parts: list[tuple[int, int, str]], position: int) -> bool:
    return position > 0 and parts[position - 1][1] == parts[position][0]


def _in_a_row(text: str, row: list[tuple[int, int, str]]) -> bool:
    return all(end == start or _GAP.fullmatch(text, end, start) for (_, end, _), (start, _, _) in pairwise(row))
