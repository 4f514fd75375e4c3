"""What a number measures, where the words right around it do not say: the metric that its sentence names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractor.finding import NumberFinding, Span
    from extractor.relate.layout import Row
    from extractor.relate.scene import Scene

_FARTHEST = 80
# Metrics that have a unit: a time, an error in degrees, but no accuracy.
_DIMENSION = regex.compile(
    r"time|latenc|speed|cost|delay|duration|length|distance|error|memory|storage|size|throughput|energy|power|overhead"
    r"|consumption|FLOP",
    regex.IGNORECASE,
)
_OF_ANY_METRIC = frozenset({"percent", "point", "score", "times", "count", "USD", "EUR"})
_LISTED = regex.compile(
    r"(?:[\s,/|&()%±+-]|\b(?:and|or|the|an?|on|in|at|of|for|by|up|to|about|over|respectively|points?)\b)*"
)
_BEFORE = regex.compile(
    r"\s* (?: \([^()]{1,30}\) \s* )? (?: (?:scores?|values?|rates?|error|metric)\s )?"
    r"(?: of | at | is | was | are | were | by | to | = | : | ≈ | ~ | as\s(?:high|low)\sas | reach(?:es|ing|ed)? | \("
    r" | from | up\sto | about | around | over | nearly | only | an? | the | average | mean | ranging | between"
    r" | increase\w* | improve\w* | decrease\w* | reduc\w* | drop\w* | gain\w* | , | \s )* \s*",
    regex.VERBOSE | regex.V1,
)


def metric_of(scene: Scene, row: Row, place: int, number: NumberFinding, metrics: Sequence[Span]) -> Span | None:
    """Return the words for what the number in a slot of a row measures.

    `metrics` are those of the sentence, in order. A measure that says by its unit what it is (31 frames a second, 3 GB)
    is of no metric that merely stands in its sentence and has no unit, such as accuracy.
    """
    if not metrics:
        return None
    text, span = scene.text, number.span
    if (paired := _paired(text, row, place, metrics)) is not None:
        return paired
    behind = next((metric for metric in metrics if metric.start >= span.end), None)
    before = next((metric for metric in reversed(metrics) if metric.end <= span.start), None)
    if before and _BEFORE.fullmatch(text, before.end, span.start):
        return before
    if number.unit not in _OF_ANY_METRIC:
        behind, before = (
            metric if metric and _DIMENSION.search(text, *metric[1:]) else None for metric in (behind, before)
        )
    if behind and len(text[span.end : behind.start].split()) <= 3:
        return behind
    if before and span.start - before.end < _FARTHEST:
        return before
    return None


def paired_metric(scene: Scene, row: Row, place: int, known: Span | None, metrics: Sequence[Span]) -> Span | None:
    """Return the metric of a number in a list, where the one known for it is one of a list of as many metrics.

    Rules give all numbers of a list what stands beside the list: of `5% and 6% in MAE and RMSE`, each has its own.
    """
    if known is None or len(row.slots) < 2:
        return None
    index = next((index for index, metric in enumerate(metrics) if metric.overlaps(known)), None)
    if index is None:
        return None
    listed = _list_of(scene.text, metrics, index)
    outside = listed[0].start >= row.end or listed[-1].end <= row.start
    return listed[place] if outside and len(listed) == len(row.slots) else None


def _paired(text: str, row: Row, place: int, metrics: Sequence[Span]) -> Span | None:
    """Return the metric that the number's place in its list points to, in a list of as many metrics."""
    if len(row.slots) < 2:
        return None
    for first in (
        next((index for index, metric in enumerate(metrics) if metric.start >= row.end), None),
        next((index for index, metric in reversed(list(enumerate(metrics))) if metric.end <= row.start), None),
    ):
        if first is not None:
            listed = _list_of(text, metrics, first)
            if len(listed) == len(row.slots):
                return listed[place]
    return None


def _list_of(text: str, metrics: Sequence[Span], index: int) -> Sequence[Span]:
    first = last = index
    while first and _LISTED.fullmatch(text, metrics[first - 1].end, metrics[first].start):
        first -= 1
    while last + 1 < len(metrics) and _LISTED.fullmatch(text, metrics[last].end, metrics[last + 1].start):
        last += 1
    return metrics[first : last + 1]
