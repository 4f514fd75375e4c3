"""Training on a handful of sentences: what it writes, that it can be repeated, and that it learns."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pytest
import spacy

from extractor.abstract import Abstract
from extractor.errors import InputError, OutputError
from extractor.finding import NameFinding
from extractor.passes.ner import TAGS, find_names, load_tagger
from extractor.passes.ner.tags import best_tags
from extractor.pipeline import document_of
from extractor.relate.choice import FILE, RELATIONS, Scorecards
from extractor.train import Settings, cross_validate, train

if TYPE_CHECKING:
    from pathlib import Path

SMALL = Settings(
    width=8,
    depth=1,
    rows=(64, 16, 32, 32),
    epochs=30,
    warm_up=1,
    learn_rate=0.01,
    word_dropout=0.1,
    vector_words=50,
    vector_width=6,
)
QUICK = replace(SMALL, epochs=1)
METHODS = ("FooNet", "BarGAN", "BazLoRA", "QuuxFormer")
BENCHMARKS = ("Cards-10", "Plums-64", "Bricks-5")


def entry(abstract_id: int, method: str, benchmark: str) -> dict[str, object]:
    return {
        "id": str(abstract_id),
        "title": f"{method} for everything",
        "text": f"We propose {method}, a new method. It wins on the {benchmark} dataset.",
        "methods": [{"names": [method], "role": "proposed"}],
        "benchmarks": [{"names": [benchmark], "role": "evaluated"}],
        "numbers": [],
        "links": [],
    }


def written(path: Path, entries: list[dict[str, object]]) -> Path:
    path.write_text("".join(json.dumps(each) + "\n" for each in entries), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def gold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    names = enumerate(product(METHODS, BENCHMARKS))
    entries = [entry(index, method, benchmark) for index, (method, benchmark) in names]
    return written(tmp_path_factory.mktemp("gold") / "tiny.gold.jsonl", entries)


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    lines = (
        json.dumps(
            {"id": f"2504.{index:05}", "abstract": f"We propose {name}, a new {kind}, and it wins on {data} today."}
        )
        for index, (name, kind, data) in enumerate(product(METHODS, ("method", "loss"), BENCHMARKS))
    )
    path = tmp_path_factory.mktemp("texts") / "texts.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def model(gold: Path, texts: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("model")
    train(gold, out, texts=texts, seed=3, folds=2, settings=SMALL)
    return out


def test_same_gold_and_seed_give_the_same_files(gold: Path, texts: Path, model: Path, tmp_path: Path) -> None:
    train(gold, tmp_path, texts=texts, seed=3, folds=2, settings=SMALL)
    first, second = (
        {file.relative_to(folder): file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()}
        for folder in (model, tmp_path)
    )
    assert first == second


def test_what_was_found_is_kept_for_learning_points_anew(gold: Path, model: Path, texts: Path, tmp_path: Path) -> None:
    out, keep = tmp_path / "model", tmp_path / "kept.jsonl"

    def again() -> list[str]:
        lines: list[str] = []
        train(gold, out, texts=texts, seed=3, folds=2, settings=SMALL, keep=keep, progress=lines.append)
        return lines

    files = {file.relative_to(model): file.read_bytes() for file in sorted(model.rglob("*")) if file.is_file()}
    assert "cross-validation: fold 2 of 2" in again()
    assert {name: (out / name).read_bytes() for name in files} == files
    points = out / "judging.json"
    points.write_text("{}", encoding="utf-8")
    assert again()[0].startswith("taking from")
    assert {name: (out / name).read_bytes() for name in files} == files
    (out / "tagger/model").write_bytes(b"another")
    assert again()[0].startswith("making vectors"), "the model is not the one that was kept with it"
    keep.write_text("[1]\n", encoding="utf-8")
    with pytest.raises(InputError, match="not what was kept"):
        again()


def test_another_seed_gives_other_weights(gold: Path, model: Path, tmp_path: Path) -> None:
    train(gold, tmp_path, seed=4, folds=0, settings=QUICK)
    assert (tmp_path / "tagger/model").read_bytes() != (model / "tagger/model").read_bytes()


def test_it_learns_what_is_easy(model: Path) -> None:
    document = document_of(Abstract("We propose NewNet, a new method. It wins on the Pears-32 dataset."))
    (found,) = find_names(load_tagger(model), [document])
    names = [
        (document.text.text[each.span.start : each.span.end], each.kind)
        for each in found
        if isinstance(each, NameFinding)
    ]
    assert names == [("NewNet", "method"), ("Pears-32", "benchmark")]


def test_meta_says_what_it_was_trained_on(gold: Path, texts: Path, model: Path) -> None:
    meta = json.loads((model / "meta.json").read_text(encoding="utf-8"))
    assert meta["training"]["gold"] == {
        "sha256": sha256(gold.read_bytes()).hexdigest(),
        "abstracts": 12,
        "names": 24,
        "missing": 0,
        "spans": 36,
        "optional": 0,
        "cut": 0,
    }
    assert meta["training"]["texts"] == {"sha256": sha256(texts.read_bytes()).hexdigest(), "abstracts": 24}
    assert meta["training"]["seed"] == 3
    assert meta["training"]["settings"]["width"] == 8
    assert meta["performance"]["folds"] == 2
    assert meta["performance"]["method_f1"] > 0


def test_card_has_the_figures(model: Path) -> None:
    card = (model / "README.md").read_text(encoding="utf-8")
    performance = json.loads((model / "meta.json").read_text(encoding="utf-8"))["performance"]
    figures = " | ".join(f"{performance[f'benchmark_{each}']:.3f}" for each in ("precision", "recall", "f1"))
    assert "12 annotated abstracts with 24 names, which stand in 36 places" in card
    assert f"| benchmarks | {figures} |" in card
    assert "from\n  24 abstracts that nobody has annotated" in card
    assert "The most frequent kinds of error" in card
    assert "Not measured for this model" in card


def test_relations_are_learnt_with_it(gold: Path, model: Path, tmp_path: Path) -> None:
    assert set(Scorecards.load(model / FILE).cards) == set(RELATIONS)
    assert "| the benchmark of any number |" in (model / "README.md").read_text(encoding="utf-8")
    train(gold, tmp_path, folds=0, settings=QUICK)  # nothing was validated, so nothing can be learnt from it
    assert not (tmp_path / FILE).exists()


def test_spacy_loads_it_and_tags_alike(model: Path) -> None:
    nlp = spacy.load(model)
    assert nlp.vocab["method"].orth in nlp.vocab.vectors
    doc = nlp("We propose NewNet, a new method. It wins on the Pears-32 dataset.")
    (scores,) = load_tagger(model).scores([doc.text])
    assert [token.tag_ for token in doc] == [TAGS[tag] for tag in best_tags(scores, np.arange(len(doc)))]
    assert [token.text for token in doc if token.tag_ != "O"] == ["NewNet", "Pears-32"]


def test_training_leaves_other_files_alone(gold: Path, tmp_path: Path) -> None:
    (tmp_path / "confidence.json").write_text("{}", encoding="utf-8")
    report = train(gold, tmp_path, folds=0, settings=QUICK)
    assert (tmp_path / "confidence.json").read_text(encoding="utf-8") == "{}"
    assert report.cross_validation is None
    assert report.counts.texts is None
    assert "It was not measured" in (tmp_path / "README.md").read_text(encoding="utf-8")


def test_cross_validation_has_each_abstract_once_and_in_order(gold: Path) -> None:
    lines: list[str] = []
    validated = cross_validate(gold, folds=3, settings=QUICK, progress=lines.append)
    assert list(validated.findings) == [str(index) for index in range(12)]
    assert lines == [f"cross-validation: fold {fold} of 3" for fold in (1, 2, 3)]


@pytest.mark.parametrize(
    ("entries", "folds", "message"),
    [
        pytest.param([], 0, "holds no abstract", id="empty"),
        pytest.param([entry(1, "A", "B"), entry(1, "A", "B")], 0, "have the id '1'", id="same id twice"),
        pytest.param([entry(1, "A", "B")], 2, "into 2 folds", id="fewer abstracts than folds"),
        pytest.param([entry(1, "A", "B")], 1, "into 1 folds", id="one fold has nothing to learn from"),
    ],
)
def test_unusable_gold(entries: list[dict[str, object]], folds: int, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=message):
        train(written(tmp_path / "gold.jsonl", entries), tmp_path / "out", folds=folds, settings=QUICK)


def test_texts_that_hold_nothing(gold: Path, tmp_path: Path) -> None:
    (tmp_path / "texts.jsonl").write_text('{"id": "1"}\n', encoding="utf-8")
    with pytest.raises(InputError, match="holds no abstracts to make vectors"):
        train(gold, tmp_path / "out", texts=tmp_path / "texts.jsonl", folds=0, settings=QUICK)


def test_folder_that_cannot_be_written(gold: Path, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file", encoding="utf-8")
    with pytest.raises(OutputError, match="cannot be written"):
        train(gold, tmp_path / "out", folds=0, settings=QUICK)


@pytest.fixture(scope="module")
def silver(tmp_path_factory: pytest.TempPathFactory) -> Path:
    sure = [0] * len(TAGS)
    sure[TAGS.index("U-benchmark")] = 1000
    path = tmp_path_factory.mktemp("silver") / "silver.jsonl"
    return written(path, [{"id": f"arxiv:2504.{number:05}", "text": [[11, 17, *sure]]} for number in (3, 7, 9)])


def test_silver_is_learnt_from_and_written_down(gold: Path, texts: Path, silver: Path, tmp_path: Path) -> None:
    settings = replace(QUICK, gold_epochs=1, silver_epochs=3)
    first, *rest = gold.read_text(encoding="utf-8").splitlines(keepends=True)
    # What is gold is left out of silver, whatever its id is called.
    gold = tmp_path / "gold.jsonl"
    gold.write_text(first.replace('"id": "0"', '"id": "arxiv-2504.00009"') + "".join(rest), encoding="utf-8")
    report = train(gold, tmp_path / "with", texts=texts, silver=silver, folds=0, settings=settings)
    train(gold, tmp_path / "without", texts=texts, folds=0, settings=settings)
    counts = {"sha256": sha256(silver.read_bytes()).hexdigest(), "abstracts": 2}
    assert report.counts.silver is not None
    assert report.counts.silver.abstracts == 2
    meta = json.loads((tmp_path / "with/meta.json").read_text(encoding="utf-8"))
    assert meta["training"]["silver"] == counts
    assert "2 abstracts that a teacher has read" in (tmp_path / "with/README.md").read_text(encoding="utf-8")
    ids = [json.loads(line)["id"] for line in silver.read_text(encoding="utf-8").splitlines()]
    silent = written(tmp_path / "silent.jsonl", [{"id": one} for one in ids])
    train(gold, tmp_path / "silent", texts=texts, silver=silent, folds=0, settings=settings)
    weights = [(tmp_path / name / "tagger/model").read_bytes() for name in ("with", "without", "silent")]
    assert len(set(weights)) == 3, "what the teacher says counts, and not only that it has read more abstracts"


@pytest.mark.parametrize(
    ("with_texts", "number", "message"),
    [
        pytest.param(False, "arxiv:2504.00003", "silver holds no texts", id="nowhere to look the texts up"),
        pytest.param(True, "arxiv:2504.00099", "has no abstract 'arxiv:2504.00099'", id="another file's abstracts"),
    ],
)
def test_silver_without_its_texts(
    gold: Path, texts: Path, tmp_path: Path, *, with_texts: bool, number: str, message: str
) -> None:
    silver = written(tmp_path / "silver.jsonl", [{"id": number}])
    with pytest.raises(InputError, match=message):
        train(gold, tmp_path / "out", texts=texts if with_texts else None, silver=silver, folds=0, settings=QUICK)
