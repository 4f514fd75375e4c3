"""Vectors of words: words in the same places are alike."""

from __future__ import annotations

import numpy as np

from extractor.train.network import tokenizing_pipeline
from extractor.train.vectors import word_vectors

NLP = tokenizing_pipeline()
TEXTS = [
    f"{start} {name} {verb} on the {data} dataset today"
    for start in ("our", "the", "this")
    for name in ("FooNet", "BarGAN", "BazFormer")
    for verb in ("wins", "fails")
    for data in ("Plums", "Cards", "Bricks")
]


def test_words_in_the_same_places_are_alike() -> None:
    norms, _, matrix = word_vectors(NLP, TEXTS, words=100, width=6)
    near = {
        word: {norms[index] for index in np.argsort(-(matrix @ matrix[norms.index(word)]))[:3]}
        for word in ("foonet", "plums")
    }
    assert near == {"foonet": {"foonet", "bargan", "bazformer"}, "plums": {"plums", "cards", "bricks"}}


def test_most_frequent_words_come_first_and_rare_ones_not_at_all() -> None:
    norms, _, matrix = word_vectors(NLP, TEXTS, words=5, width=48)
    assert norms == ("the", "dataset", "on", "today", "fails")  # those as frequent as each other by the alphabet
    assert matrix.shape == (5, 5)
    assert matrix.dtype == np.float32


def test_all_forms_of_a_word_are_one() -> None:
    norms, forms, _ = word_vectors(NLP, ["Foo foo", "FOO"], words=9, width=9)
    assert norms == ("foo",)
    assert forms == (("FOO", "Foo", "foo"),)


def test_the_same_texts_give_the_same_vectors() -> None:
    first, second = (word_vectors(NLP, iter(TEXTS), words=20, width=4, seed=5) for _ in range(2))
    assert first.forms == second.forms
    assert first.matrix.tobytes() == second.matrix.tobytes()


def test_order_of_texts_changes_nothing() -> None:
    """Words of two texts are no neighbours."""
    forwards, backwards = (word_vectors(NLP, texts, words=20, width=4) for texts in (TEXTS, TEXTS[::-1]))
    assert forwards.forms == backwards.forms
    assert forwards.matrix.tobytes() == backwards.matrix.tobytes()


def test_no_texts() -> None:
    norms, _, matrix = word_vectors(NLP, [], words=9, width=9)
    assert norms == ()
    assert matrix.shape == (0, 0)
