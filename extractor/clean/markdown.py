"""Markdown: emphasis, inline code and links."""

from __future__ import annotations

from typing import TYPE_CHECKING

import regex

from extractor.clean.dollars import math_spans

if TYPE_CHECKING:
    from extractor.traced import Edit, TracedText

_LINK = regex.compile(r"!?+\[(?P<text>[^\[\]]{1,300}+)\]\(\s*+(?=https?://|www\.|ftp://|mailto:|doi:|/|\#|<https?://)")
_AUTOLINK = regex.compile(r"<(?P<url>(?:https?://|ftp://|www\.|mailto:)[^<>\s]++)>")
# A backtick pair that is no LaTeX quotation: that one closes with an apostrophe.
_CODE = regex.compile(r"(?<![`\\\w])`(?P<code>[^\s`](?:[^`\n]{0,200}[^\s`])?+)`(?![`\w])")
_FENCE = regex.compile(r"(?<!`)```(?!`)(?:(?<=^[ ]*```)\w{1,15}(?=\n))?", regex.MULTILINE)
_STRUCK = regex.compile(r"(?<![\w~\\/}])~~(?P<inner>[^\s~](?:[^~\n]{0,200}[^\s~])?+)~~(?![~/])")
_HEADING = regex.compile(r"(?<![^\n])(?P<mark>\#{1,6} )\p{Lu}[^\n]{1,100}+(?P<end>\n|\Z)")
# What is left is a quotation mark or an apostrophe, typed as in LaTeX or by mistake.
_QUOTE = regex.compile(r"(?<![\w`\\])`(?=\w)")
_APOSTROPHE = regex.compile(r"(?<=\w)`(?=s\b)")

_STRONG = regex.compile(r"(?<!\\)\*\*")
_STAR = regex.compile(r"(?<![\w*\\^/])\*(?P<inner>[^\s*](?:[^*]{0,300}+(?<=[^\s*\\^(]))?)\*(?![\w*])")
_BAR = regex.compile(r"(?<![\w\\/$`^.])_(?P<inner>[^\s_](?:[^_]{0,300}+(?<=[^\s_\\]))?)_(?![\w{(/.]\w|[\w{(/])")
# `__S__parse` and `*Sci*entific`; but `__init__` is what it says.
_INITIAL = regex.compile(r"(?<![\w*_/\\])(?P<mark>__|\*)(?P<inner>\p{Lu}\p{L}{0,3})(?P=mark)(?=\p{Ll})")


def code_and_links(traced: TracedText) -> TracedText:
    """Turn `[text](url)` into `text (url)` and `<url>` into `url`, and take the backticks off inline code.

    The marks of what is struck out go here too: LaTeX would read them as spaces.
    """
    text = traced.text
    if "# " in text:
        traced = traced.edit(_heading_edits(text))
        text = traced.text
    if "](" in text:
        traced = traced.edit(_link_edits(text))
    if "<" in text and ("<http" in text or "<www" in text or "<ftp" in text or "<mailto" in text):
        traced = traced.unwrap(_AUTOLINK, "url")
    if "~~" in text:
        traced = traced.unwrap(_STRUCK, "inner")
    if "`" in text:
        traced = traced.sub(_FENCE, "").unwrap(_CODE, "code")
        traced = traced.respelt(_APOSTROPHE.sub("’", _QUOTE.sub("‘", traced.text)))
    return traced


def _heading_edits(text: str) -> list[Edit]:
    edits: list[Edit] = []
    for match in _HEADING.finditer(text):
        edits.append((*match.span("mark"), ""))
        if match["end"]:
            edits.append((*match.span("end"), "\n\n"))
    return edits


def _link_edits(text: str) -> list[Edit]:
    edits: list[Edit] = []
    for match in _LINK.finditer(text):
        start, end = match.span("text")
        edits += [(match.start(), start, ""), (end, end + 2, " (")]
    return edits


def emphasis(traced: TracedText) -> TracedText:
    """Take `**`, `*` and `_` off what they emphasise; mathematics, names in code and URLs keep theirs."""
    text = traced.text
    if "*" in text or "__" in text:
        traced = traced.unwrap(_INITIAL, "inner")
    if "*" in text:
        if "**" in text:
            traced = traced.edit(_outside_mathematics(traced.text, _strong_edits(traced.text)))
        traced = traced.edit(_outside_mathematics(traced.text, _pair_edits(_STAR, traced.text)))
    if "_" in text:
        traced = traced.edit(_outside_mathematics(traced.text, _pair_edits(_BAR, traced.text)))
    return traced


def _strong_edits(text: str) -> list[Edit]:
    edits: list[Edit] = []
    opened: int | None = None
    for match in _STRONG.finditer(text):
        start, end = match.span()
        if opened is not None and not text[start - 1].isspace() and start > opened + 2:
            edits += [(opened, opened + 2, ""), (start, end, "")]
            opened = None
        elif end < len(text) and not text[end].isspace() and not _is_power(text, start, end):
            opened = start
    return edits


def _is_power(text: str, start: int, end: int) -> bool:
    return start > 0 and (text[start - 1].isalnum() or text[start - 1] == ")") and text[end].isdigit()


def _pair_edits(pattern: regex.Pattern[str], text: str) -> list[Edit]:
    edits: list[Edit] = []
    for match in pattern.finditer(text):
        edits += [(match.start(), match.start() + 1, ""), (match.end() - 1, match.end(), "")]
    return edits


def _outside_mathematics(text: str, edits: list[Edit]) -> list[Edit]:
    if not edits or "$" not in text:
        return edits
    inside = bytearray(len(text))
    for start, end, _ in math_spans(text):
        inside[start:end] = b"\x01" * (end - start)
    kept: list[Edit] = []
    # Both marks of a pair stay or go, so that no half of it is left over.
    for opening, closing in zip(edits[::2], edits[1::2], strict=True):
        if not inside[opening[0]] and not inside[closing[0]]:
            kept += [opening, closing]
    return kept
