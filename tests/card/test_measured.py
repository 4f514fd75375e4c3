"""The figures of README and cards. To write them anew from what `extractor score --json` printed for the held-out
abstracts and for the seeds: python tests/card/test_measured.py HELD_OUT.json SEEDS.json
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import regex

ROOT = Path(__file__).parent.parent.parent
if __name__ == "__main__":
    sys.path.insert(0, os.fspath(ROOT))

from extractor.card import measured  # noqa: E402
from extractor.gold.score import MEASURES  # noqa: E402

README = ROOT / "README.md"
FILE = ROOT / "extractor" / "card" / measured.FILE
_TABLE = regex.compile(r"\| \| precision \| recall \| F1 \| F1 on the seeds \|\n(?:\|.*\n)+")
_COUNT = regex.compile(r"(?<=Measured by `extractor score` on )\d+")


def test_readme_shows_what_was_measured() -> None:
    (shown,) = _TABLE.findall(README.read_text(encoding="utf-8"))
    advice = "write both anew: python tests/card/test_measured.py HELD_OUT.json SEEDS.json"
    assert shown == measured.table() + "\n", advice
    assert _COUNT.findall(README.read_text(encoding="utf-8")) == [str(measured.load()[0].abstracts)], advice


def test_figures_belong_together() -> None:
    for figures in measured.load():
        for precision, recall, f1 in figures.scores.values():
            assert abs(f1 - 2 * precision * recall / (precision + recall)) < 0.0011


def written(held_out: Path, seeds: Path) -> str:
    """The file of figures, a measure a line."""
    parts = []
    for name, path in (("held_out", held_out), ("seeds", seeds)):
        scores = json.loads(path.read_text(encoding="utf-8"))
        rows = [f'  "abstracts": {scores["records"]}']
        for measure in MEASURES:
            figures = ", ".join(f"{scores[measure][what]:.3f}" for what in ("precision", "recall", "f1"))
            rows.append(f'  "{measure}": [{figures}]')
        parts.append(f' "{name}": {{\n' + ",\n".join(rows) + "\n }")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def test_figures_are_written_from_scores(tmp_path: Path) -> None:
    content = json.loads(FILE.read_text(encoding="utf-8"))
    paths = []
    for name, figures in content.items():
        scores = {
            measure: dict(zip(("precision", "recall", "f1"), figures[measure], strict=True)) for measure in MEASURES
        }
        paths.append(tmp_path / name)
        paths[-1].write_text(json.dumps({"records": figures["abstracts"], **scores}), encoding="utf-8")
    assert json.loads(written(*paths)) == content


if __name__ == "__main__":
    FILE.write_text(written(Path(sys.argv[1]), Path(sys.argv[2])), encoding="utf-8")
    page = _TABLE.sub(measured.table() + "\n", README.read_text(encoding="utf-8"))
    README.write_text(_COUNT.sub(str(measured.load()[0].abstracts), page), encoding="utf-8")
