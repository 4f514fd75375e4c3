"""What each part is worth and what more gold would bring: figures of `benchmarks/ablation.py`, for the card."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import regex
from pydantic import BaseModel, ConfigDict, ValidationError

from extractor.errors import InputError, OutputError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

FILE = "ablation.json"
_HEADING = "## What each part is worth"
_SECTION = regex.compile(rf"{_HEADING}\n.*?(?=^## |\Z)", regex.DOTALL | regex.MULTILINE)

NOT_MEASURED = f"""\
{_HEADING}

Not measured for this model: `python benchmarks/ablation.py` does.
"""

_TEXT = """\
{heading}

F1, measured by `benchmarks/ablation.py` by cross-validation in {folds} parts, one model a part (seed {seed}): models,
points for names and points for relations have all been learnt without the abstracts they are measured on. In brackets:
on the {unseen} abstracts that the teacher has not seen either.

{ablation}

What more gold would bring, without silver: the {abstracts} abstracts are cut into parts of so many, each part is all
that there is to learn from, and is cross-validated by itself. So all rows are measured on the same abstracts.

{curve}
"""


class Row(BaseModel):
    """What was measured, and F1 by measure, on all abstracts and on those that the teacher has not seen."""

    model_config = ConfigDict(frozen=True)

    what: str
    all: dict[str, float]
    unseen: dict[str, float] = {}


class Ablation(BaseModel):
    """The figures.

    Attributes:
        gold: SHA-256 of the gold file.
        abstracts: how many abstracts it has.
        unseen: how many of these the teacher has not seen.
        folds: parts of the cross-validation.
        seed: of the models.
        ablation: a row for each set of parts.
        curve: a row for each amount of gold.
    """

    model_config = ConfigDict(frozen=True)

    gold: str
    abstracts: int
    unseen: int
    folds: int
    seed: int
    ablation: tuple[Row, ...]
    curve: tuple[Row, ...]


def ablation_in(folder: Path) -> Ablation | None:
    """Return the figures that lie beside a model, if there are any.

    Raises:
        InputError: the file is damaged.
    """
    path = folder / FILE
    try:
        return Ablation.model_validate_json(path.read_bytes()) if path.exists() else None
    except (OSError, ValidationError) as error:
        raise InputError(f"{path}: no figures of benchmarks/ablation.py: {error}") from error


def section(ablation: Ablation) -> str:
    """Return the section of the card that shows the figures."""
    return _TEXT.format(
        heading=_HEADING,
        folds=ablation.folds,
        seed=ablation.seed,
        unseen=ablation.unseen,
        abstracts=ablation.abstracts,
        ablation=_table("", ablation.ablation),
        curve=_table("abstracts to learn from", ablation.curve),
    )


def _table(heading: str, rows: Sequence[Row]) -> str:
    measures = list(rows[0].all) if rows else []
    lines = [f"| {heading} | {' | '.join(measures)} |", f"|---|{'---|' * len(measures)}"]
    for row in rows:
        cells = [
            f"{row.all[name]:.3f}" + (f" ({row.unseen[name]:.3f})" if name in row.unseen else "") for name in measures
        ]
        lines.append(f"| {row.what} | {' | '.join(cells)} |")
    return "\n".join(lines)


def write_ablation(folder: Path, ablation: Ablation) -> None:
    """Write figures beside a model, and show them in its card.

    Raises:
        OutputError: a file cannot be written.
    """
    readme = folder / "README.md"
    try:
        (folder / FILE).write_text(json.dumps(ablation.model_dump(), indent=1) + "\n", encoding="utf-8")
        if readme.exists():
            text = readme.read_text(encoding="utf-8")
            readme.write_text(_SECTION.sub(lambda _: section(ablation) + "\n", text), encoding="utf-8")
    except OSError as error:
        raise OutputError(f"{folder}: the figures cannot be written: {error.strerror}") from error
