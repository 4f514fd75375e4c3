"""Which dollar signs are mathematics and which are money."""

from __future__ import annotations

import regex

_DOLLAR = regex.compile(r"(?<!\\)\$")
_BRACED = regex.compile(r"\{[^{}]*+\}")
_WORD = regex.compile(r"(?<![\\\w])[A-Za-z]{2,}+(?=\s)")
_PROSE = regex.compile(r"(?:(?<![\\\w])[A-Za-z]{2,}+[,;:]?+\s++){3}|[.!?]\s++\p{Lu}")
_SIGNS = regex.compile(r"[\\^_=<>+*/|\d]")
_LONGEST = 1000
# What stands behind a dollar sign that is neither money nor mathematics: a percentage, or a command.
_SLIP = regex.compile(r"(?<!\\)\$(?=[-+]?\d{1,3}(?:\.\d++)?[ ]?\\*+%|\\[A-Za-z])")


def math_spans(text: str) -> list[tuple[int, int, int]]:
    r"""Return `(start, end, width)` of each `$…$` (width 1) and `$$…$$` (width 2), outer dollars included.

    A dollar that no partner makes sense for is money, or a slip, and is in no span.
    """
    spans = []
    places = [match.start() for match in _DOLLAR.finditer(text)]
    at = 0
    while at + 1 < len(places):
        start = places[at]
        width = 2 if places[at + 1] == start + 1 else 1
        close = at + width
        if close + width > len(places) or (width == 2 and places[close + 1] != places[close] + 1):
            at += width
        elif _is_mathematics(text, start + width, places[close]):
            spans.append((start, places[close] + width, width))
            at = close + width
        else:
            at += width
    return spans


def slips(text: str, spans: list[tuple[int, int, int]]) -> list[int]:
    """Return the places of dollar signs that are part of no `spans`, and cannot be money."""
    taken = {place for start, end, width in spans for place in (start, end - width)}
    return [match.start() for match in _SLIP.finditer(text) if match.start() not in taken]


def _is_mathematics(text: str, start: int, end: int) -> bool:
    content = text[start:end]
    if end - start > _LONGEST or not content.strip():
        return False
    bare = _BRACED.sub("", content)
    following = text[end + 1 : end + 2]
    if content[0].isdigit():
        # `$5 and $10`, `$5-$10`: a second price, not the end of a formula.
        if following.isdigit() and "\\" not in content:
            return False
        return not _WORD.search(bare)
    if content[0].isspace() and content[-1].isspace() and not _SIGNS.search(content):
        return len(content.split()) == 1 and len(content.strip()) == 1
    return not _PROSE.search(bare)
