"""Evidence: what is observed of a name."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marking import marked

from extractor import rules
from extractor.document import Document, passage
from extractor.entries.evidence import (
    _BEHIND,
    _LIST_BEFORE,
    _NEAR,
    _OWN,
    FIRST_SIGNS,
    LAST_WORDS,
    NO_WORDS,
    Scene,
    Words,
    _known_phrases,
    shape,
)
from extractor.entries.merge import merge
from extractor.errors import RuleError
from extractor.finding import NameFinding
from extractor.rules import RuleSet
from extractor.traced import TracedText

WORDS = Words.of(rules.load())


@pytest.mark.parametrize(
    ("name", "looks"),
    [
        ("BERT", "ACRONYM"),
        ("GANs", "ACRONYM"),
        ("RL", "AB"),
        ("FastNet", "CamelCase"),
        ("Adam", "Word"),
        ("Q-Learner", "Hyphened-CamelCase"),
        ("Cross-entropy", "Hyphened-word"),
        ("GPT-4", "Digits1"),
        ("word2vec", "digits1"),
        ("verl", "word"),
        ("Monte Carlo Tree Search", "Title Words"),
        pytest.param("Mixture of Experts", "Title Words", id="short words have no capital in a title either"),
        ("graph attention networks", "words"),
        ("Graph attention networks", "some Words"),
        ("on-policy DPO step", "words and CAPITALS"),
    ],
)
def test_shape(name: str, looks: str) -> None:
    assert shape(name) == looks


SCRAPS = (
    "We ", "we", "We really propose", "This paper", "this ", "in this work", "In This", "our ", "Here, we",
    "here we show", "state-of-the-art", "well-known", "classic", "classical", "standards", "SOTA", "sota",
    "non-existing", "_common", "3", "x", " ", "-", ". ", "\u2019", "\u0301", "\n", "\u00e9", "(",
)  # fmt: skip


@given(st.lists(st.sampled_from(SCRAPS), max_size=12).map("".join))
def test_patterns_are_looked_for_where_their_first_words_stand(text: str) -> None:
    where = passage("text", TracedText.of(text))
    phrases = [(match.end(), WORDS.phrases[match.group()]) for match in WORDS.phrase.finditer(text)]
    assert list(_known_phrases(where, WORDS)) == phrases
    own = [(*match.span(), match["verb"] or "none") for match in _OWN.finditer(text, overlapped=True)]
    assert list(Scene(Document(where), WORDS)._own_words) == own


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("We train on the [m:Foo] dataset.", {"behind: data", "before: on the", "form: Word"}),
        ("We present [m:Foo], and [b:GLUE] is hard.", {"before: propose", "behind: ,"}),
        ("The [m:Foo] module helps.", {"behind: method", "before: other the"}),
        ("It gains 3.1% on [m:Foo] and 2% on others.", {"a number on it", "before: on"}),
        ("On [m:Foo] (81.2) it wins.", {"a number behind it", "behind: ("}),
        ("[m:Foo], [b:GLUE], and others are hard.", {"beside: benchmark", "begins the text", "place: before own"}),
        ("All is well. [m:FooBench] is hard. [m:FooBench] stays.", {"behind: is", "mentions: 2+", "ending: benchmark"}),
        ("[m:Foo]-based nets win.", {"behind: -based", "behind: -"}),
        ("[m:Foo], a large, open and diverse dataset of birds, is new.", {"apposed: data"}),
        ("[m:Foo], a 6.4k dataset of birds, is new.", {"apposed: data"}),
        ("[m:Foo] is a new framework for data.", {"apposed: method", "behind: is"}),
        ("We test on datasets such as Bar, [m:Foo], and Baz (4).", {"in a list of: data"}),
        ("We test on the Bar, [m:Foo], and Baz (new) benchmarks.", {"in a list of: data"}),
        ("It has two parts: (1) a [m:Foo], which is new.", {"behind a mark of a list", "behind: which"}),
        ("We test on datasets such as [m:Foo] and Bar.", {"in a list of: data", "before: like"}),
        ("We use the popular function, named [m:Foo].", {"phrase: known", "before: called"}),
        ("We derive bounds for [m:Foo].", {"own words: deriv"}),
        ("In this paper, [m:Foo] is used.", {"own words: none"}),
        ("We use [m:FoNs] now.", {"plural"}),
        ("[m:Foo] agents play.", {"behind: agent"}),
        ("We put [m:Foo] into the net.", {"behind: into"}),
        ("A dataset named [m:Foo] is new.", {"before: data called"}),
        ("On the [m:Foo] dataset it wins, as on datasets such as [m:Foo].", {"called only data"}),
        ("The [m:Foo] model is trained on the [m:Foo] dataset.", {"called this and that"}),
        ("We use [m:Foo-XL], not [m:Foo].", {"variant of another, one word"}),
        ("We use [m:Fast Foo], not [m:Foo].", {"variant of another, words"}),
        ("We use [m:Foo-Norm], or else [m:Bar-Norm].", {"made like another"}),
        ("We use [m:Sparse Cache Learning] now.", {"head: learning", "full: Title Words", "words: 3"}),
        ("We use [m:video anomaly detection] now.", {"head: task, lower case", "full: words"}),
    ],
)
def test_what_is_seen(text: str, seen: set[str]) -> None:
    document, findings = marked(text)
    (first, *_) = merge(document, findings, words=WORDS).entries
    assert seen <= set(first.evidence)


def test_a_word_has_one_class() -> None:
    table = {"before": {"with": ["by", "via"], "that": ["how", "by"]}}
    with pytest.raises(RuleError, match="'by' is in 'with' and in 'that'"):
        Words.of(RuleSet({}, {}, {"evidence": table}, {}))


def test_prose_is_no_list() -> None:
    document, findings = marked("There are datasets such as those that we know from [m:Foo].")
    (entry,) = merge(document, findings, words=WORDS).entries
    assert not any(item.startswith("in a list") for item in entry.evidence)


def test_what_the_model_says_is_told_by_kind_and_margin() -> None:
    document, findings = marked("We use [m:Foo].")
    (entry,) = merge(document, findings, words=WORDS).entries
    assert "no model" in entry.evidence
    assert not any(item.startswith("model") for item in entry.evidence)


def test_how_sure_the_model_is_of_a_name_is_told_of_the_one_beside_it() -> None:
    document, findings = marked("We use [m:Foo] and [m:Bar].")
    sure = [
        replace(each, margin=3.5) if isinstance(each, NameFinding) and each.span.start > 8 else each
        for each in findings
    ]
    first, _ = merge(document, sure, words=WORDS).entries
    assert {"beside: model 1", "beside: model 3"} <= set(first.evidence)


def test_without_words_nouns_say_nothing() -> None:
    document, findings = marked("We train on the [m:Foo] dataset.")
    (entry,) = merge(document, findings, words=NO_WORDS).entries
    assert "behind: data" not in entry.evidence


def test_nothing_is_observed_twice() -> None:
    document, findings = marked("[m:Foo] and [m:Foo] and [m:Foo] (3%) and [m:Foo] (4%).")
    (entry,) = merge(document, findings, words=WORDS).entries
    assert len(set(entry.evidence)) == len(entry.evidence)


PIECES = st.sampled_from([
    " ", ", ", ",", "(", ")", " (", "-", ":", ": ", "/", " & ", " and ", "or ", " is ", " are ", " a ", "an ", "the ",
    " which ", "that ", " to ", " – ", "'s ", "’s", "”", "‘", "by ", "by 3", "5", "5.2% ", " on ", " in ", "for ", "(5",
    ".", "1. ", "(i) ", "(2)", "First, ", "X", "Net ", "new ", "benchmark ", "which is ", "and ", "\n", "dataset.",
    "of ",
])  # fmt: skip


@given(st.lists(PIECES, max_size=8).map("".join))
def test_first_look_leaves_nothing_out_that_a_pattern_would_find(text: str) -> None:
    sign = text[:2].strip()[:1]
    for pattern, signs in FIRST_SIGNS.items():
        if pattern.match(text, 0, len(text)):
            assert sign
            assert sign in signs or (pattern is _BEHIND and sign.isalpha()), pattern.pattern
    near = text[-_NEAR:]
    for pattern, ends in LAST_WORDS.items():
        if pattern.match(text, 0, len(text)):
            assert (near if pattern is _LIST_BEFORE else near.rstrip()).endswith(ends), pattern.pattern
