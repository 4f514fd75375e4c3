"""Bibliographies in which each field begins with a tag at the beginning of a line: what their dialects share.

A dialect is a table; its module says how a line is tagged, which tags begin and end an entry, and which hold what.

An entry that lost its first or its last line is still one: a tag that begins an entry ends the one before it, and what
has tags but stands in no entry is one if there is a title or an abstract in it. Everything else outside of entries
(numbers, headers, search terms) is passed over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, BinaryIO

import regex

from extractor.readers import fields, ids
from extractor.readers.base import FIELDS, Details, Flaw, Piece, ReadOptions
from extractor.readers.bounds import LONGEST_ENTRY, SHOWN, TOO_LONG
from extractor.readers.lines import lines
from extractor.readers.wrapping import unwrapped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Tagged = tuple[str, str]
"""A tag, and what stands after it on its line."""

Values = Mapping[str, list[list[str]]]
"""For each tag the fields that have it, each as its lines."""

_WEB = regex.compile(r"(?i)(?:https?|ftp)://\S+|www\.\S+")
_COUNTER = regex.compile(r"\s*+(?:\d++\.\s*+|(?i:record)\s++#?\d++\s++of\s++\d++\s*+)")
_REGISTER = regex.compile(r"(?:WOS|ISI):\S+")


class Blank(Enum):
    """What a blank line within an entry means."""

    PARAGRAPH = "it parts paragraphs of a field"
    END = "it ends the entry"
    END_BEFORE_TAG = "it ends the entry where a tag follows, and parts paragraphs elsewhere"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """How a format tags its fields.

    Attributes:
        split: returns the tag of a line and what stands after it, or None for a line that goes on.
        begins: the tags that begin an entry.
        ends: the tags that end one.
        names: for each of `FIELDS` the tags that may hold it, the best first. Those for `id` hold the source's own id.
        ids: the tags that may hold an id that is known beyond the source.
        known: returns that id from one of these tags and what it holds, or None.
        blank: what a blank line within an entry means.
        name_a_line: whether each line of a field of authors holds one.
    """

    split: Callable[[str], Tagged | None]
    begins: frozenset[str]
    ends: frozenset[str] = frozenset()
    names: Mapping[str, tuple[str, ...]]
    ids: tuple[str, ...]
    known: Callable[[str, str], str | None]
    blank: Blank = Blank.PARAGRAPH
    name_a_line: bool = True


@dataclass(slots=True)
class _Entry:
    """An entry as it is being read: where it begins, and for each tag the lines of each field that has it."""

    line: int
    offset: int
    begun: bool
    raw: list[str] = field(default_factory=list)
    values: dict[str, list[list[str]]] = field(default_factory=dict)
    last: list[str] = field(default_factory=list)
    size: int = 0
    after_blank: bool = False

    def take(self, text: str, tagged: Tagged | None) -> None:
        self.size += len(text)
        if self.size > LONGEST_ENTRY:
            return
        self.raw.append(text)
        self.after_blank = not text.strip()
        if tagged:
            self.last = [tagged[1]]
            self.values.setdefault(tagged[0], []).append(self.last)
        else:
            self.last.append(text.rstrip("\n"))

    def cut_counter(self) -> None:
        """Take the number of the next entry off the last field, where nothing ended the entry before it."""
        at = next((at for at, line in enumerate(self.last) if at and _COUNTER.fullmatch(line)), None)
        if at is not None and not any(line.strip() for line in self.last[at + 1 :] if ": " not in line):
            del self.last[at:]


def read(stream: BinaryIO, options: ReadOptions, *, dialect: Dialect) -> Iterator[Piece | Flaw]:
    """Yield the abstracts of a file in a dialect."""
    entry: _Entry | None = None
    for number, offset, text in lines(stream):
        tagged = dialect.split(text)
        tag = tagged[0] if tagged else ""
        if entry and _is_over(entry, tag, blank=not tagged and not text.strip(), dialect=dialect):
            entry.cut_counter()
            yield from _pieces(entry, options, dialect)
            entry = None
        if entry is None:
            if not tagged:
                continue
            entry = _Entry(number, offset, begun=tag in dialect.begins)
        entry.take(text, tagged)
        if tag in dialect.ends:
            yield from _pieces(entry, options, dialect)
            entry = None
    if entry:
        yield from _pieces(entry, options, dialect)


def _is_over(entry: _Entry, tag: str, *, blank: bool, dialect: Dialect) -> bool:
    """Whether a line with this tag, or one that is blank, no longer belongs to an entry."""
    if tag in dialect.begins:
        return True
    if dialect.blank is Blank.END:
        return blank
    return dialect.blank is Blank.END_BEFORE_TAG and entry.after_blank and bool(tag)


def _pieces(entry: _Entry, options: ReadOptions, dialect: Dialect) -> Iterator[Piece | Flaw]:
    piece = piece_of(
        entry.values,
        raw="".join(entry.raw).rstrip(),
        line=entry.line,
        offset=entry.offset,
        options=options,
        dialect=dialect,
    )
    if not entry.begun and piece.title is None and piece.text is None:
        return
    if entry.size > LONGEST_ENTRY:
        raw = piece.raw[:SHOWN]
        yield Flaw(line=entry.line, offset=entry.offset, code="too-long", reason=TOO_LONG, raw=raw)
        return
    yield piece


def piece_of(values: Values, *, raw: str, line: int, offset: int, options: ReadOptions, dialect: Dialect) -> Piece:
    """Return the abstract of an entry.

    Args:
        values: for each tag the fields that have it.
        raw: the entry as it stands.
        line: the line where it begins, from 1.
        offset: the byte where it begins, from 0.
        options: what a user says of tags.
        dialect: what the tags mean.
    """
    names = {**dialect.names, **{target: (tag,) for target, tag in options.fields.items()}}
    found = {target: _first(values, names.get(target, ())) for target in FIELDS}
    # The same abstract may stand under its tag twice.
    texts = dict.fromkeys(unwrapped("\n".join(value)) for value in found["abstract"])
    source_id = _words(found["id"])
    links = {
        target: next(filter(_is_link, _all(values, names.get(target, ()))), None)
        for target in ("url", "pdf", "code_url")
    }
    known = [dialect.known(tag, said) for tag in dialect.ids for said in _all(values, (tag,))]
    given = options.fields.get("id") and source_id
    return Piece(
        raw=raw,
        text="\n\n".join(texts) if texts else None,
        title=_words(found["title"]),
        id=ids.with_prefix(given) if given else ids.best([*known, *links.values()]) or _registered(known),
        source_id=source_id,
        details=Details(
            year=next(filter(None, map(fields.year_of, _all(values, names.get("year", ())))), None),
            authors=_authors(found["authors"], name_a_line=dialect.name_a_line),
            venue=_words(found["venue"]),
            **links,
        ),
        line=line,
        offset=offset,
    )


def _first(values: Values, tags: tuple[str, ...]) -> list[list[str]]:
    """Return what stands under the first of some tags that says something."""
    for tag in tags:
        if said := [value for value in values.get(tag, ()) if any(map(str.strip, value))]:
            return said
    return []


def _all(values: Values, tags: tuple[str, ...]) -> Iterator[str]:
    """Yield what stands under some tags, each field on one line."""
    return (_joined(value) for tag in tags for value in values.get(tag, ()))


def _joined(value: list[str]) -> str:
    return " ".join(" ".join(value).split())


def _words(values: list[list[str]]) -> str | None:
    return _joined(values[0]) if values else None


def _is_link(text: str) -> bool:
    return bool(_WEB.fullmatch(text))


def _authors(values: list[list[str]], *, name_a_line: bool) -> tuple[str, ...] | None:
    written = [line for value in values for line in (value if name_a_line else [_joined(value)])]
    names = (name.strip(" ,\t") for line in written for name in line.split(";"))
    return tuple(name for name in names if name) or None


def _registered(known: list[str | None]) -> str | None:
    """Return an id of a register of papers that has no prefix of its own."""
    return next((f"id:{candidate}" for candidate in known if candidate and _REGISTER.fullmatch(candidate)), None)


def follows(head: str, dialect: Dialect, *, within: int) -> bool:
    """Whether, within some lines of a file's beginning, a tag begins an entry and the next line has a tag too."""
    begun = False
    for line in head.removeprefix("\ufeff").splitlines()[:within]:
        tagged = dialect.split(line)
        if begun and line.strip():
            return tagged is not None
        begun = begun or (tagged is not None and tagged[0] in dialect.begins)
    return False
