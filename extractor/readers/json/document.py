"""JSON: entries in an array, in an envelope, in an object by id, alone, or one after the other.

Entries are read one at a time wherever they stand, so that a large file never stands in memory: an object that holds
the array of entries is gone through key by key. A broken entry costs only itself (see `resync`).
"""

from __future__ import annotations

import io
import json
from dataclasses import replace
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

import regex

from extractor.readers import fields
from extractor.readers.base import Flaw, Format, Piece, ReadOptions
from extractor.readers.json import decoding, kinds, resync, shapes
from extractor.readers.json.resync import Place
from extractor.readers.json.window import TOO_LONG, Fault, Taken, Window, line_ends
from extractor.readers.lines import Line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_WHOLE = 1 << 20
"""Characters up to which an object is read whole before it is known whether it is an entry."""
_DEEPEST = 30
"""Arrays and objects around an entry, at most."""
_AFTER_STRING = frozenset(("", ",", "[", "]", "{", "}", '"'))
_FIRST_KEYS = 7
"""First keys of entries that are remembered, at most, and one more."""
_NAMES_OF_COLLECTION = frozenset(("name", "title", "venue", "conference", "collection", "booktitle", "journal"))
_TOKEN = regex.compile(r'"((?:[^"\\]++|\\.)*+)"(?:\s*+:\s*+(\S))?+|[\[\]{}]', regex.DOTALL)
_ARRAY = regex.compile(r"\s*+\[\s*+(?:null\s*+,\s*+)*+(?:[{\"\]]|\[\s*+\{)")
_OBJECT = regex.compile(r"\s*+\{\s*+(?:\"(?:[^\"\\\n]|\\.)*+\"\s*+:|\})")

_NO_WINDOW = Window(io.BytesIO())  # for what has been decoded already


class _Key(NamedTuple):
    """A key of an object, and the first character of its value."""

    name: str
    mark: str


def entries(window: Window, options: ReadOptions) -> Iterator[Piece | Flaw]:
    """Yield the pieces of all values in a window."""
    return _Walk(window, options).values()


def entries_of(value: dict[str, object], *, at: Line, options: ReadOptions) -> Iterator[Piece | Flaw]:
    """Yield the pieces of an object that is decoded already; `at` is its text, and where that begins."""
    return _Walk(_NO_WINDOW, options).decoded(value, at=at, listed=True)


class _Walk:
    """A walk through the values in a window, down to the entries."""

    def __init__(self, window: Window, options: ReadOptions, *, depth: int = 0, collection: str | None = None) -> None:
        self._window = window
        self._options = options
        self._depth = depth
        self._collection = collection
        self._first_keys: tuple[str, ...] = ()  # of the entries before, where the walk is
        self._ended = False  # the text ends too early, and that has been told

    def values(self) -> Iterator[Piece | Flaw]:
        """Yield what is in all values, one after the other."""
        begin = self._window.offset
        while mark := self._window.next():
            if mark == ",":
                self._window.drop(1)
                continue
            space = self._window.space if self._window.offset > begin else "\n"
            yield from self._value("stream", space=space, listed=True)

    def _value(
        self, inside: str, *, space: str, listed: bool, key: str | None = None, text: bool = True
    ) -> Iterator[Piece | Flaw]:
        """Yield what is in the value that begins here.

        Args:
            inside: what it is in: a `stream` of values, an `array` or an `object`.
            space: the white space before it.
            listed: whether it is meant to be an entry, whatever it holds.
            key: its key in an object.
            text: whether a string here is an abstract.
        """
        window = self._window
        mark = window.text[window.at]
        place = Place(inside, space, self._first_keys, top=self._depth <= 1)
        if mark == "[" and self._depth < _DEEPEST and (inside != "array" or self._is_array_of_entries()):
            yield from self._array(key)
            return
        line, offset = window.line, window.offset
        taken = window.value(_WHOLE)
        if mark == "{" and not isinstance(taken, Taken) and self._is_to_be_walked(inside, taken):
            yield from self.members()
            return
        if taken is TOO_LONG:
            taken = window.value()
        if not isinstance(taken, Taken):
            yield self._broken(taken, place)
            return
        value, raw = taken
        if inside != "object" and isinstance(value, str) and window.next() not in _AFTER_STRING:
            fault = Fault("bad-json", "no valid JSON: a string that is no entry")
            yield self._broken(fault, replace(place, is_object=True), before=Line(line, offset, raw))
        elif isinstance(value, dict):
            first = resync.first_key(raw)
            if first and first not in self._first_keys:
                self._first_keys = (first, *self._first_keys[:_FIRST_KEYS])
            yield from self.decoded(value, at=Line(line, offset, raw), listed=listed, key=key)
        elif listed and (text or not isinstance(value, str)) and (value is not None or inside == "stream"):
            yield decoding.plain_piece(value, line=line, offset=offset, raw=raw)

    def decoded(
        self, value: dict[str, object], *, at: Line, listed: bool, key: str | None = None
    ) -> Iterator[Piece | Flaw]:
        """Yield what is in an object that has been decoded whole."""
        if kinds.is_reply(value):
            return
        if rows := kinds.rows_of(value):
            for row in rows:
                raw = json.dumps(row, ensure_ascii=False)
                yield self._piece(row, at=Line(at.number, at.offset, raw), key=None)
            return
        kind = kinds.kind(value, self._options)
        if kind == "container" and self._depth < _DEEPEST:
            part = Window.of_line(at)
            yield from _Walk(part, self._options, depth=self._depth, collection=self._collection).members()
        elif kind == "other" and kinds.is_recording(value):
            yield _recording(at)
        elif kind == "entry" or listed:
            yield self._piece(value, at=at, key=key)

    def _piece(self, value: dict[str, object], *, at: Line, key: str | None) -> Piece | Flaw:
        read = shapes.piece(value, line=at.number, offset=at.offset, raw=at.text, options=self._options, key=key)
        return replace(read, collection=self._collection) if isinstance(read, Piece) and self._collection else read

    def _array(self, key: str | None) -> Iterator[Piece | Flaw]:
        """Yield what is in an array."""
        window = self._window
        outer, self._first_keys = self._first_keys, ()
        self._depth += 1
        text = key is None or kinds.is_list_of_texts(key)
        listed = text or kinds.speaks_of_container([key or ""])
        window.drop(1)
        while (mark := window.next()) and mark != "]":
            if mark == ",":
                window.drop(1)
                continue
            for item in self._value("array", space=window.space, listed=listed, text=text):
                listed = True  # one entry in it speaks for the rest
                yield item
        yield from self._close("array")
        self._first_keys = outer
        self._depth -= 1

    def members(self) -> Iterator[Piece | Flaw]:
        """Yield what is in an object that holds entries, key by key."""
        window = self._window
        outer, self._first_keys = self._first_keys, ()
        collection = self._collection
        self._depth += 1
        members = 0
        window.drop(1)
        while (mark := window.next()) and mark != "}":
            if mark == ",":
                window.drop(1)
                continue
            yield from self._member(members)
            members += 1
        yield from self._close("object")
        self._first_keys, self._collection = outer, collection
        self._depth -= 1

    def _member(self, number: int) -> Iterator[Piece | Flaw]:
        """Yield what is under the key that begins here, of which there were `number` before."""
        window = self._window
        space, line, offset = window.space, window.line, window.offset
        place = Place("object", space, self._first_keys, top=self._depth <= 1)
        name = window.value(_WHOLE)
        if not isinstance(name, Taken):
            yield self._broken(name, place)
            return
        key = name.value
        if isinstance(key, dict):  # a bracket too many ended the array that it is in
            yield from self.decoded(key, at=Line(line, offset, name.raw), listed=True)
            return
        mark = window.next()
        colon = mark == ":"
        if colon:
            window.drop(1)
            mark = window.next()
        if not mark or mark in ",}":
            reason = "no valid JSON: a key and a value were expected; mend or remove it"
            yield Flaw(line=line, offset=offset, code="bad-json", reason=reason, raw=name.raw + ":" * colon)
            return
        if not isinstance(key, str) or not colon:
            fault = Fault("bad-json", "no valid JSON: Expecting a key and a colon")
            yield self._broken(fault, place, before=Line(line, offset, name.raw))
            return
        if mark in "{[":
            known_as = None if mark == "{" and kinds.is_running(key, number) else key
            yield from self._value("object", space=space, listed=False, key=known_as)
            return
        taken = window.value()
        if not isinstance(taken, Taken):
            yield self._broken(taken, place)
        elif isinstance(taken.value, str) and fields.folded(key) in _NAMES_OF_COLLECTION:
            self._collection = taken.value.strip() or None
        elif isinstance(taken.value, str) and kinds.is_abstract(key):
            reason = "an abstract outside of an entry; check the brackets before it, and in a huge entry put it first"
            yield Flaw(line=line, offset=offset, code="bad-json", reason=reason, raw=f"{name.raw}: {taken.raw}")

    def _close(self, what: str) -> Iterator[Flaw]:
        """Drop the bracket at the end of an array or object; yield a flaw where there is none."""
        window = self._window
        if window.text[window.at : window.at + 1]:
            window.drop(1)
        elif not self._ended:
            self._ended = True
            reason = f"no valid JSON: the {what} has no end; the file is cut short: get it again"
            yield Flaw(line=window.line, offset=window.offset, code="bad-json", reason=reason, counts=False)

    def _broken(self, fault: object, place: Place, *, before: Line | None = None) -> Flaw:
        """Pass over a broken value, of which `before` has been taken already, and return its flaw."""
        window = self._window
        line, offset = (before.number, before.offset) if before else (window.line, window.offset)
        code, what, at = fault if isinstance(fault, Fault) else Fault("too-long", "this is too long to be an entry")
        if at is not None:
            until = window.text[window.at : window.at + at]
            what = (
                f"no valid JSON: {what} at line {line + line_ends(until)}, {at} characters into it; mend or remove it"
            )
        elif ";" not in what:
            what = f"{what}; mend or remove it"
        taken = before.text if before else ""
        skipped = resync.skip(window, place)
        if not window.next():
            self._ended = True
        size = skipped.size + len(taken.encode("utf-8", "surrogateescape"))
        raw = taken + skipped.raw
        return Flaw(
            line=line,
            offset=offset,
            code=code,
            reason=f"{what} ({size} bytes are passed over)",
            raw=raw,
            counts='"' in raw or code != "bad-json",  # a bracket too many is no abstract
        )

    def _is_array_of_entries(self) -> bool:
        """Whether the array that begins here may hold entries, and not just strings or numbers."""
        window = self._window
        return bool(_ARRAY_OF_ENTRIES.match(window.text, window.at))

    def _is_to_be_walked(self, inside: str, taken: object) -> bool:
        """Whether an object that cannot be taken whole holds entries and is none itself, as far as can be seen."""
        keys = _top_keys(self._window, taken)
        names = [key.name for key in keys]
        if self._depth >= _DEEPEST or kinds.speaks_of_entry(names):
            return False
        if taken is TOO_LONG or kinds.speaks_of_container([key.name for key in keys if key.mark in "[{"]):
            return True
        return inside == "stream" and bool(keys) and keys[0].mark in "[{" and not kinds.speaks_of_paper(names)


_ARRAY_OF_ENTRIES = regex.compile(r"\[\s*+(?:null\s*+,\s*+)*+[\[{]")


def _recording(at: Line) -> Flaw:
    reason = "this is a recording of a server's answers, no list of papers; save the answer itself in a file"
    return Flaw(line=at.number, offset=at.offset, code="recording", reason=reason, raw=at.text)


def _top_keys(window: Window, taken: object) -> list[_Key]:
    """Return the keys of an object as far as it is there and whole."""
    end = window.at + taken.at if isinstance(taken, Fault) and taken.at else len(window.text)
    return _keys_of(window.text, window.at, end)


def _keys_of(text: str, at: int, end: int) -> list[_Key]:
    keys: list[_Key] = []
    depth = 0
    while (token := _TOKEN.search(text, at, end)) is not None:
        mark = token[0][0]
        at = token.end()
        if mark == '"':
            if token[2] is not None:
                at -= 1
                if depth == 1:
                    keys.append(_Key(token[1], token[2]))
        elif mark in "[{":
            depth += 1
        else:
            depth -= 1
            if depth <= 0:
                break
    return keys


def without_counts(items: Iterable[Piece | Flaw], options: ReadOptions, *, position: int = 0) -> Iterator[Piece | Flaw]:
    """Yield pieces and flaws, each piece whose id only counts the entries of the file without it.

    Args:
        items: the pieces and flaws.
        options: what the user says of the names of fields.
        position: how many entries stand before them.
    """
    for item in items:
        if isinstance(item, Flaw):
            position += item.counts
        else:
            position += 1
            if "id" not in options.fields and item.source_id in (str(position), str(position - 1)):
                own = item.id is not None and item.id == f"id:{item.source_id}"
                yield replace(item, source_id=None, id=None if own else item.id)
                continue
        yield item


def _read(stream: BinaryIO, options: ReadOptions) -> Iterator[Piece | Flaw]:
    return without_counts(entries(Window(stream), options), options)


def _accepts(head: str) -> bool:
    """An array, an object over several lines, one that is all there is, or one too long to tell."""
    if _ARRAY.match(head):
        return True
    if not _OBJECT.match(head):
        return False
    _, _, rest = head.lstrip().partition("\n")
    return not rest.lstrip().startswith("{")


def first_line_is_entry(head: str) -> bool:
    """Whether a first line that is longer than the head is an entry, as far as can be seen."""
    return kinds.speaks_of_entry([key.name for key in _keys_of(head, 0, len(head))])


JSON_DOCUMENT = Format(
    "json", "JSON, an array of objects, an object that holds one, or one object", (".json",), _accepts, _read
)
