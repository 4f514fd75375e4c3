"""The whole path, real: the same bytes whatever the hash seed, the locale, the batch size and the compression."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest

from extractor.cli import main
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
    ("name", "arguments", "environment"),
    [
        pytest.param("other.jsonl", ["--batch-size", "1"], {"PYTHONHASHSEED": "1", "LC_ALL": "C"}, id="one by one"),
        pytest.param(
            "other.jsonl.gz",
            ["--batch-size", "5"],
            {
                "PYTHONHASHSEED": "2", "LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0",
                "TZ": "Asia/Tokyo",
            },
            id="batches cut otherwise, no UTF-8 anywhere, compressed",
        ),
    ],
)  # fmt: skip
def test_same_bytes(
    records: Path, tmp_path: Path, name: str, arguments: list[str], environment: dict[str, str]
) -> None:
    content = run(tmp_path / name, *arguments, **environment)
    assert (gzip.decompress(content) if name.endswith(".gz") else content) == records.read_bytes()


def test_records_read_as_input_give_themselves_again(records: Path, tmp_path: Path) -> None:
    """A record has the fields of an abstract, so its id, text and findings come out as they went in."""
    again = tmp_path / "again.jsonl"
    assert main(["run", str(records), "-o", str(again), "--quiet"]) == 0
    for one, other in zip(read_records(records), read_records(again), strict=True):
        assert one.model_copy(update={"sources": other.sources}) == other
