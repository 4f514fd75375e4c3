"""Opening an input: hashing it, taking compression off, looking at how it begins."""

from __future__ import annotations

import bz2
import gzip
import hashlib
import io
import lzma
import tarfile
import tempfile
import zipfile
import zlib
from shutil import copyfileobj
from typing import TYPE_CHECKING, BinaryIO, cast

from extractor.errors import MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import ExitStack
    from pathlib import Path

    from typing_extensions import Buffer

HEAD = 1 << 16
"""How many bytes are looked at to tell what a file is."""

DAMAGE = (EOFError, zlib.error, gzip.BadGzipFile, lzma.LZMAError, zipfile.BadZipFile, tarfile.TarError)
"""What reading a compressed file that is cut short or changed raises."""


class Hashed(io.RawIOBase):
    """Bytes that are hashed as they are read."""

    def __init__(self, stream: BinaryIO) -> None:
        """Read from `stream`."""
        self._stream = stream
        self._digest = hashlib.sha256()

    def readable(self) -> bool:
        """Yes."""
        return True

    def readinto(self, buffer: Buffer, /) -> int:
        """Read some bytes and hash them."""
        return _into(buffer, self._read_some)

    def _read_some(self, size: int) -> bytes:
        # read1 gives what a pipe has so far, so that a slow one is read as it comes.
        chunk = getattr(self._stream, "read1", self._stream.read)(size)
        self._digest.update(chunk)
        return cast("bytes", chunk)

    def hexdigest(self) -> str:
        """Read what is left and return the SHA-256 of all of it."""
        while self.read(1 << 20):
            pass
        return self._digest.hexdigest()


class Begun(io.RawIOBase):
    """A stream whose first bytes have been looked at and are read again.

    Attributes:
        head: the first bytes, at most `HEAD`.
        plain: whether they are those of the file itself, and not of what was compressed in it.
    """

    def __init__(self, stream: BinaryIO, *, plain: bool = True) -> None:
        """Look at the first bytes of `stream`; damage found there is told when reading gets to it."""
        self.plain = plain
        self._stream = stream
        self._damage: Exception | None = None
        chunks: list[bytes] = []
        size = 0
        try:
            while size < HEAD and (chunk := stream.read(HEAD - size)):
                chunks.append(chunk)
                size += len(chunk)
        except DAMAGE as error:
            self._damage = error
        self.head = b"".join(chunks)
        self._again = io.BytesIO(self.head)

    def readable(self) -> bool:
        """Yes."""
        return True

    def readinto(self, buffer: Buffer, /) -> int:
        """Read from the head, then from the rest."""
        return _into(buffer, self._read_some)

    def _read_some(self, size: int) -> bytes:
        if chunk := self._again.read(size):
            return chunk
        if self._damage:
            raise self._damage
        return self._stream.read(size)


class _Bzip2(io.RawIOBase):
    """Decompresses bzip2; unlike the library's own stream it tells damage from trouble with the disk."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = bz2.BZ2File(stream)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer, /) -> int:
        return _into(buffer, self._read_some)

    def _read_some(self, size: int) -> bytes:
        try:
            return self._stream.read(size)
        except OSError as error:
            if error.errno is None:
                raise EOFError(str(error)) from error
            raise


class _Zstandard(io.RawIOBase):
    """Decompresses Zstandard; unlike the library's own stream it tells when the data ends too early."""

    def __init__(self, stream: BinaryIO) -> None:
        try:
            import zstandard  # noqa: PLC0415 - an optional dependency
        except ImportError as error:
            raise MissingExtraError(feature="reading a .zst file", extra="zstd") from error
        self._start: Callable[[], zstandard.ZstdDecompressionObj] = zstandard.ZstdDecompressor().decompressobj
        self._frame = self._start()
        self._fault = zstandard.ZstdError
        self._stream = stream
        self._ready = io.BytesIO()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer, /) -> int:
        return _into(buffer, self._read_some)

    def _read_some(self, size: int) -> bytes:
        while not (chunk := self._ready.read(size)):
            data = self._frame.unused_data if self._frame.eof else b""
            data = data or self._stream.read(1 << 16)
            if not data and self._frame.eof:
                return b""
            if not data:
                raise EOFError("the compressed data ends before its end mark")
            if self._frame.eof:
                self._frame = self._start()
            try:
                self._ready = io.BytesIO(self._frame.decompress(data))
            except self._fault as error:
                raise EOFError(str(error)) from error
        return chunk


def seekable(content: Begun, path: Path | None, stack: ExitStack) -> BinaryIO:
    """Return content as a file that can be read in any order; `stack` closes it.

    Args:
        content: what has been looked at.
        path: the file that it is, whole and as it stands there; None where it has no file of its own.
        stack: what closes the result.
    """
    if path is not None and content.plain:
        return stack.enter_context(path.open("rb"))
    copy = stack.enter_context(tempfile.TemporaryFile())  # noqa: SIM115 - closed by the stack
    copyfileobj(io.BufferedReader(content, HEAD), copy)
    copy.seek(0)
    return cast("BinaryIO", copy)


def _into(buffer: Buffer, read: Callable[[int], bytes]) -> int:
    view = memoryview(buffer)
    chunk = read(len(view))
    view[: len(chunk)] = chunk
    return len(chunk)


_COMPRESSIONS: tuple[tuple[bytes, Callable[[BinaryIO], object]], ...] = (
    (b"\x1f\x8b", lambda stream: gzip.GzipFile(fileobj=stream)),
    (b"\x28\xb5\x2f\xfd", _Zstandard),
    (b"BZh", _Bzip2),
    (b"\xfd7zXZ\x00", lzma.LZMAFile),
)


def decompressed(stream: BinaryIO) -> Begun:
    """Return the content of a stream, with gzip, Zstandard, bzip2 or xz taken off where its first bytes say so.

    Raises:
        MissingExtraError: it is Zstandard and the extra is not installed.
    """
    begun = Begun(stream)
    source = cast("BinaryIO", begun)
    for signature, decompress in _COMPRESSIONS:
        if begun.head.startswith(signature):
            return Begun(cast("BinaryIO", decompress(source)), plain=False)
    return begun
