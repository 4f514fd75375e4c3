"""Names that no list knows: a small trained network tags each token as part of a name or none.

The model is a spaCy pipeline, a tokenizer and a tagger for the tags in `TAGS`. The tagger's weights are read from it
and the network is run here, in arithmetic that is exact: weights and activations are rounded to a grid so coarse that
every sum in a matrix product is a whole number of grid steps below 2^53, which a double holds without rounding. So it
does not matter in which order a machine adds, what else is in the batch, or which library multiplies: findings are the
same everywhere. It is also faster than spaCy's own layers, since the part of the network that sees one word at a time
runs once a word, not once an occurrence.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import regex
import spacy
from thinc.api import NumpyOps
from threadpoolctl import ThreadpoolController

from extractor.errors import ModelError
from extractor.finding import NameFinding, Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray
    from spacy.language import Language
    from spacy.tokens import Doc
    from thinc.api import Model

    from extractor.document import Document
    from extractor.finding import Finding, NameKind

    Floats: TypeAlias = NDArray[np.float64]

FOUND_BY = "ner"
TAGGER = "tagger"
"""The name of the pipeline's one component."""
KINDS: tuple[NameKind, ...] = ("method", "benchmark")
TAGS = ("O", *(f"{part}-{kind}" for kind in KINDS for part in "BILU"))
"""The tagger's labels, in the order of its outputs: begin, inside and last of a name, and a name of one token."""

# A product of two numbers on the grid has 36 bits behind the point. With weights below 2^3, activations below 2^5 and
# rows of at most 2^9 numbers, 17 bits before it are enough for any sum of products: 53 in all, as many as a double has.
_GRID = 2.0**18
_LARGEST_WEIGHT, _LARGEST_ACTIVATION, _LONGEST_ROW = 2.0**3, 2.0**5, 2**9
# What a layer norm gets may be larger, up to 2^7, and it squares deviations of up to 2^8 and adds up to 2^7 of them: 23
# bits before the point leave 15 behind the point of a deviation.
_LARGEST_SUM, _DEVIATION_GRID, _WIDEST_LAYER = 2.0**7, 2.0**15, 2**7
_EPSILON = 1e-8  # as in thinc's layer norm

_NEXT_STEP = "install extractor again, or train a model with `extractor train`"

_MOST_WORDS = 1 << 16  # words whose embeddings are kept: 32 MB at width 64
_MOST_CHUNKS = 1 << 17  # stretches between white space whose tokens the tokenizer keeps

_LEADING = regex.compile(r"(?:[\s\p{Pi}\p{Pf}\"'`(\[{<,;:.*$]|(?:the|The|THE)\s)+")
_TRAILING = regex.compile(r"(?r)(?:['’]s|[\s\p{Pi}\p{Pf}\"'`(\[{<,;:.!?*$])+")
# The tokenizer takes quadratic time over a stretch without white space, and so long a one holds no name.
_LONG_CHUNK = regex.compile(r"\S{400,}+")
_BRACKETS = {")": "(", "]": "[", "}": "{", ">": "<"}


def ner_pass(path: Path) -> Callable[[Sequence[Document]], list[list[Finding]]]:
    """Return the pass that runs the model at `path`, which is loaded when first needed.

    The pass takes documents and returns the findings of each, in reading order. What it finds in a document does not
    depend on the others, nor on the machine.

    Raises:
        ModelError: from the pass: there is no model, or it does not fit this version.
    """

    def find(documents: Sequence[Document]) -> list[list[Finding]]:
        tagger = load_tagger(path)
        # The products are small: threads cost more than they bring, and on a busy machine ten times more.
        with _linear_algebra().limit(limits=1):
            return find_names(tagger, documents)

    return find


def find_names(tagger: Tagger, documents: Iterable[Document]) -> list[list[Finding]]:
    """Return the names that a tagger finds in the title and text of each document."""
    return [list(_names(tagger, document)) for document in documents]


def _names(tagger: Tagger, document: Document) -> Iterator[Finding]:
    # One document at a time: its numbers stay in the processor's cache, which gains more than longer products do.
    docs = [tagger.nlp.make_doc(_LONG_CHUNK.sub(_blank, passage.text)) for passage in document.passages]
    for passage, doc, scores in zip(document.passages, docs, tagger.scores(docs), strict=True):
        for first, last, kind in decode(scores):
            span = _trim(passage.text, doc[first].idx, doc[last - 1].idx + len(doc[last - 1]))
            if span is not None:
                margin = _margin(scores[first:last])
                yield NameFinding(span=Span(passage.field, *span), found_by=FOUND_BY, kind=kind, margin=margin)


def _blank(match: regex.Match[str]) -> str:
    return " " * len(match.group())


@cache
def _linear_algebra() -> ThreadpoolController:
    return ThreadpoolController().select(user_api="blas")


@cache
def load_tagger(path: Path) -> Tagger:
    """Return the tagger of the model at `path`.

    Raises:
        ModelError: there is no model, or it does not fit this version.
    """
    if not (path / "config.cfg").is_file():
        raise ModelError(f"{path}: there is no model; {_NEXT_STEP}")
    try:
        nlp = spacy.load(path)
    except (OSError, ValueError, KeyError, TypeError) as error:
        reason = str(error).partition("\n")[0]
        raise ModelError(f"{path}: the model cannot be loaded ({reason}); {_NEXT_STEP}") from error
    return Tagger.of(nlp)


@dataclass(frozen=True, slots=True)
class _Layer:
    """A maxout layer and its norm; `weights` is (inputs, pieces x outputs), each piece in a row."""

    weights: Floats
    bias: Floats
    gain: Floats
    shift: Floats

    def __call__(self, rows: Floats) -> Floats:
        """Return the layer's output for each row."""
        sums = rows @ self.weights
        sums += self.bias
        width = len(self.gain)
        best = sums[:, :width]
        for first in range(width, sums.shape[1], width):
            best = np.maximum(best, sums[:, first : first + width])
        best = _on_grid(best, largest=_LARGEST_SUM)
        deviation = np.rint((best - best.sum(axis=1, keepdims=True) / width) * _DEVIATION_GRID) / _DEVIATION_GRID
        variance = np.einsum("ij,ij->i", deviation, deviation)[:, None] / width + _EPSILON
        return _on_grid(deviation * (1.0 / np.sqrt(variance)) * self.gain + self.shift)


@dataclass(frozen=True, slots=True)
class _Table:
    """The hashed embeddings of one attribute of a word."""

    seed: int
    rows: Floats

    def __call__(self, ids: NDArray[np.uint64]) -> Floats:
        """Return the embedding of each id."""
        keys = NumpyOps().hash(np.ascontiguousarray(ids), self.seed) % len(self.rows)
        embeddings: Floats = self.rows[keys].sum(axis=1)
        return embeddings


@dataclass(frozen=True, slots=True)
class _Vectors:
    """The vectors of frequent words, and what the network makes of them; a word that has none counts as zeros."""

    find: Callable[..., NDArray[np.int64]]
    rows: Floats
    weights: Floats

    def __call__(self, ids: NDArray[np.uint64]) -> Floats:
        """Return what is made of the vector of each form."""
        places = self.find(keys=ids)
        made = _on_grid(self.rows[places] @ self.weights)
        made[places < 0] = 0
        return made


class _Memory:
    """The embeddings of the words seen so far; row 0 stands for no word."""

    def __init__(self, width: int) -> None:
        self.rows: Floats = np.zeros((1024, width))
        self.places: dict[int, int] = {}

    def add(self, keys: Sequence[int], embeddings: Floats) -> None:
        """Keep the embeddings of new words."""
        first = len(self.places) + 1
        if first + len(keys) > len(self.rows):
            more = max(len(keys), len(self.rows))
            self.rows = np.concatenate([self.rows, np.zeros((more, self.rows.shape[1]))])
        self.rows[first : first + len(keys)] = embeddings
        self.places.update(zip(keys, range(first, first + len(keys)), strict=True))

    def forget(self) -> None:
        """Let go of all words."""
        self.rows = np.zeros((1024, self.rows.shape[1]))
        self.places = {}


@dataclass(frozen=True, slots=True, eq=False)
class Tagger:
    """A pipeline's tokenizer, and the network of its tagger."""

    nlp: Language
    attributes: tuple[int, ...]
    tables: tuple[_Table, ...]
    vectors: _Vectors | None
    mixer: _Layer
    layers: tuple[_Layer, ...]
    window: int
    weights: Floats
    bias: Floats
    memory: _Memory

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
            tables = tuple(_Table(node.attrs["seed"], _weights(node, "E")) for node in nodes["hashembed"])
            softmax = nodes["softmax"][0]
            static = nodes.get("static_vectors")
            tokenizer: Any = nlp.tokenizer
            tokenizer.max_cache_size = _MOST_CHUNKS
            return cls(
                nlp=nlp,
                attributes=tuple(nodes["extract_features"][0].attrs["columns"]),
                tables=tables,
                vectors=_vectors(nlp, static[0]) if static else None,
                mixer=mixer,
                layers=tuple(layers),
                window=nodes["expand_window"][0].attrs["window_size"],
                weights=np.ascontiguousarray(_weights(softmax, "W").T),
                bias=_weights(softmax, "b"),
                memory=_Memory(len(mixer.gain)),
            )
        except (KeyError, ValueError) as error:
            raise ModelError(f"the model's network is of another form ({error}); {_NEXT_STEP}") from error

    def scores(self, docs: Sequence[Doc]) -> list[Floats]:
        """Return the score of each tag for each token of each doc: the logarithm of its odds, but for a constant."""
        if len(self.memory.places) > _MOST_WORDS:
            self.memory.forget()
        gap = [0] * (self.window * len(self.layers))
        places: list[int] = [*gap]
        for doc in docs:
            places += self._places(doc)
            places += gap
        rows = self.memory.rows[places]
        for layer in self.layers:
            rows = _on_grid(rows + layer(_windows(rows, self.window)))
        scores = rows @ self.weights + self.bias
        starts = np.cumsum([len(gap), *(len(doc) + len(gap) for doc in docs)])
        return [scores[start : start + len(doc)] for start, doc in zip(starts, docs, strict=False)]

    def _places(self, doc: Doc) -> list[int]:
        """Return where in memory the words of a doc are, having put the new ones there."""
        memory = self.memory
        forms: NDArray[Any] = doc.to_array(["ORTH", "NORM"])
        keys = (forms[:, 0] ^ (forms[:, 1] << np.uint64(1))).tolist()  # a norm may belong to one occurrence only
        new = {key: index for index, key in enumerate(keys) if key not in memory.places}
        if new:
            where = list(new.values())
            ids = np.asarray(doc.to_array(list(self.attributes)), dtype=np.uint64)[where]
            columns = [table(ids[:, column]) for column, table in enumerate(self.tables)]
            if self.vectors:
                columns.append(self.vectors(forms[where, 0]))
            memory.add(list(new), self.mixer(np.concatenate(columns, axis=1)))
        return [memory.places[key] for key in keys]


def _margin(scores: Floats) -> float:
    """Return by how much the best tags of a name are ahead of `O`, on average; exact, as sums on the grid are."""
    return float((scores[:, 1:].max(axis=1) - scores[:, 0]).sum() / len(scores))


def decode(scores: Floats) -> Iterator[tuple[int, int, NameKind]]:
    """Yield `(first, last, kind)`, half-open, of the names in the best row of tags."""
    first = 0
    for index, tag in enumerate(best_tags(scores)):
        if TAGS[tag][0] in "BU":
            first = index
        if TAGS[tag][0] in "LU":
            yield first, index + 1, KINDS[(tag - 1) // 4]


def best_tags(scores: Floats) -> list[int]:
    """Return the tags with the highest sum of scores in which each name is whole: it has both its ends.

    A token that is beyond doubt outside of names stays so, which leaves short stretches to look at.
    """
    tags = [0] * len(scores)
    if not tags:
        return tags
    doubtful = (scores[:, 0] < scores[:, 1:].max(axis=1) + _BEYOND_DOUBT).nonzero()[0].tolist()
    likeliest = scores.argmax(axis=1).tolist()
    for first, last in _runs(doubtful):
        run = likeliest[first:last]
        whole = all(_FOLLOWS[before][tag] for before, tag in pairwise((0, *run, 0)))
        tags[first:last] = run if whole else _best_path(scores[first:last])
    return tags


def _runs(places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield `(first, last)`, half-open, of each stretch of numbers that follow each other."""
    first = last = -1
    for place in places:
        if place != last:
            if first >= 0:
                yield first, last
            first = place
        last = place + 1
    if first >= 0:
        yield first, last


def _best_path(scores: Floats) -> list[int]:
    best, choices = scores[0] + _STEPS[0], []
    for row in scores[1:]:
        ways = best[:, None] + _STEPS
        choices.append(ways.argmax(axis=0))
        best = ways.max(axis=0) + row
    path = [int((best + _STEPS[:, 0]).argmax())]
    for choice in reversed(choices):
        path.append(int(choice[path[-1]]))
    return path[::-1]


_BEYOND_DOUBT = 8.0  # odds of three thousand to one
_FOLLOWS = [
    [tag[0] in "IL" and tag[1:] == before[1:] if before[0] in "BI" else tag[0] in "OBU" for tag in TAGS]
    for before in TAGS
]
_STEPS = np.where(_FOLLOWS, 0.0, -np.inf)


def _windows(rows: Floats, size: int) -> Floats:
    """Return each row with `size` neighbours on each side, in order, as one long row."""
    count, width = rows.shape
    padded = np.zeros((count + 2 * size, width))
    padded[size : size + count] = rows
    return np.concatenate([padded[shift : shift + count] for shift in range(2 * size + 1)], axis=1)


def _on_grid(values: Floats, *, largest: float = _LARGEST_ACTIVATION) -> Floats:
    values = np.rint(values * _GRID)
    values /= _GRID
    return np.clip(values, -largest, largest, out=values)


def _layer(maxout: Model[Any, Any], norm: Model[Any, Any]) -> _Layer:
    weights = _weights(maxout, "W")
    outputs, pieces, inputs = weights.shape
    if inputs > _LONGEST_ROW or outputs > _WIDEST_LAYER:
        raise ValueError(f"a layer with {inputs} inputs and {outputs} outputs")
    return _Layer(
        weights=np.ascontiguousarray(weights.transpose(1, 0, 2).reshape(pieces * outputs, inputs).T),
        bias=_weights(maxout, "b").T.reshape(pieces * outputs),
        gain=_weights(norm, "G"),
        shift=_weights(norm, "b"),
    )


def _vectors(nlp: Language, node: Model[Any, Any]) -> _Vectors:
    table: Any = nlp.vocab.vectors
    return _Vectors(table.find, _checked(table.data), np.ascontiguousarray(_weights(node, "W").T))


def _weights(node: Model[Any, Any], name: str) -> Floats:
    return _checked(node.get_param(name))


def _checked(weights: Any) -> Floats:
    values: Floats = np.rint(np.asarray(weights, dtype=np.float64) * _GRID) / _GRID
    if np.abs(values).max(initial=0) >= _LARGEST_WEIGHT:
        raise ValueError(f"a weight of {np.abs(values).max():.1f}")
    return values


def _trim(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return the span without quotes, brackets, punctuation and article at its edges, or None if no letter is left."""
    if leading := _LEADING.match(text, start, end):
        start = leading.end()
    while start < end:
        if trailing := _TRAILING.match(text, start, end):
            end = trailing.start()
        elif text[end - 1] in _BRACKETS and _BRACKETS[text[end - 1]] not in text[start:end]:
            end -= 1
        else:
            break
    return (start, end) if any(character.isalpha() for character in text[start:end]) else None
