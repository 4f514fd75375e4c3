"""What a card says."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import pytest
import regex
import yaml

from extractor import ExtractorError
from extractor.card import About, Dataset, as_markdown, look_at, write_card
from extractor.card.citation import bibtex
from extractor.card.hub import size_category
from extractor.errors import OutputError

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def dataset(runs: dict[str, Path]) -> Dataset:
    return look_at(runs["jsonl"])


def metadata(card: str) -> dict[str, Any]:
    """The block of metadata, as a hub reads it."""
    assert card.startswith("---\n")
    content: dict[str, Any] = yaml.safe_load(card.split("---\n")[1])
    return content


def copied(records: Path, folder: Path, *, with_run: bool = True) -> Path:
    copy = folder / records.name
    copy.write_bytes(records.read_bytes())
    if with_run:
        run = records.with_name("records.run.json")
        (folder / run.name).write_bytes(run.read_bytes())
    return copy


def test_it_counts_what_is_in_the_records(dataset: Dataset) -> None:
    contents = dataset.contents
    assert (contents.records, contents.with_title, contents.with_text) == (2, 1, 2)
    assert contents.entries == {"methods": 2, "benchmarks": 2, "numbers": 4, "links": 1}
    assert contents.with_kind == {"methods": 1, "benchmarks": 2, "numbers": 2, "links": 1}
    assert contents.roles == {"proposed": 1, "mentioned": 1, "introduced": 1, "evaluated": 1}
    assert contents.number_kinds == {"result": 2, "size": 2, "setting": 0}
    assert contents.tied["benchmark"] >= 1
    assert contents.years == (2024, 2025)
    assert "of machine-learning papers of 2024 to 2025." in as_markdown(dataset)


@pytest.mark.parametrize("form", ["jsonl", "jsonl.gz", "jsonl.zst", "parquet"])
def test_records_are_read_in_every_form(runs: dict[str, Path], form: str, dataset: Dataset) -> None:
    found = look_at(runs[form])
    assert (found.form, found.file, found.stem) == (form, f"records.{form}", "records")
    assert found.sha256 == hashlib.sha256(runs[form].read_bytes()).hexdigest()
    assert found.bytes == runs[form].stat().st_size
    assert found.contents == dataset.contents
    assert found.is_of_the_run


def test_it_tells_how_they_were_made(dataset: Dataset, runs: dict[str, Path]) -> None:
    card = as_markdown(dataset)
    run = json.loads(runs["jsonl"].with_name("records.run.json").read_text(encoding="utf-8"))
    assert f"| `papers.jsonl` | jsonl | 2 | `{run['inputs'][0]['sha256']}` |" in card
    assert dataset.sha256 in card
    assert "| abstracts | 2 read, 0 of them not asked for, 0 met before |" in card
    (code,) = run["counts"]["rejects"]
    assert f"| rejects | 1 `{code}` |" in card
    assert "1 piece of the input could not be used and is not in it." in card
    assert "Some passes did not run (ner), so" in card
    assert "| model | none ran |" in card
    lines = "".join(f"{digest}  {path}\n" for path, digest in sorted(run["rules"].items()))
    assert f"together SHA-256 `{hashlib.sha256(lines.encode()).hexdigest()}`" in card
    assert run["started"] not in card


def test_it_is_the_same_for_the_same_dataset(runs: dict[str, Path], tmp_path: Path) -> None:
    assert as_markdown(look_at(runs["jsonl"])) == as_markdown(look_at(copied(runs["jsonl"], tmp_path)))


def test_without_a_run_file_it_says_so(runs: dict[str, Path], tmp_path: Path) -> None:
    found = look_at(copied(runs["jsonl"], tmp_path, with_run=False))
    assert found.run is None
    assert "No run file tells which version and options." in as_markdown(found)
    other = runs["jsonl"].with_name("records.run.json")
    assert look_at(tmp_path / "records.jsonl", run=other).is_of_the_run


def test_a_file_that_the_run_did_not_write_is_told(runs: dict[str, Path], tmp_path: Path) -> None:
    records = copied(runs["jsonl"], tmp_path)
    records.write_bytes(records.read_bytes().splitlines(keepends=True)[0])
    found = look_at(records)
    assert not found.is_of_the_run
    assert "this file is another, made of it or changed since." in as_markdown(found)


def test_a_run_file_that_is_none_is_refused(runs: dict[str, Path], tmp_path: Path) -> None:
    records = copied(runs["jsonl"], tmp_path)
    (tmp_path / "records.run.json").write_text("{}", encoding="utf-8")
    with pytest.raises(
        ExtractorError, match=r"no run file of this version: schema_version: .*; give another with --run"
    ):
        look_at(records)


@pytest.mark.parametrize(
    ("given", "expected", "shown"),
    [
        pytest.param(None, {"license": "unknown"}, "Nobody has said yet under which licence", id="none is made up"),
        pytest.param("cc-by-4.0", {"license": "cc-by-4.0"}, "[CC-BY-4.0](https://spdx.org/", id="the hub's id"),
        pytest.param("ODbL-1.0", {"license": "odbl"}, "[ODbL-1.0](https://spdx.org/", id="SPDX's id"),
        pytest.param(
            "https://acme.org/l",
            {"license": "other", "license_name": "https://acme.org/l", "license_link": "https://acme.org/l"},
            "is under [https://acme.org/l](https://acme.org/l)",
            id="a URL",
        ),
        pytest.param("Acme *1*", {"license": "other", "license_name": "Acme *1*"}, r"Acme \*1\*", id="its own"),
    ],
)
def test_the_licence_is_the_publishers(
    runs: dict[str, Path], given: str | None, expected: dict[str, str], shown: str
) -> None:
    card = as_markdown(look_at(runs["jsonl"], about=About(license=given)))
    assert {key: value for key, value in metadata(card).items() if key.startswith("license")} == expected
    assert shown in card


def test_the_metadata_declare_file_and_features(dataset: Dataset) -> None:
    found = metadata(as_markdown(dataset))
    assert found["configs"] == [{"config_name": "default", "data_files": [{"split": "train", "path": "records.jsonl"}]}]
    assert found["size_categories"] == ["n<1K"]
    features = {feature["name"]: feature for feature in found["dataset_info"]["features"]}
    assert features["id"] == {"name": "id", "dtype": "string"}
    methods = {feature["name"]: feature for feature in features["methods"]["list"]}
    assert methods["aliases"] == {"name": "aliases", "list": "string"}
    assert methods["mentions"]["list"][1] == {"name": "start", "dtype": "int64"}


@pytest.mark.parametrize(
    ("records", "category"),
    [(0, "n<1K"), (999, "n<1K"), (1_000, "1K<n<10K"), (1_000_000, "1M<n<10M"), (2 * 10**9, "1B<n<10B")],
)
def test_size_categories_are_the_hubs(records: int, category: str) -> None:
    assert size_category(records) == category


def test_texts_belong_to_their_authors(runs: dict[str, Path], tmp_path: Path, dataset: Dataset) -> None:
    assert "belong to their authors or publishers** and" in as_markdown(dataset)
    lines = [json.loads(line) | {"text": None} for line in runs["jsonl"].read_text(encoding="utf-8").splitlines()]
    bare = tmp_path / "bare.jsonl"
    bare.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert "The texts of the abstracts are left out" in as_markdown(look_at(bare))


def test_a_title_is_no_markup(runs: dict[str, Path]) -> None:
    card = as_markdown(look_at(runs["jsonl"], about=About(title="A *b* <script> | `c`: d")))
    assert r"# A \*b\* \<script\> \| \`c\`: d" in card.splitlines()
    assert metadata(card)["pretty_name"] == "A *b* <script> | `c`: d"


def test_tables_have_as_many_cells_as_their_heads(dataset: Dataset) -> None:
    width = 0
    for line in as_markdown(dataset).splitlines():
        cells = len(regex.findall(r"(?<!\\)\|", line)) if line.startswith("|") else 0
        assert not width or not cells or cells == width, line
        width = cells


def test_it_can_be_cited(runs: dict[str, Path]) -> None:
    about = About(
        title="Nets & {more}", creators=("Ada L.", "Acme_Inc"), published="2026-03-01", url="https://a.org/b_c",
        version="1.0.0",
    )  # fmt: skip
    assert bibtex(look_at(runs["jsonl"], about=about)).splitlines()[:6] == [
        "@misc{records,",
        "  author = {{Ada L.} and {Acme Inc}},",
        "  title = {{Nets more}},",
        "  year = {2026},",
        "  version = {1.0.0},",
        "  url = {https://a.org/b_c},",
    ]


def test_it_is_written_beside_the_records(dataset: Dataset, tmp_path: Path) -> None:
    first = write_card(dataset, tmp_path / "new")
    assert [path.name for path in first] == ["README.md", "croissant.json"]
    written = [path.read_bytes() for path in first]
    assert [path.read_bytes() for path in write_card(dataset, tmp_path / "new")] == written


def test_a_readme_of_others_is_not_overwritten(dataset: Dataset, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("# My project\n", encoding="utf-8")
    with pytest.raises(OutputError, match="is no card that extractor wrote"):
        write_card(dataset, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["README.md"]
    write_card(dataset, tmp_path, overwrite=True)
    assert (tmp_path / "README.md").read_text(encoding="utf-8") == as_markdown(dataset)
