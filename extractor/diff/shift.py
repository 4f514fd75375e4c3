"""Where a place of the old text is in the new one."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property

_WORD = re.compile(r"\w+|[^\w\s]")
_MANY = 4000
"""Stretches of so many words that differ are not aligned: it would take seconds, and they have little in common."""
_EFFORT = 300_000
"""Likewise of words that stand so often that there are more pairs of equal ones."""
_NEAR = 60
"""A stretch that was rewritten keeps its place if it is no longer than this, in characters, before and after."""

Span = tuple[int, int]


@dataclass(frozen=True)
class Shift:
    """The way from offsets of an old text to offsets of a new one, by words that both have.

    White space does not count, so that a text wrapped otherwise is the same text. Bounds are half-open.
    """

    old: str | None
    new: str | None

    @property
    def changed(self) -> bool:
        """Whether the texts are known to differ."""
        return self.known and self.old != self.new

    @property
    def known(self) -> bool:
        """Whether both texts are there, so that it is plain whether they differ."""
        return self.old is not None and self.new is not None

    def span(self, start: int, end: int) -> Span | None:
        """Return where the characters between two offsets of the old text stand in the new one.

        Words in a short stretch that was rewritten stand where its replacement does. None if they are gone. Where a
        text is not known, places are taken to be the same.
        """
        if not self.changed:
            return (start, end)
        starts, ends, homes = self._words
        first, last = bisect_right(ends, start), bisect_left(starts, end) - 1
        if first > last or (low := homes[first]) is None or (high := homes[last]) is None:
            return None
        # A span may begin or end within a word.
        begin = low[0] + (max(start - starts[first], 0) if low[2] else 0)
        finish = high[1] - (max(ends[last] - end, 0) if high[2] else 0)
        return (begin, finish) if begin < finish else None

    def kept(self, start: int, end: int) -> bool:
        """Whether all words between two offsets of the old text stand in the new one, unchanged and together."""
        if not self.changed:
            return True
        starts, ends, homes = self._words
        within = homes[bisect_right(ends, start) : bisect_left(starts, end)]
        return all(home is not None and home[2] for home in within)

    def gone(self) -> list[Span]:
        """Return the stretches of the old text whose words are not in the new one."""
        if not self.changed:
            return []
        starts, ends, homes = self._words
        spans: list[Span] = []
        before_gone = False
        for start, end, home in zip(starts, ends, homes, strict=True):
            is_gone = home is None or not home[2]
            if is_gone:
                spans[len(spans) - before_gone :] = [(spans[-1][0] if before_gone else start, end)]
            before_gone = is_gone
        return spans

    @cached_property
    def back(self) -> Shift:
        """The way from the new text to the old one."""
        return Shift(self.new, self.old)

    @cached_property
    def _words(self) -> tuple[list[int], list[int], list[tuple[int, int, bool] | None]]:
        """Starts and ends of the old words, and for each its place in the new text and whether it is that word."""
        old, new = list(_WORD.finditer(self.old or "")), list(_WORD.finditer(self.new or ""))
        homes: list[tuple[int, int, bool] | None] = [None] * len(old)
        for same, old_from, old_to, new_from, new_to in _blocks([m[0] for m in old], [m[0] for m in new]):
            if same:
                for index, match in zip(range(old_from, old_to), new[new_from:new_to], strict=True):
                    homes[index] = (*match.span(), True)
            elif old_from < old_to and new_from < new_to:
                place = new[new_from].start(), new[new_to - 1].end()
                if max(place[1] - place[0], old[old_to - 1].end() - old[old_from].start()) <= _NEAR:
                    homes[old_from:old_to] = [(*place, False)] * (old_to - old_from)
        return [m.start() for m in old], [m.end() for m in old], homes


def _effort(old: list[str], new: list[str]) -> int:
    """Return the number of pairs of equal words."""
    counts = Counter(new)
    return sum(count * counts[word] for word, count in Counter(old).items())


def _blocks(old: list[str], new: list[str]) -> list[tuple[bool, int, int, int, int]]:
    """Cut two lists of words into stretches that are the same and stretches that are not."""
    shorter = min(len(old), len(new))
    head = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    tail = next((at for at in range(shorter - head) if old[-1 - at] != new[-1 - at]), shorter - head)
    old_end, new_end = len(old) - tail, len(new) - tail
    blocks = [(True, 0, head, 0, head)]
    if max(old_end, new_end) - head > _MANY or _effort(old[head:old_end], new[head:new_end]) > _EFFORT:
        blocks.append((False, head, old_end, head, new_end))
    else:
        matcher = SequenceMatcher(None, old[head:old_end], new[head:new_end], autojunk=False)
        blocks += [
            (tag == "equal", head + old_from, head + old_to, head + new_from, head + new_to)
            for tag, old_from, old_to, new_from, new_to in matcher.get_opcodes()
        ]
    blocks.append((True, old_end, len(old), new_end, len(new)))
    return blocks
