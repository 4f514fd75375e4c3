"""An explanation as a page of HTML that loads nothing."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from extractor.diff.pages.style import PALETTE
from extractor.explain.outline import outline
from extractor.explain.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from extractor.explain.model import Explanation
    from extractor.explain.outline import Node, Piece

_STYLE = (
    PALETTE
    + """
:root { --method: #c7f0cf; --benchmark: #d5e4ff; --number: #ffe9ae; --link: #ead9ff; --dropped: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --method: #14532d; --benchmark: #1f3a6b; --number: #614a06;
  --link: #4a2a6b; --dropped: #ff8a80; } }
body { background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; max-width: 1000px;
  margin: 2em auto; padding: 0 1em; overflow-wrap: anywhere; }
h1 { font-size: 1.3em; } h2 { font-size: 1em; margin: 0; display: inline; }
section, details.section { border-top: 1px solid var(--line); padding: .7em 0; }
ul { list-style: none; margin: 0; padding-left: 1.2em; } ul ul { border-left: 1px solid var(--line); }
summary { cursor: pointer; }
mark { color: inherit; border-radius: 3px; padding: 0 .15em; print-color-adjust: exact;
  -webkit-print-color-adjust: exact; }
mark.method { background: var(--method); } mark.benchmark { background: var(--benchmark); }
mark.number { background: var(--number); } mark.link { background: var(--link); }
.pale { color: var(--pale); } .dropped { color: var(--dropped); }
"""
)
_MARKED = ("method", "benchmark", "number", "link")
# They are long, and seldom what one looks for.
_CLOSED = ("found, by pass and rule",)


def as_page(explanation: Explanation, *, about: str | None = None) -> str:
    """Return an explanation as a page of HTML, or only what is said in it of a name or a number."""
    root = outline(explanation, about=about)
    title = escape(f"record {explanation.id}")
    return "\n".join(
        (
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>",
            *(line for section in root.under for line in _section(section)),
            "</body>\n</html>\n",
        )
    )


def _section(node: Node) -> Iterator[str]:
    heading = "".join(text for text, _ in node.pieces)
    if not node.under:
        yield f"<section>{''.join(map(_drawn, node.pieces))}</section>"
        return
    state = "" if heading in _CLOSED else " open"
    yield f'<details class="section"{state}><summary><h2>{escape(heading)}</h2></summary>'
    yield from _list(node, "text" if heading == "text" else "")
    yield "</details>"


def _list(node: Node, name: str = "") -> Iterator[str]:
    attribute = f' class="{name}"' if name else ""
    yield f"<ul{attribute}>"
    for child in node.under:
        told = "".join(map(_drawn, child.pieces))
        if child.under:
            yield f"<li>{told}"
            yield from _list(child)
            yield "</li>"
        else:
            yield f"<li>{told}</li>"
    yield "</ul>"


def _drawn(piece: Piece) -> str:
    text, style = visible(piece[0]), piece[1]
    if style in _MARKED:
        return f'<mark class="{style}" title="{style}">{escape(text)}</mark>'
    return escape(text) if style == "plain" else f'<span class="{style}">{escape(text)}</span>'
