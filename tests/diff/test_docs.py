"""docs/diff.md shows what really comes out. To write its output anew: python tests/diff/test_docs.py."""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import shlex
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import regex

from extractor.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "diff.md"
_BLOCK = regex.compile(r"(?<=```console\n).*?(?=```\n)", regex.DOTALL)
_FILE = regex.compile(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```\n", regex.DOTALL)


def rendered(page: str) -> str:
    """The page with the output of its commands, run in a folder of their own that holds the seeds."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        shutil.copytree(ROOT / "seeds", "seeds")
        for name, content in _FILE.findall(page):
            Path(name).parent.mkdir(parents=True)
            Path(name).write_text(content, encoding="utf-8")
        return _BLOCK.sub(lambda block: "".join(_told(block[0])), page)


def _told(block: str) -> Iterator[str]:
    for line in block.splitlines():
        if line.startswith("$ "):
            command, *echo = line.removeprefix("$ extractor ").split("; echo $?")
            yield f"{line}\n"
            code, out = _run(shlex.split(command))
            yield out
            yield f"{code}\n" if echo else ""


def _run(arguments: list[str]) -> tuple[int, str]:
    """The exit code of a command, and all that it prints, each trailing space left out."""
    printed = io.BytesIO()
    text = io.TextIOWrapper(printed, encoding="utf-8")
    with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
        code = main(arguments)
        text.flush()
    return code, regex.sub(r"(?m) +$", "", printed.getvalue().decode())


def test_the_page_shows_what_comes_out() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == rendered(page), "write it anew: python tests/diff/test_docs.py"


def test_python_examples_run_as_written() -> None:
    (block,) = regex.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), regex.DOTALL)
    test = doctest.DocTestParser().get_doctest(block, {}, "diff.md", "diff.md", 0)
    result = doctest.DocTestRunner().run(test)
    assert result.attempted > 4
    assert result.failed == 0


if __name__ == "__main__":
    sys.path.insert(0, os.fspath(ROOT))
    PAGE.write_text(rendered(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
