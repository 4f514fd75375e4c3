r"""Escapes that nothing undid, and headings."""

from __future__ import annotations

import pytest

from extractor.clean import clean


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        pytest.param(r"Schr\u00f6dinger, \\u2019s, caf\xe9", "Schrödinger, ’s, café", id="characters by number"),
        pytest.param(r"\ud835\udc00 and \U0001f600", "A and 😀", id="characters beyond the first plane"),
        pytest.param(r"a \ud835 b", "a \ufffd b", id="half a character"),
        pytest.param(r"itâ, it\xe2\x80\x99s", "itâ, it’s", id="bytes"),
        pytest.param(r"$\xi$, \udef, \xfade, \u{a}", "ξ, udef, xfade, ă", id="commands and macros"),
        pytest.param(r"One.\n\nTwo.\n1. a \\n b", "One.\nTwo. 1. a b", id="ends of lines"),
        pytest.param(r"One.\r\nTwo\t three", "One. Two three", id="of other systems, and tabs"),
        pytest.param(r"It is so.\nwe do. \nthe rest", "It is so. we do. the rest", id="before a word"),
        pytest.param(
            r"a \nice net of $\nu$, $a \ne b$. \noindent $f$. \neq", "a nice net of ν, a ≠ b. f. ≠", id="commands"
        ),
    ],
)
def test_escapes(raw: str, cleaned: str) -> None:
    assert clean(raw).text == cleaned


def test_a_character_stands_for_its_escape() -> None:
    traced = clean(r"Schr\u00f6dinger")
    assert traced.raw_span(4, 5) == (4, 10)


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        pytest.param("Abstract: We do.", "We do.", id="colon"),
        pytest.param("ABSTRACT\nGraphs are.", "Graphs are.", id="line"),
        pytest.param("Abstract—We do.", "We do.", id="dash"),
        pytest.param("Abstract - We do.", "We do.", id="spaced dash"),
        pytest.param("Abstract. 3D scans are.", "3D scans are.", id="full stop"),
        pytest.param("Abstract We do.", "We do.", id="before a new sentence"),
        pytest.param("AbstractThis paper is.", "This paper is.", id="glued"),
        pytest.param("<jats:title>Abstract</jats:title><jats:p>Graphs are.</jats:p>", "Graphs are. ", id="JATS"),
        pytest.param(r"\textbf{Abstract.} We do.", "We do.", id="LaTeX"),
        pytest.param("**Abstract:** We do.", "We do.", id="Markdown"),
        pytest.param("Abstract meaning representation is.", "Abstract meaning representation is.", id="a sentence"),
        pytest.param("Abstract Unavailable", "Abstract Unavailable", id="placeholder"),
        pytest.param("Abstract-level nets are.", "Abstract-level nets are.", id="compound"),
        pytest.param("Abstract: a net", "Abstract: a net", id="no new sentence"),
        pytest.param("Abstract.", "Abstract.", id="nothing but the heading"),
    ],
)
def test_the_heading_is_no_part_of_the_text(raw: str, cleaned: str) -> None:
    assert clean(raw).text == cleaned
