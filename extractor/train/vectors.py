"""Vectors of words, from the company that they keep in abstracts that nobody has annotated.

Words are alike if the same words stand beside them. How often each stands at each place beside each other is counted,
weighed against chance (positive pointwise mutual information) and brought down to a few dozen numbers a word by a
singular value decomposition. So `llama` comes to lie near `qwen`, and a tagger that has learnt one from the gold knows
the other.
"""

from __future__ import annotations

from array import array
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray
    from spacy.language import Language

    Floats = NDArray[np.float32]

# Places beside a word, each of which is counted by itself, and how much it weighs.
_PLACES: tuple[tuple[tuple[int, ...], float], ...] = (
    ((-1,), 1.0),
    ((1,), 1.0),
    ((-2,), 1.0),
    ((2,), 1.0),
    ((-5, -4, -3, 3, 4, 5), 0.7),
)
_FARTHEST = 5
_NEIGHBOURS = 3000  # so many of the most frequent words are counted as neighbours
_FLATTENING = 0.75  # rare neighbours count for less than chance says
_AT_ONCE = 4096  # words counted at once, to spare memory
_SPARE, _ROUNDS = 16, 5  # columns and rounds more than the decomposition needs, for its exactness
_LENGTH = 0.25  # of each number of a vector, on average


class WordVectors(NamedTuple):
    """Words, the most frequent first, and the vector of each.

    Attributes:
        norms: what each word is called.
        forms: all that each word was written as: `dataset`, `Dataset`, `DATASET`.
        matrix: a row for each word.
    """

    norms: tuple[str, ...]
    forms: tuple[tuple[str, ...], ...]
    matrix: Floats


def word_vectors(nlp: Language, texts: Iterable[str], *, words: int, width: int, seed: int = 0) -> WordVectors:
    """Return vectors of the most frequent words of some texts; words that share a norm count as one.

    The same texts and seed give the same vectors on one machine.

    Args:
        nlp: what cuts the texts into tokens.
        texts: cleaned texts; some thousand at least.
        words: how many words get a vector, at most.
        width: how many numbers a vector has, at most.
        seed: what the random numbers come from.
    """
    ranks, norms, forms = _ranked(nlp, texts, words)
    width = min(width, len(forms))
    table = _associations(ranks, len(norms))
    vectors = _reduced(table, width, np.random.default_rng(seed))
    vectors *= _LENGTH * np.sqrt(width) / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    return WordVectors(norms, forms, vectors.astype(np.float32))


def _ranked(
    nlp: Language, texts: Iterable[str], words: int
) -> tuple[NDArray[np.int64], tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Return the rank of each token by its word's frequency (-1: rare, or none), and the words' norms and forms."""
    numbers: dict[str, int] = {}
    forms: list[set[str]] = []
    row = array("l")
    for text in texts:
        for token in nlp.make_doc(text):
            number = numbers.setdefault(token.norm_, len(numbers))
            if number == len(forms):
                forms.append(set())
            forms[number].add(token.text)
            row.append(number)
        row.extend([-1] * _FARTHEST)
    counts = Counter(number for number in row if number >= 0)
    norms = list(numbers)
    chosen = sorted(counts, key=lambda number: (-counts[number], norms[number]))[:words]
    rank = np.full(len(norms) + 1, -1)
    rank[chosen] = np.arange(len(chosen))
    ranks: NDArray[np.int64] = rank[np.frombuffer(row, dtype=np.int64)] if row else rank[:0]
    in_order = tuple(norms[number] for number in chosen)
    return ranks, in_order, tuple(tuple(sorted(forms[number])) for number in chosen)


def _associations(ranks: NDArray[np.int64], words: int) -> Floats:
    """Return how much more often than by chance each neighbour stands at each place beside each word."""
    neighbours = min(words, _NEIGHBOURS)
    table = np.zeros((words, len(_PLACES) * neighbours), dtype=np.float32)
    for number, (places, weight) in enumerate(_PLACES):
        word, neighbour = _pairs(ranks, places, neighbours)
        chance = np.bincount(neighbour, minlength=neighbours) ** _FLATTENING
        chance /= max(chance.sum(), 1.0)
        columns = slice(number * neighbours, (number + 1) * neighbours)
        for first in range(0, words, _AT_ONCE):
            rows = slice(first, min(first + _AT_ONCE, words))
            here = (word >= rows.start) & (word < rows.stop)
            cells = (word[here] - first) * neighbours + neighbour[here]
            counts = np.bincount(cells, minlength=(rows.stop - first) * neighbours).reshape(-1, neighbours)
            expected = counts.sum(axis=1, keepdims=True) * chance
            ratio = np.divide(counts, expected, out=np.ones(counts.shape), where=counts > 0)
            table[rows, columns] = weight * np.log(np.maximum(ratio, 1.0))
    return table


def _pairs(
    ranks: NDArray[np.int64], places: tuple[int, ...], neighbours: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return each word, and the neighbour that stands at one of these places beside it."""
    words, beside = [], []
    for place in places:
        here, there = (ranks[:-place], ranks[place:]) if place > 0 else (ranks[-place:], ranks[:place])
        counted = (here >= 0) & (there >= 0) & (there < neighbours)
        words.append(here[counted])
        beside.append(there[counted])
    return np.concatenate(words), np.concatenate(beside)


def _reduced(table: Floats, width: int, chance: np.random.Generator) -> Floats:
    """Return the rows of a table in `width` columns, as near to the table as can be."""
    basis = chance.normal(size=(table.shape[1], min(width + _SPARE, *table.shape))).astype(np.float32)
    for _ in range(_ROUNDS):
        basis = np.linalg.qr(table.T @ np.linalg.qr(table @ basis)[0])[0]
    left, sizes, _ = np.linalg.svd(table @ basis, full_matrices=False)
    reduced: Floats = left[:, :width] * np.sqrt(sizes[:width])
    return reduced
