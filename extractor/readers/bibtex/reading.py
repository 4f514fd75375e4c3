"""BibTeX and BibLaTeX: entries with named fields.

A file is cut at each line that begins an entry, and what stands between two such lines is read by itself. So one entry
that is not well-formed costs no other, and memory holds one entry at a time. What is outside of entries is a comment.

A citation key is the source's id and not that of the record: `chen24a` is another paper in each volume of a series.
"""

from __future__ import annotations

from bisect import bisect_right
from operator import itemgetter
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, TypeVar

import regex

from extractor.readers import fields, ids
from extractor.readers.base import Details, Flaw, Format, Piece, ReadOptions
from extractor.readers.bibtex import parsing, texts
from extractor.readers.bounds import LONGEST_ENTRY, SHOWN, TOO_LONG
from extractor.readers.lines import lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

_T = TypeVar("_T")

_START = regex.compile(
    r"""
    [ \t]*+ @ [ \t]*+
    (?: (?i: string | preamble | comment ) [ \t]*+ [{(]
      | [A-Za-z][\w.:/+-]*+ [ \t]*+
        (?: \{ [^\n,{}="]*+ (?: [,=}\n] | \Z ) | \( [^\n,(){}="]*+ (?: [,\n] | \Z ) )
    )
    """,
    regex.VERBOSE,
)
_HEADLESS = regex.compile(r"^[ \t]*+(?i:abstract)[ \t]*+=[ \t]*+[{\"]", regex.MULTILINE)
_PREAMBLE_LINES = 8
_PREAMBLE_CHARACTERS = 200
_COMMENTED = ("%", "#", "//")
_OF_OTHERS = ("\\", "<", "{", "[", "```", "---", "|")
# Macros can stand for macros twice over, and so for more than there is memory.
_LONGEST_MACRO = 100_000
_MACRO_TOO_LONG = f"a macro of more than {_LONGEST_MACRO} characters is not used; write what it stands for in its place"
_UNREAD = f"no line begins an entry for {LONGEST_ENTRY} characters; begin each entry on a line of its own"

_COLLECTIONS = frozenset(
    {"proceedings", "mvproceedings", "collection", "mvcollection", "periodical", "set", "xdata", "issue"}
)
_IN_COLLECTIONS = frozenset({"inproceedings", "conference", "incollection"})
_ABSTRACT = ("abstract", "abstractnote", "abstracttext", "summary")
_VENUE = ("booktitle", "journal", "journaltitle", "venue", "conference")
_URL = ("url", "link", "bdskurl1", "ee", "howpublished", "adsurl")
_PDF = ("pdf", "urlpdf", "pdfurl", "pdflink")
_CODE = ("software", "code", "codeurl", "codelink", "urlcode", "github", "githuburl", "repository")
_ARXIV_SHAPE = regex.compile(r"(?i)(?:\barxiv\s*:\s*|^abs/)([a-z.-]+/\d{7}|\d{4}\.\d{4,5})(?:v\d+)?(?!\d)")
_ARXIV_NOTE = regex.compile(r"(?i)\s*+(?:available at |preprint,? )?(arxiv\s*:\s*\S+?)(?:\s*\[[\w.-]+\])?[.\s]*+")
_FORUM = regex.compile(r"[\w-]+")
_MARKUP = regex.compile(r"[{}\\\s]+")
_REGISTER_KEY = regex.compile(r"(?:DBLP|WOS|ISI):\S+")


_Start = tuple[int, int, int]
"""A place in a text: the character, its line and its byte in the file."""


class _Chunk(NamedTuple):
    """What stands from one line that begins an entry to the next.

    Attributes:
        text: what stands there, no more than an entry may be long.
        starts: where its lines begin.
        cut: whether more stands there.
    """

    text: str
    starts: list[_Start]
    cut: bool


class _Collection(NamedTuple):
    """Proceedings that a file describes, and what their papers take from them."""

    key: str = ""
    name: str | None = None
    year: int | None = None


def _chunks(stream: BinaryIO) -> Iterator[_Chunk]:
    kept: list[str] = []
    starts: list[_Start] = []
    size = 0
    for number, offset, text in lines(stream):
        if "@" in text and _START.match(text):
            if kept:
                yield _Chunk("".join(kept), starts, size > LONGEST_ENTRY)
            kept, starts, size = [], [], 0
        if size <= LONGEST_ENTRY:
            kept.append(text)
            starts.append((size, number, offset))
        size += len(text)
    if kept:
        yield _Chunk("".join(kept), starts, size > LONGEST_ENTRY)


def _read(stream: BinaryIO, options: ReadOptions) -> Iterator[Piece | Flaw]:
    macros: dict[str, str] = {}
    collection = _Collection()
    for chunk in _chunks(stream):
        position, place = 0, chunk.starts[0]
        while match := parsing.find(chunk.text, position):
            place = _, line, offset = _place(chunk, match.start(), place)
            try:
                entry = parsing.parse(chunk.text, match.start())
            except parsing.BrokenEntryError as error:
                yield from _flaws(chunk, match, str(error), line=line, offset=offset)
                position = len(chunk.text)
                break
            position = entry.end
            if entry.kind == "string":
                for name, parts in entry.fields.items():
                    macros[name] = _resolved(parts, macros)
                    if len(macros[name]) > _LONGEST_MACRO:
                        raw = chunk.text[match.start() : entry.end][:SHOWN]
                        yield Flaw(
                            code="too-long", reason=_MACRO_TOO_LONG, raw=raw, line=line, offset=offset, counts=False
                        )
                        del macros[name]
            elif entry.kind not in {"comment", "preamble"}:
                values = {name: _resolved(parts, macros) for name, parts in entry.fields.items()}
                raw = chunk.text[match.start() : entry.end]
                piece = _piece(entry, values, collection, raw=raw, line=line, offset=offset, options=options)
                if entry.kind in _COLLECTIONS:
                    collection = _described(entry.key, values)
                    if piece.text is None:
                        continue
                yield piece
        if chunk.cut and position < len(chunk.text):
            yield _unread(chunk, position, place)
        elif _HEADLESS.search(chunk.text, position):
            yield _headless(chunk, position, place)


def _unread(chunk: _Chunk, position: int, since: _Start) -> Flaw:
    """Return the flaw that so much text outside of entries is."""
    _, line, offset = _place(chunk, position, since)
    raw = chunk.text[position : position + SHOWN]
    return Flaw(line=line, offset=offset, code="too-long", reason=_UNREAD, raw=raw, counts=False)


def _headless(chunk: _Chunk, position: int, since: _Start) -> Flaw:
    """Return the flaw that an abstract outside of all entries is: the line that should begin its entry is broken."""
    rest = chunk.text[position:]
    _, line, offset = _place(chunk, position + len(rest) - len(rest.lstrip()), since)
    reason = "no valid BibTeX: an abstract stands in no entry; mend the line `@type{key,` before it"
    return Flaw(line=line, offset=offset, code="bad-bibtex", reason=reason, raw=rest.strip())


def _place(chunk: _Chunk, position: int, since: _Start) -> _Start:
    """Return a place in a chunk with its line and its byte; `since` is one before it, so that no line is read twice."""
    start = chunk.starts[bisect_right(chunk.starts, position, key=itemgetter(0)) - 1]
    begin, line, offset = max(start, since)
    return position, line, offset + len(chunk.text[begin:position].encode("utf-8", "surrogateescape"))


def _flaws(chunk: _Chunk, head: regex.Match[str], reason: str, *, line: int, offset: int) -> Iterator[Flaw]:
    kind = head[1].lower()
    if kind in {"comment", "preamble"}:
        return
    raw = chunk.text[head.start() :].rstrip()
    if chunk.cut:
        yield Flaw(line=line, offset=offset, code="too-long", reason=TOO_LONG, raw=raw[:SHOWN])
        return
    told = f"no valid BibTeX: {reason}; mend the entry or remove it"
    yield Flaw(line=line, offset=offset, code="bad-bibtex", reason=told, raw=raw, counts=kind != "string")


def _resolved(parts: tuple[str, ...], macros: Mapping[str, str]) -> str:
    """Return a value whole, with what its macros stand for; one that is not known stands for its name."""
    found: list[str] = []
    size = 0
    for part in parts:
        found.append(macros.get(part.lower(), part) if isinstance(part, parsing.Word) else part)
        size += len(found[-1])
        if size > LONGEST_ENTRY:  # longer than any that is taken for an abstract
            break
    return "".join(found)


def _described(key: str, values: Mapping[str, str]) -> _Collection:
    name = _first(values, ("booktitle", "title"), texts.plain)
    return _Collection(key, name, fields.year_of(values.get("year") or values.get("date")))


def _first(values: Mapping[str, str], names: tuple[str, ...], read: Callable[[str], _T | None]) -> _T | None:
    """Return the first of some fields that says something, as `read` has it."""
    return next((found for name in names if name in values and (found := read(values[name]))), None)


def _piece(
    entry: parsing.Entry,
    values: Mapping[str, str],
    collection: _Collection,
    *,
    raw: str,
    line: int,
    offset: int,
    options: ReadOptions,
) -> Piece:
    by_name: dict[str, str] = {}
    for name, value in values.items():
        by_name.setdefault(fields.folded(name), value)

    def given(target: str, names: tuple[str, ...], read: Callable[[str], _T | None]) -> _T | None:
        named = options.fields.get(target)
        return _first(by_name, (fields.folded(named),) if named else names, read)

    venue = given("venue", _VENUE, texts.plain)
    year = given("year", ("year", "date"), fields.year_of)
    inside = (
        entry.kind in _IN_COLLECTIONS and venue is None and values.get("crossref", collection.key) == collection.key
    )
    url = given("url", _URL, texts.link)
    named = options.fields.get("id")
    own = by_name.get(fields.folded(named), "").strip() if named else ""
    return Piece(
        raw=raw,
        text=given("abstract", _ABSTRACT, texts.abstract),
        title=given("title", ("title",), texts.title),
        id=ids.with_prefix(own) if own else _id(entry.key, by_name, url),
        source_id=own or entry.key or None,
        details=Details(
            year=year or (collection.year if inside else None),
            authors=given("authors", ("author", "authors"), texts.authors),
            venue=venue or (collection.name if inside else None),
            url=url,
            pdf=given("pdf", _PDF, texts.link),
            code_url=given("code_url", _CODE, texts.link),
        ),
        collection=collection.name if inside else None,
        line=line,
        offset=offset,
    )


def _id(key: str, by_name: Mapping[str, str], url: str | None) -> str | None:
    """Return the id that says which paper it is anywhere, if the entry has one."""
    forum = by_name.get("openreview", "").strip()
    pmid = by_name.get("pmid", "").strip()
    return ids.best(
        (
            *(_arxiv(by_name.get(name, "")) for name in ("eprint", "arxivid", "arxiv", "journal", "volume")),
            # A note may be on another version of the paper, or on another paper: only one that is nothing but an id.
            _arxiv(note[1]) if (note := _ARXIV_NOTE.fullmatch(by_name.get("note", ""))) else None,
            f"openreview:{forum}" if _FORUM.fullmatch(forum) else forum,
            url,
            *(texts.link(by_name.get(name, "")) for name in ("pdf", "ee")),
            *(_MARKUP.sub("", by_name.get(name, "")) for name in ("doi", "eprint")),
            key,
            f"pmid:{pmid}" if pmid.isdecimal() else None,
        )
    ) or (f"id:{key}" if _REGISTER_KEY.fullmatch(key) else None)


def _arxiv(value: str) -> str | None:
    if not value or value.isdecimal():
        return None
    found = _ARXIV_SHAPE.search(value)
    whole = f"arxiv:{found[1]}" if found else value.strip()
    return whole if ids.with_prefix(whole).startswith("arxiv:") else None


def _accepts(head: str) -> bool:
    """An entry, with no more before it than comments and a few short lines such as those of an export's header."""
    short = 0
    for line in head.removeprefix("\ufeff").splitlines():
        words = line.strip()
        if "@" in line and _START.match(line):
            return True
        if not words or words.startswith(_COMMENTED):
            continue
        short += 1
        if short > _PREAMBLE_LINES or len(words) > _PREAMBLE_CHARACTERS or words.startswith(_OF_OTHERS):
            return False
    return False


BIBTEX = Format("bibtex", "BibTeX, entries with an abstract", (".bib", ".bibtex"), _accepts, _read)
