"""MathML: powers and fractions made text, and formulas that stand there twice made one.

Publishers give a formula as MathML and as TeX, side by side (`<alternatives>`) or the one inside the other
(`<annotation>`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import regex

if TYPE_CHECKING:
    from extractor.traced import Edit, TracedText

_TAG = regex.compile(r"<(?P<end>/)?(?P<prefix>(?:[a-z]{1,5}:)?)(?P<name>[a-z][a-z-]*+)(?=[\s/>])[^<>]*+>")
_ANY_TAG = regex.compile(r"<[^<>]*+>")
_SHORT = regex.compile(r"\s*+[-−+]?[\w.]*+\s*+")

_SIGNS: Final = {
    "msup": ("^",), "mfrac": ("/",), "msubsup": ("", "^"), "munderover": ("", "^"),
}  # fmt: skip
"""What stands before the second part of an element, and before the third."""
_BLANKS: Final = frozenset({"mspace", "mtr", "mtd"})


def mathematics(traced: TracedText) -> TracedText:
    """Take the tags off MathML, and leave out what is there as TeX too."""
    text = traced.text
    if "</" not in text or "math" not in text:
        return traced
    walk = _Walk(text)
    for match in _TAG.finditer(text):
        walk.tag(match)
    return traced.edit(walk.finished())


@dataclass(slots=True)
class _Element:
    name: str
    start: int
    mark: int
    close: str
    parts: int = 0


class _Walk:
    """One walk over the tags of a text."""

    def __init__(self, text: str) -> None:
        self._edits: list[Edit] = []
        self._text = text
        self._open: list[_Element] = []
        self._mark = 0
        self._formulas: list[Edit] = []
        self._tex = False

    def finished(self) -> list[Edit]:
        """Return the edits; a `<math>` that nothing ends is a word of the text."""
        return self._edits[: self._open[0].mark] if self._open else self._edits

    def tag(self, match: regex.Match[str]) -> None:
        name, ends = match["name"], match["end"] is not None
        if name == "tex-math":
            self._tex = True
        elif name == "alternatives" and not self._open:
            if ends and self._tex and self._formulas:
                self._edits[self._mark :] = self._formulas
            self._mark, self._formulas, self._tex = len(self._edits), [], False
        elif ends:
            self._close(name, *match.span())
        elif self._open or name == "math":
            self._begin(match, name)

    def _begin(self, match: regex.Match[str], name: str) -> None:
        start, end = match.span()
        sign = ""
        if self._open:
            around = self._open[-1]
            around.parts += 1
            signs = _SIGNS.get(around.name, ())
            sign = signs[around.parts - 2] if 2 <= around.parts <= len(signs) + 1 else ""
        close = ""
        if sign:
            stop = self._text.find(f"</{match['prefix']}{name}>", end, end + 300)
            if stop < 0 or not _SHORT.fullmatch(_ANY_TAG.sub("", self._text[end:stop])):
                sign, close = f"{sign}(", ")"
        if not match.group().endswith("/>"):
            self._open.append(_Element(name, start, len(self._edits), close))
        self._edits.append((start, end, " " if name in _BLANKS else sign))

    def _close(self, name: str, start: int, end: int) -> None:
        if not self._open or self._open[-1].name != name:
            return
        element = self._open.pop()
        if name.startswith("annotation"):
            self._edits[element.mark :] = [(element.start, end, "")]
        else:
            self._edits.append((start, end, element.close))
        if not self._open:
            self._formulas.append((element.start, end, ""))
