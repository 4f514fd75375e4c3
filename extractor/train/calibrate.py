"""Calibration: how often each way of finding was right, for the confidences in records.

Measured on the gold abstracts with the whole pipeline, twice: with what a model found that had not seen the abstract,
and without any model, since a list's word means something else where a model could have agreed and did not.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import regex

from extractor.abstract import Abstract
from extractor.assemble import record_of
from extractor.confidence import RULES_ONLY, WITH_MODEL, Reliability, measured
from extractor.errors import OutputError
from extractor.gold.score import judgements
from extractor.pipeline import RULE_PASSES, Extractor

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from extractor.entries.judging import Cards
    from extractor.finding import Finding
    from extractor.gold.files import GoldAbstract
    from extractor.records import AbstractRecord

    Judged = Iterator[tuple[str, tuple[str, ...], bool]]


_PAIR = regex.compile(r"\[\s+(\d+),\s+(\d+)\s+\]")


def calibrate(
    gold: Sequence[GoldAbstract],
    by_model: Mapping[str, Sequence[Finding]],
    out: Path,
    *,
    judging: Mapping[str, Cards],
    judging_rules: Mapping[str, Cards],
) -> None:
    """Measure and write `confidence.json` to the folder `out`.

    Args:
        gold: the annotated abstracts.
        by_model: by abstract's id, what a model found that had not seen the abstract.
        out: the model's folder.
        judging: by abstract's id, cards for judging names that were learnt without it.
        judging_rules: the same for runs without a model.

    Raises:
        OutputError: the file cannot be written.
    """
    extractor = Extractor(passes=tuple(RULE_PASSES), reliability=Reliability({}))
    counts = {
        WITH_MODEL: measured(_judged(extractor, gold, by_model, judging)),
        RULES_ONLY: measured(_judged(extractor, gold, {}, judging_rules)),
    }
    try:
        printed = _PAIR.sub(r"[\1, \2]", json.dumps(counts, indent=1))  # a way of finding a line
        (out / "confidence.json").write_text(printed + "\n", encoding="utf-8")
    except OSError as error:
        raise OutputError(f"{out}: the confidences cannot be written: {error.strerror}") from error


def records(
    extractor: Extractor,
    gold: Sequence[GoldAbstract],
    by_model: Mapping[str, Sequence[Finding]],
    judging: Mapping[str, Cards],
) -> Iterator[AbstractRecord]:
    """Yield the record of each gold abstract, with what the extractor's passes find and what a model found beside.

    `judging` has, by abstract's id, the cards that names are judged with; the extractor's own where it has none.
    """
    for annotated in gold:
        abstract = Abstract(annotated.text, title=annotated.title, id=annotated.id)
        (rules_say,) = extractor.analyse([abstract])
        findings = [*rules_say.findings, *by_model.get(annotated.id, ())]
        analysis = extractor.conclude(rules_say.document, findings, cards=judging.get(annotated.id))
        yield record_of(
            abstract,
            analysis.document,
            analysis.merged,
            own=analysis.own,
            numbers=analysis.numbers,
            owned=analysis.owned,
            reliability=Reliability({}),
        )


def _judged(
    extractor: Extractor,
    gold: Sequence[GoldAbstract],
    by_model: Mapping[str, Sequence[Finding]],
    judging: Mapping[str, Cards],
) -> Judged:
    for annotated, record in zip(gold, records(extractor, gold, by_model, judging), strict=True):
        for kind, entry, right in judgements(annotated, record.model_dump()):
            yield kind, tuple(entry["found_by"]), right
