"""One BibTeX entry: where it ends, and what its fields hold.

BibTeX itself counts every brace, an escaped one too, and ends a quoted value at the first quotation mark outside of
braces. Many files are written otherwise, so that an entry that makes no sense by these rules is read once more by those
of its writers: an escaped brace is a character, and a quotation mark ends a value only where something follows that may
follow a value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import regex

if TYPE_CHECKING:
    from collections.abc import Mapping

_HEAD = regex.compile(r"@[ \t]*+([A-Za-z][\w.:/+-]*+)\s*+([{(])")
_KEY = regex.compile(r"\s*+([^,{}\"=\n]*+)\s*+(?:,|(?=[})]))")
_KEYLESS = regex.compile(r"\s*+[\w-]++\s*+=")
_BETWEEN = regex.compile(r"(?:[\s,]++|%[^\n]*+)*+")
_NAME = regex.compile(r"([^\s=,{}\"#%()]++)\s*+=\s*+")
# Most fields hold no brace, and are taken whole.
_PLAIN_FIELD = regex.compile(r"([^\s=,{}\"#%()]++)\s*+=\s*+(?:\{([^{}]*+)\}|\"([^{}\"]*+)\")(?=\s*+[,}])")
_BARE = regex.compile(r"[^\s,{}\"#%=()]++")
_JOINT = regex.compile(r"\s*+#\s*+")
_GOES_ON = regex.compile(r"\s*+,?\s*+[\w-]++\s*+=\s*+[{\"\d]")

_BRACES = regex.compile(r"[{}]")
_BRACES_OR_ESCAPED = regex.compile(r"\\.|[{}]", regex.DOTALL)
_QUOTED = regex.compile(r"[{}\"]")
_LAST_QUOTE = regex.compile(r"(?<!\\)\"(?=\s*+(?:\#|,?\s*+[\w-]++\s*+=|,?\s*+[})]\s*+(?:\n|\Z)))")


class BrokenEntryError(ValueError):
    """An entry that cannot be read: what is wrong with it."""


class Word(str):
    """A bare word in a value: the name of a macro, or a number."""

    __slots__ = ()


class Entry(NamedTuple):
    """An entry as it stands.

    Attributes:
        kind: what it is, in lower case: `article`, `string`, `comment` …
        key: its citation key, empty where it has none.
        fields: the parts of each field's value, by its name in lower case.
        end: where it ends in the text.
    """

    kind: str
    key: str
    fields: Mapping[str, tuple[str, ...]]
    end: int


def find(text: str, begin: int) -> regex.Match[str] | None:
    """Return the next place where an entry seems to begin; not in a line that is commented out."""
    while match := _HEAD.search(text, begin):
        line = text.rfind("\n", begin, match.start()) + 1
        if text.find("%", max(line, begin), match.start()) < 0:
            return match
        begin = text.find("\n", match.end()) + 1
        if not begin:
            break
    return None


def parse(text: str, begin: int) -> Entry:
    """Return the entry that begins at a place that `find` gave.

    Raises:
        BrokenEntryError: it is not well-formed.
    """
    try:
        return _parse(text, begin, strict=True)
    except BrokenEntryError as error:
        try:
            return _parse(text, begin, strict=False)
        except BrokenEntryError:
            raise error from None


def _parse(text: str, begin: int, *, strict: bool) -> Entry:
    head = _HEAD.match(text, begin)
    if head is None:
        raise BrokenEntryError("no entry begins here")
    kind, closer = head[1].lower(), "}" if head[2] == "{" else ")"
    position = head.end()
    if kind in {"comment", "preamble"}:
        return Entry(kind, "", {}, _after_braces(text, head.end() - 1, strict=strict) if closer == "}" else position)
    key = ""
    if kind != "string" and not _KEYLESS.match(text, position):
        match = _KEY.match(text, position)
        if match is None:
            raise BrokenEntryError("a citation key and a comma were expected after the opening brace")
        key, position = match[1].strip(), match.end()
    fields: dict[str, tuple[str, ...]] = {}
    while True:
        between = _BETWEEN.match(text, position)
        position = between.end() if between else position
        if text.startswith(closer, position):
            break
        if strict and (plain := _PLAIN_FIELD.match(text, position)):
            name, braced, quoted = plain.groups()
            fields.setdefault(name.lower(), (quoted if braced is None else braced,))
            position = plain.end()
            continue
        begun = _NAME.match(text, position)
        if begun is None:
            raise BrokenEntryError(_unexpected(text, position, after=fields))
        parts, position = _value(text, begun.end(), strict=strict)
        fields.setdefault(begun[1].lower(), parts)
    if _GOES_ON.match(text, position + 1):
        raise BrokenEntryError("it closes before its last field, by a brace too many")
    return Entry(kind, key, fields, position + 1)


def _unexpected(text: str, position: int, *, after: Mapping[str, object]) -> str:
    if position >= len(text):
        return "it has no end, for want of a closing brace"
    where = f" after the field {list(after)[-1]!r}" if after else ""
    return f"{text[position : position + 10]!r} stands{where} where another field or the end was expected"


def _value(text: str, position: int, *, strict: bool) -> tuple[tuple[str, ...], int]:
    parts: list[str] = []
    while True:
        mark = text[position : position + 1]
        if mark == "{":
            end = _after_braces(text, position, strict=strict)
            parts.append(text[position + 1 : end - 1])
        elif mark == '"':
            end = _after_quotes(text, position, strict=strict)
            parts.append(text[position + 1 : end - 1])
        elif bare := _BARE.match(text, position):
            end = bare.end()
            parts.append(Word(bare.group()))
        else:
            raise BrokenEntryError("a field has no value; write it in braces")
        joint = _JOINT.match(text, end)
        if joint is None:
            return tuple(parts), end
        position = joint.end()


def _after_braces(text: str, position: int, *, strict: bool) -> int:
    depth = 0
    for match in (_BRACES if strict else _BRACES_OR_ESCAPED).finditer(text, position):
        mark = match.group()
        if mark == "{":
            depth += 1
        elif mark == "}":
            depth -= 1
            if not depth:
                return match.end()
    raise BrokenEntryError("it has no end, for want of a closing brace")


def _after_quotes(text: str, position: int, *, strict: bool) -> int:
    if not strict:
        if last := _LAST_QUOTE.search(text, position + 1):
            return last.end()
        raise BrokenEntryError("a quotation mark is opened and not closed")
    depth = 0
    for match in _QUOTED.finditer(text, position + 1):
        mark = match.group()
        if mark == '"' and not depth:
            return match.end()
        depth += (mark == "{") - (mark == "}")
        if depth < 0:
            break
    raise BrokenEntryError("a quotation mark is opened and not closed, or a brace in quotation marks is not")
