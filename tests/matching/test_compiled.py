"""Patterns kept between commands."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
import regex

from extractor.matching import compiled as module
from extractor.matching.compiled import compiled, file_in, keep, recall

ROOT = Path(__file__).parents[2]
FLAGS = regex.VERBOSE | regex.V1
PATTERN = r"(?<number> \d+ ) (?: \s (?<unit> kilotest[s]? ) )?"


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has compiled nothing yet."""
    monkeypatch.setattr(module, "_kept", {})
    monkeypatch.setattr(module, "_asked", {})


def another_process(monkeypatch: pytest.MonkeyPatch, *, compiling: bool) -> None:
    """Begin anew; without `compiling`, whoever compiles fails."""
    monkeypatch.setattr(module, "_kept", {})
    monkeypatch.setattr(module, "_asked", {})
    if not compiling:
        monkeypatch.setattr(regex, "compile", None)


@pytest.mark.usefixtures("fresh")
def test_what_is_kept_is_not_compiled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = file_in(tmp_path / "new folder")
    first = compiled(PATTERN, FLAGS)
    keep(file)
    another_process(monkeypatch, compiling=False)
    recall(file)
    again = compiled(PATTERN, FLAGS)
    for text in ("5 kilotests", "12", "none"):
        one, other = first.search(text), again.search(text)
        assert (one and one.groupdict()) == (other and other.groupdict())
    assert again.flags == first.flags


@pytest.mark.parametrize(
    ("most", "kept"),
    [(2, ["a", "b"]), pytest.param(1, ["b"], id="patterns that nobody asks for do not gather")],
)
@pytest.mark.usefixtures("fresh")
def test_what_is_new_is_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, kept: list[str]) -> None:
    monkeypatch.setattr(module, "_MOST", most)
    file = file_in(tmp_path)
    compiled("a", FLAGS)
    keep(file)
    another_process(monkeypatch, compiling=True)
    recall(file)
    compiled("b", FLAGS)
    keep(file)
    another_process(monkeypatch, compiling=False)
    recall(file)
    assert [pattern for pattern, _ in module._kept] == kept
    assert [compiled(pattern, FLAGS).pattern for pattern in kept] == kept


@pytest.mark.usefixtures("fresh")
def test_nothing_is_written_where_nothing_is_new(tmp_path: Path) -> None:
    file = file_in(tmp_path)
    compiled("a", FLAGS)
    keep(file)
    file.unlink()
    compiled("a", FLAGS)
    keep(file)
    assert not list(tmp_path.iterdir())


class Evil:
    def __reduce__(self) -> tuple[object, ...]:
        return (os.mkdir, ("evil",))


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"no pickle", id="no pickle"),
        pytest.param(pickle.dumps({("a", 1): regex.compile("b")})[:-9], id="cut off"),
        pytest.param(pickle.dumps([1, 2]), id="something else"),
        pytest.param(pickle.dumps({("a", int(FLAGS)): "b"}), id="no patterns"),
        pytest.param(pickle.dumps({("a", int(FLAGS)): regex.compile("b", FLAGS)}), id="a pattern of another text"),
        pytest.param(pickle.dumps(Evil()), id="a call of something else"),
    ],
)
@pytest.mark.usefixtures("fresh")
def test_a_damaged_file_costs_time_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.chdir(tmp_path)
    file = file_in(tmp_path)
    file.write_bytes(content)
    recall(file)
    assert compiled("a", FLAGS).fullmatch("a")
    keep(file)
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


@pytest.mark.usefixtures("fresh")
def test_a_folder_that_cannot_be_made_costs_time_only(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    compiled("a", FLAGS)
    keep(file_in(tmp_path / "file"))
    recall(file_in(tmp_path / "file"))


@pytest.mark.parametrize(("folder", "kept"), [("cache", 1), ("", 0)])
def test_commands_keep_their_patterns_where_they_may(tmp_path: Path, folder: str, kept: int) -> None:
    (tmp_path / "a.txt").write_text("We reach 81.4% accuracy with 3 layers.", encoding="utf-8")
    command = [sys.executable, "-m", "extractor", "run", "--passes", "numbers", str(tmp_path / "a.txt")]
    environment = {**os.environ, "EXTRACTOR_CACHE": str(tmp_path / folder) if folder else ""}
    outputs = []
    for _ in range(2):
        done = subprocess.run([*command, "-o", "-"], check=True, cwd=ROOT, env=environment, capture_output=True)
        outputs.append(done.stdout)
    assert outputs[0] == outputs[1]
    assert len(list((tmp_path / "cache").glob("patterns-*"))) == kept
