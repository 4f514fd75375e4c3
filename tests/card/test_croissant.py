"""Croissant metadata: as it is written, and as the package mlcroissant reads it where that is installed."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Any

import pytest

from extractor.card import About, as_croissant, look_at, write_card
from extractor.records import AbstractRecord

if TYPE_CHECKING:
    from pathlib import Path

ABOUT = About(
    title="Nets", license="cc-by-4.0", url="https://acme.org/nets", creators=("Acme",), published="2026-03-01",
    version="1.0.0",
)  # fmt: skip


def content_of(records: Path, about: About = ABOUT) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(as_croissant(look_at(records, about=about)))
    return content


def test_the_file_is_named_with_its_digest(runs: dict[str, Path]) -> None:
    (file,) = content_of(runs["parquet"])["distribution"]
    assert (file["@id"], file["contentUrl"], file["encodingFormat"]) == (
        "records.parquet", "records.parquet", "application/x-parquet",
    )  # fmt: skip
    assert file["sha256"] == look_at(runs["parquet"]).sha256


def test_every_field_of_a_record_is_there_but_lists_in_lists_of_objects(runs: dict[str, Path]) -> None:
    (records,) = content_of(runs["jsonl"])["recordSet"]
    assert [field["@id"] for field in records["field"]] == [f"records/{name}" for name in AbstractRecord.model_fields]
    methods = next(field for field in records["field"] if field["@id"] == "records/methods")
    assert [part["@id"].rpartition("/")[2] for part in methods["subField"]] == [
        "name", "aliases", "canonical", "role", "confidence", "found_by",
    ]  # fmt: skip
    assert methods["subField"][1]["isArray"]
    assert methods["subField"][1]["source"] == {
        "fileObject": {"@id": "records.jsonl"},
        "extract": {"column": "methods"},
        "transform": {"jsonPath": "aliases"},
    }


def test_what_the_publisher_has_not_said_is_not_there(runs: dict[str, Path]) -> None:
    said = {"license", "url", "creator", "datePublished", "version"}
    assert content_of(runs["jsonl"]).keys() >= said
    assert not content_of(runs["jsonl"], About()).keys() & said


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("form", ["jsonl", "jsonl.gz", "parquet"])
def test_mlcroissant_finds_no_fault_and_loads_the_records(
    runs: dict[str, Path], form: str, caplog: pytest.LogCaptureFixture
) -> None:
    mlcroissant = pytest.importorskip(
        "mlcroissant", reason="mlcroissant brings 25 packages, scipy among them: install it to run this"
    )
    _, path = write_card(look_at(runs[form], about=ABOUT), runs[form].parent)
    with contextlib.chdir(path.parent):
        dataset = mlcroissant.Dataset(path.name)
        found = list(dataset.records("records"))
    assert not dataset.metadata.ctx.issues.errors
    assert not dataset.metadata.ctx.issues.warnings, caplog.text
    for row, line in zip(found, runs["jsonl"].read_text(encoding="utf-8").splitlines(), strict=True):
        record = json.loads(line)
        for kind in ("sources", "methods", "benchmarks", "numbers", "links"):
            for entry in record[kind]:
                entry.pop("mentions", None)
            record[kind] = [
                {f"records/{kind}/{name}": value for name, value in entry.items()} for entry in record[kind]
            ]
        assert plain(row) == {f"records/{name}": approximately(value) for name, value in record.items()}


def plain(value: Any) -> Any:
    """What mlcroissant gave, with text for its bytes and lists for its arrays."""
    if isinstance(value, bytes):
        return value.decode()
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, list):
        return [plain(item) for item in value]
    return {name: plain(item) for name, item in value.items()} if isinstance(value, dict) else value


def approximately(value: Any) -> Any:
    """The same with floats that may differ in their last bit: pandas, which mlcroissant uses, reads them so."""
    if isinstance(value, float):
        return pytest.approx(value, rel=1e-12)
    if isinstance(value, list):
        return [approximately(item) for item in value]
    return {name: approximately(item) for name, item in value.items()} if isinstance(value, dict) else value
