"""Records built by hand: names, numbers and links are looked up in the text, so that offsets are right."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

from extractor.records import AbstractRecord, Benchmark, Link, Mention, Method, ReportedNumber, Source

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

TEXT = "We propose FooNet (FN), which gains 5.5% accuracy on BarBench over BazNet. Code: https://github.com/a/foo"


def method(text: str, name: str = "FooNet", *aliases: str, at: Iterable[str] = (), **changes: Any) -> Method:
    """A method that stands once under each of its names, or where `at` says."""
    return Method(**{**_named(text, name, aliases, at), "role": "mentioned", **_found("names/methods"), **changes})


def benchmark(text: str, name: str = "BarBench", *aliases: str, at: Iterable[str] = (), **changes: Any) -> Benchmark:
    return Benchmark(
        **{**_named(text, name, aliases, at), "role": "evaluated", **_found("names/benchmarks"), **changes}
    )


def number(text: str, stands: str = "5.5%", **changes: Any) -> ReportedNumber:
    start = text.index(stands)
    plain: dict[str, Any] = {
        "text": stands, "start": start, "end": start + len(stands), "value": 5.5, "value_max": None,
        "uncertainty": None, "unit": "percent", "of": None, "kind": "result", "qualifier": "exact", "change": None,
        "metric": None, "benchmark": None, "method": None, "baseline": None, **_found("numbers/percent"),
    }  # fmt: skip
    return ReportedNumber(**{**plain, **changes})


def link(text: str, url: str = "https://github.com/a/foo", **changes: Any) -> Link:
    start = text.index(url)
    plain: dict[str, Any] = {
        "url": url, "kind": "repository", "host": "github.com", "owner": "a", "repository": "foo", "start": start,
        "end": start + len(url), "text": url, **_found("links/url"),
    }  # fmt: skip
    return Link(**{**plain, **changes})


def source(file: str = "a.txt") -> Source:
    """A source of which nothing more is known."""
    return Source.at(file, 1)


def record(text: str = TEXT, **parts: Any) -> AbstractRecord:
    plain: dict[str, Any] = {
        "schema_version": 1, "id": "id:1", "title": None, "text": text,
        "sources": (source(),),
        "methods": (), "benchmarks": (), "numbers": (), "links": (),
    }  # fmt: skip
    return AbstractRecord(**{**plain, **parts})


def full(text: str = TEXT, **parts: Any) -> AbstractRecord:
    """A record with one entry of each kind and two methods."""
    plain: dict[str, Any] = {
        "methods": (method(text, "FooNet", "FN", role="proposed"), method(text, "BazNet")),
        "benchmarks": (benchmark(text),),
        "numbers": (number(text, metric="accuracy", benchmark="BarBench", method="FooNet", baseline="BazNet"),),
        "links": (link(text),),
    }
    return record(text, **{**plain, **parts})


def write(path: Path, *records: AbstractRecord | dict[str, Any]) -> Path:
    lines = (one.model_dump_json() if isinstance(one, AbstractRecord) else json.dumps(one) for one in records)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def run_file(path: Path, **changes: Any) -> Path:
    """The run file of a run with two rules and a name list."""
    plain: dict[str, Any] = {
        "extractor": "0.1.0", "python": "3.11.7", "libraries": {"regex": "2024.11.6"}, "model": "m1",
        "rules": {"numbers/percent.toml": "p1", "numbers/times.toml": "t1", "names/methods.jsonl": "n1"},
        "options": {"format": None, "batch_size": 32, "passes": ["links", "numbers", "names", "ner"], "rules": []},
        "inputs": [{"file": "a.txt", "sha256": "s1"}],
    }  # fmt: skip
    path.write_text(json.dumps({**plain, **changes}), encoding="utf-8")
    return path


def applied(operations: list[dict[str, Any]], document: Any) -> Any:
    """Apply a patch as RFC 6902 says, written from the RFC and not from what is tested."""
    document = copy.deepcopy(document)
    for operation in operations:
        keys = [key.replace("~1", "/").replace("~0", "~") for key in operation["path"].split("/")[1:]]
        if not keys:
            assert operation["op"] == "replace"
            document = operation["value"]
            continue
        place = document
        for key in keys[:-1]:
            place = place[int(key) if isinstance(place, list) else key]
        at: Any = int(keys[-1]) if isinstance(place, list) else keys[-1]
        if operation["op"] == "add" and isinstance(place, list):
            assert 0 <= at <= len(place)
            place.insert(at, operation["value"])
        elif operation["op"] == "remove":
            del place[at]
        else:
            assert operation["op"] == "add" or (at < len(place) if isinstance(place, list) else at in place)
            place[at] = operation["value"]
    return document


def _named(text: str, name: str, aliases: tuple[str, ...], at: Iterable[str]) -> dict[str, Any]:
    stands = sorted((text.index(form), form) for form in (*at,) or (name, *aliases))
    mentions = tuple(Mention(field="text", start=start, end=start + len(form), text=form) for start, form in stands)
    return {"name": name, "aliases": aliases, "canonical": None, "mentions": mentions}


def _found(by: str) -> dict[str, Any]:
    return {"confidence": 0.9, "found_by": (by,)}
