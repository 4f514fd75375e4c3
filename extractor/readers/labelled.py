"""Plain text with a label before each thing that it says of a paper: `Title: …`, `PDF: …`, `Summary: …`.

A line of hyphens stands between papers, or the label that began the first one begins the next. What follows a labelled
line belongs to it, up to the next label.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

import regex

from extractor.readers import fields
from extractor.readers.base import Flaw, Format, ReadOptions
from extractor.readers.bounds import LONGEST_ENTRY, SHOWN, TOO_LONG
from extractor.readers.lines import lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from extractor.readers.base import Piece
    from extractor.readers.lines import Line

_LABEL = regex.compile(r"(\p{Lu}[\p{L} _-]{0,30})[ \t]*:(?:[ \t]+|(?=\n|\Z))(.*)", regex.DOTALL)
_RULE = regex.compile(r"[ \t]*(?:-{3,}|={3,}|\*{3,}|_{3,})\s*")


def _label(text: str, options: ReadOptions | None = None) -> tuple[str, str] | None:
    """Return the label and the rest of a line that begins with a known one."""
    match = _LABEL.fullmatch(text)
    given = map(fields.folded, options.fields.values()) if options else ()
    if match and (fields.is_known(match[1]) or fields.folded(match[1]) in given):
        return match[1], match[2]
    return None


def _read(stream: BinaryIO, options: ReadOptions) -> Iterator[Piece | Flaw]:
    opener: str | None = None
    entry: list[Line] = []
    size = 0
    for line in lines(stream):
        label = _label(line.text, options)
        rule = _RULE.fullmatch(line.text) is not None
        if rule or (label and label[0] == opener):
            yield from _entry(entry, options)
            entry, size = [], 0
        opener = opener or (label[0] if label else None)
        if not rule and size <= LONGEST_ENTRY:
            entry.append(line)
            size += len(line.text)
    yield from _entry(entry, options)


def _entry(found: list[Line], options: ReadOptions) -> Iterator[Piece | Flaw]:
    labelled: dict[str, str] = {}
    current = None
    first: Line | None = None
    for line in found:
        if label := _label(line.text, options):
            current, rest = label
            first = first or line
            # A label that stands twice says more of the same: of an abstract in parts, say.
            labelled[current] = f"{labelled[current]}{rest}" if current in labelled else rest
        elif current:
            labelled[current] += line.text
    if first is None:
        return  # a preamble
    if sum(len(line.text) for line in found) > LONGEST_ENTRY:
        raw = "".join(line.text for line in found)[:SHOWN]
        yield Flaw(line=first.number, offset=first.offset, code="too-long", reason=TOO_LONG, raw=raw)
        return
    entry: Mapping[str, object] = {name: value.strip() for name, value in labelled.items()}
    raw = "".join(line.text for line in found[found.index(first) :]).strip()
    yield fields.piece(entry, raw=raw, line=first.number, offset=first.offset, fields=options.fields)


def _accepts(head: str) -> bool:
    """A text that begins with a label which is not that of the abstract, with the abstract's below it."""
    first = True
    for text in head.splitlines():
        if not text.strip() or _RULE.fullmatch(text):
            continue
        label = _label(text)
        if label and fields.is_abstract(label[0]):
            return not first
        if first and label is None:
            return False
        first = False
    return False


LABELLED = Format("labelled", "plain text with labels, as Title: … and Abstract: …", (), _accepts, _read)
