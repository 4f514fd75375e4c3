"""Reading numerals: the characters of one number, in digits or in words, to its value.

Which characters belong together is for the rules to say (`rules/fragments.toml`); this module only reads them. An
integer stays an `int`, so that `48B` is 48000000000 to the digit.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from functools import lru_cache

import regex

Value = int | float

_SCALES = {
    "k": 10**3, "m": 10**6, "b": 10**9, "t": 10**12,
    "hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12,
    "millions": 10**6, "billions": 10**9, "trillions": 10**12,
}  # fmt: skip
_SMALL = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
]  # fmt: skip
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_WORDS = (
    {word: value for value, word in enumerate(_SMALL)}
    | {word: 10 * value for value, word in enumerate(_TENS, 2)}
    | {"a": 1, "an": 1, "dozen": 12, "single": 1}
)
_PARTS = {"half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10}

_DIGITS = regex.compile(
    r"""
    (?P<sign> [-+−–]? ) \s?
    (?: (?P<mantissa> [\d,.'’\ ]*\d ) (?: [eE] (?P<e> [-+−]?\d{1,4} ) )? )
    (?: \s?[×x*·]\s? 10 \s?\^?\s? (?P<power> [-+−]?\s?\d{1,3} ) )?
    (?P<scales> (?: [\s-]? \p{L}+ )* )
    """,
    regex.VERBOSE | regex.V1,
)
_POWER = regex.compile(r"(?P<sign>[-+−]?)10(?:\s?\^\s?(?P<power>[-+−]?\s?\d{1,3})|\s(?P<power>[-−]\d{1,3}))", regex.V1)
_DECIMAL_COMMA = regex.compile(r"(?<=^\d{1,3}),(?=\d{1,2}$)|(?<=^0),(?=\d)", regex.V1)
_THOUSANDS = str.maketrans("", "", ",'’ ")
_SUPERSCRIPT = regex.compile(r"[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_MAX_DIGITS = 40
_CACHED = 1 << 12  # `5`, `three` and `100` stand everywhere


@lru_cache(maxsize=_CACHED)
def read_numeral(text: str) -> Value | None:
    """Return the value of a numeral: `1,674.5`, `-.25`, `48B`, `5 × 10^-5`, `0.1 million`, `3/4`, `two hundred`.

    None where the characters are no one number, or one too long to be a quantity.
    """
    text = _SUPERSCRIPT.sub(_raised, text.strip())
    if not any(character.isdigit() for character in text):
        return read_words(text)
    if "/" in text:
        return _fraction(*text.split("/", 1))
    if match := _POWER.fullmatch(text):
        return _scaled(Decimal(1 if match["sign"] in ("", "+") else -1), int(_ascii(match["power"])), 1)
    match = _DIGITS.fullmatch(text)
    if match is None or len(match["mantissa"]) > _MAX_DIGITS:
        return None
    scale = 1
    for word in match["scales"].replace("-", " ").casefold().split():
        if word not in _SCALES:
            return None
        scale *= _SCALES[word]
    try:
        mantissa = Decimal(_DECIMAL_COMMA.sub(".", match["mantissa"]).translate(_THOUSANDS))
    except InvalidOperation:
        return None
    exponent = int(_ascii(match["e"] or "0")) + int(_ascii(match["power"] or "0"))
    return _scaled(-mantissa if match["sign"] in ("-", "−", "–") else mantissa, exponent, scale)


@lru_cache(maxsize=_CACHED)
def scale_of(text: str) -> int:
    """Return the factor of the scale word or letter at the end of a numeral, 1 if there is none."""
    match = _DIGITS.fullmatch(text.strip())
    scale = 1
    for word in match["scales"].replace("-", " ").casefold().split() if match else ():
        scale *= _SCALES.get(word, 1)
    return scale


def read_words(text: str) -> Value | None:
    """Return the value of a number in words: `a hundred and two`, `twenty-two`, `two and a half`, `one-eighth`."""
    words = text.casefold().replace("-", " ").split()
    if len(words) > 2 and words[-3:] == ["and", "a", "half"]:
        whole = read_words(" ".join(words[:-3]))
        return None if whole is None else whole + 0.5
    if len(words) == 2 and words[0] in _WORDS and words[1].removesuffix("s") in _PARTS:
        return _WORDS[words[0]] / _PARTS[words[1].removesuffix("s")]
    total, group, known = 0, 0, False
    for word in words:
        if word in _WORDS:
            group = group * 12 if word == "dozen" and group else group + _WORDS[word]
        elif word == "hundred":
            group = max(group, 1) * 100
        elif word in _SCALES and len(word) > 1:
            total, group = total + max(group, 1) * _SCALES[word], 0
        elif word != "and":
            return None
        known = known or word != "and"
    return total + group if known else None


def _fraction(over: str, under: str) -> Value | None:
    numerator, denominator = read_numeral(over), read_numeral(under)
    return None if numerator is None or not denominator else numerator / denominator


def _scaled(mantissa: Decimal, exponent: int, scale: int) -> Value | None:
    if abs(exponent) > 300:
        return None
    value = mantissa * Decimal(10) ** exponent * scale
    whole = value == value.to_integral_value()
    # A decimal point in the text says that it was measured, not counted, unless a scale made it a whole number.
    written_whole = mantissa == mantissa.to_integral_value() and mantissa.as_tuple().exponent == 0
    return int(value) if whole and (written_whole or scale > 1 or exponent > 0) else float(value)


def _raised(superscript: regex.Match[str]) -> str:
    return "^" + superscript.group().translate(_SUPERSCRIPTS)


def _ascii(digits: str) -> str:
    return digits.replace("−", "-").replace(" ", "")
