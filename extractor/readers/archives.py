"""Archives: the files in a zip or tar, one after the other, in the order of the archive."""

from __future__ import annotations

import tarfile
import zipfile
import zlib
from tarfile import (  # type: ignore[attr-defined]
    EmptyHeaderError,
    InvalidHeaderError,
    TruncatedHeaderError,
)
from typing import IO, TYPE_CHECKING, BinaryIO, Self, cast

from extractor.readers.base import Flaw

if TYPE_CHECKING:
    from collections.abc import Iterator

_ZIP = (b"PK\x03\x04", b"PK\x05\x06")  # the second is that of an empty one
_TAR_MARK = slice(257, 262)
_OFFICE = "[Content_Types].xml"

Member = tuple[str, "BinaryIO | Flaw"]
"""The path of a file in an archive, and its content or why it has none."""


class ArchiveError(Exception):
    """An archive that cannot be read on."""


def kind(head: bytes) -> str | None:
    """Return `zip` or `tar` for a file that begins so, or None if it is no archive."""
    if head.startswith(_ZIP):
        return "zip"
    return "tar" if head[_TAR_MARK] == b"ustar" else None


def zip_members(file: BinaryIO) -> Iterator[Member]:
    """Yield the files in a zip archive.

    Raises:
        ArchiveError: it is damaged, or only a document that is stored as one.
    """
    try:
        archive = zipfile.ZipFile(file)
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError) as error:
        raise ArchiveError(f"the archive is damaged or cut short ({error}); get it again") from error
    with archive:
        if _OFFICE in archive.namelist():
            raise ArchiveError("this is an Office document; give the abstracts as text, CSV or JSON")
        for info in archive.infolist():
            if info.is_dir():
                continue
            try:
                with archive.open(info) as content:
                    yield info.filename, cast("BinaryIO", content)
            except RuntimeError:
                yield info.filename, Flaw(code="encrypted", reason="it is encrypted; give it without a password")
            except NotImplementedError:
                reason = "its compression is not known here; pack the archive anew, or unpack it"
                yield info.filename, Flaw(code="unreadable", reason=reason)
            except (zipfile.BadZipFile, zlib.error, EOFError) as error:
                yield (
                    info.filename,
                    Flaw(code="damaged", reason=f"it is damaged in the archive ({error}); get it again"),
                )


class _Tar(tarfile.TarFile):
    """A tar archive, of which it is known whether the place of a file is damaged."""

    damaged = False


class _TarInfo(tarfile.TarInfo):
    """A file in a tar archive: what the library takes for the archive's end tells the end from damage."""

    @classmethod
    def fromtarfile(cls, archive: tarfile.TarFile) -> Self:
        while True:
            try:
                return super().fromtarfile(archive)
            except InvalidHeaderError:  # go on with the next file that can be found
                cast("_Tar", archive).damaged = True
            except (EmptyHeaderError, TruncatedHeaderError) as error:
                raise ArchiveError("the archive is cut short; what comes before was read; get it again") from error


def tar_members(stream: BinaryIO) -> Iterator[Member]:
    """Yield the files in a tar archive, which is read once from its beginning to its end.

    Raises:
        ArchiveError: it is damaged or cut short; all that can be read has been.
    """
    try:
        with _Tar.open(fileobj=cast("IO[bytes]", stream), mode="r|", tarinfo=_TarInfo) as archive:
            for info in archive:
                content = archive.extractfile(info) if info.isfile() else None
                if content:
                    yield info.name, cast("BinaryIO", content)
            if archive.damaged:
                raise ArchiveError(
                    "where a file should begin, the archive is damaged; the others were read; get it again"
                )
    except (tarfile.TarError, EOFError) as error:
        raise ArchiveError(f"the archive is damaged or cut short ({error}); get it again") from error
