"""When two spellings are one name: case, hyphens, spaces and accents folded away, and look-up of names in a text.

A text is cut into segments, runs of letters or of digits, so that `ImageNet-1k`, `ImageNet 1K` and `ImageNet1K` are the
same three. A name is found where its segments stand in a row between word boundaries.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

import regex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_SEGMENT = regex.compile(r"[\p{L}\p{M}]+|\p{N}+|[+×]")
# What may stand between two segments of one name: a little punctuation, white space (behind a hyphen too, as where a
# line was broken), or an ampersand. A full stop and white space end a sentence, not a first half.
_GAP = regex.compile(r"[-‐‑–_/.^:*]{0,2} | [-‐‑–]?\s+ | \s?&\s?", regex.VERBOSE)
_CACHED_WORDS = 1 << 16

Name = TypeVar("Name")
Segment: TypeAlias = tuple[int, int, str]
"""`(start, end, folded)` of a run of letters or digits."""


def _fold_segment(segment: str) -> str:
    if segment.isascii():
        return segment.lower()
    if segment == "×":
        return "x"
    folded = unicodedata.normalize("NFKD", segment.casefold()).casefold()
    return "".join(character for character in folded if character.isalnum())


@lru_cache(maxsize=_CACHED_WORDS)
def _word_segments(word: str) -> tuple[Segment, ...]:
    if word.isascii() and (core := word.rstrip(".,;:!?)")).isalpha():  # nearly every word, several times faster
        return ((0, len(core), core.lower()),)
    found = ((*match.span(), _fold_segment(match.group())) for match in _SEGMENT.finditer(word))
    return tuple(segment for segment in found if segment[2])


def segments(text: str) -> list[Segment]:
    """Return `(start, end, folded)` of each run of letters or digits, of each plus and of each multiplication sign."""
    words = text.split()
    return [
        (start + first, start + last, folded)
        for start, word in zip(_starts(text, words), words, strict=True)
        for first, last, folded in _word_segments(word)
    ]


def _starts(text: str, words: list[str]) -> list[int]:
    """Return where each of the words of `text.split()` stands."""
    lengths = list(map(len, words))
    if sum(lengths) + len(lengths) - 1 == len(text):  # one space between words and none around, as nearly always
        return [before + number for number, before in enumerate(accumulate(lengths[:-1], initial=0))]
    starts, end = [], 0
    for word in words:
        starts.append(text.index(word, end))
        end = starts[-1] + len(word)
    return starts


def fold(name: str) -> str:
    """Return the name with case, accents, spaces and punctuation folded away: equal for spellings of one name."""
    return "".join(folded for word in name.split() for _, _, folded in _word_segments(word))


def fold_singular(name: str) -> str:
    """Return `fold(name)` without a plural s, so that `GANs` and `GAN` are one."""
    folded = fold(name)
    return folded[:-1] if len(folded) > 3 and folded.endswith("s") else folded


@dataclass(slots=True)
class _Node(Generic[Name]):
    """What may follow a row of segments, and the names that end with it."""

    names: tuple[Name, ...] = ()
    after: dict[str, _Node[Name]] = field(default_factory=dict)


_Beginning: TypeAlias = tuple[int, int, _Node[Name] | None]
"""A segment of a word at which names begin: which it is, where it begins, and its node if they need the next word."""


@dataclass(frozen=True, slots=True)
class NameIndex(Generic[Name]):
    """Names by their folded segments; look-up costs the same for ten names and for a hundred thousand."""

    _root: _Node[Name] = field(repr=False)
    _begins: Callable[[str], tuple[_Beginning[Name], ...]] = field(repr=False)

    @classmethod
    def of(cls, names: Iterable[tuple[str, Name]]) -> NameIndex[Name]:
        """Index `(spelling, name)` pairs; a spelling may stand for several names, kept in the order given."""
        root: _Node[Name] = _Node()
        for spelling, name in names:
            node = root
            for _, _, folded in segments(spelling):
                node = node.after.setdefault(folded, _Node())
            if node is not root and name not in node.names:
                node.names = (*node.names, name)

        # Most words of a text begin no name, and most were seen before: they must cost one look-up.
        @lru_cache(maxsize=_CACHED_WORDS)
        def begins(word: str) -> tuple[_Beginning[Name], ...]:
            parts = _word_segments(word)
            for part in parts:
                if part[2] in root.after:
                    return tuple(_beginnings(root, parts))
            return ()

        return cls(root, begins)

    def find(
        self,
        text: str,
        *,
        keep: Callable[[int, int, tuple[Name, ...]], tuple[Name, ...]] | None = None,
        inside_words: bool = False,
    ) -> Iterator[tuple[int, int, tuple[Name, ...]]]:
        """Yield `(start, end, names)` for the longest names in `text`, left to right, none overlapping another.

        `keep` gets each candidate in that form and returns those of its names that may stand there; where none may,
        shorter names are tried. With `inside_words` names that end between letters and digits are candidates too
        (`Llama` in `Llama3`).
        """
        words, taken = text.split(), 0
        starts = _starts(text, words)
        for number, beginnings in enumerate(map(self._begins, words)):
            for position, first, unfinished in beginnings:
                start = starts[number]
                if start + first < taken or (unfinished and not _leads_on(unfinished, words, number)):
                    continue
                for last, found in reversed(
                    self._from(text, words, starts, number, position, inside_words=inside_words)
                ):
                    names = keep(start + first, last, found) if keep else found
                    if names:
                        yield start + first, last, names
                        taken = last
                        break

    def _from(
        self, text: str, words: list[str], starts: list[int], number: int, position: int, *, inside_words: bool
    ) -> list[tuple[int, tuple[Name, ...]]]:
        """Return `(end, names)` of the names that begin with a segment of a word, shortest first."""
        found: list[tuple[int, tuple[Name, ...]]] = []
        node, end, start, parts = self._root, 0, starts[number], _word_segments(words[number])
        while True:
            first, last, folded = parts[position]
            following = node.after.get(folded)
            if following is None or (0 < end < start + first and not _is_gap(text, end, start + first)):
                return found
            node, end = following, start + last
            position += 1
            if node.names and (inside_words or position == len(parts) or _closed(parts, position, last)):
                found.append((end, node.names))
            if not node.after:
                return found
            while position == len(parts):
                number += 1
                if number == len(words):
                    return found
                start, position, parts = starts[number], 0, _word_segments(words[number])


def _beginnings(root: _Node[Name], parts: tuple[Segment, ...]) -> Iterator[_Beginning[Name]]:
    for position, (first, _, folded) in enumerate(parts):
        node = root.after.get(folded)
        if node is None or (position and _joined(parts[position - 1], first)):
            continue
        if node.names:
            yield position, first, None
        elif position + 1 == len(parts):
            yield position, first, node
        elif parts[position + 1][2] in node.after:
            yield position, first, None


def _is_gap(text: str, start: int, end: int) -> bool:
    """Whether the characters between two segments let them be of one name; an apostrophe does so in `AIME'24` only."""
    return _GAP.fullmatch(text, start, end) is not None or (text[start:end] in ("'", "’") and text[end].isdigit())


def _closed(parts: tuple[Segment, ...], position: int, end: int) -> bool:
    """Whether a name can end at `end`, right before that segment: at a gap, or at a plus that joins two."""
    return parts[position][0] > end or (parts[position][2] == "+" and position + 1 < len(parts))


def _joined(before: Segment, start: int) -> bool:
    """Whether a segment that begins at `start` goes on what stands before it; a plus joins nothing (`BERT+CRF`)."""
    return before[1] == start and before[2] != "+"


def _leads_on(node: _Node[Name], words: list[str], number: int) -> bool:
    """Whether the word after the one at `number` can carry a name on: a cheap no for `the` and `deep`."""
    parts = _word_segments(words[number + 1]) if number + 1 < len(words) else ()
    return not parts or parts[0][2] in node.after
