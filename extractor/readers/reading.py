"""Reading inputs: abstracts and rejects, one after the other, in the order of the files."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, BinaryIO, cast

from extractor.abstract import Abstract
from extractor.readers import archives, registry
from extractor.readers.base import Flaw, ReadOptions
from extractor.readers.binary import what_binary
from extractor.readers.checking import checked, readable_raw
from extractor.readers.inputs import Input, as_text, expand, is_input
from extractor.readers.opening import DAMAGE, Hashed, decompressed, seekable
from extractor.records import InputFile, Reject

if TYPE_CHECKING:
    from pathlib import Path

    from extractor.readers.archives import Member
    from extractor.readers.base import Format, Piece
    from extractor.readers.opening import Begun

_SHOWN = 200  # bytes of a binary file in its reject
_BUFFER = 1 << 16


class Reading(Iterator[Abstract | Reject]):
    """One input as it is read: iterate for its abstracts and rejects, then ask what it was.

    Attributes:
        input: what is read.
        formats: the names of the formats found in it so far: one, but for an archive.
        archive: the kind of archive that it is, if it is one.
        abstracts: how many abstracts it has given so far.
        mended: in how many of them U+FFFD took the place of half a character.
        passed_over: the files of an archive that are in no known format.
        readable: whether there was something in it to read so far.
        finished: whether it was read to its end.
    """

    def __init__(self, one: Input, *, format: Format | None = None, options: ReadOptions | None = None) -> None:
        """Read `one`, in the format given or in the one that it is found to be in."""
        self.input = one
        self.formats: list[str] = []
        self.archive: str | None = None
        self.abstracts = 0
        self.mended = 0
        self.passed_over: list[str] = []
        self.readable = False
        self.finished = False
        self._format = format
        self._options = options or ReadOptions()
        self._sha256 = ""
        self._items = self._read()

    def __next__(self) -> Abstract | Reject:
        """Return the next abstract or reject."""
        try:
            return next(self._items)
        except StopIteration:
            self.finished = True
            raise

    @property
    def format(self) -> str:
        """What it is in: the name of its format, and of an archive what is in it."""
        names = ", ".join(self.formats) or "unknown"
        return f"{self.archive} ({names})" if self.archive else names

    @property
    def file(self) -> InputFile | None:
        """What the run file says of it; None where nothing in it could be read so far."""
        if not self.readable:
            return None
        sha256 = self._sha256 or None
        return InputFile(file=self.input.name, format=self.format, abstracts=self.abstracts, sha256=sha256)

    def _read(self) -> Iterator[Abstract | Reject]:
        path = self.input.path
        if self.input.flaw:
            yield self._whole(self.input.flaw)
            return
        with ExitStack() as stack:
            try:
                raw = cast("BinaryIO", sys.stdin.buffer) if path is None else stack.enter_context(path.open("rb"))
                hashed = Hashed(raw)
                yield from self._read_input(hashed, stack)
                if self.readable:
                    self._sha256 = hashed.hexdigest()
            except FileNotFoundError:
                yield self._whole(Flaw(code="missing", reason="there is no such file; check its name"))
            except OSError as error:
                reason = f"{error.strerror or error}; check the file and its permissions"
                yield self._whole(Flaw(code="unreadable", reason=reason))

    def _read_input(self, hashed: Hashed, stack: ExitStack) -> Iterator[Abstract | Reject]:
        content = decompressed(cast("BinaryIO", hashed))
        self.archive = None if self._format and self._format.binary else archives.kind(content.head)
        if not self.archive:
            yield from self._read_file(content, self.input.name)
            return
        found: Iterator[Member]
        if self.archive == "zip":
            found = archives.zip_members(seekable(content, self.input.path, stack))
        else:
            found = archives.tar_members(cast("BinaryIO", content))
        try:
            for inside, member in found:
                yield from self._read_member(as_text(inside), member)
        except archives.ArchiveError as error:
            yield self._whole(Flaw(code="damaged", reason=str(error)))
        else:
            if not self.readable:
                reason = (
                    f"no file in it can be read ({len(self.passed_over)} passed over); unpack it, and give --format"
                )
                yield self._whole(Flaw(code="empty", reason=reason))

    def _read_member(self, inside: str, member: BinaryIO | Flaw) -> Iterator[Abstract | Reject]:
        if not is_input(inside):
            return
        name = f"{self.input.name}/{inside}"
        if not (self._format or registry.has_known_ending(inside)):
            self.passed_over.append(name)
        elif isinstance(member, Flaw):
            yield self._whole(member, name=name)
        else:
            yield from self._read_file(decompressed(member), name)

    def _read_file(self, content: Begun, name: str) -> Iterator[Abstract | Reject]:
        if archives.kind(content.head):
            reason = "this is an archive in an archive; unpack it"
            yield self._whole(Flaw(code="binary", reason=reason), name=name)
            return
        head = content.head.decode("utf-8", "surrogateescape").removeprefix("\ufeff")
        form = self._format or registry.detect(name, head)
        if not (form and form.binary) and (what := what_binary(content.head)):
            raw = content.head[:_SHOWN].decode("utf-8", "backslashreplace")
            yield self._whole(Flaw(code="binary", reason=f"this is {what}", raw=raw), name=name)
            return
        if form is None:
            formats = ", ".join(form.name for form in registry.FORMATS)
            reason = f"no known format; convert it, or give --format, one of {formats}"
            yield self._whole(Flaw(code="unknown-format", reason=reason), name=name)
            return
        if form.name not in self.formats:
            self.formats.append(form.name)
        position, told = 0, False
        with ExitStack() as stack:
            own_file = None if self.archive else self.input.path
            stream = seekable(content, own_file, stack) if form.binary else io.BufferedReader(content, _BUFFER)
            try:
                for item in self._read_pieces(stream, form, name):
                    position += isinstance(item, Abstract) or item.position is not None
                    self.readable = self.readable or position > 0
                    told = True
                    yield item
            except DAMAGE as error:
                reason = (
                    f"the compressed file is damaged or cut short ({error}); what comes before was read; get it again"
                )
                yield self._whole(Flaw(code="damaged", reason=reason), name=name)
            else:
                if not told:
                    reason = "there is no abstract in it; check that it is the right file"
                    yield self._whole(Flaw(code="empty", reason=reason), name=name)

    def _read_pieces(self, stream: BinaryIO, form: Format, name: str) -> Iterator[Abstract | Reject]:
        position = 0
        for piece in form.read(stream, self._options):
            if isinstance(piece, Flaw):
                position += piece.counts
                yield reject_of_flaw(piece, file=name, position=position if piece.counts else None)
                continue
            position += 1
            abstract = checked(piece, file=name, position=position)
            if isinstance(abstract, Flaw):
                yield reject_of_flaw(abstract, file=name, position=position)
            else:
                self.abstracts += 1
                self.mended += is_mended(piece, abstract)
                yield abstract

    def _whole(self, flaw: Flaw, *, name: str | None = None) -> Reject:
        # The name is told with the reject already; the whole path is only where it says more.
        reason, path = flaw.reason, self.input.path
        where = self.input.name if path is None else as_text(path)
        if where != self.input.name:
            reason = f"{reason} ({where})"
        told = Flaw(code=flaw.code, reason=reason, raw=flaw.raw)
        return reject_of_flaw(told, file=name or self.input.name, position=None)


def is_mended(piece: Piece, abstract: Abstract) -> bool:
    """Whether an abstract is not what its piece holds: U+FFFD took the place of half a character."""
    return abstract.text != piece.text or (abstract.title is not None and abstract.title != piece.title)


def reject_of_flaw(flaw: Flaw, *, file: str, position: int | None) -> Reject:
    """Return the reject of what cannot be read."""
    return Reject(
        file=file, position=position, line=flaw.line, offset=flaw.offset, code=flaw.code,
        reason=readable_raw(flaw.reason), raw=readable_raw(flaw.raw),
    )  # fmt: skip


def open_input(one: Input, *, format: str | None = None, options: ReadOptions | None = None) -> Reading:
    """Return the reading of one input; nothing is opened before the first abstract is asked for.

    Raises:
        InputError: there is no format of this name.
    """
    return Reading(one, format=registry.named(format) if format else None, options=options)


def read_abstracts(
    path: str | Path, *, format: str | None = None, options: ReadOptions | None = None
) -> Iterator[Abstract | Reject]:
    """Yield the abstracts of a file, a folder, an archive, a glob or standard input (`-`), one at a time.

    What cannot be read comes as a `Reject` in its place, with a position where it stands for an abstract.

    Args:
        path: what to read.
        format: the name of its format; found from content and name where it is not given.
        options: what a user says about how it is to be read.

    Raises:
        InputError: there is no format of this name.
        MissingExtraError: a file needs a library that is not installed.
    """
    for one in expand([path]).files:
        yield from open_input(one, format=format, options=options)
