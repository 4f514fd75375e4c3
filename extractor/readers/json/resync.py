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

from extractor.readers.bounds import SHOWN

if TYPE_CHECKING:
    from extractor.readers.json.window import Window

_REACH = 1 << 22
"""Characters in which the end of a broken element is looked for by its brackets."""
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
        is_object: whether it is an object, however it begins.
        top: whether nothing is around the array or object that it is in.
    """

    inside: str
    space: str
    keys: tuple[str, ...]
    is_object: bool = False
    top: bool = False


class _Ways(NamedTuple):
    """What is looked for: the next element, and what stands after the end of one, if it has a next or is the last."""

    next: regex.Pattern[str]
    indent: str | None  # the line break and spaces before each element
    more: regex.Pattern[str]
    alike: regex.Pattern[str]  # the same, of an element that begins as those before
    last: regex.Pattern[str]
    closer: str


def first_key(text: str, at: int = 0) -> str | None:
    """Return the first key of an object, as it is written."""
    match = _FIRST_KEY.match(text, at)
    return match[1] if match else None


def skip(window: Window, place: Place) -> Skipped:
    """Pass over a broken element and stop at the comma or bracket after it, at the next element, or at the end."""
    begin = window.offset
    own = first_key(window.text, window.at)
    is_object = place.is_object or bool(place.keys) or window.text[window.at] == "{"
    ways = _ways(place, [*place.keys, *([own] if own else [])], is_object=is_object)
    while (end := _Search(window, ways).end()) is None:
        if window.left() > _REACH:
            raw = window.text[window.at : window.at + SHOWN] + " …"
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


class _Search:
    """A search for the end of the element at the beginning of a window."""

    def __init__(self, window: Window, ways: _Ways) -> None:
        self._window = window
        self._text = window.text
        self._begin = window.at
        self._ways = ways
        self._open: list[str] = []
        self._clean = True  # all brackets match so far
        self._doubtful: int | None = None  # what looks like the next element, but may be a part of this one
        self._last: int | None = None  # what looks like the end of this one, if it has no next

    def end(self) -> int | None:
        """Return where the element ends or the next begins; None if more must be read to tell."""
        text = self._text
        judged = len(text) if self._window.whole else len(text) - _AHEAD
        nexts = (match.start() for match in self._ways.next.finditer(text, self._begin + 1))
        upcoming = next(nexts, len(text))
        for token in _TOKEN.finditer(text, self._begin):
            at, end = token.span()
            if end > judged:
                break
            while upcoming <= at or (text[at] == '"' and upcoming < end):
                if self._is_next(upcoming, at):
                    return upcoming
                self._doubtful = self._doubtful or upcoming
                upcoming = next(nexts, len(text))
            if text[at] in "[{":
                self._open.append(text[at])
            elif text[at] != '"' and (found := self._closed(text[at], at)) is not None:
                return found
        if not self._window.whole:
            return None
        return self._last or self._doubtful or len(text)

    def _is_next(self, place: int, at: int) -> bool:
        """Whether the next element begins at a place that looks so, with the token at `at` there or before."""
        if self._ways.indent is not None or place != at:
            return True  # in a string there is no key, since its quotes are escaped: so a quote is missing before
        # An object in an object, and under no key: a bracket is missing before.
        inside = self._open[-1] if self._open else "{"
        return self._text[at] == inside == "{" and not self._text[self._begin : at].rstrip().endswith(":")

    def _closed(self, mark: str, at: int) -> int | None:
        """Take a comma or a closing bracket; return where the element ends, if it does there."""
        if mark == ",":
            return at if not self._open and at > self._begin and self._goes_on(at) else None
        if not self._open:
            self._clean = False
            if mark == self._ways.closer and at > self._begin and self._is_last(at):
                self._last = self._last or at
        elif _OPENER[mark] in self._open:
            while self._open.pop() != _OPENER[mark]:
                self._clean = False
            if not self._open:
                return self._ended(at + 1)
        else:
            self._clean = False
        return None

    def _ended(self, end: int) -> int | None:
        """Return the place where the first bracket is closed, if the element ends there beyond doubt."""
        if self._goes_on(end):
            return end
        if self._is_last(end):
            self._last = self._last or end
        self._clean = False
        self._open.append("{")  # go on as if it were a bracket too many
        return None

    def _is_last(self, end: int) -> bool:
        """Whether what is around is closed after an element that would end here."""
        match = self._ways.last.match(self._text, end)
        if not match or self._ways.indent is None or not self._ways.closer:
            return bool(match)
        # Where each element is on a line of its own, so is the bracket.
        closer = self._text.index(self._ways.closer, end)
        return not self._text[max(self._text.rfind("\n", self._begin, closer), self._begin) : closer].strip(" \t\r\n,")

    def _goes_on(self, end: int) -> bool:
        """Whether another element comes after one that would end here."""
        match = (self._ways.more if self._clean else self._ways.alike).match(self._text, end)
        if not match or self._ways.indent is None:
            return bool(match)
        _, newline, indent = match["space"].rpartition("\n")
        return newline + indent == self._ways.indent if newline else "\n" not in self._text[self._begin : end]


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
