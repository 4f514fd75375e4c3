"""Writing a page: the summary first, which is known last, so that the details wait in a temporary file."""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from typing import TYPE_CHECKING, BinaryIO, Protocol

from extractor.diff.selecting import REAL_WAYS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from extractor.diff.files import FileDiff, RecordDiff
    from extractor.diff.model import Change, Summary, Way

ALL = sys.maxsize
"""A limit that is none."""

_IN_MEMORY = 1 << 20


class Page(Protocol):
    """A kind of page.

    Attributes:
        limit: how many records are shown in detail unless asked otherwise.
        room: how many characters the details may take.
        ways: the ways of changing whose details are shown unless asked otherwise.
    """

    limit: int
    room: int
    ways: frozenset[Way]

    def head(self, summary: Summary) -> str:
        """Return what comes before the details."""
        ...

    def record(self, record: RecordDiff, changes: Sequence[Change], *, first: bool) -> str:
        """Return the details of one record; empty if there is nothing to show."""
        ...

    def foot(self, summary: Summary, hidden: int, renamed: int) -> str:
        """Return what comes behind the details.

        Args:
            summary: the whole diff in numbers.
            hidden: so many more records differ and are not shown.
            renamed: so many differ in new names alone, which the page tells in its summary.
        """
        ...


def write_page(
    diff: FileDiff, page: Page, out: BinaryIO, *, limit: int | None = None, ways: frozenset[Way] | None = None
) -> Summary:
    """Walk through a diff, write its page and return its summary.

    Args:
        diff: the diff.
        page: the kind of page.
        out: where to write, in UTF-8.
        limit: how many records are shown in detail; the page's own limit where it is not given.
        ways: the ways of changing that are shown; the page's own where they are not given. All that the diff selects
            are counted.
    """
    limit = page.limit if limit is None else limit
    asked = page.ways if ways is None else ways
    shown = hidden = renamed = length = 0
    with tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY) as spool:
        for record in diff.records():
            changes = [change for change in record.changes if change.change in asked]
            if not changes:
                renamed += any(change.change == "renamed" for change in record.changes)
                continue
            text = page.record(record, changes, first=not shown) if shown < limit and length < page.room else None
            if text is None or length + len(text) > page.room:
                hidden += 1
            elif text:
                spool.write(_encoded(text))
                shown += 1
                length += len(text)
        summary = diff.summary()
        out.write(_encoded(page.head(summary)))
        spool.seek(0)
        shutil.copyfileobj(spool, out)
        out.write(_encoded(page.foot(summary, hidden, renamed)))
    return summary


def write_lines(
    diff: FileDiff, out: BinaryIO, *, limit: int | None = None, ways: frozenset[Way] = REAL_WAYS
) -> Summary:
    """Walk through a diff, write each change as a line of JSON as it is met, and return the summary."""
    for number, (_, changes) in enumerate(_shown(diff, ways)):
        if limit is None or number < limit:
            out.writelines(_encoded(change.model_dump_json() + "\n") for change in changes)
    return diff.summary()


def write_patches(patches: Iterator[tuple[str, int, list[dict[str, object]]]], out: BinaryIO, *, limit: int) -> bool:
    """Write the JSON Patch of each record as a line of JSON; return whether there is any."""
    number = 0
    for number, (record_id, occurrence, operations) in enumerate(patches, 1):
        if number <= limit:
            again = {"occurrence": occurrence} if occurrence > 1 else {}
            line = {"id": record_id, **again, "patch": operations}
            out.write(_encoded(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"))
    return number > 0


def read_through(diff: FileDiff) -> Summary:
    """Walk through a diff and return its summary."""
    for _ in diff.records():
        pass
    return diff.summary()


def _shown(diff: FileDiff, ways: frozenset[Way]) -> Iterator[tuple[RecordDiff, Sequence[Change]]]:
    for record in diff.records():
        if changes := [change for change in record.changes if change.change in ways]:
            yield record, changes


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")
