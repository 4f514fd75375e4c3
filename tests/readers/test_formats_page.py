"""docs/formats.md leaves out no format and no code of a reject."""

from __future__ import annotations

import re
from pathlib import Path

import extractor
from extractor.readers.registry import FORMATS

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs/formats.md").read_text(encoding="utf-8")
CODE = re.compile(r'code="([a-z0-9-]+)"|yield "([a-z0-9-]+)", f?"')


def test_every_format_is_told() -> None:
    table = PAGE.partition("| `--format` |")[2].partition("\n\n")[0]
    told = {name for line in table.splitlines() for name in re.findall(r"`([a-z-]+)`", line.split("|")[1:2][0])}
    assert {form.name for form in FORMATS} == told


def test_every_code_of_a_reject_is_told() -> None:
    folder = Path(extractor.__file__).parent
    sources = [
        path.read_text(encoding="utf-8") for part in ("readers", "engine") for path in (folder / part).rglob("*.py")
    ]
    used = {code or other for source in sources for code, other in CODE.findall(source)}
    assert len(used) > 20, "the pattern still finds them"
    table = PAGE.partition("| code |")[2].partition("\n\n")[0]
    assert used == {
        code for line in table.splitlines() for code in re.findall(r"`([a-z0-9-]+)`", line.split("|")[1:2][0])
    }
