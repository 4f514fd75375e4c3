"""Which of many patterns can match at a place of a text, found in one walk over its next few characters.

The patterns are read (`patterns.read`) into one automaton, whose states say how far each pattern may have got. It is
made as it goes: what follows a state on a character is worked out when texts ask for it, and then remembered, so that a
walk costs one look-up a character, however many patterns there are. Where few patterns are left, it is worked out for
the second text that asks: most of what is asked once is never asked again, and to try those few costs less.

The automaton lets in more than the patterns do, never less. It looks ahead at a pattern's very end only, sees one
character when a pattern looks behind, and does not count beyond a few.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from extractor.matching.patterns import BOUNDARY, NOTHING, UNKNOWN, Characters, Either, Look, Repeat, read

if TYPE_CHECKING:
    from collections.abc import Iterable

    from extractor.matching.patterns import Known, Node, Row

_LONGEST_WALK = 32
_FEW = 16  # patterns that may be left where a walk ends at what was never asked before
_MOST_COPIES = 5
_MOST_STATES = 20_000


class _Before(NamedTuple):
    """What may stand before a place: one of these characters (any if None), or the start of the text."""

    characters: Characters | None
    start: bool

    def allows(self, before: str) -> bool:
        return self.characters is None or (before in self.characters if before else self.start)


_WHATEVER = _Before(None, start=True)


@dataclass(slots=True)
class _Graph:
    """Places in patterns: where a character leads from each, and where nothing does, given the character before."""

    steps: list[list[tuple[Characters, int]]] = field(default_factory=list)
    jumps: list[list[tuple[_Before, int]]] = field(default_factory=list)
    known: Known = field(default_factory=dict)

    def new(self) -> int:
        """Add a place."""
        self.steps.append([])
        self.jumps.append([])
        return len(self.steps) - 1

    def pattern(self, pattern: str) -> tuple[int, int] | None:
        """Add a pattern, and return where it begins and ends; None if not all of it is understood."""
        row = read(pattern, self.known)
        start, end = self.new(), self.new()
        try:
            self.row((UNKNOWN,) if row is None else row, start, end, last=True)
        except NotImplementedError:
            return None
        return start, end

    def alike(self) -> dict[int, int]:
        """Return which ASCII characters are as good as an earlier one: whatever that may be, they may be too."""
        asked = {characters for steps in self.steps for characters, _ in steps}
        asked |= {allowed.characters for jumps in self.jumps for allowed, _ in jumps if allowed.characters}
        asked_by = dict.fromkeys(map(chr, range(128)), 0)  # a bit for each set of characters that has it
        for number, characters in enumerate(asked):
            for character in characters.ascii:
                asked_by[character] |= 1 << number
        first: dict[int, int] = {}
        return {ord(character): first.setdefault(asked_by[character], ord(character)) for character in asked_by}

    def led_to(self, places: Iterable[int], character: str) -> set[int]:
        """Return where a character leads to from some places."""
        steps, is_ascii = self.steps, character < "\x80"
        return {
            target
            for place in places
            for characters, target in steps[place]
            if (character in characters.ascii if is_ascii else characters.beyond)
        }

    def reached(self, places: Iterable[int], before: str) -> set[int]:
        """Return some places, and those that are reached from them without a character more."""
        jumps = self.jumps
        seen = set(places)
        new = list(seen)
        while new:
            for allowed, target in jumps[new.pop()]:
                if target not in seen and (allowed is _WHATEVER or allowed.allows(before)):
                    seen.add(target)
                    new.append(target)
        return seen

    def row(self, row: Row, start: int, end: int, *, last: bool) -> None:
        """Lead from one place to another through a row; `last`: nothing of the pattern stands behind it."""
        for number, node in enumerate(row):
            at_end = number + 1 == len(row)
            following = end if at_end else self.new()
            self.node(node, start, following, last=last and at_end)
            start = following
        if not row:
            self.jumps[start].append((_WHATEVER, end))

    def node(self, node: Node, start: int, end: int, *, last: bool) -> None:
        """Lead from one place to another through a part."""
        if isinstance(node, Characters):
            self.steps[start].append((node, end))
        elif isinstance(node, Either):
            for branch in node.branches:
                self.row(branch, start, end, last=last)
        elif isinstance(node, Repeat):
            self.repeat(node, start, end)
        elif isinstance(node, Look) and node.ahead:
            self.ahead(node, start, end, last=last)
        elif isinstance(node, Look):
            self.jumps[start].append((_before(node), end))
        elif node == UNKNOWN:
            raise NotImplementedError
        else:
            self.jumps[start].append((_WHATEVER, end))

    def repeat(self, node: Repeat, start: int, end: int) -> None:
        """Lead through a part several times; where that is many times, or the part is long, through any number."""
        least, most = node.least, node.most
        if least > _MOST_COPIES or not isinstance(node.node, Characters):
            least, most = min(least, 1), most if most == 1 else None
        elif most is not None and most > _MOST_COPIES:
            most = None
        for _ in range(least if most is not None else least - 1):
            following = self.new()
            self.node(node.node, start, following, last=False)
            start = following
        if most is None:
            again, done = self.new(), self.new()
            self.jumps[start].append((_WHATEVER, again))
            self.node(node.node, again, done, last=False)
            self.jumps[done] += [(_WHATEVER, again), (_WHATEVER, end)]
            if least == 0:
                self.jumps[start].append((_WHATEVER, end))
            return
        for _ in range(most - least):
            self.jumps[start].append((_WHATEVER, end))
            following = self.new()
            self.node(node.node, start, following, last=False)
            start = following
        self.jumps[start].append((_WHATEVER, end))

    def ahead(self, look: Look, start: int, end: int, *, last: bool) -> None:
        """Lead past a look ahead: behind it nothing is left of the pattern, or it is not looked at."""
        if look.wanted and last:
            self.node(look.node, start, end, last=True)
        elif not look.wanted and last and (characters := _single(look.node)) is not None:
            self.steps[start].append((characters.others, end))
        elif look.wanted or look.node != Either(((),)):  # what must not be nothing is never there
            self.jumps[start].append((_WHATEVER, end))


def _single(node: Node) -> Characters | None:
    """Return the single characters among the alternatives that a part is, or None if there are none."""
    if isinstance(node, Characters):
        return node
    if not isinstance(node, Either):
        return None
    single = NOTHING
    for branch in node.branches:
        if len(branch) == 1 and isinstance(branch[0], Characters):
            single |= branch[0]
    return None if single == NOTHING else single


def _before(look: Look) -> _Before:
    """Return what may stand before a look behind."""
    if look.wanted:
        return _Before(_last((look.node,)), start=False)
    single = _single(look.node)
    return _WHATEVER if single is None else _Before(single.others, start=True)


def _last(row: Row) -> Characters | None:
    """Return what the last character of a match of the row can be; None if anything, or nothing."""
    characters = NOTHING
    for node in reversed(row):
        if isinstance(node, Characters):
            return characters | node
        if isinstance(node, Repeat):
            found, goes_on = [_last((node.node,))], node.least == 0
        elif isinstance(node, Either):
            found, goes_on = [_last(branch) for branch in node.branches], False
        elif isinstance(node, Look) or node == BOUNDARY:
            continue
        else:
            return None
        for some in found:
            if some is None:
                return None
            characters |= some
        if not goes_on:
            return characters
    return None


@dataclass(slots=True, eq=False)
class _Reach:
    """How far one pattern may have got: the places where it may be, unless it has `ended`."""

    pattern: int
    places: frozenset[int]
    ended: bool
    after: dict[str, _Reach | None] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class _State:
    """How far the patterns may have got that have not ended.

    Attributes:
        reaches: each of them.
        after: what follows on characters that were asked for: the next state, and the patterns that end there; None if
            it was not worked out yet.
    """

    reaches: tuple[_Reach, ...]
    after: dict[str, tuple[_State, tuple[int, ...]] | None] = field(default_factory=dict)


class _Alike(dict[int, int]):
    """For each character one that is alike to all patterns; what is beyond ASCII is all the same to them."""

    def __missing__(self, _: int) -> int:
        return 0x80


@dataclass(frozen=True, slots=True)
class Automaton:
    """Many patterns as one automaton."""

    _graph: _Graph
    _bounds: tuple[tuple[int, int] | None, ...]
    _alike: _Alike
    _reaches: dict[tuple[int, frozenset[int]], _Reach] = field(default_factory=dict)
    _states: dict[tuple[_Reach, ...], _State] = field(default_factory=dict)
    _first: dict[str, tuple[_State, tuple[int, ...]]] = field(default_factory=dict)

    @classmethod
    def of(cls, patterns: Iterable[str]) -> Automaton:
        """Read the patterns: in verbose `regex` syntax, and calling no sub-patterns."""
        graph = _Graph()
        bounds = tuple([graph.pattern(pattern) for pattern in patterns])
        graph.known.clear()
        return cls(graph, bounds, _Alike(graph.alike()))

    def reduced(self, text: str) -> str:
        """Return a text as `matching` wants it, as long as it was: of characters that are alike to all patterns, one.

        So little is left to be worked out when texts with other letters and digits come.
        """
        return text.translate(self._alike)

    def matching(self, text: str, start: int) -> list[int]:
        """Return the numbers of all patterns that match at a place of a text, and of some that do not, in order."""
        before = text[start - 1] if start else ""
        state, found = self._first.get(before) or self._beginning(before)
        for character in text[start : start + _LONGEST_WALK]:
            step = state.after.get(character) or self._following(state, character)
            if step is None:
                break
            following, ended = step
            if ended:
                found += ended
            state = following
            if not state.reaches:
                break
        going_on = [reach.pattern for reach in state.reaches]  # in order, as all states have them
        return sorted([*found, *going_on]) if found else going_on

    def _beginning(self, before: str) -> tuple[_State, tuple[int, ...]]:
        reaches = [self._reach(number, [bounds[0]], before) for number, bounds in enumerate(self._bounds) if bounds]
        state, ended = self._state(reaches)
        unknown = [number for number, bounds in enumerate(self._bounds) if bounds is None]
        self._first[before] = state, (*unknown, *ended)
        return self._first[before]

    def _following(self, state: _State, character: str) -> tuple[_State, tuple[int, ...]] | None:
        """Work out what follows a state, unless that is not worth it yet."""
        if len(state.reaches) <= _FEW and character not in state.after:
            state.after[character] = None
            return None
        if len(self._states) > _MOST_STATES:
            for known in (self._states, self._reaches, self._first):
                known.clear()
        reaches = []
        for reach in state.reaches:
            after = reach.after
            if character not in after:
                after[character] = self._reach(reach.pattern, self._graph.led_to(reach.places, character), character)
            reaches.append(after[character])
        step = state.after[character] = self._state(reaches)
        return step

    def _reach(self, pattern: int, places: Iterable[int], before: str) -> _Reach | None:
        """Return how far a pattern may have got that is at one of some places; None if it cannot have."""
        reached, bounds = self._graph.reached(places, before), self._bounds[pattern]
        ended = bounds is not None and bounds[1] in reached
        going_on = frozenset() if ended else frozenset(place for place in reached if self._graph.steps[place])
        if not ended and not going_on:
            return None
        key = (pattern, going_on)
        if key not in self._reaches:
            self._reaches[key] = _Reach(pattern, going_on, ended)
        return self._reaches[key]

    def _state(self, reaches: Iterable[_Reach | None]) -> tuple[_State, tuple[int, ...]]:
        """Return the state of patterns that may have got so far, and those of them that have ended."""
        known = [reach for reach in reaches if reach is not None]
        key = tuple([reach for reach in known if not reach.ended])
        if key not in self._states:
            self._states[key] = _State(key)
        return self._states[key], tuple([reach.pattern for reach in known if reach.ended])
