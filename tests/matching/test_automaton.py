"""Which patterns can match at a place."""

from __future__ import annotations

import pytest
import regex
from hypothesis import example, given, settings
from ruletexts import EXAMPLES, RULES, TEXTS

from extractor.matching.automaton import Automaton

NUMBER_RULES = RULES.of("numbers")
AUTOMATON = Automaton.of(rule.expanded for rule in NUMBER_RULES)
FEW = "extractor.matching.automaton._FEW"


@pytest.fixture
def all_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work out all that a text asks for the first time, so that one walk tells all that can be told."""
    monkeypatch.setattr(FEW, -1)


@pytest.mark.parametrize(
    ("pattern", "text", "start", "may_match"),
    [
        pytest.param("ab", "ab", 0, True, id="letters"),
        pytest.param("ab", "ac", 0, False, id="another letter"),
        pytest.param("ab", "a", 0, True, id="a text that ends is not looked behind"),
        pytest.param("a+b", "aaab", 0, True, id="many"),
        pytest.param("a{2}b", "ab", 0, False, id="too few"),
        pytest.param("a{1,2}b", "aaab", 0, False, id="too many"),
        pytest.param("a{1,9}b", "aaaaaaaaaab", 0, True, id="so many are not counted"),
        pytest.param("(?:ab){2}c", "abc", 0, True, id="nor are longer parts"),
        pytest.param("a(?=b)", "ac", 0, False, id="a look ahead at the end"),
        pytest.param("a(?=b)\\w", "ac", 0, True, id="one in the middle is not seen"),
        pytest.param("a(?!b)", "ab", 0, False, id="one for what must not be there"),
        pytest.param("a(?!b)", "a", 0, True, id="nothing is there"),
        pytest.param("a(?!b|cd)", "acd", 0, True, id="of what must not be there one character is seen"),
        pytest.param("a(?!)|b", "a", 0, False, id="never"),
        pytest.param("(?<=xy)a", "xa", 1, False, id="a look behind sees one character"),
        pytest.param("(?<=xy)a", "zya", 2, True, id="and no more"),
        pytest.param("(?<=x\\s?)a", "x a", 2, True, id="which may be either"),
        pytest.param("(?<=x)a", "a", 0, False, id="nothing is before the start"),
        pytest.param("(?<=^|x)a", "a", 0, True, id="unless the start is meant"),
        pytest.param("(?<!x)a", "xa", 1, False, id="what must not be behind"),
        pytest.param("(?<!x)a", "a", 0, True, id="is not before the start"),
        pytest.param("(?<!xy)a", "ya", 1, True, id="nor is half of it"),
        pytest.param("b?(?<=b)a", "ba", 0, True, id="a look behind at what was matched"),
        pytest.param("b?(?<=b)a", "a", 0, False, id="or was not"),
        pytest.param("(?P<x>a)?(?(x)b|c)", "ac", 0, True, id="a condition may hold"),
        pytest.param("(?P<x>a)(?P=x)b", "aab", 0, True, id="what was matched before may be anything"),
        pytest.param("\\Xb", "ab", 0, True, id="what is not understood may match"),
        pytest.param("", "ab", 0, True, id="nothing matches everywhere"),
    ],
)
@pytest.mark.usefixtures("all_worked_out")
def test_matching(pattern: str, text: str, start: int, may_match: bool) -> None:  # noqa: FBT001
    automaton = Automaton.of([pattern, "never(?!)"])
    assert automaton.matching(text, start) == ([0] if may_match else [])
    if regex.compile(pattern, regex.VERBOSE | regex.V1).match(text, start):
        assert may_match


def test_what_is_asked_once_is_not_worked_out() -> None:
    automaton = Automaton.of(["ab", "ac"])
    assert automaton.matching("ab", 0) == [0, 1], "both may match, for all that is known"
    assert automaton.matching("ab", 0) == [0, 1], "the second text to ask gets one character further"
    assert automaton.matching("ab", 0) == [0], "and the third to the end"


@pytest.mark.usefixtures("all_worked_out")
def test_the_numbers_of_patterns_are_in_order() -> None:
    automaton = Automaton.of(["[12]+ ", r"\X", "1", "12", "2"])
    assert automaton.matching("12 ", 0) == [0, 1, 2, 3]


@settings(deadline=None, max_examples=40, derandomize=True)
@given(TEXTS)
@example(" ".join(EXAMPLES[::4]))
def test_nothing_is_lost(text: str) -> None:
    reduced = AUTOMATON.reduced(text)
    for start in range(len(text)):
        matching = {number for number, rule in enumerate(NUMBER_RULES) if rule.compiled.match(text, start)}
        assert matching <= set(AUTOMATON.matching(text, start))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(FEW, -1)
            found = AUTOMATON.matching(text, start)
            assert found == AUTOMATON.matching(reduced, start)
        assert matching <= set(found)


@pytest.mark.usefixtures("all_worked_out")
def test_it_forgets_before_it_grows_without_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("extractor.matching.automaton._MOST_STATES", 3)
    automaton = Automaton.of(["abcdef", "abd"])
    for text in ("abcdef", "abd", "abcdex", "b", "abcdef"):
        expected = [number for number, whole in enumerate(["abcdef", "abd"]) if text == whole]
        assert automaton.matching(text, 0) == expected
