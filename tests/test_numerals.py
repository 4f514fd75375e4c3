from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.numerals import read_numeral, read_words, scale_of


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("17", 17),
        ("0.61", 0.61),
        (".5", 0.5),
        ("1,674.5", 1674.5),
        ("1,000,000", 1_000_000),
        pytest.param("4 650", 4650, id="thousands apart by a space"),
        pytest.param("10 000", 10_000, id="no flattened power of ten: its exponent has no sign"),
        ("-3.2", -3.2),
        pytest.param("−3.2", -3.2, id="minus sign instead of a hyphen"),
        ("+7.9", 7.9),
        ("6k", 6000),
        ("700K", 700_000),
        ("2.2M", 2_200_000),
        ("48B", 48_000_000_000),
        ("0.04B", 40_000_000),
        ("15T", 15_000_000_000_000),
        ("0.1 million", 100_000),
        ("7-billion", 7_000_000_000),
        ("3 hundred thousand", 300_000),
        ("1.2e-3", 0.0012),
        pytest.param("3.6E+004", 36_000, id="zeros in front of the exponent"),
        ("5 × 10^-5", 0.00005),
        ("8.4×10^5", 840_000),
        pytest.param("2 x 10⁻⁴", 0.0002, id="superscript digits"),
        ("10^-7", 1e-7),
        ("10^6", 1_000_000),
        pytest.param("10 -6", 1e-6, id="flattened superscript"),
        ("3/4", 0.75),
        ("1/100", 0.01),
    ],
)
def test_a_numeral_in_digits_is_read(text: str, value: float) -> None:
    assert read_numeral(text) == value
    assert type(read_numeral(text)) is type(value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("seven", 7),
        ("Twelve", 12),
        ("twenty-two", 22),
        ("a hundred and two", 102),
        ("Two Hundred and Twenty Two", 222),
        ("one hundred thousand", 100_000),
        ("two million three hundred", 2_000_300),
        ("one trillion", 1_000_000_000_000),
        ("a dozen", 12),
        ("two dozen", 24),
        ("two and a half", 2.5),
        ("one-eighth", 0.125),
        ("two thirds", 2 / 3),
        ("an", 1),
    ],
)
def test_a_numeral_in_words_is_read(text: str, value: float) -> None:
    assert read_numeral(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "and",
        "hundreds",
        "several",
        "1.2.3",
        "5 apples",
        pytest.param("3/0", id="a fraction of nothing"),
        pytest.param("1e999", id="too large to be a quantity"),
        pytest.param("9" * 50, id="too long to be a quantity"),
        "..",
    ],
)
def test_what_is_no_numeral_has_no_value(text: str) -> None:
    assert read_numeral(text) is None


@pytest.mark.parametrize(
    ("text", "scale"), [("5", 1), ("5k", 1000), ("5 million", 10**6), ("0.3B", 10**9), ("many", 1)]
)
def test_the_scale_of_a_numeral_is_told(text: str, scale: int) -> None:
    assert scale_of(text) == scale


@settings(deadline=None, max_examples=200, derandomize=True)
@given(st.integers(-(10**12), 10**12))
def test_every_integer_is_read_back_with_and_without_commas(value: int) -> None:
    assert read_numeral(str(value)) == value
    assert read_numeral(f"{value:,}") == value


@settings(deadline=None, max_examples=200, derandomize=True)
@given(st.decimals(-10000, 10000, places=3))
def test_every_decimal_is_read_as_python_reads_it(value: object) -> None:
    assert read_numeral(str(value)) == float(str(value))


@settings(deadline=None, max_examples=300, derandomize=True)
@given(st.text("0123456789.,-+eE ×x^/kMB⁻⁵ahundredfif", max_size=24))
def test_no_text_breaks_the_reading_and_every_value_is_finite(text: str) -> None:
    for value in (read_numeral(text), read_words(text)):
        assert value is None or math.isfinite(value)
