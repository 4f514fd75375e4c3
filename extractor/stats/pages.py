"""Stats for reading, and as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractor.stats.counting import KINDS, TIES
from extractor.stats.marks import MEANINGS
from extractor.stats.picture import Chart

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from extractor.stats.counting import Part, Stats
    from extractor.stats.unexplained import Unexplained

_MARKS = 3
_NAME = 60


def as_text(stats: Stats, *, top: int) -> str:
    """Return stats for reading in a terminal."""
    return "\n".join(_lines(stats, top))


def unexplained_as_text(found: Unexplained) -> str:
    """Return what became of digits for reading in a terminal."""
    return "\n".join(_unexplained_lines(found))


def charts_of(stats: Stats) -> list[Chart]:
    """Return the charts that show stats, without those that would be empty."""
    records = stats.records or 1
    charts = [
        Chart(
            "Share of records with",
            (
                *((kind, stats.with_kind[kind] / records) for kind in KINDS),
                ("code", stats.with_code / records),
            ),
            is_share=True,
        ),
        Chart(
            "Share of results tied to a",
            tuple((tie, stats.tied[tie] / (stats.results or 1)) for tie in TIES),
            is_share=True,
        ),
        Chart("Units of numbers", tuple(stats.units.items())[:12]),
        Chart("Benchmarks, by records", stats.benchmarks),
        Chart("Methods, by records", stats.methods),
        Chart("Records by year", tuple((_known(year), part.records) for year, part in stats.years.items())),
    ]
    return [chart for chart in charts if chart.rows]


def _lines(stats: Stats, top: int) -> Iterator[str]:
    left_out = f", {stats.without_text} without their text" if stats.without_text else ""
    yield f"{_records(stats.records)}{left_out}; {_share(stats.with_any, stats.records)} have an entry"
    yield ""
    yield f"{'':12}{'records':>9}{'share':>8}{'entries':>9}{'a record':>10}"
    for kind in KINDS:
        having, entries = stats.with_kind[kind], stats.entries[kind]
        mean = f"{entries / stats.records:.2f}" if stats.records else "-"
        yield f"{kind:12}{having:9}{_share(having, stats.records):>8}{entries:9}{mean:>10}"
    yield f"{'code':12}{stats.with_code:9}{_share(stats.with_code, stats.records):>8}"
    yield ""
    for title, counts in (
        ("roles", stats.roles),
        ("numbers", stats.number_kinds),
        ("units", stats.units),
        ("links", stats.link_kinds),
    ):
        yield f"{title:9}{_counted(counts)}"
    ties = ", ".join(f"{tie} {_share(stats.tied[tie], stats.results)}" for tie in TIES)
    yield f"{'results':9}{stats.results}, tied to a {ties}"
    yield from _top("benchmarks, by records", stats.benchmarks)
    yield from _top("methods, by records", stats.methods)
    yield from _parts("year", stats.years)
    yield from _parts("venue", stats.venues)
    yield ""
    yield "marks: what cannot be right"
    for kind, meaning in MEANINGS.items():
        marks = stats.marks[kind]
        yield f"  {len(marks):5}  {kind}: {meaning}"
        yield from (f"         {mark.paper_id}  {mark.told}" for mark in marks[: max(top, _MARKS)])
        if len(marks) > max(top, _MARKS):
            yield f"         … {len(marks) - max(top, _MARKS)} more; --json has all"


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items()) or "none"


def _top(title: str, rows: Sequence[tuple[str, int]]) -> Iterator[str]:
    if rows:
        yield ""
        yield title
        yield from (f"  {count:5}  {_short(name)}" for name, count in rows)


def _parts(title: str, parts: Mapping[int | None, Part] | Mapping[str | None, Part]) -> Iterator[str]:
    if set(parts) - {None}:
        yield ""
        yield f"records  results     code  {title}"
        for key, part in parts.items():
            shares = f"{_share(part.with_results, part.records):>9}{_share(part.with_code, part.records):>9}"
            yield f"{part.records:7}{shares}  {_short(_known(key))}"


def _unexplained_lines(found: Unexplained) -> Iterator[str]:
    total = sum(found.fates.values())
    skipped = f"; {found.skipped} skipped, which have no text" if found.skipped else ""
    yield f"{_records(found.records)}{skipped}; {total} runs of digits"
    yield ""
    for fate, count in found.fates.items():
        yield f"  {count:6}  {_share(count, total):>6}  {fate}"
    if found.shapes:
        yield ""
        yield "unexplained, by shape"
    for shape in found.shapes:
        yield f"  {shape.count:6}  {shape.shape}"
        yield from (f"            {example.paper_id}  {example.context}" for example in shape.examples)


def _records(number: int) -> str:
    return "1 record" if number == 1 else f"{number} records"


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%" if whole else "-"


def _known(key: int | str | None) -> str:
    return "unknown" if key is None else str(key)


def _short(name: str) -> str:
    line = " ".join(name.split())
    return line if len(line) <= _NAME else f"{line[: _NAME - 1]}…"
