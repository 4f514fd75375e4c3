"""Texts as rows of words, and what the network makes of each word by itself, which is calculated once a word."""

from __future__ import annotations

from array import array
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import regex

from extractor.passes.ner.words import stretches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from extractor.passes.ner.exact import Floats, Numbers
    from extractor.passes.ner.glance import Singles
    from extractor.passes.ner.words import Splitter, Word

    Embed = Callable[[Sequence[Word]], Floats]

MOST_WORDS = 1 << 16  # words whose embeddings are kept: 50 MB at width 64
MOST_STRETCHES = 1 << 17  # stretches between white space whose words are kept: 40 MB
# The tokenizer takes quadratic time over a stretch without white space, and so long a one holds no name.
_LONG = 400
_LONG_STRETCH = regex.compile(rf"\S{{{_LONG},}}+")

# A token as a number: twice its word's number, and one more where a space follows that is no token.
_CODE = np.dtype(np.int32)


class Tokens(NamedTuple):
    """The tokens of some texts in one row, with tokens of word 0, which is none, between the texts.

    Attributes:
        words: the number of each token's word.
        offsets: where each begins, counted from the first text on as if all were one.
        lengths: how many characters each has.
        starts: which token is the first of each text, and which would be the first of one more.
    """

    words: Numbers
    offsets: Numbers
    lengths: Numbers
    starts: Sequence[int]


class Lexicon:
    """The words seen so far, numbered from 1.

    Attributes:
        embeddings: what the network makes of each word.
        singles: the same in single precision.
        sizes: the Euclidean norm of each embedding.
    """

    def __init__(self, splitter: Splitter, embed: Embed, width: int) -> None:
        """Begin without words; `embed` gives the embeddings of new ones, `width` numbers each."""
        self._splitter = splitter
        self._embed = embed
        self._width = width
        self._forget()

    def _forget(self) -> None:
        self.embeddings: Floats = np.zeros((1024, self._width))
        self.singles: Singles = np.zeros((1024, self._width), dtype=np.float32)
        self.sizes: Floats = np.zeros(1024)
        self._lengths: Numbers = np.zeros(1024, dtype=np.int64)
        self._numbers: dict[Word, int] = {}
        self._unlearnt: list[Word] = []
        self._stretches = _Stretches(self._of_stretch)
        self._special: set[str] = set()

    def read(self, texts: Iterable[str], gap: int) -> Tokens:
        """Return the tokens of texts, with `gap` of no word before, between and behind them."""
        if len(self._numbers) > MOST_WORDS or len(self._stretches) > MOST_STRETCHES:
            self._forget()
        between = bytes(_CODE.itemsize * gap)
        parts, starts = [between], [gap]
        for text in texts:
            part = self._codes(text)
            parts += part, between
            starts.append(starts[-1] + len(part) // _CODE.itemsize + gap)
        self._learn()
        codes = np.frombuffer(b"".join(parts), dtype=_CODE)
        words = codes >> 1
        lengths = self._lengths[words]
        widths = lengths + (codes & 1)
        return Tokens(words, np.cumsum(widths) - widths, lengths, starts)

    def _codes(self, text: str) -> bytes:
        parts = text.split()
        if " ".join(parts) == text and max(map(len, parts), default=0) < _LONG:  # as nearly always
            codes = b"".join(map(self._stretches.__getitem__, parts))
        else:
            text = _LONG_STRETCH.sub(_blank, text)
            found = list(stretches(text))
            parts = [part for part, _ in found]
            codes = b"".join(
                self._stretches[part] if spaced else _unspaced(self._stretches[part]) for part, spaced in found
            )
        if self._splitter.by_stretch and (self._special.isdisjoint(parts) or not self._runs_on(parts)):
            return codes
        return self._encoded(self._splitter.spacys(text))

    def _runs_on(self, parts: Sequence[str]) -> bool:
        """Return whether a special case may have been put together across the edge of one that is."""
        cut = self._splitter.cut
        return any(
            (cut(before)[-1][0], cut(behind)[0][0]) in self._splitter.joins
            for before, behind in pairwise(parts)
            if before in self._special or behind in self._special
        )

    def _of_stretch(self, stretch: str) -> bytes:
        words = self._splitter.cut(stretch)
        if self._splitter.is_special(words):
            self._special.add(stretch)
            words = [word for word, _ in self._splitter.spacys(stretch)]
        codes = [2 * self._number(word) for word in words]
        codes[-1] += 1
        return array(_CODE.char, codes).tobytes()

    def _encoded(self, words: Iterable[tuple[Word, bool]]) -> bytes:
        return array(_CODE.char, [2 * self._number(word) + spaced for word, spaced in words]).tobytes()

    def _number(self, word: Word) -> int:
        number = self._numbers.get(word)
        if number is None:
            self._unlearnt.append(word)
            number = self._numbers[word] = len(self._numbers) + 1
        return number

    def _learn(self) -> None:
        """Have the embeddings of new words calculated."""
        if not self._unlearnt:
            return
        known = len(self._numbers) + 1
        first = known - len(self._unlearnt)
        if known > len(self._lengths):
            self.embeddings, self.singles, self.sizes, self._lengths = (
                np.concatenate([rows, np.zeros((known, *rows.shape[1:]), dtype=rows.dtype)])
                for rows in (self.embeddings, self.singles, self.sizes, self._lengths)
            )
        embeddings = self._embed(self._unlearnt)
        self.embeddings[first:known] = embeddings
        self.singles[first:known] = embeddings
        self.sizes[first:known] = np.linalg.norm(embeddings, axis=1)
        self._lengths[first:known] = [len(text) for text, _ in self._unlearnt]
        self._unlearnt = []


class _Stretches(dict[str, bytes]):
    """The tokens of each stretch seen so far, the last of them with a space behind it."""

    def __init__(self, encode: Callable[[str], bytes]) -> None:
        super().__init__()
        self._encode = encode

    def __missing__(self, stretch: str) -> bytes:
        codes = self[stretch] = self._encode(stretch)
        return codes


def _unspaced(codes: bytes) -> bytes:
    numbers = np.frombuffer(codes, dtype=_CODE).copy()
    numbers[-1:] &= ~1
    return numbers.tobytes()


def _blank(match: regex.Match[str]) -> str:
    return " " * len(match.group())
