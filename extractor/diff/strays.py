"""Records whose id changed with their text, because it is made of it: `sha256:…`.

Of the records that are left on one side each, those are one that begin or end alike, have one title or stand in the
same place of the same file, and share most of their words.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pydantic_core import from_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from extractor.diff.pending import Line

MOST = 10_000
"""So many records of OLD are looked through; those beyond stay alone."""

_MADE_OF_TEXT = re.compile(rb'[^}]{0,60}"id"\s*:\s*"sha256:')
_WORD = re.compile(r"\w+")
_EDGE = 8
"""Texts begin or end alike if so many words do."""
_SHARE = 0.6
"""So many of the words of the longer text must be in the other one, too."""


@dataclass(slots=True)
class Strays:
    """The records of OLD that wait for one of NEW."""

    _lines: dict[int, Line] = field(default_factory=dict)
    _by_key: defaultdict[object, list[int]] = field(default_factory=lambda: defaultdict(list))

    def keep(self, line: Line) -> bool:
        """Keep a line of OLD if its id is made of its text; return whether it was kept."""
        if len(self._lines) >= MOST or not (record := _record(line)):
            return False
        self._lines[line.number] = line
        for key in _keys(record):
            self._by_key[key].append(line.number)
        return True

    def partner(self, line: Line) -> Line | None:
        """Return the line of OLD that a line of NEW is the new version of, and keep it no longer."""
        if not self._lines or not (record := _record(line)):
            return None
        words = _words(record)
        for key in _keys(record):
            for number in self._by_key.get(key, ()):
                if number in self._lines and _alike(words, _words(from_json(self._lines[number].content))):
                    return self._lines.pop(number)
        return None

    def rest(self) -> Iterator[Line]:
        """Yield the lines that found no partner."""
        yield from self._lines.values()


def _record(line: Line) -> dict[str, Any] | None:
    if not _MADE_OF_TEXT.match(line.content):
        return None
    record = from_json(line.content)
    return record if isinstance(record.get("text"), str) else None


def _words(record: dict[str, Any]) -> list[str]:
    return _WORD.findall(record["text"].casefold())


def _keys(record: dict[str, Any]) -> Iterator[object]:
    """Yield what two versions of a record may have in common."""
    words = _words(record)
    yield "begins", *words[:_EDGE]
    yield "ends", *words[-_EDGE:]
    if isinstance(title := record.get("title"), str):
        yield "title", *_WORD.findall(title.casefold())
    for source in record.get("sources") or ():
        if isinstance(source, dict):
            yield "stands", str(source.get("file")), str(source.get("position"))


def _alike(old: list[str], new: list[str]) -> bool:
    return (Counter(old) & Counter(new)).total() >= _SHARE * max(len(old), len(new))
