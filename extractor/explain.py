"""Explain: what found what in one abstract, what was dropped and why, and how numbers were tied to names."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import regex

from extractor.finding import DefinitionFinding, Exclusion, LinkFinding, NameFinding, NumberFinding, Span
from extractor.merge import mapping_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from extractor.abstract import Abstract
    from extractor.document import Document
    from extractor.finding import Finding
    from extractor.pipeline import Analysis, Extractor
    from extractor.relate import Choice

_WORDS = {"benchmark": "on", "method": "by", "baseline": "against"}
_SHOWN, _SHOWN_OF_NEXT = 5, 3  # pieces of evidence in the text; JSON has them all
_DIGITS = regex.compile(r"\p{Nd}+(?:[.,]\p{Nd}+)*")


@dataclass(frozen=True, slots=True)
class FoundLine:
    """One finding of a pass and what became of it. Offsets are those of the record: raw, half-open."""

    field: str
    start: int
    end: int
    text: str
    kind: str
    found_by: str
    became: str


@dataclass(frozen=True, slots=True)
class EntryLine:
    """One entry of the record, and the rules that made the paper its author."""

    kind: str
    name: str
    aliases: tuple[str, ...]
    role: str
    mentions: int
    found_by: tuple[str, ...]
    own_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CandidateLine:
    """A name that a number may have been tied to, its points, and what gave them or what bars it."""

    name: str
    points: int
    evidence: tuple[tuple[str, int], ...]
    barred: str | None


@dataclass(frozen=True, slots=True)
class TieLine:
    """What a number was tied to in one relation, if to anything, and what else was weighed.

    Attributes:
        relation: `benchmark`, `method` or `baseline`.
        name: what it was tied to.
        least: the points that a name must have more of.
        candidates: the names that were weighed, the one with the most points first, barred ones last.
    """

    relation: str
    name: str | None
    least: int
    candidates: tuple[CandidateLine, ...]


@dataclass(frozen=True, slots=True)
class NumberLine:
    """One number of the record and what it is tied to."""

    start: int
    text: str
    value: float
    value_max: float | None
    unit: str
    of: str | None
    kind: str
    qualifier: str
    metric: str | None
    benchmark: str | None
    method: str | None
    baseline: str | None
    found_by: str
    ties: tuple[TieLine, ...]


@dataclass(frozen=True, slots=True)
class DigitsLine:
    """One run of digits in the abstract and what became of it."""

    start: int
    text: str
    became: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """How one record came to be."""

    id: str
    cleaned: str
    found: tuple[FoundLine, ...]
    entries: tuple[EntryLine, ...]
    numbers: tuple[NumberLine, ...]
    digits: tuple[DigitsLine, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return the explanation as plain data."""
        return asdict(self)

    def as_json(self) -> str:
        """Return the explanation as JSON."""
        return json.dumps(self.as_dict(), ensure_ascii=False, indent=2)

    def as_text(self) -> str:
        """Return the explanation for reading."""
        return "\n".join(_lines(self))


def explain(extractor: Extractor, abstract: Abstract) -> Explanation:
    """Explain the record of one abstract."""
    (analysis,) = extractor.analyse([abstract])
    document = analysis.document
    return Explanation(
        id=abstract.record_id,
        cleaned=document.text.text,
        found=tuple(_found(analysis)),
        entries=tuple(_entries(analysis)),
        numbers=tuple(_numbers(analysis)),
        digits=tuple(_digits(analysis)),
    )


def _raw(document: Document, span: Span) -> tuple[int, int, str]:
    traced = document.passage(span.field).traced
    start, end = traced.raw_span(span.start, span.end)
    return start, end, traced.raw[start:end]


def _found(analysis: Analysis) -> Iterator[FoundLine]:
    document, merged = analysis.document, analysis.merged
    reasons = {id(dropped.finding): dropped.reason for dropped in merged.dropped}
    entries = mapping_of(merged.entries)
    for finding in sorted(analysis.findings, key=lambda finding: (*finding.span.order, finding.found_by)):
        start, end, text = _raw(document, finding.span)
        kind = _kind(finding)
        if reason := reasons.get(id(finding)):
            became = f"dropped: {reason}"
        elif isinstance(finding, Exclusion):
            became = f"no quantity: {finding.reason}"
        elif isinstance(finding, DefinitionFinding):
            became = f"short form of {_raw(document, finding.long)[2]!r}"
        elif isinstance(finding, NameFinding) and finding.span in entries:
            entry = entries[finding.span]
            became = f"{entry.kind} {entry.name!r}"
        else:
            became = kind
        yield FoundLine(finding.span.field, start, end, text, kind, finding.found_by, became)


def _kind(finding: Finding) -> str:
    match finding:
        case NameFinding():
            return finding.kind
        case NumberFinding():
            return "number"
        case LinkFinding():
            return "link"
        case DefinitionFinding():
            return "definition"
        case _:
            return "exclusion"


def _entries(analysis: Analysis) -> Iterator[EntryLine]:
    roles = {"method": ("proposed", "mentioned"), "benchmark": ("introduced", "evaluated")}
    for entry in analysis.merged.entries:
        own, other = roles[entry.kind]
        yield EntryLine(
            kind=entry.kind,
            name=entry.name,
            aliases=entry.forms[1:],
            role=own if entry in analysis.own else other,
            mentions=len(entry.mentions),
            found_by=entry.found_by,
            own_by=tuple(analysis.own.get(entry, ())),
        )


def _numbers(analysis: Analysis) -> Iterator[NumberLine]:
    document = analysis.document
    for number in analysis.numbers:
        finding = number.finding
        start, _, text = _raw(document, finding.span)
        yield NumberLine(
            start=start,
            text=text,
            value=finding.value,
            value_max=finding.value_max,
            unit=finding.unit,
            of=finding.of,
            kind=finding.kind,
            qualifier=finding.qualifier,
            metric=_raw(document, number.metric)[2] if number.metric else None,
            benchmark=number.benchmark.name if number.benchmark else None,
            method=number.method.name if number.method else None,
            baseline=number.baseline.name if number.baseline else None,
            found_by=finding.found_by,
            ties=tuple(
                _tie(relation, choice)
                for relation, choice in (("benchmark", number.on), ("method", number.by), ("baseline", number.against))
                if choice.weighed
            ),
        )


def _tie(relation: str, choice: Choice) -> TieLine:
    candidates = tuple(
        CandidateLine(
            weighed.candidate.entry.name,
            weighed.points,
            choice.card.itemized(weighed.candidate),
            weighed.candidate.barred,
        )
        for weighed in choice.weighed
    )
    return TieLine(relation, choice.entry.name if choice.entry else None, choice.card.least, candidates)


def _digits(analysis: Analysis) -> Iterator[DigitsLine]:
    """Say of every run of digits in the cleaned text what became of it, the most particular answer first."""
    document, merged = analysis.document, analysis.merged
    reasons = {id(dropped.finding): dropped.reason for dropped in merged.dropped}
    answers = [(number.finding.span, f"number, by {number.finding.found_by}") for number in analysis.numbers]
    for entry in merged.entries:
        answers += [(mention, f"part of the name {entry.name!r}") for mention in entry.mentions]
    answers += [(link.span, "part of a link") for link in merged.links]
    for finding in analysis.findings:
        if isinstance(finding, Exclusion):
            answers.append((finding.span, f"no quantity: {finding.reason} ({finding.found_by})"))
        elif id(finding) in reasons:
            answers.append((finding.span, f"dropped: {reasons[id(finding)]} ({finding.found_by})"))
    for match in _DIGITS.finditer(document.text.text):
        span = Span("text", *match.span())
        became = next((answer for other, answer in answers if other.overlaps(span)), "no rule reads it")
        start, _, text = _raw(document, span)
        yield DigitsLine(start, text, became)


def _lines(explanation: Explanation) -> Iterator[str]:
    yield f"record {explanation.id}"
    yield from _section(
        "entries",
        [
            f"{line.kind:10} {line.role:10} {line.name}{_also(line.aliases)}  x{line.mentions}  "
            f"by {', '.join(line.found_by)}" + (f"; own by {', '.join(line.own_by)}" if line.own_by else "")
            for line in explanation.entries
        ],
    )
    yield from _section("numbers", [row for line in explanation.numbers for row in _number_lines(line)])
    yield from _section(
        "findings",
        [
            f"{line.field:5} {line.start:5}:{line.end:<5} {line.text!r}  {line.found_by} -> {line.became}"
            for line in explanation.found
        ],
    )
    yield from _section("digits", [f"{line.start:6} {line.text}  {line.became}" for line in explanation.digits])


def _number_lines(line: NumberLine) -> Iterator[str]:
    yield (
        f"{line.start:6} {line.text}  = {line.value:g}{'' if line.value_max is None else f' to {line.value_max:g}'}"
        f" {line.unit}{f' of {line.of}' if line.of else ''}, {line.kind}, {line.qualifier}"
        + "".join(
            f", {what} {value!r}"
            for what, value in (
                ("metric", line.metric),
                ("on", line.benchmark),
                ("by", line.method),
                ("against", line.baseline),
            )
            if value
        )
    )
    for tie in line.ties:
        yield f"         {_WORDS[tie.relation]} {_tied(tie)}"


def _tied(tie: TieLine) -> str:
    """Say what a number is tied to and why, and what came next and why not."""
    first, *others = tie.candidates
    next_best = "".join(f"; next {_weighed(other, _SHOWN_OF_NEXT)}" for other in others[:1])
    if tie.name is not None:
        return f"{_weighed(first, _SHOWN)}{next_best}"
    return f"nothing: none has more than {tie.least}; best {_weighed(first, _SHOWN)}{next_best}"


def _weighed(line: CandidateLine, most: int) -> str:
    if line.barred:
        return f"{line.name!r} cannot be: {line.barred}"
    items = ", ".join(f"{feature} {points:+}" for feature, points in line.evidence[:most])
    more = ", …" if len(line.evidence) > most else ""
    return f"{line.name!r} {line.points:+} ({items}{more})"


def _also(aliases: Sequence[str]) -> str:
    return f" ({', '.join(aliases)})" if aliases else ""


def _section(heading: str, lines: Sequence[str]) -> Iterator[str]:
    yield f"\n{heading}"
    yield from (f"  {line}" for line in lines or ["none"])
