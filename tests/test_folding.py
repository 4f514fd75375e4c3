from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.folding import NameIndex, Segments, fold, fold_singular, segments

if TYPE_CHECKING:
    from collections.abc import Callable

MODERATE = settings(deadline=None, max_examples=150, derandomize=True)
# Letters that fold oddly, separators that fold away, and white space of several kinds.
TEXTS = st.text(alphabet="aZ1Kéß½²×+αıİ-_/.'’ \t\n\u00a0ﬁ", max_size=40)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("ImageNet-1k", [(0, 8, "imagenet"), (9, 10, "1"), (10, 11, "k")], id="letters-and-digits-part"),
        pytest.param("Jeu été", [(0, 3, "jeu"), (4, 7, "ete")], id="accents-fold-away"),
        pytest.param("e\u0301a b", [(0, 3, "ea"), (4, 5, "b")], id="a-combining-accent-belongs-to-its-letter"),
        pytest.param(" a\n\n b ", [(1, 2, "a"), (5, 6, "b")], id="odd-white-space-keeps-offsets-right"),
        pytest.param("an a", [(0, 2, "an"), (3, 4, "a")], id="a-word-that-is-part-of-the-one-before"),
        pytest.param("BERT+CRF", [(0, 4, "bert"), (4, 5, "+"), (5, 8, "crf")], id="a-plus-is-a-segment"),
        pytest.param("--- ()", [], id="nothing-but-punctuation"),
        pytest.param("", [], id="empty"),
    ],
)
def test_segments(text: str, expected: list[tuple[int, int, str]]) -> None:
    assert segments(text) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ImageNet-1K", "imagenet 1k"),
        ("ImageNet 512×512", "ImageNet-512x512"),
        ("Erdős", "erdos"),
        ("ＣＩＦＡＲ－１０", "CIFAR-10"),
        pytest.param("ﬁnetune", "finetune", id="a-ligature-of-PDF-text"),
    ],
)
def test_spellings_of_one_name_fold_alike(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("HumanEval", "HumanEval+", id="a-plus-is-part-of-a-name"),
        ("GPT-4", "GPT-4o"),
        ("CIFAR-10", "CIFAR-100"),
    ],
)
def test_different_names_stay_apart(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("GANs", "gan"), ("GAN", "gan"), pytest.param("LSS", "lss", id="too-short-to-have-a-plural")],
)
def test_fold_singular(name: str, expected: str) -> None:
    assert fold_singular(name) == expected


def found(names: list[str], text: str, *, inside_words: bool = False) -> list[tuple[str, tuple[str, ...]]]:
    index = NameIndex.of((name, name) for name in names)
    return [(text[start:end], hits) for start, end, hits in index.find(text, inside_words=inside_words)]


@pytest.mark.parametrize(
    ("names", "text", "expected"),
    [
        (["ImageNet-1k"], "on ImageNet1K and Imagenet 1k.", ["ImageNet1K", "Imagenet 1k"]),
        pytest.param(["GPT-4"], "GPT-4o, GPT4All", [], id="no-name-inside-a-longer-word"),
        pytest.param(["Net"], "ResNet net", ["net"], id="no-name-at-the-end-of-a-word"),
        pytest.param(["D RL"], "4D RL", [], id="no-name-behind-a-digit-of-its-word"),
        pytest.param(["SWE-bench", "SWE-bench Verified"], "SWE-bench Verified", ["SWE-bench Verified"], id="longest"),
        pytest.param(["SWE-bench", "SWE-bench Lite 2"], "SWE-bench Lite", ["SWE-bench"], id="longer-one-not-there"),
        pytest.param(["Natural Questions"], "Natural\n  Questions", ["Natural\n  Questions"], id="broken-line"),
        pytest.param(["ImageNet-1k"], "ImageNet-\n1k", ["ImageNet-\n1k"], id="broken-at-the-hyphen"),
        pytest.param(["Data C"], "more data. C is", [], id="no-name-across-a-full-stop"),
        pytest.param(["Data C"], "data (C)", [], id="no-name-into-a-bracket"),
        pytest.param(["AT&T"], "AT & T, AT&T", ["AT & T", "AT&T"], id="ampersand"),
        pytest.param(["ImageNet-S"], "ImageNet's", [], id="a-genitive-is-no-part"),
        pytest.param(["AIME 24"], "AIME'24", ["AIME'24"], id="a-short-year-is"),
        pytest.param(["BERT", "CRF"], "BERT+CRF", ["BERT", "CRF"], id="a-plus-joins-two-names"),
        pytest.param(["HumanEval"], "HumanEval+", [], id="a-plus-at-the-end-makes-another-name"),
        pytest.param(["CIFAR-10", "SVHN"], "CIFAR-10/SVHN", ["CIFAR-10", "SVHN"], id="slash-list"),
        pytest.param(["a b", "b c d"], "a b c d", ["a b"], id="left-to-right-without-overlap"),
        pytest.param(["--"], "-- x", [], id="a-name-without-letters-is-never-found"),
        pytest.param(["x"], "", [], id="empty-text"),
    ],
)
def test_find(names: list[str], text: str, expected: list[str]) -> None:
    assert [name for name, _ in found(names, text)] == expected


def test_names_of_one_spelling_come_together_in_the_order_given() -> None:
    index = NameIndex.of([("FLAN", "method"), ("Flan", "benchmark"), ("FLAN", "method")])

    assert [hits for _, _, hits in index.find("flan")] == [("method", "benchmark")]


def test_inside_words_lets_a_name_end_between_letters_and_digits() -> None:
    assert found(["Llama", "Net"], "Llama3 ResNet", inside_words=True) == [("Llama", ("Llama",))]


@pytest.mark.parametrize(
    ("keep", "expected"),
    [
        pytest.param(lambda _start, _end, _names: (), [], id="none-may-stand"),
        pytest.param(
            lambda start, end, names: names if end - start < 8 else (), [(0, 7)], id="the-shorter-one-is-tried"
        ),
        pytest.param(lambda _start, _end, names: names, [(0, 11)], id="all-may"),
    ],
)
def test_keep_decides(
    keep: Callable[[int, int, tuple[str, ...]], tuple[str, ...]], expected: list[tuple[int, int]]
) -> None:
    index = NameIndex.of((name, name) for name in ["Llama 3", "Llama 3 70B"])

    assert [(start, end) for start, end, _ in index.find("Llama 3 70B", keep=keep)] == expected


@MODERATE
@given(TEXTS)
def test_segments_are_in_order_and_hold_what_they_say(text: str) -> None:
    last = 0
    for start, end, folded in segments(text):
        assert last <= start < end <= len(text)
        assert fold(text[start:end]) == folded
        last = end


def test_where_segments_begin_that_are_wanted() -> None:
    assert Segments.of("We see: we, WE and wet 2we").starts_of({"we", "2"}) == [0, 8, 12, 23, 24]


@MODERATE
@given(TEXTS)
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@MODERATE
@given(TEXTS, TEXTS, TEXTS)
def test_a_name_is_found_in_its_own_text(before: str, name: str, after: str) -> None:
    text = f"{before} ( {' '.join(name.split())} ) {after}"
    spans = [(start, end) for start, end, _ in NameIndex.of([(name, name)]).find(text)]

    assert all(fold(text[start:end]) == fold(name) for start, end in spans)
    assert all(end <= start for (_, end), (start, _) in pairwise(spans))


@settings(deadline=None, max_examples=200, derandomize=True)
@given(st.text(st.sampled_from("aB1+ -’“…—é\u0301²×½α"), max_size=20))
def test_both_ways_to_cut_a_text_give_the_same(text: str) -> None:
    beyond = Segments.of(text + "é")  # cut with all of Unicode in mind
    cut = Segments.of(text + " e")
    assert (cut.folded[:-1], cut.bounds[:-2]) == (Segments.of(text).folded, Segments.of(text).bounds)
    assert [text[start:end] for start, end, _ in segments(text)] == [
        match.group() for match in regex.finditer(r"[\p{L}\p{M}]+|\p{N}+|[+×]", text) if fold(match.group())
    ]
    assert len(beyond.gaps) == len(beyond.folded) + 1


@settings(deadline=None, max_examples=200, derandomize=True)
@given(st.text(st.sampled_from("aB1+ -’é×"), max_size=20))
def test_gaps_and_segments_together_are_the_text(text: str) -> None:
    cut = Segments.of(text)
    ends = [0, *cut.bounds[1::2]]
    assert [text[end:start] for end, start in zip(ends, [*cut.bounds[::2], len(text)], strict=True)] == cut.gaps
