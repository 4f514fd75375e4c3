"""What the numbers of a list share: a verb, a qualifier or a metric in front of the first, a metric behind the last.

`gains 3% on A and 2% on B` is twice a gain, `up to 24% and 51%` says `up to` of both, `72% and 76% mIoU` gives both the
metric, and so does `an accuracy of 94% on one set and 91% on the other`. In `precision and recall of 0.9 and 0.8` the
pairing is by order.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, cast

import regex

from extractor.finding import Finding, NumberFinding, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from extractor.passes.numbers.metric import Metrics

_GAP = regex.compile(r"\s?,\s?(?:and\s|or\s)?|\s(?:and|or|to|vs\.?|versus)\s(?:to\s)?|\s?[/|→]\s?|\s?->\s?", regex.V1)
_LONGEST_GAP = 8
# What may stand between two numbers that share `up to`: `… on A and … on B`, but no new verb.
_SHARED = regex.compile(
    r"""
    [↑↓%)]*+ (?: \s?/\s? | ,\s
  | (?: \s (?!achiev|outperform|whil|surpass|reach|with\b|using) [^\s.;:()]+ ){0,8}? ,?\s (?:and|or)\s (?:for\s)?
  | \s (?:on|in|for) (?: \s [^\s.;:(),]+ ){1,3} ,\s )
    """,
    regex.VERBOSE | regex.V1,
)
# What may stand between two numbers of one verb: `… by 3% on A, 2% on B, and up to 1% on C`.
_COORDINATED = regex.compile(
    r"""
    [%)\]}$\\]*+
    (?: \s (?: in | on | for | over | at | of | across | under | with | when | compared\s(?:to|with) | relative\sto
              | than )
        (?: \s (?! (?: and | or | while | which | that | where | is | are | was | were | achiev\w* | reach\w* ) \b )
            [^\s.;:()]*[^\s.;:(),] ){1,6}
        (?: \s? \([^()]{1,40}\) )? )?
    (?: ,\s (?:and\s|or\s)? | \s (?:and|or) \s )
    (?: (?: by | an? | another | further | additional | up\sto | about | around | approximately | roughly | nearly
          | almost | over | more\sthan | at\sleast | as\smuch\sas | even ) \s ){0,3}
    [$~≈+]*+
    """,
    regex.VERBOSE | regex.V1,
)
_NAMES_IN_FRONT = regex.compile(
    r"""
    (?: (?P<name> [\w@.+-]+ (?:\s[\w@.+-]+){0,2} ) ,\s ){0,5} (?P<name> [\w@.+-]+ (?:\s[\w@.+-]+){0,2} ) ,?\s and\s
    (?P<name> [\w@.+-]+ (?:\s[\w@.+-]+){0,2}? ) \s
    (?: (?: scores? | values? | (?:grow|grew|improv|increas|ris|ros|drop|fall|fell|decreas|declin)\w* ) \s )?
    (?:of|by|to|are|were|is|at) \s
    (?:up\sto\s|about\s)? $
    """,
    regex.VERBOSE | regex.V1,
)
_NAME = r"(?!(?:on|in|for|at|over|with|to|by|from|than|and|or|of|the|both|all)\b)[\w@.+-]*[\w@+]"
_NAMES_BEHIND = regex.compile(
    rf"""
    \s?%?\s (?:on|in|for|in\sterms\sof) \s (?:the\s|both\s)?
    (?: (?P<name> {_NAME} (?:\s{_NAME}){{0,2}}? ) ,\s ){{0,5}}? (?P<name> {_NAME} (?:\s{_NAME}){{0,2}}? ) ,? \s and \s
    (?P<name> {_NAME} (?:\s{_NAME}){{0,2}}? )
    (?: (?P<named> \s(?:metrics?|measures?|scores?) (?!\p{{L}}) )
      | (?= [,.;)] | $ | \s(?:on|over|for|compared|respectively)\b ) )
    """,
    regex.VERBOSE | regex.V1,
)
_REACH = 120
# A metric is taken over from an earlier number of the sentence only by units that are seldom of different things.
# `converges 12 times faster than one and 11 times faster than another`: of two alike, both are of one thing.
_COMPARATIVE = regex.compile(r"\s(?P<word>\p{Ll}+er|more\s\p{Ll}+|less\s\p{Ll}+)\sthan\s", regex.V1)
_CHANCES = frozenset(["p", "P"])  # how sure a result is, which is of no other number
_INHERITING = frozenset(["percent", "score", "pixel", "second", "meter"])


def share(text: str, found: Sequence[Finding], sentences: Sequence[tuple[int, int]], metrics: Metrics) -> list[Finding]:
    """Return the findings of a text, in order, with what the numbers of each list share."""
    out = list(found)
    places = [index for index, finding in enumerate(found) if isinstance(finding, NumberFinding)]
    if len(places) < 2:
        return out
    numbers = [cast("NumberFinding", found[index]) for index in places]
    numbers = _moved(text, numbers)
    numbers = _forward(text, numbers)
    numbers = _backward(text, numbers)
    numbers = [number for row in _rows(text, numbers) for number in _paired(text, row, metrics)]
    numbers = _inherited(text, numbers, sentences, metrics)
    for index, number in zip(places, numbers, strict=True):
        out[index] = number
    return out


def _adjacent(text: str, first: NumberFinding, second: NumberFinding) -> bool:
    """Whether two numbers of one unit stand in a list with nothing between them."""
    start, end = first.span.end, second.span.start
    return first.unit == second.unit and end - start <= _LONGEST_GAP and bool(_GAP.fullmatch(text, start, end))


def _forward(text: str, numbers: Sequence[NumberFinding]) -> list[NumberFinding]:
    done = [numbers[0]]
    for this in numbers[1:]:
        last = done[-1]
        adjacent = _adjacent(text, last, this)
        if (
            this.qualifier == "exact"
            and (adjacent or this.kind == last.kind)
            and _shares_qualifier(text, last, this, adjacent)
        ):
            this = replace(this, qualifier=last.qualifier)  # noqa: PLW2901 - the number, told more about
        if adjacent and (this.metric is None or _is_place(text, last, this)):
            this = replace(this, metric=last.metric, change=this.change or last.change)  # noqa: PLW2901
        done.append(this)
    return done


def coordinated(text: str, start: int, end: int) -> bool:
    """Whether what stands between two numbers lets the verb in front of the first be that of the second too."""
    return end - start <= _REACH and _COORDINATED.fullmatch(text, start, end) is not None


def _moved(text: str, numbers: Sequence[NumberFinding]) -> list[NumberFinding]:
    """Return the numbers, with the direction of the first in a coordination for those that have none of their own."""
    done = [numbers[0]]
    for this in numbers[1:]:
        last = done[-1]
        if (
            this.change is None
            and last.change is not None
            and (this.unit, this.kind) == (last.unit, last.kind)
            and coordinated(text, last.span.end, this.span.start)
            # Not the 90% of `5% fewer steps and 90% recall`.
            and not (this.metric and text[this.span.end : this.metric.start].isspace())
        ):
            this = replace(this, change=last.change)  # noqa: PLW2901
        done.append(this)
    return done


def _is_place(text: str, last: NumberFinding, this: NumberFinding) -> bool:
    """Whether the metric in front of a list stands against one that `in` brings behind its last number.

    `an F1 of 3, 4 and 5 in full data` tells where the last was measured, not what.
    """
    if last.metric is None or this.metric is None or last.metric.end > last.span.start:
        return False
    return text[this.span.end : this.metric.start].strip(" %").split(" ")[0] in ("in", "on", "for")


def _shares_qualifier(text: str, last: NumberFinding, this: NumberFinding, adjacent: bool) -> bool:  # noqa: FBT001
    start, end = last.span.end, this.span.start
    alike = last.unit == this.unit and last.qualifier in ("up_to", "about")
    near = end - start <= _REACH and (adjacent or alike)
    return near and last.qualifier not in ("exact", "range") and _SHARED.fullmatch(text, start, end) is not None


def _backward(text: str, numbers: list[NumberFinding]) -> list[NumberFinding]:
    for index in range(len(numbers) - 2, -1, -1):
        this, following = numbers[index], numbers[index + 1]
        if this.metric is None and this.kind == following.kind and _adjacent(text, this, following):
            numbers[index] = replace(this, metric=following.metric, change=this.change or following.change)
    return numbers


def _rows(text: str, numbers: Sequence[NumberFinding]) -> Iterator[list[NumberFinding]]:
    row = [numbers[0]]
    for last, this in pairwise(numbers):
        if not _adjacent(text, last, this):
            yield row
            row = []
        row.append(this)
    yield row


def _paired(text: str, row: list[NumberFinding], metrics: Metrics) -> list[NumberFinding]:
    """Give each number of a list its own metric where as many are named: `A and B of 1 and 2`, `1 and 2 in A and B`.

    Behind the list that needs a word for metrics, or that the first has been taken for the metric of them all.
    """
    if len(row) < 2 or row[0].kind != "result":
        return row
    start, end, known = row[0].span.start, row[-1].span.end, row[-1].metric
    match = _NAMES_IN_FRONT.search(text, max(0, start - _REACH), start)
    if match is None and (match := _NAMES_BEHIND.match(text, end, end + _REACH)):
        named = match["named"] or (known is not None and known.start == match.starts("name")[0])
        match = match if named else None
    if match is None or len(match.captures("name")) != len(row):
        return row
    spans = [metrics.ending_at(text, *span) for span in match.spans("name")]
    if None in spans:
        return row
    return [
        replace(number, metric=Span("text", *cast("tuple[int, int]", span)))
        for number, span in zip(row, spans, strict=True)
    ]


def _inherited(
    text: str, numbers: Sequence[NumberFinding], sentences: Sequence[tuple[int, int]], metrics: Metrics
) -> list[NumberFinding]:
    done: list[NumberFinding] = []
    known: dict[str, Span] = {}
    compared: dict[str, Span] = {}
    in_front: set[str] = set()
    sentence = 0
    for number in numbers:
        while sentence + 1 < len(sentences) and sentences[sentence][1] <= number.span.start:
            sentence += 1
            known, compared, in_front = {}, {}, set()
        unit = "percent" if number.unit == "point" else number.unit
        if number.kind == "result" and unit in _INHERITING:
            doubtful = unit in in_front and number.metric is not None and _is_doubtful(text, number, metrics)
            if unit in known and (number.metric is None or doubtful):
                number = replace(number, metric=known[unit])  # noqa: PLW2901
            elif number.metric is not None and text[number.metric.start : number.metric.end] not in _CHANCES:
                known[unit] = number.metric
                (in_front.add if number.metric.start < number.span.start else in_front.discard)(unit)
        elif number.kind == "result" and number.unit == "times" and (word := _COMPARATIVE.match(text, number.span.end)):
            if number.metric is None:
                number = replace(number, metric=compared.get(word["word"]))  # noqa: PLW2901
            else:
                compared[word["word"]] = number.metric
        done.append(number)
    return done


def _is_doubtful(text: str, number: NumberFinding, metrics: Metrics) -> bool:
    """Whether what `in` brings behind a number is no known metric: `by 3% in lakes` is of what came before."""
    metric = cast("Span", number.metric)
    behind = text[number.span.end : metric.start].strip(" %").split(" ")[0] == "in"
    return behind and not metrics.is_measured(text[metric.start : metric.end])
