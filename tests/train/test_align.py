"""Gold names are found where they stand, and nowhere else."""

from __future__ import annotations

import pytest

from extractor.abstract import Abstract
from extractor.gold.files import GoldAbstract
from extractor.pipeline import document_of
from extractor.train.align import Alignment, align


def aligned(
    text: str,
    methods: list[list[str]],
    benchmarks: list[list[str]] | None = None,
    *,
    title: str | None = None,
    optional: tuple[str, ...] = (),
) -> tuple[Alignment, list[tuple[str, str, str, bool]]]:
    def entries(names: list[list[str]], role: str) -> list[dict[str, object]]:
        return [{"names": each, "role": role, "optional": each[0] in optional} for each in names]

    gold = GoldAbstract.model_validate(
        {
            "id": "x",
            "title": title,
            "text": text,
            "methods": entries(methods, "mentioned"),
            "benchmarks": entries(benchmarks or [], "evaluated"),
            "numbers": [],
            "links": [],
        }
    )
    document = document_of(Abstract(text, title=title))
    alignment = align(gold, document)
    spans: list[tuple[str, str, str, bool]] = [
        (span.field, document.passage(span.field).text[span.start : span.end], span.kind, span.optional)
        for span in alignment.spans
    ]
    return alignment, spans


@pytest.mark.parametrize(
    ("text", "methods", "benchmarks", "wanted"),
    [
        pytest.param(
            "FooNet beats BarNet on Quux-10; FooNet wins.",
            [["FooNet"], ["BarNet"]],
            [["Quux-10"]],
            [("FooNet", "method"), ("BarNet", "method"), ("Quux-10", "benchmark"), ("FooNet", "method")],
            id="every occurrence, in reading order",
        ),
        pytest.param(
            "FooNet-XL builds on FooNet.",
            [["FooNet"], ["FooNet-XL"]],
            [],
            [("FooNet-XL", "method"), ("FooNet", "method")],
            id="not inside a longer name",
        ),
        pytest.param(
            "On FOO NET, not foo netting.",
            [["Foo-Net"]],
            [],
            [("FOO NET", "method")],
            id="case and hyphens folded",
        ),
        pytest.param(
            "We use masked training; Masked Training helps.",
            [["Masked Training"]],
            [],
            [("masked training", "method"), ("Masked Training", "method")],
            id="a phrase may stand in lower case",
        ),
        pytest.param("It saves time on TIME.", [], [["TIME"]], [("TIME", "benchmark")], id="a word is no acronym"),
        pytest.param("We train FooGANs.", [["FooGAN"]], [], [("FooGANs", "method")], id="plural"),
        pytest.param("A FooGAN.", [["FooGANs"]], [], [("FooGAN", "method")], id="singular"),
        pytest.param(
            "Code: https://github.com/who/FooNet is FooNet's.",
            [["FooNet"]],
            [],
            [("FooNet", "method")],
            id="not in a URL",
        ),
        pytest.param(r"We propose \textbf{FooNet}.", [["FooNet"]], [], [("FooNet", "method")], id="markup is off"),
    ],
)
def test_align(text: str, methods: list[list[str]], benchmarks: list[list[str]], wanted: list[tuple[str, str]]) -> None:
    _, spans = aligned(text, methods, benchmarks)
    assert [(name, kind) for _, name, kind, _ in spans] == wanted


def test_title_comes_first() -> None:
    _, spans = aligned("We present FooNet.", [["FooNet"]], title="FooNet for all")
    assert spans == [("title", "FooNet", "method", False), ("text", "FooNet", "method", False)]


def test_optional_yields_to_certain() -> None:
    _, spans = aligned("Foo and Bar.", [["Foo", "Bar"]], [["Foo Set", "Foo"]], optional=("Foo",))
    assert spans == [("text", "Foo", "benchmark", False), ("text", "Bar", "method", True)]


def test_what_stands_nowhere_by_itself_is_told() -> None:
    alignment, _ = aligned("We present FooNet-XL.", [["FooNet-XL"], ["FooNet"]], [["Quux"]])
    assert alignment.missing == (("method", "FooNet"), ("benchmark", "Quux"))
