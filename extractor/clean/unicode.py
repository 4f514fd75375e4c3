"""Characters: look-alikes made one, invisible ones dropped, mojibake undone."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final

import regex

if TYPE_CHECKING:
    from extractor.traced import TracedText


def _one_to_one() -> dict[int, str]:
    compatible = (*range(0x1D400, 0x1D800), *range(0xFF01, 0xFF5F), *range(0x2080, 0x208A), *range(0x3000, 0x3001))
    table = {code: unicodedata.normalize("NFKC", chr(code)) for code in compatible}
    table.update(dict.fromkeys((0x00A0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000, 0x0009), " "))
    table.update(dict.fromkeys((0x2010, 0x2011, 0x2012, 0x2212, 0xFE63, 0xFF0D, 0x2043), "-"))
    table.update(dict.fromkeys((0x000B, 0x000C, 0x000D, 0x001C, 0x001D, 0x001E, 0x0085, 0x2028, 0x2029), "\n"))
    table.update({0x223C: "~", 0x02DC: "~", 0x00B5: "μ", 0x2126: "Ω", 0x212A: "K", 0x212B: "Å", 0x2015: "—"})
    table.update({0x2715: "×", 0x2716: "×", 0x2A2F: "×", 0x2A7D: "≤", 0x2A7E: "≥", 0x2264: "≤", 0x2265: "≥"})
    table.update({0x03F5: "ε", 0x03D5: "φ", 0x03D1: "θ", 0x03F1: "ρ", 0x03D6: "π"})
    return {code: new for code, new in table.items() if len(new) == 1 and ord(new) != code}


_TABLE: Final = _one_to_one()
_RAISED_DIGITS: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿⁱ", "0123456789+-()ni")

_LIGATURES: Final = "ﬀ-ﬆ"
_RAISED: Final = "⁰¹²³⁴-⁹⁺⁻⁽⁾ⁿⁱ"
_THIN_SPACES: Final = "\u2009\u202f"
_COMBINING: Final = "\u0300-\u036f"
# Control characters, soft hyphens, zero widths, bidirectional marks, variation selectors: nothing that can be seen.
_UNSEEN: Final = (
    r"\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\xad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufe0e\ufe0f"
)

# The gate: letters and the signs that are common and stay as they are. Whatever else a text holds has to be looked at.
_UNUSUAL = re.compile(r"[^\n\x20-\x7e\xc0-\u024f\u0391-\u03c9\u0400-\u04ff\u4e00-\u9fff–—‘’“”…×±≈→]")

_ODD = regex.compile(
    rf"""
    (?P<ligature>[{_LIGATURES}])
    | (?P<raised>[{_RAISED}]++)
    | (?P<grouped>(?<=(?<![\d.,])\d{{1,3}})[{_THIN_SPACES}](?=\d{{3}}(?!\d)))
    | (?P<hyphenation>(?<=\p{{L}})(?:\xad|\(cid:173\))\s?(?=\p{{Ll}}))
    | (?P<unseen>[{_UNSEEN}]++)
    | (?P<decomposed>\p{{Latin}}[{_COMBINING}]++)
    | (?P<glyph>\(cid:\d{{1,6}}\))
    """,
    regex.VERBOSE | regex.V1,
)

_PLUS_MINUS = regex.compile(r"\+/?-(?=[ ]?[.]?\d)")

# UTF-8 that was read as Latin-1 or as Windows-1252. Only leads that no language puts before such a tail; some of them
# only at the beginning of a word, where it was Greek, or within one.
_CP1252: Final = {
    character: byte for byte in range(0x80, 0xA0) if (character := bytes([byte]).decode("cp1252", "ignore"))
}
_TAIL = r"[\x80-\xbf" + "".join(_CP1252) + "]"
_MOJIBAKE = regex.compile(
    rf"[ÂÃ]{_TAIL}|[âï]{_TAIL}{{2}}|[Ä-ß][\x80-\x9f]|[ÎÏ](?<!\p{{L}}.){_TAIL}|[ÄÅ](?<=\p{{Ll}}.){_TAIL}(?=\p{{Ll}})"
    rf"|[à-ï](?=.?[\x80-\x9f])[\x80-\xbf]{{2}}|ð{_TAIL}{{3}}"
    # What is left where a program dropped the last byte, which is no character, or made a no-break space a space.
    rf"|(?P<quote>â€(?!{_TAIL}))|(?P<grave>(?<=\p{{Ll}})Ã(?=\s))|(?P<space>(?<!\p{{Lu}})Â(?=\s))"
)
_LEADS = re.compile(rf"[Â-ð]{_TAIL}|[ÂÃ]\s")


def mojibake(traced: TracedText) -> TracedText:
    """Undo UTF-8 read as Latin-1 or Windows-1252 (`â€™`, `Ã¶`), twice over too, where nothing else can be meant."""
    if traced.text.isascii():
        return traced
    for _ in range(3):
        if not _LEADS.search(traced.text):
            break
        mended = traced.sub(_MOJIBAKE, _reread)
        if mended is traced:
            break
        traced = mended
    return traced


def _reread(match: regex.Match[str]) -> str | None:
    if match.lastgroup:
        return {"quote": "”", "grave": "à", "space": ""}[match.lastgroup]
    try:
        data = bytes(_CP1252.get(character, ord(character)) for character in match.group())
        text = data.decode("utf-8")
    except (ValueError, UnicodeDecodeError):
        return None
    return text if len(text) == 1 else None


# Cyrillic letters that look like Latin ones, and these.
_TWINS: Final = str.maketrans("АВЕЅІЈКМНОРСТХУаеорсухіјѕһԁ", "ABESIJKMHOPCTXYaeopcyxijshd")
_CYRILLIC = re.compile("[\u0400-\u052f]")
_MIXED = regex.compile(
    rf"(?<![\p{{L}}\p{{M}}])(?=\p{{Cyrillic}}*\p{{Latin}})[\p{{Latin}}{''.join(map(chr, _TWINS))}]++"
    r"(?![\p{L}\p{M}])"
)


def twins(traced: TracedText) -> TracedText:
    """Make Cyrillic letters in Latin words (`ВERT`) the Latin ones that they look like.

    Only where all that are in a word have such a twin, and are not more than the Latin ones.
    """
    text = traced.text
    if text.isascii() or not _CYRILLIC.search(text):
        return traced
    return traced.sub(_MIXED, _latin)


def _latin(match: regex.Match[str]) -> str | None:
    word = match.group()
    latin = word.translate(_TWINS)
    return latin if sum(map(str.__ne__, word, latin)) * 2 <= len(word) else None


def plus_minus(traced: TracedText) -> TracedText:
    """Write `+/-` and `+-` before a number as one sign."""
    text = traced.text
    return traced.sub(_PLUS_MINUS, "±") if "+/-" in text or "+-" in text else traced


def characters(traced: TracedText) -> TracedText:
    """Make look-alikes one, open ligatures, write raised digits as `^2`, and drop what cannot be seen."""
    if not (_UNUSUAL.search(traced.text) or "(cid:" in traced.text):
        return traced
    traced = traced.sub(_ODD, _mend)
    return traced.respelt(traced.text.replace("\r\n", " \n").translate(_TABLE))


def _mend(match: regex.Match[str]) -> str:
    kind, found = match.lastgroup, match.group()
    if kind == "raised":
        return "^" + found.translate(_RAISED_DIGITS)
    if kind == "ligature":
        return unicodedata.normalize("NFKC", found)
    if kind == "decomposed":
        return unicodedata.normalize("NFC", found)
    return "\ufffd" if kind == "glyph" and found != "(cid:173)" else ""
