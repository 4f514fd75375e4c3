"""The tagger: the words and weights of a spaCy pipeline, and how they are run."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from spacy.attrs import IDS, NORM, ORTH  # type: ignore[import-not-found]
from spacy.strings import get_string_id
from thinc.api import NumpyOps

from extractor.errors import ModelError
from extractor.passes.ner import exact
from extractor.passes.ner.exact import Layer, checked, on_grid
from extractor.passes.ner.glance import Glance
from extractor.passes.ner.lexicon import Lexicon
from extractor.passes.ner.parts import NEXT_STEP, Parts
from extractor.passes.ner.tags import TAGS, Name, names, to_look_at
from extractor.passes.ner.words import Splitter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from extractor.passes.ner.exact import Floats, Numbers
    from extractor.passes.ner.lexicon import Tokens
    from extractor.passes.ner.parts import Node
    from extractor.passes.ner.words import Word


@cache
def load_tagger(path: Path) -> Tagger:
    """Return the tagger of the model at `path`.

    Raises:
        ModelError: there is no model, or it does not fit this version.
    """
    return Tagger.of(Parts.read(path))


@dataclass(frozen=True, slots=True)
class _Table:
    """The hashed embeddings of one attribute of a word."""

    seed: int
    rows: Floats

    def __call__(self, ids: NDArray[np.uint64]) -> Floats:
        """Return the embedding of each id."""
        keys = NumpyOps().hash(ids, self.seed) % len(self.rows)
        embeddings: Floats = self.rows[keys].sum(axis=1)
        return embeddings


@dataclass(frozen=True, slots=True)
class _Vectors:
    """The vectors of frequent words, and what the network makes of them; a word that has none counts as zeros."""

    rows_of: Mapping[int, int]
    rows: NDArray[np.float32]
    weights: Floats

    def __call__(self, texts: Sequence[str]) -> Floats:
        """Return what is made of the vector of each word."""
        places = np.array([self.rows_of.get(get_string_id(text), -1) for text in texts])
        made = on_grid(checked(self.rows[places]) @ self.weights)
        made[places < 0] = 0
        return made


@dataclass(frozen=True, slots=True)
class _Embedding:
    """The part of the network that sees one word by itself."""

    attributes: tuple[int, ...]
    getters: Mapping[int, Callable[[str], Any]]
    tables: tuple[_Table, ...]
    vectors: _Vectors | None
    mixer: Layer

    def __call__(self, words: Sequence[Word]) -> Floats:
        """Return what the network makes of each word."""
        columns = [
            table(np.array(self._ids(attribute, words), dtype=np.uint64))
            for attribute, table in zip(self.attributes, self.tables, strict=True)
        ]
        if self.vectors:
            columns.append(self.vectors([text for text, _ in words]))
        return self.mixer(np.concatenate(columns, axis=1))

    def _ids(self, attribute: int, words: Sequence[Word]) -> list[int]:
        if attribute == ORTH:
            return [get_string_id(text) for text, _ in words]
        getter = self.getters[attribute]
        if attribute == NORM:
            return [get_string_id(getter(text) if norm is None else norm) for text, norm in words]
        return [get_string_id(getter(text)) for text, _ in words]


@dataclass(frozen=True, slots=True, eq=False)
class Tagger:
    """A pipeline's tokenizer, and the network of its tagger.

    Attributes:
        lexicon: the words seen so far.
        layers: the layers that see a word's neighbours.
        window: how many on each side each sees.
        weights: what makes scores of the last layer's output, (outputs, tags).
        bias: what is added to the scores.
        glance: the same network, quick and rough.
    """

    lexicon: Lexicon
    layers: tuple[Layer, ...]
    window: int
    weights: Floats
    bias: Floats
    glance: Glance

    @classmethod
    def of(cls, parts: Parts) -> Tagger:
        """Take the network out of a spaCy pipeline's parts.

        Raises:
            ModelError: the pipeline's tagger is not of the form that this module runs.
        """
        if parts.tags != TAGS:
            raise ModelError(f"the model has no tagger for {', '.join(TAGS)}; {NEXT_STEP}")
        nodes = parts.nodes
        try:
            mixer, *layers = (_layer(*pair) for pair in zip(nodes["maxout"], nodes["layernorm"], strict=True))
            softmax = nodes["softmax"][0]
            static = nodes.get("static_vectors")
            embedding = _Embedding(
                attributes=tuple(IDS.get(name, name) for name in nodes["extract_features"][0].attribute("columns")),
                getters=parts.vocab.lex_attr_getters,  # type: ignore[attr-defined]
                tables=tuple(_Table(node.attribute("seed"), _weights(node, "E")) for node in nodes["hashembed"]),
                vectors=_vectors(parts, static[0]) if static else None,
                mixer=mixer,
            )
            window = nodes["expand_window"][0].attribute("window_size")
            weights, bias = np.ascontiguousarray(_weights(softmax, "W").T), _weights(softmax, "b")
            return cls(
                lexicon=Lexicon(Splitter(parts.tokenizer, parts.vocab), embedding, len(mixer.gain)),
                layers=tuple(layers),
                window=window,
                weights=weights,
                bias=bias,
                glance=Glance.of(layers, window, weights, bias),
            )
        except (KeyError, ValueError, re.error) as error:
            raise ModelError(f"the model is of another form ({error}); {NEXT_STEP}") from error

    def names(self, texts: Sequence[str]) -> Iterator[tuple[int, int, int, Name]]:
        """Yield the number of a text, where in it a name begins and ends, and the name, in reading order."""
        tokens = self._tokens(texts)
        lexicon = self.lexicon
        numbers = to_look_at(self.glance.least_leads(lexicon.singles, lexicon.sizes, tokens.words), tokens.words)
        text = 0
        for name in names(self._scores(tokens, numbers), numbers):
            while tokens.starts[text + 1] <= name.first:
                text += 1
            begin = tokens.offsets[tokens.starts[text]]
            start, end = tokens.offsets[name.first] - begin, tokens.offsets[name.last - 1] - begin
            yield text, int(start), int(end + tokens.lengths[name.last - 1]), name

    def scores(self, texts: Sequence[str]) -> list[Floats]:
        """Return the score of each tag for each token of each text: the logarithm of its odds, but for a constant."""
        tokens = self._tokens(texts)
        scores = self._scores(tokens, np.flatnonzero(tokens.words))
        counts = [np.count_nonzero(tokens.words[first:last]) for first, last in pairwise(tokens.starts)]
        return np.split(scores, np.cumsum(counts)[:-1])

    def _tokens(self, texts: Sequence[str]) -> Tokens:
        return self.lexicon.read(texts, gap=max(1, self.window * len(self.layers)))

    def _scores(self, tokens: Tokens, numbers: Numbers) -> Floats:
        rows = exact.run(self.layers, self.window, self.lexicon.embeddings, tokens.words, numbers)
        scores: Floats = rows @ self.weights + self.bias
        return scores


def _layer(maxout: Node, norm: Node) -> Layer:
    weights = _weights(maxout, "W")
    outputs, pieces, inputs = weights.shape
    if inputs > exact.LONGEST_ROW or outputs > exact.WIDEST_LAYER:
        raise ValueError(f"a layer with {inputs} inputs and {outputs} outputs")
    return Layer(
        weights=np.ascontiguousarray(weights.transpose(1, 0, 2).reshape(pieces * outputs, inputs).T),
        bias=_weights(maxout, "b").T.reshape(pieces * outputs),
        gain=_weights(norm, "G"),
        shift=_weights(norm, "b"),
    )


def _vectors(parts: Parts, node: Node) -> _Vectors:
    table: Any = parts.vocab.vectors
    weights = np.ascontiguousarray(_weights(node, "W").T)
    if not table.key2row or table.data.shape[1] != len(weights):
        raise ValueError("the vectors of words are missing")
    if max(table.data.max(initial=0), -table.data.min(initial=0)) >= exact.LARGEST_WEIGHT:
        raise ValueError("a vector of too large numbers")
    return _Vectors(table.key2row, table.data, weights)


def _weights(node: Node, name: str) -> Floats:
    return checked(node.parameters[name])
