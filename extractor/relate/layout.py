"""The layout of a sentence: which of its numbers and names stand in lists.

Numbers that say one thing together are one slot (`from 60% to 70%`, `72% (+3%)`); slots or names that are listed are a
row (`24% and 51%`, `Foo and Bar`). How far a number is from a name is measured from row to row.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractor.entries.merge import Entry
    from extractor.finding import NumberFinding, Span

_LONGEST_ROW = 24  # items; a longer row is a table, and its items are cut off from it
_REACH = 90  # characters between two items of a row, at most
_THING = (
    r"(?:datasets?|data\ssets?|benchmarks?|tasks?|(?:test|validation|evaluation)?\s?(?:sets?|splits?)|corpus|corpora)"
)
_LISTED = rf"""
    (?: [\s,/|&()%±+-] | \b (?: and | or | the | an? | on | in | at | of | for | by | up\sto | about | over | also
      | respectively | points? | {_THING} ) \b )*
"""
_BETWEEN_NAMES = regex.compile(_LISTED, regex.VERBOSE | regex.V1)
_MEASURED = r"(?!(?:on|in|for|at|over|with|to|by|from|than|and|or|of)\b)\p{L}[\w@.-]*"
# Between numbers there may be what each of them measures: `+4.2 AP50, +4.6 AP50 and +5.0 AP50`.
_BETWEEN_NUMBERS = regex.compile(
    rf"{_LISTED} | \s? {_MEASURED} (?:\s{_MEASURED})? (?: \s?,\s?(?:and\s)? | \s(?:and\s)? )",
    regex.VERBOSE | regex.V1,
)
_EARLIER = regex.compile(
    r"\b(?:from|between) \s (?:an?\s|the\s|about\s|around\s|only\s|[~$])? (?:[\p{L}@-]+\s){0,4}? $",
    regex.VERBOSE,
)
_LATER = regex.compile(
    r"[^,;()]{0,30}? \s? (?: → | -> | ⟶ | \b(?:to|and|vs\.?|versus)\b ) \s?"
    r" (?:an?\s|the\s|about\s|around\s|only\s|[~$])? (?:[^\s,;()]+\s){0,4}?",
    regex.VERBOSE | regex.V1,
)
_ARROW = regex.compile(r"\s?(?:→|->|⟶|\bto\b)\s?", regex.V1)
_THEN = regex.compile(r"(?:\s?\([^()]{0,30}\))?\s?(?:→|->|⟶|to\b)", regex.V1)
# `72% (+3%)`, `91.8% F1 (up from 88%)`, `0.58 (peak 0.66)`.
_ATTACHED = regex.compile(
    r"(?:\s[\p{L}@][\w@.-]*){0,2} \s? [(\[] \s? (?: [+~↑↓≈-] | (?:[\p{L}.]+,?\s){1,3} )? \s?",
    regex.VERBOSE | regex.V1,
)
_ON = regex.compile(r"\s(?:on|in|for)\s(?:the\s)?")
_CLOSING = regex.compile(r"[^()]{0,60}[)\]]")

OPENINGS = frozenset({"on", "in", "on the", "for", "across", "in the", "for the", "with", "at"})
"""What stands in front of the name of a place that a sentence opens with."""


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """Where an entry stands in the document, and what is said of it there.

    Attributes:
        entry: the entry.
        sentences: the numbers of the sentences that name it, in order.
        in_title: whether the title names it.
        own: its place among the entries of its kind that are the paper's own; None if it is not.
        of_kind: how many entries of its kind there are.
        trained_on: whether something is said to be trained on it or made from it; asked of benchmarks only.
        evaluated_on: whether something is said to be evaluated on it; asked of benchmarks only.
    """

    entry: Entry
    sentences: tuple[int, ...]
    in_title: bool
    own: int | None
    of_kind: int
    trained_on: bool = False
    evaluated_on: bool = False


Named: TypeAlias = "tuple[Span, Standing]"
"""A mention, and where the entry stands that it is of."""


@dataclass(frozen=True, slots=True)
class Slot:
    """Numbers that say one thing together, and from where to where they stand."""

    numbers: tuple[NumberFinding, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Row:
    """Slots or names that are listed."""

    start: int
    end: int
    slots: tuple[Slot, ...] = ()
    names: tuple[Named, ...] = ()
    entries: tuple[Standing, ...] = ()
    """The entries of a row of names, each once."""

    def is_earlier(self, text: str, start: int, place: int, number: NumberFinding) -> bool:
        """Whether a number in a slot is what was before: the 60% of `from 60% to 70%` or `60% → 70%`."""
        span, first = number.span, self.slots[place].numbers[0]
        if number.value_max is not None or first.span != span:
            return False
        positions = (span.start, self.start)  # the second for `from 1.8/1.6 to 1.3/1.0`
        return any(_is_after_from(text, start, position) for position in positions) or (
            len(self.slots[place].numbers) > 1 and _THEN.match(text, span.end) is not None
        )


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of one kind in a sentence, in reading order; none overlaps another."""

    rows: tuple[Row, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Rows:
        """Index rows."""
        return cls(tuple(rows), tuple(row.start for row in rows), tuple(row.end for row in rows))

    def between(self, start: int, end: int) -> int:
        """Return how many of the rows lie between two positions."""
        return max(0, bisect_right(self.ends, end) - bisect_left(self.starts, start))


def number_rows(text: str, numbers: Sequence[NumberFinding], names: Sequence[Span]) -> Rows:
    """Return the rows of the numbers of one sentence; numbers and names are given in reading order."""
    starts = [name.start for name in names]
    slots: list[Slot] = []
    for number in numbers:
        last = slots[-1] if slots else None
        end = _end_of_slot(text, last, number, starts) if last else None
        if end is not None and len(slots) > 1 and _is_list_before(text, slots[-2], slots[-1], number, starts):
            end = None
        if last is None or end is None:
            slots.append(Slot((number,), number.span.start, number.span.end))
        else:
            slots[-1] = Slot((*last.numbers, number), last.start, max(end, last.end))
    rows: list[list[Slot]] = []
    for slot in slots:
        if rows and len(rows[-1]) < _LONGEST_ROW and _listed(text, rows[-1][-1], slot, starts):
            rows[-1].append(slot)
        else:
            rows.append([slot])
    return Rows.of([Row(row[0].start, row[-1].end, slots=tuple(row)) for row in rows])


def with_places_apart(text: str, start: int, numbers: Rows, places: Rows) -> Rows:
    """Return the rows of numbers, the last slot cut off where it alone has the place behind it.

    In `On Foo it gets 81%, and 7% on Bar` the first place is that of all before: no list of two on one place. `start`
    is where the sentence begins.
    """
    if len(places.rows) < 2 or text[start : places.starts[0]].strip().lower() not in OPENINGS:
        return numbers
    parted: list[Row] = []
    for row in numbers.rows:
        on = _ON.match(text, row.end) if len(row.slots) > 1 else None
        place = next((place for place in places.rows[1:] if on and place.start == on.end()), None)
        if place is not None and len(place.entries) == 1:
            *slots, last = row.slots
            parted += [Row(row.start, slots[-1].end, slots=tuple(slots)), Row(last.start, last.end, slots=(last,))]
        else:
            parted.append(row)
    return Rows.of(parted)


def name_rows(text: str, names: Sequence[Named]) -> Rows:
    """Return the rows of the names of one sentence, given in reading order."""
    rows: list[list[Named]] = []
    for name in names:
        last = rows[-1][-1][0] if rows else None
        if (
            last is not None
            and len(rows[-1]) < _LONGEST_ROW
            and name[0].start - last.end < _REACH
            and _BETWEEN_NAMES.fullmatch(text, last.end, name[0].start)
        ):
            rows[-1].append(name)
        else:
            rows.append([name])
    return Rows.of(
        [
            Row(row[0][0].start, row[-1][0].end, names=tuple(row), entries=tuple(dict.fromkeys(e for _, e in row)))
            for row in rows
        ]
    )


def _end_of_slot(text: str, slot: Slot, number: NumberFinding, names: Sequence[int]) -> int | None:
    """Return where a slot ends that the number is part of, or None if it is not."""
    last = slot.numbers[-1]
    start, end = last.span.end, number.span.start
    if end - start > _REACH or bisect_left(names, start) != bisect_left(names, end):
        return None
    if _ATTACHED.fullmatch(text, start, end):
        closing = _CLOSING.match(text, number.span.end)
        return closing.end() if closing else number.span.end
    if len(slot.numbers) > 1 or (last.unit != number.unit and "score" not in (last.unit, number.unit)):
        return None
    if _ARROW.fullmatch(text, start, end) or (
        _is_after_from(text, 0, last.span.start) and _LATER.fullmatch(text, start, end)
    ):
        return number.span.end
    return None


def _is_list_before(text: str, one: Slot, other: Slot, number: NumberFinding, names: Sequence[int]) -> bool:
    """Whether two single numbers are a list in front of a `to`: the 1.6 of `1.8/1.6 to 1.3/1.0` is not 1.3's."""
    return (
        len(one.numbers) == len(other.numbers) == 1
        and _ARROW.fullmatch(text, other.numbers[0].span.end, number.span.start) is not None
        and _listed(text, one, other, names)
    )


def _is_after_from(text: str, start: int, position: int) -> bool:
    before = text[max(start, position - 60) : position].lower()
    return ("from " in before or "between " in before) and _EARLIER.search(before) is not None


def _listed(text: str, one: Slot, other: Slot, names: Sequence[int]) -> bool:
    first, second = one.numbers[0], other.numbers[0]
    return (
        first.kind == second.kind
        and first.unit == second.unit
        and 0 <= other.start - one.end < _REACH
        and bisect_left(names, one.end) == bisect_left(names, other.start)
        and _BETWEEN_NUMBERS.fullmatch(text, one.end, other.start) is not None
    )
