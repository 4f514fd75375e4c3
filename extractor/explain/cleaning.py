"""What cleaning changed in a text, told in whole words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractor.explain.model import CleanedLine

if TYPE_CHECKING:
    from collections.abc import Iterator

    from extractor.records import FieldName
    from extractor.traced import TracedText

_Edit = tuple[int, int, int, int]
"""Start and end in the raw text, start and end in the cleaned one."""


def changes(field: FieldName, traced: TracedText) -> Iterator[CleanedLine]:
    """Yield each place of a text that cleaning changed, but for places that differ in white space alone.

    A place begins and ends where words do, so that it shows what a reader would take for one thing.
    """
    for start, end, first, last in _in_words(traced, list(_edits(traced))):
        raw, cleaned = traced.raw[start:end], traced.text[first:last]
        if raw.split() != cleaned.split():
            yield CleanedLine(field, start, end, raw, cleaned)


def _edits(traced: TracedText) -> Iterator[_Edit]:
    """Yield the stretches that are not the same in both texts, as small as they can be."""
    raw, text = traced.raw, traced.text
    at = since = 0  # how far the raw text is read, and where what is the same ended
    since_cleaned = 0
    for index, char in enumerate(text):
        start, end = traced.starts[index], traced.ends[index]
        if end - start == 1 and start >= at and raw[start] == char:
            if since < start or since_cleaned < index:
                yield since, start, since_cleaned, index
            since, since_cleaned = end, index + 1
        at = max(at, end)
    if since < len(raw) or since_cleaned < len(text):
        yield since, len(raw), since_cleaned, len(text)


def _in_words(traced: TracedText, edits: list[_Edit]) -> list[_Edit]:
    """Return edits grown to whole words; those in one word are one."""
    raw = traced.raw
    told = [
        edit for edit in edits if not (raw[edit[0] : edit[1]].isspace() and traced.text[edit[2] : edit[3]].isspace())
    ]
    grown: list[_Edit] = []
    for number, (start, end, first, last) in enumerate(told):
        before = told[number - 1][1] if number else 0
        after = told[number + 1][0] if number + 1 < len(told) else len(raw)
        # What stands between edits is the same in both texts, so that both sides grow alike.
        left = start - max(before, _word_start(raw, start))
        right = min(after, _word_end(raw, end)) - end
        if grown and start - left <= grown[-1][1]:
            from_start, _, from_first, _ = grown.pop()
            grown.append((from_start, end + right, from_first, last + right))
        else:
            grown.append((start - left, end + right, first - left, last + right))
    return grown


def _word_start(text: str, position: int) -> int:
    while position > 0 and not text[position - 1].isspace():
        position -= 1
    return position


def _word_end(text: str, position: int) -> int:
    while position < len(text) and not text[position].isspace():
        position += 1
    return position
