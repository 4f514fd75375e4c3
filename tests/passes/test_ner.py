"""The tagger: exact, the same in any company, and plain about models that do not fit."""

from __future__ import annotations

import re
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st
from thinc.api import fix_random_seed

from extractor import resources
from extractor.abstract import Abstract
from extractor.errors import ModelError
from extractor.finding import NameFinding, Span
from extractor.passes import ner
from extractor.passes.ner import TAGGER, TAGS, Tagger, best_tags, decode, find_names, load_tagger, ner_pass
from extractor.pipeline import document_of
from extractor.train.network import Settings, untrained
from extractor.train.vectors import WordVectors

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from spacy.language import Language

TEXTS = (
    "We propose FooNet (FN), which beats GPT-9 by 3.1% on the Quux-10 and Baz-64 datasets.",
    "x",
    "",
    " \n ",
    "Ångström–Müller α-divergence für die 模型 🚀 of BAR/BAZ, e.g. in https://example.org/FooNet.",
    "(FooNet)" * 40,
    "Long Foo Name don't can't won't; we'll see what's up with Foo's 'Bar'.",
    "word " * 300,
)
DOCUMENTS = [
    document_of(Abstract(f"{text} {end}", title=title))
    for text in TEXTS
    for end in ("", "FooNet wins.", "On Quux.")
    for title in (None, "FooNet: a net")
]


VECTORS = WordVectors(
    norms=("on", "foonet", "beats"),
    forms=(("on", "On"), ("FooNet",), ("beats", "Beats")),
    matrix=np.random.default_rng(0).normal(size=(3, 6)).astype(np.float32),
)


def pipeline(seed: int = 0, *, depth: int = 2, window: int = 1, vectors: WordVectors | None = VECTORS) -> Language:
    """Return a pipeline of random weights, so that tags of all kinds come out."""
    fix_random_seed(seed)
    nlp = untrained(Settings(width=16, depth=depth, window=window, rows=(500, 100, 100, 100)), vectors)
    (softmax,) = (node for node in model_of(nlp).walk() if node.name == "softmax")
    chance = np.random.default_rng(seed)
    softmax.set_param("W", chance.normal(0, 0.5, size=(len(TAGS), 16)).astype(np.float32))
    softmax.set_param("b", chance.normal(0, 0.5, size=len(TAGS)).astype(np.float32))
    return nlp


def model_of(nlp: Language) -> Any:
    return nlp.get_pipe(TAGGER).model  # type: ignore[attr-defined]


NLP = pipeline()


@pytest.mark.parametrize("size", [1, 7, 64])
def test_batches_change_nothing(size: int) -> None:
    tagger = Tagger.of(NLP)
    docs = [NLP.make_doc(passage.text) for document in DOCUMENTS for passage in document.passages]
    alone = [Tagger.of(NLP).scores([doc])[0] for doc in docs]
    batched = [scores for first in range(0, len(docs), size) for scores in tagger.scores(docs[first : first + size])]
    assert [scores.tobytes() for scores in batched] == [scores.tobytes() for scores in alone]
    assert len({scores.argmax() for scores in alone if scores.size}) > 1


def test_words_seen_before_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    tagger = Tagger.of(NLP)
    first = find_names(tagger, DOCUMENTS)
    assert any(first)
    assert find_names(tagger, DOCUMENTS[::-1]) == first[::-1]
    monkeypatch.setattr(ner, "_MOST_WORDS", 5)
    assert find_names(tagger, DOCUMENTS) == first


@pytest.mark.parametrize("vectors", [None, VECTORS], ids=["no vectors", "vectors"])
@pytest.mark.parametrize(("depth", "window"), [(1, 1), (2, 1), (2, 2), (3, 1)])
def test_scores_are_those_of_spacy(depth: int, window: int, vectors: WordVectors | None) -> None:
    nlp = pipeline(1, depth=depth, window=window, vectors=vectors)
    docs = [nlp.make_doc(text) for text in TEXTS]
    for own, spacys in zip(Tagger.of(nlp).scores(docs), model_of(nlp).predict(docs), strict=True):
        np.testing.assert_allclose(own, spacys, atol=1e-2)


@settings(deadline=None, max_examples=30, derandomize=True)
@given(st.integers(0, 2**32 - 1))
def test_order_of_addition_changes_nothing(seed: int) -> None:
    """Whole numbers of grid steps add up without rounding: columns in another order give the same bytes."""
    chance = np.random.default_rng(seed)
    steps = ner._GRID
    rows = np.rint(chance.uniform(-32, 32, size=(9, 480)) * steps) / steps
    weights = np.rint(chance.uniform(-8, 8, size=(480, 12)) * steps) / steps
    order = chance.permutation(480)
    one_by_one = sum(rows[:, [column]] * weights[[column]] for column in order)
    assert (rows @ weights).tobytes() == np.asarray(one_by_one).tobytes()


@settings(deadline=None, max_examples=30, derandomize=True)
@given(st.integers(0, 2**32 - 1), st.sampled_from([1.0, 30.0, 2 * ner._LARGEST_SUM]))
def test_squares_add_up_exactly(seed: int, largest: float) -> None:
    steps = np.random.default_rng(seed).uniform(-largest, largest, size=ner._WIDEST_LAYER)
    whole = [int(step) for step in np.rint(steps * ner._DEVIATION_GRID)]
    deviations = np.array([whole]) / ner._DEVIATION_GRID
    squares = np.einsum("ij,ij->i", deviations, deviations)
    assert int(squares[0] * ner._DEVIATION_GRID**2) == sum(step * step for step in whole)


scores_of_tokens = st.lists(
    st.lists(st.integers(-4, 4), min_size=len(TAGS), max_size=len(TAGS)), min_size=1, max_size=3
).map(lambda rows: np.array(rows, dtype=np.float64))


def names_are_whole(tags: Sequence[int]) -> bool:
    row = " ".join(TAGS[tag] for tag in tags)
    return (
        re.fullmatch(
            r"(?:(?:O|U-\w+|B-method(?: I-method)* L-method|B-benchmark(?: I-benchmark)* L-benchmark) ?)*", row
        )
        is not None
    )


@settings(deadline=None, max_examples=60, derandomize=True)
@given(scores_of_tokens)
def test_best_tags_are_the_best_of_all_rows_of_whole_names(scores: ner.Floats) -> None:
    found = best_tags(scores)
    ways = [tags for tags in product(range(len(TAGS)), repeat=len(scores)) if names_are_whole(tags)]
    assert names_are_whole(found)
    assert sum(scores[range(len(found)), found]) == max(sum(scores[range(len(tags)), list(tags)]) for tags in ways)


def test_no_tokens_have_no_tags() -> None:
    assert best_tags(np.zeros((0, len(TAGS)))) == []


def test_a_token_beyond_doubt_outside_stays_so() -> None:
    scores = np.zeros((3, len(TAGS)))
    scores[[0, 2], TAGS.index("U-method")] = 5
    scores[1, 0] = 9
    assert [TAGS[tag] for tag in best_tags(scores)] == ["U-method", "O", "U-method"]


def scored(tags: str, *, others: dict[int, tuple[str, float]] | None = None) -> ner.Floats:
    """Return scores in which these tags are the best by 2, but for others at some tokens."""
    scores = np.array([[2.0 * (tag == wished) for tag in TAGS] for wished in tags.split()])
    for index, (tag, score) in (others or {}).items():
        scores[index, TAGS.index(tag)] = score
    return scores


@pytest.mark.parametrize(
    ("scores", "wanted"),
    [
        pytest.param(scored("O O"), [], id="nothing"),
        pytest.param(scored("U-method"), [(0, 1, "method")], id="at both ends"),
        pytest.param(scored("U-method U-method"), [(0, 1, "method"), (1, 2, "method")], id="side by side"),
        pytest.param(scored("O B-benchmark I-benchmark L-benchmark O"), [(1, 4, "benchmark")], id="of several tokens"),
        pytest.param(
            scored("B-method L-method U-benchmark"), [(0, 2, "method"), (2, 3, "benchmark")], id="kind changes"
        ),
        pytest.param(
            scored("B-method O", others={1: ("L-method", 1.9)}), [(0, 2, "method")], id="a begin finds its end"
        ),
        pytest.param(
            scored("B-method O", others={0: ("U-method", 1.9)}), [(0, 1, "method")], id="a begin was all of it"
        ),
        pytest.param(scored("B-method O", others={0: ("O", 1.9)}), [], id="a begin with no end is none"),
        pytest.param(
            scored("B-method L-benchmark", others={1: ("L-method", 1.9)}), [(0, 2, "method")], id="kinds do not mix"
        ),
    ],
)
def test_decode(scores: ner.Floats, wanted: list[tuple[int, int, str]]) -> None:
    assert list(decode(scores)) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        pytest.param("FooNet", "FooNet", id="nothing to trim"),
        pytest.param("the FooNet", "FooNet", id="article"),
        pytest.param("Theory", "Theory", id="no article"),
        pytest.param("“FooNet”,", "FooNet", id="quotes"),
        pytest.param("(FooNet", "FooNet", id="opening bracket"),
        pytest.param("FooNet)", "FooNet", id="closing bracket of nothing"),
        pytest.param("FooNet)).", "FooNet", id="several"),
        pytest.param("Foo(Net)", "Foo(Net)", id="bracket that belongs"),
        pytest.param("Foo [Pro]", "Foo [Pro]", id="square bracket that belongs"),
        pytest.param("FooNet's", "FooNet", id="possessive"),
        pytest.param("FooNet+", "FooNet+", id="plus belongs"),
        pytest.param("A*", "A", id="star is markup"),
        pytest.param("64 (", None, id="no letter"),
        pytest.param("the ", None, id="article alone"),
    ],
)
def test_trim(text: str, wanted: str | None) -> None:
    span = ner._trim(f"x {text} y", 2, 2 + len(text))
    assert (f"x {text} y"[slice(*span)] if span else None) == wanted


def test_findings_are_grounded() -> None:
    for document, findings in zip(DOCUMENTS, find_names(Tagger.of(NLP), DOCUMENTS), strict=True):
        spans = [finding.span for finding in findings]
        assert spans == sorted(spans, key=lambda span: span.order)
        assert not any(one.overlaps(other) for one, other in pairwise(spans))
        for finding in findings:
            text = document.passage(finding.span.field).text[finding.span.start : finding.span.end]
            assert isinstance(finding, NameFinding)
            assert finding.found_by == "ner"
            assert text == text.strip() != ""


def test_no_documents() -> None:
    assert find_names(Tagger.of(NLP), []) == []


def large_weights(nlp: Language) -> None:
    (softmax,) = (node for node in model_of(nlp).walk() if node.name == "softmax")
    softmax.set_param("W", np.full((len(TAGS), 16), 9, dtype=np.float32))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        pytest.param(lambda: spacy.blank("en"), "has no tagger for O, B-method", id="no tagger"),
        pytest.param(lambda: with_tags("NN", "VB"), "has no tagger for O, B-method", id="tagger of something else"),
        pytest.param(lambda: changed(large_weights), "a weight of 9.0", id="weights off the grid"),
    ],
)
def test_models_that_do_not_fit(make: Any, message: str, tmp_path: Path) -> None:
    make().to_disk(tmp_path)
    with pytest.raises(ModelError, match=message):
        ner_pass(tmp_path)(DOCUMENTS[:1])


def with_tags(*tags: str) -> Language:
    nlp = spacy.blank("en")
    tagger: Any = nlp.add_pipe(TAGGER)
    for tag in tags:
        tagger.add_label(tag)
    nlp.initialize()
    return nlp


def changed(change: Any) -> Language:
    nlp = pipeline()
    change(nlp)
    return nlp


@pytest.mark.parametrize(
    ("files", "message"),
    [
        pytest.param({}, "there is no model; install extractor again", id="missing"),
        pytest.param({"config.cfg": "[nlp"}, "cannot be loaded", id="broken config"),
        pytest.param({"config.cfg": "[nlp]\nlang = 'en'"}, "cannot be loaded", id="incomplete"),
    ],
)
def test_models_that_are_none(files: dict[str, str], message: str, tmp_path: Path) -> None:
    for name, content in files.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    find = ner_pass(tmp_path)  # loads nothing yet
    with pytest.raises(ModelError, match=message):
        find(DOCUMENTS[:1])


class TestShippedModel:
    def test_it_is_small(self) -> None:
        assert sum(file.stat().st_size for file in resources.model().rglob("*") if file.is_file()) < 12_000_000

    def test_it_finds_names_that_no_list_can_know(self) -> None:
        text = "We propose ZubNet, a new method. On the Quorvex-20 dataset, ZubNet outperforms BERT-Zub."
        (found,) = ner_pass(resources.model())([document_of(Abstract(text))])
        names = [text[each.span.start : each.span.end] for each in found]
        assert names == ["ZubNet", "Quorvex-20", "ZubNet", "BERT-Zub"]
        benchmark = found[1]
        assert isinstance(benchmark, NameFinding)
        assert (benchmark.span, benchmark.kind) == (Span("text", 40, 50), "benchmark")
        assert benchmark.margin is not None
        assert benchmark.margin > 0

    def test_it_is_as_its_makers_say(self) -> None:
        meta = load_tagger(resources.model()).nlp.meta
        assert meta["spacy_version"] == ">=3.8.7,<4"
        card = (resources.model() / "README.md").read_text(encoding="utf-8")
        assert meta["training"]["gold"]["sha256"] in card
