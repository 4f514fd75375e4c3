"""Explain: what became of every finding and of every run of digits, on two abstracts."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from extractor import Abstract, Extractor
from extractor.explain import Explanation, explain

SYSTEM = Abstract(
    "We propose Fast Cache Routing (FCR), built on GPT-4 and graph neural networks (GNNs). Over 3 seeds in 2024, FCR "
    r"reaches $81.4\%$ accuracy on CIFAR-10, 2.5 points above LoRA. Six rooms in wing 7 were kept. "
    "Code: https://github.com/acme/fcr-17.",
    id="a:1",
)
BENCHMARK = Abstract(
    "We introduce TableHop, a benchmark of 1,200 questions for question answering (QA). On TableHop, BERT scores 41.0 "
    "F1; Office 31 classes are easier. Plots of a 3.5% sample: https://acme.example.org/plots-3.5%/x",
    title="TableHop: A Benchmark of Tables",
)


@pytest.fixture(scope="module")
def extractor() -> Extractor:
    return Extractor(passes=("links", "numbers", "definitions", "names"))


@pytest.fixture(scope="module")
def system(extractor: Extractor) -> Explanation:
    return explain(extractor, SYSTEM)


@pytest.fixture(scope="module")
def benchmark(extractor: Extractor) -> Explanation:
    return explain(extractor, BENCHMARK)


def test_it_is_of_the_record_and_shows_the_cleaned_text(system: Explanation) -> None:
    assert system.id == SYSTEM.record_id
    assert "reaches 81.4% accuracy" in system.cleaned


def test_entries_have_their_role_and_the_rules_that_make_them_the_papers_own(
    system: Explanation, benchmark: Explanation
) -> None:
    roles = {entry.name: (entry.kind, entry.role) for entry in system.entries + benchmark.entries}
    assert roles == {
        "Fast Cache Routing": ("method", "proposed"),
        "GPT-4": ("method", "mentioned"),
        "CIFAR-10": ("benchmark", "evaluated"),
        "LoRA": ("method", "mentioned"),
        "TableHop": ("benchmark", "introduced"),
        "BERT": ("method", "mentioned"),
        "Office 31": ("benchmark", "evaluated"),
    }
    own_by = {entry.name: entry.own_by for entry in system.entries + benchmark.entries if entry.own_by}
    assert own_by.keys() == {"Fast Cache Routing", "TableHop"}
    assert "roles/proposed-object" in own_by["Fast Cache Routing"]
    assert "roles/title-benchmark" in own_by["TableHop"]
    (routing,) = (entry for entry in system.entries if entry.own_by)
    assert (routing.aliases, routing.mentions) == (("FCR",), 3)
    assert set(routing.found_by) == {"definitions/long-short", "definitions/we-propose"}


def test_numbers_are_tied(system: Explanation, benchmark: Explanation) -> None:
    tied = {
        number.text: (number.value, number.unit, number.kind, number.metric, number.benchmark, number.method)
        for number in system.numbers + benchmark.numbers
    }
    assert tied[r"81.4\%"] == (81.4, "percent", "result", "accuracy", "CIFAR-10", "Fast Cache Routing")
    assert tied["1,200"] == (1200, "count", "size", None, "TableHop", None)
    assert tied["41.0"] == (41, "score", "result", "F1", "TableHop", "BERT")
    assert {number.text: number.of for number in system.numbers}["3"] == "seed"


def test_offsets_are_those_of_the_record(system: Explanation, benchmark: Explanation) -> None:
    for abstract, explanation in ((SYSTEM, system), (BENCHMARK, benchmark)):
        fields = {"text": abstract.text, "title": abstract.title or ""}
        assert all(fields[line.field][line.start : line.end] == line.text for line in explanation.found)
        assert all(abstract.text.startswith(line.text, line.start) for line in explanation.numbers)
        assert all(abstract.text.startswith(line.text, line.start) for line in explanation.digits)


def test_every_finding_says_what_became_of_it(system: Explanation, benchmark: Explanation) -> None:
    became = {(line.text, line.found_by): line.became for line in system.found + benchmark.found}
    assert became["FCR", "definitions/long-short"] == "short form of 'Fast Cache Routing'"
    assert became["GNNs", "definitions/long-short"] == "dropped: nothing else says that it is a name"
    assert became["QA", "definitions/long-short"] == "dropped: a task, a field or a class, not one method"
    assert became["31", "numbers/plain/count"] == "dropped: part of a name"
    assert became["GPT-4", "names/methods"] == "method 'GPT-4'"
    assert became["F1", "names/metrics"] == "metric"
    assert became["https://github.com/acme/fcr-17", "links/repository"] == "link"
    assert became["2024", "numbers/not/year"].startswith("no quantity: A year")
    percents = [line.became for line in benchmark.found if line.text == "3.5%"]
    assert percents == ["number", "dropped: inside a link"]


def test_findings_stand_in_reading_order_the_title_first(benchmark: Explanation) -> None:
    assert benchmark.found[0].field == "title"
    order = [(line.field == "text", line.start) for line in benchmark.found]
    assert all(first <= second for first, second in pairwise(order))


def test_every_run_of_digits_says_what_became_of_it(system: Explanation, benchmark: Explanation) -> None:
    assert [(line.text, line.became.partition(" (")[0]) for line in system.digits] == [
        ("4", "part of the name 'GPT-4'"),
        ("3", "number, by numbers/plain/count"),
        ("2024", "no quantity: A year, also of a citation or an edition."),
        ("81.4", "number, by numbers/percent"),
        ("10", "part of the name 'CIFAR-10'"),
        ("2.5", "number, by numbers/point"),
        ("7", "no rule reads it"),
        ("17", "part of a link"),
    ]
    assert [(line.text, line.became) for line in benchmark.digits][-4:] == [
        ("1", "no rule reads it"),
        ("31", "part of the name 'Office 31'"),
        ("3.5", "number, by numbers/percent"),
        ("3.5", "part of a link"),
    ]


def test_json_holds_all_of_it(system: Explanation) -> None:
    plain = json.loads(json.dumps(system.as_dict()))
    assert json.loads(system.as_json()) == plain
    assert plain.keys() == {"id", "cleaned", "found", "entries", "numbers", "digits"}
    assert len(plain["found"]) == len(system.found)


def test_text_has_its_four_sections(system: Explanation) -> None:
    lines = system.as_text().splitlines()
    assert lines[0] == f"record {SYSTEM.record_id}"
    headings = [number for number, line in enumerate(lines) if number and line and not line.startswith(" ")]
    assert [lines[number] for number in headings] == ["entries", "numbers", "findings", "digits"]
    lengths = [second - first - 2 for first, second in pairwise([*headings, len(lines) + 1])]
    numbers = sum(1 + len(number.ties) for number in system.numbers)
    assert lengths == [len(system.entries), numbers, len(system.found), len(system.digits)]
    assert any("Fast Cache Routing (FCR)  x3" in line and "; own by " in line for line in lines)
    assert any("metric 'accuracy', on 'CIFAR-10', by 'Fast Cache Routing'" in line for line in lines)


def test_ties_say_what_was_weighed_and_what_came_next(system: Explanation) -> None:
    (number,) = (line for line in system.numbers if line.text == r"81.4\%")
    ties = {tie.relation: tie for tie in number.ties}
    assert {relation: tie.name for relation, tie in ties.items()} == {
        "benchmark": number.benchmark,
        "method": number.method,
        "baseline": number.baseline,
    }
    by = ties["method"]
    assert by.candidates[0].name == by.name
    assert by.candidates[0].points > by.least
    for candidate in (candidate for tie in ties.values() for candidate in tie.candidates):
        assert candidate.points == sum(points for _, points in candidate.evidence)
    text = system.as_text()
    assert f"by 'Fast Cache Routing' {by.candidates[0].points:+} (" in text
    assert f"; next {by.candidates[1].name!r}" in text


def test_a_tie_that_is_not_made_says_why_not(extractor: Extractor) -> None:
    text = explain(extractor, Abstract("Gains of 5% on CIFAR-10 and ImageNet. It is 3x faster than that.")).as_text()
    assert "on nothing: none has more than" in text
    assert "'CIFAR-10' cannot be: one of several, and the number is not said to be of one of them" in text


def test_a_section_with_nothing_in_it_says_so(extractor: Extractor) -> None:
    lines = explain(extractor, Abstract("Nothing to see.")).as_text().splitlines()
    assert lines.count("  none") == 4
