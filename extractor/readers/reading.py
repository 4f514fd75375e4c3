"""Reading inputs: abstracts and rejects, one after the other, in the order of the files."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, BinaryIO, TextIO, cast

from extractor.abstract import Abstract
from extractor.readers import registry
from extractor.readers.base import Flaw
from extractor.readers.binary import what_binary
from extractor.readers.checking import checked, readable_raw
from extractor.readers.inputs import Input, as_text, expand
from extractor.readers.opening import DAMAGE, Hashed, decompressed
from extractor.records import InputFile, Reject, Source

if TYPE_CHECKING:
    from pathlib import Path

    from extractor.readers.base import Format

_SHOWN = 200  # bytes of a binary file in its reject


class Reading(Iterator[Abstract | Reject]):
    """One input as it is read: iterate for its abstracts and rejects, then ask what it was.

    Attributes:
        input: what is read.
        format: its format, once known.
        abstracts: how many abstracts it has given so far.
        readable: whether there was something in it to read, once it has been read.
    """

    def __init__(self, one: Input, *, format: Format | None = None) -> None:
        """Read `one`, in the format given or in the one that it is found to be in."""
        self.input = one
        self.format = format
        self.abstracts = 0
        self.readable = False
        self._sha256 = ""
        self._position = 0
        self._items = self._read()

    def __next__(self) -> Abstract | Reject:
        """Return the next abstract or reject."""
        return next(self._items)

    @property
    def file(self) -> InputFile | None:
        """What the run file says of it; None before it has been read to its end, or where nothing in it could be."""
        if not self._sha256:
            return None
        form = self.format.name if self.format else "unknown"
        return InputFile(file=self.input.name, format=form, abstracts=self.abstracts, sha256=self._sha256)

    def _read(self) -> Iterator[Abstract | Reject]:
        path = self.input.path
        if self.input.flaw:
            yield self._whole(self.input.flaw.code, self.input.flaw.reason)
            return
        with ExitStack() as stack:
            try:
                raw = cast("BinaryIO", sys.stdin.buffer) if path is None else stack.enter_context(path.open("rb"))
                hashed = Hashed(raw)
                yield from self._read_bytes(hashed)
                if self.readable:
                    self._sha256 = hashed.hexdigest()
            except FileNotFoundError:
                yield self._whole("missing", "there is no such file; check its name")
            except OSError as error:
                yield self._whole("unreadable", f"{error.strerror or error}; check the file and its permissions")

    def _read_bytes(self, hashed: Hashed) -> Iterator[Abstract | Reject]:
        content = decompressed(cast("BinaryIO", hashed))
        if what := what_binary(content.head):
            yield self._whole(
                "binary", f"this is {what}", raw=content.head[:_SHOWN].decode("utf-8", "backslashreplace")
            )
            return
        head = content.head.decode("utf-8-sig", "surrogateescape")
        self.format = self.format or registry.detect(self.input.name, head)
        if self.format is None:
            formats = ", ".join(form.name for form in registry.FORMATS)
            yield self._whole("unknown-format", f"no known format; convert it, or give --format, one of {formats}")
            return
        text = io.TextIOWrapper(
            io.BufferedReader(content, 1 << 16), encoding="utf-8-sig", errors="surrogateescape", newline=None
        )
        try:
            yield from self._read_text(text, self.format)
        except DAMAGE as error:
            self.readable = self._position > 0
            reason = f"the compressed file is damaged or cut short ({error}); what comes before was read; get it again"
            yield self._whole("damaged", reason)
            return
        self.readable = self._position > 0
        if not self.readable:
            yield self._whole("empty", "there is no abstract in it; check that it is the right file")

    def _read_text(self, text: TextIO, form: Format) -> Iterator[Abstract | Reject]:
        for piece in form.read(text):
            if isinstance(piece, Flaw):
                self._position += piece.counts
                yield self._reject(piece, position=self._position if piece.counts else None)
                continue
            self._position += 1
            source = Source(file=self.input.name, position=self._position, collection=piece.collection)
            abstract = checked(piece, source=source)
            if isinstance(abstract, Flaw):
                yield self._reject(abstract, position=self._position)
            else:
                self.abstracts += 1
                yield abstract

    def _whole(self, code: str, reason: str, *, raw: str = "") -> Reject:
        # The name is told with the reject already; the whole path is only where it says more.
        where = self.input.name if self.input.path is None else as_text(self.input.path)
        if where != self.input.name:
            reason = f"{reason} ({where})"
        return self._reject(Flaw(code=code, reason=reason, raw=raw), position=None)

    def _reject(self, flaw: Flaw, *, position: int | None) -> Reject:
        return Reject(
            file=self.input.name, position=position, line=flaw.line, code=flaw.code,
            reason=readable_raw(flaw.reason), raw=readable_raw(flaw.raw),
        )  # fmt: skip


def open_input(one: Input, *, format: str | None = None) -> Reading:
    """Return the reading of one input; nothing is opened before the first abstract is asked for.

    Raises:
        InputError: there is no format of this name.
    """
    return Reading(one, format=registry.named(format) if format else None)


def read_abstracts(path: str | Path, *, format: str | None = None) -> Iterator[Abstract | Reject]:
    """Yield the abstracts of a file, a folder, a glob or standard input (`-`), one at a time.

    What cannot be read comes as a `Reject` in its place, with a position where it stands for an abstract.

    Args:
        path: what to read.
        format: the name of its format; found from content and name where it is not given.

    Raises:
        InputError: there is no format of this name.
        MissingExtraError: a file is compressed with Zstandard and the extra is not installed.
    """
    for one in expand([path]).files:
        yield from open_input(one, format=format)
