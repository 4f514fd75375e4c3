"""Tokens as spaCy's tokenizer makes them, without its documents.

The tokenizer cuts each stretch between white space by itself, so what it makes of one is kept, and a text costs one
look-up a stretch. `Splitter` cuts one in the steps of spaCy's own algorithm with the tokenizer's own patterns. There
is one thing that spaCy does later, over the whole text: a few special cases, such as emoticons, are put together again
from their pieces. Where this may change anything, spaCy is asked.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import srsly  # type: ignore[import-untyped]
from spacy.attrs import IDS, NORM, ORTH  # type: ignore[import-not-found]
from spacy.tokenizer import Tokenizer  # type: ignore[import-not-found]

from extractor.passes.ner.patterns import matches_no_plain_word

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_PATTERNS = ("prefix_search", "suffix_search", "infix_finditer", "token_match", "url_match")
_NEVER = r"\0\A"  # matches nothing, and says so of plain words too
_STRETCH = re.compile(r"\S+|\s+")  # white space as `str.isspace` has it, which is what spaCy goes by


Word: TypeAlias = tuple[str, str | None]
"""A token's text, and its norm where that is not what the vocabulary says of the text."""


class Stretch(NamedTuple):
    """What stands between white space, or white space itself, and whether one space more stands behind it."""

    text: str
    spaced: bool


def stretches(text: str) -> Iterator[Stretch]:
    """Yield the stretches of a text as spaCy's tokenizer takes them: the first space behind a word is no token."""
    before: str | None = None
    for match in _STRETCH.finditer(text):
        part = match.group()
        if before is not None:
            spaced = part[0] == " "
            yield Stretch(before, spaced)
            part = part[spaced:]
            before = None
        if part.isspace():
            yield Stretch(part, spaced=False)
        elif part:
            before = part
    if before is not None:
        yield Stretch(before, spaced=False)


class Splitter:
    """A spaCy tokenizer's way to cut one stretch.

    Attributes:
        joins: two texts of words that may be parts of one special case if they stand side by side.
        alone: texts of words that are one by themselves.
        by_stretch: whether no special case has white space in it, so that stretches can be cut one by one.
    """

    def __init__(self, saved: bytes, vocab: Any) -> None:
        """Take the patterns and special cases of a tokenizer, as `Tokenizer.to_bytes` writes them.

        Raises:
            KeyError: something is missing there.
            re.error: a pattern does not compile.
        """
        self._saved, self._vocab = saved, vocab
        self._tokenizer: Any = None  # made when first asked: it takes longer than all the rest
        tokenizer = srsly.msgpack_loads(saved)
        patterns = [re.compile(tokenizer[name] or _NEVER) for name in _PATTERNS]
        self._letters_stay = all(map(matches_no_plain_word, patterns))
        prefix, suffix, infix, whole, url = patterns
        self._prefix, self._suffix, self._infixes = prefix.search, suffix.search, infix.finditer
        self._whole, self._url = whole.match, url.match
        self._norm = vocab.lex_attr_getters[NORM]
        self._rules: dict[str, tuple[Word, ...]] = {}
        for text, parts in tokenizer["exceptions"].items():
            named = [{IDS.get(key, key): value for key, value in part.items()} for part in parts]
            self._rules[text] = tuple(self._word(part[ORTH], part.get(NORM)) for part in named)
        self.joins: set[tuple[str, str]] = set()
        self.alone: set[str] = set()
        for text in self._rules:
            if not tokenizer["faster_heuristics"] or self._has_affix(text) or " " in text:
                cut = [word for part in stretches(text) for word, _ in self.cut(part.text, specially=False)]
                self.joins.update(pairwise(cut))
                self.alone.update(cut[:1] if len(cut) == 1 else ())
        self.by_stretch = all(text.isspace() or text.split() == [text] for text in self._rules)

    def _has_affix(self, text: str) -> bool:
        return bool(self._prefix(text) or self._suffix(text) or next(iter(self._infixes(text)), None))

    def spacys(self, text: str) -> list[tuple[Word, bool]]:
        """Return spaCy's own tokens of a text, and whether a space is behind each that is no token."""
        if self._tokenizer is None:
            self._tokenizer = Tokenizer(self._vocab).from_bytes(self._saved)
        with self._vocab.memory_zone():  # or it would keep each word for good
            return [(self._word(token.text, token.norm_), bool(token.whitespace_)) for token in self._tokenizer(text)]

    def _word(self, text: str, norm: str | None) -> Word:
        return text, None if norm == self._norm(text) else norm

    def is_special(self, words: Sequence[Word]) -> bool:
        """Return whether spaCy may put words of a stretch together again."""
        texts = [text for text, _ in words]
        return not self.alone.isdisjoint(texts) or not self.joins.isdisjoint(pairwise(texts))

    def cut(self, stretch: str, *, specially: bool = True) -> Sequence[Word]:
        """Return the words of a stretch, before any are put together again; with special cases if `specially`."""
        rules = self._rules if specially else {}
        if stretch in rules:
            return rules[stretch]
        if self._is_plain(stretch):
            return [(stretch, None)]
        before: list[Word] = []
        behind: list[Word] = []
        inner = self._without_affixes(stretch, rules, before, behind)
        if inner in rules:
            before += rules[inner]
        elif inner:
            before += self._parts(inner)
        behind.reverse()
        return before + behind

    def _is_plain(self, text: str) -> bool:
        """Return whether it is certain that a text has no affixes and parts: about half of all are of letters only."""
        return self._letters_stay and text.isascii() and text.isalpha()

    def _without_affixes(
        self, text: str, rules: Mapping[str, Sequence[Word]], before: list[Word], behind: list[Word]
    ) -> str:
        """Take affixes off a text, from the outside inwards, until none is left or a special case is reached."""
        while text and not self._is_plain(text) and text not in rules and not self._whole(text):
            match = self._prefix(text)
            first = match.end() - match.start() if match else 0
            if first and text[first:] in rules:
                before.append((text[:first], None))
                return text[first:]
            match = self._suffix(text[first:] if first else text)
            last = match.end() - match.start() if match else 0
            if last and text[:-last] in rules:
                behind.append((text[-last:], None))
                return text[:-last]
            if not first and not last:
                break
            if first:
                before.append((text[:first], None))
            if last and first + last <= len(text):
                behind.append((text[-last:], None))
                text = text[:-last]
            text = text[first:]
        return text

    def _parts(self, text: str) -> list[Word]:
        """Return the parts of a text without affixes."""
        if self._is_plain(text) or self._whole(text) or self._url(text):
            return [(text, None)]
        parts: list[Word] = []
        start = 0
        for match in self._infixes(text):
            first, last = match.span()
            if first == 0:
                continue
            if first != start:
                parts.append((text[start:first], None))
            if first != last:
                parts.append((text[first:last], None))
            start = last
        if start < len(text):
            parts.append((text[start:], None))
        return parts
