"""The tagger: the words and weights of a spaCy pipeline, and how they are run."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import spacy
from spacy.attrs import IDS, NORM, ORTH  # type: ignore[import-not-found]
from spacy.strings import get_string_id
from spacy.tokenizer import Tokenizer  # type: ignore[import-not-found]
from thinc.api import NumpyOps

from extractor.errors import ModelError
from extractor.passes.ner import exact
from extractor.passes.ner.exact import Layer, checked, on_grid
from extractor.passes.ner.glance import Glance
from extractor.passes.ner.lexicon import Lexicon
from extractor.passes.ner.tags import TAGS, Name, names, to_look_at
from extractor.passes.ner.words import Splitter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray
    from spacy.language import Language
    from thinc.api import Model

    from extractor.passes.ner.exact import Floats, Numbers
    from extractor.passes.ner.lexicon import Tokens
    from extractor.passes.ner.words import Word

TAGGER = "tagger"
"""The name of the pipeline's one component."""

_NEXT_STEP = "install extractor again, or train a model with `extractor train`"


# The pipeline's tokenizer is read from its file whole: spaCy need not make the one of its language first, which takes
# as long again.
_UNFILLED = "extractor.unfilled.v1"


@spacy.registry.tokenizers(_UNFILLED)  # type: ignore[attr-defined, untyped-decorator]
def _unfilled_tokenizer() -> Callable[[Language], Tokenizer]:
    return _unfilled


def _unfilled(nlp: Language) -> Tokenizer:
    return Tokenizer(nlp.vocab)


@cache
def load_tagger(path: Path) -> Tagger:
    """Return the tagger of the model at `path`.

    Raises:
        ModelError: there is no model, or it does not fit this version.
    """
    if not (path / "config.cfg").is_file():
        raise ModelError(f"{path}: there is no model; {_NEXT_STEP}")
    try:
        nlp = spacy.load(path, config={"nlp": {"tokenizer": {"@tokenizers": _UNFILLED}}})
    except (OSError, ValueError, KeyError, TypeError) as error:
        reason = str(error).partition("\n")[0]
        raise ModelError(f"{path}: the model cannot be loaded ({reason}); {_NEXT_STEP}") from error
    return Tagger.of(nlp)


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
        nlp: the pipeline.
        lexicon: the words seen so far.
        layers: the layers that see a word's neighbours.
        window: how many on each side each sees.
        weights: what makes scores of the last layer's output, (outputs, tags).
        bias: what is added to the scores.
        glance: the same network, quick and rough.
    """

    nlp: Language
    lexicon: Lexicon
    layers: tuple[Layer, ...]
    window: int
    weights: Floats
    bias: Floats
    glance: Glance

    @classmethod
    def of(cls, nlp: Language) -> Tagger:
        """Take the network out of a spaCy pipeline.

        Raises:
            ModelError: the pipeline's tagger is not of the form that this module runs.
        """
        if TAGGER not in nlp.pipe_names or tuple(nlp.get_pipe(TAGGER).labels) != TAGS:  # type: ignore[attr-defined]
            raise ModelError(f"the model has no tagger for {', '.join(TAGS)}; {_NEXT_STEP}")
        model: Model[Any, Any] = nlp.get_pipe(TAGGER).model  # type: ignore[attr-defined]
        nodes: dict[str, list[Model[Any, Any]]] = {}
        for node in model.walk(order="dfs_pre"):
            nodes.setdefault(node.name, []).append(node)
        try:
            mixer, *layers = (_layer(*pair) for pair in zip(nodes["maxout"], nodes["layernorm"], strict=True))
            softmax = nodes["softmax"][0]
            static = nodes.get("static_vectors")
            embedding = _Embedding(
                attributes=tuple(IDS.get(name, name) for name in nodes["extract_features"][0].attrs["columns"]),
                getters=nlp.vocab.lex_attr_getters,  # type: ignore[attr-defined]
                tables=tuple(_Table(node.attrs["seed"], _weights(node, "E")) for node in nodes["hashembed"]),
                vectors=_vectors(nlp, static[0]) if static else None,
                mixer=mixer,
            )
            window = nodes["expand_window"][0].attrs["window_size"]
            weights, bias = np.ascontiguousarray(_weights(softmax, "W").T), _weights(softmax, "b")
            return cls(
                nlp=nlp,
                lexicon=Lexicon(Splitter(nlp.tokenizer), embedding, len(mixer.gain)),
                layers=tuple(layers),
                window=window,
                weights=weights,
                bias=bias,
                glance=Glance.of(layers, window, weights, bias),
            )
        except (KeyError, ValueError) as error:
            raise ModelError(f"the model's network is of another form ({error}); {_NEXT_STEP}") from error

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


def _layer(maxout: Model[Any, Any], norm: Model[Any, Any]) -> Layer:
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


def _vectors(nlp: Language, node: Model[Any, Any]) -> _Vectors:
    table: Any = nlp.vocab.vectors
    if max(table.data.max(initial=0), -table.data.min(initial=0)) >= exact.LARGEST_WEIGHT:
        raise ValueError("a vector of too large numbers")
    return _Vectors(table.key2row, table.data, np.ascontiguousarray(_weights(node, "W").T))


def _weights(node: Model[Any, Any], name: str) -> Floats:
    return checked(node.get_param(name))
