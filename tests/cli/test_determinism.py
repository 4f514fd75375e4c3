"""The whole path, real: the same bytes whatever the hash seed, the locale, the batch size and the compression."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest

from extractor.readers import read_records
from extractor.validate import validate

ROOT = Path(__file__).parent.parent.parent
SEEDS = sorted(str(path) for path in (ROOT / "seeds").glob("*.txt"))


def run(out: Path, *arguments: str, **environment: str) -> bytes:
    subprocess.run(
        [sys.executable, "-m", "extractor", "run", *SEEDS, "-o", str(out), "--quiet", *arguments],
        check=True,
        env={**os.environ, **environment},
        cwd=out.parent,
    )
    return out.read_bytes()


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("reference") / "records.jsonl"
    run(out, PYTHONHASHSEED="0", LC_ALL="C.UTF-8")
    return out


def test_the_seeds_give_a_valid_record_for_each_abstract(records: Path) -> None:
    assert list(validate(records).faults()) == []
    found = list(read_records(records))
    assert len(found) == 37
    assert [len(record.sources) for record in found].count(2) == 1
    assert all(record.sources[0].collection == "ICML 2025 Papers" for record in found)
    assert sum(len(record.methods) for record in found) > 37


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [
        pytest.param([], {"PYTHONHASHSEED": "1", "LC_ALL": "C"}, id="hash seed, C"),
        pytest.param(
            ["--batch-size", "1"],
            {"PYTHONHASHSEED": "2", "LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
            id="one by one, POSIX",
        ),
        pytest.param(["--batch-size", "5"], {"PYTHONHASHSEED": "3", "TZ": "Asia/Tokyo"}, id="batches cut otherwise"),
    ],
)
def test_same_bytes(records: Path, tmp_path: Path, arguments: list[str], environment: dict[str, str]) -> None:
    assert run(tmp_path / "other.jsonl", *arguments, **environment) == records.read_bytes()


def test_same_bytes_when_compressed(records: Path, tmp_path: Path) -> None:
    assert gzip.decompress(run(tmp_path / "other.jsonl.gz")) == records.read_bytes()


def test_records_read_as_input_give_themselves_again(records: Path, tmp_path: Path) -> None:
    """A record has the fields of an abstract, so its id, text and findings come out as they went in."""
    again = tmp_path / "again.jsonl"
    subprocess.run(
        [sys.executable, "-m", "extractor", "run", str(records), "-o", str(again), "--quiet"], check=True, cwd=tmp_path
    )
    for one, other in zip(read_records(records), read_records(again), strict=True):
        assert one.model_copy(update={"sources": other.sources}) == other
