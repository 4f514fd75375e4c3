"""Counting what a file of records holds."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from extractor.board.collecting import code_of
from extractor.folding import fold
from extractor.stats.marks import MEANINGS, Mark, marks_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from extractor.records import AbstractRecord, Benchmark, Method

KINDS = ("methods", "benchmarks", "numbers", "links")
TIES = ("metric", "benchmark", "method", "baseline")


@dataclass(slots=True, kw_only=True)
class Part:
    """The records of one year or venue.

    Attributes:
        records: how many.
        with_results: how many of them state a result.
        with_code: how many have code.
    """

    records: int = 0
    with_results: int = 0
    with_code: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """What a file of records holds. Counts are of records unless they say otherwise.

    Attributes:
        records: how many records there are.
        without_text: how many have their text left out.
        with_any: how many have an entry of any kind.
        with_kind: how many have an entry of this kind, by kind.
        entries: how many entries there are, by kind.
        mentions: how many places methods and benchmarks stand in.
        roles: entries by role: proposed, mentioned, introduced, evaluated.
        number_kinds: numbers by kind.
        units: numbers by unit.
        link_kinds: links by kind.
        results: how many numbers are results.
        tied: how many results are tied to a metric, benchmark, method and baseline.
        with_code: how many records link to a repository, or have a source that knows where the code is.
        benchmarks: the benchmarks that most records name, with how many do.
        methods: the methods, likewise.
        years: records by year, oldest first; the key is None where no source knows it.
        venues: records by venue, those of most records first.
        marks: what cannot be right, by kind.
    """

    records: int
    without_text: int
    with_any: int
    with_kind: dict[str, int]
    entries: dict[str, int]
    mentions: int
    roles: dict[str, int]
    number_kinds: dict[str, int]
    units: dict[str, int]
    link_kinds: dict[str, int]
    results: int
    tied: dict[str, int]
    with_code: int
    benchmarks: tuple[tuple[str, int], ...]
    methods: tuple[tuple[str, int], ...]
    years: dict[int | None, Part]
    venues: dict[str | None, Part]
    marks: dict[str, tuple[Mark, ...]]

    def as_dict(self) -> dict[str, Any]:
        """Return the stats as plain data; what is unknown is called `unknown`."""
        told = asdict(self)
        for parts in ("years", "venues"):
            told[parts] = {"unknown" if key is None else str(key): part for key, part in told[parts].items()}
        return told


@dataclass(slots=True)
class _Names:
    """Counts of names, whatever their spelling."""

    counts: Counter[str] = field(default_factory=Counter)
    spellings: dict[str, Counter[str]] = field(default_factory=dict)

    def take(self, entries: Sequence[Method | Benchmark]) -> None:
        named = {}
        for entry in entries:
            name = entry.canonical or entry.name
            named[fold(name) or name] = name
        self.counts.update(named.keys())
        for key, name in named.items():
            self.spellings.setdefault(key, Counter())[name] += 1

    def top(self, number: int) -> tuple[tuple[str, int], ...]:
        named = ((_commonest(self.spellings[key]), count) for key, count in self.counts.items())
        return tuple(sorted(named, key=lambda pair: (-pair[1], pair[0]))[:number])


def count(records: Iterable[AbstractRecord], *, top: int = 10) -> Stats:
    """Count what records hold.

    They are read once. Memory holds a count of each name, so it grows with the number of different names.

    Args:
        records: the records.
        top: how many of the commonest benchmarks, methods and venues to give.
    """
    totals: Counter[str] = Counter()
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    names = {"methods": _Names(), "benchmarks": _Names()}
    years: dict[int | None, Part] = defaultdict(Part)
    venues: dict[str | None, Part] = defaultdict(Part)
    marks: dict[str, list[Mark]] = {kind: [] for kind in MEANINGS}
    for record in records:
        entries: tuple[Method | Benchmark, ...] = (*record.methods, *record.benchmarks)
        results = [number for number in record.numbers if number.kind == "result"]
        has_code = code_of(record) is not None
        totals.update(
            records=1,
            without_text=record.text is None,
            with_any=any(getattr(record, kind) for kind in KINDS),
            with_code=has_code,
            results=len(results),
            mentions=sum(len(entry.mentions) for entry in entries),
        )
        counts["with"].update({kind: bool(getattr(record, kind)) for kind in KINDS})
        counts["entries"].update({kind: len(getattr(record, kind)) for kind in KINDS})
        counts["roles"].update(entry.role for entry in entries)
        counts["kinds"].update(number.kind for number in record.numbers)
        counts["units"].update(number.unit for number in record.numbers)
        counts["links"].update(link.kind for link in record.links)
        counts["tied"].update(tie for number in results for tie in TIES if getattr(number, tie) is not None)
        names["methods"].take(record.methods)
        names["benchmarks"].take(record.benchmarks)
        year = next((source.year for source in record.sources if source.year is not None), None)
        venue = next((source.venue for source in record.sources if source.venue is not None), None)
        for part in (years[year], venues[venue]):
            part.records += 1
            part.with_results += bool(results)
            part.with_code += has_code
        for mark in marks_of(record):
            marks[mark.kind].append(mark)
    return Stats(
        records=totals["records"],
        without_text=totals["without_text"],
        with_any=totals["with_any"],
        with_kind={kind: counts["with"][kind] for kind in KINDS},
        entries={kind: counts["entries"][kind] for kind in KINDS},
        mentions=totals["mentions"],
        roles=_ordered(counts["roles"]),
        number_kinds=_ordered(counts["kinds"]),
        units=_ordered(counts["units"]),
        link_kinds=_ordered(counts["links"]),
        results=totals["results"],
        tied={tie: counts["tied"][tie] for tie in TIES},
        with_code=totals["with_code"],
        benchmarks=names["benchmarks"].top(top),
        methods=names["methods"].top(top),
        years=dict(sorted(years.items(), key=lambda pair: (pair[0] is None, pair[0] or 0))),
        venues=dict(sorted(venues.items(), key=lambda pair: (-pair[1].records, pair[0] is None, pair[0] or ""))[:top]),
        marks={kind: tuple(found) for kind, found in marks.items()},
    )


def _ordered(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _commonest(spellings: Counter[str]) -> str:
    return min(spellings.items(), key=lambda pair: (-pair[1], pair[0]))[0]
