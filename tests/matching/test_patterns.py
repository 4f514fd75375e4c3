"""Reading patterns into parts."""

from __future__ import annotations

import pytest
from ruletexts import RULES

from extractor.matching.patterns import BOUNDARY, START, UNKNOWN, Characters, Either, Known, Look, Repeat, read

A, B = Characters.of("a"), Characters.of("b")


@pytest.mark.parametrize(
    ("pattern", "row"),
    [
        pytest.param("ab", (A, B), id="letters"),
        pytest.param(" a # a comment, (with a bracket\n b ", (A, B), id="white space and comments say nothing"),
        pytest.param(r"\ [ a]", (Characters.of(" "), Characters.of(" a")), id="white space that is meant"),
        pytest.param("a|b", (Either(((A,), (B,))),), id="alternatives"),
        pytest.param("(?:a)(?P<x>b)(?<y>a)(?>b)", (A, B, A, B), id="groups of all kinds"),
        pytest.param("a?b*?a++b{2}a{2,}b{,3}+", (
            Repeat(0, 1, A), Repeat(0, None, B), Repeat(1, None, A),
            Repeat(2, 2, B), Repeat(2, None, A), Repeat(0, 3, B),
        ), id="quantifiers, greedy or not"),
        pytest.param("(?=a)(?!b)(?<=a)(?<!b)", (
            Look(ahead=True, wanted=True, node=A), Look(ahead=True, wanted=False, node=B),
            Look(ahead=False, wanted=True, node=A), Look(ahead=False, wanted=False, node=B),
        ), id="looks"),
        pytest.param(r"\A^\b$", (START, START, BOUNDARY, UNKNOWN), id="places"),
        pytest.param(r"(?P<x>a)?(?(x)b)", (Repeat(0, 1, A), Either(((B,), ()))), id="a condition without an else"),
        pytest.param(r"(?P<x>a)?(?(x)a|b)", (Repeat(0, 1, A), Either(((A,), (B,)))), id="a condition"),
        pytest.param(r"(?P<x>a)(?P=x)\X", (A, Repeat(0, None, Characters(
            frozenset(map(chr, range(128))), frozenset(), beyond=True, letters_beyond=True
        )), UNKNOWN), id="what is not known here may be anything"),
        pytest.param("[[a]--[b]]", None, id="sets within sets"),
        pytest.param("(?r)a", None, id="flags"),
        pytest.param("a)", None, id="a bracket too many"),
        pytest.param("(a", None, id="a bracket too few"),
    ],
)  # fmt: skip
def test_read(pattern: str, row: object) -> None:
    assert read(pattern) == row


@pytest.mark.parametrize(
    ("pattern", "inside", "outside"),
    [
        pytest.param("[a-c_]", "abc_", "dé", id="a range"),
        pytest.param("[^a\\s]", "bé-", "a \n", id="all but"),
        pytest.param("[a-]", "a-", "b", id="a hyphen at the end"),
        pytest.param("[]a]", "]a", "b", id="a bracket at the beginning"),
        pytest.param(r"\p{Lu}", "Aé", "a1", id="a property: of what is beyond ASCII nothing is known"),
        pytest.param(r"\p{Sc}", "a$é", "", id="a property that is not known"),
        pytest.param(r"\d", "1", "a ", id="digits"),
        pytest.param(r"\S", "a1", " \t", id="no white space"),
        pytest.param("(?i:a)", "aAé", "b", id="any case"),
        pytest.param("é", "é", "e", id="beyond ASCII"),
    ],
)
def test_characters(pattern: str, inside: str, outside: str) -> None:
    (characters,) = read(pattern) or ()
    assert isinstance(characters, Characters)
    assert [character for character in inside if character not in characters] == []
    assert [character for character in outside if character in characters] == []


def test_all_rules_are_understood_and_read_alike_together_and_alone() -> None:
    known: Known = {}
    for rule in RULES.rules.values():
        alone = read(rule.expanded)
        assert alone is not None
        assert read(rule.expanded, known) == alone


def test_a_group_that_was_read_is_another_where_any_case_will_do() -> None:
    group = "(?:abcdefghijklmnopqrstuvwxyz|b)"
    assert read(f"{group}(?i:{group})", {}) == (*(read(group) or ()), *(read(f"(?i:{group})") or ()))
