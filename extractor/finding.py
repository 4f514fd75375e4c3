"""What passes find: the one currency between passes, merge and relate.

A finding is a half-open span in the *cleaned* text of one field, what stands there, and the id of what found it. Passes
never decide between each other's findings; merge does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from extractor.records import Change, FieldName, LinkKind, NumberKind, Qualifier, Unit

NameKind: TypeAlias = Literal["method", "benchmark", "metric"]


class Span(NamedTuple):
    """A half-open span in the cleaned text of one field."""

    field: FieldName
    start: int
    end: int

    @property
    def order(self) -> tuple[bool, int, int]:
        """The sort key for reading order: the title before the text, then by position."""
        return (self.field == "text", self.start, self.end)

    def overlaps(self, other: Span) -> bool:
        """Whether the two share a character."""
        return self.field == other.field and self.start < other.end and other.start < self.end

    def covers(self, other: Span) -> bool:
        """Whether every character of the other is in this one."""
        return self.field == other.field and self.start <= other.start and other.end <= self.end


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something found. `found_by` is the id of the rule, name list or model that found it."""

    span: Span
    found_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NameFinding(Finding):
    """A name.

    Attributes:
        kind: what it is a name of.
        weight: how much its word on the kind counts where another finding says otherwise.
        canonical: what a name list calls it.
        proposed: whether what found it also says that the paper introduces it.
        margin: how far ahead of no name at all a model puts it, in the model's own scale; None for rules and lists.
    """

    kind: NameKind
    weight: float = 1.0
    canonical: str | None = None
    proposed: bool = False
    margin: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DefinitionFinding(Finding):
    """A short form (`span`) and the long form that it stands for. Whether it is a name at all is not said.

    `leads` says which of the two the thing is called by: by its long form, but where that is a subtitle.
    """

    long: Span
    leads: Literal["long", "short"] = "long"


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberFinding(Finding):
    """A quantity, read. `metric` is the span of the words for what is measured, where the rule saw them."""

    value: float
    unit: Unit
    kind: NumberKind
    value_max: float | None = None
    uncertainty: float | None = None
    of: str | None = None
    qualifier: Qualifier = "exact"
    change: Change | None = None
    metric: Span | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkFinding(Finding):
    """A URL, whole and cleaned, and the one address of the thing that it leads to."""

    url: str
    canonical: str
    kind: LinkKind
    host: str
    owner: str | None = None
    repository: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Exclusion(Finding):
    """A span whose digits are no quantity (a year, a list mark, `top-1`), and why: numbers inside it are dropped."""

    reason: str
