"""HTML, JATS and MathML: entities decoded, tags taken off."""

from __future__ import annotations

from html import unescape
from typing import TYPE_CHECKING

import regex

if TYPE_CHECKING:
    from extractor.traced import TracedText

# `&amp;lt;` has been escaped twice, which one look at `&`, any number of `amp;` and a name undoes at once.
_ENTITY = regex.compile(
    r"&(?:amp;)*+(?:#\d{1,7};|#[xX][0-9a-fA-F]{1,6};|[A-Za-z][A-Za-z0-9]{1,30};)|&(?:amp;)++|&(?:lt|gt|amp|nbsp)(?=\s)"
)
_AMPERSANDS = regex.compile(r"&(?:amp;)+")

# Only tags that are known: `<think>`, `<MASK>` and `<s>` are what a paper writes about.
_NAMES = (
    "abbr|alternatives|article-title|abstract|blockquote|bold|br|cite|code|disp-formula|div|em|ext-link|fixed-case|font|"
    "h[1-6]|i|inline-formula|inline-graphic|italic|li|list|list-item|monospace|named-content|ol|p|pre|roman|sans-serif|"
    "sc|sec|small|span|strike|strong|styled-content|sub|sup|table-wrap|tex-math|title|tt|u|ul|uri|underline|xref|b|"
    "(?:jats|mml|m):[a-z-]{1,30}"
)
_ATTRIBUTES = r"""(?:\s++[A-Za-z][\w:.-]*+(?:\s*+=\s*+(?:"[^"<>]*+"|'[^'<>]*+'|[^\s"'<>]++))?)*+\s*+"""
_TAG = regex.compile(rf"<(?P<end>/)?(?P<name>{_NAMES}){_ATTRIBUTES}/?>", regex.IGNORECASE)
_LINK = regex.compile(
    r"""<a\s[^<>]*?href\s*+=\s*+["']?(?P<url>[^\s"'<>]++)["']?[^<>]*+>|(?P<end></a\s*+>)|<a\s[^<>]*+>""",
    regex.IGNORECASE,
)
_COMMENT = regex.compile(r"<!--(?:[^-]|-(?!->))*+-->|<!\[CDATA\[|\]\]>")
_BREAKS = frozenset({"br", "p", "div", "li", "title", "sec", "list-item", "list", "blockquote", "jats:p", "jats:title"})
_TITLES = frozenset({"title", "jats:title"})
_MATHEMATICS = frozenset({"tex-math", "jats:tex-math"})
_RAISED = frozenset({"sup", "jats:sup"})
_ORDINAL = regex.compile(r"(?:st|nd|rd|th)\s*</", regex.IGNORECASE)


def entities(traced: TracedText) -> TracedText:
    """Decode character references, also those that were escaped twice."""
    if "&" not in traced.text:
        return traced
    return traced.sub(_ENTITY, _decode)


def _decode(match: regex.Match[str]) -> str | None:
    reference = _AMPERSANDS.sub("&", match.group())
    decoded = unescape(reference)
    return decoded or None


def tags(traced: TracedText) -> TracedText:
    """Take off known tags; the content of `<tex-math>` becomes mathematics, and `href` stays beside its text."""
    text = traced.text
    if "<" not in text or ">" not in text:
        return traced
    if "<!" in text:
        traced = traced.sub(_COMMENT, "")
    if "<a" in text or "<A" in text:
        traced = _links(traced)
    return traced.sub(_TAG, _replacement)


def _replacement(match: regex.Match[str]) -> str:
    name, end = match["name"].lower(), match["end"]
    if name in _MATHEMATICS:
        # Mostly bare, but some publishers put the dollars inside.
        around = match.string[match.start() - 1 : match.start()] if end else match.string[match.end() : match.end() + 1]
        return "" if around == "$" else r"\)" if end else r"\("
    if name in _RAISED:
        return "" if end or _ORDINAL.match(match.string, match.end()) else "^"
    if end and name in _TITLES:
        return "\n\n"
    return " " if name in _BREAKS else ""


def _links(traced: TracedText) -> TracedText:
    edits = []
    open_link = False
    for match in _LINK.finditer(traced.text):
        if match["url"]:
            start, end = match.span("url")
            edits += [(match.start(), start, ""), (end, match.end(), " (")]
            open_link = True
        else:
            edits.append((*match.span(), ")" if match["end"] and open_link else ""))
            open_link = False
    return traced.edit(edits)
