"""A net under patterns: one that takes seconds over a text is given up, and the abstract becomes a reject.

The patterns that ship take time that grows with the text alone, and `regex` takes a microsecond longer for each call
that has to look at the clock. So the net is under the patterns of a user's own rules, whatever the text, and under all
rules where a text is so long that a microsecond does not count.
"""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

import regex

from extractor.errors import SlowPatternError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeVar

    T = TypeVar("T")

SECONDS = 10.0
"""CPU seconds that a pattern may take over one text, all its calls together."""

EACH = 10_000
"""Characters of a text for which there is another second each."""

LONG = 20_000
"""Characters of a text from which on there is a net under all rules."""

REACH = 5_000
"""Characters from where a match begins in a long text to where it ends at most."""


class Netted:
    """A compiled pattern that takes no more than seconds over a text: the part of `regex.Pattern` that passes use."""

    def __init__(self, pattern: regex.Pattern[str], what: str) -> None:
        """Put a net under a pattern; `what` says in an error which one it is."""
        self._pattern = pattern
        self._what = what
        self._text = ""
        self._left = SECONDS

    def match(self, text: str, pos: int | None = None, endpos: int | None = None) -> regex.Match[str] | None:
        """Return the match that begins at a place.

        Raises:
            SlowPatternError: the pattern takes too long over the text.
        """
        return self._within(text, partial(self._pattern.match, text, pos, endpos))

    def at(self, text: str, place: int) -> regex.Match[str] | None:
        """Return the match that begins at a place of a long text and is no longer than `REACH`.

        Before `regex` tries a place it looks for what every match must hold, if need be to the end of the text.

        Raises:
            SlowPatternError: the pattern takes too long over the text.
        """
        return self.match(text, place, place + REACH)

    def search(self, text: str, pos: int | None = None, endpos: int | None = None) -> regex.Match[str] | None:
        """Return the first match between two places.

        Raises:
            SlowPatternError: the pattern takes too long over the text.
        """
        return self._within(text, partial(self._pattern.search, text, pos, endpos))

    def fullmatch(self, text: str) -> regex.Match[str] | None:
        """Return the match of a whole text.

        Raises:
            SlowPatternError: the pattern takes too long over the text.
        """
        return self._within(text, partial(self._pattern.fullmatch, text))

    def finditer(self, text: str) -> Iterator[regex.Match[str]]:
        """Return all matches, in order. They are found at once: what is done with one is not the pattern's time.

        Raises:
            SlowPatternError: the pattern takes too long over the text.
        """
        return iter(self._within(text, lambda timeout: list(self._pattern.finditer(text, timeout=timeout))))

    def _within(self, text: str, find: Callable[..., T]) -> T:
        if text is not self._text:
            self._text, self._left = text, _limit(text)
        begun = time.process_time()
        if self._left > 0:
            try:
                return find(timeout=self._left)
            except TimeoutError:
                self._left = 0.0
            finally:
                self._left -= time.process_time() - begun
        raise SlowPatternError(
            f"{self._what}: its pattern takes more than {_limit(text):g} seconds on a text of {len(text)} characters; "
            "give it less to try, with possessive quantifiers and bounds"
        )


def _limit(text: str) -> float:
    return SECONDS + len(text) // EACH


Compiled: TypeAlias = regex.Pattern[str] | Netted
