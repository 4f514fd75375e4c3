"""Conditions on which a diff fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from diffing import TEXT, full, method, record, write

from extractor import diff_files
from extractor.diff.conditions import parse_condition
from extractor.errors import ExtractorError

if TYPE_CHECKING:
    from pathlib import Path

    from extractor.diff import Summary


@pytest.fixture(scope="module")
def summary(tmp_path_factory: pytest.TempPathFactory) -> Summary:
    """Of 4 records 1 is gone; of 6 methods within records on both sides 1 is gone, 1 has another role."""
    folder = tmp_path_factory.mktemp("conditions")
    old = [full(id=f"id:{n}") for n in range(4)]
    less = (method(TEXT, "FooNet", "FN"), *full().methods[1:])
    new = [full(id="id:0", methods=full().methods[:1], numbers=()), full(id="id:1", methods=less), full(id="id:2")]
    diff = diff_files(write(folder / "old.jsonl", *old), write(folder / "new.jsonl", *new), counts_entries=True)
    assert len(list(diff.records())) == 3
    return diff.summary()


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("methods.removed > 0", "methods.removed > 0: 1"),
        ("methods.removed > 1", None),
        ("methods.removed>=1", "methods.removed>=1: 1"),
        ("methods.removed > 12%", "methods.removed > 12%: 1 of 8 (12.5%)"),
        ("methods.removed > 12.5%", None),
        ("benchmarks.removed == 0", "benchmarks.removed == 0: 0"),
        ("entries.removed > 1", "entries.removed > 1: 2"),
        pytest.param("entries.removed >= 10%", "entries.removed >= 10%: 2 of 20 (10%)", id="of all entries of OLD"),
        ("records.removed > 20%", "records.removed > 20%: 1 of 4 (25%)"),
        ("records.same != 1", None),
        ("records.repeated > 0", None),
        ("links.added < 1%", "links.added < 1%: 0 of 4 (0%)"),
    ],
)
def test_conditions(summary: Summary, text: str, held: str | None) -> None:
    assert parse_condition(text).held(summary) == held


def test_a_share_of_nothing(tmp_path: Path) -> None:
    paths = [write(tmp_path / name, one) for name, one in (("a", record()), ("b", full()))]
    diff = diff_files(*paths, counts_entries=True)
    list(diff.records())
    held = [parse_condition(f"{kind} > 1%").held(diff.summary()) for kind in ("methods.added", "methods.removed")]
    assert held == ["methods.added > 1%: 2 of 0 (100%)", None]


@pytest.mark.parametrize(
    "text", ["", "methods", "methods.removed", "methods.gone > 1", "method.removed > 1", "records.moved > 1",
             "methods.removed > -1", "methods.removed > 1%%", "methods.removed > 1% or links.removed > 1"],
)  # fmt: skip
def test_what_is_no_condition(text: str) -> None:
    with pytest.raises(
        ExtractorError, match="is no condition; write methods, benchmarks, numbers, links, entries with"
    ):
        parse_condition(text)
