"""Pages that show commands with their output: what they show is what comes out."""

from __future__ import annotations

import contextlib
import io
import shlex
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import regex

from extractor.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
_BLOCK = regex.compile(r"(?<=```console\n).*?(?=```\n)", regex.DOTALL)
_PYTHON = regex.compile(r"```python\n(.*?)```", regex.DOTALL)


def rendered(page: Path) -> str:
    """The page with the output of its commands, run in a folder of their own that holds the seeds.

    Its Python is run there behind them; each block goes on where the one before ended.
    """
    text = page.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        shutil.copytree(ROOT / "seeds", "seeds")
        written = _BLOCK.sub(lambda block: "".join(_told(block[0])), text)
        names: dict[str, object] = {}
        for code in _PYTHON.findall(text):
            if code.startswith(">>>"):  # a doctest, which tests itself
                continue
            exec(compile(code, str(page), "exec"), names)  # noqa: S102 - ours
    return written


def _told(block: str) -> Iterator[str]:
    for line in block.splitlines():
        if line.startswith("$ "):
            yield f"{line}\n"
            arguments = shlex.split(line.removeprefix("$ extractor "))
            if ">" in arguments[-2:]:
                Path(arguments[-1]).write_text(run(arguments[:-2])[1], encoding="utf-8")
            else:
                yield run(arguments)[1]


def run(arguments: list[str]) -> tuple[int, str]:
    """The exit code of a command, and all that it prints, each trailing space left out."""
    printed = io.BytesIO()
    text = io.TextIOWrapper(printed, encoding="utf-8")
    with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
        code = main(arguments)
        text.flush()
    return code, regex.sub(r"(?m) +$", "", printed.getvalue().decode())
