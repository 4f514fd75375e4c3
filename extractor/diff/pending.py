"""Lines that wait for their partner on the other side: a few in memory, many in a temporary database."""

from __future__ import annotations

import sqlite3
from collections import deque
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

MEMORY = 32 << 20
"""How many bytes of lines may wait in memory, on both sides together."""

_BESIDES = 400  # what Python needs for a line that waits, in bytes, beside the line
_TABLE = """
CREATE TABLE waiting (side INTEGER, id BLOB, number INTEGER, occurrence INTEGER, place INTEGER, size INTEGER, line BLOB)
"""


class Line(NamedTuple):
    """A line of one side.

    Attributes:
        number: which line of its file it is, from 1.
        occurrence: which of the records of its id it is, from 1.
        place: where it begins in its file, in bytes.
        content: the line.
    """

    number: int
    occurrence: int
    place: int
    content: bytes


class Pending:
    """The lines that wait, by side (0 or 1) and id; those of one id come out in the order in which they went in."""

    def __init__(self, files: tuple[BinaryIO | None, BinaryIO | None], *, memory: int = MEMORY) -> None:
        """Begin with none.

        Args:
            files: each side's file if its lines can be read again from there; else lines are copied where they must
                leave the memory.
            memory: how many bytes may wait in memory.
        """
        self._files = files
        self._memory = memory
        self._held = 0
        self._lines: tuple[dict[bytes, deque[Line]], dict[bytes, deque[Line]]] = ({}, {})
        self._database: sqlite3.Connection | None = None
        self._stored = [0, 0]

    def put(self, side: int, key: bytes, line: Line) -> None:
        """Let a line wait."""
        self._lines[side].setdefault(key, deque()).append(line)
        self._held += len(line.content) + _BESIDES
        if self._held > self._memory:
            self._store()

    def take(self, side: int, key: bytes) -> Line | None:
        """Return the first line of an id and wait for it no longer; None if there is none."""
        # What is stored came first.
        if self._stored[side] and (line := self._take_stored(side, key)):
            return line
        lines = self._lines[side].get(key)
        if not lines:
            return None
        line = lines.popleft()
        if not lines:
            del self._lines[side][key]
        self._held -= len(line.content) + _BESIDES
        return line

    def rest(self, side: int) -> Iterator[Line]:
        """Yield all lines of a side that still wait, in the order of the file."""
        if self._database and self._stored[side]:
            query = "SELECT number, occurrence, place, size, line FROM waiting WHERE side = ? ORDER BY number"
            for row in self._database.execute(query, (side,)):
                yield self._read(side, *row)
        yield from sorted(line for lines in self._lines[side].values() for line in lines)

    def close(self) -> None:
        """Remove the database."""
        if self._database:
            self._database.close()

    def _store(self) -> None:
        if self._database is None:
            self._database = sqlite3.connect("")  # on disk, nameless, and gone when it is closed
            for setting in (
                "journal_mode = OFF",
                "synchronous = OFF",
                "cache_size = -16000",
                "locking_mode = EXCLUSIVE",
            ):
                self._database.execute(f"PRAGMA {setting}")
            self._database.isolation_level = None
            self._database.execute(_TABLE)
            self._database.execute("CREATE INDEX by_id ON waiting (side, id, number)")
            self._database.execute("BEGIN")
        for side, waiting in enumerate(self._lines):
            copied = self._files[side] is None
            self._database.executemany(
                "INSERT INTO waiting VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    (
                        side,
                        key,
                        line.number,
                        line.occurrence,
                        line.place,
                        len(line.content),
                        line.content if copied else None,
                    )
                    for key, lines in waiting.items()
                    for line in lines
                ),
            )
            self._stored[side] += sum(map(len, waiting.values()))
            waiting.clear()
        self._held = 0

    def _take_stored(self, side: int, key: bytes) -> Line | None:
        query = (
            "SELECT rowid, number, occurrence, place, size, line FROM waiting WHERE side = ? AND id = ?"
            " ORDER BY number LIMIT 1"
        )
        row = self._database.execute(query, (side, key)).fetchone() if self._database else None
        if row is None or self._database is None:
            return None
        self._database.execute("DELETE FROM waiting WHERE rowid = ?", row[:1])
        self._stored[side] -= 1
        return self._read(side, *row[1:])

    def _read(self, side: int, number: int, occurrence: int, place: int, size: int, content: bytes | None) -> Line:
        file = self._files[side]
        if content is None and file is not None:
            file.seek(place)
            content = file.read(size)
        return Line(number, occurrence, place, content or b"")
