"""Cleaning: markup off, damage mended, with the way back kept.

Each step is a function `TracedText -> TracedText` that knows one source of markup or damage and costs next to nothing
where there is none of it. The order is fixed, and later steps rely on it: entities hide tags, tags hide mathematics,
damaged characters hide commands, Markdown stands around LaTeX, and white space is settled last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from extractor.clean.escapes import escapes
from extractor.clean.headings import headings
from extractor.clean.html import entities, tags
from extractor.clean.languages import languages
from extractor.clean.latex import backslashes, comments, latex
from extractor.clean.markdown import code_and_links, emphasis
from extractor.clean.mathml import mathematics
from extractor.clean.twice import twice
from extractor.clean.unicode import characters, mojibake, plus_minus, twins
from extractor.clean.wrapping import lines, spaces
from extractor.traced import TracedText

if TYPE_CHECKING:
    from collections.abc import Callable

STEPS: Final[tuple[Callable[[TracedText], TracedText], ...]] = (
    escapes,
    mojibake,
    backslashes,
    entities,
    mathematics,
    tags,
    characters,
    twins,
    comments,
    code_and_links,
    emphasis,
    latex,
    twice,
    plus_minus,
    headings,
    languages,
    lines,
    spaces,
)


# What no step of cleaning looks for by itself, and what some step looks for that is made of such characters.
_ORDINARY: Final = bytes(code for code in range(0x20, 0x7F) if chr(code) not in "\\$&<{}^~*_`") + b"\n"
_MARKS: Final = (
    "--", "''", "+-", "+/-", "](", "(cid:", "- ", "  ", "-\n", "\n ", " \n", "\n\n", "\n%", ". %", "# ",
)  # fmt: skip
_HEADINGS: Final = ("Abstract", "ABSTRACT")


def is_plain(raw: str) -> bool:
    """Whether a text has nothing in it that cleaning changes, but for lines that it joins."""
    if not raw.isascii() or raw.encode().translate(None, delete=_ORDINARY) or raw.startswith(_HEADINGS):
        return False
    for mark in _MARKS:  # noqa: SIM110 - a generator costs several times as much
        if mark in raw:
            return False
    return True


def clean(raw: str) -> TracedText:
    """Return `raw` with its markup taken off and its damage mended; never raises, and takes linear time.

    A paragraph break stays as one newline; every other run of white space is one space.
    """
    traced = TracedText.of(raw)
    if is_plain(raw):
        return traced.respelt(raw.replace("\n", " "))
    for step in STEPS:
        traced = step(traced)
    return traced
