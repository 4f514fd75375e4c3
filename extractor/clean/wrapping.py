"""White space: hard-wrapped lines joined, words that were cut at a line's end mended, runs of spaces made one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from extractor.traced import Edit, TracedText

_BREAK = re.compile(r"\n\s*+")
_SPACES = re.compile(r"  ++")
_HYPHEN_SPACE = re.compile(r"- (?=[a-z]{2})")

_WORD = re.compile(r"[^\W\d_]++")
_LAST_WORD = re.compile(r"[^\W\d_]++\Z")
# After the `global-` of `global- and local-aware` no word goes on.
_SUSPENDED = re.compile(r"(?:and|or|to|nor|as|vs|versus|but|then|und|et|/)(?=[\s.,]|\Z)", re.IGNORECASE)
_URL = re.compile(r"://|www\.|\b[a-z]++\.(?:com|org|net|io|ai|edu|dev|science|co|gov|cn|de|fr)/")

# A tail that is no word, or a head that is neither a word nor a prefix, shows that one word was cut in two.
_TAILS: Final = re.compile(
    r"(?:[bcdfghklmnprstvz]?(?:tions?|sions?|tional|tionally|tives?|tively|ments?|mented|mentation|mances?|sive|sively)"
    r"|(?:ca|sa|za)tions?|sifiers?|sification|ness|nition|[a-z]?ically|cally|mance|rithms?|ularly|tributions?|"
    r"bility|bilities|lenging|gest|gether|formances?|ciently|ficient|quently|lutions?|tectures?|sentations?)\Z"
)
_HEADS: Final = frozenset(
    """
    con com ap ac af dif ef rep rec sug clas perfor repre compu effi appro chal tra fea meth opti gener exper esti clus
    classifica evalua optimiza informa communica
    """.split()  # noqa: SIM905 - a list of strings is harder to read
)


def lines(traced: TracedText) -> TracedText:
    """Join hard-wrapped lines, and words that were cut at a line's end. A paragraph break stays, as one newline.

    A hyphen at a line's end stays unless it is plain that one word was cut there.
    """
    text = traced.text
    if "\n" in text:
        if "-\n" not in text and "\n " not in text and " \n" not in text and "\n\n" not in text:
            traced = traced.respelt(text.replace("\n", " "))
        else:
            traced = traced.edit(_line_edits(text))
    if "- " in traced.text:
        traced = traced.edit(_hyphen_edits(traced.text))
    return traced


def _line_edits(text: str) -> list[Edit]:
    edits: list[Edit] = []
    words: frozenset[str] | None = None
    last = 0
    for match in _BREAK.finditer(text):
        start, end = match.span()
        while start > last and text[start - 1] == " ":
            start -= 1
        last = end
        if match.group().count("\n") > 1:
            edits.append((start, end, "\n"))
        elif not _goes_on(text, start, end):
            edits.append((start, end, " "))
        else:
            words = words or frozenset(_WORD.findall(text))
            hyphen = start - 1 if _is_cut(text, start - 1, end, words) else start
            edits.append((hyphen, end, ""))
    return edits


def _goes_on(text: str, start: int, end: int) -> bool:
    """Whether the word before a line's end goes on behind it."""
    return (
        1 < start < end < len(text)
        and text[start - 1] == "-"
        and text[start - 2].isalnum()
        and text[end].isalnum()
        and not _SUSPENDED.match(text, end)
        and not _URL.search(text[max(0, start - 200) : start].rsplit(None, 1)[-1])
    )


def _hyphen_edits(text: str) -> list[Edit]:
    """Mend `recog- nition`: PDF text whose lines somebody else has joined. Only plain cases."""
    return [
        (*match.span(), "")
        for match in _HYPHEN_SPACE.finditer(text)
        if not _SUSPENDED.match(text, match.end()) and _is_cut(text, match.start(), match.end(), frozenset())
    ]


def _is_cut(text: str, head_end: int, tail_start: int, words: frozenset[str]) -> bool:
    head = _LAST_WORD.search(text, max(0, head_end - 40), head_end)
    tail = _WORD.match(text, tail_start)
    if head is None or tail is None or not tail.group().islower():
        return False
    before, after = head.group(), tail.group()
    return before.lower() in _HEADS or before + after in words or _TAILS.match(after) is not None


def spaces(traced: TracedText) -> TracedText:
    """Make each run of spaces one space."""
    if "  " not in traced.text:
        return traced
    return traced.edit((*match.span(), " ") for match in _SPACES.finditer(traced.text))
