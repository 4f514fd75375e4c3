"""White space: hard-wrapped lines joined, words that were cut at a line's end mended, runs of spaces made one."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from extractor.clean.lexicon import words

if TYPE_CHECKING:
    from extractor.traced import Edit, TracedText

_BREAK = re.compile(r"\n\s*+")
_SPACES = re.compile(r"  ++")
_HYPHEN_SPACE = re.compile(r"(?<=[^\W_])- (?=[^\W_])")

_WORD = re.compile(r"[^\W_]++")
_LAST_WORD = re.compile(r"[^\W_]++\Z")
_COMPOUND = re.compile(r"[^\W_]++(?:-[^\W_]++)++")
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
    known: frozenset[str] | None = None
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
            known = known or _known(text)
            edits.append((start - (_mended(text, start - 1, end, known) == ""), end, ""))
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
    """Mend `recog- nition` and `low- rank`: PDF text whose lines somebody else has joined."""
    edits: list[Edit] = []
    known: frozenset[str] | None = None
    for match in _HYPHEN_SPACE.finditer(text):
        start, end = match.span()
        if _SUSPENDED.match(text, end) or "/" in text[max(0, start - 200) : start].rsplit(None, 1)[-1]:
            continue
        known = known or _known(text)
        hyphen = _mended(text, start, end, known)
        if hyphen is not None:
            edits.append((start + len(hyphen), end, ""))
    return edits


def _known(text: str) -> frozenset[str]:
    """Return the words of a text, and the pairs of words in it that a hyphen joins."""
    compounds = (pairwise(compound.split("-")) for compound in _COMPOUND.findall(text))
    return frozenset(_WORD.findall(text)).union("-".join(pair) for pairs in compounds for pair in pairs)


def _mended(text: str, head_end: int, tail_start: int, known: frozenset[str]) -> str | None:
    """Return what belongs between the halves of a word: nothing, a hyphen, or None where that is not plain.

    Args:
        text: the text.
        head_end: where the first half ends.
        tail_start: where the second half begins.
        known: words and compounds of the text.
    """
    head = _LAST_WORD.search(text, max(0, head_end - 40), head_end)
    tail = _WORD.match(text, tail_start)
    if head is None or tail is None:
        return None
    before, after = head.group(), tail.group()
    if before + after in known:
        return ""
    if f"{before}-{after}" in known:
        return "-"
    if not (after.islower() and after.isalpha() and before.isalpha() and (before.islower() or before.istitle())):
        return None
    before = before.lower()
    if f"{before}-{after}" in words():
        return "-"
    if before + after in words() or before in _HEADS or _TAILS.match(after):
        return ""
    return None


def spaces(traced: TracedText) -> TracedText:
    """Make each run of spaces one space."""
    if "  " not in traced.text:
        return traced
    return traced.edit((*match.span(), " ") for match in _SPACES.finditer(traced.text))
