r"""Mathematics that a page shows and that was copied together with its LaTeX: `1.5×1.5\times`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from extractor.traced import Edit, TracedText

_LONGEST = 40


def twice(traced: TracedText) -> TracedText:
    r"""Drop the second of two equal formulas side by side, of which one has a symbol and the other its command.

    An author who means `αα` writes both alike, so that nothing but a copy has `α\alpha`.
    """
    raw, text = traced.raw, traced.text
    if raw.isascii() or "\\" not in raw:
        return traced
    edits: list[Edit] = []
    last = 0
    for place in range(len(text)):
        if place < last or text[place].isascii() or raw[traced.starts[place]] != "\\":
            continue
        for shown in (
            text.rfind(text[place], max(last, place - _LONGEST), place),
            text.find(text[place], place + 1, place + _LONGEST),
        ):
            if shown >= 0 and traced.ends[shown] - traced.starts[shown] == 1:
                copy = _copy(text, min(shown, place), max(shown, place), last)
                if copy:
                    edits.append((*copy, ""))
                    last = copy[1]
                    break
    return traced.edit(edits)


def _copy(text: str, first: int, second: int, last: int) -> tuple[int, int] | None:
    """Return the span of the second of two equal pieces that touch, the one with the character `first` in it."""
    length = second - first
    left = 0
    while left + 1 < length and first - left > last and text[first - left - 1] == text[second - left - 1]:
        left += 1
    end = second + 1
    while end - second + left < length and end < len(text) and text[end - length] == text[end]:
        end += 1
    return (second - left, end) if end - second + left == length else None
