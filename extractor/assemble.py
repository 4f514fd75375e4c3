"""Assembling the record: from the cleaned frame back to the raw offsets that a record holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from extractor.errors import RecordError
from extractor.records import AbstractRecord, Source

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from extractor.abstract import Abstract
    from extractor.confidence import Reliability
    from extractor.document import Document
    from extractor.entries.merge import Entry, Merged
    from extractor.entries.ownership import Owned
    from extractor.finding import Span
    from extractor.relate import RelatedNumber

_NOWHERE = Source.at("-", 1)


def record_of(
    abstract: Abstract,
    document: Document,
    merged: Merged,
    *,
    own: Collection[Entry],
    numbers: Sequence[RelatedNumber],
    owned: Mapping[str, Owned],
    reliability: Reliability,
) -> AbstractRecord:
    """Return the record of an abstract, every span in it counted in the abstract as it was read.

    Raises:
        RecordError: the record breaks the contract.
    """
    methods = [entry for entry in merged.entries if entry.kind == "method"]
    benchmarks = [entry for entry in merged.entries if entry.kind == "benchmark"]
    # Nested models are given as what they hold: one call that validates all of it costs half of one call a model.
    content = {
        "schema_version": 1,
        "id": abstract.record_id,
        "title": abstract.title,
        "text": abstract.text,
        "sources": (abstract.source or _NOWHERE,),
        "methods": tuple(
            {
                "role": "proposed" if entry in own else "mentioned",
                "confidence": reliability.of("methods", entry.found_by),
                **_entry(document, entry),
            }
            for entry in methods
        ),
        "benchmarks": tuple(
            {
                "role": "introduced" if entry in own else "evaluated",
                "confidence": reliability.of("benchmarks", entry.found_by),
                **_entry(document, entry),
            }
            for entry in benchmarks
        ),
        "numbers": tuple(_number(document, number, reliability) for number in numbers),
        "links": tuple(
            {
                "url": link.url,
                "canonical": link.canonical,
                "kind": link.kind,
                "host": link.host,
                "owner": link.owner,
                "repository": link.repository,
                "ours": owned[link.url].ours if link.url in owned else None,
                "confidence": reliability.of("links", (link.found_by,)),
                "found_by": (link.found_by,),
                **_raw(document, link.span),
            }
            for link in merged.links
        ),
    }
    try:
        return AbstractRecord.model_validate(content)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        raise RecordError(f"the record of {abstract.record_id} breaks the contract: {fault['msg']}") from error


def _raw(document: Document, span: Span) -> dict[str, Any]:
    traced = document.passage(span.field).traced
    start, end = traced.raw_span(span.start, span.end)
    return {"start": start, "end": end, "text": traced.raw[start:end]}


def _entry(document: Document, entry: Entry) -> dict[str, Any]:
    return {
        "name": entry.name,
        "aliases": entry.forms[1:],
        "canonical": entry.canonical,
        "mentions": tuple({"field": span.field, **_raw(document, span)} for span in entry.mentions),
        "found_by": entry.found_by,
    }


def _number(document: Document, number: RelatedNumber, reliability: Reliability) -> dict[str, Any]:
    finding, metric = number.finding, number.metric
    return {
        **_raw(document, finding.span),
        "value": finding.value,
        "value_max": finding.value_max,
        "uncertainty": finding.uncertainty,
        "unit": finding.unit,
        "of": finding.of,
        "kind": finding.kind,
        "qualifier": finding.qualifier,
        "change": finding.change,
        "metric": None if metric is None else document.text_of(metric),
        "benchmark": None if number.benchmark is None else number.benchmark.name,
        "method": None if number.method is None else number.method.name,
        "baseline": None if number.baseline is None else number.baseline.name,
        "confidence": reliability.of("numbers", (finding.found_by,)),
        "found_by": (finding.found_by,),
    }
