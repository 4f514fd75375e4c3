r"""Where a pattern can begin to match, read off the pattern itself.

Most places of a text begin no match of a rule, and `regex` needs a tenth of a microsecond to see that of each. A pattern
that begins with words (`\b(?:we|this\spaper)\s…`) can match only at these, and one that looks behind for a single
character and ahead for a few (`(?<=[\s(])(?=\p{Lu})…`) only where `re`, which is several times faster, finds the same.
`beginning` tells both from a pattern, so that no rule has to declare it and none can get it wrong.

Whatever is not understood is taken to match anything. So a beginning may name places where nothing matches, and never
leaves one out where something does; tests hold every rule to it.
"""

from __future__ import annotations

import re
import string
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress, groupby
from typing import TYPE_CHECKING, TypeAlias

from extractor.folding import fold

_ASCII = frozenset(map(chr, range(128)))
_LETTERS = frozenset(string.ascii_letters)
_DIGITS = frozenset(string.digits)
_SPACES = frozenset(" \t\n\r\f\v\x1c\x1d\x1e\x1f")
_WORD = _LETTERS | _DIGITS
_LONGEST_CHECK = 2500  # characters of a check: `re` takes a millisecond to compile two hundred
_MOST_WORDS = 400
_MOST_LETTERS = 4
_MOST_BRANCHES = 64


# --- what a pattern is made of, as far as its beginning is concerned


@dataclass(frozen=True, slots=True)
class _Chars:
    """One character: which of ASCII, and whether any beyond it, a letter or not."""

    ascii: frozenset[str]
    beyond: bool = False
    letters_beyond: bool = False

    @property
    def in_words(self) -> bool:
        """Whether it may be a letter or a digit."""
        return self.letters_beyond or not self.ascii.isdisjoint(_WORD)


@dataclass(frozen=True, slots=True)
class _Repeat:
    least: int
    most: int | None
    node: _Node


@dataclass(frozen=True, slots=True)
class _Look:
    ahead: bool
    wanted: bool
    node: _Node


@dataclass(frozen=True, slots=True)
class _Either:
    branches: tuple[_Row, ...]


@dataclass(frozen=True, slots=True)
class _Sign:
    r"""`b` for a word boundary, `A` for the start of the text, and `?` for anything that is not understood."""

    name: str


_Node: TypeAlias = _Chars | _Repeat | _Look | _Either | _Sign
_Row: TypeAlias = tuple[_Node, ...]

_UNKNOWN, _START, _BOUNDARY = _Sign("?"), _Sign("A"), _Sign("b")
_ANYTHING = _Chars(_ASCII, beyond=True, letters_beyond=True)
_CLASSES = {
    "s": _Chars(_SPACES, beyond=True),
    "d": _Chars(_DIGITS, beyond=True, letters_beyond=True),
    "w": _Chars(_WORD | {"_"}, beyond=True, letters_beyond=True),
    "S": _Chars(_ASCII - set(" \t\n\r\f\v"), beyond=True, letters_beyond=True),
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
_GROUP = re.compile(r"\?(?:P?<(?![=!])\w+>|:|>|\(\w+\)|(?P<flags>i):|(?P<behind><?)(?P<look>[=!]))")


class _NotUnderstoodError(Exception):
    """The pattern has something in it that this module knows nothing of."""


class _Reader:
    """A reader of patterns in verbose `regex` syntax. `at` is where it is."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._at = 0

    def whole(self) -> _Row:
        row = self._alternatives(any_case=False)
        if self._at < len(self._pattern):
            raise _NotUnderstoodError
        return row

    def _alternatives(self, *, any_case: bool) -> _Row:
        rows = [self._row(any_case=any_case)]
        while self._took("|"):
            rows.append(self._row(any_case=any_case))
        return rows[0] if len(rows) == 1 else (_Either(tuple(rows)),)

    def _took(self, character: str) -> bool:
        taken = self._pattern.startswith(character, self._at)
        self._at += taken
        return taken

    def _row(self, *, any_case: bool) -> _Row:
        row: list[_Node] = []
        while self._at < len(self._pattern) and self._pattern[self._at] not in "|)":
            character = self._pattern[self._at]
            if character.isspace():
                self._at += 1
            elif character == "#":
                self._at = (self._pattern.find("\n", self._at) + 1) or len(self._pattern)
            else:
                row += self._quantified(self._atom(any_case=any_case))
        return tuple(row)

    def _quantified(self, atom: _Row) -> _Row:
        match = _QUANTIFIER.match(self._pattern, self._at)
        if match is None:
            return atom
        self._at = match.end()
        sign, least, comma, most, _ = match.groups()
        if sign:
            bounds = {"?": (0, 1), "*": (0, None), "+": (1, None)}[sign]
        else:
            bounds = (int(least or 0), (int(most) if most else None) if comma else int(least))
        node = atom[0] if len(atom) == 1 else _Either((atom,))
        return (_Repeat(*bounds, node),)

    def _atom(self, *, any_case: bool) -> _Row:
        character = self._pattern[self._at]
        self._at += 1
        if character == "(":
            return self._group(any_case=any_case)
        if character == "[":
            return (self._set(any_case=any_case),)
        if character == "\\":
            return (self._escape(any_case=any_case),)
        if character == ".":
            return (_ANYTHING,)
        if character in "^$":
            return (_START if character == "^" else _UNKNOWN,)
        if character in "*+?{":
            raise _NotUnderstoodError
        return (_literal(character, any_case=any_case),)

    def _group(self, *, any_case: bool) -> _Row:
        look = None
        if self._pattern.startswith("?", self._at):
            match = _GROUP.match(self._pattern, self._at)
            if match is None:
                raise _NotUnderstoodError
            self._at = match.end()
            any_case = any_case or match["flags"] is not None
            if match["look"]:
                look = (not match["behind"], match["look"] == "=")
        inner = self._alternatives(any_case=any_case)
        if not self._took(")"):
            raise _NotUnderstoodError
        if look:
            return (_Look(*look, inner[0] if len(inner) == 1 else _Either((inner,))),)
        return inner if len(inner) == 1 else (_Either((inner,)),)

    def _escape(self, *, any_case: bool) -> _Node:
        character = self._pattern[self._at]
        self._at += 1
        if character in "pP":
            match = _PROPERTY.match(self._pattern, self._at)
            if match is None:
                raise _NotUnderstoodError
            self._at = match.end()
            known = _PROPERTIES.get(match[1]) if character == "p" else None
            return _ANYTHING if known is None or any_case else _Chars(known, beyond=True, letters_beyond=True)
        if character in _CLASSES:
            return _CLASSES[character]
        if character in "bA":
            return _Sign(character)
        if character.isalnum():
            return _UNKNOWN if character in "zZB" or character.isdigit() else _ANYTHING
        return _literal(character, any_case=any_case)

    def _set(self, *, any_case: bool) -> _Chars:
        negated = self._took("^")
        ascii_: set[str] = set()
        beyond = letters_beyond = False
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
            if not isinstance(item, _Chars):
                raise _NotUnderstoodError
            if self._pattern.startswith("-", self._at) and not self._pattern.startswith("-]", self._at):
                self._at += 1
                last = self._pattern[self._at]
                self._at += 1
                if last == "\\" or any_case:
                    raise _NotUnderstoodError
                beyond_range = last > "\x7f"
                item = _Chars(frozenset(c for c in _ASCII if character <= c <= last), beyond_range, beyond_range)
            ascii_ |= item.ascii
            beyond = beyond or item.beyond
            letters_beyond = letters_beyond or item.letters_beyond
        # What a negated set leaves out beyond ASCII is not looked at: it then matches too much, which does no harm.
        if negated:
            return _Chars(_ASCII - ascii_, beyond=True, letters_beyond=True)
        return _Chars(frozenset(ascii_), beyond, letters_beyond)


def _literal(character: str, *, any_case: bool) -> _Chars:
    if character > "\x7f":
        return _Chars(frozenset(), beyond=True, letters_beyond=character.isalnum() or any_case)
    # Letters beyond ASCII are `k` and `s` too where case does not count; folding makes them that again.
    either = {character.lower(), character.upper()} if any_case else {character}
    return _Chars(frozenset(either), beyond=any_case and character.isalpha())


# --- what it says of where a match begins


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where matches of a pattern can begin: at any of these.

    Attributes:
        words: folded segments; a match begins where one of them does.
        scan: a pattern for `re` that matches the character before the place; empty if there is none.
        at_start: at the start of the text.
        check: a pattern for `re` that matches at each such place, and at few others: it reads the pattern's first parts.
    """

    words: frozenset[str]
    scan: str
    at_start: bool
    check: str


def beginning(pattern: str) -> Beginning | None:
    """Return where matches of a pattern can begin; None for anywhere.

    The pattern is in verbose `regex` syntax and calls no sub-patterns.
    """
    words: set[str] = set()
    scans: set[str] = set()
    at_start = False
    try:
        row = _Reader(pattern).whole()
        for branch in _branches(row):
            first = branch[0] if branch else _UNKNOWN
            if first == _START:
                at_start = True
            elif first == _BOUNDARY:
                words |= _first_words(branch)
            elif isinstance(first, _Look) and not first.ahead and first.wanted and isinstance(first.node, _Chars):
                ahead = branch[1:2] if len(branch) > 1 and isinstance(branch[1], _Look) else ()
                scans.add(_set_of(first.node) + _superset(ahead)[0])
            else:
                return None
    except _NotUnderstoodError:
        return None
    return Beginning(frozenset(words), "|".join(sorted(scans)), at_start, _check(row))


def _branches(row: _Row) -> list[_Row]:
    """Return rows, one of which is matched wherever the row is, and none of which begins with alternatives."""
    done: list[_Row] = []
    rows = [row]
    while rows:
        row = rows.pop()
        if row and isinstance(row[0], _Either):
            rows += [(*branch, *row[1:]) for branch in row[0].branches]
        else:
            done.append(row)
        if len(rows) + len(done) > _MOST_BRANCHES:
            raise _NotUnderstoodError
    return done


def _check(row: _Row) -> str:
    check = ""
    for node in row:
        part, whole = _superset_of(node)
        if len(check) + len(part) > _LONGEST_CHECK:
            break
        check += part
        if not whole:
            break
    return check


def _superset(row: _Row) -> tuple[str, bool]:
    """Return a pattern for `re` that matches wherever the row does, and whether it goes to the row's end."""
    source = ""
    for node in row:
        part, whole = _superset_of(node)
        source += part
        if not whole:
            return source, False
    return source, True


def _superset_of(node: _Node) -> tuple[str, bool]:
    if isinstance(node, _Chars):
        return _set_of(node), True
    if isinstance(node, _Look):
        return (f"(?={_superset_of(node.node)[0]})" if node.ahead and node.wanted else ""), True
    if isinstance(node, _Either):
        inner = [_superset(branch) for branch in node.branches]
        return f"(?:{'|'.join(part for part, _ in inner)})", all(whole for _, whole in inner)
    if isinstance(node, _Repeat):
        part, whole = _superset_of(node.node)
        if not whole:
            return part if node.least else "", False
        return f"(?:{part}){{{node.least},{'' if node.most is None else node.most}}}", True
    return "", node != _UNKNOWN


@lru_cache
def _set_of(node: _Chars) -> str:
    # With what is beyond ASCII, the set is what it leaves out: `re` takes long to compile a range of a million.
    codes = sorted(map(ord, _ASCII - node.ascii if node.beyond else node.ascii))
    # In a row of codes all differ from their places by one number: `a` to `z` are a range.
    rows = [[code for _, code in row] for _, row in groupby(enumerate(codes), key=lambda item: item[1] - item[0])]
    listed = "".join(f"\\x{row[0]:02x}-\\x{row[-1]:02x}" if row[1:] else f"\\x{row[0]:02x}" for row in rows)
    if not listed:
        return r"[\s\S]" if node.beyond else "(?!)"
    return f"[^{listed}]" if node.beyond else f"[{listed}]"


def _first_words(row: _Row) -> frozenset[str]:
    """Return the segments, folded, one of which a match of the row, which begins at a boundary, begins with."""
    done, going_on = _read_on({""}, row)
    if going_on or not all(word.isalpha() for word in done) or len(done) > _MOST_WORDS:
        raise _NotUnderstoodError
    return frozenset(map(fold, done))


def _read_on(words: set[str], row: _Row) -> tuple[set[str], set[str]]:
    """Return the words that end in the row, and those that may go on behind it; `words` go on in front of it."""
    done: set[str] = set()
    for node in row:
        if not words:
            break
        if len(words) > _MOST_WORDS:
            raise _NotUnderstoodError
        if isinstance(node, _Either):
            read = [_read_on(words, branch) for branch in node.branches]
            done.update(*(ended for ended, _ in read))
            words = set().union(*(going_on for _, going_on in read))
        elif isinstance(node, _Repeat):
            ended, going_on = _read_on(words, (node.node,))
            if going_on and node.most != 1:
                raise _NotUnderstoodError
            done |= ended
            words = going_on | (words if node.least == 0 else set())
        elif isinstance(node, _Chars) and node.in_words:
            if node.letters_beyond or not node.ascii <= _WORD or len(node.ascii) > _MOST_LETTERS:
                raise _NotUnderstoodError
            words = {word + character.lower() for word in words for character in node.ascii}
        elif isinstance(node, _Chars) or (node == _BOUNDARY and words != {""}):
            done |= words
            words = set()
        elif isinstance(node, _Sign) and node != _BOUNDARY:
            raise _NotUnderstoodError
    return done, words


@dataclass(frozen=True, slots=True)
class Places:
    """The search for where matches of several patterns can begin; what they share is looked for once.

    Attributes:
        words: for each folded segment that matches begin with, the patterns they are matches of.
        scans: each scan compiled, and the patterns that it is of.
        at_start: the patterns whose matches can begin at the start of the text.
        checks: the check of each pattern; None if its matches can begin anywhere, as far as is known.
    """

    words: Mapping[str, tuple[int, ...]]
    scans: tuple[tuple[re.Pattern[str], tuple[int, ...]], ...]
    at_start: tuple[int, ...]
    checks: tuple[re.Pattern[str] | None, ...]

    @classmethod
    def of(cls, patterns: Sequence[str]) -> Places:
        """Read the beginnings off the patterns."""
        words: dict[str, tuple[int, ...]] = {}
        scans: dict[str, tuple[int, ...]] = {}
        found = [beginning(pattern) for pattern in patterns]
        for number, known in enumerate(found):
            for word in known.words if known else ():
                words[word] = (*words.get(word, ()), number)
            if known and known.scan:
                scans[known.scan] = (*scans.get(known.scan, ()), number)
        return cls(
            words,
            tuple((re.compile(scan), numbers) for scan, numbers in scans.items()),
            tuple(number for number, known in enumerate(found) if known and known.at_start),
            tuple(re.compile(known.check) if known else None for known in found),
        )

    def find(self, text: Segments) -> list[list[int] | None]:
        """Return, for each pattern, the places in a text where its matches can begin, in order; None for anywhere."""
        found: list[list[int]] = [[] for _ in self.checks]
        for number in self.at_start:
            found[number].append(0)
        words, folded, bounds = self.words, text.folded, text.bounds
        for segment in compress(range(len(folded)), map(words.__contains__, folded)):
            for number in words[folded[segment]]:
                found[number].append(bounds[2 * segment])
        for scan, numbers in self.scans:
            starts = [match.end() for match in scan.finditer(text.text)]
            for number in numbers:
                found[number] = sorted({*found[number], *starts}) if found[number] else starts
        return [None if check is None else places for check, places in zip(self.checks, found, strict=True)]
