"""Counting what a run reads and writes, and saying what it was made of."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from importlib import metadata
from platform import python_version
from typing import TYPE_CHECKING, Any

from extractor.records import Counts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from extractor.engine.extracting import Extracted, Extracts

LIBRARIES = ("jsonlines", "numpy", "publicsuffixlist", "pydantic", "pydantic-core", "regex", "spacy", "thinc")
"""The libraries that shape what a run writes."""


@dataclass(slots=True)
class Tally:
    """The counts of a run so far."""

    left_out: int = 0
    duplicates: int = 0
    records: int = 0
    rejects: Counter[str] = field(default_factory=Counter)
    entries: Counter[str] = field(default_factory=Counter)

    def add(self, done: Extracted) -> None:
        """Count a record and its entries."""
        self.records += 1
        self.entries.update(dict(zip(("methods", "benchmarks", "numbers", "links"), done.entries, strict=True)))

    def counts(self, *, abstracts: int, mended: int) -> Counts:
        """Return the counts as the run file has them."""
        return Counts(
            abstracts=abstracts,
            mended=mended,
            left_out=self.left_out,
            records=self.records,
            duplicates=self.duplicates,
            rejects=dict(sorted(self.rejects.items())),
            methods=self.entries["methods"],
            benchmarks=self.entries["benchmarks"],
            numbers=self.entries["numbers"],
            links=self.entries["links"],
        )


def version(distribution: str) -> str:
    """Return the version of an installed distribution, or `unknown` for one that is not installed as such."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return "unknown"


def made_of_what(extractor: Extracts, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return what shapes the output of a run, as the run file has it."""
    return {
        "extractor": version("extractor"),
        "python": python_version(),
        "libraries": {name: version(name) for name in LIBRARIES},
        "rules": dict(sorted(extractor.digests.items())),
        "model": extractor.model_digest,
        "options": dict(options),
    }
