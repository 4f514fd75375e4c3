"""Drafts, and records written and read back."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

import pytest

from extractor.errors import InputError, OutputError, RecordError
from extractor.readers import read_records
from extractor.records import AbstractRecord, Link, Source
from extractor.writers import Draft, line_of, write_records

if TYPE_CHECKING:
    from pathlib import Path


def record(text: str = "Code at https://example.org/x.") -> AbstractRecord:
    start = text.index("https")
    url = text[start:].rstrip(".")
    link = Link(
        url=url, kind="page", host="example.org", owner=None, repository=None, start=start, end=start + len(url),
        text=url, confidence=1.0, found_by=("links/url",),
    )  # fmt: skip
    return AbstractRecord(
        schema_version=1, id="id:1", title=None, text=text, sources=(Source.at("a", 1),),
        methods=(), benchmarks=(), numbers=(), links=(link,),
    )  # fmt: skip


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_line_has_every_key_in_order() -> None:
    assert line_of(record()) == (
        '{"schema_version":1,"id":"id:1","title":null,"text":"Code at https://example.org/x.",'
        '"sources":[{"file":"a","position":1,"collection":null,"id":null,"title":null,"year":null,"authors":null,"venue":null,'
        '"url":null,"pdf":null,"code_url":null}],"methods":[],"benchmarks":[],"numbers":[],'
        '"links":[{"url":"https://example.org/x","canonical":null,"kind":"page","host":"example.org","owner":null,'
        '"repository":null,"ours":null,'
        '"start":8,"end":29,"text":"https://example.org/x","confidence":1.0,"found_by":["links/url"]}]}'
    )


@pytest.mark.parametrize("text", ["naïve \U0001f600 https://a.b", "a\u2028b \x01 https://a.b", 'say "\\" https://a.b'])
def test_a_record_is_one_line_and_comes_back_equal(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.jsonl"
    assert write_records([record(text), record(text)], path) == 2
    assert path.read_bytes().count(b"\n") == 2
    assert list(read_records(path)) == [record(text), record(text)]


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param({"text": "Code is at https://example.org/x."}, id="a span that holds something else"),
        pytest.param({"text": ""}, id="no text"),
        pytest.param({"title": "\ud800"}, id="a lone surrogate"),
        pytest.param({"links": ({"url": 7},)}, id="the wrong type"),
    ],
)
@pytest.mark.filterwarnings("ignore:Pydantic serializer warnings")
def test_a_record_that_breaks_the_contract_is_never_written(tmp_path: Path, broken: dict[str, object]) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("old", encoding="utf-8")
    with pytest.raises(RecordError, match=r"record 'id:1' (breaks the contract|cannot be written): "):
        write_records([record(), record().model_copy(update=broken)], path)
    assert path.read_text(encoding="utf-8") == "old"
    assert names(tmp_path) == ["a.jsonl"]


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz", "a.jsonl.zst"])
def test_records_come_back_whatever_the_compression(tmp_path: Path, name: str) -> None:
    write_records([record()] * 3, tmp_path / name)
    assert list(read_records(tmp_path / name)) == [record()] * 3


def test_reading_what_is_no_record(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(line_of(record()) + "\n{}\n", encoding="utf-8")
    with pytest.raises(
        InputError, match=r"a\.jsonl:2: no valid record: schema_version: Field required; see all faults"
    ):
        list(read_records(path))
    with pytest.raises(InputError, match="there is no such file"):
        list(read_records(tmp_path / "none.jsonl"))


def test_a_draft_is_unseen_until_it_is_committed(tmp_path: Path) -> None:
    target = tmp_path / "a"
    target.write_text("old", encoding="utf-8")
    with Draft(target) as draft:
        draft.stream.write(b"new")
        draft.finish()
        assert target.read_text(encoding="utf-8") == "old"
        draft.commit()
    assert target.read_text(encoding="utf-8") == "new"
    assert names(tmp_path) == ["a"]


def test_a_draft_without_commit_is_removed(tmp_path: Path) -> None:
    with Draft(tmp_path / "a") as draft:
        draft.stream.write(b"new")
    assert names(tmp_path) == []


def test_a_draft_keeps_links_and_permissions(tmp_path: Path) -> None:
    target, link = tmp_path / "a", tmp_path / "link"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o640)
    link.symlink_to(target)
    with Draft(link) as draft:
        draft.stream.write(b"new")
        draft.commit()
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == "new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_draft_of_a_folder(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="is a folder"):
        Draft(tmp_path)
