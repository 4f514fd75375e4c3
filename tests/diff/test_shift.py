"""Places of the old text in the new one."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.diff.shift import Shift


@pytest.mark.parametrize(
    ("old", "new", "words", "expected"),
    [
        ("a FooNet b", "a FooNet b", "FooNet", "FooNet"),
        pytest.param("a FooNet b", "new words, a FooNet b", "FooNet", "FooNet", id="words came before"),
        pytest.param("x y a FooNet b", "a FooNet b", "FooNet", "FooNet", id="words went before"),
        pytest.param("a Foo\nNet  b", "a Foo Net b", "Foo\nNet", "Foo Net", id="wrapped otherwise"),
        pytest.param("gains 5.5% here", "gains 6.5% here", "5.5%", "6.5%", id="a character of it changed"),
        pytest.param("gains 5 % on A", "gains seven on A", "5 %", "seven", id="rewritten in place"),
        pytest.param("we use FooNet and go", "we use and go", "FooNet", None, id="gone"),
        pytest.param("the preFooNet b", "of the preFooNet b", "FooNet", "FooNet", id="begins within a word"),
        pytest.param("the FooNets b", "of the FooNets b", "FooNet", "FooNet", id="ends within a word"),
        pytest.param("x FooNet", "y " * 40 + "z", "FooNet", None, id="another text altogether"),
    ],
)
def test_span(old: str, new: str, words: str, expected: str | None) -> None:
    start = old.index(words)
    span = Shift(old, new).span(start, start + len(words))
    assert (new[slice(*span)] if span else None) == expected


@pytest.mark.parametrize(("old", "new"), [(None, "a b"), ("a b", None), (None, None)])
def test_places_stay_where_a_text_is_not_known(old: str | None, new: str | None) -> None:
    shift = Shift(old, new)
    assert not shift.changed
    assert shift.span(3, 9) == (3, 9)
    assert shift.kept(3, 9)


def test_kept() -> None:
    shift = Shift("a Foo b Bar", "a Foo c Bar")
    assert shift.kept(2, 5)
    assert not shift.kept(6, 7)
    assert not shift.kept(2, 11)
    assert shift.back.kept(8, 11)


def test_texts_too_long_to_align_share_their_ends_only() -> None:
    middle = " ".join(f"w{n}" for n in range(5000))
    shift = Shift(f"Foo {middle} Bar", f"Foo {middle[::-1]} Bar")
    assert shift.span(0, 3) == (0, 3)
    assert shift.span(5, 9) is None


def test_words_that_stand_very_often_are_not_aligned() -> None:
    shift = Shift("a b " * 700 + "Foo", "c " + "b a " * 700 + "Foo")
    assert shift.span(0, 1) is None
    assert shift.span(2800, 2803) == (2802, 2805)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("a b c", "a b c", []),
        ("a b c", "a  b c", []),
        pytest.param("a b c d", "a d", ["b c"], id="one stretch"),
        pytest.param("a b c d", "c", ["a b", "d"], id="two stretches"),
        pytest.param("a b c", "a x y z w c", ["b"], id="rewritten"),
        pytest.param("", "a", [], id="nothing was there"),
    ],
)
def test_gone(old: str, new: str, expected: list[str]) -> None:
    assert [old[slice(*span)] for span in Shift(old, new).gone()] == expected


@settings(deadline=None, max_examples=100, derandomize=True)
@given(st.lists(st.sampled_from("abcde"), max_size=12), st.lists(st.sampled_from("abcde"), max_size=12))
def test_what_is_kept_reads_the_same_there(old: list[str], new: list[str]) -> None:
    one, other = " ".join(old), "\n ".join(new)
    shift = Shift(one, other)
    for at in range(len(old)):
        start, end = 2 * at, 2 * at + 1
        if shift.kept(start, end):
            span = shift.span(start, end)
            assert span is not None
            assert other[slice(*span)] == one[start:end]
