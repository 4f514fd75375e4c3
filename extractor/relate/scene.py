"""Looking at a number: the sentence around it, what is true of it whatever it is tied to, and where entries stand."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import regex

from extractor.relate.layout import Named, Row, Rows, Standing, name_rows, number_rows, with_places_apart

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from extractor.document import Document
    from extractor.entries.merge import Entry, EntryKind, Merged
    from extractor.finding import NumberFinding, Span

NAMED_PLACE = "it has a place of its own, a name"
EARLIER = "it is what was before"

FAR = 400
"""Characters; what is farther from a number is not read."""

# What begins the words for a cost, of which benchmarks are seldom said.
_COST = (
    "speed", "fast", "latenc", "memor", "parameter", "flop", "cost", "comput", "time", "energy", "storage", "footprint",
    "fps", "throughput", "epoch", "token", "overhead", "usage", "consum", "slow", "accelerat", "compress", "budget",
    "size", "effici", "call", "sampl", "step", "iteration", "data", "sparsity", "bandwidth", "cheap", "hour", "gpu",
)  # fmt: skip
_AVERAGE = frozenset({"average", "mean", "overall", "all"})
# Where a number is obtained, right behind it, whether or not that is a name: `5% on Foo`, `3 points in legal text`.
_PLACE_BEHIND = regex.compile(
    r"(?:\s(?!and\b|while\b|but\b|with\b)[^\s,;.()]+){0,4}?\s(?:on|in|for|across|over|under|within)\s(?P<place>[^,;()]+?)"
    r"(?=[,;()]|\.\s|\.?$|\s(?:and|while|but|with|over|compared|than)\s)",
    regex.V1,
)
_PLACE_IN_BRACKETS = regex.compile(r"\s?\((?:on\s|in\s|for\s)?(?P<place>[^()\d%][^()]*)\)", regex.V1)
# What stands in front of a bracket that the number stands in, behind what it measures and other numbers: `Foo (F1 0.9`.
_BEFORE_BRACKETS = regex.compile(
    r"(?P<place>\b[^\s,;()]+)\s?\(\s?(?:(?!(?:on|in|for|with|from|by)\s)[^\s,;:()]+\s){0,4}(?:[~≈<>≤≥=]\s?)?$", regex.V1
)
_BRACKET = 3  # the most characters that a bracket with its spaces has
_TAIL = regex.compile(r"[↑↓%)\]]*")
_RIVALS = frozenset(
    [
        "competitor", "competitors", "best", "second-best", "next-best", "prior", "previous", "existing", "baseline",
        "baselines", "human", "humans", "frontier", "state-of-the-art", "sota", "runner-up", "other", "others",
        "alternative", "alternatives", "counterpart", "counterparts", "traditional", "conventional", "standard",
        "original", "vanilla", "control", "current", "earlier", "random",
    ]
)  # fmt: skip
_RIVAL = regex.compile(
    rf"\b(?:(?:next|second)\sbest|{'|'.join(sorted(_RIVALS - {'best'}))}|no-\w+)\b(?:\s[\w-]+){{0,4}}?\s?"
    r"(?:\(|\b(?:with|at|of|scor\w+|achiev\w+|reach\w+|obtain\w+|get\w*|drift\w*)\b)(?:\s?[^\s,;()]+){0,5}\s?$",
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


_OURS = frozenset({"we", "our", "ours", "us"})
_OF_OURS = (
    "the proposed",
    *(f"this {what}" for what in ("method", "approach", "model", "framework", "work", "system")),
)
# Where a sentence names no method and goes passive, the paper did it: `an accuracy of 81% is achieved`.
_PASSIVE = regex.compile(
    r"\b(?:is|are|was|were)\s(?:\p{Ll}+ly\s)?(?:achieved|obtained|reached|attained|reduced|improved|increased|decreased"
    r"|lowered|cut|gained|raised)\b(?!\sby\s\p{L})",
    regex.V1,
)
_IT = frozenset({"it", "its", "they", "their"})


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
        facts: what is true of it whatever it is tied to, and counts for every candidate.
        ours: whether words for the paper's own work (`our method`) stand before it.
        it: whether a pronoun stands before it.
    """

    scene: Scene
    number: NumberFinding
    metric: Span | None
    row: Row
    place: int
    unit: str
    facts: tuple[str, ...]
    ours: bool
    it: bool


def scenes(document: Document, merged: Merged, stand: Sequence[Standing]) -> Iterator[Scene]:
    """Yield each sentence that has numbers, in reading order."""
    sentences, text = document.text.sentences, document.text.text
    starts = [start for start, _ in sentences]
    numbers: defaultdict[int, list[NumberFinding]] = defaultdict(list)
    for number in sorted(merged.numbers, key=lambda number: number.span.start):
        numbers[_index(starts, number.span)].append(number)
    mentions: defaultdict[int, list[Named]] = defaultdict(list)
    for standing in stand:
        for span in standing.entry.mentions:
            if span.field == "text" and (index := _index(starts, span)) in numbers:
                mentions[index].append((span, standing))
    for index, here in numbers.items():
        named = sorted(mentions[index], key=lambda name: name[0].start)
        of_kind: dict[EntryKind, Rows] = {
            kind: name_rows(text, [name for name in named if name[1].entry.kind == kind])
            for kind in ("method", "benchmark")
        }
        rows = number_rows(text, here, [span for span, _ in named])
        rows = with_places_apart(text, starts[index], rows, of_kind["benchmark"])
        yield Scene(text, *sentences[index], index, len(sentences) - 1, rows, of_kind)


def _index(starts: Sequence[int], span: Span) -> int:
    return max(0, bisect_right(starts, span.start) - 1)


def standings(document: Document, merged: Merged, own: Collection[Entry]) -> list[Standing]:
    """Return where each entry stands; `own` are the entries that are the paper's contribution."""
    text = document.text.text
    starts = [start for start, _ in document.text.sentences]
    counts = {"method": 0, "benchmark": 0}
    for entry in merged.entries:
        counts[entry.kind] += 1
    owned = {"method": 0, "benchmark": 0}
    found = []
    for entry in merged.entries:
        mentions = [mention for mention in entry.mentions if mention.field == "text"]
        sentences = tuple(sorted({_index(starts, span) for span in mentions}))
        is_own, in_title = entry in own, len(mentions) < len(entry.mentions)
        rank = owned[entry.kind] if is_own else None
        owned[entry.kind] += is_own
        standing = Standing(entry, sentences, in_title, rank, counts[entry.kind])
        if entry.kind == "benchmark":
            heads = [text[max(starts[_index(starts, span)], span.start - 80) : span.start] for span in mentions]
            standing = replace(
                standing,
                trained_on=any(map(TRAINED_ON.search, heads)),
                evaluated_on=any(map(_EVALUATED_ON.search, heads)),
            )
        found.append(standing)
    return found


def look_at(scene: Scene, row: Row, place: int, number: NumberFinding, metric: Span | None) -> Look:
    """Look at the number in a slot of a row."""
    unit = {"percent": "percent", "point": "percent", "score": "score", "times": "times"}.get(
        number.unit, "another unit"
    )
    before = scene.text[max(scene.start, number.span.start - FAR) : number.span.start].lower()
    words = before.split()
    ours = (
        not _OURS.isdisjoint(words)
        or any(phrase in before for phrase in _OF_OURS)
        or (not scene.names["method"].rows and _PASSIVE.search(scene.text, scene.start, scene.end) is not None)
    )
    facts = tuple(_facts(scene, row, place, number, metric))
    return Look(scene, number, metric, row, place, unit, facts, ours=ours, it=not _IT.isdisjoint(words))


def _facts(scene: Scene, row: Row, place: int, number: NumberFinding, metric: Span | None) -> Iterator[str]:
    text, span, slot = scene.text, number.span, row.slots[place]
    around = text[max(scene.start, span.start - 30) : min(scene.end, span.end + 35)]
    measured = text[metric.start : metric.end] if metric else around
    if any(word.startswith(_COST) for word in _words(measured)):
        yield "it is a cost"
    if not _AVERAGE.isdisjoint(_words(around)):
        yield "it is an average"
    if row.is_earlier(text, scene.start, place, number):
        yield EARLIER
    before = text[max(scene.start, span.start - 70) : span.start].lower()
    if ("no-" in before or not _RIVALS.isdisjoint(before.split())) and _RIVAL.search(before):
        yield "it is a nameless rival's"
    behind = _TAIL.match(text, slot.end)
    after = behind.end() if behind else slot.end
    opened = text.rfind("(", max(scene.start, slot.start - 40), slot.start)
    in_brackets = (
        opened >= 0
        and ")" not in text[opened : slot.start]
        and not _named_in(scene.names["benchmark"], opened, slot.start)
    )
    for match in (
        _PLACE_BEHIND.match(text, after, scene.end),
        _PLACE_IN_BRACKETS.match(text, after, scene.end),
        _BEFORE_BRACKETS.search(text, max(scene.start, slot.start - 80), slot.start) if in_brackets else None,
    ):
        if match and not _named_in(scene.names["benchmark"], *match.span("place")):
            if _named_in(scene.names["method"], *match.span("place")):
                yield "it is said of a method"
            elif any(character.isupper() for character in match["place"]):
                yield NAMED_PLACE
            elif match.end() - match.end("place") <= _BRACKET:
                yield "it has a place of its own, described"
            break


def _words(text: str) -> list[str]:
    return text.lower().replace("-", " ").replace(",", " ").replace("(", " ").split()


def _named_in(rows: Rows, start: int, end: int) -> bool:
    return any(start < span.end and span.start < end for row in rows.rows for span, _ in row.names)
