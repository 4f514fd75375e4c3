"""The tagger: exact, the same in any company, and plain about models that do not fit."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib import metadata
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
from extractor.passes.ner import TAGGER, TAGS, Parts, Tagger, exact, find_names, lexicon, ner_pass
from extractor.passes.ner.glance import Glance
from extractor.passes.ner.lexicon import Lexicon
from extractor.passes.ner.patterns import matches_no_plain_word
from extractor.passes.ner.tags import BEYOND_DOUBT, best_tags, leads, names, to_look_at
from extractor.passes.ner.words import Splitter, Word
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
NLP_TOKENIZER: Any = NLP.tokenizer


def splitter_of(tokenizer: Any) -> Splitter:
    return Splitter(tokenizer.to_bytes(exclude=["vocab"]), tokenizer.vocab)


SPLITTER = splitter_of(NLP_TOKENIZER)


@pytest.mark.parametrize("size", [1, 7, 64])
def test_batches_change_nothing(size: int) -> None:
    tagger, another = Tagger.of(Parts.of(NLP)), Tagger.of(Parts.of(NLP))
    texts = [passage.text for document in DOCUMENTS for passage in document.passages]
    alone = [tagger.scores([text])[0] for text in texts]
    batched = [scores for first in range(0, len(texts), size) for scores in another.scores(texts[first : first + size])]
    assert [scores.tobytes() for scores in batched] == [scores.tobytes() for scores in alone]
    assert len({scores.argmax() for scores in alone if scores.size}) > 1
    found = [find_names(tagger, [document])[0] for document in DOCUMENTS]
    assert any(found)
    batches = [DOCUMENTS[first : first + size] for first in range(0, len(DOCUMENTS), size)]
    assert [findings for batch in batches for findings in find_names(another, batch)] == found


def test_words_seen_before_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    tagger = Tagger.of(Parts.of(NLP))
    first = find_names(tagger, DOCUMENTS)
    assert any(first)
    assert find_names(tagger, DOCUMENTS[::-1]) == first[::-1]
    for limit in ("MOST_WORDS", "MOST_STRETCHES"):
        monkeypatch.setattr(lexicon, limit, 5)
        assert [find_names(tagger, [document])[0] for document in DOCUMENTS] == first


@pytest.mark.parametrize("vectors", [None, VECTORS], ids=["no vectors", "vectors"])
@pytest.mark.parametrize(("depth", "window"), [(1, 1), (2, 1), (2, 2), (3, 1)])
def test_scores_are_those_of_spacy(depth: int, window: int, vectors: WordVectors | None) -> None:
    nlp = pipeline(1, depth=depth, window=window, vectors=vectors)
    docs = [nlp.make_doc(text) for text in TEXTS]
    for own, spacys in zip(Tagger.of(Parts.of(nlp)).scores(TEXTS), model_of(nlp).predict(docs), strict=True):
        np.testing.assert_allclose(own, spacys, atol=1e-2)


# Of special cases, affixes and what they are put together from, odd white space, and letters of several kinds.
SCRAPS = (
    ":", "-", ")", "(", ":-)", "):", "8)", "'", "’", "—", "'s", "can", "n't", "a.m.", "10", "U.S.", "i.e.", "…", "..",
    ".", ",", '"', " ", " ", " ", "  ", "\n", "\t", "\xa0", "\u2028", "\x1c", "km", "%", "$", "°C", "/", "GPT-4", "Foo",
    "Net", "_", "x" * 80, "é", "模型", "🚀", "https://a.example/b", "<", ">", "=", "^", "o", "O", "0", "3", "D",
)  # fmt: skip


@settings(deadline=None, max_examples=400, derandomize=True)
@given(st.lists(st.lists(st.sampled_from(SCRAPS), max_size=14).map("".join), max_size=4))
def test_tokens_are_those_of_spacy(texts: list[str]) -> None:
    check_tokens(texts)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Nets (GANs): a survey (see [2]): ok", id="the end of a bracket and a colon are an emoticon"),
        pytest.param("as follows: (a) :) 8-) x:D", id="emoticons by themselves, at edges, and none"),
        pytest.param("odd: -) ): (: ) :-", id="pieces of emoticons with spaces between"),
        pytest.param("don't cannot we'll Foo's foos' ’tis y'all", id="contractions"),
        pytest.param("e.g. U.S.A., i.e. Fig. 3. It's 10 a.m. at 5km/h.", id="full stops"),
        pytest.param(" two  spaces\n\nand   lines \t\n", id="white space"),
        pytest.param("https://example.org/a?b=c). someone@example.org,", id="addresses"),
        pytest.param("GPT-4-Turbo-based non-CLIP state-of-the-art α-divergence 12.5%–13%", id="hyphens and units"),
    ],
)
def test_odd_tokens_are_those_of_spacy(text: str) -> None:
    check_tokens([text, *text.split()])


def test_special_cases_of_several_words_are_looked_for_everywhere() -> None:
    nlp = spacy.blank("en")
    tokenizer: Any = nlp.tokenizer
    tokenizer.add_special_case("Foo Net", [{"ORTH": "Foo Net"}])
    check_tokens(["The Foo Net is a Foo Net."], splitter_of(tokenizer), nlp)


def check_tokens(texts: Sequence[str], splitter: Splitter = SPLITTER, nlp: Language = NLP) -> None:
    words: list[Word] = []

    def embed(new: Sequence[Word]) -> exact.Floats:
        words.extend(new)
        return np.ones((len(new), 1))

    tokens = Lexicon(splitter, embed, 1).read(texts, gap=2)
    assert len(tokens.starts) == len(texts) + 1
    for text, first, following in zip(texts, tokens.starts, tokens.starts[1:], strict=False):
        last = following - 2
        assert not tokens.words[last:following].any()
        found = [
            (words[word - 1], offset, length)
            for word, offset, length in zip(
                tokens.words[first:last],
                tokens.offsets[first:last] - tokens.offsets[first],
                tokens.lengths[first:last],
                strict=True,
            )
        ]
        norm_of = nlp.vocab.lex_attr_getters[spacy.attrs.NORM]  # type: ignore[attr-defined]
        assert [((word, norm or norm_of(word)), offset, length) for (word, norm), offset, length in found] == [
            ((token.text, token.norm_), token.idx, len(token)) for token in nlp.make_doc(text)
        ]


@pytest.mark.parametrize(
    ("pattern", "certain"),
    [
        pytest.param(r"^\(|\.\.+$|’s$", True, id="punctuation"),
        pytest.param(r"[a-z]-[A-Z]", True, id="between letters"),
        pytest.param(r"(?<=[0-9])(?:km|kg)$", True, id="a unit needs a number before it"),
        pytest.param(r"x(?:\d+|[%$])", True, id="one of two"),
        pytest.param(r"(?:km|kg)$", False, id="a unit by itself"),
        pytest.param(r"\.|s$", False, id="one way is enough"),
        pytest.param(r"\.*s", False, id="may be left out"),
        pytest.param(r"\.?", False, id="matches nothing at all"),
        pytest.param(r"(?!\.)s", False, id="what must not follow"),
        pytest.param(r"[^.]", False, id="anything but"),
        pytest.param(r"[+-z]", False, id="a range over letters"),
        pytest.param(r"\w|\.", False, id="a class with letters"),
        pytest.param(r".\b$", False, id="any character"),
        pytest.param("(?i)\u017f", False, id="long s is an s where case does not count"),
        pytest.param("(?i:\u017f)", False, id="the same in a part"),
        pytest.param(r"(\.)?\1s", False, id="the same again"),
    ],
)
def test_patterns_that_no_plain_word_matches(pattern: str, certain: bool) -> None:  # noqa: FBT001
    compiled = re.compile(pattern)
    assert matches_no_plain_word(compiled) is certain
    if certain:
        assert not any(compiled.search(word) for word in ("x", "kg", "aB", "Foos", "ZkmS"))


def test_the_tokenizers_patterns_are_of_that_kind() -> None:
    """Else half of all words would be cut the slow way."""
    assert all(
        matches_no_plain_word(search.__self__)
        for search in (NLP_TOKENIZER.prefix_search, NLP_TOKENIZER.suffix_search, NLP_TOKENIZER.infix_finditer)
    )
    assert matches_no_plain_word(NLP_TOKENIZER.url_match.__self__)


def test_a_very_long_stretch_is_no_token() -> None:
    tagger = Tagger.of(Parts.of(NLP))
    (spaces,), (scores,) = tagger.scores([" " * 480 + " wins"]), tagger.scores(["FooNet" * 80 + " wins"])
    assert scores.tobytes() == spaces.tobytes()


def network(
    chance: np.random.Generator, *, depth: int, window: int, scale: float
) -> tuple[tuple[exact.Layer, ...], exact.Floats, exact.Floats]:
    """Return layers of width 8 with random weights, and weights and bias of scores."""

    def weights(*shape: int, size: float = scale, mean: float = 0.0) -> exact.Floats:
        return exact.checked(np.clip(chance.normal(mean, size, size=shape), -7.9, 7.9))

    layers = tuple(
        exact.Layer(
            weights=weights(8 * (2 * window + 1), 24),
            bias=weights(24),
            gain=weights(8, mean=1, size=0.1),
            shift=weights(8, size=0.1),
        )
        for _ in range(depth)
    )
    return layers, weights(8, len(TAGS)), weights(len(TAGS))


@settings(deadline=None, max_examples=60, derandomize=True)
@given(
    st.integers(0, 2**32 - 1), st.sampled_from([(1, 1), (1, 2), (2, 1), (3, 1)]), st.sampled_from([0.01, 0.3, 1.0, 4.0])
)
def test_a_glance_never_promises_too_much(seed: int, shape: tuple[int, int], scale: float) -> None:
    (depth, window), chance = shape, np.random.default_rng(seed)
    layers, weights, bias = network(chance, depth=depth, window=window, scale=scale)
    embeddings = exact.on_grid(chance.normal(0, 1, size=(40, 8)))
    embeddings[:4] = np.array(
        [[0], [1e-3], [1], [30]]
    )  # no word, and words that layer norms amplify or that are cut off
    gap = depth * window
    words = np.concatenate([np.zeros(gap), chance.integers(0, 40, size=1200), np.zeros(gap)]).astype(np.int64)
    numbers = np.arange(gap, len(words) - gap)
    lead = -leads(exact.run(layers, window, embeddings, words, numbers) @ weights + bias)
    glance = Glance.of(layers, window, weights, bias)
    least = glance.least_leads(embeddings.astype(np.float32), np.linalg.norm(embeddings, axis=1), words)
    assert np.isneginf(least[[*range(gap), *range(-gap, 0)]]).all()
    assert (least[numbers] <= lead).all()
    if scale == 0.3:
        assert np.median(lead - least[numbers]) < 0.1


def test_a_glance_leaves_no_name_out() -> None:
    tagger = Tagger.of(Parts.of(NLP))
    for text, scores in zip(TEXTS, tagger.scores(TEXTS), strict=True):
        wanted = [(name.kind, name.margin) for name in names(scores, np.arange(len(scores)))]
        assert [(name.kind, name.margin) for *_, name in tagger.names([text])] == wanted


@settings(deadline=None, max_examples=30, derandomize=True)
@given(st.integers(0, 2**32 - 1))
def test_order_of_addition_changes_nothing(seed: int) -> None:
    """Whole numbers of grid steps add up without rounding: columns in another order give the same bytes."""
    chance = np.random.default_rng(seed)
    steps = exact.GRID
    rows = np.rint(chance.uniform(-32, 32, size=(9, 480)) * steps) / steps
    weights = np.rint(chance.uniform(-8, 8, size=(480, 12)) * steps) / steps
    order = chance.permutation(480)
    one_by_one = sum(rows[:, [column]] * weights[[column]] for column in order)
    assert (rows @ weights).tobytes() == np.asarray(one_by_one).tobytes()


@settings(deadline=None, max_examples=30, derandomize=True)
@given(st.integers(0, 2**32 - 1), st.sampled_from([1.0, 30.0, 2 * exact.LARGEST_SUM]))
def test_squares_add_up_exactly(seed: int, largest: float) -> None:
    steps = np.random.default_rng(seed).uniform(-largest, largest, size=exact.WIDEST_LAYER)
    whole = [int(step) for step in np.rint(steps * exact.DEVIATION_GRID)]
    deviations = np.array([whole]) / exact.DEVIATION_GRID
    squares = np.einsum("ij,ij->i", deviations, deviations)
    assert int(squares[0] * exact.DEVIATION_GRID**2) == sum(step * step for step in whole)


def tokens_and_scores(most: int) -> st.SearchStrategy[exact.Floats]:
    row = st.lists(st.integers(-4, 4), min_size=len(TAGS), max_size=len(TAGS))
    return st.lists(row, min_size=1, max_size=most).map(lambda rows: np.array(rows, dtype=np.float64))


def names_are_whole(tags: Sequence[int]) -> bool:
    row = " ".join(TAGS[tag] for tag in tags)
    return (
        re.fullmatch(
            r"(?:(?:O|U-\w+|B-method(?: I-method)* L-method|B-benchmark(?: I-benchmark)* L-benchmark) ?)*", row
        )
        is not None
    )


@settings(deadline=None, max_examples=60, derandomize=True)
@given(tokens_and_scores(3))
def test_best_tags_are_the_best_of_all_rows_of_whole_names(scores: exact.Floats) -> None:
    found = best_tags(scores, np.arange(len(scores)))
    ways = [tags for tags in product(range(len(TAGS)), repeat=len(scores)) if names_are_whole(tags)]
    assert names_are_whole(found)
    assert sum(scores[range(len(found)), found]) == max(sum(scores[range(len(tags)), list(tags)]) for tags in ways)


def test_no_tokens_have_no_tags() -> None:
    assert best_tags(np.zeros((0, len(TAGS))), np.arange(0)) == []


def test_a_token_beyond_doubt_outside_stays_so() -> None:
    scores = np.zeros((3, len(TAGS)))
    scores[[0, 2], TAGS.index("U-method")] = 5
    scores[1, 0] = 9
    assert [TAGS[tag] for tag in best_tags(scores, np.arange(3))] == ["U-method", "O", "U-method"]


def scored(tags: str, *, others: dict[int, tuple[str, float]] | None = None) -> exact.Floats:
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
def test_decode(scores: exact.Floats, wanted: list[tuple[int, int, str]]) -> None:
    assert [name[:3] for name in names(scores, np.arange(len(scores)))] == wanted


def test_names_do_not_go_on_over_tokens_that_were_left_out() -> None:
    scores = scored("B-method L-method")
    assert [name[:3] for name in names(scores, np.array([4, 5]))] == [(4, 6, "method")]
    assert list(names(scores, np.array([4, 6]))) == []


@settings(deadline=None, max_examples=100, derandomize=True)
@given(tokens_and_scores(12), st.sampled_from([0.0, 0.5, 3.0, np.inf]), st.integers(0, 2**32 - 1))
def test_what_is_not_looked_at_changes_nothing(scores: exact.Floats, slack: float, seed: int) -> None:
    chance = np.random.default_rng(seed)
    scores[chance.random(len(scores)) < 0.3, 0] += BEYOND_DOUBT
    words = np.pad(chance.random(len(scores)) < 0.9, 1).astype(np.int64)  # a few gaps between texts
    scores[words[1:-1] == 0] = scored("O") * 9
    least = np.full(len(words), -np.inf)
    least[1:-1] = -leads(scores) - (chance.random(len(scores)) * slack if np.isfinite(slack) else slack)
    numbers = to_look_at(least, words)
    assert list(names(scores[numbers - 1], numbers - 1)) == list(names(scores, np.arange(len(scores))))


def test_what_is_certain_is_not_looked_at() -> None:
    sure, doubt = BEYOND_DOUBT + 1, BEYOND_DOUBT - 1
    least = np.array([-np.inf, sure, doubt, 1, sure, doubt, -1, doubt, sure, -np.inf])
    words = np.array([0, *[1] * 8, 0])
    assert to_look_at(least, words).tolist() == [5, 6, 7]


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
        pytest.param("FooNet)]})", "FooNet", id="of several kinds"),
        pytest.param("Foo(Net)]", "Foo(Net)", id="closing bracket of nothing behind one that belongs"),
        pytest.param("Foo(Net)", "Foo(Net)", id="bracket that belongs"),
        pytest.param("Foo [Pro]", "Foo [Pro]", id="square bracket that belongs"),
        pytest.param("FooNet's", "FooNet", id="possessive"),
        pytest.param("- FooNet", "FooNet", id="dash before it"),
        pytest.param("and FooNet", "FooNet", id="conjunction before it"),
        pytest.param("such as FooNet", "FooNet", id="such as"),
        pytest.param("and", "and", id="conjunction alone"),
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
    for document, findings in zip(DOCUMENTS, find_names(Tagger.of(Parts.of(NLP)), DOCUMENTS), strict=True):
        spans = [finding.span for finding in findings]
        assert spans == sorted(spans, key=lambda span: span.order)
        assert not any(one.overlaps(other) for one, other in pairwise(spans))
        for finding in findings:
            text = document.passage(finding.span.field).text[finding.span.start : finding.span.end]
            assert isinstance(finding, NameFinding)
            assert finding.found_by == "ner"
            assert text == text.strip() != ""


def test_spacys_command_line_is_imported_when_asked_for() -> None:
    """It takes as long as the rest of spaCy; whoever uses spaCy beside the extractor still has it."""
    code = """
import sys
from importlib import metadata
import extractor.passes.ner
assert "spacy" in sys.modules and "spacy.cli" not in sys.modules
import spacy
version = spacy.info(silent=True)["spacy_version"]
from spacy.cli import download, info
assert info.__module__ == "spacy.cli.info" and spacy.cli.download is download
print(version)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == metadata.version("spacy")


def test_no_documents() -> None:
    assert find_names(Tagger.of(Parts.of(NLP)), []) == []


def large_weights(nlp: Language) -> None:
    (softmax,) = (node for node in model_of(nlp).walk() if node.name == "softmax")
    softmax.set_param("W", np.full((len(TAGS), 16), 9, dtype=np.float32))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        pytest.param(lambda: spacy.blank("en"), "has no tagger for English", id="no tagger"),
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
        pytest.param({"meta.json": "{"}, "cannot be loaded", id="broken"),
        pytest.param({"meta.json": "[]"}, "cannot be loaded", id="not what it should be"),
        pytest.param({"meta.json": '{"lang": "de", "pipeline": ["tagger"]}'}, "no tagger for English", id="German"),
        pytest.param({"meta.json": '{"lang": "en", "pipeline": ["tagger"]}'}, "cannot be loaded", id="incomplete"),
    ],
)
def test_models_that_are_none(files: dict[str, str], message: str, tmp_path: Path) -> None:
    for name, content in files.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    find = ner_pass(tmp_path)  # loads nothing yet
    with pytest.raises(ModelError, match=message):
        find(DOCUMENTS[:1])


@pytest.mark.parametrize("name", ["meta.json", "tokenizer", "tagger/model", "vocab/vectors", "vocab/key2row"])
@pytest.mark.parametrize("damage", ["missing", "empty", "cut", "something else"])
def test_damaged_models(name: str, damage: str, tmp_path: Path) -> None:
    NLP.to_disk(tmp_path)
    file, content = tmp_path / name, (tmp_path / name).read_bytes()
    if damage == "missing":
        file.unlink()
    else:
        file.write_bytes({"empty": b"", "cut": content[: len(content) // 2]}.get(damage, b"\xc1" + content[1:]))
    with pytest.raises(ModelError, match="install extractor again, or train a model"):
        ner_pass(tmp_path)(DOCUMENTS[:1])


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
        meta = json.loads((resources.model() / "meta.json").read_bytes())
        assert meta["spacy_version"] == ">=3.8.7,<4"
        card = (resources.model() / "README.md").read_text(encoding="utf-8")
        assert meta["training"]["gold"]["sha256"] in card
