"""Characters that JSON takes as they are, and that many a program takes for the end of a line."""

from __future__ import annotations

_ESCAPES = {"\x85": r"\u0085", "\u2028": r"\u2028", "\u2029": r"\u2029"}


def escaped(line: str) -> str:
    """Return a line of JSON that is one line whoever reads it: what could end one within it stands as an escape."""
    for character, escape in _ESCAPES.items():
        if character in line:  # in JSON it can only stand in a string
            line = line.replace(character, escape)
    return line
