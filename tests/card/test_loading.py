"""The examples of a card run as they are written, on records of every form."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import pytest

from extractor.card import look_at, write_card
from extractor.card.loading import examples

if TYPE_CHECKING:
    from pathlib import Path

EXTRA = {"datasets": "datasets brings 14 packages: install it to run this"}


@pytest.mark.parametrize("library", ["pandas", "polars", "duckdb", "datasets"])
@pytest.mark.parametrize("form", ["jsonl", "jsonl.gz", "jsonl.zst", "parquet"])
def test_an_example_finds_the_results(
    runs: dict[str, Path], form: str, library: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if library in EXTRA:
        monkeypatch.setenv("HF_HUB_OFFLINE", "1")
        monkeypatch.setenv("HF_HOME", str(tmp_path))
        pytest.importorskip(library, reason=EXTRA[library])
    dataset = look_at(runs[form])
    write_card(dataset, runs[form].parent)
    (example,) = (example for example in examples(dataset) if example.library == library)
    names: dict[str, Any] = {}
    with contextlib.chdir(runs[form].parent):
        exec(compile(example.code, library, "exec"), names)  # noqa: S102 - ours
    assert len(names["results"]) == dataset.contents.results > 0


def test_a_name_with_quotes_is_quoted(runs: dict[str, Path], tmp_path: Path) -> None:
    odd = tmp_path / 'it\'s "odd".jsonl'
    odd.write_bytes(runs["jsonl"].read_bytes())
    with contextlib.chdir(tmp_path):
        for example in examples(look_at(odd)):
            if example.library in ("pandas", "polars"):
                exec(compile(example.code, example.library, "exec"), {})  # noqa: S102 - ours
    (duckdb,) = (example for example in examples(look_at(odd)) if example.library == "duckdb")
    assert "read_json('it''s" in duckdb.code
