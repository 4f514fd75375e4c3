"""docs/board-and-stats.md shows what comes out. To write it anew: python tests/stats/test_board_and_stats_page.py."""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "board-and-stats.md"
if __name__ == "__main__":
    sys.path[:0] = [os.fspath(ROOT), os.fspath(ROOT / "tests")]

from shown import rendered  # noqa: E402


def test_the_page_shows_what_comes_out() -> None:
    command = "python tests/stats/test_board_and_stats_page.py"
    assert PAGE.read_text(encoding="utf-8") == rendered(PAGE), f"write it anew: {command}"


if __name__ == "__main__":
    PAGE.write_text(rendered(PAGE), encoding="utf-8")
