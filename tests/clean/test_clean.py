"""What holds for every text."""

from __future__ import annotations

import pytest
from damage import FRAGMENTS, pieces
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.clean import STEPS, clean, is_plain
from extractor.traced import TracedText

MARKED_UP = pieces(FRAGMENTS)
PLAIN = st.lists(
    st.text("abcxyzABC0123456789.,;:()éßΔ–“”", min_size=1, max_size=8).filter(lambda word: "--" not in word),
    max_size=30,
).map(" ".join)
PROPERTY = settings(deadline=None, max_examples=150, derandomize=True)


@PROPERTY
@given(MARKED_UP)
def test_text_and_map_agree_after_each_step(raw: str) -> None:
    traced = TracedText.of(raw)
    for step in STEPS:
        traced = step(traced)
        text, starts, ends = traced.text, traced.starts, traced.ends
        assert traced.raw == raw
        assert len(text) == len(starts) == len(ends)
        assert list(starts) == sorted(starts)
        assert list(ends) == sorted(ends)
        assert all(0 <= start < end <= len(raw) for start, end in zip(starts, ends, strict=True))


@PROPERTY
@given(MARKED_UP)
def test_there_and_back(raw: str) -> None:
    traced = clean(raw)
    for position in range(len(traced.text)):
        span = traced.cleaned_span(*traced.raw_span(position, position + 1))
        assert span is not None
        assert span[0] <= position < span[1]


@PROPERTY
@given(PLAIN)
def test_text_without_markup_is_left_alone(raw: str) -> None:
    assert clean(raw) == TracedText.of(raw)


@PROPERTY
@given(MARKED_UP)
def test_a_letter_that_stands_for_one_letter_is_that_letter(raw: str) -> None:
    traced = clean(raw)
    for character, start, end in zip(traced.text, traced.starts, traced.ends, strict=True):
        if end == start + 1 and raw[start].isascii() and raw[start].isalnum():
            assert character == raw[start]


@PROPERTY
@given(MARKED_UP)
def test_nothing_unseen_and_no_run_of_spaces_is_left(raw: str) -> None:
    text = clean(raw).text
    assert not any(ord(character) < 0x20 and character != "\n" for character in text)
    assert "  " not in text


@pytest.mark.parametrize(
    "piece",
    [
        "$", "{", "}", "*", "**", "<", "_", "`", "~", "-", "--", "\\", "^", "^{", "&", "&amp;", "[", "[a", "](",
        "[a](/", "\\(", "\\[", "\\textbf{", "\\href{a}", "\\frac{", "\\footnote[", "\\cite{", "\\c{", "\\'{",
        "\\n", "{\\bf ", "{a,", "$x", "$1 and ", "$a b c. ", "-\n", "a-\n", "ab-\ncd", "ab- cd", "*a", "_a",
        "**a", "x_", "<a ", "<a href=", "<!--", "<http://", "http://", "http://a.b/c-\n", "\n", " ", " \n", "\n%",
        "⁰", "1\u2009", "e\u0301", "Ã¶", "(cid:", "'", '\\"o',
    ],
)  # fmt: skip
def test_hostile_text_is_no_trouble(piece: str) -> None:
    raw = piece * (40_000 // len(piece))
    traced = clean(raw)
    assert len(traced.starts) == len(traced.text)


def test_empty() -> None:
    assert clean("").text == ""


@PROPERTY
@given(
    st.lists(st.sampled_from(["a", "B", "1", " ", "\n", "-", "+", "'", "]", "(", "(cid:1)", ".", "/", "%", "\t"])).map(
        "".join
    )
)
def test_plain_text_needs_no_step(raw: str) -> None:
    stepped = TracedText.of(raw)
    for step in STEPS:
        stepped = step(stepped)
    traced = clean(raw)
    assert (traced.text, [*traced.starts], [*traced.ends]) == (stepped.text, [*stepped.starts], [*stepped.ends])


@pytest.mark.parametrize("raw", ["We use\na net (of 3).", "", "It's 5% up: a/b, [1] #2 @x."])
def test_plain(raw: str) -> None:
    assert is_plain(raw)
