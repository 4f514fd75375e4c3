"""docs/gold.md shows what really comes out. To write its output anew: python tests/gold/test_gold_page.py."""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "gold.md"
if __name__ == "__main__":
    sys.path[:0] = [os.fspath(ROOT), os.fspath(ROOT / "tests")]

from shown import rendered  # noqa: E402


def test_the_page_shows_what_comes_out() -> None:
    assert PAGE.read_text(encoding="utf-8") == rendered(PAGE), "write it anew: python tests/gold/test_gold_page.py"


if __name__ == "__main__":
    PAGE.write_text(rendered(PAGE), encoding="utf-8")
