"""Files that appear whole or not at all."""

from __future__ import annotations

import glob
import os
import secrets
import shutil
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Self

from extractor.errors import OutputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType


@contextmanager
def output_errors(what: str | Path) -> Iterator[None]:
    """Turn what the system says about an output into an `OutputError`; a closed pipe stays what it is."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(
            f"{what}: cannot be written: {error.strerror or error}; check folder, permissions and free space"
        ) from error


class Draft:
    """A new version of a file, written beside it and moved into its place by `commit`.

    Until then the old version is whole, whatever happens; a draft that is left without a commit is removed. It is a
    context manager, and one for use once.

    Attributes:
        target: the file it becomes.
        stream: where to write.
    """

    def __init__(self, target: Path) -> None:
        """Begin the next version of `target`; a symbolic link is followed, so that it stays one.

        Raises:
            OutputError: no file can be written there.
        """
        self.target = Path(os.path.realpath(target))
        self.path = self.target.with_name(f".{self.target.name}.{secrets.token_hex(4)}.tmp")
        with output_errors(target):
            if self.target.is_dir():
                raise OutputError(f"{target}: is a folder; give the name of a file")
            self.stream: IO[bytes] = self.path.open("xb")
        self._open = True

    def __enter__(self) -> Self:
        """Return the draft itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Remove the draft unless it was committed."""
        self.discard()

    def finish(self) -> Path:
        """Bring everything to the disk and close the draft; return where it stands until `commit`.

        Raises:
            OutputError: the disk is full, or went away.
        """
        with output_errors(self.target):
            if not self.stream.closed:
                self.stream.flush()
                os.fsync(self.stream.fileno())
                self.stream.close()
        return self.path

    def commit(self) -> None:
        """Finish the draft and put it into place.

        Raises:
            OutputError: the disk is full, or the folder no longer takes files.
        """
        self.finish()
        with output_errors(self.target):
            if self.target.exists():
                shutil.copymode(self.target, self.path)
            self.path.replace(self.target)
            self._open = False
            _sync_folder(self.target.parent)

    def discard(self) -> None:
        """Remove the draft; a committed one stays."""
        if self._open:
            self._open = False
            with suppress(OSError):  # closing writes what is left, which fails again on a full disk
                self.stream.close()
            self.path.unlink(missing_ok=True)


def remove_left_drafts(target: Path) -> None:
    """Remove what a killed process left of new versions of a file; no other process may be writing one."""
    whole = Path(os.path.realpath(target))
    for left in whole.parent.glob(f".{glob.escape(whole.name)}.????????.tmp"):
        left.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """Bring a renaming to the disk, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
