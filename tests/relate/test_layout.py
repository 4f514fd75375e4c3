"""The layout of a sentence: its lists, and what says one thing together. Marks are explained in marking.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marking import marked

from extractor.entries.merge import merge
from extractor.relate.layout import Row, Rows
from extractor.relate.scene import scenes, standings

if TYPE_CHECKING:
    from extractor.relate.scene import Scene


def scene_of(text: str) -> Scene:
    document, findings = marked(text)
    merged = merge(document, findings)
    own = [entry for entry in merged.entries if entry.proposed]
    (scene,) = scenes(document, merged, standings(document, merged, own))
    return scene


def lists(text: str) -> list[list[list[str]]]:
    """Return, row by row and slot by slot, the numbers of a sentence."""
    scene = scene_of(text)
    return [
        [[scene.text[number.span.start : number.span.end] for number in slot.numbers] for slot in row.slots]
        for row in scene.numbers.rows
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It gets [n:5%] and [n:6%].", [[["5%"], ["6%"]]]),
        ("It gets [n:1.2]/[n:1.4]/[n:1.9].", [[["1.2"], ["1.4"], ["1.9"]]]),
        pytest.param(
            "It gains [n:4.2] AP50, [n:4.6] AP50 and [n:5.0] AP50.",
            [[["4.2"], ["4.6"], ["5.0"]]],
            id="what each measures between",
        ),
        pytest.param("It goes from [n:60%] to [n:70%].", [[["60%", "70%"]]], id="before and after say one thing"),
        pytest.param("It goes [n:60%] → [n:70%].", [[["60%", "70%"]]], id="an arrow"),
        pytest.param(
            "It gets [n:72%] ([n:+3%]) and [n:81%] ([n:+4%]).", [[["72%", "+3%"], ["81%", "+4%"]]], id="gains"
        ),
        pytest.param("It gets [n:5%] and is [n:6x] faster.", [[["5%"]], [["6x"]]], id="other units, other lists"),
        pytest.param("It gets [n:5%] on [b:Foo], [n:6%] on [b:Bar].", [[["5%"]], [["6%"]]], id="a name lies between"),
        pytest.param("It gets [n:5%] while others get [n:6%].", [[["5%"]], [["6%"]]], id="another clause"),
        pytest.param(
            "On [b:Foo], it gets [n:5%], and [n:6%] on [b:Bar].", [[["5%"]], [["6%"]]], id="the last has its own place"
        ),
        pytest.param(
            "It gets [n:5%] and [n:6%] on [b:Foo] and [b:Bar].", [[["5%"], ["6%"]]], id="places in a list are shared"
        ),
    ],
)
def test_numbers(text: str, expected: list[list[list[str]]]) -> None:
    assert lists(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[n:5%] on [b:Foo], [b:Bar] and [b:Baz]", [["Foo", "Bar", "Baz"]]),
        ("[n:5%] on the [b:Foo] dataset and on [b:Bar]", [["Foo", "Bar"]]),
        pytest.param("[n:5%] on [b:Foo] and near [b:Bar]", [["Foo"], ["Bar"]], id="a word of another kind"),
        pytest.param("[n:5%] on [b:Foo]/[b:Foo]", [["Foo"]], id="each entry once"),
    ],
)
def test_names(text: str, expected: list[list[str]]) -> None:
    rows = scene_of(text).names["benchmark"].rows
    assert [[standing.entry.name for standing in row.entries] for row in rows] == expected


@pytest.mark.parametrize(
    ("text", "earlier"),
    [
        ("It goes from [n:60%] to [n:70%].", [True, False]),
        ("It goes [n:60%] → [n:70%].", [True, False]),
        pytest.param("It cuts FID from [n:1.8]/[n:1.6] to [n:1.3]/[n:1.0].", [True, True, False, False], id="lists"),
        pytest.param("It goes from a previous best of [n:60%] to [n:70%].", [True, False], id="words between"),
        pytest.param("It gains [n:60%] and [n:70%].", [False, False], id="no from"),
        pytest.param("Text from books. It gains [n:60%].", [False], id="from in another sentence"),
    ],
)
def test_earlier(text: str, earlier: list[bool]) -> None:
    scene = scene_of(text)
    found = [
        row.is_earlier(scene.text, scene.start, place, number)
        for row in scene.numbers.rows
        for place, slot in enumerate(row.slots)
        for number in slot.numbers
    ]
    assert found == earlier


@given(st.lists(st.integers(0, 40), min_size=2, max_size=20, unique=True), st.integers(0, 40), st.integers(0, 40))
@settings(deadline=None, max_examples=60, derandomize=True)
def test_between_counts_what_lies_between(bounds: list[int], start: int, end: int) -> None:
    bounds = sorted(bounds)
    rows = Rows.of([Row(*pair) for pair in zip(bounds[::2], bounds[1::2], strict=False)])
    assert rows.between(start, end) == sum(start <= row.start and row.end <= end for row in rows.rows)
