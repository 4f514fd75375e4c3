"""Telling an abstract that is met again from one that only has the same id."""

from __future__ import annotations

import hashlib
import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from extractor.records import Reject, Source

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

    from extractor.abstract import Abstract

_TABLES = """
CREATE TABLE met (id TEXT PRIMARY KEY, text BLOB NOT NULL, failed TEXT) WITHOUT ROWID;
CREATE TABLE again (
    id TEXT NOT NULL, place INTEGER NOT NULL, source TEXT NOT NULL, PRIMARY KEY (id, place)
) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class Again:
    """An abstract that was met before, here in another place."""

    abstract: Abstract


class Met:
    """The abstracts met so far: of each its id and a digest of its text, and every further place in which it stands.

    All of it is on the disk, in a file without a name that goes when it is closed: memory does not grow with the input.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self._places = 0
        # An empty name is a private temporary database, which reaches the disk only when it outgrows its cache.
        self._base = sqlite3.connect("", isolation_level=None)
        self._base.executescript(_TABLES)
        self._base.execute("PRAGMA journal_mode = OFF")
        self._base.execute("PRAGMA cache_size = -8000")
        self._base.execute("BEGIN")

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let go of the file."""
        self._base.close()

    def meet(self, abstract: Abstract) -> Abstract | Again | Reject:
        """Return the abstract if it is new, or what it is instead.

        Two texts are the same where they differ in white space only.
        """
        digest = hashlib.blake2b(" ".join(abstract.text.split()).encode(), digest_size=16).digest()
        record_id = abstract.record_id
        new = self._base.execute("INSERT OR IGNORE INTO met (id, text) VALUES (?, ?)", (record_id, digest)).rowcount
        if new:
            return abstract
        (before,) = self._base.execute("SELECT text FROM met WHERE id = ?", (record_id,)).fetchone()
        if before == digest:
            return Again(abstract)
        reason = f"the id {record_id} was met before with another text; keep one of the two, or mend the id"
        return reject_of(abstract, code="duplicate-id", reason=reason)

    def fail(self, record_id: str, code: str) -> None:
        """Remember that no record could be made of an abstract, and the code of its reject."""
        self._base.execute("UPDATE met SET failed = ? WHERE id = ?", (code, record_id))

    def failed(self, record_id: str) -> str | None:
        """Return the code of its reject, if no record could be made of an abstract."""
        row = self._base.execute("SELECT failed FROM met WHERE id = ?", (record_id,)).fetchone()
        return row[0] if row else None

    def add_place(self, record_id: str, source: Source) -> None:
        """Remember a further place of an abstract."""
        self._places += 1
        self._base.execute("INSERT INTO again VALUES (?, ?, ?)", (record_id, self._places, source.model_dump_json()))

    @property
    def has_places(self) -> bool:
        """Whether any abstract has a further place."""
        return self._places > 0

    def places(self, record_id: str) -> Iterator[Source]:
        """Yield the further places of an abstract, in order."""
        rows = self._base.execute("SELECT source FROM again WHERE id = ? ORDER BY place", (record_id,))
        return (Source.model_validate_json(source) for (source,) in rows)


def reject_of(abstract: Abstract, *, code: str, reason: str) -> Reject:
    """Return the reject of an abstract that was read well."""
    source = abstract.source
    return Reject(
        file=source.file if source else "-",
        position=source.position if source else None,
        line=abstract.line,
        offset=abstract.offset,
        code=code,
        reason=reason,
        raw=abstract.text,
    )
