"""`extractor card` on the command line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from shown import run

from extractor.card import About, as_croissant, as_markdown, look_at

if TYPE_CHECKING:
    from pathlib import Path


def test_it_prints_the_card(runs: dict[str, Path]) -> None:
    records = runs["jsonl.gz"]
    code, out = run(["card", str(records), "--title", "T", "--license", "mit", "--url", "https://a.org"])
    assert code == 0
    assert out == as_markdown(look_at(records, about=About(title="T", license="mit", url="https://a.org")))


def test_it_prints_the_metadata(runs: dict[str, Path]) -> None:
    code, out = run(
        ["card", str(runs["jsonl"]), "--croissant", "--creator", "A", "--creator", "B", "--release", "2.0.0"]
    )
    assert code == 0
    assert out == as_croissant(look_at(runs["jsonl"], about=About(creators=("A", "B"), version="2.0.0")))


def test_it_writes_both_and_says_where_the_records_belong(runs: dict[str, Path], tmp_path: Path) -> None:
    code, out = run(["card", str(runs["jsonl"]), "-o", str(tmp_path / "out"), "--published", "2026-03-01"])
    assert code == 0
    assert f"they name records.jsonl: put it into {tmp_path / 'out'} too" in out
    assert json.loads((tmp_path / "out" / "croissant.json").read_bytes())["datePublished"] == "2026-03-01"


def test_it_says_that_there_is_no_run_file(runs: dict[str, Path], tmp_path: Path) -> None:
    (tmp_path / "records.jsonl").write_bytes(runs["jsonl"].read_bytes())
    _, out = run(["card", str(tmp_path / "records.jsonl"), "-o", str(tmp_path)])
    assert "no run file beside the records" in out
    assert "too" not in out


def test_standard_input_has_no_name() -> None:
    assert run(["card", "-"]) == (
        2, "extractor: error: a card is of a file, which it names; give the file of records\n"
    )  # fmt: skip
