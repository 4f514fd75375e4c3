"""The one place where what a format read is checked, so that every abstract handed on can become a record."""

from __future__ import annotations

from typing import TYPE_CHECKING

import regex

from extractor.abstract import Abstract, well_formed
from extractor.readers.base import Flaw, Piece
from extractor.records import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST = 1_000_000
"""Characters in the longest abstract that is taken for one; of real ones hardly any has 5,000."""
LEAST_LETTERS = 3

_BROKEN_BYTES = regex.compile(r"[\udc80-\udcff]")
_SURROGATE = regex.compile(r"[\ud800-\udfff]")
_LETTER = regex.compile(r"[\p{L}\p{N}]")


def readable_raw(raw: str) -> str:
    r"""Return raw content with bytes that are no UTF-8 as `\xe9` and lone surrogates as `\ud800`."""
    if raw.isascii() or not _SURROGATE.search(raw):
        return raw
    kept = regex.sub(r"[\ud800-\udc7f\udd00-\udfff]", _escaped, raw)
    return kept.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _escaped(match: regex.Match[str]) -> str:
    return f"\\u{ord(match.group()):04x}"


def checked(piece: Piece, *, file: str, position: int) -> Abstract | Flaw:
    """Return the abstract that a piece holds, or the first fault that keeps it from becoming a record.

    Args:
        piece: what a format read.
        file: what records call its file.
        position: which abstract of the file it is, from 1.
    """
    for code, reason in _faults(piece):
        return Flaw(line=piece.line, offset=piece.offset, code=code, reason=reason, raw=readable_raw(piece.raw))
    title = well_formed(piece.title) if isinstance(piece.title, str) and piece.title.strip() else None
    details = piece.details
    source = Source(
        file=file,
        position=position,
        collection=_readable(piece.collection),
        id=piece.source_id,
        title=title,
        year=details.year,
        authors=tuple(map(readable_raw, details.authors)) if details.authors else None,
        venue=_readable(details.venue),
        url=_readable(details.url),
        pdf=_readable(details.pdf),
        code_url=_readable(details.code_url),
    )
    text = well_formed(str(piece.text))
    return Abstract(text=text, title=title, id=piece.id, source=source, line=piece.line, offset=piece.offset)


def _readable(words: str | None) -> str | None:
    return readable_raw(words) if words else None


def _faults(piece: Piece) -> Iterator[tuple[str, str]]:
    if not piece.raw.isascii() and _BROKEN_BYTES.search(piece.raw):
        before = piece.raw[: next(_BROKEN_BYTES.finditer(piece.raw)).start()]
        line = (piece.line or 1) + before.count("\n")
        where = f"line {line}, character {len(before) - before.rfind(chr(10))}"
        yield "not-utf8", f"the bytes at {where} are not UTF-8; convert the file to UTF-8"
    text, title = piece.text, piece.title
    if text is None or text == "":
        yield "no-text", "there is no abstract; fill in the field `abstract`, `text` or `summary`"
    if not isinstance(text, str):
        yield "no-text", "the abstract is not a string; write it as one"
        return
    if not isinstance(title, str | None):
        yield "bad-title", "the title is not a string; write it as one, or null"
        return
    if piece.id and (surrogate := _SURROGATE.search(piece.id)):
        yield "bad-id", f"the id holds {_escaped(surrogate)}, half of a character; mend or remove it"
    for field, content in (("abstract", text), ("title", title or ""), ("id", piece.id or "")):
        if "\0" in content:
            yield "nul", f"the {field} holds a NUL character; remove it, and check the file's encoding"
    if len(text) > LONGEST:
        yield "too-long", f"{len(text)} characters are no abstract (at most {LONGEST}); give the abstract alone"
    if sum(1 for _, _ in zip(range(LEAST_LETTERS), _LETTER.finditer(text), strict=False)) < LEAST_LETTERS:
        yield "too-short", f"{text.strip()[:20]!r} is no abstract; give it in full, or leave it out"
