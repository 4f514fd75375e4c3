"""Lines that a format breaks where its writer pleased."""

from __future__ import annotations

import regex

_PARAGRAPHS = regex.compile(r"\n[ \t]*+\n\s*+")
_BREAK = regex.compile(r"[ \t]*+\n[ \t]*+")


def unwrapped(text: str) -> str:
    """Return a text with each line break and the indentation around it as one space; blank lines part paragraphs."""
    text = text.strip()
    if "\n" not in text:
        return text
    return "\n\n".join(_BREAK.sub(" ", paragraph.strip()) for paragraph in _PARAGRAPHS.split(text))
