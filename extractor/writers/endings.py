"""The forms that a file of records may have, told by the ending of its name."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING

from extractor.errors import OutputError
from extractor.writers import compression, parquet

if TYPE_CHECKING:
    from collections.abc import Iterable

_PARQUET = ".parquet"
ENDINGS = (".jsonl", ".jsonl.gz", ".jsonl.zst", _PARQUET)


def stem(name: str) -> str:
    """Return the name without its ending.

    Raises:
        OutputError: its ending is none that records are written to.
    """
    for ending in ENDINGS:
        if name.endswith(ending) and name != ending:
            return name.removesuffix(ending)
    raise OutputError(f"{name}: records are written to a file that ends in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}")


def check(name: str) -> None:
    """Make sure that a file of this name could be written.

    Raises:
        MissingExtraError: its ending asks for a library that is not installed.
    """
    if name.endswith(_PARQUET):
        parquet.check()
    else:
        compression.check(name)


def write_lines(lines: Iterable[bytes], stream: IO[bytes], name: str) -> None:
    """Write the lines of records to a stream, in the form that the ending of a file's name asks for.

    Raises:
        MissingExtraError: the ending asks for a library that is not installed.
    """
    if name.endswith(_PARQUET):
        parquet.write_lines(lines, stream)
        return
    with compression.compressing(stream, name) as out:
        for line in lines:
            out.write(line)
