"""What a leaderboard is made of."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from extractor.board.metrics import Better


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A number that a paper reports on the benchmark.

    Attributes:
        rank: its place in its group, from 1; equal values share one. None where its group has no order.
        value: the number; the lower end of a range.
        value_max: the upper end of a range.
        uncertainty: what stands behind a plus-minus sign.
        text: the number as it stands in the abstract.
        qualifier: how exact it is.
        change: `increase` or `decrease` if it is a change and no score.
        method: the method that reached it, if the abstract says so.
        role: `proposed` or `mentioned`.
        baseline: the method that it is compared with.
        benchmark: the benchmark as this paper calls it.
        paper_id: the record's id.
        number_index: which of the record's numbers it is, from 0.
        title: the paper's title.
        year: the year it came out.
        url: its page.
        code_url: where its code is.
        confidence: that of the number.
    """

    rank: int | None = None
    value: float
    value_max: float | None
    uncertainty: float | None
    text: str
    qualifier: str
    change: str | None
    method: str | None
    role: str | None
    baseline: str | None
    benchmark: str
    paper_id: str
    number_index: int
    title: str | None
    year: int | None
    url: str | None
    code_url: str | None
    confidence: float


@dataclass(frozen=True, slots=True)
class Group:
    """Results of one metric and unit, best first.

    Attributes:
        metric: what is measured; None where the abstracts do not say.
        unit: the unit.
        better: which values are better, or None if that is not known: then the highest come first, without ranks.
        reason: why.
        results: the results.
    """

    metric: str | None
    unit: str
    better: Better | None
    reason: str | None
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """The leaderboard of a benchmark.

    Attributes:
        benchmark: its name.
        spellings: what the papers call it, the commonest first.
        papers: how many records name it.
        papers_with_results: how many of them have a score on the board.
        groups: the scores, those of most results first.
        changes: gains, ratios and values that were left behind, which are no scores, by the same groups.
    """

    benchmark: str
    spellings: tuple[str, ...]
    papers: int
    papers_with_results: int
    groups: tuple[Group, ...]
    changes: tuple[Group, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return the board as plain data."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Listed:
    """A benchmark in the list of all.

    Attributes:
        benchmark: its name.
        results: how many scores are tied to it.
        changes: how many gains, ratios and the like.
        papers: how many records name it.
    """

    benchmark: str
    results: int
    changes: int
    papers: int
