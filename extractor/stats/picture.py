"""Bar charts as a picture: SVG with nothing but the standard library, PNG with Pillow."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

import regex

from extractor.errors import MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_ROW, _BAR, _HEAD, _GAP, _TOP = 20, 14, 30, 24, 40
_LABEL, _WIDTH, _NUMBER = 240, 420, 70
_LONGEST = 34
_SIZE, _TITLE_SIZE = 12, 16
_COLOUR = "#4878a8"
_PNG_SCALE = 2  # pixels a unit, so that it is sharp where screens and printers are
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


@dataclass(frozen=True, slots=True)
class _Text:
    """A line of text whose base line begins, or ends, at a point."""

    x: float
    y: float
    text: str
    size: int = _SIZE
    bold: bool = False
    ends: bool = False


@dataclass(frozen=True, slots=True)
class _Bar:
    x: float
    y: float
    width: float


_Shape = _Text | _Bar


def as_svg(title: str, charts: Iterable[Chart]) -> str:
    """Return charts, one below the other, as SVG."""
    shapes, width, height = _laid_out(title, charts)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'role="img" font-family="sans-serif" font-size="{_SIZE}">'
    )
    named = f"<title>{escape(_printable(title))}</title>"
    ground = f'<rect width="{width}" height="{height}" fill="#fff"/>'
    return "\n".join([head, named, ground, *map(_element, shapes), "</svg>", ""])


def as_png(title: str, charts: Iterable[Chart]) -> bytes:
    """Return charts, one below the other, as PNG.

    Raises:
        MissingExtraError: Pillow is not installed.
    """
    try:
        from PIL import Image, ImageDraw, ImageFont  # noqa: PLC0415 - an optional dependency
    except ImportError as error:
        raise MissingExtraError(feature="a plot as PNG", extra="png") from error
    shapes, width, height = _laid_out(title, charts)
    image = Image.new("RGB", (width * _PNG_SCALE, height * _PNG_SCALE), "#fff")
    pen = ImageDraw.Draw(image)
    for shape in shapes:
        x, y = shape.x * _PNG_SCALE, shape.y * _PNG_SCALE
        if isinstance(shape, _Bar):
            if shape.width:
                pen.rectangle((x, y, x + shape.width * _PNG_SCALE - 1, y + _BAR * _PNG_SCALE - 1), fill=_COLOUR)
            continue
        font = ImageFont.load_default(shape.size * _PNG_SCALE)
        # The one font that comes with Pillow has no bold face.
        stroke = 0.6 if shape.bold else 0
        pen.text((x, y), shape.text, "#000", font, anchor="rs" if shape.ends else "ls", stroke_width=stroke)
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _laid_out(title: str, charts: Iterable[Chart]) -> tuple[Sequence[_Shape], int, int]:
    """Return what is drawn, and the width and height of all of it."""
    shapes: list[_Shape] = [_Text(12, 26, _printable(title), _TITLE_SIZE, bold=True)]
    top = _TOP
    for chart in charts:
        shapes += _chart(chart, top)
        top += _HEAD + _ROW * len(chart.rows) + _GAP
    return shapes, _LABEL + _WIDTH + _NUMBER, top


def _chart(chart: Chart, top: int) -> Iterator[_Shape]:
    yield _Text(12, top + 18, _printable(chart.title), bold=True)
    most = 1.0 if chart.is_share else max((value for _, value in chart.rows), default=0) or 1.0
    for row, (label, value) in enumerate(chart.rows):
        y = top + _HEAD + row * _ROW
        length = round(_WIDTH * min(value / most, 1), 1)
        told = f"{100 * value:.1f}%" if chart.is_share else f"{value:g}"
        yield _Text(_LABEL - 8, y + 11, _printable(_short(label)), ends=True)
        yield _Bar(_LABEL, y, length)
        yield _Text(_LABEL + length + 6, y + 11, told)


def _element(shape: _Shape) -> str:
    if isinstance(shape, _Bar):
        return f'<rect x="{shape.x:g}" y="{shape.y:g}" width="{shape.width}" height="{_BAR}" fill="{_COLOUR}"/>'
    size = f' font-size="{shape.size}"' if shape.size != _SIZE else ""
    bold = ' font-weight="bold"' if shape.bold else ""
    ends = ' text-anchor="end"' if shape.ends else ""
    return f'<text x="{shape.x:g}" y="{shape.y:g}"{size}{bold}{ends}>{escape(shape.text)}</text>'


def _short(label: str) -> str:
    line = " ".join(label.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def _printable(text: str) -> str:
    return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)
