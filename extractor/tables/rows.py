"""The rows that a record gives to each table."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from extractor.records import AbstractRecord, Benchmark, Method
    from extractor.tables.columns import Row

Known = TypeVar("Known")


def rows_of(table: str, record: AbstractRecord) -> Iterator[Row]:
    """Yield the rows that a record gives to the table of this name, in the order of its entries."""
    return _ROWS[table](record)


def _papers(record: AbstractRecord) -> Iterator[Row]:
    yield (
        record.id,
        record.title,
        record.text,
        first_known(record, "year"),
        first_known(record, "authors"),
        first_known(record, "venue"),
        first_known(record, "url"),
        first_known(record, "pdf"),
        first_known(record, "code_url"),
        len(record.sources),
        len(record.methods),
        len(record.benchmarks),
        len(record.numbers),
        len(record.links),
        record.schema_version,
    )


def first_known(record: AbstractRecord, field: str) -> Any:
    """Return a field of the first source that knows it, or None if no source does."""
    return next((known for source in record.sources if (known := getattr(source, field)) is not None), None)


def _sources(record: AbstractRecord) -> Iterator[Row]:
    for index, source in enumerate(record.sources):
        yield (
            record.id,
            index,
            source.file,
            source.position,
            source.collection,
            source.id,
            source.title,
            source.year,
            source.authors,
            source.venue,
            source.url,
            source.pdf,
            source.code_url,
        )


def _methods(record: AbstractRecord) -> Iterator[Row]:
    return _entries(record.id, record.methods)


def _benchmarks(record: AbstractRecord) -> Iterator[Row]:
    return _entries(record.id, record.benchmarks)


def _entries(paper_id: str, entries: Sequence[Method | Benchmark]) -> Iterator[Row]:
    for index, entry in enumerate(entries):
        yield (
            paper_id,
            index,
            entry.name,
            entry.aliases,
            entry.canonical,
            entry.role,
            len(entry.mentions),
            float(entry.confidence),
            entry.found_by,
        )


def _numbers(record: AbstractRecord) -> Iterator[Row]:
    methods = {entry.name: index for index, entry in enumerate(record.methods)}
    benchmarks = {entry.name: index for index, entry in enumerate(record.benchmarks)}
    for index, number in enumerate(record.numbers):
        yield (
            record.id,
            index,
            number.text,
            number.start,
            number.end,
            _float(number.value),
            None if number.value_max is None else _float(number.value_max),
            None if number.uncertainty is None else _float(number.uncertainty),
            number.unit,
            number.of,
            number.kind,
            number.qualifier,
            number.change,
            number.metric,
            *_reference(number.benchmark, benchmarks),
            *_reference(number.method, methods),
            *_reference(number.baseline, methods),
            float(number.confidence),
            number.found_by,
        )


def _reference(name: str | None, indexes: Mapping[str, int]) -> tuple[str | None, int | None]:
    return (None, None) if name is None else (name, indexes[name])


def _float(value: float) -> float:
    try:
        return float(value)
    except OverflowError:  # a whole number of more than 308 digits
        return math.inf if value > 0 else -math.inf


def _links(record: AbstractRecord) -> Iterator[Row]:
    for index, link in enumerate(record.links):
        yield (
            record.id,
            index,
            link.url,
            link.canonical,
            link.kind,
            link.host,
            link.owner,
            link.repository,
            link.ours,
            link.start,
            link.end,
            link.text,
            float(link.confidence),
            link.found_by,
        )


def _mentions(record: AbstractRecord) -> Iterator[Row]:
    kinds: tuple[tuple[str, Sequence[Method | Benchmark]], ...] = (
        ("method", record.methods),
        ("benchmark", record.benchmarks),
    )
    for kind, entries in kinds:
        for entry_index, entry in enumerate(entries):
            keys = (entry_index, None) if kind == "method" else (None, entry_index)
            for index, mention in enumerate(entry.mentions):
                place = (mention.field, mention.start, mention.end, mention.text)
                yield (record.id, kind, entry_index, index, *keys, *place)


_ROWS: dict[str, Callable[[AbstractRecord], Iterator[Row]]] = {
    "papers": _papers,
    "sources": _sources,
    "methods": _methods,
    "benchmarks": _benchmarks,
    "numbers": _numbers,
    "links": _links,
    "mentions": _mentions,
}
