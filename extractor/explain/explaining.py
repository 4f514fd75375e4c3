"""Making an explanation: an abstract is analysed as a run does it, and all that the stages say is kept."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import regex

from extractor.entries.merge import mapping_of
from extractor.errors import RecordError
from extractor.explain.cleaning import changes
from extractor.explain.model import (
    CandidateLine,
    DigitsLine,
    EntryLine,
    Explanation,
    FoundLine,
    JudgedLine,
    LinkLine,
    MarkLine,
    NumberLine,
    TieLine,
)
from extractor.finding import DefinitionFinding, Exclusion, LinkFinding, NameFinding, NumberFinding, Span
from extractor.passes.numbers.starts import is_in_word
from extractor.stats.marks import MEANINGS, marks_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from extractor.abstract import Abstract
    from extractor.document import Document
    from extractor.entries.judging import Reason
    from extractor.entries.merge import Entry
    from extractor.finding import Finding
    from extractor.pipeline import Analysis, Extractor
    from extractor.relate import Choice

_DIGITS = regex.compile(r"\p{Nd}+(?:[.,]\p{Nd}+)*")


def explain(extractor: Extractor, abstract: Abstract) -> Explanation:
    """Explain the record of one abstract."""
    (analysis,) = extractor.analyse([abstract])
    document = analysis.document
    found = tuple(_found(analysis, extractor))
    known = extractor.ruleset.rules
    asked = {line.found_by for line in found} | {rule for rules in analysis.own.values() for rule in rules}
    asked |= {rule for said in analysis.owned.values() for rule in said.found_by}
    return Explanation(
        id=abstract.record_id,
        title=abstract.title,
        text=abstract.text,
        cleaned=document.text.text,
        cleaning=tuple(line for passage in document.passages for line in changes(passage.field, passage.traced)),
        found=found,
        entries=tuple(_entries(analysis, extractor.reasons(analysis))),
        numbers=tuple(_numbers(analysis, _marks(extractor, abstract, analysis))),
        links=tuple(_links(analysis)),
        digits=tuple(_digits(analysis)),
        rules={rule_id: known[rule_id].reason for rule_id in sorted(asked & known.keys())},
    )


def _raw(document: Document, span: Span) -> tuple[int, int, str]:
    traced = document.passage(span.field).traced
    start, end = traced.raw_span(span.start, span.end)
    return start, end, traced.raw[start:end]


def _found(analysis: Analysis, extractor: Extractor) -> Iterator[FoundLine]:
    document, merged = analysis.document, analysis.merged
    gone = {id(dropped.finding): dropped for dropped in merged.dropped}
    entries = mapping_of(merged.entries)
    for finding in sorted(analysis.findings, key=lambda finding: (*finding.span.order, finding.found_by)):
        start, end, text = _raw(document, finding.span)
        kind = _kind(finding)
        dropped = gone.get(id(finding))
        if dropped:
            became = f"dropped: {dropped.reason}"
        elif isinstance(finding, Exclusion):
            became = f"no quantity: {finding.reason}"
        elif isinstance(finding, DefinitionFinding):
            became = f"short form of {_raw(document, finding.long)[2]!r}"
        elif isinstance(finding, NameFinding) and finding.span in entries:
            entry = entries[finding.span]
            became = f"{entry.kind} {entry.name!r}"
        else:
            became = kind
        decided = extractor.no_name(dropped) if dropped else None
        yield FoundLine(
            field=finding.span.field,
            start=start,
            end=end,
            text=text,
            kind=kind,
            found_by=finding.found_by,
            became=became,
            dropped=dropped.reason if dropped else None,
            judged=decided and JudgedLine(*decided),
        )


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


def _entries(analysis: Analysis, reasons: Mapping[Entry, Sequence[Reason]]) -> Iterator[EntryLine]:
    roles = {"method": ("proposed", "mentioned"), "benchmark": ("introduced", "evaluated")}
    for entry in analysis.merged.entries:
        own, other = roles[entry.kind]
        yield EntryLine(
            kind=entry.kind,
            name=entry.name,
            aliases=entry.forms[1:],
            canonical=entry.canonical,
            role=own if entry in analysis.own else other,
            mentions=len(entry.mentions),
            places=tuple((span.field, *_raw(analysis.document, span)[:2]) for span in entry.mentions),
            found_by=entry.found_by,
            own_by=tuple(analysis.own.get(entry, ())),
            judged=tuple(JudgedLine(*reason) for reason in reasons[entry]),
        )


def _marks(extractor: Extractor, abstract: Abstract, analysis: Analysis) -> dict[int, list[MarkLine]]:
    """Return what cannot be right, by where the number starts that it is about."""
    try:
        record = extractor.record(abstract, analysis)
    except RecordError:  # there is no record, but it can be told what was found
        return {}
    marks: defaultdict[int, list[MarkLine]] = defaultdict(list)
    for mark in marks_of(record):
        marks[record.numbers[mark.number_index].start].append(MarkLine(mark.kind, MEANINGS[mark.kind], mark.told))
    return marks


def _numbers(analysis: Analysis, marks: Mapping[int, Sequence[MarkLine]]) -> Iterator[NumberLine]:
    document = analysis.document
    for number in analysis.numbers:
        finding = number.finding
        start, end, text = _raw(document, finding.span)
        yield NumberLine(
            start=start,
            end=end,
            text=text,
            value=finding.value,
            value_max=finding.value_max,
            uncertainty=finding.uncertainty,
            unit=finding.unit,
            of=finding.of,
            kind=finding.kind,
            qualifier=finding.qualifier,
            change=finding.change,
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
            marks=tuple(marks.get(start, ())),
        )


def _tie(relation: str, choice: Choice) -> TieLine:
    candidates = tuple(
        CandidateLine(
            weighed.candidate.entry.name,
            weighed.points,
            choice.card.itemized(weighed.candidate.features),
            weighed.candidate.barred,
        )
        for weighed in choice.weighed
    )
    return TieLine(relation, choice.entry.name if choice.entry else None, choice.card.least, candidates)


def _links(analysis: Analysis) -> Iterator[LinkLine]:
    for link in analysis.merged.links:
        said = analysis.owned.get(link.url)
        yield LinkLine(
            *_raw(analysis.document, link.span),
            url=link.url,
            canonical=link.canonical,
            kind=link.kind,
            ours=said.ours if said else None,
            found_by=link.found_by,
            ours_by=said.found_by if said else (),
        )


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
        in_word = is_in_word(document.text.text, match.start())
        unread = "no quantity: it is joined to letters" if in_word else "no rule reads it"
        became = next((answer for other, answer in answers if other.overlaps(span)), unread)
        yield DigitsLine(*_raw(document, span), became)
