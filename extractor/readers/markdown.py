"""Markdown with a heading a paper: digests, reading lists, project pages.

Below its heading an abstract stands after a label (`Abstract: …`, `**Abstract**: …`) or below a heading of its own. A
summary is taken only where nothing is called abstract. The text after a label on its line goes on to the end of the
paragraph; that below a label or a heading goes on to the next label, heading or rule.
"""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, BinaryIO

import regex

from extractor.readers import fields
from extractor.readers.base import Format, Piece, ReadOptions
from extractor.readers.front_matter import FRONT_MATTER
from extractor.readers.ids import with_prefix
from extractor.readers.lines import lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from extractor.readers.base import Flaw
    from extractor.readers.lines import Line

_KEPT = 200_000  # characters of a section that are kept for its reject
_HEADING = regex.compile(r" {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*\s*")
_FENCE = regex.compile(r" {0,3}(?:```|~~~)")
_RULE = regex.compile(r" {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})\s*")
_LEAD = r"[ \t>]*(?:[-*+][ \t]+)?(?:[^\w\s*<\[(#`]+[ \t]*)?"  # of a quotation, a list, a picture before the label
_BOLD = regex.compile(
    _LEAD + r"(\*\*|__)([^*_\n]{1,40}?)[ \t]*(?:[:.][ \t]*\1|\1[ \t]*[:：.]?)[ \t]*(.*)", regex.DOTALL
)
_PLAIN = regex.compile(
    _LEAD + r"()(\p{Lu}[\p{L};]*(?:[ -]\p{L}+){0,3})[ \t]*[:：](?:[ \t]+|(?=\n|\Z))(.*)", regex.DOTALL
)
_SUMMARY = regex.compile(
    r"[ \t]*(?:<details\b[^>\n]*>\s*)?<summary>()\s*(?:<\w+>|\*\*)?\s*([\w ]+?)\s*:?\s*(?:</\w+>|\*\*)?\s*"
    r"</summary>(.*)",
    regex.DOTALL,
)
_TAG_LINE = regex.compile(r"\s*(?:</?(?:details|summary|div|center)\b[^>\n]*>\s*)+")
_LINK = regex.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(\s*<?([^\s)>]+)>?[^)\n]*\)")
_URL = regex.compile(r"https?://[^\s)>\]\"']+")
_NUMBER = regex.compile(r"(?:\[\d+\]|\(\d+\)|\d+[.)])[ \t]+")
_ITALIC = regex.compile(r"[ \t]*([*_])(?![*_])(.+?)(?<![*_])\1\s*")
_PICTURE = regex.compile(r"[^\p{L}\p{N}]+")
_STRUCTURE = frozenset((
    "background", "motivation", "objective", "objectives", "aim", "purpose", "introduction", "method", "methods",
    "result", "results", "conclusion", "conclusions",
))  # fmt: skip
_OTHERS = _STRUCTURE | frozenset(map(fields.folded, (
    "tl;dr", "tldr", "comments", "comment", "category", "categories", "main category", "primary category", "subjects",
    "keywords", "tags", "translation", "ai summary", "llm summary", "key points", "contributions", "relevance",
    "score", "submitted", "updated", "source", "institution", "affiliation", "affiliations", "bibtex", "citation",
    "notes", "problem", "project", "dataset", "key insight",
)))  # fmt: skip
_LINKED = ("url", "pdf", "code_url")


@dataclass(slots=True)
class _Section:
    """What stands below a heading, and what it says of a paper.

    Attributes:
        label: the label to which the text belongs that comes next.
        inline: whether that text began on the label's own line.
    """

    level: int
    title: str | None
    line: Line
    collection: str | None = None
    is_entry: bool = False
    text: list[str] = field(default_factory=list)
    size: int = 0
    found: dict[str, str] = field(default_factory=dict)
    authors: list[str] = field(default_factory=list)
    label: str | None = None
    inline: bool = False

    def has_abstract(self) -> bool:
        return any(fields.is_abstract(name) for name in self.found)


def _read(stream: BinaryIO, options: ReadOptions) -> Iterator[Piece | Flaw]:
    given = frozenset(map(fields.folded, options.fields.values()))
    stack: list[_Section] = []
    fenced = matter = False
    for line in lines(stream):
        if (line.number == 1 or matter) and line.text.strip() == "---":
            matter = not matter
            continue
        fence = _FENCE.match(line.text) is not None
        fenced = fenced != fence
        heading = None if fenced or fence or matter else _HEADING.fullmatch(line.text)
        if not heading:
            if stack and not matter:
                _keep(stack[-1], line.text)
                if not fenced:
                    yield from _take(stack[-1], line, given, options)
            continue
        level, (title, links) = len(heading[1]), _cleaned(heading[2])
        name = _label_name(title, given)
        above = [section for section in stack if section.level < level]
        if above or not name:
            for section in reversed(stack[len(above) :]):
                yield from _paper(section, options)
        if name:
            stack = above or stack or [_Section(0, None, line)]
            _keep(stack[-1], line.text)
            yield from _begin(stack[-1], name, "", line, options)
            _note_links(stack[-1], links)
        else:
            collection = next((section.title for section in reversed(above) if section.title), None)
            section = _Section(level, title or None, line, collection=collection, text=[line.text])
            _note_links(section, links)
            section.is_entry = any(not with_prefix(url).startswith("id:") for _, url in links)
            stack = [*above, section]
    for section in reversed(stack):
        yield from _paper(section, options)


def _keep(section: _Section, text: str) -> None:
    section.size += len(text)
    if section.size <= _KEPT:
        section.text.append(text)


def _take(section: _Section, line: Line, given: frozenset[str], options: ReadOptions) -> Iterator[Piece | Flaw]:
    """Put a line where it belongs."""
    text = line.text
    if _RULE.fullmatch(text):
        section.label = None
        return
    label = _label(text, given)
    open_abstract = section.label is not None and fields.is_abstract(section.label)
    if label and open_abstract and (label[0] in _STRUCTURE or label[0] == "original"):
        label = ("", label[1]) if label[0] == "original" else None
    if label:
        name, rest = label
        if name:
            yield from _begin(section, name, rest, line, options)
        else:
            section.found[section.label or ""] = rest
            section.inline = bool(rest.strip())
        return
    if _TAG_LINE.fullmatch(text):
        section.label = None if "</details" in text else section.label
    elif section.label is None:
        _loose(section, text)
    elif not text.strip() and section.inline:
        section.label = None
    else:
        section.found[section.label] += text.lstrip(" \t>") or "\n"


def _label(text: str, given: frozenset[str]) -> tuple[str, str] | None:
    """Return the label that a line begins with, as it is compared, and the rest of the line."""
    for pattern in (_SUMMARY, _BOLD, _PLAIN):
        match = pattern.fullmatch(text)
        if match and (name := _label_name(match[2], given)):
            return name, match[3]
    return None


def _label_name(words: str, given: frozenset[str]) -> str | None:
    name = fields.folded(_PICTURE.sub("", words[:1]) + words[1:]).rstrip(":")
    known = fields.is_known(name) or name in _OTHERS or name in given or name == "original"
    return name if known else None


def _begin(section: _Section, name: str, rest: str, line: Line, options: ReadOptions) -> Iterator[Piece | Flaw]:
    """Begin the text of a label; a second abstract below one heading is another paper."""
    if fields.is_abstract(name) and section.found.get(name, "").strip():
        yield from _paper(section, options)
        section.found, section.authors = {}, []
        section.title, section.line, section.text = None, line, [line.text]
    section.label, section.inline = name, bool(rest.strip())
    section.found[name] = rest


def _loose(section: _Section, text: str) -> None:
    """Look at a line that belongs to no label: authors in italics, links."""
    italic = _ITALIC.fullmatch(text)
    begins = not section.authors and set(section.found) <= set(_LINKED)
    if italic and begins and (section.is_entry or "," in italic[2]):
        section.authors = [name.strip() for name in italic[2].split(",")]
        return
    links = [(match[2], match[3]) for match in _LINK.finditer(text) if not match[1]]
    _note_links(section, links or [("", match[0]) for match in _URL.finditer(text)])


def _note_links(section: _Section, links: list[tuple[str, str]]) -> None:
    for words, url in links:
        target = fields.target_of(words)
        if target not in ("pdf", "code_url"):
            target = None if with_prefix(url).startswith("id:") else "url"
        if target:
            section.found.setdefault(target, url)


def _cleaned(heading: str) -> tuple[str, list[tuple[str, str]]]:
    """Return the words of a heading without number, links and emphasis, and its links."""
    links = [(match[2], match[3]) for match in _LINK.finditer(heading) if not match[1] and not match[3].startswith("#")]

    def words(match: regex.Match[str]) -> str:
        return "" if match[1] or match[3].startswith("#") else match[2]

    title = _LINK.sub(words, _NUMBER.sub("", heading, count=1)).strip()
    for mark in ("**", "__"):
        if title.startswith(mark) and title.endswith(mark) and title.count(mark) == 2:
            title = title.removeprefix(mark).removesuffix(mark).strip()
    return title, links


def _paper(section: _Section, options: ReadOptions) -> Iterator[Piece | Flaw]:
    """Yield the paper that a section is, if it is one."""
    given = any(fields.folded(name) in section.found for name in options.fields.values())
    if not (section.has_abstract() or section.is_entry or given):
        return
    entry: dict[str, object] = {"title": section.title}
    for name, value in section.found.items():
        entry[name] = _address(value) if fields.target_of(name) in _LINKED else value.strip()
    if section.authors:
        entry.setdefault("authors", section.authors)
    found = fields.piece(
        entry, raw="".join(section.text).strip(), line=section.line.number, offset=section.line.offset,
        fields={target: fields.folded(name) for target, name in options.fields.items()},
        collection=section.collection,
    )  # fmt: skip
    section.is_entry = False
    yield found


def _address(value: str) -> str:
    link = _LINK.search(value)
    url = _URL.search(value)
    return link[3] if link else url[0] if url else value.strip()


def _accepts(head: str) -> bool:
    """Headings with abstracts below them: one whose label leaves no doubt, or several."""
    if "#" not in head or FRONT_MATTER.accepts(head):
        return False
    stream = io.BytesIO(head.encode("utf-8", "surrogateescape"))
    pieces = [
        piece for piece in _read(stream, ReadOptions()) if isinstance(piece, Piece) and piece.text and piece.title
    ]
    sure = any(
        _HEADING.fullmatch(text) or _BOLD.fullmatch(text) for text in head.splitlines() if "bstract" in text[:40]
    )
    return len(pieces) > 1 or (sure and bool(pieces))


MARKDOWN = Format("markdown", "Markdown with a heading a paper, as in digests", (".md", ".markdown"), _accepts, _read)
