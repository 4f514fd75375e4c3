"""Finding the way back after a fault in a JSON text, so that a broken entry costs nothing but itself.

Two things tell where a broken element ends. Its brackets: where the one that it began with is closed, if what follows
is what must follow an element there. And the look of the next element: most begin with the same key and, where each
begins on a line of its own, at the same indentation. Brackets fail where a quote or a bracket is missing or too many;
the look fails where elements hold others that look the same. So each is checked by the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import regex

if TYPE_CHECKING:
    from extractor.readers.json_window import Window

_REACH = 1 << 22
"""Characters in which the end of a broken element is looked for by its brackets."""
_SHOWN = 2000
"""Characters shown of what is longer."""
_AHEAD = 1000
"""Characters that must be there after an end for it to be judged."""

_TOKEN = regex.compile(r'"(?:[^"\\]++|\\.)*+(?:"|\Z)|[\[\]{},]', regex.DOTALL)
_FIRST_KEY = regex.compile(r'\{\s*+("(?:[^"\\\n]|\\.)*+")\s*+:')
_ANY_KEY = r'"(?:[^"\\\n]|\\.)*+"'
_OPENER = {"]": "[", "}": "{"}
_VALUE = r"[\[{\"\d\-tfn]"


class Skipped(NamedTuple):
    """What was passed over: its text, or its beginning where it is long, and how many bytes it has."""

    raw: str
    size: int


@dataclass(frozen=True)
class Place:
    """Where a broken element stands.

    Attributes:
        inside: what it is an element of: an `array`, an `object`, or a `stream` of values.
        space: the white space before it, or before its key.
        keys: the first keys, as they are written, of elements before it.
    """

    inside: str
    space: str
    keys: tuple[str, ...]


class _Ways(NamedTuple):
    """What is looked for: the next element, and what must stand after the end of one."""

    next: regex.Pattern[str]
    sure: bool
    end: regex.Pattern[str]
    closer: str


def first_key(text: str, at: int = 0) -> str | None:
    """Return the first key of an object, as it is written."""
    match = _FIRST_KEY.match(text, at)
    return match[1] if match else None


def skip(window: Window, place: Place) -> Skipped:
    """Pass over a broken element and stop at the comma or bracket after it, at the next element, or at the end."""
    begin = window.offset
    own = first_key(window.text, window.at)
    ways = _ways(place, [*place.keys, *([own] if own else [])], is_object=window.text[window.at] == "{")
    while (end := _end(window, ways)) is None:
        if window.left() > _REACH:
            raw = window.text[window.at : window.at + _SHOWN] + " …"
            _skip_far(window, ways)
            return Skipped(raw, window.offset - begin)
        window.grow()
    raw = window.drop(max(end - window.at, 1))
    return Skipped(raw.rstrip(" \t\r\n,"), window.offset - begin)


def _ways(place: Place, keys: list[str], *, is_object: bool) -> _Ways:
    opener = rf"\{{\s*+(?:{'|'.join(map(regex.escape, dict.fromkeys(keys)))})\s*+:" if keys else rf"\{{\s*+{_ANY_KEY}\s*+:"
    _, newline, indent = place.space.rpartition("\n")
    if place.inside == "object":
        opener = rf"{_ANY_KEY}\s*+:\s*+{opener if is_object else ''}"
    line = rf"(?<=\n{regex.escape(indent)})" if newline else ""
    element = r"\{" if is_object else _VALUE
    after = {
        "array": rf"\s*+(?:,\s*+(?:{element}|null|\])|{element}|\]\s*+(?:[,\]}}\[{{]|\Z))",
        "object": rf"\s*+(?:,\s*+(?:{_ANY_KEY}\s*+:\s*+{element}|\}})|\}}\s*+(?:[,\]}}\[{{]|\Z))",
        "stream": rf"\s*+(?:{_VALUE}|\Z)",
    }
    closer = {"array": "]", "object": "}", "stream": ""}[place.inside]
    return _Ways(regex.compile(line + opener), bool(newline), regex.compile(after[place.inside]), closer)


def _end(window: Window, ways: _Ways) -> int | None:
    """Return where in the window the element ends or the next begins; None if more must be read to tell."""
    text, begin = window.text, window.at
    judged = len(text) if window.whole else len(text) - _AHEAD
    nexts = (match.start() for match in ways.next.finditer(text, begin + 1))
    upcoming = next(nexts, None)
    open_: list[str] = []
    doubtful: int | None = None
    for token in _TOKEN.finditer(text, begin):
        at, end = token.span()
        mark = text[at]
        if end > judged:
            break
        while upcoming is not None and (upcoming <= at or (mark == '"' and upcoming < end)):
            # In a string there is no key, since its quotes are escaped: so a quote is missing before.
            if ways.sure or upcoming < at or (mark == '"' and at < upcoming):
                return upcoming
            if mark == "{" and (not open_ or open_[-1] == "{") and not text[begin:at].rstrip().endswith(":"):
                return upcoming  # an object in an object, with no key: a bracket is missing before
            doubtful = doubtful or upcoming
            upcoming = next(nexts, None)
        if mark in "[{":
            open_.append(mark)
        elif mark == ",":
            if not open_ and at > begin and ways.closer and ways.end.match(text, at):
                return at
        elif mark in _OPENER:
            if not open_:
                if mark == ways.closer and ways.end.match(text, at):
                    return at
            elif _OPENER[mark] in open_:
                while open_.pop() != _OPENER[mark]:
                    pass
                if not open_:
                    if ways.end.match(text, end):
                        return end
                    open_.append("{")  # one bracket too many
    if not window.whole:
        return None
    return doubtful or len(text)


def _skip_far(window: Window, ways: _Ways) -> None:
    """Pass over all up to what looks like the next element, in little memory."""
    while True:
        match = ways.next.search(window.text, window.at + 1)
        if match:
            window.drop(match.start() - window.at)
            return
        window.drop(max(window.left() - _AHEAD, 0))
        if not window.grow():
            window.drop(window.left())
            return
