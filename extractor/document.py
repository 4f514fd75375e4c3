"""A document: an abstract and its title, cleaned once, cut into sentences, and handed to every pass."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import regex

if TYPE_CHECKING:
    from extractor.records import FieldName
    from extractor.traced import TracedText

# A full stop behind one of these ends no sentence; nor does one between an initial and a name.
_BOUNDARY = regex.compile(
    r"""
    (?: (?<! \b(?:e\.g|i\.e|et\ al|cf|vs|etc|resp|approx|w\.r\.t|Figs?|Eqs?|Sec|Tab|Thm|No|Dr|Prof|St|ca|[A-Z]) )
        [.] | [!?] )
    (?: [)\]"'’”»]+ )?
    (?: \s+ (?= [^\s\p{Ll}] ) | (?= \p{Lu}\p{Ll}+\s ) )  # PDF text loses the space: "fast.We show"
    """,
    regex.VERBOSE | regex.V1,
)


@dataclass(frozen=True, slots=True)
class Passage:
    """One field of a document.

    Attributes:
        field: which field of the record it is.
        traced: its text, cleaned, with the way back.
        sentences: half-open spans of its sentences in the cleaned text, in order, together covering all of it.
    """

    field: FieldName
    traced: TracedText
    sentences: tuple[tuple[int, int], ...]

    @property
    def text(self) -> str:
        """The cleaned text."""
        return self.traced.text

    def sentence_of(self, position: int) -> tuple[int, int]:
        """Return the span of the sentence that holds the character at `position`."""
        return self.sentences[max(0, bisect_right(self.sentences, (position, len(self.text) + 1)) - 1)]


@dataclass(frozen=True, slots=True)
class Document:
    """An abstract as every pass gets it. Its passages stand in reading order."""

    text: Passage
    title: Passage | None = None

    @property
    def passages(self) -> tuple[Passage, ...]:
        """The title, if there is one, and the text."""
        return (self.text,) if self.title is None else (self.title, self.text)

    def passage(self, field: FieldName) -> Passage:
        """Return the passage that a finding's field names."""
        return self.title if field == "title" and self.title is not None else self.text


def passage(field: FieldName, traced: TracedText) -> Passage:
    """Cut a cleaned text into sentences."""
    return Passage(field, traced, sentence_spans(traced.text))


def sentence_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Return the spans of the sentences of `text`: adjacent, covering it all, white space at the end of each."""
    ends = [match.end() for match in _BOUNDARY.finditer(text) if match.end() < len(text)]
    bounds = [0, *ends, len(text)]
    return tuple((start, end) for start, end in pairwise(bounds) if start < end)
