"""Where the matches of a pattern can begin."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings
from ruletexts import EXAMPLES, RULES, TEXTS

from extractor.folding import Segments
from extractor.matching.beginnings import beginning
from extractor.rules import RuleSearch


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        pytest.param(r"\b(?:[Ww]e|our\smethod)\s\p{L}+", {"we", "our"}, id="words end at white space"),
        pytest.param(r"\bpropos(?:e|es|ing)\b.*", {"propose", "proposes", "proposing"}, id="endings"),
        pytest.param(r"\b(?i:WE)(?:,\s|\s)", {"we"}, id="any case, and any sign behind it"),
        pytest.param(r"\bmodels?\s", {"model", "models"}, id="what may be missing"),
    ],
)
def test_words(pattern: str, words: set[str]) -> None:
    found = beginning(pattern)
    assert found is not None
    assert found.words == words


@pytest.mark.parametrize(
    "pattern",
    [
        pytest.param(r"we\s", id="also inside a word"),
        pytest.param(r"\bwe", id="a word may go on"),
        pytest.param(r"\b\p{L}+\s", id="any word"),
        pytest.param(r"\b(?:we\s)?\p{L}", id="the words may be missing"),
        pytest.param(r"\s\(", id="no word"),
        pytest.param(r"\b[12]\s", id="a digit stands in longer numbers beyond ASCII"),
        pytest.param(r"(?r)\bwe\s", id="not understood"),
    ],
)
def test_anywhere(pattern: str) -> None:
    assert beginning(pattern) is None


def test_a_look_behind_is_scanned_for() -> None:
    found = beginning(r"(?<=[\s(])(?=\p{Lu}|\d\p{Lu})\w+|\Ab")
    assert found is not None
    assert found.at_start
    assert [match.end() for match in re.finditer(found.scan, "Ab (Cd e 3F 33")] == [4, 9]


@settings(deadline=None, max_examples=60, derandomize=True)
@given(TEXTS)
@example("\n".join(EXAMPLES))
def test_nothing_is_lost(text: str) -> None:
    for folder in ("definitions", "links", "roles"):
        rules = RULES.of(folder)
        found = [(rule.id, match.span()) for rule, match in RuleSearch.of(rules).matches(Segments.of(text))]
        assert found == [(rule.id, match.span()) for rule in rules for match in rule.compiled.finditer(text)]


@pytest.mark.parametrize("letter", ["数", "’", "é"])
def test_what_is_beyond_ascii_takes_no_exponential_time(letter: str) -> None:
    text = f"We use the benchmark dataset (BD). On the {letter * 60}; and so on we present {letter * 60}."
    rules = RULES.of("definitions")  # with time for each way to cut up the letters this would never end
    found = {rule.id for rule, _ in RuleSearch.of(rules).matches(Segments.of(text))}
    assert found == {"definitions/long-short", "definitions/written"}
