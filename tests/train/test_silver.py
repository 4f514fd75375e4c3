"""Silver: what a file of it says of each token, and how it is told that it says nothing."""

from __future__ import annotations

import gzip
import json
from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.errors import InputError
from extractor.passes.ner import TAGS
from extractor.train.silver import WHOLE, SilverAbstract, read_silver, silver_digest, thoughts, wanted

if TYPE_CHECKING:
    from pathlib import Path

EDGES = [(0, 3), (4, 10), (11, 12)]


def shares(**by_tag: float) -> list[float]:
    return [by_tag.get(tag.replace("-", "_"), 0.0) for tag in TAGS]


def said(start: int, end: int, **by_tag: float) -> list[int]:
    return [start, end, *(round(WHOLE * share) for share in shares(**by_tag))]


def test_a_token_that_no_teacher_speaks_of_is_none() -> None:
    assert wanted(EDGES, []).tolist() == [shares(O=1.0)] * 3


def test_shares_come_back_as_they_were_said() -> None:
    rows = np.array([shares(O=1.0), shares(O=0.25, U_method=0.75), shares(O=0.998, U_benchmark=0.002)])
    told = thoughts(EDGES, rows)
    assert told == [said(4, 10, O=0.25, U_method=0.75)]  # so little doubt as in the last row is not worth a word
    assert wanted(EDGES, told)[1].tolist() == shares(O=0.25, U_method=0.75)


def test_tokens_cut_otherwise_count_neither_way() -> None:
    rows = wanted(EDGES, [said(0, 3, U_method=1.0), said(6, 12, U_method=1.0)])
    assert rows[0].tolist() == shares(U_method=1.0)
    assert not rows[1:].any()


@settings(deadline=None, max_examples=50, derandomize=True)
@given(st.lists(st.lists(st.integers(0, 100), min_size=9, max_size=9).filter(any), min_size=3, max_size=3))
def test_what_is_wanted_adds_up_and_is_near_to_what_was_thought(counts: list[list[int]]) -> None:
    rows = np.array(counts, dtype=float)
    rows /= rows.sum(axis=1, keepdims=True)
    back = wanted(EDGES, thoughts(EDGES, rows))
    assert back.sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert np.abs(back - rows).max() < 0.01


def test_reading(tmp_path: Path) -> None:
    line = {"id": "1", "title": [said(0, 3, U_method=1.0)], "text": [], "more": True}
    (tmp_path / "silver.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
    assert list(read_silver(tmp_path / "silver.jsonl")) == [
        SilverAbstract(id="1", title=[said(0, 3, U_method=1.0)], text=[])
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        pytest.param("{", "line 1 is no silver abstract: Invalid JSON", id="no JSON"),
        pytest.param("{}", "line 1 is no silver abstract: id", id="no id"),
        pytest.param('{"id": "1", "text": [[0, 3]]}', "line 1 is no silver abstract: text", id="no shares"),
        pytest.param(f'{{"id": "1", "text": [{[3, 3, *[9] * len(TAGS)]}]}}', "token's bounds", id="an empty token"),
        pytest.param(f'{{"id": "1", "text": [{[0, 3, *[0] * len(TAGS)]}]}}', "token's bounds", id="nothing is likely"),
    ],
)
def test_unusable_silver(line: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "silver.jsonl").write_text(line + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=message):
        list(read_silver(tmp_path / "silver.jsonl"))


def test_packed_silver_is_the_same(tmp_path: Path) -> None:
    plain, packed = tmp_path / "silver.jsonl", tmp_path / "silver.jsonl.gz"
    plain.write_text('{"id": "1"}\n', encoding="utf-8")
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert list(read_silver(packed)) == list(read_silver(plain))
    assert silver_digest(packed) == silver_digest(plain) == sha256(plain.read_bytes()).hexdigest()


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        list(read_silver(tmp_path / "none.jsonl"))
