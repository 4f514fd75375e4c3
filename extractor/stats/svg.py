"""Bar charts as SVG, with nothing but the standard library."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_ROW, _BAR, _HEAD, _GAP = 20, 14, 30, 24
_LABEL, _WIDTH, _NUMBER = 240, 420, 70
_LONGEST = 34
_FORBIDDEN = regex.compile(r"[\p{Cc}\p{Cs}\uFFFE\uFFFF]")


@dataclass(frozen=True, slots=True)
class Chart:
    """A bar chart.

    Attributes:
        title: what stands above it.
        rows: a label and a value for each bar, from the top.
        is_share: whether values are shares of 1, shown as percent; a full bar is all.
    """

    title: str
    rows: tuple[tuple[str, float], ...]
    is_share: bool = False


def draw(title: str, charts: Iterable[Chart]) -> str:
    """Return a picture of charts, one below the other."""
    parts, top = [], 40
    for chart in charts:
        parts += list(_chart(chart, top))
        top += _HEAD + _ROW * len(chart.rows) + _GAP
    width = _LABEL + _WIDTH + _NUMBER
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{top}" viewBox="0 0 {width} {top}" '
        'role="img" font-family="sans-serif" font-size="12">'
    )
    named = f"<title>{_text(title)}</title>"
    ground = f'<rect width="{width}" height="{top}" fill="#fff"/>'
    line = f'<text x="12" y="26" font-size="16" font-weight="bold">{_text(title)}</text>'
    return "\n".join([head, named, ground, line, *parts, "</svg>", ""])


def _chart(chart: Chart, top: int) -> Iterator[str]:
    yield f'<text x="12" y="{top + 18}" font-weight="bold">{_text(chart.title)}</text>'
    most = 1.0 if chart.is_share else max((value for _, value in chart.rows), default=0) or 1.0
    for row, (label, value) in enumerate(chart.rows):
        y = top + _HEAD + row * _ROW
        length = round(_WIDTH * min(value / most, 1), 1)
        told = f"{100 * value:.1f}%" if chart.is_share else f"{value:g}"
        yield f'<text x="{_LABEL - 8}" y="{y + 11}" text-anchor="end">{_text(_short(label))}</text>'
        yield f'<rect x="{_LABEL}" y="{y}" width="{length}" height="{_BAR}" fill="#4878a8"/>'
        yield f'<text x="{_LABEL + length + 6:g}" y="{y + 11}">{told}</text>'


def _short(label: str) -> str:
    line = " ".join(label.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def _text(text: str) -> str:
    return escape(_FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text))
