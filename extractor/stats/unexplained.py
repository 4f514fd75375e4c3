"""Digits in the texts that no entry accounts for: what may have been missed, without any gold.

A run of digits is accounted for if it lies in a number, a name or a link of its record, or if the numbers pass, run
anew, knows why it is no quantity (a year, a list mark, an exponent), or if it is part of a metric's name (`F1`). The
rest is told by shape.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import regex

from extractor.abstract import Abstract
from extractor.finding import Exclusion, NameFinding
from extractor.passes.names import names_pass
from extractor.passes.numbers import numbers_pass
from extractor.passes.numbers.starts import is_in_word
from extractor.pipeline import document_of
from extractor.rules import load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from extractor.document import Document
    from extractor.finding import Finding
    from extractor.records import AbstractRecord, Benchmark, Method
    from extractor.rules import RuleSet

FATES = ("number", "name", "link", "no quantity", "metric", "unexplained")
"""What may have become of a run of digits, the first that holds."""

_DIGITS = regex.compile(r"\p{Nd}+(?:[.,]\p{Nd}+)*")
_TOKEN = regex.compile(r"\S+")
_EDGE = "([{<\"'“”‘’.,;:!?)]}>"
_WORD = regex.compile(r"\p{L}{5,}")
_LONGEST = 24
_NEAR = 32
_EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class Example:
    """Where such digits stand.

    Attributes:
        paper_id: the record's id.
        start: where they begin in the record's text, in code points.
        context: the text around them, cleaned.
    """

    paper_id: str
    start: int
    context: str


@dataclass(frozen=True, slots=True)
class Shape:
    """Digits of one shape: digits are 0, words of five letters and more are `a`, or `A` with a capital in them.

    Attributes:
        shape: the shape of the word that holds them.
        count: how often it stands.
        examples: the first few of different records.
    """

    shape: str
    count: int
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class Unexplained:
    """What became of the digits of all texts.

    Attributes:
        records: how many records were looked at.
        skipped: how many were not, since they have no text.
        fates: how many runs of digits became what, by `FATES`.
        shapes: those that nothing accounts for, the commonest first.
    """

    records: int
    skipped: int
    fates: dict[str, int]
    shapes: tuple[Shape, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return asdict(self)


def find_unexplained(
    records: Iterable[AbstractRecord], *, rules: RuleSet | None = None, top: int | None = None
) -> Unexplained:
    """Say what became of each run of digits in the texts of records.

    Args:
        records: the records, read once.
        rules: the rules that the run had; the shipped ones by default.
        top: how many of the commonest shapes to give; all by default.

    Raises:
        RuleError: the rules lack a table that a pass needs.
    """
    ruleset = rules or load()
    passes = (numbers_pass(ruleset), names_pass(ruleset))
    fates: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    examples: dict[str, list[Example]] = {}
    seen = skipped = 0
    for record in records:
        if record.text is None:
            skipped += 1
            continue
        seen += 1
        document = document_of(Abstract(record.text))
        for start, end, fate in _fates(record, document, passes):
            fates[fate] += 1
            if fate == FATES[-1]:
                shape = shape_of(document.text.text, start, end)
                counts[shape] += 1
                known = examples.setdefault(shape, [])
                if len(known) < _EXAMPLES and not any(one.paper_id == record.id for one in known):
                    raw = document.text.traced.raw_span(start, end)[0]
                    known.append(Example(record.id, raw, _context(document.text.text, start, end)))
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:top]
    shapes = tuple(Shape(shape, number, tuple(examples[shape])) for shape, number in ordered)
    return Unexplained(seen, skipped, {fate: fates[fate] for fate in FATES}, shapes)


def _fates(
    record: AbstractRecord, document: Document, passes: Sequence[Callable[[Document], Sequence[Finding]]]
) -> Iterator[tuple[int, int, str]]:
    """Yield each run of digits in the cleaned text, and what became of it."""
    runs = [match.span() for match in _DIGITS.finditer(document.text.text)]
    if not runs:
        return
    entries: tuple[Method | Benchmark, ...] = (*record.methods, *record.benchmarks)
    raw = [(number.start, number.end, "number") for number in record.numbers]
    raw += [(place.start, place.end, "name") for entry in entries for place in entry.mentions if place.field == "text"]
    raw += [(link.start, link.end, "link") for link in record.links]
    known = [(what, finding.span) for find in passes for finding in find(document) if (what := _known(finding))]
    for start, end in runs:
        first, last = document.text.traced.raw_span(start, end)
        fate = next((fate for other, until, fate in raw if first < until and other < last), None)
        if fate is None:
            inside = (what for what, span in known if start < span.end and span.start < end and span.field == "text")
            fate = next(inside, "no quantity" if is_in_word(document.text.text, start) else "unexplained")
        yield start, end, fate


def _known(finding: Finding) -> str | None:
    """Return what a finding says of the digits in it, if that is no entry."""
    if isinstance(finding, Exclusion):
        return "no quantity"
    return "metric" if isinstance(finding, NameFinding) and finding.kind == "metric" else None


def shape_of(text: str, start: int, end: int) -> str:
    """Return the shape of the word of a text that holds the digits between `start` and `end`."""
    left = max(text.rfind(space, 0, start) for space in " \n\t\r\xa0") + 1
    match = _TOKEN.match(text, left)
    token = match[0] if match else text[start:end]
    if len(token) > _LONGEST:
        token = text[max(left, start - 4) : min(left + len(token), end + 4)]
    token = token.strip(_EDGE) or text[start:end]
    token = _WORD.sub(lambda word: "a" if word[0].islower() else "A", token)
    return regex.sub(r"\p{Nd}", "0", token)


def _context(text: str, start: int, end: int) -> str:
    before, after = text[max(0, start - _NEAR) : start], text[end : end + _NEAR]
    before = f"…{before}" if start > _NEAR else before
    after = f"{after}…" if end + _NEAR < len(text) else after
    return " ".join(f"{before}{text[start:end]}{after}".split())
