"""Where an address ends: what stands behind it and is no part of it."""

from __future__ import annotations

import regex

_MARKS = frozenset(" \t\n.,;:!?'\"*\\-")
_OPENING = {")": "(", "]": "["}
# Where a name's last sign can be none of a name's, as in `Look-Around-(LAPA)`, GitHub puts a hyphen for it.
_LAST_HYPHEN = regex.compile(
    r"(?:www\.)?git(?:hub|lab)\.com/[\w.-]+/[\w.-]*\w-(?=[.)]*(?:\Z|\s*\n|[.)]+\s))", regex.IGNORECASE
)


def address_end(text: str, start: int, end: int) -> int:
    """Return where the address at `start` ends: before closing marks, and brackets that were opened before it."""
    if "-" in text[max(start, end - 9) : end] and (last := _LAST_HYPHEN.match(text, start)) and last.end() <= end:
        return last.end()
    unopened = {
        closing: text.count(closing, start, end) - text.count(opening, start, end)
        for closing, opening in _OPENING.items()
    }
    while end > start:
        last_character = text[end - 1]
        if last_character in _MARKS:
            end -= 1
        elif unopened.get(last_character, 0) > 0:
            unopened[last_character] -= 1
            end -= 1
        else:
            break
    return end
