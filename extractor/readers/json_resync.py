"""Finding the way back after a fault in a JSON text, so that a broken entry costs nothing but itself.

Two things tell where a broken element ends. Its brackets: where the one that it began with is closed, if what follows
is what must follow an element there. And the look of the next element: most begin with the same key and, where each
begins on a line of its own, at the same indentation. Brackets fail where a quote or a bracket is missing or too many;
the look fails where elements hold others that look the same. So each is checked by the other. Of an element that seems
to be the last one, more is read before that is believed: a bracket too many would make any element look so.
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
_BRACE = r"\{"
_STRUCTURE = r"[\[{]"
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
        is_object: whether it is an object; None if that is to be seen from how it begins.
        top: whether nothing is around the array or object that it is in.
    """

    inside: str
    space: str
    keys: tuple[str, ...]
    is_object: bool | None = None
    top: bool = False


class _Ways(NamedTuple):
    """What is looked for: the next element, and what stands after the end of one, if it has a next or is the last."""

    next: regex.Pattern[str]
    indent: str | None  # the line break and spaces before each element
    more: regex.Pattern[str]
    alike: regex.Pattern[str]  # the same, of an element that begins as those before
    last: regex.Pattern[str]
    closer: str

    def go_on(self, text: str, begin: int, end: int, *, clean: bool) -> bool:
        """Whether another element comes after one that would be `text[begin:end]`, of which all brackets match."""
        match = (self.more if clean else self.alike).match(text, end)
        if not match or self.indent is None:
            return bool(match)
        _, newline, indent = match["space"].rpartition("\n")
        return newline + indent == self.indent if newline else "\n" not in text[begin:end]


def first_key(text: str, at: int = 0) -> str | None:
    """Return the first key of an object, as it is written."""
    match = _FIRST_KEY.match(text, at)
    return match[1] if match else None


def skip(window: Window, place: Place) -> Skipped:
    """Pass over a broken element and stop at the comma or bracket after it, at the next element, or at the end."""
    begin = window.offset
    own = first_key(window.text, window.at)
    is_object = window.text[window.at] == "{" if place.is_object is None else place.is_object
    ways = _ways(place, [*place.keys, *([own] if own else [])], is_object=is_object)
    while (end := _end(window, ways)) is None:
        if window.left() > _REACH:
            raw = window.text[window.at : window.at + _SHOWN] + " …"
            _skip_far(window, ways)
            return Skipped(raw, window.offset - begin)
        window.grow()
    raw = window.drop(max(end - window.at, 1))
    return Skipped(raw.rstrip(" \t\r\n,"), window.offset - begin)


def _ways(place: Place, keys: list[str], *, is_object: bool) -> _Ways:
    known = "|".join(map(regex.escape, dict.fromkeys(keys))) or _ANY_KEY
    opener = rf"\{{\s*+(?:{known})\s*+:"
    value = {"array": _VALUE, "object": _VALUE, "stream": _STRUCTURE}[place.inside]
    _, newline, indent = place.space.rpartition("\n")
    line = rf"(?<=\n{regex.escape(indent)})" if newline else ""
    key = rf"{_ANY_KEY}\s*+:\s*+" if place.inside == "object" else ""
    comma = {"array": r"(?:\s*+,)?+", "object": r"\s*+,", "stream": ""}[place.inside]
    closer = {"array": "]", "object": "}", "stream": ""}[place.inside]
    around = r"(?:[\[{]|\Z)" if place.top else r"[,\]}]"
    last = rf"\s*+,?\s*+{regex.escape(closer)}\s*+{around}" if closer else r"\s*+\Z"
    return _Ways(
        next=regex.compile(line + key + (opener if is_object or not key else "")),
        indent=newline + indent if newline else None,
        more=regex.compile(rf"{comma}(?P<space>\s*+){key}(?:{_BRACE if is_object else value}|null)"),
        alike=regex.compile(rf"{comma}(?P<space>\s*+){key}{opener if is_object else value}"),
        last=regex.compile(last),
        closer=closer,
    )


def _end(window: Window, ways: _Ways) -> int | None:
    """Return where in the window the element ends or the next begins; None if more must be read to tell."""
    text, begin = window.text, window.at
    judged = len(text) if window.whole else len(text) - _AHEAD
    nexts = (match.start() for match in ways.next.finditer(text, begin + 1))
    upcoming = next(nexts, None)
    open_: list[str] = []
    clean = text[begin] not in _OPENER  # whether all brackets match so far
    doubtful: int | None = None  # what looks like the next element, but may be a part of this one
    last: int | None = None  # what looks like the end of this one, if it is the last
    for token in _TOKEN.finditer(text, begin):
        at, end = token.span()
        mark = text[at]
        if end > judged:
            break
        while upcoming is not None and (upcoming <= at or (mark == '"' and upcoming < end)):
            # In a string there is no key, since its quotes are escaped: so a quote is missing before.
            if ways.indent is not None or upcoming < at or (mark == '"' and at < upcoming):
                return upcoming
            if mark == "{" and (not open_ or open_[-1] == "{") and not text[begin:at].rstrip().endswith(":"):
                return upcoming  # an object in an object, with no key: a bracket is missing before
            doubtful = doubtful or upcoming
            upcoming = next(nexts, None)
        if mark in "[{":
            open_.append(mark)
        elif mark == ",":
            if not open_ and at > begin and ways.go_on(text, begin, at, clean=clean):
                return at
        elif mark in _OPENER:
            if not open_:
                clean = False
                if mark == ways.closer and at > begin and ways.last.match(text, at):
                    last = last or at
            elif _OPENER[mark] in open_:
                while open_.pop() != _OPENER[mark]:
                    clean = False
                if not open_:
                    if ways.go_on(text, begin, end, clean=clean):
                        return end
                    if ways.last.match(text, end):
                        last = last or end
                    clean = False
                    open_.append("{")  # goes on as if it were a bracket too many
    if not window.whole:
        return None
    return last or doubtful or len(text)


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
