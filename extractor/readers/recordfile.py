"""Reading records back."""

from __future__ import annotations

import io
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from pydantic import ValidationError

from extractor.errors import InputError
from extractor.readers import archives
from extractor.readers.binary import PARQUET, what_binary
from extractor.readers.inputs import STDIN
from extractor.readers.opening import DAMAGE, decompressed, seekable
from extractor.records import AbstractRecord, first_fault
from extractor.writers import parquet

if TYPE_CHECKING:
    from collections.abc import Iterator


class BinaryError(InputError):
    """A file of records that is no text at all."""

    def __init__(self, path: str | Path, what: str) -> None:
        """Say of the file at `path` `what` it is, and what to do."""
        super().__init__(f"{path}: this is {what}")
        self.what = what


def lines(path: str | Path) -> Iterator[tuple[int, bytes]]:
    """Yield each line of a file (`-` is standard input), decompressed, and its number from 1.

    Of a Parquet file these are the lines of the records that it was made of.

    Raises:
        BinaryError: it is no text.
        InputError: the file is missing, cannot be read, or is damaged.
        MissingExtraError: it needs a library that is not installed.
    """
    try:
        with ExitStack() as stack:
            stream = sys.stdin.buffer if str(path) == STDIN else stack.enter_context(Path(path).open("rb"))
            content = decompressed(cast("BinaryIO", stream))
            if content.head.startswith(PARQUET):
                own_file = None if str(path) == STDIN else Path(path)
                yield from enumerate(parquet.read_lines(seekable(content, own_file, stack)), 1)
                return
            packed = archives.kind(content.head)
            if what := f"a {packed} archive; unpack it first" if packed else what_binary(content.head):
                raise BinaryError(path, what)
            yield from enumerate(io.BufferedReader(content, 1 << 16), 1)
    except parquet.NoRecordsError as error:
        raise BinaryError(path, f"{error}; give one that `extractor run` wrote") from error
    except FileNotFoundError as error:
        raise InputError(f"{path}: there is no such file; check its name") from error
    except DAMAGE as error:
        raise InputError(f"{path}: the compressed file is damaged or cut short ({error}); get it again") from error
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}; check the file") from error


def is_plain(path: str | Path) -> bool:
    """Whether the lines of a file stand in it as `lines` yields them, so that each can be read again from its place."""
    file = Path(path)
    try:
        if str(path) == STDIN or not file.is_file():  # what a pipe has told once is gone
            return False
        with file.open("rb") as stream:
            content = decompressed(stream)
    except OSError:
        return False
    return content.plain and not content.head.startswith(PARQUET)


def read_records(path: str | Path) -> Iterator[AbstractRecord]:
    """Yield the records of a file, JSON Lines (plain or compressed) or Parquet, each validated.

    Raises:
        InputError: the file cannot be read, or a line of it is no valid record.
    """
    for number, line in lines(path):
        try:
            yield AbstractRecord.model_validate_json(line)
        except ValidationError as error:
            message = f"{path}:{number}: no valid record: {first_fault(error)}"
            raise InputError(f"{message}; see all faults with: extractor validate {path}") from error
