"""The records of a run: written as they come, completed at the end, put into place by `commit`."""

from __future__ import annotations

import hashlib
import re
import sys
import tempfile
from json import loads
from typing import IO, TYPE_CHECKING

from extractor.readers.inputs import as_text
from extractor.records import AbstractRecord, OutputFile, Reject
from extractor.writers import Draft, JSONLWriter, line_of
from extractor.writers.compression import compressing, is_compressed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from contextlib import ExitStack

    from extractor.records import Source
    from extractor.writers import Destination

_ID = re.compile(rb'\{"schema_version":\d+,"id":("(?:[^"\\]|\\.)*+")')


class Spool:
    """The records of a run on their way to the output.

    A record cannot be changed once it is written, but the places where its abstract stands again are known only at the
    end. So records go to a draft first; it becomes the output as it is, unless it must be completed, compressed or
    printed, which takes one more pass.
    """

    def __init__(self, destination: Destination, stack: ExitStack) -> None:
        """Open the draft; `stack` removes it again."""
        self._destination = destination
        self._stack = stack
        self._draft: Draft | None = None
        self._written = 0
        if destination.records is None or destination.is_stream:
            self._stream: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed by the stack
            stack.enter_context(self._stream)
        else:
            self._draft = stack.enter_context(Draft(destination.records))
            self._stream = self._draft.stream
        self._writer = JSONLWriter(self._stream)

    def write(self, line: str) -> None:
        """Write the line of a record."""
        self._writer.write_line(line)
        self._written += 1

    def finish(self, more_sources: Mapping[str, Sequence[Source]]) -> OutputFile:
        """Complete the output with the further sources of records, by id, and bring it to the disk."""
        self._stream.flush()
        if self._draft is None:
            digest = self._print(more_sources)
        else:
            if more_sources or is_compressed(self._draft.target.name):
                self._draft = self._completed(self._draft, more_sources)
            with self._draft.finish().open("rb") as finished:
                digest = hashlib.file_digest(finished, "sha256").hexdigest()
        path = self._destination.records
        return OutputFile(file=as_text(path.name) if path else "-", records=self._written, sha256=digest)

    def commit(self) -> None:
        """Put the output into place."""
        if self._draft:
            self._draft.commit()

    def _completed(self, draft: Draft, more_sources: Mapping[str, Sequence[Source]]) -> Draft:
        complete = self._stack.enter_context(Draft(draft.target))
        with draft.finish().open("rb") as lines, compressing(complete.stream, draft.target.name) as stream:
            for line in _with_sources(lines, more_sources):
                stream.write(line)
        draft.discard()
        return complete

    def _print(self, more_sources: Mapping[str, Sequence[Source]]) -> str:
        digest = hashlib.sha256()
        path = self._destination.records
        out = sys.stdout.buffer if path is None else self._stack.enter_context(path.open("wb"))
        self._stream.seek(0)
        for line in _with_sources(self._stream, more_sources):
            digest.update(line)
            out.write(line)
        out.flush()
        return digest.hexdigest()


def _with_sources(lines: IO[bytes], more_sources: Mapping[str, Sequence[Source]]) -> Iterator[bytes]:
    for line in lines:
        match = _ID.match(line) if more_sources else None
        further = more_sources.get(loads(match[1])) if match else None
        if further:
            record = AbstractRecord.model_validate_json(line)
            complete = record.model_copy(update={"sources": (*record.sources, *further)})
            yield line_of(complete).encode() + b"\n"
        else:
            yield line


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
