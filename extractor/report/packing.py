"""Records as short JSON: lists instead of objects, and strings that come again and again as places in one list.

Nothing is lost, only what follows from the rest is left out: the characters of a mention are those that stand there.
`script/records.js` unpacks it.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractor.records import AbstractRecord, Benchmark, Link, Mention, Method, ReportedNumber, Source

Packed: TypeAlias = list[Any]

# Inside a script element a browser looks for its end and for comments alone; these characters begin both. The line
# separators are no JSON problem, but older readers of JavaScript take them for the end of a line.
_UNSAFE = str.maketrans({character: f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"})


class Words:
    """Strings by their places, in the order in which they are met; place 0 is null."""

    def __init__(self) -> None:
        """Begin with null alone."""
        self._places: dict[str | None, int] = {None: 0}

    def place(self, word: str | None) -> int:
        """Return the place of a string, which it gets if it has none."""
        return self._places.setdefault(word, len(self._places))

    def listed(self) -> list[str | None]:
        """Return all strings, each in its place."""
        return list(self._places)


def packed(record: AbstractRecord, words: Words) -> Packed:
    """Return a record as a list for `as_script`; its strings that come again are added to `words`."""
    whole = record.text is not None
    methods = {entry.name: place for place, entry in enumerate(record.methods, 1)}
    benchmarks = {entry.name: place for place, entry in enumerate(record.benchmarks, 1)}
    return [
        record.id,
        record.title,
        record.text,
        [_source(source, words) for source in record.sources],
        [_entry(entry, words, whole=whole) for entry in record.methods],
        [_entry(entry, words, whole=whole) for entry in record.benchmarks],
        [_number(number, words, methods, benchmarks, whole=whole) for number in record.numbers],
        [_link(link, words, whole=whole) for link in record.links],
    ]


def as_script(value: object) -> str:
    """Return JSON that can stand in a script element, whatever its strings hold."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).translate(_UNSAFE)


def _source(source: Source, words: Words) -> Packed:
    return _trimmed(
        [
            words.place(source.file),
            source.position,
            words.place(source.collection),
            source.id,
            source.title,
            source.year,
            source.authors,
            words.place(source.venue),
            source.url,
            source.pdf,
            source.code_url,
        ]
    )


def _entry(entry: Method | Benchmark, words: Words, *, whole: bool) -> Packed:
    return [
        words.place(entry.name),
        [words.place(alias) for alias in entry.aliases],
        words.place(entry.canonical),
        words.place(entry.role),
        [_mention(mention, whole=whole) for mention in entry.mentions],
        entry.confidence,
        _found_by(entry.found_by, words),
    ]


def _mention(mention: Mention, *, whole: bool) -> Packed:
    """Return where a mention stands, a 1 behind it in the title, and its characters where the text is left out."""
    place = [mention.start, mention.end]
    if mention.field == "title":
        return [*place, 1]
    return place if whole else [*place, 0, mention.text]


def _number(
    number: ReportedNumber, words: Words, methods: dict[str, int], benchmarks: dict[str, int], *, whole: bool
) -> Packed:
    return [
        number.start,
        number.end,
        number.value,
        number.value_max,
        number.uncertainty,
        words.place(number.unit),
        words.place(number.of),
        words.place(number.kind),
        words.place(number.qualifier),
        words.place(number.change),
        words.place(number.metric),
        benchmarks[number.benchmark] if number.benchmark is not None else 0,
        methods[number.method] if number.method is not None else 0,
        methods[number.baseline] if number.baseline is not None else 0,
        number.confidence,
        _found_by(number.found_by, words),
        *([] if whole else [number.text]),
    ]


def _link(link: Link, words: Words, *, whole: bool) -> Packed:
    return [
        link.start,
        link.end,
        link.url,
        0 if link.canonical == link.url else link.canonical,
        words.place(link.kind),
        words.place(link.host),
        link.owner,
        link.repository,
        link.ours,
        link.confidence,
        _found_by(link.found_by, words),
        *([] if whole else [link.text]),
    ]


def _found_by(names: Sequence[str], words: Words) -> list[int]:
    return [words.place(name) for name in names]


def _trimmed(row: Packed) -> Packed:
    """Leave out what is not known at the end of a row: null, or place 0."""
    end = len(row)
    while end and (row[end - 1] is None or row[end - 1] == 0):
        end -= 1
    return row[:end]
