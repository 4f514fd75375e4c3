r"""Where a pattern can begin to match, read off the pattern itself.

Most places of a text begin no match of a rule, and `regex` needs a tenth of a microsecond to see that of each. A
pattern that begins with words (`\b(?:we|this\spaper)\s…`) can match only at these, and one that looks behind for a
character and ahead for a few (`(?<=[\s(])(?=\p{Lu})…`) only where `re`, which is several times faster, finds the same.
`beginning` tells both from a pattern, so that no rule has to declare it and none can get it wrong.

Whatever is not understood is taken to match anything. So a beginning may name places where nothing matches, and never
leaves one out where something does; tests hold every rule to it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress, groupby
from typing import TYPE_CHECKING

from extractor.folding import fold
from extractor.matching.patterns import (
    ASCII,
    BOUNDARY,
    START,
    UNKNOWN,
    WORD,
    Characters,
    Either,
    Look,
    Repeat,
    Sign,
    read,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractor.folding import Segments
    from extractor.matching.patterns import Known, Node, Row

_MOST_WORDS = 400
_MOST_LETTERS = 4
_MOST_BRANCHES = 64


class _ManyError(Exception):
    """There is no telling, or too much to tell."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where matches of a pattern can begin: at any of these.

    Attributes:
        words: folded segments; a match begins where one of them does.
        scan: a pattern for `re` that matches the character before the place; empty if there is none.
        at_start: at the start of the text.
    """

    words: frozenset[str]
    scan: str
    at_start: bool


def beginning(pattern: str, known: Known | None = None) -> Beginning | None:
    """Return where matches of a pattern can begin; None for anywhere.

    The pattern is in verbose `regex` syntax and calls no sub-patterns; `known` is as for `patterns.read`.
    """
    words: set[str] = set()
    scans: set[str] = set()
    at_start = False
    row = read(pattern, known)
    if row is None:
        return None
    try:
        for branch in _branches(row):
            first = branch[0] if branch else UNKNOWN
            if first == START:
                at_start = True
            elif first == BOUNDARY:
                words |= _first_words(branch)
            elif isinstance(first, Look) and not first.ahead and first.wanted and isinstance(first.node, Characters):
                ahead = branch[1:2] if len(branch) > 1 and isinstance(branch[1], Look) else ()
                scans.add(_set_of(first.node) + _superset(ahead)[0])
            else:
                return None
    except _ManyError:
        return None
    return Beginning(frozenset(words), "|".join(sorted(scans)), at_start)


def _branches(row: Row) -> list[Row]:
    """Return rows, one of which is matched wherever the row is, and none of which begins with alternatives."""
    done: list[Row] = []
    rows = [row]
    while rows:
        row = rows.pop()
        if row and isinstance(row[0], Either):
            rows += [(*branch, *row[1:]) for branch in row[0].branches]
        else:
            done.append(row)
        if len(rows) + len(done) > _MOST_BRANCHES:
            raise _ManyError
    return done


def _superset(row: Row) -> tuple[str, bool]:
    """Return a pattern for `re` that matches wherever the row does, and whether it goes to the row's end."""
    source = ""
    for node in row:
        part, whole = _superset_of(node)
        source += part
        if not whole:
            return source, False
    return source, True


def _superset_of(node: Node) -> tuple[str, bool]:
    if isinstance(node, Characters):
        return _set_of(node), True
    if isinstance(node, Look):
        return (f"(?={_superset_of(node.node)[0]})" if node.ahead and node.wanted else ""), True
    if isinstance(node, Either):
        inner = [_superset(branch) for branch in node.branches]
        return f"(?:{'|'.join(part for part, _ in inner)})", all(whole for _, whole in inner)
    if isinstance(node, Repeat):
        part, whole = _superset_of(node.node)
        if not whole:
            return part if node.least else "", False
        return f"(?:{part}){{{node.least},{'' if node.most is None else node.most}}}", True
    return "", node != UNKNOWN


@lru_cache
def _set_of(node: Characters) -> str:
    # With what is beyond ASCII, the set is what it leaves out: `re` takes long to compile a range of a million.
    codes = sorted(map(ord, ASCII - node.ascii if node.beyond else node.ascii))
    # In a row of codes all differ from their places by one number: `a` to `z` are a range.
    rows = [[code for _, code in row] for _, row in groupby(enumerate(codes), key=lambda item: item[1] - item[0])]
    listed = "".join(f"\\x{row[0]:02x}-\\x{row[-1]:02x}" if row[1:] else f"\\x{row[0]:02x}" for row in rows)
    if not listed:
        return r"[\s\S]" if node.beyond else "(?!)"
    if len(codes) == 1 and not node.beyond:
        return re.escape(chr(codes[0]))
    return f"[^{listed}]" if node.beyond else f"[{listed}]"


def _first_words(row: Row) -> frozenset[str]:
    """Return the segments, folded, one of which a match of the row, which begins at a boundary, begins with."""
    done, going_on = _read_on({""}, row)
    if going_on or not all(word.isalpha() for word in done) or len(done) > _MOST_WORDS:
        raise _ManyError
    return frozenset(map(fold, done))


def _read_on(words: set[str], row: Row) -> tuple[set[str], set[str]]:
    """Return the words that end in the row, and those that may go on behind it; `words` go on in front of it."""
    done: set[str] = set()
    for node in row:
        if not words:
            break
        if len(words) > _MOST_WORDS:
            raise _ManyError
        if isinstance(node, Either):
            read = [_read_on(words, branch) for branch in node.branches]
            done.update(*(ended for ended, _ in read))
            words = set().union(*(going_on for _, going_on in read))
        elif isinstance(node, Repeat):
            ended, going_on = _read_on(words, (node.node,))
            if going_on and node.most != 1:
                raise _ManyError
            done |= ended
            words = going_on | (words if node.least == 0 else set())
        elif isinstance(node, Characters) and node.in_words:
            if node.letters_beyond or not node.ascii <= WORD or len(node.ascii) > _MOST_LETTERS:
                raise _ManyError
            words = {word + character.lower() for word in words for character in node.ascii}
        elif isinstance(node, Characters) or (node == BOUNDARY and words != {""}):
            done |= words
            words = set()
        elif isinstance(node, Sign) and node != BOUNDARY:
            raise _ManyError
    return done, words


@dataclass(frozen=True, slots=True)
class Places:
    """The search for where a match of any of several patterns can begin.

    Attributes:
        anywhere: of each pattern, whether a match may begin anywhere, for all that is known; the rest is the others.
        words: the folded segments that matches begin with.
        scans: patterns that match the character before a match.
        at_start: whether a match can begin at the start of the text.
    """

    anywhere: tuple[bool, ...]
    words: frozenset[str]
    scans: tuple[re.Pattern[str], ...]
    at_start: bool

    @classmethod
    def of(cls, patterns: Sequence[str], *, own: Sequence[bool] = ()) -> Places:
        """Read the beginnings off the patterns.

        Args:
            patterns: in verbose `regex` syntax.
            own: which of them are a user's own: a scan made of these is left to `regex`, since `re` knows no net.
        """
        shared: Known = {}
        found = [beginning(pattern, shared) for pattern in patterns]
        if any(own):
            found = [None if one and one.scan and users else one for one, users in zip(found, own, strict=True)]
        known = [one for one in found if one]
        return cls(
            tuple(one is None for one in found),
            frozenset().union(*(one.words for one in known)),
            tuple(map(re.compile, sorted({one.scan for one in known if one.scan}))),
            any(one.at_start for one in known),
        )

    def find(self, text: Segments) -> list[int]:
        """Return the places in a text, in order."""
        bounds = text.bounds
        words = map(self.words.__contains__, text.folded)
        found = {bounds[2 * segment] for segment in compress(range(len(text)), words)}
        found.update(match.end() for scan in self.scans for match in scan.finditer(text.text))
        if self.at_start:
            found.add(0)
        return sorted(found)
