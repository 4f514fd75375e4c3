"""Files, folders, globs and standard input."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from extractor.readers import expand, read_abstracts
from extractor.records import Reject


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in (
        "b.txt", "a.jsonl", "sub/a.txt.gz", "sub/deep/c.json", "sub/paper.pdf", ".hidden.txt", ".git/x.txt",
        "out.rejects.jsonl", "out.run.json", "seeds.gold.jsonl", "README", "sub/Readme.md",
    ):  # fmt: skip
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("We do.", encoding="utf-8")
    return tmp_path


def names(*inputs: str | Path, leave_out: tuple[Path, ...] = ()) -> list[str]:
    return [file.name for file in expand(inputs, leave_out=leave_out).files]


def test_folder(folder: Path) -> None:
    assert names(folder) == ["a.jsonl", "b.txt", "sub/a.txt.gz", "sub/deep/c.json"]


def test_what_a_folder_has_in_no_known_format_is_told(folder: Path) -> None:
    assert expand([folder]).passed_over == (
        folder / "README",
        folder / "sub/Readme.md",
        folder / "sub/paper.pdf",
    )


def test_own_outputs_in_a_folder_are_left_out(folder: Path) -> None:
    assert names(folder, leave_out=(folder / "sub/../b.txt",)) == ["a.jsonl", "sub/a.txt.gz", "sub/deep/c.json"]


def test_a_named_file_is_read_whatever_it_is_called(folder: Path) -> None:
    assert names(folder / "README", folder / ".hidden.txt") == ["README", ".hidden.txt"]


def test_inputs_stay_in_order_and_each_file_is_read_once(folder: Path) -> None:
    assert names(folder / "b.txt", folder / "sub/a.txt.gz", folder, folder / "sub/../b.txt") == [
        "b.txt",
        "a.txt.gz",
        "a.jsonl",
        "sub/deep/c.json",
    ]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [("*.txt", ["b.txt"]), ("**/*.gz", ["a.txt.gz"]), ("sub/**/[ac].*", ["a.txt.gz", "c.json"]),
     ("?.jsonl", ["a.jsonl"])],
)  # fmt: skip
def test_glob(folder: Path, pattern: str, expected: list[str]) -> None:
    assert names(f"{folder}/{pattern}") == expected


def test_a_file_whose_name_looks_like_a_glob(folder: Path) -> None:
    (folder / "[b].txt").write_text("We do.", encoding="utf-8")
    assert names(folder / "[b].txt") == ["[b].txt"]


def test_a_missing_file_is_left_to_its_reader(folder: Path) -> None:
    assert names(folder / "none.txt", folder / "b.txt") == ["none.txt", "b.txt"]


def test_a_name_that_is_no_utf8_is_escaped(tmp_path: Path) -> None:
    path = Path(os.fsdecode(bytes(tmp_path) + b"/caf\xe9.txt"))
    assert names(path) == [r"caf\xe9.txt"]


def test_links_to_folders_are_followed_once(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "d.txt").write_text("We do.", encoding="utf-8")
    (folder / "sub/up").symlink_to("..")
    (folder / "away").symlink_to(elsewhere)
    (elsewhere / "back").symlink_to(folder)
    assert names(folder) == ["a.jsonl", "away/d.txt", "b.txt", "sub/a.txt.gz", "sub/deep/c.json"]


def test_links_that_lead_nowhere_are_told(folder: Path) -> None:
    (folder / "gone.txt").symlink_to("nothing.txt")
    (folder / "loop.txt").symlink_to("loop.txt")
    codes = {found.file: found.code for found in read_abstracts(folder) if isinstance(found, Reject)}
    assert (codes["gone.txt"], codes["loop.txt"]) == ("missing", "unreadable")
    assert [found.code for found in read_abstracts(folder / "loop.txt") if isinstance(found, Reject)] == ["unreadable"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without pipes that have names")
def test_what_is_no_file_in_a_folder_is_passed_over(folder: Path) -> None:
    os.mkfifo(folder / "pipe.txt")
    assert folder / "pipe.txt" in expand([folder]).passed_over


def test_a_folder_in_a_folder_that_cannot_be_listed_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = os.scandir

    def scandir(path: str) -> object:
        if str(path).endswith("deep"):
            raise PermissionError(13, "Permission denied", path)
        return listed(path)

    monkeypatch.setattr(os, "scandir", scandir)
    last = expand([folder]).files[-1]
    assert last.name == str(folder / "sub/deep")
    assert last.flaw
    assert (last.flaw.code, last.flaw.reason) == (
        "unreadable",
        "the folder cannot be listed: Permission denied; check its permissions",
    )


def test_records_of_an_earlier_run_in_a_folder_are_left_out(folder: Path) -> None:
    (folder / "b.run.json").write_text('{"output": {"file": "b.txt"}}', encoding="utf-8")
    (folder / "a.run.json").write_text('{"output": 1}', encoding="utf-8")
    assert names(folder) == ["a.jsonl", "sub/a.txt.gz", "sub/deep/c.json"]


@pytest.mark.parametrize(
    ("given", "code", "reason"),
    [
        pytest.param("*.nothing", "no-match", "no file matches; check the pattern", id="a glob of nothing"),
        pytest.param("em[p]ty", "no-match", "no file matches; check the pattern", id="a glob of folders only"),
        pytest.param(
            "empty", "empty-folder", "no file in it can be read (1 looked at); name", id="a folder of other things"
        ),
    ],
)
def test_nothing_to_read_is_a_reject_in_its_place(folder: Path, given: str, code: str, reason: str) -> None:
    (folder / "empty").mkdir()
    (folder / "empty/a.pdf").write_bytes(b"%PDF")
    first, second = expand([folder / given, folder / "b.txt"]).files
    assert (first.name, second.name) == (str(folder / given), "b.txt")
    (reject,) = read_abstracts(folder / given)
    assert isinstance(reject, Reject)
    assert (reject.code, reject.position, reject.line) == (code, None, None)
    assert reject.reason.startswith(reason)
