"""Gold, read once by all rules, for all that is learnt from it and measured on it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from extractor.abstract import Abstract
from extractor.assemble import record_of
from extractor.confidence import Reliability
from extractor.pipeline import RULE_PASSES, Extractor
from extractor.points import Scorecard
from extractor.relate.choice import RELATIONS, Scorecards

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from extractor.document import Document
    from extractor.entries.judging import Cards
    from extractor.finding import Finding
    from extractor.gold.files import GoldAbstract
    from extractor.records import AbstractRecord

    Found = Mapping[str, Sequence[Finding]]
    """By abstract's id, what a model found that had not seen the abstract."""

_NO_POINTS = Scorecards({relation: Scorecard({}) for relation in RELATIONS})


@dataclass(frozen=True, slots=True)
class Reading:
    """A gold abstract and what rules find in it."""

    gold: GoldAbstract
    abstract: Abstract
    document: Document
    findings: Sequence[Finding]


@dataclass(frozen=True, slots=True)
class Readings:
    """Gold abstracts, and what makes entries and records of what is found in them.

    Attributes:
        extractor: one without points that were learnt from this gold, but for the shipped ones for names.
        each: the abstracts.
    """

    extractor: Extractor
    each: Sequence[Reading]

    def part(self, numbers: Sequence[int]) -> Readings:
        """Return some of the abstracts."""
        return replace(self, each=[self.each[number] for number in numbers])

    def without(self, folders: Collection[str]) -> Readings:
        """Return the abstracts without what the rules and lists below some folders found."""
        return replace(
            self,
            each=[
                replace(one, findings=[item for item in one.findings if item.found_by.partition("/")[0] not in folders])
                for one in self.each
            ],
        )


def read(gold: Sequence[GoldAbstract]) -> Readings:
    """Return gold abstracts with what all rules find in them."""
    extractor = Extractor(passes=tuple(RULE_PASSES), reliability=Reliability({}), scorecards=_NO_POINTS)
    abstracts = [Abstract(one.text, title=one.title, id=one.id) for one in gold]
    each = [
        Reading(one, abstract, document, findings)
        for one, abstract, (document, findings) in zip(gold, abstracts, extractor.find(abstracts), strict=True)
    ]
    return Readings(extractor, each)


def records(
    readings: Readings,
    by_model: Found,
    judging: Mapping[str, Cards],
    scorecards: Mapping[str, Scorecards] | None = None,
) -> Iterator[AbstractRecord]:
    """Yield the record of each gold abstract, with what rules and a model found.

    Args:
        readings: the abstracts.
        by_model: what a model found that had not seen them.
        judging: by abstract's id, the cards that names are judged with.
        scorecards: by abstract's id, what ties numbers to names; without it nothing does.
    """
    for one in readings.each:
        known = one.gold.id
        findings = [*one.findings, *by_model.get(known, ())]
        analysis = readings.extractor.conclude(
            one.document, findings, cards=judging[known], scorecards=scorecards[known] if scorecards else None
        )
        yield record_of(
            one.abstract,
            analysis.document,
            analysis.merged,
            own=analysis.own,
            numbers=analysis.numbers,
            owned=analysis.owned,
            reliability=Reliability({}),
        )
