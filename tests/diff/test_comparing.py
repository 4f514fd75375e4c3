"""Two records of one id: what is the same entry, and what changed."""

from __future__ import annotations

from typing import Any

import pytest
from diffing import TEXT, benchmark, full, link, method, number, record, source

from extractor import diff_records
from extractor.diff import Selection
from extractor.diff.model import FieldChange
from extractor.diff.telling import told
from extractor.diff.wording import described, field_text
from extractor.records import AbstractRecord, Mention

URL = "https://github.com/a/foo"
LONGER = f"At last. {TEXT}"
TWICE = f"{TEXT} FooNet is FooNet-XL."


def changes(old: AbstractRecord, new: AbstractRecord, **selection: Any) -> list[str]:
    return [
        f"{change.change} {change.kind}: {described(change)}"
        for change in diff_records(old, new, selection=Selection(**selection))
    ]


def test_equal_records() -> None:
    assert changes(full(), full()) == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(
            full(),
            full(methods=(method(TEXT, "FooNet", "FN", role="proposed"),), numbers=()),
            [
                "removed methods: BazNet: mentioned",
                "removed numbers: 5.5%: 5.5 percent; result; " + "metric accuracy; benchmark BarBench; method FooNet; "
                "baseline BazNet",
            ],
            id="gone",
        ),
        pytest.param(
            record(),
            record(links=(link(TEXT),), benchmarks=(benchmark(TEXT),)),
            ["added benchmarks: BarBench: evaluated", "added links: https://github.com/a/foo: repository"],
            id="new",
        ),
        pytest.param(
            record(methods=(method(TEXT, "FooNet", "FN"),)),
            record(methods=(method(TEXT, "FooNet", "FN", role="proposed", canonical="Foo-Net"),)),
            [
                "renamed methods: FooNet: canonical none -> Foo-Net",
                "changed methods: FooNet: role mentioned -> proposed",
            ],
            id="one line a way",
        ),
        pytest.param(
            record(methods=(method(TEXT, "FooNet", "FN"),)),
            record(methods=(method(TEXT, "FN", "FooNet"),)),
            ["renamed methods: FN: name FooNet -> FN"],
            id="name and alias change places: its aliases are no change of their own",
        ),
        pytest.param(
            record(methods=(method(TEXT, "FooNet"),)),
            record(methods=(method(TEXT, "FooNet", "FN"),)),
            ["changed methods: FooNet: aliases +FN; mentions +FN"],
            id="an alias was found",
        ),
        pytest.param(
            record(TWICE, methods=(method(TWICE, "FooNet"),)),
            record(TWICE, methods=(method(TWICE, "FooNet-XL"),)),
            ["removed methods: FooNet: mentioned", "added methods: FooNet-XL: mentioned"],
            id="another name in another place is another entry",
        ),
        pytest.param(
            record(TWICE, methods=(method(TWICE, "Net-XL"),)),
            record(TWICE, methods=(method(TWICE, "FooNet-XL"),)),
            ["renamed methods: FooNet-XL: name Net-XL -> FooNet-XL"],
            id="the same place, read from its beginning: what stands there is no further change",
        ),
        pytest.param(
            record(methods=(method(TEXT, "FooNet", "FN"),)),
            record(methods=(method(TEXT, "FooNet"), method(TEXT, "FN"))),
            ["changed methods: FooNet: aliases -FN; mentions -FN", "added methods: FN: mentioned"],
            id="split: one to one",
        ),
        pytest.param(
            record(TWICE, methods=(method(TWICE, "FooNet", at=["FooNet"]),)),
            record(TWICE, methods=(method(TWICE, "foonet", at=["FooNet-XL"]),)),
            ["renamed methods: foonet: name FooNet -> foonet", "changed methods: foonet: mentions -FooNet, +FooNet-XL"],
            id="by name where no place is shared",
        ),
        pytest.param(
            record(methods=(method(TEXT, "BarBench"), method(TEXT, "BazNet"))),
            record(benchmarks=(benchmark(TEXT, "BarBench"),)),
            [
                "removed methods: BarBench: mentioned; kind methods -> benchmarks",
                "removed methods: BazNet: mentioned",
                "added benchmarks: BarBench: evaluated; kind methods -> benchmarks",
            ],
            id="another kind of entry now",
        ),
        pytest.param(
            record(numbers=(number(TEXT, "5.5%"),)),
            record(numbers=(number(TEXT, "5.5", unit="score", found_by=("numbers/decimal",)),)),
            ["changed numbers: 5.5: text 5.5% -> 5.5; unit percent -> score"],
            id="what found it is no news beside the rest",
        ),
        pytest.param(
            full(),
            full(numbers=(number(TEXT, metric="gain", benchmark="BarBench", method="BazNet", kind="size"),)),
            ["relinked numbers: 5.5%: metric accuracy -> gain; method FooNet -> BazNet; baseline BazNet -> none",
             "changed numbers: 5.5%: kind result -> size"],
            id="relinked",
        ),
        pytest.param(
            record(methods=(method(TEXT, "FooNet", "FN"),), numbers=(number(TEXT, method="FooNet"),)),
            record(methods=(method(TEXT, "FN", "FooNet"),), numbers=(number(TEXT, method="FN"),)),
            ["renamed methods: FN: name FooNet -> FN"],
            id="tied to the same method, whose name is another: not relinked",
        ),
        pytest.param(
            record(numbers=(number(TEXT),)),
            record(numbers=(number(TEXT, confidence=0.5, found_by=("numbers/times",)),)),
            ["evidence numbers: 5.5%: confidence 0.9 -> 0.5; found_by -numbers/percent, +numbers/times"],
            id="nothing but evidence",
        ),
        pytest.param(
            record(links=(link(TEXT),)),
            record(links=(link(TEXT, "https://github.com/a", repository=None),)),
            [f"changed links: {URL[:-4]}: url {URL} -> {URL[:-4]}; repository foo -> none; text {URL} -> {URL[:-4]}"],
            id="a link is the same where it stands",
        ),
        pytest.param(
            record(sources=(source(),)),
            record(title="On FooNet", sources=(source("b.txt"),)),
            ["changed record: title none -> On FooNet"],
            id="the record itself, once; where it stands in its file is left to those that differ in nothing else",
        ),
    ],
)  # fmt: skip
def test_changes(old: AbstractRecord, new: AbstractRecord, expected: list[str]) -> None:
    assert changes(old, new) == expected


def test_a_longer_text_moves_its_entries_and_that_is_all() -> None:
    found = diff_records(full(), full(LONGER))
    assert [change.change for change in found] == ["changed", "moved", "moved", "moved", "moved", "moved"]
    assert [change.kind for change in found][:3] == ["record", "methods", "methods"]
    assert {told(change.cause) for change in found} == {"the abstract changed"}


def test_a_value_that_was_rewritten_is_a_change_of_the_number_that_stood_there() -> None:
    new = TEXT.replace("5.5%", "6.25%")
    found = diff_records(record(numbers=(number(TEXT),)), record(new, numbers=(number(new, "6.25%", value=6.25),)))
    assert [(change.kind, change.change) for change in found] == [("record", "changed"), ("numbers", "changed")]
    assert described(found[1]) == "6.25%: text 5.5% -> 6.25%; value 5.5 -> 6.25"
    assert told(found[1].cause) == "the abstract changed"


def test_mentions_in_another_place_of_the_same_text_are_moved() -> None:
    text = "FooNet is FooNet."
    first, second = (Mention(field="text", start=start, end=start + 6, text="FooNet") for start in (0, 10))
    old, new = (
        record(text, methods=(method(text, "FooNet").model_copy(update={"mentions": (one,)}),))
        for one in (first, second)
    )
    assert changes(old, new) == ["moved methods: FooNet"]


@pytest.mark.parametrize(
    ("selection", "expected"),
    [
        ({"kinds": {"links"}}, []),
        ({"kinds": {"numbers"}}, ["relinked", "changed"]),
        ({"ways": {"relinked"}}, ["relinked"]),
        ({"fields": {"kind"}}, ["changed"]),
        ({"fields": {"role"}}, []),
        ({"ignore": {"kind"}}, ["relinked", "changed"]),
        ({"ignore": {"kind", "value"}}, ["relinked"]),
        ({"ignore": {"kind", "metric", "value"}}, ["evidence"]),
        ({"ignore": {"kind", "metric", "value", "confidence"}}, []),
        ({"tolerance": 0.01, "ignore": {"kind", "metric"}}, []),
        ({"tolerance": 0.001, "ignore": {"kind", "metric"}}, ["changed"]),
    ],
)
def test_selection(selection: dict[str, Any], expected: list[str]) -> None:
    old = record(numbers=(number(TEXT, value=100),))
    new = record(numbers=(number(TEXT, value=100.5, kind="size", metric="gain", confidence=0.901),))
    found = diff_records(old, new, selection=Selection(**selection))
    assert [change.change for change in found] == expected


def test_without_text_places_are_those_of_the_same_text() -> None:
    old, new = (full().model_dump(mode="json") for _ in range(2))
    old["text"] = new["text"] = None
    new["numbers"][0]["kind"] = "size"
    from extractor.diff.comparing import compare

    found = compare(old, new).changes
    assert [(change.kind, change.change) for change in found] == [("numbers", "changed")]
    new["text"] = TEXT
    assert [(change.kind, change.change) for change in compare(old, new).changes] == [
        ("record", "changed"), ("numbers", "changed"),
    ]  # fmt: skip


def test_what_a_later_version_adds_is_compared_as_well() -> None:
    from extractor.diff.comparing import compare

    old, new = (full().model_dump(mode="json") for _ in range(2))
    new["numbers"][0]["split"] = "test"
    new["sources"][0]["year"] = 2025
    assert [(change.kind, [field.field for field in change.fields]) for change in compare(old, new).changes] == [
        ("record", ["sources"]), ("numbers", ["split"]),
    ]  # fmt: skip


def test_a_key_that_a_later_version_adds_and_leaves_null_is_no_change() -> None:
    from extractor.diff.comparing import compare

    old, new = (full().model_dump(mode="json") for _ in range(2))
    new["sources"][0]["later"] = new["numbers"][0]["later"] = new["methods"][0]["mentions"][0]["later"] = None
    new["later"] = None
    assert compare(old, new).changes == []


def test_sources_alone_are_no_change_of_what_was_extracted() -> None:
    (change,) = diff_records(full(), full(sources=(source("b.txt"),)))
    assert (change.kind, change.change, told(change.cause)) == (
        "record", "evidence", "what is known of its sources changed",
    )  # fmt: skip


def test_entries_in_another_order_alone() -> None:
    from extractor.diff.comparing import compare

    old, new = (full().model_dump(mode="json") for _ in range(2))
    new["methods"].reverse()
    (change,) = compare(old, new).changes
    assert (change.kind, change.fields[0].field) == ("record", "order of methods")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param("On\nnets", "On nets ", "title in white space alone", id="white space"),
        pytest.param("a" * 30, "b" * 30, f"title {'a' * 30} -> {'b' * 30}", id="short ones stand as they are"),
        pytest.param(
            f"{'word ' * 20}ends here", f"{'word ' * 20}ends there",
            "title … word word ends here -> … word word ends there", id="long ones from a little before they differ",
        ),
        pytest.param(
            f"{'word ' * 20}ends", f"{'word ' * 20}ends here",
            "title … word word ends -> … word word ends here", id="more at the end",
        ),
        pytest.param(
            f"old {'word ' * 20}", f"new {'word ' * 20}",
            f"title old {'word ' * 15}… -> new {'word ' * 15}…", id="another beginning",
        ),
    ],
)  # fmt: skip
def test_a_changed_text_is_shown_where_it_differs(old: str, new: str, expected: str) -> None:
    assert field_text(FieldChange(field="title", old=old, new=new)) == expected
