"""Other languages: spaces where words end that English would have set apart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import regex

if TYPE_CHECKING:
    from extractor.traced import Edit, TracedText

_EAST_ASIAN = re.compile("[\u3001\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
# `F1值为72.06%的` is four words, and a number or a name begins and ends where the script changes.
_LETTER = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]"
_MET = regex.compile(rf"(?<=(?P<before>[A-Za-z0-9%)]))?+{_LETTER}(?=(?P<behind>[A-Za-z0-9+$]))?+|、")
# `l’approche`, `qu’il`, `dell’analisi`. One alone may be a name (`d’Hondt`).
_ELISION = regex.compile(
    r"(?<![\p{L}’'])(?:[LDNSJCM]|Qu|Jusqu|Lorsqu|Dell|All|Nell|Sull|Un)(?P<sign>[’'])(?=\p{L}{2})", regex.IGNORECASE
)
_LEAST = 3


def languages(traced: TracedText) -> TracedText:
    """Set words apart where East Asian and Latin letters meet, and behind the apostrophes of French and Italian."""
    text = traced.text
    if text.isascii():
        return traced
    edits: list[Edit] = []
    if _EAST_ASIAN.search(text):
        edits = [
            (*match.span(), _apart(match))
            for match in _MET.finditer(text)
            if match["before"] or match["behind"] or match.group() == "、"
        ]
    elif "’" in text or "'" in text:
        edits = [(*match.span("sign"), f"{match['sign']} ") for match in _ELISION.finditer(text)]
        if len(edits) < _LEAST:
            return traced
    return traced.edit(edits)


def _apart(match: regex.Match[str]) -> str:
    if match.group() == "、":
        return ", "
    return f"{' ' if match['before'] else ''}{match.group()}{' ' if match['behind'] else ''}"
