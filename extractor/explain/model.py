"""What an explanation holds. Offsets are those of the record: raw, half-open."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from extractor.records import FieldName


@dataclass(frozen=True, slots=True)
class CleanedLine:
    """A place that cleaning changed, whole words of it: `raw` is what was read, `cleaned` what the passes saw."""

    field: FieldName
    start: int
    end: int
    raw: str
    cleaned: str


@dataclass(frozen=True, slots=True)
class JudgedLine:
    """What decided a question about a name: more points than the least are a yes.

    Attributes:
        question: `name`, `benchmark` (else it is a method), `proposed` or `introduced`.
        points: the sum.
        least: the points that a yes takes more of.
        evidence: what counted, with its points, the weightiest first.
    """

    question: str
    points: int
    least: int
    evidence: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class FoundLine:
    """One finding of a pass and what became of it.

    Attributes:
        field: `text` or `title`.
        start: where it begins there.
        end: where it ends.
        text: what stands there, as it was read.
        kind: `method`, `benchmark`, `metric`, `number`, `link`, `definition` or `exclusion`.
        found_by: the rule, name list or model.
        became: what became of it, in words.
        dropped: why merging dropped it, if it did.
        judged: what decided that it is no name, if that is why.
    """

    field: FieldName
    start: int
    end: int
    text: str
    kind: str
    found_by: str
    became: str
    dropped: str | None
    judged: JudgedLine | None


@dataclass(frozen=True, slots=True)
class EntryLine:
    """One entry of the record.

    Attributes:
        kind: `method` or `benchmark`.
        name: its fullest form.
        aliases: its other forms.
        canonical: what a name list calls it.
        role: the role it has in the record.
        mentions: in how many places it stands.
        places: field, start and end of each.
        found_by: what found it.
        own_by: the rules that make it the paper's own.
        judged: what decided that it is a name, of which kind, and of its role.
    """

    kind: str
    name: str
    aliases: tuple[str, ...]
    canonical: str | None
    role: str
    mentions: int
    places: tuple[tuple[FieldName, int, int], ...]
    found_by: tuple[str, ...]
    own_by: tuple[str, ...]
    judged: tuple[JudgedLine, ...]


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
class MarkLine:
    """Something about a number that cannot be right: the kind of mark, what that means, and the numbers in words."""

    kind: str
    meaning: str
    told: str


@dataclass(frozen=True, slots=True)
class NumberLine:
    """One number of the record, what it is tied to, and what about it cannot be right."""

    start: int
    end: int
    text: str
    value: float
    value_max: float | None
    uncertainty: float | None
    unit: str
    of: str | None
    kind: str
    qualifier: str
    change: str | None
    metric: str | None
    benchmark: str | None
    method: str | None
    baseline: str | None
    found_by: str
    ties: tuple[TieLine, ...]
    marks: tuple[MarkLine, ...]


@dataclass(frozen=True, slots=True)
class LinkLine:
    """One link of the record: what stands in the text, how it was read, whose it is and the rules that say so."""

    start: int
    end: int
    text: str
    url: str
    canonical: str
    kind: str
    ours: bool | None
    found_by: str
    ours_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DigitsLine:
    """One run of digits in the abstract and what became of it."""

    start: int
    end: int
    text: str
    became: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """How one record came to be.

    Attributes:
        id: the record's id.
        title: the title as it was read, if there is one.
        text: the abstract as it was read.
        cleaned: what the passes saw of it.
        cleaning: where the two differ in more than white space.
        found: what the passes found, in reading order.
        entries: methods and benchmarks.
        numbers: numbers and what they are tied to.
        links: links.
        digits: what became of every run of digits.
        rules: why each rule exists that found anything, by its id.
    """

    id: str
    title: str | None
    text: str
    cleaned: str
    cleaning: tuple[CleanedLine, ...]
    found: tuple[FoundLine, ...]
    entries: tuple[EntryLine, ...]
    numbers: tuple[NumberLine, ...]
    links: tuple[LinkLine, ...]
    digits: tuple[DigitsLine, ...]
    rules: dict[str, str]

    def as_dict(self) -> dict[str, Any]:
        """Return the explanation as plain data."""
        return asdict(self)

    def as_json(self) -> str:
        """Return the explanation as JSON."""
        return json.dumps(self.as_dict(), ensure_ascii=False, indent=2)
