"""The definitions pass: long forms of short forms, and names that a text says it proposes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor import rules
from extractor.document import Document, passage
from extractor.errors import RuleError
from extractor.finding import DefinitionFinding, NameFinding
from extractor.passes.definitions import definitions_pass, long_form
from extractor.traced import TracedText

if TYPE_CHECKING:
    from extractor.finding import Finding, Span

RUN = definitions_pass(rules.load())
WRITTEN = {"definitions/written", "definitions/title-words"}  # they say no more than that it is written like a name


def run(text: str, title: str | None = None) -> tuple[Document, list[Finding]]:
    document = Document(
        passage("text", TracedText.of(text)), None if title is None else passage("title", TracedText.of(title))
    )
    return document, list(RUN(document))


def words(document: Document, span: Span) -> str:
    return document.passage(span.field).text[span.start : span.end]


def definitions(text: str, title: str | None = None) -> list[tuple[str, str]]:
    document, findings = run(text, title)
    return [
        (words(document, each.span), words(document, each.long))
        for each in findings
        if isinstance(each, DefinitionFinding)
    ]


def names(text: str, title: str | None = None) -> set[tuple[str, str, str, bool]]:
    document, findings = run(text, title)
    return {
        (each.span.field, words(document, each.span), each.kind, each.proposed)
        for each in findings
        if isinstance(each, NameFinding) and each.found_by not in WRITTEN
    }


@pytest.mark.parametrize(
    ("short", "candidate", "expected"),
    [
        pytest.param("SAN", "Sparse Attention Networks", "Sparse Attention Networks", id="initials"),
        pytest.param("SAN", "we use Sparse Attention Networks", "Sparse Attention Networks", id="words before it"),
        pytest.param("san", "Sparse Attention Networks", "Sparse Attention Networks", id="case does not count"),
        pytest.param("S-A.N", "Sparse Attention Nets", "Sparse Attention Nets", id="marks do not count"),
        pytest.param("SANs", "Sparse Attention Nets", "Sparse Attention Nets", id="plural s stands for nothing"),
        pytest.param("POS", "part of speech", "part of speech", id="a capital S is no plural"),
        pytest.param("AS", "abstract syntax", "abstract syntax", id="two letters have no plural"),
        pytest.param("SLoT", "the Sparse Layers of Tokens", "Sparse Layers of Tokens", id="initial of a function word"),
        pytest.param(
            "ASR", "the Align and Split Rule", "Align and Split Rule", id="begins at no `and` before a better word"
        ),
        pytest.param(
            "ATP", "called A Tree of Paths", "A Tree of Paths", id="begins at an article if nothing else fits"
        ),
        pytest.param(
            "OPD", "by on-policy distillation", "on-policy distillation", id="a preposition begins a compound"
        ),
        pytest.param("SLT", "Sparse Layers of the Tokens", "Sparse Layers of the Tokens", id="function words skipped"),
        pytest.param("GTF", "a Grid-guided Token Fusion", "Grid-guided Token Fusion", id="hyphenated part skipped"),
        pytest.param("GGTF", "a Grid-guided Token Fusion", "Grid-guided Token Fusion", id="hyphenated part counted"),
        pytest.param(
            "SAN", "Sparse Attention Deep Networks", "Sparse Attention Deep Networks", id="letters may skip one word"
        ),
        pytest.param("ViT", "a Vision Transformer", "Vision Transformer", id="letters inside a word"),
        pytest.param("LoRT", "by low-rank tuning", "low-rank tuning", id="letters inside a hyphenated word"),
        pytest.param("TS", "of Thermostats", "Thermostats", id="a single word"),
        pytest.param("Mix2", "Mixer2", "Mixer2", id="a digit is a character like others"),
        pytest.param("EMA", "the smoother Mean", None, id="the first letter begins a word"),
        pytest.param("GT", "half-grid tuning", "half-grid tuning", id="half a hyphenated word is no beginning"),
        pytest.param("RT", "uses (Routed Tuning", "Routed Tuning", id="a bracket is a beginning"),
        pytest.param("BERT", "nothing fits here", None, id="letters that are not there"),
        pytest.param("LM", "large and very big odd model", None, id="too many words for two letters"),
        pytest.param("Labelm", "large and very big pile of models", None, id="few capitals, few words"),
        pytest.param("AB", "alpha; beta", None, id="semicolon inside"),
        pytest.param("AB", "alpha: beta", None, id="colon inside"),
        pytest.param("AB", "alpha, beta", None, id="comma inside"),
        pytest.param("AB", "alpha (beta", None, id="bracket inside"),
        pytest.param("AB", "gamma, alpha beta", "alpha beta", id="comma before it"),
        pytest.param("AB", "a AB b", None, id="itself inside"),
        pytest.param("AB2", "X-AB2", None, id="itself behind a hyphen"),
        pytest.param("SAM", "such as Segment Any Model", "Segment Any Model", id="such as before it"),
        pytest.param("SAM", "models such as Segment Anything", None, id="such as is no beginning"),
        pytest.param("ANT", "a new net", None, id="nor is an article"),
        pytest.param("AB", "AB alpha beta", "alpha beta", id="itself before it"),
        pytest.param("ab", "ab", None, id="no longer than itself"),
        pytest.param("A", "Alpha", None, id="one letter is too few"),
        pytest.param("ST", "Straße Turm", None, id="a letter that folds to two would shift the offsets"),
        pytest.param("ÉT", "Équation Table", "Équation Table", id="other letters"),
        pytest.param("AB", "", None, id="nothing"),
    ],
)
def test_long_form(short: str, candidate: str, expected: str | None) -> None:
    start = long_form(short, candidate)
    assert (None if start is None else candidate[start:]) == expected


@given(
    short=st.text(st.sampled_from("ABabs2-"), min_size=1, max_size=5),
    candidate=st.text(st.sampled_from("ABabs2-ßİ (,"), max_size=30),
)
@settings(deadline=None, max_examples=300, derandomize=True)
def test_a_long_form_is_longer_and_begins_a_word(short: str, candidate: str) -> None:
    start = long_form(short, candidate)
    if start is not None:
        assert len(candidate) - start > len(short)
        assert start == 0 or candidate[start - 1] in " ("


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "We use Sparse Attention Nets (SANs).", [("SANs", "Sparse Attention Nets")], id="short form behind"
        ),
        pytest.param("We use SAN (Sparse Attention Net).", [("SAN", "Sparse Attention Net")], id="long form behind"),
        pytest.param("We use SAN (a Sparse Attention Net).", [], id="a long form behind begins at the bracket"),
        pytest.param(
            "Tuned by Sparse Attention Nets, or SpANet, today.",
            [("SpANet", "Sparse Attention Nets")],
            id="joined by or",
        ),
        pytest.param(
            "Sparse Attention Nets (SAN; Doe et al., 2020) win.", [("SAN", "Sparse Attention Nets")], id="a citation"
        ),
        pytest.param("We sparsify. Attention Nets (SAN) win.", [], id="not across sentences"),
        pytest.param("It is exact (e.g. for trees) and broad (see below).", [], id="no short forms"),
        pytest.param("Sparse Attention Networks' (SAN) merits.", [("SAN", "Sparse Attention Networks")], id="genitive"),
        pytest.param("We propose a method based on AB2 (X-AB2).", [], id="a name is not short for a longer one of it"),
        pytest.param("We use Spans (Sparse Attention Nets).", [("Spans", "Sparse Attention Nets")], id="a short word"),
        pytest.param(
            "We present SpAN: Sparse Attention Networks for speech.",
            [("SpAN", "Sparse Attention Networks")],
            id="behind a colon, up to the preposition",
        ),
        pytest.param("We present SpAN: Fast Networks for speech.", [], id="behind a colon something else"),
        pytest.param("It has even bounds (EB) (i) and (ii).", [("EB", "even bounds")], id="marks of a list"),
        pytest.param("It was seen by two people (2020).", [], id="a year has no letter"),
    ],
)
def test_definitions_in_a_text(text: str, expected: list[tuple[str, str]]) -> None:
    assert definitions(text) == expected


def test_a_long_form_begins_near_its_short_form() -> None:
    # The sentence is long, and the only fitting first letter stands at its very beginning.
    filler = "of the " * 100
    assert definitions(f"Zeta {filler}quick (ZQ) runs.") == []
    assert definitions(f"Gamma {filler}Zeta of the quick (ZQ) runs.") == [("ZQ", "Zeta of the quick")]


@pytest.mark.parametrize(
    ("text", "title", "expected"),
    [
        pytest.param(
            "We propose TideNet, a small model.", None, {("text", "TideNet", "method", True)}, id="what is proposed"
        ),
        pytest.param(
            "We introduce TideBench, a benchmark of tides.",
            None,
            {("text", "TideBench", "benchmark", True)},
            id="a benchmark in apposition is no method",
        ),
        pytest.param("We propose TideNet’s core.", None, {("text", "TideNet", "method", True)}, id="genitive"),
        pytest.param("We compare TideNet with others.", None, set(), id="what is compared is not proposed"),
        pytest.param("We propose a method for tides.", None, set(), id="without a name"),
        pytest.param(
            "It is fast.", "TideNet: Sparse Nets for Tides", {("title", "TideNet", "method", True)}, id="a title's name"
        ),
        pytest.param(
            "It is fast.",
            "TideBench: A Benchmark for Tides",
            {("title", "TideBench", "benchmark", True)},
            id="a title's benchmark",
        ),
        pytest.param("It is fast.", "Learning Tides: A Survey", set(), id="a title of words"),
        pytest.param("TideNet: it is fast.", None, set(), id="a title's rule does not read the text"),
        pytest.param("It is fast.", "We propose TideNet, a model", set(), id="a text's rule does not read the title"),
    ],
)
def test_names_that_a_paper_gives(text: str, title: str | None, expected: set[tuple[str, str, str, bool]]) -> None:
    assert names(text, title) == expected


def test_findings_name_their_rule() -> None:
    _, findings = run("We propose Sparse Tide Nets (STN).", "STN: Sparse Nets for Tides")
    assert {each.found_by for each in findings} == {
        *WRITTEN,
        "definitions/title-method",
        "definitions/we-propose",
        "definitions/long-short",
    }


def _rule_set(pattern: str, **attributes: str) -> rules.RuleSet:
    rule = rules.Rule(
        id="definitions/mine",
        reason="Why.",
        pattern=pattern,
        expanded=pattern,
        set=dict(attributes),
        accepts=(rules.Example(text="x", finds=({"text": "x"},)),),
        rejects=("y",),
    )
    return rules.RuleSet({rule.id: rule}, {}, {}, {})


@pytest.mark.parametrize(
    ("pattern", "attributes"),
    [
        pytest.param(r"\w+", {}, id="no group"),
        pytest.param(r"(?<long>\w+)", {}, id="a long form alone"),
        pytest.param(r"(?<name>\w+)", {}, id="a name without a kind"),
        pytest.param(r"(?<name>\w+)", {"kind": "place"}, id="a name of no known kind"),
    ],
)
def test_a_rule_that_can_find_nothing_is_refused(pattern: str, attributes: dict[str, str]) -> None:
    with pytest.raises(RuleError, match="rule definitions/mine: its pattern needs a group `short`"):
        definitions_pass(_rule_set(pattern, **attributes))


def test_a_users_rule_says_what_its_names_are() -> None:
    find = definitions_pass(_rule_set(r"system \s (?<name>\w+)", kind="method"))
    (finding,) = find(Document(passage("text", TracedText.of("Our system x1 runs.")), None))
    assert isinstance(finding, NameFinding)
    assert (finding.span.start, finding.span.end, finding.kind, finding.proposed) == (11, 13, "method", False)
    assert finding.found_by == "definitions/mine"
