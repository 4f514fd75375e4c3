"""Relate: what each number measures (metric), on what (benchmark), by what (method) and against what (baseline).

`layout` finds the lists of a sentence, `scene` looks at each number in its sentence, `evidence` says what speaks for
and against each name that it may be tied to, `choice` weighs that. A field stays null rather than guessed.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import regex

from extractor.relate import evidence
from extractor.relate.choice import Choice, Scorecards, choose
from extractor.relate.measured import metric_of, paired_metric
from extractor.relate.scene import look_at, scenes, standings

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from extractor.document import Document
    from extractor.entries.merge import Entry, Merged
    from extractor.finding import NumberFinding, Span
    from extractor.relate.layout import Standing
    from extractor.relate.scene import Look, Scene

_BEHIND_NAME = regex.compile(r"(?:['’]s(?!\p{L}))?[^\p{L}\p{N}]*", regex.V1)

__all__ = ["Choice", "RelatedNumber", "Scorecards", "looks", "relate"]


@dataclass(frozen=True, slots=True)
class RelatedNumber:
    """A number and what it is tied to; names are entries of the same document."""

    finding: NumberFinding
    metric: Span | None
    on: Choice
    by: Choice
    against: Choice

    @property
    def benchmark(self) -> Entry | None:
        """What the number was obtained on."""
        return self.on.entry

    @property
    def method(self) -> Entry | None:
        """What reached it."""
        return self.by.entry

    @property
    def baseline(self) -> Entry | None:
        """What it is compared with."""
        return self.against.entry


def relate(
    document: Document, merged: Merged, own: Collection[Entry], *, scorecards: Scorecards | None = None
) -> tuple[RelatedNumber, ...]:
    """Tie the numbers of a document to its entries, in reading order.

    Args:
        document: the document that was searched.
        merged: what was found in it.
        own: the entries that are the paper's contribution.
        scorecards: what evidence weighs; the shipped ones by default.

    Raises:
        ModelError: the shipped scorecards are missing or damaged.
    """
    if not merged.numbers:
        return ()
    cards = (scorecards or _shipped()).cards
    stand = standings(document, merged, own)
    unnamed = evidence.meant_unnamed(stand)
    related = {}
    for look in looks(document, merged, stand):
        is_result = look.number.kind == "result"
        methods = evidence.methods(look, unnamed)
        on = choose(cards["benchmark"], evidence.benchmarks(look, unnamed))
        by = choose(cards["method" if is_result else "method_of_no_result"], methods)
        against = choose(cards["baseline"], evidence.baselines(methods, by.entry) if is_result else ())
        related[id(look.number)] = RelatedNumber(look.number, look.metric, on, by, against)
    return tuple(related[id(number)] for number in merged.numbers)


@cache
def _shipped() -> Scorecards:
    return Scorecards.load()


def looks(document: Document, merged: Merged, stand: Sequence[Standing]) -> Iterator[Look]:
    """Yield a look at each number of a document, with its metric; `stand` is where the entries stand."""
    metrics = sorted((span for span in merged.metrics if span.field == "text"), key=lambda span: span.order)
    starts = [span.start for span in metrics]
    for scene in scenes(document, merged, stand):
        here = metrics[bisect_left(starts, scene.start) : bisect_left(starts, scene.end)]
        for row in scene.numbers.rows:
            for place, slot in enumerate(row.slots):
                shared: dict[str, Span] = {}  # by unit: `from 60% to 70%` is of one metric
                for number in slot.numbers:
                    metric = paired_metric(scene, row, place, number.metric, here) or number.metric
                    metric = metric and _without_name(scene, metric)
                    if metric is None:
                        metric = metric_of(scene, row, place, number, here) or shared.get(number.unit)
                    if number.kind == "size" or (number.kind == "setting" and number.unit == "count"):
                        metric = None  # how many there are is said, not measured
                    elif metric is not None:
                        shared.setdefault(number.unit, metric)
                    yield look_at(scene, row, place, number, metric)


def _without_name(scene: Scene, metric: Span) -> Span | None:
    """Return what of the words beside a number is no name, which a grammar of numbers alone cannot tell.

    Behind the name of a benchmark the metric begins: `MMLU accuracy`. Any other name is none.
    """
    names = [
        span for rows in scene.names.values() for row in rows.rows for span, _ in row.names if span.overlaps(metric)
    ]
    if not names:
        return metric
    rest = _BEHIND_NAME.match(scene.text, max(name.end for name in names), metric.end)
    return metric._replace(start=rest.end()) if rest and rest.end() < metric.end else None
