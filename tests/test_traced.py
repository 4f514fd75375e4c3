"""Text and map change together: the whole map is asserted, one case for each kind of edit."""

from __future__ import annotations

import pytest
import regex

from extractor.traced import TracedText


def pieces(traced: TracedText) -> list[tuple[str, str]]:
    """Each cleaned character with the raw piece that it stands for."""
    return [
        (character, traced.raw[start:end])
        for character, start, end in zip(traced.text, traced.starts, traced.ends, strict=True)
    ]


def test_untouched_text_maps_each_character_to_itself() -> None:
    traced = TracedText.of("abc")
    assert (traced.text, tuple(traced.starts), tuple(traced.ends)) == ("abc", (0, 1, 2), (1, 2, 3))


@pytest.mark.parametrize("length", [0, 1, 4095, 4096, 4097, 5000])
def test_identity_at_every_length(length: int) -> None:
    traced = TracedText.of("x" * length)
    assert tuple(traced.starts) == tuple(range(length))
    assert tuple(traced.ends) == tuple(range(1, length + 1))


@pytest.mark.parametrize(
    ("raw", "edits", "text", "starts", "ends"),
    [
        pytest.param("abcd", [(1, 3, "")], "ad", (0, 3), (1, 4), id="dropped"),
        pytest.param("abcd", [(1, 3, "x")], "axd", (0, 1, 3), (1, 3, 4), id="one for two stands for both"),
        pytest.param("abcd", [(1, 2, "xyz")], "axyzcd", (0, 1, 1, 1, 2, 3), (1, 2, 2, 2, 3, 4), id="three for one"),
        pytest.param("abcd", [(1, 3, "xy")], "axyd", (0, 1, 2, 3), (1, 2, 3, 4), id="as many, one for one"),
        pytest.param("abcd", [(0, 1, ""), (3, 4, "")], "bc", (1, 2), (2, 3), id="both ends"),
        pytest.param("abcd", [(0, 2, "x"), (2, 4, "y")], "xy", (0, 2), (2, 4), id="side by side"),
        pytest.param("abcd", [(0, 4, "")], "", (), (), id="all"),
        pytest.param("abcd", [], "abcd", (0, 1, 2, 3), (1, 2, 3, 4), id="none"),
    ],
)
def test_edit(
    raw: str, edits: list[tuple[int, int, str]], text: str, starts: tuple[int, ...], ends: tuple[int, ...]
) -> None:
    traced = TracedText.of(raw).edit(edits)
    assert (traced.raw, traced.text, tuple(traced.starts), tuple(traced.ends)) == (raw, text, starts, ends)


def test_an_edit_of_an_edit_maps_all_the_way_back() -> None:
    traced = TracedText.of("a&amp;lt;b").edit([(1, 6, "&")]).edit([(1, 5, "<")])
    assert pieces(traced) == [("a", "a"), ("<", "&amp;lt;"), ("b", "b")]


@pytest.mark.parametrize(
    "edits",
    [
        pytest.param([(1, 1, "x")], id="empty: it has no place in the raw text"),
        pytest.param([(2, 1, "x")], id="backwards"),
        pytest.param([(0, 2, "x"), (1, 3, "y")], id="overlapping"),
        pytest.param([(2, 3, "x"), (0, 1, "y")], id="out of order"),
        pytest.param([(3, 5, "x")], id="outside"),
        pytest.param([(-1, 1, "x")], id="before the text"),
    ],
)
def test_edit_refuses(edits: list[tuple[int, int, str]]) -> None:
    with pytest.raises(ValueError, match="edit"):
        TracedText.of("abcd").edit(edits)


def test_respelt_keeps_the_map() -> None:
    traced = TracedText.of("a{}−b").edit([(1, 3, "")]).respelt("a-b")
    assert pieces(traced) == [("a", "a"), ("-", "−"), ("b", "b")]


def test_respelt_refuses_another_length() -> None:
    with pytest.raises(ValueError, match="one for one"):
        TracedText.of("abc").respelt("ab")


def test_sub_with_text() -> None:
    traced = TracedText.of("a--b").sub(regex.compile("-+"), "–")
    assert pieces(traced) == [("a", "a"), ("–", "--"), ("b", "b")]


def test_sub_with_a_function_that_leaves_some_alone() -> None:
    traced = TracedText.of("a1b2").sub(regex.compile(r"\d"), lambda match: None if match.group() == "1" else "")
    assert pieces(traced) == [("a", "a"), ("1", "1"), ("b", "b")]


def test_sub_that_changes_nothing_is_the_same_text() -> None:
    traced = TracedText.of("a-b")
    assert traced.sub(regex.compile("-"), "-") is traced
    assert traced.sub(regex.compile("x*"), "y") is traced


def test_unwrap_keeps_the_places_of_what_stays() -> None:
    traced = TracedText.of(r"\emph{ab}c").unwrap(regex.compile(r"\\emph\{(\w+)\}"))
    assert pieces(traced) == [("a", "a"), ("b", "b"), ("c", "c")]
    assert traced.starts == (6, 7, 9)


def test_unwrap_where_the_group_is_the_match() -> None:
    traced = TracedText.of("abc")
    assert traced.unwrap(regex.compile("(b)")) is traced


@pytest.fixture
def wrapped() -> TracedText:
    r"""`$40.8$\%` cleaned to `40.8%`."""
    return TracedText.of(r"at $40.8$\%.").edit([(3, 4, ""), (8, 9, ""), (9, 11, "%")])


@pytest.mark.parametrize(
    ("cleaned", "raw"),
    [
        pytest.param("at", "at", id="untouched"),
        pytest.param("40.8", "40.8", id="markup around is left out"),
        pytest.param("40.8%", r"40.8$\%", id="markup inside is taken in"),
        pytest.param("%", r"\%", id="a sign stands for its command"),
        pytest.param(" 40", " $40", id="markup between is inside"),
    ],
)
def test_raw_span(wrapped: TracedText, cleaned: str, raw: str) -> None:
    start = wrapped.text.index(cleaned)
    first, last = wrapped.raw_span(start, start + len(cleaned))
    assert wrapped.raw[first:last] == raw


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        pytest.param("40.8", "40.8", id="text"),
        pytest.param("$40.8$", "40.8", id="markup at the edges"),
        pytest.param(r"8$\%", "8%", id="markup inside"),
        pytest.param("\\", "%", id="part of a command is the sign"),
        pytest.param("$", None, id="markup alone"),
    ],
)
def test_cleaned_span(wrapped: TracedText, raw: str, cleaned: str | None) -> None:
    start = wrapped.raw.index(raw)
    span = wrapped.cleaned_span(start, start + len(raw))
    assert (span and wrapped.text[slice(*span)]) == cleaned


@pytest.mark.parametrize("span", [(2, 2), (3, 2), (-1, 2), (0, 99)])
def test_spans_that_are_empty_or_outside_are_refused(wrapped: TracedText, span: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="span"):
        wrapped.raw_span(*span)
    with pytest.raises(ValueError, match="span"):
        wrapped.cleaned_span(*span)
