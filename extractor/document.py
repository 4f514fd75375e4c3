"""A document: an abstract and its title, cleaned once, cut into sentences, and handed to every pass."""

from __future__ import annotations

import dataclasses
import re
from bisect import bisect_right
from dataclasses import dataclass
from itertools import pairwise
from operator import sub
from typing import TYPE_CHECKING

import regex

from extractor.folding import Segments

if TYPE_CHECKING:
    from collections.abc import Iterator

    from extractor.finding import Span
    from extractor.records import FieldName
    from extractor.traced import TracedText

# A full stop behind one of the first kind never ends a sentence; behind one of the second kind (an initial, `et al.`)
# it does only where a word follows that begins sentences and no names. A list's mark (`: 1. A`) is with what it marks.
_BOUNDARY = regex.compile(
    r"""
    [.!?…]
    (?<! \b (?: e\.g | i\.e | cf | [Vv]s | v | viz | resp | approx | incl | ca | Figs? | Eqs? | Eqn | Secs? | Tab |
                Thm | Lem | Prop | Def | Cor | Alg | Refs? | Nos? | Vol | Ch | pp | Dr | Mr | Mrs | Ms | Prof | St |
                Yahoo )
         [.!] )
    (?: (?<! (?<! [^\s(\["“'] )
             (?: (?: [A-Z]\. ){0,3} [A-Z] | i\.i\.d | w\.r\.t | a\.k\.a | s\.t | et\.?\ al | Jr | Inc | Ltd ) [.] )
      | (?= [)\]"'’”»]* \s
            (?: The | This | These | That | Those | There | Then | Thus | Therefore | To | We | Our | It | Its |
                In | On | At | By | For | From | As | An? | And | But | Yet | However | Moreover | Furthermore |
                Additionally | Also | Finally | Specifically | With | Without | When | While | Where | Here |
                Hence | If | Extensive | Extensively | Experiments? | Experimental | Empirical | Empirically |
                Results | Recent | Recently | Such | Unlike | Using | Based | Both | Despite | Through | Since |
                Although | Codes? | Existing | Under | Most | Many | First | Firstly | Second | Secondly | Third |
                Next | Last | Lastly | Given | Compared | All | Not | Notably | Importantly | Motivated |
                Building | Instead | Besides | Each | Across | Further | Crucially | Overall )
            [\s,] ) )
    (?<! (?: [:;.]\s | \A ) \d\d? [.] )
    [)\]"'’”»]*+
    (?: \s++ (?= [^\s\p{Ll}] | \p{Ll}{1,3}\p{Lu} )
      # PDF text loses the space, "fast.We show"; but a URL may go on like that.
      | (?<= [\p{Ll}\d)\]%”"’'] [.!?] [)\]"'’”»]* ) (?<! [/@] [^\s/@]{0,60} ) (?= \p{Lu}\p{Ll}++[\s,] ) )
    | \n (?= [^\s\p{Ll}] )  # a paragraph's end
    """,
    regex.VERBOSE | regex.V1,
)


# Every place where a boundary can begin, and few more, found several times faster.
_LIKELY = re.compile(r"""[.!?…](?=[)\]"'’”»]*(?:[\sA-Z]|[^\x00-\x7f]))|\n""")

_LONGEST_SENTENCE = 3000


@dataclass(frozen=True, slots=True)
class Passage:
    """One field of a document.

    Attributes:
        field: which field of the record it is.
        traced: its text, cleaned, with the way back.
        sentences: half-open spans of its sentences in the cleaned text, in order, together covering all of it.
        segments: the cleaned text as its names are looked for in it.
    """

    field: FieldName
    traced: TracedText
    sentences: tuple[tuple[int, int], ...]
    segments: Segments = dataclasses.field(repr=False)

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

    def text_of(self, span: Span) -> str:
        """Return the characters of a span."""
        return self.passage(span.field).traced.text[span.start : span.end]


def passage(field: FieldName, traced: TracedText) -> Passage:
    """Cut a cleaned text into sentences."""
    return Passage(field, traced, sentence_spans(traced.text), Segments.of(traced.text))


def sentence_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Return the spans of the sentences of `text`: adjacent, covering it all, white space at the end of each."""
    bounds = [0]
    for likely in _LIKELY.finditer(text):
        start = likely.start()
        if start >= bounds[-1] and (match := _BOUNDARY.match(text, start)) and match.end() < len(text):
            bounds.append(match.end())
    bounds.append(len(text))
    spans = tuple(span for span in pairwise(bounds) if span[0] < span[1])
    if max(map(sub, bounds[1:], bounds)) <= _LONGEST_SENTENCE:
        return spans
    return tuple(part for start, end in spans for part in _cut(text, start, end))


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut what is too long for a sentence (a table, a list, a damaged text) between words.

    Stages weigh everything in a sentence against everything else, so its length must have a bound.
    """
    while end - start > _LONGEST_SENTENCE:
        space = text.rfind(" ", start, start + _LONGEST_SENTENCE) + 1
        middle = space if space > start else start + _LONGEST_SENTENCE
        yield start, middle
        start = middle
    yield start, end
