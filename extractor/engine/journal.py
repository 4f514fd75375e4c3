"""What a run has done so far, on the disk, so that a run that was killed can go on.

The journal `OUT.jsonl.partial` stands beside the output from the first batch to the end. Its first line says what the
run is made of; behind it stand, in order, the record of each abstract, or the reject that it became. Whatever kills a
run, what is left is a journal whose last line may be cut: `resume` reads it up to there and goes on.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from typing import IO, TYPE_CHECKING, Any, Self

from pydantic import ValidationError

from extractor.engine.extracting import Extracted
from extractor.errors import ResumeError
from extractor.records import AbstractRecord, Reject
from extractor.writers import JSONLWriter

try:
    import fcntl
except ImportError:  # a system without file locks: two runs into one file are then not told apart
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path
    from types import TracebackType

    from extractor.abstract import Abstract

_FAILED = '{"failed":'


class Journal:
    """The journal of one run; a context manager, and one for use once.

    Attributes:
        path: where it stands; None for one without a name, which nothing can be resumed from.
    """

    def __init__(self, path: Path | None, made_of: Mapping[str, Any], *, resume: bool = False) -> None:
        """Begin a journal, or go on with the one that is there.

        Args:
            path: where it stands.
            made_of: what the run is made of; with another of these nothing can be resumed.
            resume: whether to go on with a journal that is there.

        Raises:
            ResumeError: there is one, and `resume` does not say so; or it is of another run; or that run is still on.
            OSError: it cannot be written.
        """
        self.path = path
        header = json.dumps(made_of, sort_keys=True, ensure_ascii=False).encode("utf-8", "backslashreplace")
        self._stream: IO[bytes] = tempfile.TemporaryFile() if path is None else _opened(path)  # noqa: SIM115
        try:
            # What is there may be worth keeping, until it is known to be nothing.
            self._keep = os.fstat(self._stream.fileno()).st_size > 0
            self._writer = JSONLWriter(self._stream)
            self._lock()
            left = self._stream.readline()
            self._to_replay = left.endswith(b"\n") and bool(self._stream.readline())
            if self._to_replay:
                self._check(left, made_of, resume=resume)
                self._stream.seek(len(left))
            else:
                self._keep = False
                self._stream.seek(0)
                self._stream.truncate()
                self._stream.write(header + b"\n")
                self._stream.flush()
            self._begin = self._stream.tell()
        except BaseException:
            self._close()
            raise

    def __enter__(self) -> Self:
        """Return the journal itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it; it stays on the disk as long as it holds what a run has done and its output is not in place."""
        self._close()

    def _close(self) -> None:
        with contextlib.suppress(OSError):  # closing writes what is left, which fails again on a full disk
            self._stream.close()
        if self.path and not self._keep:
            self.path.unlink(missing_ok=True)

    def discard(self) -> None:
        """Let it go when it is closed: its output is in place, or nobody can go on from it."""
        self._keep = False

    def replayed(self, abstract: Abstract) -> Extracted | Reject | None:
        """Return what was made of an abstract before, or None where the journal has no more.

        Raises:
            ResumeError: the journal holds another abstract in this place.
        """
        if not self._to_replay:
            return None
        begin = self._stream.tell()
        line = self._stream.readline()
        done = _entry(line)
        if done is None:  # cut short when the run was killed, or the end
            self._stream.seek(begin)
            self._stream.truncate()
            self._to_replay = False
            return None
        if not _is_of(done, abstract):
            place = (
                f"abstract {abstract.source.position} of {abstract.source.file}" if abstract.source else "an abstract"
            )
            raise ResumeError(f"the input has changed: {place} is not what it was; {_afresh(self.path)}")
        return done if isinstance(done, Reject) else Extracted.of(done, line[:-1].decode())

    def write(self, line: str) -> None:
        """Add the line of a record."""
        self._writer.write_line(line)
        self._keep = True

    def write_failed(self, reject: Reject) -> None:
        """Add what became of an abstract of which no record could be made."""
        self._writer.write_line(f"{_FAILED}{reject.model_dump_json()}}}")
        self._keep = True

    def flush(self) -> None:
        """Hand what was added to the system, which keeps it whatever happens to this process."""
        if not self._to_replay:
            self._stream.flush()

    def lines(self) -> Iterator[bytes]:
        """Yield the lines of all records, once everything was added."""
        self._stream.flush()
        self._stream.seek(self._begin)
        return (line for line in self._stream if not line.startswith(_FAILED.encode()))

    def _lock(self) -> None:
        if self.path is None or fcntl is None:
            return
        try:
            fcntl.flock(self._stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self._keep = True
            raise ResumeError(f"{self.path}: another run is writing it; wait for it, or give another output") from error
        except OSError:  # a file system without locks
            return

    def _check(self, left: bytes, made_of: Mapping[str, Any], *, resume: bool) -> None:
        if not resume:
            message = f"{self.path} holds what an interrupted run has done: go on with --resume, or remove it"
            raise ResumeError(message)
        try:
            before = json.loads(left)
        except ValueError as error:
            raise ResumeError(f"{self.path}: no journal of a run; {_afresh(self.path)}") from error
        for what, now in json.loads(json.dumps(made_of)).items():
            if before.get(what) != now:
                changed = _changed(before.get(what), now)
                raise ResumeError(f"{what} changed since the run was interrupted: {changed}; {_afresh(self.path)}")


def _opened(path: Path) -> IO[bytes]:
    # For reading and writing, without emptying it, whether it is there or not.
    return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666), "r+b")


def _afresh(path: Path | None) -> str:
    return f"remove {path} to start afresh"


def _changed(before: object, now: object) -> str:
    """Say what is different, by name where there are names."""
    if isinstance(before, dict) and isinstance(now, dict):
        return ", ".join(sorted(name for name in before | now if before.get(name) != now.get(name)))
    return f"{before!r} before, now {now!r}"


def _entry(line: bytes) -> AbstractRecord | Reject | None:
    if not line.endswith(b"\n"):
        return None
    try:
        if line.startswith(_FAILED.encode()):
            return Reject.model_validate(json.loads(line)["failed"])
        return AbstractRecord.model_validate_json(line)
    except ValidationError:
        return None


def _is_of(done: AbstractRecord | Reject, abstract: Abstract) -> bool:
    source = abstract.source
    if isinstance(done, Reject):
        return source is None or (done.file, done.position, done.raw) == (source.file, source.position, abstract.text)
    return (done.id, done.title, done.text) == (abstract.record_id, abstract.title, abstract.text) and (
        source is None or done.sources == (source,)
    )
