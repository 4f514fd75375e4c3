"""docs/card.md shows what really comes out. To write its output anew: python tests/card/test_card_page.py."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import sys
import tempfile
from pathlib import Path

import regex

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "card.md"
if __name__ == "__main__":
    sys.path[:0] = [os.fspath(ROOT), os.fspath(ROOT / "tests")]

from shown import run  # noqa: E402

_CARD = regex.compile(r"(?<=````markdown\n).*?(?=````\n)", regex.DOTALL)
_COMMANDS = regex.compile(r"(?<=```console\n).*?(?=```\n)", regex.DOTALL)
_PYTHON = regex.compile(r"```python\n(.*?)```", regex.DOTALL)


def rendered() -> str:
    """The page with the output of its commands and the card that they write. Its Python is run behind them."""
    page = _CARD.sub("", PAGE.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        shutil.copytree(ROOT / "seeds", "seeds")
        Path("icml").mkdir()
        page = _COMMANDS.sub(lambda block: _told(block[0]), page)
        (code,) = _PYTHON.findall(page)
        exec(compile(code, "card.md", "exec"), {})  # noqa: S102 - ours
        card = Path("icml/README.md").read_text(encoding="utf-8")
    return page.replace("````markdown\n", f"````markdown\n{_shortened(card)}")


def _told(block: str) -> str:
    lines = [line for line in block.splitlines() if line.startswith("$ ")]
    return "".join(f"{line}\n{run(shlex.split(line.removeprefix('$ extractor ')))[1]}" for line in lines)


def _shortened(card: str) -> str:
    """The card without what differs from machine to machine, or with any change of a rule."""
    for pattern, short in (
        (r"\b[0-9a-f]{64}\b", "…"),
        (r"(?<=\| libraries \| ).*(?= \|)", "…"),
        (r"(?<=, on Python )[\d.]+", "…"),
        (r"\b\d+(?= files, together)", "…"),
        (r"[\d,]+(?= bytes, SHA)", "…"),
    ):
        card, count = regex.subn(pattern, short, card)
        assert count, pattern
    return card


def test_the_page_shows_what_comes_out() -> None:
    assert PAGE.read_text(encoding="utf-8") == rendered(), "write it anew: python tests/card/test_card_page.py"


if __name__ == "__main__":
    PAGE.write_text(rendered(), encoding="utf-8")
