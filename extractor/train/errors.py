"""What goes wrong with names: which kinds are taken for which, and the kinds of error, most frequent first."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from extractor.gold.score import key
from extractor.train.evaluate import form

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from extractor.gold.files import GoldAbstract, GoldBenchmark, GoldMethod
    from extractor.records import AbstractRecord, Benchmark, Method

    Gold: TypeAlias = GoldMethod | GoldBenchmark
    Entry: TypeAlias = Method | Benchmark

ROWS = ("method", "benchmark", "metric", "none")
COLUMNS = ("method", "benchmark", "metric", "none")
"""What names are in the gold, and what they are found as."""


class _Pair(NamedTuple):
    """An entry of the gold and what was found of it, of whatever kind; one of both may be missing."""

    kind: str
    gold: Gold | None
    found_as: str
    found: Entry | None


def confusion(gold: Sequence[GoldAbstract], records: Sequence[AbstractRecord]) -> dict[str, dict[str, int]]:
    """Return how often names of each kind in the gold are found as which.

    A metric is what gold or record say that a number measures. Optional entries count neither way.
    """
    counts: Counter[tuple[str, str]] = Counter()
    for annotated, record in zip(gold, records, strict=True):
        measured = {key(number.metric) for number in annotated.numbers if number.metric}
        metrics = {key(number.metric) for number in record.numbers if number.metric}
        for pair in _pairs(annotated, record):
            if pair.gold is not None and pair.found is None:
                counts[pair.kind, "metric" if metrics & _keys(pair.gold.names) else "none"] += 1
            elif pair.gold is not None:
                counts[pair.kind, pair.found_as] += 1
            elif pair.found is not None:
                is_metric = measured & _keys(_names(pair.found))
                counts["metric" if is_metric else "none", pair.found_as] += 1
        counts["metric", "metric"] += len(measured & metrics)
        entries = (*map(_names, record.methods), *map(_names, record.benchmarks))
        taken = set[str]().union(*map(_keys, entries))
        counts["metric", "none"] += len(measured - metrics - taken)
    return {row: {column: counts[row, column] for column in COLUMNS} for row in ROWS}


def errors(gold: Sequence[GoldAbstract], records: Sequence[AbstractRecord]) -> list[tuple[str, int]]:
    """Return the kinds of error in the methods and benchmarks of records, and how many there are of each."""
    counts: Counter[str] = Counter()
    for annotated, record in zip(gold, records, strict=True):
        counts.update(_errors(annotated, record))
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def _errors(gold: GoldAbstract, record: AbstractRecord) -> Iterator[str]:
    pairs = list(_pairs(gold, record))
    missed = [pair.gold for pair in pairs if pair.gold is not None and pair.found is None]
    extra = [pair.found for pair in pairs if pair.found is not None and pair.gold is None]
    measured = {key(number.metric) for number in gold.numbers if number.metric}
    for pair in pairs:
        if pair.gold is not None and pair.found is not None:
            if pair.kind != pair.found_as:
                yield f"{pair.kind} taken for a {pair.found_as}"
            elif pair.gold.role != pair.found.role:
                yield f"{pair.kind}: {pair.gold.role} taken for {pair.found.role}"
        elif pair.gold is not None:
            if any(_share_words(pair.gold.names, _names(other)) for other in extra):
                yield f"{pair.kind} with other bounds"
            else:
                yield f"{pair.kind} missed, {form(pair.gold.names[0])}"
        elif pair.found is not None and not any(_share_words(one.names, _names(pair.found)) for one in missed):
            if measured & _keys(_names(pair.found)):
                yield f"metric taken for a {pair.found_as}"
            elif any(_share_words(one.names, _names(pair.found)) for one in _entries(gold)):
                yield f"{pair.found_as} found twice, or part of another"
            else:
                yield f"no {pair.found_as}, {form(pair.found.name)}"


def _pairs(gold: GoldAbstract, record: AbstractRecord) -> Iterator[_Pair]:
    """Yield each gold entry with what was found of it, of its own kind if it can be, and what is left of both."""
    found: list[tuple[str, Entry]] = [("method", entry) for entry in record.methods]
    found += [("benchmark", entry) for entry in record.benchmarks]
    for kind, entries in (("method", gold.methods), ("benchmark", gold.benchmarks)):
        for entry in entries:
            keys = _keys(entry.names)
            hits = [item for item in found if keys & _keys(_names(item[1]))]
            hit = next((item for item in hits if item[0] == kind), hits[0] if hits else None)
            if hit is not None:
                found.remove(hit)
            if not entry.optional:
                yield _Pair(kind, entry, hit[0] if hit else "none", hit[1] if hit else None)
    for found_as, other in found:
        yield _Pair("none", None, found_as, other)


def _entries(gold: GoldAbstract) -> Iterator[Gold]:
    yield from gold.methods
    yield from gold.benchmarks


def _names(entry: Entry) -> tuple[str, ...]:
    return (entry.name, *entry.aliases)


def _keys(names: Sequence[str]) -> set[str]:
    return set(map(key, names))


def _share_words(names: Sequence[str], others: Sequence[str]) -> bool:
    """Whether one of these names holds one of the others, or is held by it."""
    return any(
        f" {one.casefold()} " in f" {other.casefold()} " or f" {other.casefold()} " in f" {one.casefold()} "
        for one in names
        for other in others
    )
