"""The network that is trained: spaCy's tok2vec and a tagger on top, in a pipeline with a tokenizer for names."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import spacy
from spacy.training import Example
from spacy.util import compile_infix_regex, compile_suffix_regex
from spacy.vectors import Vectors  # type: ignore[import-not-found]
from thinc.api import Adam, NumpyOps, fix_random_seed, get_current_ops, set_current_ops, set_dropout_rate

from extractor.passes.ner import TAGGER, TAGS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray
    from spacy.language import Language
    from spacy.tokens import Doc

    from extractor.train.align import GoldSpan
    from extractor.train.vectors import WordVectors

_GRADIENT_SCALE = 20.0
_HIDDEN, _RARE = "<hidden>", 2
# A hyphen parts a name from the ordinary word that it qualifies (`CLIP-based`, `non-CLIP`) but neither name from name
# (`GPT-4-Turbo`) nor word from word (`state-of-the-art`): the fewer pieces, the more the shape of each says.
_INFIXES = (
    r"\.\.+|…",
    r"[/–—−=→≈~×:()\[\]{}<>|^,;\"“”!?*&$%+\\]",
    r"(?<=[a-z0-9])\.(?=[A-Z])",
    r"(?<=[a-z])-(?=[A-Z])",
    r"(?<=[A-Z0-9])-(?=[a-z])",
    r"(?<=[A-Z][A-Z0-9])-(?=[a-z])",
    *(rf"(?<=[A-Z][a-z]{{{length}}})-(?=[a-z])" for length in range(1, 11)),
)
# spaCy keeps the full stop of `LM1B.` and `ViT.` as if they were abbreviations.
_SUFFIXES = (r"(?<=\w\w)\.",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How the network is built and trained.

    Attributes:
        width: numbers per token in each layer.
        depth: layers that look at neighbours.
        window: how many neighbours on each side a layer sees.
        rows: sizes of the hashed tables for a word's norm, first letter, last three letters and shape.
        vector_words: how many words have a vector, if there are texts to make vectors from.
        vector_width: numbers in each.
        epochs: passes over the gold, if there is no silver.
        gold_epochs: passes over the gold beside silver.
        silver_epochs: passes over the silver in the same time.
        batch_size: titles and texts per step.
        learn_rate: the highest rate; it rises over the first `warm_up` steps and falls to nearly nothing at the end.
        dropout: the share of activations left out while training.
        word_dropout: the share of words hidden while training, so that their form and their neighbours have to say what
            they are; twice as many of the words that hardly ever occur.
    """

    width: int = 64
    depth: int = 3
    window: int = 1
    rows: tuple[int, int, int, int] = (5000, 1000, 2500, 2500)
    vector_words: int = 40_000
    vector_width: int = 32
    epochs: int = 8
    gold_epochs: int = 5
    silver_epochs: int = 2
    batch_size: int = 8
    learn_rate: float = 0.002
    warm_up: int = 100
    dropout: float = 0.2
    word_dropout: float = 0.2


class Lesson(NamedTuple):
    """A title or text, and what is to be learnt of each of its tokens.

    Attributes:
        doc: the title or text.
        shares: how likely each tag is, (tokens, tags); zeros throughout for a token that counts neither way.
    """

    doc: Doc
    shares: NDArray[np.float32]


def tokenizing_pipeline(vectors: WordVectors | None = None, *, by_norm: bool = False) -> Language:
    """Return a spaCy pipeline with nothing but a tokenizer that cuts at the edges of names, and vectors of words.

    With `by_norm`, as training needs it, a hidden word has no vector either. By form, as it is saved, the vectors are
    the same for all forms that are known; spaCy does not save it if a table is keyed by something else.
    """
    nlp = spacy.blank("en")
    tokenizer: Any = nlp.tokenizer
    tokenizer.infix_finditer = compile_infix_regex(_INFIXES).finditer
    tokenizer.suffix_search = compile_suffix_regex([*(nlp.Defaults.suffixes or ()), *_SUFFIXES]).search
    if vectors is not None:
        keys = [(norm,) for norm in vectors.norms] if by_norm else vectors.forms
        table = Vectors(strings=nlp.vocab.strings, data=vectors.matrix, attr="NORM" if by_norm else "ORTH")
        for row, names in enumerate(keys):
            for name in names:
                table.add(name, row=row)
        nlp.vocab.vectors = table
    return nlp


def lesson(doc: Doc, spans: Iterable[GoldSpan]) -> Lesson:
    """Return a doc with the tags of its gold spans; tokens of optional or badly cut spans count neither way."""
    shares = np.zeros((len(doc), len(TAGS)), dtype=np.float32)
    shares[:, TAGS.index("O")] = 1
    for span in spans:
        whole = doc.char_span(span.start, span.end)
        around: Any = doc.char_span(span.start, span.end, alignment_mode="expand")
        shares[around.start : around.end] = 0
        if whole is not None and not span.optional:
            parts = "U" if len(whole) == 1 else f"B{'I' * (len(whole) - 2)}L"
            tags = [TAGS.index(f"{part}-{span.kind}") for part in parts]
            shares[np.arange(whole.start, whole.end), tags] = 1
    return Lesson(doc, shares)


def edges(doc: Doc) -> list[tuple[int, int]]:
    """Return where each token of a doc begins and ends."""
    return [(token.idx, token.idx + len(token)) for token in doc]


def trained(
    gold: Sequence[Lesson],
    settings: Settings,
    *,
    seed: int,
    silver: Sequence[Lesson] = (),
    vectors: WordVectors | None = None,
) -> Language:
    """Return a pipeline whose tagger has learnt from the lessons. The same lessons and seed give the same weights.

    Vectors, if any, must be those of the pipeline that the lessons' docs were made with, there by norm.
    """
    lessons = [*gold, *silver]
    with _plain_numpy():
        fix_random_seed(seed)
        nlp = untrained(settings, vectors)
        model = nlp.get_pipe(TAGGER).model  # type: ignore[attr-defined]
        optimizer = Adam(learn_rate=settings.learn_rate, L2=0.01, grad_clip=1.0, use_averages=True)
        set_dropout_rate(model, settings.dropout)
        hiding = _hiding_shares(lessons, settings.word_dropout)
        shares_of = [np.array([hiding[token.norm] for token in doc]) for doc, _ in lessons]
        chance = np.random.default_rng(seed)
        batches = _batches(len(gold), len(silver), settings, chance)
        for step, batch in enumerate(batches):
            rise, fall = (step + 1) / settings.warm_up, 1 - step / len(batches)
            optimizer.learn_rate = settings.learn_rate * min(1.0, rise) * max(0.02, fall)
            chosen = [lessons[index] for index in batch]
            tokens = sum(len(doc) for doc, _ in chosen)
            with _hidden_words(chosen, [shares_of[index] for index in batch], chance) as docs:
                shares, backprop = model.begin_update(docs)
            gradients = [_gradient(share, wanted) for share, (_, wanted) in zip(shares, chosen, strict=True)]
            backprop([gradient * (_GRADIENT_SCALE / tokens) for gradient in gradients])
            model.finish_update(optimizer)
        set_dropout_rate(model, 0.0)
        with model.use_params(optimizer.averages):
            weights = model.to_bytes()
        model.from_bytes(weights)
    return nlp


def _hiding_shares(lessons: Sequence[Lesson], share: float) -> dict[int, float]:
    """Return, by norm, how often a word is hidden."""
    counts = Counter(token.norm for doc, _ in lessons for token in doc)
    return {norm: share if count > _RARE else 2 * share for norm, count in counts.items()}


@contextmanager
def _hidden_words(
    batch: Sequence[Lesson], shares: Sequence[NDArray[np.float64]], chance: np.random.Generator
) -> Iterator[list[Doc]]:
    """Let some words of the docs have no norm of their own for a while."""
    chosen = [
        doc[int(index)]
        for (doc, _), share in zip(batch, shares, strict=True)
        for index in np.flatnonzero(chance.random(len(doc)) < share)
    ]
    norms = [token.norm_ for token in chosen]
    for token in chosen:
        token.norm_ = _HIDDEN
    yield [doc for doc, _ in batch]
    for token, norm in zip(chosen, norms, strict=True):
        token.norm_ = norm


def untrained(settings: Settings, vectors: WordVectors | None = None) -> Language:
    """Return a pipeline whose network has its first, random weights."""
    nlp = tokenizing_pipeline(vectors)
    embed = {
        "@architectures": "spacy.MultiHashEmbed.v2",
        "width": settings.width,
        "attrs": ["NORM", "PREFIX", "SUFFIX", "SHAPE"],
        "rows": list(settings.rows),
        "include_static_vectors": vectors is not None,
    }
    encode = {
        "@architectures": "spacy.MaxoutWindowEncoder.v2",
        "width": settings.width,
        "depth": settings.depth,
        "window_size": settings.window,
        "maxout_pieces": 3,
    }
    tok2vec = {"@architectures": "spacy.Tok2Vec.v2", "embed": embed, "encode": encode}
    tagger: Any = nlp.add_pipe(TAGGER, config={"model": {"@architectures": "spacy.Tagger.v2", "tok2vec": tok2vec}})
    for tag in TAGS:
        tagger.add_label(tag)
    example = Example.from_dict(nlp.make_doc("a"), {"tags": ["O"]})
    nlp.initialize(lambda: [example])
    return nlp


def _batches(gold: int, silver: int, settings: Settings, chance: np.random.Generator) -> list[list[int]]:
    """Return the numbers of the lessons of each step, gold counted before silver.

    Each epoch has all of the gold and its part of the silver, so that both are learnt from all the time.
    """
    epochs, dealt = settings.epochs, [np.arange(0)]
    if silver:
        epochs, dealt = settings.gold_epochs, [gold + chance.permutation(silver) for _ in range(settings.silver_epochs)]
    batches: list[list[int]] = []
    for part in np.array_split(np.concatenate(dealt), epochs):
        order = chance.permutation(np.concatenate([np.arange(gold), part])).tolist()
        batches += [order[first : first + settings.batch_size] for first in range(0, len(order), settings.batch_size)]
    return batches


def _gradient(shares: NDArray[np.float32], wanted: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the gradient of the cross-entropy: what each tag got less what it should have got."""
    gradient = shares - wanted
    gradient[wanted.max(axis=1) == 0] = 0
    return gradient


@contextmanager
def _plain_numpy() -> Iterator[None]:
    """Multiply with numpy's own BLAS: blis falls back to slow kernels on processors that it does not know."""
    before = get_current_ops()
    set_current_ops(NumpyOps(use_blis=False))
    try:
        yield
    finally:
        set_current_ops(before)
