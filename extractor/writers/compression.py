"""Compression by the ending of a name; the same content always gives the same bytes."""

from __future__ import annotations

import gzip
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, cast

from extractor.errors import MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager


@contextmanager
def compressing(stream: IO[bytes], name: str) -> Iterator[IO[bytes]]:
    """Give a stream that compresses into `stream` as the ending of `name` says; `stream` stays open.

    Raises:
        MissingExtraError: the ending is `.zst` and the extra is not installed.
    """
    if name.endswith(".gz"):
        # Neither a name nor a time, which would make each run's bytes its own.
        with gzip.GzipFile(filename="", mode="wb", fileobj=stream, mtime=0) as compressed:
            yield cast("IO[bytes]", compressed)
    elif name.endswith(".zst"):
        with _zstandard(stream) as compressed:
            yield compressed
    else:
        yield stream


def check(name: str) -> None:
    """Make sure that a file of this name could be compressed.

    Raises:
        MissingExtraError: the ending is `.zst` and the extra is not installed.
    """
    if name.endswith(".zst"):
        try:
            import zstandard  # noqa: F401, PLC0415 - an optional dependency
        except ImportError as error:
            raise MissingExtraError(feature="writing a .zst file", extra="zstd") from error


def _zstandard(stream: IO[bytes]) -> AbstractContextManager[IO[bytes]]:
    check(".zst")
    import zstandard  # noqa: PLC0415 - an optional dependency

    writer = zstandard.ZstdCompressor(write_checksum=True).stream_writer(stream, closefd=False)
    return cast("AbstractContextManager[IO[bytes]]", writer)
