"""When two spellings are one name: case, hyphens, spaces and accents folded away, and look-up of names in a text.

A text is cut into segments, runs of letters or of digits, so that `ImageNet-1k`, `ImageNet 1K` and `ImageNet1K` are the
same three. A name is found where its segments stand in a row between word boundaries.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, compress, pairwise
from typing import TYPE_CHECKING, Generic, TypeVar

import regex

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator

# `re` and its `split`, because every text goes through here: several times faster than a loop over matches of `regex`.
_ASCII_PART = re.compile(r"[a-z]+|[0-9]+|\+")
_ASCII_SEGMENT = re.compile(f"({_ASCII_PART.pattern})")
# What is beyond ASCII and may be of a segment: all but the signs that are common.
_BEYOND = re.compile("[^\\x00-\\x7f‘’“”–—…•±≈≤≥→°∼−]")
_SEGMENT = regex.compile(r"[\p{L}\p{M}]+|\p{N}+|[+×]")
# What may stand between two segments of one name: a little punctuation, white space (behind a hyphen too, as where a
# line was broken), or an ampersand. A full stop and white space end a sentence, not a first half.
_GAP = regex.compile(r"[-‐‑–_/.^:*]{0,2} | [-‐‑–]?\s+ | \s?&\s?", regex.VERBOSE)
_CACHED_SEGMENTS = 1 << 14
_CACHED_NAMES = 1 << 14

Name = TypeVar("Name")


@lru_cache(maxsize=_CACHED_SEGMENTS)
def _fold_segment(segment: str) -> str:
    if segment.isascii():
        return segment.lower()
    if segment == "×":
        return "x"
    folded = unicodedata.normalize("NFKD", segment.casefold()).casefold()
    return "".join(character for character in folded if character.isalnum())


@dataclass(frozen=True, slots=True)
class Segments:
    """A text cut into segments, once for all who look for names in it.

    Attributes:
        text: the text.
        folded: the segments, folded: runs of letters or of digits, pluses and multiplication signs.
        gaps: what stands before each segment, and at last what stands behind all of them.
        bounds: where each segment begins and ends, in turn.
    """

    text: str
    folded: list[str] = field(repr=False)
    gaps: list[str] = field(repr=False)
    bounds: list[int] = field(repr=False)

    @classmethod
    def of(cls, text: str) -> Segments:
        """Cut a text."""
        if text.isascii() or not _BEYOND.search(text):
            pieces = _ASCII_SEGMENT.split(text.lower())
            return cls(text, pieces[1::2], pieces[::2], list(accumulate(map(len, pieces[:-1]))))
        folded: list[str] = []
        gaps: list[str] = []
        bounds: list[int] = []
        end = 0
        for match in _SEGMENT.finditer(text):
            if segment := _fold_segment(match.group()):
                start = match.start()
                folded.append(segment)
                gaps.append(text[end:start])
                end = match.end()
                bounds += (start, end)
        gaps.append(text[end:])
        return cls(text, folded, gaps, bounds)

    def __len__(self) -> int:
        """How many there are."""
        return len(self.folded)

    def starts_of(self, wanted: Container[str]) -> list[int]:
        """Return where the segments begin that are among those wanted, folded."""
        return list(compress(self.bounds[::2], map(wanted.__contains__, self.folded)))


def segments(text: str) -> list[tuple[int, int, str]]:
    """Return `(start, end, folded)` of each segment of a text."""
    cut = Segments.of(text)
    return list(zip(cut.bounds[::2], cut.bounds[1::2], cut.folded, strict=True))


@lru_cache(maxsize=_CACHED_NAMES)
def parts_of(name: str) -> tuple[str, ...]:
    """Return the segments of a name, folded."""
    if name.isascii():
        return tuple(_ASCII_PART.findall(name.lower()))
    return tuple(Segments.of(name).folded)


def fold(name: str) -> str:
    """Return the name with case, accents, spaces and punctuation folded away: equal for spellings of one name."""
    return "".join(parts_of(name))


@lru_cache(maxsize=_CACHED_NAMES)
def fold_singular(name: str) -> str:
    """Return `fold(name)` without a plural s, so that `GANs` and `GAN` are one."""
    folded = fold(name)
    return folded[:-1] if len(folded) > 3 and folded.endswith("s") else folded


@dataclass(slots=True)
class _Node(Generic[Name]):
    """What may follow a row of segments, and the names that end with it."""

    names: tuple[Name, ...] = ()
    after: dict[str, _Node[Name]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NameIndex(Generic[Name]):
    """Names by their folded segments; look-up costs the same for ten names and for a hundred thousand."""

    _root: _Node[Name] = field(repr=False)
    _alone: frozenset[str] = field(repr=False)
    """The segments that are names."""
    _pairs: frozenset[tuple[str, str]] = field(repr=False)
    """The first two segments of all other names."""

    @classmethod
    def of(cls, names: Iterable[tuple[str, Name]]) -> NameIndex[Name]:
        """Index `(spelling, name)` pairs; a spelling may stand for several names, kept in the order given."""
        root: _Node[Name] = _Node()
        for spelling, name in names:
            node = root
            for folded in parts_of(spelling):
                following = node.after.get(folded)
                if following is None:
                    following = node.after[folded] = _Node()
                node = following
            if node is not root and name not in node.names:
                node.names = (*node.names, name)
        alone = frozenset(first for first, node in root.after.items() if node.names)
        return cls(
            root, alone, frozenset((first, second) for first, node in root.after.items() for second in node.after)
        )

    def find(
        self,
        text: str | Segments,
        *,
        keep: Callable[[int, int, tuple[Name, ...]], tuple[Name, ...]] | None = None,
        inside_words: bool = False,
    ) -> Iterator[tuple[int, int, tuple[Name, ...]]]:
        """Yield `(start, end, names)` for the longest names in `text`, left to right, none overlapping another.

        `keep` gets each candidate in that form and returns those of its names that may stand there; where none may,
        shorter names are tried. With `inside_words` names that end between letters and digits are candidates too
        (`Llama` in `Llama3`).
        """
        segments = Segments.of(text) if isinstance(text, str) else text
        taken = 0
        for number in self._beginnings(segments):
            start = segments.bounds[2 * number]
            if start < taken:
                continue
            for last, found in reversed(self._from(segments, number, inside_words=inside_words)):
                names = keep(start, last, found) if keep else found
                if names:
                    yield start, last, names
                    taken = last
                    break

    def _beginnings(self, segments: Segments) -> list[int]:
        """Return the segments with which a name may begin.

        Most segments of a text begin no name, and of those that do most (`the`, `deep`) are not followed by the rest of
        one: both must cost next to nothing.
        """
        folded, gaps = segments.folded, segments.gaps
        numbers = range(len(folded))
        likely = {
            *compress(numbers, map(self._alone.__contains__, folded)),
            *compress(numbers, map(self._pairs.__contains__, pairwise(folded))),
        }
        return [
            number
            for number in sorted(likely)
            if gaps[number] or not number or folded[number - 1] == "+"  # a plus joins nothing: `BERT+CRF`
        ]

    def _from(self, segments: Segments, number: int, *, inside_words: bool) -> list[tuple[int, tuple[Name, ...]]]:
        """Return `(end, names)` of the names that begin with a segment, shortest first."""
        found: list[tuple[int, tuple[Name, ...]]] = []
        folded, gaps, bounds = segments.folded, segments.gaps, segments.bounds
        node = self._root.after[folded[number]]
        while True:
            number += 1
            if node.names and (inside_words or _closed(segments, number)):
                found.append((bounds[2 * number - 1], node.names))
            following = node.after.get(folded[number]) if number < len(folded) else None
            if following is None or not _is_gap(gaps[number], segments.text[bounds[2 * number]]):
                return found
            node = following


def _is_gap(gap: str, behind: str) -> bool:
    """Whether a gap lets the segments around it be of one name; an apostrophe does so in `AIME'24` only."""
    return gap in ("", " ", "-") or _GAP.fullmatch(gap) is not None or (gap in ("'", "’") and behind.isdigit())


def _closed(segments: Segments, number: int) -> bool:
    """Whether a name can end right before a segment: at a gap, or at a plus that joins two."""
    if segments.gaps[number] or number == len(segments):
        return True
    behind = segments.gaps[number + 1]
    return (
        segments.folded[number] == "+"
        and number + 1 < len(segments)
        and not any(character.isspace() for character in behind)
    )
