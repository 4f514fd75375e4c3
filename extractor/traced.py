"""Text that remembers where each of its characters came from.

Two frames of text exist in this package. The *raw* frame is the abstract as it was read; every offset in a record
counts its code points. The *cleaned* frame is the raw text with markup taken off; every pass works in it. A
`TracedText` holds both and the map between them, and every cleaning step is a function `TracedText -> TracedText`, so
text and map can only change together.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import regex

Edit = tuple[int, int, str]
"""A cleaned span and what to put in its place: `(start, end, replacement)`, half-open."""


@dataclass(frozen=True, slots=True)
class TracedText:
    """A cleaned text and the raw span that each of its characters stands for.

    Attributes:
        raw: the text as it was read.
        text: the cleaned text.
        starts: for each character of `text`, where in `raw` the piece that it stands for begins.
        ends: for each character of `text`, where that piece ends (exclusive).

    Neither map ever runs backwards, and an untouched character maps to itself alone. Empty spans are refused, since
    they have no place in the other frame.
    """

    raw: str
    text: str
    starts: Sequence[int] = field(repr=False)
    ends: Sequence[int] = field(repr=False)

    @classmethod
    def of(cls, raw: str) -> TracedText:
        """Return `raw` with nothing cleaned yet."""
        length = len(raw)
        return cls(raw, raw, range(length), range(1, length + 1))

    def edit(self, edits: Iterable[Edit]) -> TracedText:
        """Return the text with each `(start, end, replacement)` carried out.

        Edits are in the cleaned frame, in order, non-empty and apart from each other. A replacement of the same length
        is mapped character by character; any other stands, each of its characters, for the whole span that it replaces.

        Raises:
            ValueError: an edit is empty, overlaps the one before it or lies outside the text.
        """
        text, starts, ends = self.text, self.starts, self.ends
        new_text: list[str] = []
        new_starts: list[int] = []
        new_ends: list[int] = []
        last = 0
        for start, end, replacement in edits:
            if not last <= start < end <= len(text):
                raise ValueError(f"edit {start}:{end} is empty, out of order or outside a text of {len(text)}")
            new_text += (text[last:start], replacement)
            new_starts += starts[last:start]
            new_ends += ends[last:start]
            if len(replacement) == end - start:
                new_starts += starts[start:end]
                new_ends += ends[start:end]
            else:
                new_starts += (starts[start],) * len(replacement)
                new_ends += (ends[end - 1],) * len(replacement)
            last = end
        if not new_text:
            return self
        new_text.append(text[last:])
        new_starts += starts[last:]
        new_ends += ends[last:]
        return TracedText(self.raw, "".join(new_text), tuple(new_starts), tuple(new_ends))

    def respelt(self, text: str) -> TracedText:
        """Return the text with some of its characters changed one for one: `text` is as long as it was.

        Raises:
            ValueError: it is not.
        """
        if len(text) != len(self.text):
            raise ValueError(f"{len(text)} characters cannot stand for {len(self.text)}, one for one")
        return self if text == self.text else TracedText(self.raw, text, self.starts, self.ends)

    def sub(
        self, pattern: regex.Pattern[str], replacement: str | Callable[[regex.Match[str]], str | None]
    ) -> TracedText:
        """Return the text with each match of `pattern` replaced; a function may return None to leave a match alone."""
        edits = []
        for match in pattern.finditer(self.text):
            new = replacement if isinstance(replacement, str) else replacement(match)
            if new is not None and match.end() > match.start() and new != match.group():
                edits.append((match.start(), match.end(), new))
        return self.edit(edits)

    def unwrap(self, pattern: regex.Pattern[str], group: int | str = 1) -> TracedText:
        r"""Return the text with each match cut down to one of its groups, whose characters keep their own places.

        This is how `\textbf{LoRA}` becomes `LoRA` with an L that still maps to the L.
        """
        edits = []
        for match in pattern.finditer(self.text):
            start, end = match.span(group)
            if match.start() < start:
                edits.append((match.start(), start, ""))
            if end < match.end():
                edits.append((end, match.end(), ""))
        return self.edit(edits)

    def raw_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the raw span of the cleaned span `[start, end)`: markup inside it is included, around it is not.

        Raises:
            ValueError: the span is empty or outside the text.
        """
        if not 0 <= start < end <= len(self.text):
            raise ValueError(f"span {start}:{end} is empty or outside a text of {len(self.text)}")
        return self.starts[start], self.ends[end - 1]

    def cleaned_span(self, start: int, end: int) -> tuple[int, int] | None:
        """Return the cleaned span of what is left of the raw span `[start, end)`, or None if it was all cleaned off.

        Raises:
            ValueError: the span is empty or outside the text.
        """
        if not 0 <= start < end <= len(self.raw):
            raise ValueError(f"span {start}:{end} is empty or outside a text of {len(self.raw)}")
        first, last = bisect_right(self.ends, start), bisect_left(self.starts, end)
        return (first, last) if first < last else None
