"""How good the extractor is, as measured: the figures that README and cards show.

`measured.json` is the one place where they stand. Maintainers write it anew from what `extractor score --json` prints,
with `python tests/card/test_measured.py HELD_OUT SEEDS`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files

from extractor.gold.score import MEASURES

FILE = "measured.json"

_ROWS = {
    "methods": "methods",
    "proposed": "methods that the paper proposes",
    "benchmarks": "benchmarks",
    "numbers": "numbers: place, value, unit",
    "numbers_typed": "… and kind, qualifier, counted noun",
    "results": "results among the numbers",
    "on_benchmark": "… with the right benchmark",
    "by_method": "… with the right method",
    "of_metric": "… with the right metric",
    "links": "links",
}


@dataclass(frozen=True, slots=True)
class Measured:
    """Precision, recall and F1 by measure (see `extractor.gold.score`), on so many annotated abstracts."""

    abstracts: int
    scores: dict[str, tuple[float, float, float]]


def load() -> tuple[Measured, Measured]:
    """Return the figures on abstracts that neither rules nor model were made with, and on the seeds."""
    content = json.loads((files("extractor.card") / FILE).read_text(encoding="utf-8"))
    held_out, seeds = (
        Measured(content[name]["abstracts"], {measure: tuple(content[name][measure]) for measure in MEASURES})
        for name in ("held_out", "seeds")
    )
    return held_out, seeds


def table(*, with_seeds: bool = True) -> str:
    """Return the figures as a table in Markdown."""
    held_out, seeds = load()
    heads = ["precision", "recall", "F1", *(["F1 on the seeds"] if with_seeds else [])]
    lines = [f"| | {' | '.join(heads)} |", f"|---|{'---|' * len(heads)}"]
    for measure, label in _ROWS.items():
        figures = [*held_out.scores[measure], *(seeds.scores[measure][2:] if with_seeds else ())]
        lines.append(f"| {label} | {' | '.join(f'{figure:.3f}' for figure in figures)} |")
    return "\n".join(lines)
