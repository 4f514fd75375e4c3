"""Relating: what each number is tied to. Marks are explained in marking.py."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marking import marked

from extractor.entries.merge import Entry, merge
from extractor.finding import NameFinding, NumberFinding
from extractor.points import Scorecard
from extractor.relate import Scorecards, relate
from extractor.relate.choice import RELATIONS


def _related(text: str) -> list[dict[str, str | None]]:
    document, findings = marked(text)
    merged = merge(document, findings)
    own = [entry for entry in merged.entries if entry.proposed]

    def name(entry: Entry | None) -> str | None:
        return entry.name if entry else None

    return [
        {
            "metric": document.text.text[number.metric.start : number.metric.end] if number.metric else None,
            "benchmark": name(number.benchmark),
            "method": name(number.method),
            "baseline": name(number.baseline),
        }
        for number in relate(document, merged, own)
    ]


def _column(text: str, field: str) -> list[str | None]:
    return [number[field] for number in _related(text)]


@pytest.mark.parametrize(
    ("text", "benchmarks"),
    [
        ("It reaches [n:81%] on [b:FooBench].", ["FooBench"]),
        ("On [b:FooBench] it reaches [n:81%].", ["FooBench"]),
        pytest.param(
            "On [b:Foo], it gets [n:81%], and [n:7%] on [b:Bar].", ["Foo", "Bar"], id="each clause has its own"
        ),
        pytest.param(
            "Gains of [n:5%] and [n:6%] on [b:Foo] and [b:Bar].", ["Foo", "Bar"], id="lists are paired by order"
        ),
        pytest.param("FID 1.3: [n:1.2]/[n:1.4]/[n:1.9] on [b:A1]/[b:B2]/[b:C3].", ["A1", "B2", "C3"], id="slash lists"),
        pytest.param("On [b:Foo] and [b:Bar] by [n:5%] and [n:6%].", ["Foo", "Bar"], id="the list may stand before"),
        pytest.param(
            "It wins on [b:Foo] ([n:+7%]) and [b:Bar] ([n:+1%]).", ["Foo", "Bar"], id="in brackets behind the name"
        ),
        pytest.param("We test on [b:Foo]. It reaches [n:81%].", ["Foo"], id="tested on, said one sentence before"),
        pytest.param(
            "[b:Foo] is well known. It reaches [n:81%].", [None], id="known, not tested on, by the model alone"
        ),
        pytest.param("We test on [b:Foo]. It is [n:3x] faster.", [None], id="a speed-up may be about anything"),
        pytest.param("We test on [b:Foo] and [b:Bar]. It reaches [n:81%].", [None], id="which of two is not said"),
        pytest.param("It gains [n:5%] on [b:Foo] and [b:Bar].", [None], id="one number for two is of neither"),
        pytest.param(
            "It gains [n:5%] on [b:Foo] and [n:6%] on Unheard-Of.", ["Foo", None], id="a place that is not known"
        ),
        pytest.param("It gains [n:5%] (Foo set) and [n:6%] ([b:Bar]).", [None, "Bar"], id="in brackets behind it"),
        pytest.param(
            "It goes from [n:60%] to [n:70%] on [b:Foo] and from [n:5%] to [n:6%] on [b:Bar].",
            ["Foo", "Foo", "Bar", "Bar"],
            id="before and after are of one place",
        ),
        pytest.param(
            "It gets [n:9%] on [b:Foo] (up from [n:8%]) and [n:7%] on [b:Bar].",
            ["Foo", "Foo", "Bar"],
            id="words first in the bracket",
        ),
        pytest.param(
            "It wins on [b:Foo] (PLCC [n:7%]) and Unheard-Of (PLCC [n:1%]).",
            ["Foo", None],
            id="a bracket of what is not known",
        ),
        pytest.param("It wins on [b:Foo] (e.g., [n:7%] on [b:Bar]).", ["Bar"], id="another in the bracket"),
        pytest.param(
            "It gets [n:72%] ([n:+3%]) on [b:Foo] and [n:81%] ([n:+4%]) on [b:Bar].",
            ["Foo", "Foo", "Bar", "Bar"],
            id="a gain in brackets goes with its number",
        ),
    ],
)
def test_benchmark(text: str, benchmarks: list[str | None]) -> None:
    assert _column(text, "benchmark") == benchmarks


def test_the_only_benchmark_there_is_in_another_sentence() -> None:
    document, findings = marked("We test on [b:Foo]. It reaches [n:81%].")
    listed = [
        replace(each, found_by="names/benchmarks") if isinstance(each, NameFinding) else each for each in findings
    ]
    (number,) = relate(document, merge(document, listed), [])
    assert number.benchmark is not None
    assert number.benchmark.name == "Foo"


@pytest.mark.parametrize(
    ("text", "methods"),
    [
        ("[o:FastNet] reaches [n:81%].", ["FastNet"]),
        pytest.param(
            "We propose [o:FastNet]. It reaches [n:81%].", ["FastNet"], id="the paper's own is the silent subject"
        ),
        pytest.param(
            "[o:FastNet] improves [m:GPT] from [n:60%] to [n:70%].", ["GPT", "FastNet"], id="before, another's"
        ),
        pytest.param(
            "[o:FastNet] wins with [n:9%], compared to [m:Old] with [n:5%].", ["FastNet", "Old"], id="with its own"
        ),
        pytest.param("[m:Old] gets [n:5%]; [m:New] gets [n:6%].", ["Old", "New"], id="the nearest before"),
        pytest.param("[n:5%] is reached.", [None], id="nobody is named"),
        pytest.param(
            "We propose [o:FastNet]. An accuracy of [n:81%] is achieved on [b:Pond].",
            ["FastNet"],
            id="passive, nobody named",
        ),
        pytest.param(
            "We propose [o:FastNet]. An accuracy of [n:81%] is achieved by [m:Old].",
            [None],
            id="passive, by another: not the paper's own",
        ),
        pytest.param(
            "[o:FastNet] reaches [n:81%], compared with [n:79%] for [m:Old].", ["FastNet", "Old"], id="for another"
        ),
        pytest.param("[o:FastNet] cuts errors from [n:9%] to [n:5%].", [None, "FastNet"], id="before, nobody's"),
    ],
)
def test_method(text: str, methods: list[str | None]) -> None:
    assert _column(text, "method") == methods


@pytest.mark.parametrize(
    ("text", "baselines"),
    [
        ("[o:FastNet] is [n:3x] faster than [m:Old].", ["Old"]),
        ("[o:FastNet] outperforms [m:Old] by [n:5%].", ["Old"]),
        ("Compared to [m:Old], [o:FastNet] saves [n:5%].", ["Old"]),
        ("[o:FastNet] saves [n:5%].", [None]),
        pytest.param("[o:FastNet] saves [n:5%]. It is better than [m:Old].", [None], id="not from another sentence"),
    ],
)
def test_baseline(text: str, baselines: list[str | None]) -> None:
    assert _column(text, "baseline") == baselines


@pytest.mark.parametrize(
    ("text", "metrics"),
    [
        ("an [t:accuracy] of [n:81%]", ["accuracy"]),
        ("[n:81%] [t:accuracy]", ["accuracy"]),
        pytest.param(
            "It gains [n:1%] and [n:2%] on [t:SIM] and [t:NSS].", ["SIM", "NSS"], id="lists are paired by order"
        ),
        pytest.param("[t:BLEU] is bad. It gets [n:5%].", [None], id="not from another sentence"),
        pytest.param("It reaches [t:recall], and runs for [n:3 hours].", [None], id="a share has no hours"),
        pytest.param("It takes [t:training time], in all [n:3 hours].", ["training time"], id="a time has hours"),
    ],
)
def test_metric(text: str, metrics: list[str | None]) -> None:
    assert _column(text, "metric") == metrics


def test_each_number_of_a_list_has_its_own_metric_of_a_list() -> None:
    # Rules give both numbers the metric that stands beside the list.
    document, findings = marked("It gains [n:5%] and [n:6%] in [t:MAE] and [t:RMSE].")
    beside = next(finding.span for finding in findings if isinstance(finding, NameFinding))
    findings = [replace(item, metric=beside) if isinstance(item, NumberFinding) else item for item in findings]
    related = relate(document, merge(document, findings), own=())
    spans = [number.metric for number in related if number.metric]
    assert [document.text.text[span.start : span.end] for span in spans] == ["MAE", "RMSE"]


def test_how_many_there_are_has_no_metric() -> None:
    document, findings = marked("It has [t:recall] on [n:5%] of them.")
    sizes = [replace(item, kind="size") if isinstance(item, NumberFinding) else item for item in findings]
    for kind, here in (("result", findings), ("size", sizes)):
        (number,) = relate(document, merge(document, here), own=())
        assert (number.metric is None) == (kind == "size")


def test_a_name_is_no_metric() -> None:
    # The words beside a number may be those of a method; a grammar of numbers alone cannot tell.
    document, findings = marked("[o:FastNet] lifts [m:GPT] to [n:70%].")
    number = next(finding for finding in findings if isinstance(finding, NumberFinding))
    method = next(finding for finding in findings if isinstance(finding, NameFinding) and not finding.proposed)
    findings[findings.index(number)] = replace(number, metric=method.span)
    merged = merge(document, findings)
    assert [related.metric for related in relate(document, merged, own=())] == [None]


def test_what_was_weighed_is_kept_with_what_bars_it() -> None:
    document, findings = marked("It gains [n:5%] on [b:Foo] and [b:Bar].")
    (number,) = relate(document, merge(document, findings), own=())
    assert [weighed.candidate.entry.name for weighed in number.on.weighed] == ["Foo", "Bar"]
    assert {weighed.candidate.barred for weighed in number.on.weighed} == {
        "one of several, and the number is not said to be of one of them"
    }


@pytest.mark.parametrize(
    ("text", "barred"),
    [
        pytest.param("Old ones reach [n:90%]. Then comes [b:Foo].", True, id="what others found, and a name behind"),
        pytest.param("We reach [n:90%]. It is on [b:Foo].", False, id="the paper's own result, and a name behind"),
        pytest.param("First comes [b:Foo]. Old ones reach [n:90%].", False, id="a name in front"),
    ],
)
def test_a_result_of_others_is_not_tied_to_what_is_named_later(text: str, *, barred: bool) -> None:
    document, findings = marked(text)
    (number,) = relate(document, merge(document, findings), own=())
    assert [weighed.candidate.barred is not None for weighed in number.on.weighed] == [barred]


def test_the_points_decide() -> None:
    document, findings = marked("[o:FastNet] reaches [n:81%] on [b:Foo].")
    nothing = Scorecards(dict.fromkeys(RELATIONS, Scorecard({})))
    everything = Scorecards(dict.fromkeys(RELATIONS, Scorecard({}, least=-1)))
    merged = merge(document, findings)
    for scorecards, tied in ((nothing, (None, None)), (everything, ("Foo", "FastNet"))):
        (number,) = relate(document, merged, own=(), scorecards=scorecards)
        assert (number.benchmark and number.benchmark.name, number.method and number.method.name) == tied


def test_a_size_has_no_baseline() -> None:
    document, findings = marked("[o:FastNet] is [n:3x] larger than [m:Old].")
    findings = [replace(item, kind="size") if isinstance(item, NumberFinding) else item for item in findings]
    (number,) = relate(document, merge(document, findings), own=())
    assert number.baseline is None
    assert number.against.weighed == ()


@given(
    st.lists(st.sampled_from(["[n:5%]", "[n:6x]", "[b:Foo]", "[m:Old]", "[o:New]", "on", ",", "(", ")", "from", "to"]))
)
@settings(deadline=None, max_examples=80, derandomize=True)
def test_any_order_of_words_gives_each_number_one_answer(words: list[str]) -> None:
    document, findings = marked(" ".join(words))
    merged = merge(document, findings)
    related = relate(document, merged, [entry for entry in merged.entries if entry.proposed])
    assert [number.finding for number in related] == list(merged.numbers)
    for number in related:
        assert number.method is None or number.method is not number.baseline
        assert {None, "benchmark"} >= {number.benchmark and number.benchmark.kind}
