"""What models found that had not seen the gold, kept in a file, so that points can be learnt anew without the models.

Training the networks takes twenty minutes, and what follows from what they find one. So where rules change and nothing
that the networks learn from, what they found is taken from the file (remove it where `passes/ner/` changed). It says
what it was made of; its other lines hold an abstract each, and names as `[field, start, end, kind, margin]` in the
cleaned text.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from extractor.errors import InputError, OutputError
from extractor.finding import NameFinding, Span
from extractor.passes.ner import FOUND_BY
from extractor.train.report import Counts, GoldCounts, SilverCounts, TextCounts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from extractor.document import Document
    from extractor.finding import Finding
    from extractor.train.reading import Found

    Origin = Mapping[str, object]


def digest_of(documents: Iterable[Document]) -> str:
    """Return the SHA-256 of all cleaned titles and texts: places in others would be wrong."""
    total = hashlib.sha256()
    for document in documents:
        for passage in document.passages:
            total.update(passage.text.encode() + b"\0")
    return total.hexdigest()


@dataclass(frozen=True, slots=True)
class Kept:
    """What was learnt from, and what was found, by abstract's id."""

    counts: Counts
    found: Found


def write_kept(path: Path, origin: Origin, kept: Kept) -> None:
    """Write what was found, and what it was made of.

    Raises:
        OutputError: the file cannot be written.
    """
    lines = [json.dumps([origin, asdict(kept.counts)])]
    lines += [json.dumps([known, [_as_data(name) for name in names]]) for known, names in kept.found.items()]
    try:
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    except OSError as error:
        raise OutputError(f"{path}: what was found cannot be written: {error.strerror}") from error


def read_kept(path: Path, origin: Origin) -> Kept | None:
    """Return what was found, or None if there is no such file, or it was made of something else.

    Raises:
        InputError: the file is damaged.
    """
    try:
        first, *lines = path.read_text(encoding="utf-8").splitlines()
        was, counts = json.loads(first)
        if was != json.loads(json.dumps(origin)):
            return None
        found = {known: [_finding(*name) for name in names] for known, names in map(json.loads, lines)}
        texts, silver = counts["texts"], counts["silver"]
        return Kept(
            Counts(
                gold=GoldCounts(**counts["gold"]),
                texts=TextCounts(**texts) if texts else None,
                silver=SilverCounts(**silver) if silver else None,
            ),
            found,
        )
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise InputError(f"{path}: not what was kept of a training ({error}); remove it") from error


def _as_data(finding: Finding) -> list[object]:
    if not isinstance(finding, NameFinding):
        raise TypeError(f"{finding} is no name")
    return [*finding.span, finding.kind, finding.margin]


def _finding(field: str, start: int, end: int, kind: str, margin: float) -> Finding:
    return NameFinding(span=Span(field, start, end), kind=kind, found_by=FOUND_BY, margin=margin)  # type: ignore[arg-type]
