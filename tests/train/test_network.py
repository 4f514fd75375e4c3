"""The tokenizer that is trained with, and what a lesson says."""

from __future__ import annotations

import numpy as np
import pytest

from extractor.passes.ner import TAGS
from extractor.train.align import GoldSpan
from extractor.train.network import Settings, _batches, edges, lesson, tokenizing_pipeline

NLP = tokenizing_pipeline()


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        pytest.param("a FooNet-based loss", "a FooNet - based loss", id="name and ordinary word"),
        pytest.param("a Transformer-like net", "a Transformer - like net", id="long capitalised word"),
        pytest.param("non-FooNet", "non - FooNet", id="ordinary word and name"),
        pytest.param("FOO-2-Chat", "FOO-2-Chat", id="parts of one name"),
        pytest.param("state-of-the-art", "state-of-the-art", id="words"),
        pytest.param("Foo/Bar, CIF-10/Img-64", "Foo / Bar , CIF-10 / Img-64", id="slash"),
        pytest.param("Foo–Bar—Baz", "Foo – Bar — Baz", id="dashes"),
        pytest.param("on 1–2 sets", "on 1 – 2 sets", id="dash between digits"),
        pytest.param("Foo(FB)", "Foo ( FB )", id="bracket with no space"),
        pytest.param("a ViT.", "a ViT .", id="full stop behind a capital"),
        pytest.param("on LM1B.", "on LM1B .", id="full stop behind digit and capital"),
        pytest.param("fast.We win", "fast . We win", id="space lost"),
        pytest.param("Foo's", "Foo 's", id="possessive"),
        pytest.param("Qwen2.5-7B", "Qwen2.5-7B", id="point in a name"),
    ],
)
def test_tokens(text: str, tokens: str) -> None:
    assert [token.text for token in NLP.make_doc(text)] == tokens.split()


def test_lesson_tags_names_and_leaves_out_what_is_doubtful() -> None:
    text = "Very Long Foo beats Bar and Quux on Baz-7B."
    spans = [
        GoldSpan("text", 0, 13, "method"),
        GoldSpan("text", 20, 23, "method", optional=True),
        GoldSpan("text", 28, 32, "benchmark"),
        GoldSpan("text", 36, 39, "benchmark"),
    ]
    doc, shares = lesson(NLP.make_doc(text), spans)
    told = {
        token.text: TAGS[row.argmax()] if row.any() else "?"
        for token, row in zip(doc, shares, strict=True)
        if not row[0]
    }
    assert set(shares.sum(axis=1)) == {0.0, 1.0}
    # `Baz` ends inside a token, so that token is neither a name nor none.
    assert told == {
        "Very": "B-method",
        "Long": "I-method",
        "Foo": "L-method",
        "Bar": "?",
        "Quux": "U-benchmark",
        "Baz-7B": "?",
    }


def test_each_epoch_has_all_gold_and_its_part_of_the_silver() -> None:
    settings = Settings(gold_epochs=4, silver_epochs=2, batch_size=3)
    batches = _batches(6, 10, settings, np.random.default_rng(1))
    numbers = [number for batch in batches for number in batch]
    assert sorted(numbers) == sorted([*range(6)] * 4 + [*range(6, 16)] * 2)
    assert {len(batch) for batch in batches} == {3, 2}
    for first in range(0, 44, 11):
        epoch = numbers[first : first + 11]
        assert set(range(6)) <= set(epoch)


def test_without_silver_the_order_is_that_of_gold_alone() -> None:
    chance = np.random.default_rng(1)
    orders = [chance.permutation(5).tolist() for _ in range(8)]
    batches = _batches(5, 0, Settings(batch_size=3), np.random.default_rng(1))
    assert batches == [part for order in orders for part in (order[:3], order[3:])]


def test_edges_are_those_of_tokens() -> None:
    assert edges(NLP.make_doc("a FooNet-based")) == [(0, 1), (2, 8), (8, 9), (9, 14)]
