"""The parts of a pattern, as far as it matters where it can begin to match and what it can match.

A pattern in verbose `regex` syntax is read into a row of parts. What is not understood becomes an unknown part, or no
row at all, so that whoever draws conclusions from a row can keep to the safe side.
"""

from __future__ import annotations

import re
import string
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

ASCII = frozenset(map(chr, range(128)))
_LETTERS = frozenset(string.ascii_letters)
_DIGITS = frozenset(string.digits)
WORD = _LETTERS | _DIGITS


@dataclass(frozen=True, slots=True)
class Characters:
    """What one character of a match may be.

    Attributes:
        ascii: which of ASCII it may be.
        surely: those of them that it surely may be; the others it may perhaps.
        beyond: whether it may be one beyond ASCII, and `letters_beyond`, whether a letter or a digit there.
    """

    ascii: frozenset[str]
    surely: frozenset[str]
    beyond: bool = False
    letters_beyond: bool = False

    @classmethod
    def of(cls, characters: Iterable[str], *, beyond: bool = False, letters_beyond: bool = False) -> Characters:
        """Return what may be just these of ASCII."""
        known = frozenset(characters)
        return cls(known, known, beyond, letters_beyond)

    def __contains__(self, character: str) -> bool:
        """Whether it may be this character."""
        return character in self.ascii if character < "\x80" else self.beyond

    def __or__(self, other: Characters) -> Characters:
        """Return what may be either."""
        return Characters(
            self.ascii | other.ascii,
            self.surely | other.surely,
            self.beyond or other.beyond,
            self.letters_beyond or other.letters_beyond,
        )

    @property
    def others(self) -> Characters:
        """What may be none of these. What is left out beyond ASCII is not known, so that may be anything."""
        return Characters(ASCII - self.surely, ASCII - self.ascii, beyond=True, letters_beyond=True)

    @property
    def in_words(self) -> bool:
        """Whether it may be a letter or a digit."""
        return self.letters_beyond or not self.ascii.isdisjoint(WORD)


@dataclass(frozen=True, slots=True)
class Repeat:
    """A part that stands so many times; `most` is None where there is no limit. Greedy or not is not told."""

    least: int
    most: int | None
    node: Node


@dataclass(frozen=True, slots=True)
class Look:
    """A look ahead or behind, for what is wanted there or must not be there."""

    ahead: bool
    wanted: bool
    node: Node


@dataclass(frozen=True, slots=True)
class Either:
    """One of several rows."""

    branches: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Sign:
    r"""A place rather than a character: a word boundary, the start of the text; or something that is not understood."""

    name: str


Node: TypeAlias = Characters | Repeat | Look | Either | Sign
Row: TypeAlias = tuple[Node, ...]

UNKNOWN, START, BOUNDARY = Sign("?"), Sign("A"), Sign("b")
NOTHING = Characters.of("")
_ANYTHING = Characters(ASCII, frozenset(), beyond=True, letters_beyond=True)
_SPACE = Characters(frozenset(" \t\n\r\f\v\x1c\x1d\x1e\x1f"), frozenset(" \t\n\r\f\v"), beyond=True)
_CLASSES = {
    "s": _SPACE,
    "d": Characters.of(_DIGITS, beyond=True, letters_beyond=True),
    "w": Characters.of(WORD | {"_"}, beyond=True, letters_beyond=True),
    "S": _SPACE.others,
    **{letter: Characters.of(character) for letter, character in zip("nrtfv", "\n\r\t\f\v", strict=True)},
}
_PROPERTIES = {
    "L": _LETTERS,
    "Lu": frozenset(string.ascii_uppercase),
    "Ll": frozenset(string.ascii_lowercase),
    "N": _DIGITS,
    "M": frozenset[str](),
    "Han": frozenset[str](),
    "Greek": frozenset[str](),
}
_PROPERTY = re.compile(r"\{(\w+)\}")
_QUANTIFIER = re.compile(r"(?:([?*+])|\{(\d*)(,?)(\d*)\})([?+]?)")
_FIRST = 24  # characters by which groups are told apart at first; shorter ones are read anew
_BACK = re.compile(r"\?P=\w+\)")
_GROUP = re.compile(
    r"\?(?:P?<(?![=!])\w+>|:|>|(?P<condition>\(\w+\))|(?P<flags>i(?:-f)?):|(?P<behind><?)(?P<look>[=!]))"
)


Known: TypeAlias = dict[tuple[str, bool], list[tuple[str, "Node"]]]
"""Groups that were read, by their first characters and whether any case will do: many rules hold the same ones."""


def read(pattern: str, known: Known | None = None) -> Row | None:
    """Return the parts of a pattern, which calls no sub-patterns; None if it has something that is not understood.

    Give the same `known`, empty at first, with all patterns of a set: what they share is then read once.
    """
    try:
        return _Reader(pattern, {} if known is None else known).whole()
    except _NotUnderstoodError:
        return None


class _NotUnderstoodError(Exception):
    """The pattern has something in it that this module knows nothing of."""


class _Reader:
    """A reader of patterns in verbose `regex` syntax. `at` is where it is."""

    def __init__(self, pattern: str, known: Known) -> None:
        self._pattern = pattern
        self._at = 0
        self._known = known

    def whole(self) -> Row:
        rows = self._rows(any_case=False)
        if self._at < len(self._pattern):
            raise _NotUnderstoodError
        return rows[0] if len(rows) == 1 else (Either(rows),)

    def _rows(self, *, any_case: bool) -> tuple[Row, ...]:
        rows = [self._row(any_case=any_case)]
        while self._took("|"):
            rows.append(self._row(any_case=any_case))
        return tuple(rows)

    def _took(self, character: str) -> bool:
        taken = self._pattern.startswith(character, self._at)
        self._at += taken
        return taken

    def _row(self, *, any_case: bool) -> Row:
        row: list[Node] = []
        while self._at < len(self._pattern) and self._pattern[self._at] not in "|)":
            character = self._pattern[self._at]
            if character.isspace():
                self._at += 1
            elif character == "#":
                self._at = (self._pattern.find("\n", self._at) + 1) or len(self._pattern)
            else:
                row.append(self._quantified(self._atom(any_case=any_case)))
        return tuple(row)

    def _quantified(self, atom: Node) -> Node:
        match = _QUANTIFIER.match(self._pattern, self._at)
        if match is None:
            return atom
        self._at = match.end()
        sign, least, comma, most, _ = match.groups()
        if not (sign or least or most):
            raise _NotUnderstoodError
        if sign:
            bounds = {"?": (0, 1), "*": (0, None), "+": (1, None)}[sign]
        else:
            bounds = (int(least or 0), (int(most) if most else None) if comma else int(least))
        return Repeat(*bounds, atom)

    def _atom(self, *, any_case: bool) -> Node:
        character = self._pattern[self._at]
        self._at += 1
        if character == "(":
            return self._known_group(any_case=any_case)
        if character == "[":
            return self._set(any_case=any_case)
        if character == "\\":
            return self._escape(any_case=any_case)
        if character == ".":
            return _ANYTHING
        if character in "^$":
            return START if character == "^" else UNKNOWN
        if character in "*+?{":
            raise _NotUnderstoodError
        return _literal(character, any_case=any_case)

    def _known_group(self, *, any_case: bool) -> Node:
        start = self._at
        known = self._known.setdefault((self._pattern[start : start + _FIRST], any_case), [])
        for text, node in known:
            if self._pattern.startswith(text, start):
                self._at = start + len(text)
                return node
        node = self._group(any_case=any_case)
        if self._at - start > _FIRST:
            known.append((self._pattern[start : self._at], node))
        return node

    def _group(self, *, any_case: bool) -> Node:
        look = condition = None
        if back := _BACK.match(self._pattern, self._at):
            self._at = back.end()
            return Repeat(0, None, _ANYTHING)
        if self._pattern.startswith("?", self._at):
            match = _GROUP.match(self._pattern, self._at)
            if match is None:
                raise _NotUnderstoodError
            self._at = match.end()
            any_case, condition = any_case or match["flags"] is not None, match["condition"]
            if match["look"]:
                look = (not match["behind"], match["look"] == "=")
        rows = self._rows(any_case=any_case)
        if not self._took(")"):
            raise _NotUnderstoodError
        if condition and len(rows) == 1:
            rows = (*rows, ())
        node = rows[0][0] if len(rows) == len(rows[0]) == 1 else Either(rows)
        return Look(*look, node) if look else node

    def _escape(self, *, any_case: bool) -> Node:
        character = self._pattern[self._at]
        self._at += 1
        if character in "pP":
            match = _PROPERTY.match(self._pattern, self._at)
            if match is None:
                raise _NotUnderstoodError
            self._at = match.end()
            known = _PROPERTIES.get(match[1]) if character == "p" else None
            return _ANYTHING if known is None or any_case else Characters.of(known, beyond=True, letters_beyond=True)
        if character in _CLASSES:
            return _CLASSES[character]
        if character in "bA":
            return Sign(character)
        if character.isalnum():
            return _ANYTHING if character in "DW" else UNKNOWN
        return _literal(character, any_case=any_case)

    def _set(self, *, any_case: bool) -> Characters:
        negated = self._took("^")
        found = NOTHING
        first = True
        while first or not self._took("]"):
            if self._at >= len(self._pattern):
                raise _NotUnderstoodError
            first = False
            character = self._pattern[self._at]
            self._at += 1
            if character == "[" or self._pattern[self._at - 1 : self._at + 1] in ("--", "&&", "||", "~~"):
                raise _NotUnderstoodError  # sets within sets
            item = self._escape(any_case=any_case) if character == "\\" else _literal(character, any_case=any_case)
            if not isinstance(item, Characters):
                raise _NotUnderstoodError
            if self._pattern.startswith("-", self._at) and not self._pattern.startswith("-]", self._at):
                self._at += 1
                last = self._pattern[self._at]
                self._at += 1
                if last == "\\" or any_case:
                    raise _NotUnderstoodError
                between = [some for some in ASCII if character <= some <= last]
                item = Characters.of(between, beyond=last > "\x7f", letters_beyond=last > "\x7f")
            found |= item
        return found.others if negated else found


def _literal(character: str, *, any_case: bool) -> Characters:
    if character > "\x7f":
        return Characters.of("", beyond=True, letters_beyond=character.isalnum() or any_case)
    # Letters beyond ASCII are `k` and `s` too where case does not count; folding makes them that again.
    either = {character.lower(), character.upper()} if any_case else {character}
    return Characters.of(either, beyond=any_case and character.isalpha())
