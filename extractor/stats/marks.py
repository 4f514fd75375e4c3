"""Marks: what in a record cannot be right, whoever is at fault, the abstract or the extractor.

Only what is sure is marked: where a reading exists in which all fits, nothing is said.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Literal, TypeAlias

import regex

from extractor.board.collecting import ARROW, standing
from extractor.board.metrics import measure_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from extractor.records import AbstractRecord, ReportedNumber

MarkKind: TypeAlias = Literal["out-of-range", "wrong-gain", "percent-as-points"]

MEANINGS: dict[MarkKind, str] = {
    "out-of-range": "a share above all, as an accuracy of 140%, or a fall by more than all",
    "wrong-gain": "a gain that is neither after minus before nor their ratio, though all three are stated",
    "percent-as-points": "a difference of percentages called percent, or percent and points side by side",
}
"""The kinds of marks, and what they say."""

_ALL = 100
_OF_ANYTHING = frozenset({"speedup", "speed-up", "acceleration"})  # metrics of a ratio, of whatever it is
_FILLER = r"[\s$~({\\%}]*"
_FROM = regex.compile(rf"\b[Ff]rom{_FILLER}$")
_TO = regex.compile(rf"[\s$\\%}}]*\bto\b{_FILLER}")
_ARROW = regex.compile(rf"[\s$\\%}}]*{ARROW}{_FILLER}", regex.VERBOSE)
_BEHIND = regex.compile(
    r"""[\s,:(\[$~–—-]*
        (?: \b(?: i\.e\.,? | that\sis | or | representing | corresponding\sto | amounting\sto | equal\sto | with | by
              | for | an? | the | its | total | relative | absolute | overall | net | improvement | gain | increase
              | rise | decrease | reduction | drop | decline | boost | jump | of ) \b [\s,$]* )*+
        [+\s$({-]*""",
    regex.VERBOSE,
)
_AHEAD = regex.compile(r"[^\d.;]{0,60}[,(:–—-]\s*(?:from\b)?[\s$~({]*")
_BESIDE = regex.compile(r"[^\d.;]{0,40}")
_DIGITS = regex.compile(r"\d+(?:,\d{3})*(?:\.(\d+))?")


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that cannot be right.

    Attributes:
        kind: what it is.
        paper_id: the record's id.
        number_index: the number that it is about, counted from 0.
        told: the numbers in words.
    """

    kind: MarkKind
    paper_id: str
    number_index: int
    told: str


def marks_of(record: AbstractRecord) -> Iterator[Mark]:
    """Yield the marks of a record, in the order of its numbers. Comparisons need the record's text."""
    for index, number in enumerate(record.numbers):
        if number.kind == "result" and _is_out_of_range(record, index):
            told = f"{number.metric or number.change} {number.text}"
            yield Mark("out-of-range", record.id, index, _one_line(told))
        if record.text is not None and index + 1 < len(record.numbers):
            yield from _comparison(record, record.text, index)
            yield from _mixed(record, record.text, index)


def _is_out_of_range(record: AbstractRecord, index: int) -> bool:
    number = record.numbers[index]
    highest = number.value if number.value_max is None else number.value_max
    if highest <= _ALL or number.unit not in ("percent", "score"):
        return False
    stands = standing(record, index)
    if number.change == "decrease" and number.unit == "percent" and stands == "change":
        return True
    measure = measure_of(number.metric)
    return number.change is None and stands == "score" and measure is not None and measure.is_share


def _comparison(record: AbstractRecord, text: str, index: int) -> Iterator[Mark]:
    """Check `from 70% to 80%`, or with an arrow, against a gain right behind it or right in front."""
    before, after = record.numbers[index : index + 2]
    between = text[before.end : after.start]
    is_from_to = _TO.fullmatch(between) and _FROM.search(text[max(0, before.start - 20) : before.start])
    if before.unit != after.unit or not (is_from_to or _ARROW.fullmatch(between)):
        return
    for other, first, last, pattern in (
        (index + 2, after.end, None, _BEHIND),
        (index - 1, None, before.start, _AHEAD),
    ):
        if not 0 <= other < len(record.numbers):
            continue
        gain = record.numbers[other]
        gap = text[first : gain.start] if last is None else text[gain.end : last]
        of_same = gain.metric in (None, after.metric) or (gain.unit == "times" and gain.metric in _OF_ANYTHING)
        if not (pattern.fullmatch(gap) and _is_gain(record, other) and of_same):
            continue
        if kind := _fault(before, after, gain):
            told = f"from {before.text} to {after.text}: {gain.text}"
            yield Mark(kind, record.id, other, _one_line(told))


def _is_gain(record: AbstractRecord, index: int) -> bool:
    number = record.numbers[index]
    return number.unit in ("percent", "point", "times", "score") and standing(record, index) == "change"


def _fault(before: ReportedNumber, after: ReportedNumber, gain: ReportedNumber) -> MarkKind | None:
    """Return what is wrong with a gain, within what rounding allows."""
    old, new, stated = _bounds(before), _bounds(after), _bounds(gain)
    if old is None or new is None or stated is None or min(old) <= 0 or min(new) <= 0:
        return None
    differences = [abs(high - low) for low, high in product(old, new)]
    of_old = [100 * abs(high - low) / low for low, high in product(old, new)]
    of_new = [100 * abs(high - low) / high for low, high in product(old, new)]
    ratios = [max(low, high) / min(low, high) for low, high in product(old, new)]
    is_difference = _meet(differences, stated)
    is_fraction = before.unit == "score" and max(*old, *new) <= 1 and _meet([100 * one for one in differences], stated)
    if gain.unit == "times":
        fits = _meet(ratios, stated) or _meet([ratio - 1 for ratio in ratios], stated)
    elif gain.unit == "point":
        fits = is_difference or is_fraction
    elif gain.unit == "score":
        fits = is_difference
    else:
        fits = _meet(of_old, stated) or _meet(of_new, stated)
        if not fits and before.unit == "percent" and is_difference:
            return "percent-as-points"
        fits = fits or is_difference or is_fraction
    return None if fits else "wrong-gain"


def _bounds(number: ReportedNumber) -> tuple[float, float] | None:
    """Return what a number may have been before it was rounded, or None where that is not known."""
    digits = _DIGITS.search(number.text)
    if digits is None or number.qualifier != "exact" or number.value_max is not None:
        return None
    written = float(digits[0].replace(",", ""))
    if not written:
        return None
    scale = number.value / written  # 1 but for units with a prefix: milliseconds are seconds in the record
    half = 0.5 * 10.0 ** -len(digits[1] or "") * (1 + 1e-9) * abs(scale)
    return number.value - half, number.value + half


def _meet(values: list[float], stated: tuple[float, float]) -> bool:
    return min(values) <= max(stated) and min(stated) <= max(values)


def _mixed(record: AbstractRecord, text: str, index: int) -> Iterator[Mark]:
    """Find a gain in percent beside one in points, of the same thing over the same baseline."""
    one, other = record.numbers[index : index + 2]
    same = all(
        getattr(one, field) == getattr(other, field) is not None for field in ("metric", "method", "baseline", "change")
    )
    if (
        same
        and {one.unit, other.unit} == {"percent", "point"}
        and standing(record, index) == standing(record, index + 1) == "change"
        and _BESIDE.fullmatch(text[one.end : other.start])
    ):
        yield Mark("percent-as-points", record.id, index, _one_line(f"{one.metric}: {one.text} and {other.text}"))


def _one_line(text: str) -> str:
    return " ".join(text.split())
