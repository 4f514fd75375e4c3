r"""Escapes of programs that nothing undid: `Schr\u00f6dinger`, `\xe9`, and ends of lines as `\n`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import regex

from extractor.clean import commands
from extractor.clean.lexicon import words

if TYPE_CHECKING:
    from extractor.traced import TracedText

_CODE = regex.compile(
    r"""
    (?<!\\) \\++
    (?: u [dD][89abAB][0-9a-fA-F]{2} \\++ u [dD][c-fC-F][0-9a-fA-F]{2}
      | u (?=[0-9a-fA-F]{0,3}\d) [0-9a-fA-F]{4}
      | x (?=[0-9a-fA-F]?\d) [0-9a-fA-F]{2}
      | U 000 [01] [0-9a-fA-F]{4} )
    """,
    regex.VERBOSE,
)
_UNITS = regex.compile(r"[uUx]([0-9a-fA-F]++)")
_LINE_END = regex.compile(r"(?<!\\)(?:\\++(?:r\\++)?n)+(?![A-Za-z])|(?<!\\)\\++[rt](?![A-Za-z{])")
_LINE_BEGUN = regex.compile(r"(?<!\\)\\++n(?P<word>[A-Za-z]{2,}+)(?![{\\])")
# Commands that begin with an n; what else does is a macro, or the end of a line and a word.
_COMMANDS = frozenset(
    name for table in (commands.SYMBOLS, commands.UNWRAPPED, commands.SWITCHES, commands.DROPPED) for name in table
)


def escapes(traced: TracedText) -> TracedText:
    r"""Make characters of `\u00f6` and `\xe9`, and line ends of `\n` where no command can be meant."""
    text = traced.text
    if "\\u" in text or "\\x" in text or "\\U" in text:
        traced = traced.sub(_CODE, _character)
    if "\\n" in text or "\\r" in text or "\\t" in text:
        traced = traced.sub(_LINE_END, _blank)
        traced = traced.edit(
            (match.start(), match.start("word"), "\n")
            for match in _LINE_BEGUN.finditer(traced.text)
            if _begins_line(match)
        )
    return traced


def _begins_line(match: regex.Match[str]) -> bool:
    before = match.string[max(0, match.start() - 3) : match.start()].rstrip()[-1:]
    word = match["word"]
    return before in (".", "!", "?", ":") and f"n{word}" not in _COMMANDS and word.lower() in words()


def _character(match: regex.Match[str]) -> str | None:
    points = [int(digits, 16) for digits in _UNITS.findall(match.group())]
    if len(points) == 2:
        return chr(0x10000 + ((points[0] - 0xD800) << 10) + points[1] - 0xDC00)
    point = points[0]
    if 0xD800 <= point < 0xE000 or point > 0x10FFFF:
        return "\ufffd"
    return chr(point) if point >= 0x20 else " "


def _blank(match: regex.Match[str]) -> str:
    ends = match.group().count("n")
    return "\n\n" if ends > 1 else "\n" if ends else " "
