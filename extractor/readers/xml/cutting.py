"""Cutting the bytes of XML into its entries, so that a fault in one costs no other.

An XML parser stops for good at the first fault, or goes on and loses text without a word. So a file is cut first, and
each entry is parsed alone. A comment, a CDATA section, a processing instruction and a document type are passed over as
wholes; one that is never closed is found out by the next one of its kind, which opens before it ends.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

LONGEST = 1 << 24
"""Bytes in the longest entry that is taken for one."""

_CHUNK = 1 << 18
_LONGEST_SECTION = 1 << 22
_GAP = 1 << 16  # bytes kept of what stands before an entry
_SHOWN = 1 << 16  # bytes shown of an entry that has no end
_NAME = rb"[A-Za-z_\x80-\xff][\w.\x80-\xff-]*+"
_CLOSERS = {b"<!--": b"-->", b"<![CDATA[": b"]]>", b"<?": b"?>"}
_SECTION = rb"<!--|<!\[CDATA\[|<\?"
_ENCODING = re.compile(rb"""<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']""")
_DOCTYPE = re.compile(rb"""<!DOCTYPE(?:[^\[<>"']|"[^"]*"|'[^']*')*+(?:\[.*?\]\s*)?+>""", re.DOTALL)
_REST = rb"""(?:[^<>"']|"[^"<]*"|'[^'<]*')*+>"""
_TAG_REST = re.compile(_REST)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """An element as it stands in the file, or only its start tag where that was asked for.

    Attributes:
        name: its name without prefix.
        raw: all of it; bytes that are not in the encoding of the file stand in it as lone surrogates.
        line: the line where it begins, from 1.
        offset: the byte where it begins, from 0.
        fault: why it is not whole, if it is not.
        broken: whether some of its bytes are not in the encoding of the file.
    """

    name: str
    raw: str
    line: int
    offset: int
    fault: str | None = None
    broken: bool = False


class EncodingError(Exception):
    """An encoding that is not known."""


class _Marks(NamedTuple):
    """What is looked for in an element: its end tag, and sections with the start tag of another, or what may be one."""

    closed: re.Pattern[bytes]
    inner: re.Pattern[bytes]
    inner_cut: re.Pattern[bytes]


@lru_cache
def _marks(qualified: bytes) -> _Marks:
    name = re.escape(qualified)
    start = _SECTION + rb"|<" + name + rb"(?=[\s/>])"
    return _Marks(re.compile(rb"</" + name + rb"\s*>"), re.compile(start + _REST), re.compile(start))


def cuts(
    stream: BinaryIO,
    *,
    head: bytes = b"",
    entries: Collection[str],
    around: Collection[str],
    tags: Collection[str],
) -> Iterator[Cut]:
    """Yield the elements of the names given, in the order of the file; none is looked for within another.

    Args:
        stream: the file.
        head: what has been read of it already.
        entries: elements that are the entries of the file; a damaged one comes with its fault.
        around: elements that say something of the entries after them; a damaged one is left out.
        tags: elements of which the start tag says something of the entries after it.

    Raises:
        EncodingError: the file says that it is in an encoding that is not known.
    """
    return _Cutter(_Window(stream, head), entries=entries, around=around, tags=tags).cuts()


class _Window:
    """A moving part of the stream. Places in it are counted from its beginning, which only `move` changes."""

    def __init__(self, stream: BinaryIO, head: bytes) -> None:
        self._stream = stream
        self._data = head
        self._begin = 0  # where in the data it begins
        self._sought: dict[bytes, tuple[int, int, int]] = {}  # from and to which byte of the file, and what was found
        self.offset = 0
        self.line = 1
        self.whole = False

    def __len__(self) -> int:
        return len(self._data) - self._begin

    def grow(self) -> bool:
        """Read on, as much again as is there already; return False at the end of the stream."""
        if not self.whole:
            chunk = self._stream.read(max(_CHUNK, len(self)))
            self._data = self._data[self._begin :] + chunk
            self._begin = 0
            self.whole = not chunk
        return not self.whole

    def move(self, size: int) -> None:
        """Let go of the first bytes."""
        end = self._begin + size
        self.line += self._data.count(b"\n", self._begin, end)
        if returns := self._data.count(b"\r", self._begin, end):
            self.line += returns - self._data.count(b"\r\n", self._begin, end)
        self._begin = end
        self.offset += size

    def part(self, start: int, end: int) -> bytes:
        return self._data[self._begin + start : self._begin + end]

    def search(
        self, pattern: re.Pattern[bytes], start: int, end: int | None = None
    ) -> tuple[int, re.Match[bytes]] | None:
        """Return where a pattern is found first, and what is found."""
        stop = len(self._data) if end is None else self._begin + end
        match = pattern.search(self._data, self._begin + start, stop)
        return (match.start() - self._begin, match) if match else None

    def match(self, pattern: re.Pattern[bytes], start: int) -> int | None:
        """Return where what is found at a place ends."""
        match = pattern.match(self._data, self._begin + start)
        return match.end() - self._begin if match else None

    def has(self, needle: bytes, start: int, end: int) -> bool:
        return self._data.find(needle, self._begin + start, self._begin + end) >= 0

    def last(self, needle: bytes, start: int) -> int:
        return self._data.rfind(needle, self._begin + start) - self._begin

    def next(self, needle: bytes, start: int, *, longest: int) -> int | None:
        """Return where a needle is next, looking no further than the longest; nothing is looked at twice."""
        place = self.offset + start
        since, until, found = self._sought.get(needle, (0, 0, -1))
        if since <= place <= found:
            return found - self.offset
        seek = max(start, until - self.offset) if since <= place < until else start
        while True:
            at = self._data.find(needle, self._begin + seek)
            if at >= 0:
                self._sought[needle] = (place, 0, at - self._begin + self.offset)
                return at - self._begin
            seek = max(seek, len(self) - len(needle) + 1)
            if seek - start > longest or not self.grow():
                self._sought[needle] = (place, seek + self.offset, -1)
                return None


class _Cutter:
    def __init__(
        self, window: _Window, *, entries: Collection[str], around: Collection[str], tags: Collection[str]
    ) -> None:
        self._window = window
        self._entries, self._around, self._tags = entries, around, tags
        self._encoding = "utf-8"
        self._open_doctype = False  # whether one had no end, and no other is looked for
        self._doomed = 0  # before this byte no entry begins: it belongs to one that is not whole
        names = "|".join(sorted({*entries, *around, *tags}, key=len, reverse=True)).encode()
        closing = "|".join(sorted(entries, key=len, reverse=True)).encode()
        self._mark = re.compile(
            rb"<(?P<name>(?:" + _NAME + rb":)?(?:" + names + rb"))(?=[\s/>])"
            rb"|</(?:" + _NAME + rb":)?(?P<end>" + closing + rb")\s*>"
            rb"|(?P<section>" + _SECTION + rb"|<!DOCTYPE)"
        )

    def cuts(self) -> Iterator[Cut]:
        window, place = self._window, 0
        last = ""
        while True:
            found = window.search(self._mark, place)
            if not found:
                place = self._skip(place)
                if not window.grow():
                    return
                continue
            start, match = found
            length = match.end() - match.start()
            if match["section"]:
                place = self._past(match["section"], start) or start + length
            elif match["end"]:
                place = start + length
                name = match["end"].decode()
                # The end of what an entry stands in, as `record` of `arXiv`, is nothing lost.
                if last in ("", name) and window.offset + start >= self._doomed:
                    fault = f"there is </{name}> and no <{name}> before it"
                    yield self._cut(name, start + length, fault=fault)
                window.move(place)
                place, last = 0, name
            else:
                qualified = match["name"]
                name = qualified.rpartition(b":")[2].decode()
                if name in self._tags or (name in self._entries and window.offset + start < self._doomed):
                    place = window.match(_TAG_REST, start + length) or start + length
                    if name in self._tags:
                        window.move(start)
                        place -= start
                        yield self._cut(name, place)
                    continue
                window.move(start)
                cut, place = self._element(name, qualified)
                if name in self._entries:
                    last = name
                    yield cut
                    window.move(place)
                    place = 0
                elif not cut.fault:
                    yield cut

    def _skip(self, place: int) -> int:
        """Return from where to look on where nothing was found; keep of the gap what may be needed."""
        window = self._window
        cut = window.last(b"<", place)
        size = len(window)
        place = cut if cut >= place and size - cut < _GAP else max(place, size - 1)
        if place > _GAP:
            if window.part(place - 1, place + 1) == b"\r\n":
                place -= 1  # one end of line
            window.move(place)
            place = 0
        return max(place, 0)

    def _past(self, opener: bytes, start: int, *, closing: bytes | None = None) -> int | None:
        """Return where a section ends; None if it has no end of its own."""
        window = self._window
        if opener == b"<!DOCTYPE":
            return self._past_doctype(start)
        inside = start + len(opener)
        end = window.next(_CLOSERS[opener], inside, longest=_LONGEST_SECTION)
        if end is None:
            return None
        again = window.next(opener, inside, longest=end - inside)
        if again is not None and again < end:
            # A CDATA section may show one; but not if there is the end of an entry too.
            over = window.next(closing, inside, longest=end - inside) if closing and opener == b"<![CDATA[" else inside
            if over is not None and over < end:
                return None
        end += len(_CLOSERS[opener])
        if opener == b"<?" and window.part(start, start + 6).split() == [b"<?xml"]:
            self._declare(window.part(start, end))
        return end

    def _past_doctype(self, start: int) -> int | None:
        window = self._window
        if self._open_doctype:
            return None
        while (end := window.match(_DOCTYPE, start)) is None and len(window) - start < _GAP and window.grow():
            pass
        self._open_doctype = end is None
        return end

    def _declare(self, declaration: bytes) -> None:
        match = _ENCODING.match(declaration)
        name = match[1].decode() if match else "utf-8"
        try:
            # One that is not written in ASCII, as UTF-16, is not what the declaration itself was read in.
            known = codecs.lookup(name).name if "<?xml".encode(name) == b"<?xml" else "utf-8"
        except (LookupError, UnicodeError) as error:
            raise EncodingError(name) from error
        self._encoding = "utf-8" if known == "ascii" else known

    def _element(self, name: str, qualified: bytes) -> tuple[Cut, int]:
        """Return the element that begins here, and from where to look on."""
        window = self._window
        ending = b"</" + qualified
        place = 1 + len(qualified)
        window.next(b">", place, longest=_GAP)
        tag = window.match(_TAG_REST, place)
        if tag and window.part(tag - 2, tag) == b"/>":
            return self._cut(name, tag), tag
        marks = _marks(qualified)
        # `p <entry` in a text is no other beginning, unless the own start tag is no better.
        inner = marks.inner if tag else marks.inner_cut
        end = window.next(ending, place, longest=LONGEST)
        # As a rule there is neither a section nor another beginning before the end: that is quickly seen.
        plain = end is not None and not any(window.has(mark, place, end) for mark in (b"<" + qualified, b"<!", b"<?"))
        while True:
            stop = len(window) if end is None else end
            if not plain and (found := window.search(inner, place, stop)):
                start, match = found
                if not match.group().startswith((b"<!", b"<?")):
                    fault = f"<{name}> is not closed before the next one begins"
                    if name in self._entries:
                        self._doomed = window.offset + start
                    return self._cut(name, start, fault=fault), place
                place = self._past(match.group(), start, closing=ending) or start + len(match.group())
                end = window.next(ending, place, longest=LONGEST)
                continue
            if end is None:
                far = len(window) > LONGEST
                fault = f"<{name}> is not closed " + (f"within {LONGEST} bytes" if far else "before the file ends")
                return self._cut(name, min(len(window), _SHOWN), fault=fault), place
            window.next(b">", end, longest=_GAP)
            if after := window.match(marks.closed, end):
                return self._cut(name, after), after
            place, plain = end + len(ending), False
            end = window.next(ending, place, longest=LONGEST)

    def _cut(self, name: str, size: int, *, fault: str | None = None) -> Cut:
        window = self._window
        data = window.part(0, size)
        broken = False
        try:
            raw = data.decode(self._encoding)
        except UnicodeDecodeError:
            broken = True
            raw = data.decode(self._encoding, "surrogateescape")
        return Cut(name=name, raw=raw, line=window.line, offset=window.offset, fault=fault, broken=broken)
