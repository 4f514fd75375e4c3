"""Kinds of error in names, and which kinds are taken for which: one abstract an error, read against what was found."""

from __future__ import annotations

import pytest

from extractor.gold.files import GoldAbstract
from extractor.records import AbstractRecord, Source
from extractor.train.errors import confusion, errors

Entry = dict[str, object]
TEXT = "FooNet and BarSet and the Fast BazNet and accuracy."


def entry(name: str, role: str, **more: object) -> Entry:
    return {"names": [name], "role": role, **more}


def found(name: str, role: str) -> Entry:
    start = TEXT.index(name)
    mention = {"field": "text", "start": start, "end": start + len(name), "text": name}
    return {"name": name, "aliases": (), "canonical": None, "role": role, "mentions": (mention,)} | {
        "confidence": 0.5,
        "found_by": ("ner",),
    }


def gold(*, methods: list[Entry] | None = None, benchmarks: list[Entry] | None = None) -> GoldAbstract:
    number = {"text": "5", "start": 0, "value": 5, "unit": "score", "kind": "result", "qualifier": "exact"}
    return GoldAbstract.model_validate(
        {
            "id": "1",
            "text": TEXT,
            "methods": methods or [],
            "benchmarks": benchmarks or [],
            "numbers": [number | {"metric": "accuracy"}],
            "links": [],
        }
    )


def record(*, methods: list[Entry] | None = None, benchmarks: list[Entry] | None = None) -> AbstractRecord:
    return AbstractRecord.model_validate(
        {
            "schema_version": 1,
            "id": "1",
            "title": None,
            "text": TEXT,
            "sources": (Source.at("-", 1),),
            "methods": tuple(methods or []),
            "benchmarks": tuple(benchmarks or []),
            "numbers": (),
            "links": (),
        }
    )


FOO, BAR = entry("FooNet", "proposed"), entry("BarSet", "evaluated")


@pytest.mark.parametrize(
    ("annotated", "made", "kinds"),
    [
        pytest.param(gold(methods=[FOO]), record(methods=[found("FooNet", "proposed")]), [], id="right"),
        pytest.param(
            gold(methods=[FOO]),
            record(methods=[found("FooNet", "mentioned")]),
            ["method: proposed taken for mentioned"],
            id="role",
        ),
        pytest.param(
            gold(benchmarks=[BAR]),
            record(methods=[found("BarSet", "mentioned")]),
            ["benchmark taken for a method"],
            id="kind: one error, not two",
        ),
        pytest.param(
            gold(methods=[FOO]),
            record(),
            ["method missed, one word with capitals inside, digits or hyphens"],
            id="missed",
        ),
        pytest.param(
            gold(),
            record(methods=[found("Fast BazNet", "mentioned")]),
            ["no method, two or three words"],
            id="none",
        ),
        pytest.param(
            gold(methods=[entry("BazNet", "proposed")]),
            record(methods=[found("Fast BazNet", "proposed")]),
            ["method with other bounds"],
            id="bounds: one error, not two",
        ),
        pytest.param(
            gold(),
            record(methods=[found("accuracy", "mentioned")]),
            ["metric taken for a method"],
            id="metric",
        ),
        pytest.param(
            gold(methods=[entry("FooNet", "proposed", optional=True)]), record(), [], id="optional, not found"
        ),
        pytest.param(
            gold(methods=[entry("FooNet", "proposed", optional=True)]),
            record(methods=[found("FooNet", "mentioned")]),
            [],
            id="optional, found",
        ),
    ],
)
def test_kinds_of_error(annotated: GoldAbstract, made: AbstractRecord, kinds: list[str]) -> None:
    assert [kind for kind, _ in errors([annotated], [made])] == kinds


def test_the_most_frequent_comes_first() -> None:
    missed, wrong = gold(methods=[FOO]), record(methods=[found("FooNet", "mentioned")])
    assert errors([missed, missed, missed], [record(), wrong, wrong]) == [
        ("method: proposed taken for mentioned", 2),
        ("method missed, one word with capitals inside, digits or hyphens", 1),
    ]


def test_confusion_of_kinds() -> None:
    annotated = gold(methods=[FOO], benchmarks=[BAR])
    made = record(
        methods=[found("BarSet", "mentioned"), found("Fast BazNet", "proposed"), found("accuracy", "mentioned")]
    )
    assert confusion([annotated], [made]) == {
        "method": {"method": 0, "benchmark": 0, "metric": 0, "none": 1},
        "benchmark": {"method": 1, "benchmark": 0, "metric": 0, "none": 0},
        "metric": {"method": 1, "benchmark": 0, "metric": 0, "none": 0},
        "none": {"method": 1, "benchmark": 0, "metric": 0, "none": 0},
    }
