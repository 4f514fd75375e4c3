"""Calibration: how often each way of finding was right, for the confidences in records.

Measured on the gold abstracts with the whole pipeline, twice: with what a model found that had not seen the abstract,
and without any model, since a list's word means something else where a model could have agreed and did not.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import regex

from extractor.confidence import RULES_ONLY, WITH_MODEL, measured
from extractor.errors import OutputError
from extractor.gold.score import judgements

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from extractor.gold.files import GoldAbstract
    from extractor.records import AbstractRecord

    Judged = Iterator[tuple[str, tuple[str, ...], bool]]


_PAIR = regex.compile(r"\[\s+(\d+),\s+(\d+)\s+\]")


def calibrate(
    gold: Sequence[GoldAbstract],
    with_model: Sequence[AbstractRecord],
    by_rules: Sequence[AbstractRecord],
    out: Path,
) -> None:
    """Measure and write `confidence.json` to the folder `out`.

    Args:
        gold: the annotated abstracts.
        with_model: their records, made with a model and points that had not seen the abstract.
        by_rules: the same without a model.
        out: the model's folder.

    Raises:
        OutputError: the file cannot be written.
    """
    counts = {WITH_MODEL: measured(_judged(gold, with_model)), RULES_ONLY: measured(_judged(gold, by_rules))}
    try:
        printed = _PAIR.sub(r"[\1, \2]", json.dumps(counts, indent=1))  # a way of finding a line
        (out / "confidence.json").write_text(printed + "\n", encoding="utf-8")
    except OSError as error:
        raise OutputError(f"{out}: the confidences cannot be written: {error.strerror}") from error


def _judged(gold: Sequence[GoldAbstract], records: Sequence[AbstractRecord]) -> Judged:
    for annotated, record in zip(gold, records, strict=True):
        for kind, entry, right in judgements(annotated, record.model_dump()):
            yield kind, tuple(entry["found_by"]), right
