"""Records whose id changed with their text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from diffing import TEXT, applied, full, method, record, source, write

from extractor import diff_files
from extractor.abstract import Abstract
from extractor.diff import diff_patches, strays
from extractor.diff.wording import described

if TYPE_CHECKING:
    from pathlib import Path

    from extractor.records import AbstractRecord

ANOTHER = "Nothing of this has ever been said of networks, nor will it be, we hope, in any other text than this one."


def hashed(text: str = TEXT, file: str = "a.txt") -> AbstractRecord:
    return record(text, id=Abstract(text).record_id, sources=(source(file),))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param([hashed()], [hashed(TEXT.replace("5.5%", "6.5%"))], "changed", id="a word of it is another"),
        pytest.param(
            [hashed()], [hashed(f"At last. {TEXT} And so on.", "b.txt")], "added removed", id="neither end is left"
        ),
        pytest.param(
            [hashed()], [hashed(f"At last. {TEXT} And so on.")], "changed", id="but it stands in the same place"
        ),
        pytest.param([hashed()], [hashed(ANOTHER)], "added removed", id="another text in the same place"),
        pytest.param(
            [record(id="id:1")], [record(f"{TEXT}.", id="id:2")], "removed added", id="ids that are not made of texts"
        ),
        pytest.param(
            [hashed(), hashed(ANOTHER)],
            [hashed(f"{ANOTHER}.."), hashed(f"{TEXT}..")],
            "",
            id="punctuation: each its own",
        ),
    ],
)
def test_strays(tmp_path: Path, old: list[AbstractRecord], new: list[AbstractRecord], expected: str) -> None:
    diff = diff_files(write(tmp_path / "old.jsonl", *old), write(tmp_path / "new.jsonl", *new))
    changes = [change for one in diff.records() for change in one.changes]
    if expected:
        assert [change.change for change in changes] == expected.split()
    else:
        texts = {one.id: one.text for one in (*old, *new)}
        ids = [(part.old, part.new) for change in changes for part in change.fields if part.field == "id"]
        assert [texts[now] == f"{texts[was]}.." for was, now in ids] == [True, True]


def test_what_a_stray_has_is_compared(tmp_path: Path) -> None:
    text = TEXT.replace("5.5%", "6.5%")
    new = record(text, id=Abstract(text).record_id, methods=(method(text, "FooNet", "FN", role="proposed"),))
    old = full(id=Abstract(TEXT).record_id, numbers=(), benchmarks=(), links=())
    paths = write(tmp_path / "old.jsonl", old), write(tmp_path / "new.jsonl", new)
    diff = diff_files(*paths)
    (one,) = diff.records()
    assert [change.change for change in one.changes] == ["changed", "removed"]
    assert described(one.changes[1]) == "BazNet: mentioned"
    assert diff.summary().input == {"id": 1, "text": 1}
    ((of, _, operations),) = diff_patches(*paths)
    assert of == old.id
    assert applied(operations, old.model_dump(mode="json")) == new.model_dump(mode="json")


def test_not_more_than_so_many_are_looked_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strays, "MOST", 1)
    old, new = ([hashed(TEXT + end), hashed(ANOTHER + end)] for end in ("", " Indeed."))
    diff = diff_files(write(tmp_path / "old.jsonl", *old), write(tmp_path / "new.jsonl", *new))
    assert sorted(change.change for one in diff.records() for change in one.changes) == ["added", "changed", "removed"]
