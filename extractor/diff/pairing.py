"""Pairing the lines of two files by id.

Both files usually hold the same records in the same order, most of them unchanged: the walk goes in lock-step, and
lines that are the same bytes are counted and not looked into. A line whose partner is elsewhere waits for it.
"""

from __future__ import annotations

import re
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pydantic_core import from_json

from extractor.diff.pending import Line, Pending
from extractor.diff.seen import NEW, OLD, SeenIds
from extractor.diff.strays import Strays
from extractor.errors import InputError
from extractor.readers.recordfile import is_plain, lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

_ID = re.compile(rb'\s*\{\s*(?:"schema_version"\s*:\s*\d+\s*,\s*)?"id"\s*:\s*"([^"\\]+)"')
_SHOWN = 5


class Pair(NamedTuple):
    """The lines of one record on both sides, which are not the same bytes; None where a side has none."""

    occurrence: int
    old: Line | None
    new: Line | None


class _Whole(NamedTuple):
    """A pair with both its lines."""

    occurrence: int
    old: Line
    new: Line


@dataclass(slots=True)
class Count:
    """What was met on one side.

    Attributes:
        records: how many records.
        repeated_ids: how many of them have an id that stood in the file before.
        repeated: the first few of these ids.
    """

    records: int = 0
    repeated_ids: int = 0
    repeated: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Walk:
    """The walk through two files: iterate over `pairs`, then ask what was counted.

    Attributes:
        old: the one file; `-` is standard input.
        new: the other.
        on_same: called with each line that both sides have, if it is given.
        memory: how many bytes of lines may wait for their partner in memory.
        same: how many pairs of lines were the same bytes.
        counts: what was met on each side.
    """

    old: str | Path
    new: str | Path
    on_same: Callable[[bytes], object] | None = None
    memory: int | None = None
    same: int = 0
    counts: tuple[Count, Count] = field(default_factory=lambda: (Count(), Count()))
    _seen: SeenIds = field(default_factory=SeenIds)
    _repeats: tuple[dict[bytes, int], dict[bytes, int]] = field(default_factory=lambda: ({}, {}))
    _pending: Pending = field(init=False)

    def pairs(self) -> Iterator[Pair]:
        """Yield the pairs of lines that are not the same bytes, as soon as both are met; then what has no partner.

        Records of one id pair in order: the first with the first, the second with the second. Those whose id is made of
        a text that was changed pair by what is left of it.

        Raises:
            InputError: a file cannot be read, or a line has no id.
        """
        with ExitStack() as stack:
            files: list[BinaryIO | None] = [
                stack.enter_context(Path(path).open("rb")) if is_plain(path) else None for path in (self.old, self.new)
            ]
            options = {} if self.memory is None else {"memory": self.memory}
            self._pending = Pending((files[0], files[1]), **options)
            stack.callback(self._pending.close)
            yield from self._walk(_Reader(self.old, self.counts[0]), _Reader(self.new, self.counts[1]))
            strays = Strays()
            for line in self._pending.rest(0):
                if not strays.keep(line):
                    yield Pair(line.occurrence, line, None)
            for line in self._pending.rest(1):
                yield Pair(line.occurrence, strays.partner(line), line)
            for line in strays.rest():
                yield Pair(line.occurrence, line, None)

    def _walk(self, old: _Reader, new: _Reader) -> Iterator[Pair]:
        read_old = read_new = True
        while not (old.done and new.done):
            if read_old and read_new:
                self._lock_step(old, new)
            mine, its = (old.next() if read_old else None), (new.next() if read_new else None)
            old_behind = new_behind = False
            for pair in self._completed(old, mine, new, its):
                # The side whose line met one from further up is behind: it alone is read until it has caught up.
                new_behind = new_behind or pair.old.number < old.number
                old_behind = old_behind or pair.new.number < new.number
                if _is_same(pair.old.content, pair.new.content):
                    self._count_same(pair.old.content)
                else:
                    yield Pair(*pair)
            read_old, read_new = (True, True) if old_behind == new_behind else (old_behind, new_behind)

    def _lock_step(self, old: _Reader, new: _Reader) -> None:
        """Pass by lines that are the same bytes on both sides and whose id is new, as nearly all of a file are."""
        id_at, is_new, on_same = _ID.match, self._seen.add, self.on_same
        old_lines, new_lines = old.lines, new.lines
        passed = size = 0
        mine = its = None
        while (mine := next(old_lines, None)) is not None and (its := next(new_lines, None)) is not None:
            line = mine[1]
            if line != its[1] or not (found := id_at(line)) or not is_new(found[1]):
                break
            passed += 1
            size += len(line)
            if on_same:
                on_same(line)
            mine = its = None
        self.same += passed
        old.passed(passed, size, ahead=mine)
        new.passed(passed, size, ahead=its)

    def _completed(self, old: _Reader, mine: bytes | None, new: _Reader, its: bytes | None) -> list[_Whole]:
        """Return the pairs that the next line of each side completes; what completes none waits."""
        key, its_key = (id_of(mine, old) if mine else None), None
        if its:
            its_key = key if mine == its else id_of(its, new)
        if mine and its and key and key == its_key:
            before = self._seen.note(key, OLD | NEW)
            if not before:
                return [_Whole(1, Line(old.number, 1, old.place, mine), Line(new.number, 1, new.place, its))]
            # Lines of this id may be waiting, and come first.
            offered = [self._offer(0, old, key, mine, before), self._offer(1, new, key, its, before | OLD)]
        else:
            offered = [
                self._offer(0, old, key, mine, self._seen.note(key, OLD)) if mine and key else None,
                self._offer(1, new, its_key, its, self._seen.note(its_key, NEW)) if its and its_key else None,
            ]
        return [whole for whole in offered if whole]

    def _offer(self, side: int, reader: _Reader, key: bytes, content: bytes, before: int) -> _Whole | None:
        """Return the pair that a line completes; else let it wait."""
        occurrence = self._again(side, key) if before & (OLD, NEW)[side] else 1
        line = Line(reader.number, occurrence, reader.place, content)
        if before & (NEW, OLD)[side] and (partner := self._pending.take(1 - side, key)):
            return _Whole(occurrence, *((line, partner) if side == 0 else (partner, line)))
        self._pending.put(side, key, line)
        return None

    def _again(self, side: int, key: bytes) -> int:
        """Count an id that was met before on a side; return which of its records this is."""
        count, repeats = self.counts[side], self._repeats[side]
        count.repeated_ids += 1
        if key not in repeats and len(count.repeated) < _SHOWN:
            count.repeated.append(key.decode("utf-8", "replace"))
        repeats[key] = repeats.get(key, 1) + 1
        return repeats[key]

    def _count_same(self, line: bytes) -> None:
        self.same += 1
        if self.on_same:
            self.on_same(line)


def _is_same(old: bytes, new: bytes) -> bool:
    # The last line of a file need not end.
    return old == new or old.rstrip(b"\r\n") == new.rstrip(b"\r\n")


class _Reader:
    """The lines of a file, blank ones left out.

    Attributes:
        path: the file.
        lines: what is read, with its number.
        number: which line was read last, from 1.
        place: where it begins, in bytes.
        done: whether there are no more.
    """

    def __init__(self, path: str | Path, count: Count) -> None:
        self.path = path
        self.number = 0
        self.place = 0
        self.done = False
        self._count = count
        self.lines = lines(path)
        self._ahead: tuple[int, bytes] | None = None
        self._next_place = 0

    def next(self) -> bytes | None:
        """Return the next line, or None behind the last one."""
        while item := (self._ahead or next(self.lines, None)):
            self._ahead = None
            self.number, line = item
            self.place = self._next_place
            self._next_place += len(line)
            if not line.isspace():
                self._count.records += 1
                return line
        self.done = True
        return None

    def passed(self, records: int, size: int, *, ahead: tuple[int, bytes] | None) -> None:
        """Take note of records that were read from `lines`, of their size in bytes, and of a line that comes next."""
        self.number += records
        self._count.records += records
        self._next_place += size
        self._ahead = ahead


def id_of(line: bytes, reader: _Reader) -> bytes:
    """Return the id of a record's line, which for a record as it is written is a look at its beginning.

    Raises:
        InputError: it has none.
    """
    if found := _ID.match(line):
        return found[1]
    where = f"{reader.path}:{reader.number}"
    try:
        record = from_json(line)
    except ValueError as error:
        raise InputError(
            f"{where}: no valid JSON: {error}; see all faults with: extractor validate {reader.path}"
        ) from error
    found_id = record.get("id") if isinstance(record, dict) else None
    if not isinstance(found_id, str) or not found_id:
        raise InputError(f"{where}: no record: it has no id; see all faults with: extractor validate {reader.path}")
    return found_id.encode("utf-8", "surrogatepass")
