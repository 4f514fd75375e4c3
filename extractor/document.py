"""A document: an abstract and its title, cleaned once, cut into sentences, and handed to every pass."""

from __future__ import annotations

import dataclasses
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

# What may stand before a number, so that the number begins no sentence.
_NUMBERED = (
    r"""(?: Figs? | figs? | Eqs? | Eqn | Secs? | Tab | Thm | Lem | Prop | Def | Cor | Alg | Refs? | Vol | Ch | Nos? )"""
)
_OPENERS = r"""
    (?: The | This | These | That | Those | There | Then | Thus | Therefore | To | We | Our | It | Its |
        In | On | At | By | For | From | As | An? | And | But | Yet | However | Moreover | Furthermore |
        Additionally | Also | Finally | Specifically | With | Without | When | While | Where | Here |
        Hence | If | Extensive | Extensively | Experiments? | Experimental | Empirical | Empirically |
        Results | Recent | Recently | Such | Unlike | Using | Based | Both | Despite | Through | Since |
        Although | Codes? | Existing | Under | Most | Many | First | Firstly | Second | Secondly | Third |
        Next | Last | Lastly | Given | Compared | All | Not | Notably | Note | Importantly | Motivated |
        Building | Instead | Besides | Each | Across | Further | Crucially | Overall )
    [\s,]
"""

# A full stop behind one of the first kind never ends a sentence; behind one of the second kind (an initial, `et al.`)
# it does only where a word follows that begins sentences and no names; behind one of the third, where no number
# follows. A list's mark (`: 1. A`) is with what it marks; `7. 5%` is a decimal and `/10. 5281/` a DOI that a program
# split.
_BOUNDARY = regex.compile(
    rf"""
    [.!?…]
    (?<! \b (?: e\.g | i\.e | cf | [Vv]s | v | v\.s | viz | resp | approx | incl | ca | [Aa]vg | {_NUMBERED} |
                Dr | Mr | Mrs | Ms | Prof | St | Yahoo )
         [.!] )
    (?: (?<! (?<! [^\s(\["“'] )
             (?: (?: [A-Z]\. ){{0,3}} [A-Z] | i\.i\.d | w\.r\.t | a\.k\.a | s\.t | et\.?\ al | Jr | Inc | Ltd |
                 Ph\.D | [MB]\.Sc ) [.] )
      | (?= [)\]"'’”»]* \s {_OPENERS} ) )
    (?! (?<= \b (?: no | vol | pp | est | Jan | Feb | Mar | Apr | Jun | Jul | Aug | Sept? | Oct | Nov | Dec ) [.] )
        \s [~≈]?\d )
    (?! (?<= (?<! [\w.,-] ) \d{{1,2}} [.] ) \s \d{{1,2}} \s?% | (?<= / 10 [.] ) \s \d{{4,5}} / )
    (?<! (?: (?<! \b {_NUMBERED} ) [.]\s | [:;]\s | \A ) \d\d? [.] )
    [)\]"'’”»]*+
    (?: \s++ (?= [^\s\p{{Ll}}] | \p{{Ll}}{{1,3}}\p{{Lu}} ) (?! [=+≤≥×·,;:)\]}}] | [–—-] \s \p{{Ll}} )
      # PDF text loses the space, "fast.We show"; but a URL may go on like that.
      | (?<= [\p{{Ll}}\d)\]%”"’'] [.!?] [)\]"'’”»]* ) (?<! [/@] [^\s/@]{{0,60}} ) (?= \p{{Lu}}\p{{Ll}}++[\s,:] )
      | (?<= \p{{L}}\p{{Lu}} [.] ) (?<! [/@] [^\s/@]{{0,60}} ) (?= {_OPENERS} )
      | (?<= \s \p{{Ll}}{{4,20}} [.] ) (?= (?: A | \p{{Lu}}\p{{Ll}}++\p{{Lu}}\w*+ ) \s ) )
    | \n (?= [^\s\p{{Ll}}] )  # a paragraph's end
    | [。।؟] [」』)\]"'’”»]*+ \s*+ (?= \S )
    | (?<= \p{{Han}} ) [!?] [」』)\]"'’”»]*+ (?= \p{{Han}} )
    """,
    regex.VERBOSE | regex.V1,
)

# The ends of the words of four small letters and more of which a full stop is a part.
_SHORTENED = frozenset({"resp", "prox", "incl", "figs"})

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
    for start in _ends(text):
        if start < bounds[-1]:
            continue
        following = text[start + 1 : start + 2]
        if following.isascii() and (following.islower() or following.isdigit()) and text[start] != "\n":
            continue
        word = text[max(0, start - 4) : start]
        # Most sentences end with a word and begin with a capital, which needs no pattern.
        if (
            word.islower() and word.isalpha() and len(word) == 4 and word not in _SHORTENED
            and text.startswith(". ", start) and text[start + 2 : start + 3].isupper()
        ):  # fmt: skip
            bounds.append(start + 2)
        elif (match := _BOUNDARY.match(text, start)) and match.end() < len(text):
            bounds.append(match.end())
    bounds.append(len(text))
    spans = tuple(span for span in pairwise(bounds) if span[0] < span[1])
    if max(map(sub, bounds[1:], bounds)) <= _LONGEST_SENTENCE:
        return spans
    return tuple(part for start, end in spans for part in _cut(text, start, end))


def _ends(text: str) -> list[int]:
    """Return the places of all signs that can end a sentence; looking for each by itself is the fastest way."""
    places: list[int] = []
    kinds = 0
    for sign in ".!?…\n。।؟":
        place = text.find(sign)
        kinds += place >= 0
        while place >= 0:
            places.append(place)
            place = text.find(sign, place + 1)
    return sorted(places) if kinds > 1 else places


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
