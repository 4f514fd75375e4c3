"""An explanation for a terminal: a tree in box-drawing characters that is as wide as it may be."""

from __future__ import annotations

import unicodedata
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Final

import regex

from extractor.explain.outline import outline
from extractor.explain.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from extractor.explain.model import Explanation
    from extractor.explain.outline import Node, Piece, Style

NARROWEST = 40
"""Columns; nobody can read a narrower tree."""

_COLOURS: Final[Mapping[Style, str]] = {
    "heading": "1",
    "pale": "2",
    "method": "32",
    "benchmark": "36",
    "number": "33",
    "link": "34",
    "dropped": "31",
}
_PART = regex.compile(r"\S+|\s+")


def as_text(explanation: Explanation, *, about: str | None = None, width: int = 100, colour: bool = False) -> str:
    """Return an explanation as a tree.

    Args:
        explanation: what is shown.
        about: a name or a number, to show only what is said of it.
        width: how many columns it may take; words that are longer are broken.
        colour: whether to write ANSI escapes for colours.
    """
    return "\n".join(_lines(outline(explanation, about=about), max(width, NARROWEST), colour=colour))


def _lines(node: Node, width: int, *, colour: bool, first: str = "", rest: str = "") -> Iterator[str]:
    bar = "│  " if node.under else "   "
    for number, line in enumerate(_wrapped(node.pieces, width - len(rest) - (0 if not rest and not first else 3))):
        lead = first if number == 0 else (rest + bar if rest or first else bar)
        yield f"{lead}{_drawn(line, colour=colour)}".rstrip()
    for number, child in enumerate(node.under, 1):
        last = number == len(node.under)
        yield from _lines(
            child,
            width,
            colour=colour,
            first=f"{rest}{'└─ ' if last else '├─ '}",
            rest=f"{rest}{'   ' if last else '│  '}",
        )


def _wrapped(pieces: Sequence[Piece], width: int) -> Iterator[list[Piece]]:
    """Yield lines of pieces. White space where a line ends is left out, and any other is one space."""
    line: list[Piece] = []
    used = 0
    for space, word in _words(pieces, width):
        long = sum(columns(text) for text, _ in word)
        if line and used + len(space) + long > width:
            yield line
            line, used = [], 0
        elif space and line:
            line.append((space, word[0][1]))
            used += 1
        line += word
        used += long
    yield line


def _words(pieces: Sequence[Piece], width: int) -> Iterator[tuple[str, list[Piece]]]:
    """Yield words, each with the space in front of it, if there is one; pieces with no space between are one word."""
    space, used = "", 0
    word: list[Piece] = []
    for text, style in pieces:
        for part in _PART.findall(visible(text)):
            if part.isspace():
                if word:
                    yield space, word
                space, word, used = " ", [], 0
                continue
            begin = 0
            for index, char in enumerate(part):
                wide = columns(char)
                if used + wide > width:  # a word that no line is long enough for
                    yield space, [*word, (part[begin:index], style)]
                    space, word, used, begin = "", [], 0, index
                used += wide
            word.append((part[begin:], style))
    if word:
        yield space, word


def columns(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.category(char) in ("Mn", "Me", "Cf")
        else 2
        if unicodedata.east_asian_width(char) in "WF"
        else 1
        for char in text
    )


def _drawn(line: Sequence[Piece], *, colour: bool) -> str:
    if not colour:
        return "".join(text for text, _ in line)
    return "".join(
        f"\x1b[{_COLOURS[style]}m{text}\x1b[0m" if style in _COLOURS else text
        for style, group in groupby(line, key=itemgetter(1))
        if (text := "".join(part for part, _ in group))
    )
