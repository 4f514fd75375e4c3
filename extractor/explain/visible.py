"""Characters that nobody sees, made visible."""

from __future__ import annotations

import regex

# An abstract may hold what steers a terminal or turns the direction of writing: it is shown, never obeyed.
_CONTROL = regex.compile(r"(?!\s)[\p{Cc}\p{Cs}]|[\x1c-\x1f\x85\u2028\u2029]|[\p{Cf}--[\u200c\u200d]]", regex.V1)


def visible(text: str) -> str:
    r"""Return a text with control characters and marks of direction written out, as `\x1b`; white space stays."""
    return _CONTROL.sub(_escaped, text)


def _escaped(match: regex.Match[str]) -> str:
    code = ord(match[0])
    return f"\\u{code:04x}" if code > 0xFF else f"\\x{code:02x}"
