"""What the teacher is told of a word, and which abstracts it does not read."""

from __future__ import annotations

import pytest

from teacher.words import CASES, SHAPES, Duplicates, case, shape


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        pytest.param("Foo", "Bar", True, id="same kinds of letters"),
        pytest.param("Foo", "foo", False, id="a capital"),
        pytest.param("FooNet", "BarGan", True, id="capitals inside"),
        pytest.param("method", "approaches", True, id="length of a row does not count"),
        pytest.param("GPT-4", "GPT-45", False, id="two digits"),
        pytest.param("GPT-4", "GPT_4", False, id="another mark"),
    ],
)
def test_shapes(one: str, other: str, *, alike: bool) -> None:
    assert (shape(one) == shape(other)) is alike
    assert 2 <= shape(one) < SHAPES


def test_cases() -> None:
    words = ["(", "3", "foo", "foo2", "Foo", "Foo2", "FOO", "FOO-2", "FooNet", "FooNet2"]
    assert [case(word) for word in words] == list(range(CASES))


def test_near_duplicates() -> None:
    known = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    seen = Duplicates([known])
    assert known.upper() + "." in seen
    assert "A new beginning: " + known in seen
    assert "one two three four five six seven eight nine, and then something else altogether" not in seen
    assert "too short" not in seen
