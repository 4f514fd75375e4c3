"""The files of a run: records completed at the end, rejects as they come, both put into place by `commit`."""

from __future__ import annotations

import hashlib
import re
import sys
from json import loads
from typing import TYPE_CHECKING

from extractor.readers.inputs import as_text
from extractor.records import AbstractRecord, OutputFile, Reject
from extractor.writers import Draft, JSONLWriter, line_of, write_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from contextlib import ExitStack

    from extractor.engine.meeting import Met
    from extractor.records import Source
    from extractor.writers import Destination

_ID = re.compile(rb'\{"schema_version":\d+,"id":("(?:[^"\\]|\\.)*+")')


def completed(lines: Iterable[bytes], met: Met, *, text: bool) -> Iterator[bytes]:
    """Yield the lines of records with all places in which their abstracts stand.

    A record cannot be changed once it is written, but where its abstract stands again is known only at the end.

    Args:
        lines: the records, each with its first place.
        met: what knows of the further ones.
        text: whether the abstracts' texts stay in the records.
    """
    if text and not met.has_places:
        yield from lines
        return
    for line in lines:
        match = _ID.match(line)
        further = tuple(met.places(loads(match[1]))) if match else ()
        if not further and text:
            yield line
            continue
        yield with_places(line, further, text=text).encode() + b"\n"


def with_places(line: str | bytes, further: Sequence[Source], *, text: bool) -> str:
    """Return the line of a record with further places of its abstract, and with or without its text."""
    if not further and text:
        return line if isinstance(line, str) else line.decode()
    record = AbstractRecord.model_validate_json(line)
    changes: dict[str, object] = {"sources": (*record.sources, *further)}
    return line_of(record.model_copy(update=changes if text else changes | {"text": None}))


class RecordsFile:
    """The output of a run: written when all records are known, put into place by `commit`."""

    def __init__(self, destination: Destination, stack: ExitStack) -> None:
        """Begin without a file."""
        self._destination = destination
        self._stack = stack
        self._draft: Draft | None = None

    def write(self, lines: Iterable[bytes], *, records: int) -> OutputFile:
        """Write the lines of all records and bring them to the disk; return what they are."""
        path = self._destination.records
        if path is None or self._destination.is_stream:
            digest = self._print(lines)
        else:
            self._draft = self._stack.enter_context(Draft(path))
            write_lines(lines, self._draft.stream, path.name)
            with self._draft.finish().open("rb") as finished:
                digest = hashlib.file_digest(finished, "sha256").hexdigest()
        return OutputFile(file=as_text(path.name) if path else "-", records=records, sha256=digest)

    def commit(self) -> None:
        """Put the output into place."""
        if self._draft:
            self._draft.commit()

    def _print(self, lines: Iterable[bytes]) -> str:
        digest = hashlib.sha256()
        path = self._destination.records
        out = sys.stdout.buffer if path is None else self._stack.enter_context(path.open("wb"))
        for line in lines:
            digest.update(line)
            out.write(line)
        out.flush()
        return digest.hexdigest()


class RejectsFile:
    """The rejects of a run, in a file that is only there if there are any."""

    def __init__(self, destination: Destination, stack: ExitStack, *, on_reject: Callable[[Reject], object]) -> None:
        """Begin without a file; each reject is also handed to `on_reject`."""
        self._target = destination.rejects
        self._stack = stack
        self._on_reject = on_reject
        self._draft: Draft | None = None
        self._writer: JSONLWriter | None = None

    def write(self, reject: Reject) -> None:
        """Write a reject."""
        if self._target and not self._writer:
            self._draft = self._stack.enter_context(Draft(self._target))
            self._writer = JSONLWriter(self._draft.stream)
        if self._writer:
            self._writer.write(reject)
        self._on_reject(reject)

    def finish(self) -> None:
        """Bring the rejects to the disk."""
        if self._draft:
            self._draft.finish()

    def commit(self) -> None:
        """Put the file into place; where there is nothing to say, the one of an earlier run is removed."""
        if self._draft:
            self._draft.commit()
        elif self._target:
            self._target.unlink(missing_ok=True)
