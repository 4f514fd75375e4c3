"""Looking at a number: the sentence around it, what is true of it whatever it is tied to, and where entries stand."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import regex

from extractor.merge import mapping_of
from extractor.relate.layout import Named, Row, Rows, name_rows, number_rows

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from extractor.document import Document
    from extractor.finding import NumberFinding, Span
    from extractor.merge import Entry, EntryKind, Merged

NAMED_PLACE = "it has a place of its own, a name"
EARLIER = "it is what was before"

_COST = regex.compile(
    r"\b(?:speed|fast|latenc|memor|parameter|flop|cost|comput|time|energy|storage|footprint|fps|throughput|epoch|token"
    r"|overhead|usage|consum|slow|accelerat|compress|budget|size|effici|call|sampl|step|iteration|data\b|sparsity"
    r"|bandwidth|cheap|hour|gpu)\w*",
    regex.IGNORECASE,
)
_AVERAGE = regex.compile(r"\b(?:average|mean|overall|all)\b", regex.IGNORECASE)
# Where a number is obtained, right behind it, whether or not that is a name: `5% on Foo`, `3 points in legal text`.
_PLACE_BEHIND = regex.compile(
    r"(?:\s(?!and\b|while\b|but\b|with\b)[^\s,;.()]+){0,4}?\s(?:on|in|for|across|over|under|within)\s(?P<place>[^,;()]+?)"
    r"(?=[,;()]|\.\s|\.?$|\s(?:and|while|but|with|over|compared|than)\s)",
    regex.V1,
)
_PLACE_IN_BRACKETS = regex.compile(r"\s?\((?:on\s|in\s|for\s)?(?P<place>[^()\d%][^()]*)\)", regex.V1)
_BEFORE_BRACKETS = regex.compile(r"(?P<place>\b[^\s,;()]+)\s?\(\s?$", regex.V1)
_TAIL = regex.compile(r"[↑↓%)\]]*")
_RIVAL = regex.compile(
    r"\b(?:competitors?|(?:next|second)[- ]best|prior|previous|existing|baselines?|humans?|frontier|state-of-the-art"
    r"|sota|runner-up|others?|alternatives?|counterparts?|traditional|conventional|standard|original|vanilla|no-\w+"
    r"|control|current|earlier|random)\b(?:\s[\w-]+){0,4}?\s?"
    r"(?:\(|\b(?:with|at|of|scor\w+|achiev\w+|reach\w+|obtain\w+|get\w*|drift\w*)\b)(?:\s?[^\s,;()]+){0,5}\s?$",
    regex.V1 | regex.IGNORECASE,
)
TRAINED_ON = regex.compile(
    r"\b(?:train|pre-?train|fine-?tun|built|build|collect|deriv|sourc|sampl|distill|subset|us|initializ|inject)\w*\b"
    r"(?:\s\S+){0,4}\s$",
    regex.IGNORECASE,
)
_EVALUATED_ON = regex.compile(
    r"\b(?:evaluat|experiment|test|validat|benchmark|result|assess|perform|demonstrat)\w*\b[^.;]{0,60}$",
    regex.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Scene:
    """One sentence with what stands in it. `index` is its number in the text, `last` that of the text's last one."""

    text: str
    start: int
    end: int
    index: int
    last: int
    numbers: Rows
    names: Mapping[EntryKind, Rows]


@dataclass(frozen=True, slots=True)
class Look:
    """A number in its scene.

    Attributes:
        scene: its sentence.
        number: the number.
        metric: the words for what it measures.
        row: the list that it is in; alone, a list of one.
        place: which slot of the list it is in.
        unit: the kind of its unit.
        facts: what is true of it whatever it is tied to.
    """

    scene: Scene
    number: NumberFinding
    metric: Span | None
    row: Row
    place: int
    unit: str
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """Where an entry stands in the document, and what is said of it there.

    Attributes:
        entry: the entry.
        sentences: the numbers of the sentences that name it, in order.
        in_title: whether the title names it.
        own: its place among the entries of its kind that are the paper's own; None if it is not.
        of_kind: how many entries of its kind there are.
        trained_on: whether something is said to be trained on it or made from it.
        evaluated_on: whether something is said to be evaluated on it.
    """

    entry: Entry
    sentences: tuple[int, ...]
    in_title: bool
    own: int | None
    of_kind: int
    trained_on: bool
    evaluated_on: bool


def scenes(document: Document, merged: Merged) -> Iterator[tuple[Scene, Sequence[NumberFinding]]]:
    """Yield each sentence that has numbers, with its numbers, all in reading order."""
    sentences = document.text.sentences
    starts = [start for start, _ in sentences]
    numbers: defaultdict[int, list[NumberFinding]] = defaultdict(list)
    for number in merged.numbers:
        numbers[_index(starts, number.span)].append(number)
    mentions: defaultdict[int, list[Named]] = defaultdict(list)
    for span, entry in sorted(mapping_of(merged.entries).items(), key=lambda mention: mention[0].order):
        if span.field == "text":
            mentions[_index(starts, span)].append((span, entry))
    text = document.text.text
    for index in sorted(numbers):
        here, named = numbers[index], mentions[index]
        of_kind: dict[EntryKind, Rows] = {
            kind: name_rows(text, [name for name in named if name[1].kind == kind]) for kind in ("method", "benchmark")
        }
        rows = number_rows(text, here, [span for span, _ in named])
        yield Scene(text, *sentences[index], index, len(sentences) - 1, rows, of_kind), here


def _index(starts: Sequence[int], span: Span) -> int:
    return max(0, bisect_right(starts, span.start) - 1)


def standings(document: Document, merged: Merged, own: Collection[Entry]) -> dict[Entry, Standing]:
    """Return where each entry stands; `own` are the entries that are the paper's contribution."""
    text, sentences = document.text.text, document.text.sentences
    starts = [start for start, _ in sentences]
    counts = {"method": 0, "benchmark": 0}
    owned: dict[str, list[Entry]] = {"method": [], "benchmark": []}
    for entry in merged.entries:
        counts[entry.kind] += 1
        if entry in own:
            owned[entry.kind].append(entry)
    found = {}
    for entry in merged.entries:
        mentions = [mention for mention in entry.mentions if mention.field == "text"]

        def is_said(what: regex.Pattern[str], mentions: Sequence[Span] = mentions) -> bool:
            return any(
                what.search(text, max(starts[_index(starts, span)], span.start - 80), span.start) for span in mentions
            )

        found[entry] = Standing(
            entry=entry,
            sentences=tuple(dict.fromkeys(_index(starts, span) for span in mentions)),
            in_title=len(mentions) < len(entry.mentions),
            own=owned[entry.kind].index(entry) if entry in owned[entry.kind] else None,
            of_kind=counts[entry.kind],
            trained_on=is_said(TRAINED_ON),
            evaluated_on=is_said(_EVALUATED_ON),
        )
    return found


def look_at(scene: Scene, row: Row, place: int, number: NumberFinding, metric: Span | None) -> Look:
    """Look at the number in a slot of a row."""
    unit = {"percent": "percent", "point": "percent", "score": "score", "times": "times"}.get(
        number.unit, "another unit"
    )
    return Look(scene, number, metric, row, place, unit, tuple(_facts(scene, row, place, number, metric)))


def _facts(scene: Scene, row: Row, place: int, number: NumberFinding, metric: Span | None) -> Iterator[str]:
    text, span, slot = scene.text, number.span, row.slots[place]
    around = text[max(scene.start, span.start - 30) : min(scene.end, span.end + 35)]
    measured = text[metric.start : metric.end] if metric else around
    if _COST.search(measured):
        yield "it is a cost"
    if _AVERAGE.search(around):
        yield "it is an average"
    if row.is_earlier(text, scene.start, place, number):
        yield EARLIER
    if _RIVAL.search(text, max(scene.start, span.start - 70), span.start):
        yield "it is a nameless rival's"
    behind = _TAIL.match(text, slot.end)
    after = behind.end() if behind else slot.end
    for match in (
        _PLACE_BEHIND.match(text, after, scene.end),
        _PLACE_IN_BRACKETS.match(text, after, scene.end),
        _BEFORE_BRACKETS.search(text, max(scene.start, slot.start - 40), slot.start),
    ):
        if match and not _named_in(scene.names["benchmark"], *match.span("place")):
            if _named_in(scene.names["method"], *match.span("place")):
                yield "it is said of a method"
            elif any(character.isupper() for character in match["place"]):
                yield NAMED_PLACE
            else:
                yield "it has a place of its own, described"
            break


def _named_in(rows: Rows, start: int, end: int) -> bool:
    return any(start < span.end and span.start < end for row in rows.rows for span, _ in row.names)
