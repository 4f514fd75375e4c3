"""Sentences, and which of them a place is in."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.document import _BOUNDARY, Document, passage, sentence_spans
from extractor.traced import TracedText


@pytest.mark.parametrize(
    "sentences",
    [
        pytest.param(["We train a net. ", "It works! ", "Why? ", "Nobody knows."], id="plain"),
        pytest.param(["It gains 3.5 points over v1.2 at .5 FPS."], id="decimals"),
        pytest.param(["It is fast (see below). ", "“So it is.” ", "We agree."], id="brackets and quotes"),
        pytest.param(["It has 7B parameters. ", "168 subjects took part."], id="a number begins"),
        pytest.param(["It is small. ", "(ii) It is fast."], id="a bracket begins"),
        pytest.param(["It is small. ", "mBERT is not. ", "nnU-Net is."], id="a name in small letters begins"),
        pytest.param(
            ["we compare e.g. ResNets, i.e. CNNs, vs. Transformers, cf. Fig. 3 and Eq. (2)."], id="abbreviations"
        ),
        pytest.param(["As Doe et al. (2019) and Roe et. al. [3] show, it works."], id="et al. before a year"),
        pytest.param(["We follow Doe et al. ", "In contrast, we win."], id="et al. at the end"),
        pytest.param(["The work of J. R. Doe and Dr. Roe in the U.S. Senate."], id="initials and titles"),
        pytest.param(["It depends on X, but not on Y. ", "The rest is noise."], id="a letter ends a sentence"),
        pytest.param(["We prune Net-P. ", "Again we win."], id="a letter behind a hyphen is no initial"),
        pytest.param(["Data are i.i.d. Gaussian and tuned w.r.t. KL."], id="i.i.d. before a name"),
        pytest.param(["Data are i.i.d. ", "We use none."], id="i.i.d. at the end"),
        pytest.param(["We use maps, tables, etc. ", "Results are good."], id="etc. at the end"),
        pytest.param(["We use maps, tables, etc. to win."], id="etc. within"),
        pytest.param(["It is fast.", "We show it.", "However, it is (not).", "Thus, no."], id="the space is lost"),
        pytest.param(["See https://a.org/b/model.Git and so on"], id="a dot inside a URL"),
        pytest.param(["Two points: 1. A set. ", "2. A net."], id="a list's mark stays with what it marks"),
        pytest.param(["Scores on Yahoo! Answers and Fig. A improve."], id="a name with a sign"),
        pytest.param(["It works...  ", "We think so."], id="dots and spaces"),
        pytest.param(["A heading\n", "The text of it"], id="a paragraph's end"),
        pytest.param(["a formula\nwhere x is"], id="a paragraph that goes on"),
        pytest.param(["It is avg. 3 of 4 (avg. +7.3 pp). ", "Avg. SR is 5."], id="averages"),
        pytest.param(["It wins by 3 pp. ", "That is much (see pp. 3-5, vol. 7, no. 2)."], id="points and pages"),
        pytest.param(["They came later than Jan. 2025. ", "We did in May. ", "2 nets are ours."], id="months"),
        pytest.param(["It gets 7. 5% or 31. 25% of 80, 8 v.s. 9."], id="decimals that a program split"),
        pytest.param(["A score of 0.87. ", "70% of 5 and GPT-4. ", "12% of it."], id="no decimals"),
        pytest.param(["We show it in Fig. 1. ", "It is so (see fig. 2, Eq. 3)."], id="a figure is no list's mark"),
        pytest.param(["Students with a Ph.D. Thesis of noisy reads N. ", "Note it."], id="degrees and letters"),
        pytest.param(
            ["It helps LLMs with CoT.", "In this work, we show.", "FlexNet is fast.", "A net."], id="lost before a name"
        ),
        pytest.param(["Data of ScanDepot.AI and at a.org/x.In it, Dr.V-Net and so on"], id="names with dots"),
        pytest.param(
            ["Sums x1 + ... + xn, O( n! ). ", "It asks “why?” – a question."], id="signs that begin no sentence"
        ),
        pytest.param(["It is at doi.org/10. 5281/zenodo.1 now. ", "10. 5281 of it."], id="a DOI that a program split"),
        pytest.param(["这是一种方法。", "它很快!", "为什么?", "结果很好。"], id="Chinese"),
        pytest.param(["यह तेज़ है। ", "हम जीतते हैं।"], id="Hindi"),
        pytest.param([], id="empty"),
        pytest.param(["   "], id="white space"),
    ],
)
def test_sentences(sentences: list[str]) -> None:
    text = "".join(sentences)
    assert [text[start:end] for start, end in sentence_spans(text)] == sentences


@settings(deadline=None, max_examples=200, derandomize=True)
@given(st.lists(st.sampled_from([*"aB1.!?)”\n ", "We ", "e.g.", "et al. ", "\ud835"]), max_size=40).map("".join))
def test_sentences_cover_the_text_and_none_is_empty(text: str) -> None:
    spans = sentence_spans(text)
    assert "".join(text[start:end] for start, end in spans) == text
    assert all(start < end for start, end in spans)


@pytest.mark.parametrize("piece", [".", ". ", ".A", ". A", ")", ".)", "A. ", "\n", "U.S. ", "…”", "e.g. "])
def test_hostile_text_is_no_trouble(piece: str) -> None:
    assert sentence_spans(piece * 20_000)[-1][1] == len(piece) * 20_000


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        pytest.param(0, "One is. ", id="first character"),
        pytest.param(7, "One is. ", id="space behind it"),
        pytest.param(8, "Two is.", id="first of the next"),
        pytest.param(14, "Two is.", id="last"),
        pytest.param(99, "Two is.", id="behind the end"),
    ],
)
def test_sentence_of(position: int, sentence: str) -> None:
    text = passage("text", TracedText.of("One is. Two is."))
    start, end = text.sentence_of(position)
    assert text.text[start:end] == sentence


def test_passages_are_in_reading_order() -> None:
    title, text = passage("title", TracedText.of("A title")), passage("text", TracedText.of("A text."))
    both, alone = Document(text, title), Document(text)
    assert both.passages == (title, text)
    assert alone.passages == (text,)
    assert both.passage("title") is title
    assert both.passage("text") is text


def test_what_is_too_long_for_a_sentence_is_cut_between_words() -> None:
    text = "word " * 2000
    spans = sentence_spans(text)
    assert all(end - start <= 3000 for start, end in spans)
    assert "".join(text[start:end] for start, end in spans) == text
    assert all(text[start:end].startswith("word") and text[start:end].endswith(" ") for start, end in spans)
    assert len(sentence_spans("x" * 7000)) == 3


BOUNDARIES = st.lists(
    st.sampled_from([*"aAB1 .!?…)”'\"\né/@", "word. ", "resp. ", "approx. ", "incl. ", "figs. ", "Word ", "We ", "5%"]),
    max_size=40,
).map("".join)


@settings(deadline=None, max_examples=300, derandomize=True)
@given(BOUNDARIES)
def test_only_likely_places_are_looked_at_and_none_is_missed(text: str) -> None:
    ends = [match.end() for match in _BOUNDARY.finditer(text) if match.end() < len(text)]
    assert sentence_spans(text) == tuple(pairwise([0, *ends, len(text)])) if text else sentence_spans(text) == ()
