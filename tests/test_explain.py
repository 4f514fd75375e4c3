"""Explain: what became of every finding and of every run of digits, on two abstracts."""

from __future__ import annotations

import contextlib
import io
import json
import re
import sys
from html.parser import HTMLParser
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shown import run

from extractor import Abstract, Extractor
from extractor.clean import clean
from extractor.cli import main
from extractor.explain import Explanation, explain
from extractor.explain.cleaning import changes
from extractor.explain.model import CandidateLine, NumberLine, TieLine
from extractor.explain.page import as_page
from extractor.explain.text import NARROWEST, as_text, columns

if TYPE_CHECKING:
    from pathlib import Path

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
    answers = {line.question: line.points > line.least for line in routing.judged}
    assert answers == {"name": True, "benchmark": False, "proposed": True}
    assert all(sum(points for _, points in line.evidence) == line.points for line in routing.judged)
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
    assert became["GNNs", "definitions/long-short"] == "dropped: a task, a field or a class, not one method"
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
        ("1", "dropped: a metric (definitions/written)"),
        ("31", "part of the name 'Office 31'"),
        ("3.5", "number, by numbers/percent"),
        ("3.5", "part of a link"),
    ]


def test_json_holds_all_of_it(system: Explanation) -> None:
    plain = json.loads(json.dumps(system.as_dict()))
    assert json.loads(system.as_json()) == plain
    assert plain.keys() == {
        "id", "title", "text", "cleaned", "cleaning", "found", "entries", "numbers", "links", "digits", "rules",
    }  # fmt: skip
    assert len(plain["found"]) == len(system.found)


SECTIONS = [
    "text",
    "methods and benchmarks",
    "numbers",
    "links",
    "dropped",
    "digits that are no numbers",
    "found, by pass and rule",
]


def test_text_is_a_tree_with_a_branch_for_each_section(system: Explanation) -> None:
    lines = as_text(system).splitlines()
    assert lines[0] == f"record {SYSTEM.record_id}"
    assert [line[3:] for line in lines if line.startswith(("├─ ", "└─ "))] == SECTIONS
    assert [line for line in lines if line.startswith("└─ ")] == [f"└─ {SECTIONS[-1]}"]
    assert "│  ├─ Fast Cache Routing (FCR), method, proposed" in lines
    (own,) = (line for line in lines if "the paper's own by " in line)
    assert "roles/proposed-object" in own


def test_everything_found_is_told_under_its_rule(system: Explanation, benchmark: Explanation) -> None:
    for explanation in (system, benchmark):
        told = " ".join(as_text(explanation, width=10_000).partition(SECTIONS[-1])[2].split())
        for line in explanation.found:
            assert line.text in told
            assert line.found_by in told
        for reason in explanation.rules.keys() & {line.found_by for line in explanation.found}:
            assert f"({explanation.rules[reason].rstrip('.')})" in told


def test_what_was_dropped_is_told_by_reason(benchmark: Explanation) -> None:
    told = as_text(benchmark).partition("├─ dropped\n")[2].partition("\n├─ ")[0]
    assert "a task, a field or a class, not one method\n│  │  ├─ definitions/long-short: QA at" in told
    assert "part of a name" in told
    assert "inside a link" in told


def test_digits_in_numbers_are_counted_and_others_told(system: Explanation) -> None:
    told = as_text(system).partition("├─ digits that are no numbers\n")[2].partition("\n└─ ")[0]
    assert "part of the name 'GPT-4': 4 at" in told
    assert "no rule reads it: 7 at" in told
    assert "in numbers: 3 of 8 runs of digits" in told
    assert "81.4" not in told


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
    text = " ".join(as_text(system, width=10_000).split())
    assert f"by Fast Cache Routing {by.candidates[0].points:+}" in text
    assert f"next {by.candidates[1].name} {by.candidates[1].points:+}:" in text


def test_what_comes_next_is_told_by_what_sets_it_apart() -> None:
    shared, own, others = ("here", 40), ("paired by order", 109), ("another place", -91)
    candidates = (CandidateLine("A", 149, (own, shared), None), CandidateLine("B", -51, (others, shared), None))
    number = NumberLine(
        start=0, end=2, text="5%", value=5, value_max=None, uncertainty=None, unit="percent", of=None, kind="result",
        qualifier="exact", change=None, metric=None, benchmark="A", method=None, baseline=None, found_by="n",
        ties=(TieLine("benchmark", "A", 0, candidates),), marks=(),
    )  # fmt: skip
    explanation = Explanation("id:1", None, "5%", "5%", (), (), (), (number,), (), (), {})
    text = as_text(explanation)
    assert "for it: paired by order +109, here +40" in text
    assert "next B -51: another place -91\n" in text


def test_what_cannot_be_right_is_told_under_its_number(extractor: Extractor) -> None:
    explanation = explain(extractor, Abstract("Accuracy rises from 60% to 70%, a gain of 12 points."))
    assert [[mark.kind for mark in number.marks] for number in explanation.numbers] == [[], [], ["wrong-gain"]]
    (line,) = [line for line in as_text(explanation, width=200).splitlines() if "cannot be right" in line]
    assert "from 60% to 70%: 12 points" in line


def test_a_tie_that_is_not_made_says_why_not(extractor: Extractor) -> None:
    abstract = Abstract("Gains of 5% on CIFAR-10 and ImageNet. It is 3x faster than that.")
    text = as_text(explain(extractor, abstract), width=200)
    assert "on nothing\n" in text
    assert "not CIFAR-10, ImageNet: one of several, and the number is not said to be of one of them" in text
    assert ", not more than " in text


def test_a_section_with_nothing_in_it_says_so(extractor: Extractor) -> None:
    explanation = explain(extractor, Abstract("Nothing to see."))
    assert as_text(explanation).splitlines()[2:] == [
        "│  ├─ Nothing to see.",
        "│  └─ cleaning changed nothing",
        "├─ no methods and no benchmarks",
        "├─ no numbers",
        "├─ no links",
        "├─ nothing dropped",
        "├─ no digits",
        "└─ nothing found",
    ]
    assert as_page(explanation).count("<details") == 1


def test_white_space_alone_may_be_cleaned(extractor: Extractor) -> None:
    assert "cleaning changed white space alone" in as_text(explain(extractor, Abstract("Over\ntwo  lines.")))


@pytest.mark.parametrize(
    ("about", "told", "left_out"),
    [
        pytest.param(
            "81.4%", ["= 81.4 percent", "on CIFAR-10", "numbers/percent", "→ 81.4%"], ["2.5", "GNNs"], id="a number"
        ),
        pytest.param("cifar-10", ["on CIFAR-10", "names/benchmarks", "digits"], ["dropped"], id="a name, in any case"),
        pytest.param("gnns", ["dropped", "a task, a field or a class"], ["81.4", "numbers"], id="what was dropped"),
        pytest.param("numbers/point", ["2.5 points", "found, by pass"], ["CIFAR-10"], id="a rule"),
    ],
)
def test_only_what_is_said_of_one_thing(system: Explanation, about: str, told: list[str], left_out: list[str]) -> None:
    text = as_text(system, about=about)
    assert text.startswith(f"record {SYSTEM.record_id}\n")
    assert SYSTEM.text[:40] not in text
    assert [part for part in told if part not in text] == []
    assert [part for part in left_out if part in text] == []
    assert told[0] in re.sub("<.*?>", "", as_page(system, about=about))


def test_nothing_is_said_of_what_is_not_there(system: Explanation) -> None:
    assert as_text(system, about="BazNet") == f"record {SYSTEM.record_id}"


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        pytest.param("It is plain.", [], id="nothing to clean"),
        pytest.param("It  is\n plain. ", [], id="white space alone is not told"),
        pytest.param(r"Gains of $81.4\%$ here.", [(9, 17, r"$81.4\%$", "81.4%")], id="edits in one word are one place"),
        pytest.param(
            r"A \textbf{big} gain of 5\%.",
            [(2, 14, r"\textbf{big}", "big"), (23, 27, r"5\%.", "5%.")],
            id="whole words, apart where there is space between",
        ),
        pytest.param(
            "Over <b>two  words</b> here.",
            [(5, 11, "<b>two", "two"), (13, 22, "words</b>", "words")],
            id="markup over words",
        ),
    ],
)
def test_what_cleaning_changed(extractor: Extractor, raw: str, expected: list[tuple[int, int, str, str]]) -> None:
    explanation = explain(extractor, Abstract(raw))
    assert [(line.start, line.end, line.raw, line.cleaned) for line in explanation.cleaning] == expected
    assert all(raw[line.start : line.end] == line.raw for line in explanation.cleaning)


@given(
    st.lists(st.sampled_from(["a", "$x$", r"\%", " ", "\n", "--", r"\textbf{b c}", "&amp;", "**d**", "5"]), max_size=20)
)
@settings(deadline=None, max_examples=100, derandomize=True)
def test_what_cleaning_changed_makes_the_cleaned_text(parts: list[str]) -> None:
    traced = clean("".join(parts))
    made, at = [], 0
    for line in changes("text", traced):
        assert at <= line.start < line.end
        made += [traced.raw[at : line.start], line.cleaned]
        at = line.end
    assert "".join([*made, traced.raw[at:]]).split() == traced.text.split()


WIDE = Abstract(
    "We propose Ünïcode-日本語モデル (UJ), which reaches "
    + "x" * 150
    + " 81.4% accuracy on CIFAR-10 😀 with "
    + "長" * 60
)


@pytest.mark.parametrize("width", [1, 40, 57, 100, 200])
def test_a_tree_is_no_wider_than_it_may_be(extractor: Extractor, width: int) -> None:
    lines = as_text(explain(extractor, WIDE), width=width).splitlines()
    assert max(map(columns, lines)) <= max(width, NARROWEST)
    assert "".join(re.sub(r"[\s│├└─]", "", line) for line in lines).count("x" * 150) == 1


def test_pieces_with_no_space_between_stay_together(extractor: Extractor) -> None:
    text = as_text(explain(extractor, SYSTEM), width=45)
    assert not re.search(r"\($", text, re.MULTILINE)


def test_colours_change_nothing_else(system: Explanation) -> None:
    coloured = as_text(system, colour=True)
    assert "\x1b[32mFast Cache Routing\x1b[0m" in coloured
    assert re.sub(r"\x1b\[\d+m", "", coloured) == as_text(system)


HOSTILE = Abstract(
    "We propose \x1b[31mEvil\x07Net\u202e <script>alert('1')</script> & \"5%\" of a\u2028b \ud800.", title="<b>&"
)


def test_nothing_in_an_abstract_steers_the_terminal(extractor: Extractor) -> None:
    text = as_text(explain(extractor, HOSTILE))
    assert r"\x1b[31mEvil\x07Net\u202e" in text
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e\ud800]", text)


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not {name for name, _ in attrs} & {"src", "href", "onclick"}
        self.seen.add(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_the_page_is_well_formed_loads_nothing_and_says_the_same(extractor: Extractor, system: Explanation) -> None:
    for explanation in (system, explain(extractor, HOSTILE)):
        page, parser = as_page(explanation), _Tags()
        parser.feed(page)
        assert parser.open == []
        assert parser.seen.isdisjoint({"script", "link", "img", "b"})
        assert "url(" not in page
        told = "".join(parser.text).partition("</style>")[2] or "".join(parser.text)
        words = re.sub(r"[│├└─]", " ", as_text(explanation, width=10_000)).split()
        assert " ".join(words[2:]).replace(" ", "") in re.sub(r"\s", "", told)
    assert '<mark class="method" title="method">Fast Cache Routing</mark>' in as_page(system)
    assert "&lt;script&gt;" in as_page(explain(extractor, HOSTILE))


@pytest.fixture
def papers(tmp_path: Path) -> str:
    path = tmp_path / "papers.txt"
    path.write_text(BENCHMARK.text + "\n", encoding="utf-8")
    return str(path)


RULES_ALONE = ("--passes", "links,numbers,definitions,names")


def test_the_command_prints_a_tree_or_json_or_writes_a_page(papers: str, tmp_path: Path) -> None:
    code, text = run(["explain", "1", papers, *RULES_ALONE])
    assert code == 0
    assert max(map(len, text.splitlines())) <= 100
    assert "\x1b" not in text
    _, plain = run(["explain", "1", papers, *RULES_ALONE, "--json"])
    assert f"record {json.loads(plain)['id']}\n" in text
    code, part = run(["explain", "1", papers, *RULES_ALONE, "--about", "BERT"])
    assert code == 0
    assert "by BERT" in part
    assert len(part) < len(text) / 2
    code, text = run(["explain", "1", papers, *RULES_ALONE, "--about", "BazNet"])
    assert (code, text.partition(": nothing is said of ")[2]) == (2, "'BazNet'; leave out --about to see all\n")
    code, text = run(["explain", "1", papers, *RULES_ALONE, "--about", "BERT", "--json"])
    assert (code, text) == (2, "extractor: error: --json has all of it; leave out --about\n")
    page = tmp_path / "page.html"
    assert run(["explain", "1", papers, *RULES_ALONE, "--html", str(page)]) == (0, "")
    assert run(["explain", "1", papers, *RULES_ALONE, "--html", "-"]) == (0, page.read_text(encoding="utf-8"))


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
@pytest.mark.parametrize(("no_color", "coloured"), [("", True), ("1", False)])
def test_on_a_terminal_it_is_as_wide_as_that_and_in_colour(
    papers: str, monkeypatch: pytest.MonkeyPatch, *, no_color: str, coloured: bool
) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setenv("COLUMNS", "60")
    printed = io.BytesIO()
    terminal = io.TextIOWrapper(printed, encoding="utf-8")
    monkeypatch.setattr(terminal, "isatty", lambda: True, raising=False)
    with contextlib.redirect_stdout(terminal):
        assert main(["explain", "1", papers, *RULES_ALONE]) == 0
    text = printed.getvalue().decode()
    assert ("\x1b[" in text) == coloured
    assert 50 < max(columns(re.sub(r"\x1b\[\d+m", "", line)) for line in text.splitlines()) <= 60
