"""Scores of the model alone."""

from __future__ import annotations

import pytest

from extractor.abstract import Abstract
from extractor.finding import NameFinding, NameKind, Span
from extractor.gold.files import GoldAbstract
from extractor.pipeline import document_of
from extractor.train.evaluate import Score, evaluate, form

TEXT = "We present Long Foo Name (LFN) and tune LFNs with BarNet on Quux."
GOLD = GoldAbstract.model_validate(
    {
        "id": "x",
        "text": TEXT,
        "methods": [
            {"names": ["Long Foo Name", "LFN"], "role": "proposed"},
            {"names": ["BarNet"], "role": "mentioned", "optional": True},
        ],
        "benchmarks": [{"names": ["Quux"], "role": "evaluated"}],
        "numbers": [],
        "links": [],
    }
)


@pytest.mark.parametrize(
    ("found", "methods", "benchmarks"),
    [
        pytest.param([], (0, 0, 1), (0, 0, 1), id="nothing found"),
        pytest.param([("Quux", "benchmark")], (0, 0, 1), (1, 0, 0), id="one right"),
        pytest.param([("Quux", "method")], (0, 1, 1), (0, 0, 1), id="wrong kind is missed and wrong"),
        pytest.param([("BarNet", "method")], (0, 0, 1), (0, 0, 1), id="optional counts neither way"),
        pytest.param([("tune", "method")], (0, 1, 1), (0, 0, 1), id="one wrong"),
        pytest.param(
            [("Long Foo Name", "method"), ("LFN", "method"), ("LFNs", "method")],
            (1, 0, 0),
            (0, 0, 1),
            id="short form in brackets and its plural are the same entry",
        ),
        pytest.param(
            [("Long Foo Name", "method"), ("LFNs", "method")],
            (1, 1, 0),
            (0, 0, 1),
            id="apart they are two, of which one is wrong",
        ),
    ],
)
def test_scores(
    found: list[tuple[str, NameKind]], methods: tuple[int, int, int], benchmarks: tuple[int, int, int]
) -> None:
    findings = [
        NameFinding(span=Span("text", TEXT.index(name), TEXT.index(name) + len(name)), kind=kind, found_by="ner")
        for name, kind in found
    ]
    evaluation = evaluate([GOLD], [document_of(Abstract(TEXT))], [findings])
    assert evaluation.scores == {"method": Score(*methods), "benchmark": Score(*benchmarks)}
    assert evaluation.by_form[("benchmark", "one plain word")] == (benchmarks[0], 1)


def test_score_is_defined_where_nothing_is() -> None:
    nothing = Score(0, 0, 0)
    assert (nothing.precision, nothing.recall, nothing.f1) == (1.0, 1.0, 0.0)
    assert Score(3, 1, 2).f1 == pytest.approx(2 * 0.75 * 0.6 / (0.75 + 0.6))


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Foo", "one plain word"),
        ("FooNet", "one word with capitals inside, digits or hyphens"),
        ("foo-2", "in lower case"),
        ("Foo-bar", "one word with capitals inside, digits or hyphens"),
        ("Foo Bar", "two or three words"),
        ("Foo Bar of the Baz", "four words or more"),
    ],
)
def test_form(name: str, wanted: str) -> None:
    assert form(name) == wanted
