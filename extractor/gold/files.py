"""Gold: abstracts annotated by hand, which training learns from and scores are measured against."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, ValidationError

from extractor.errors import InputError
from extractor.readers.recordfile import lines
from extractor.records import BenchmarkRole, LinkKind, MethodRole, NumberKind, Qualifier, Unit, first_fault

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class GoldPart(BaseModel):
    """What all parts share: a gold file may say more (venue, licence), which is left alone."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class GoldMethod(GoldPart):
    """A method, all its written names, markup taken off. An `optional` entry may be found or not."""

    names: tuple[str, ...]
    role: MethodRole
    optional: bool = False


class GoldBenchmark(GoldPart):
    """A benchmark, all its written names, markup taken off."""

    names: tuple[str, ...]
    role: BenchmarkRole
    optional: bool = False


class GoldNumber(GoldPart):
    """A reported number; `start` counts code points of the abstract's text."""

    text: str
    start: int
    value: float
    value_max: float | None = None
    unit: Unit
    of: str | None = None
    kind: NumberKind
    qualifier: Qualifier
    metric: str | None = None
    benchmark: str | None = None
    method: str | None = None
    baseline: str | None = None
    optional: bool = False

    @property
    def end(self) -> int:
        """Where the number ends (exclusive)."""
        return self.start + len(self.text)


class GoldLink(GoldPart):
    """A URL, whole and cleaned."""

    url: str
    kind: LinkKind


class GoldAbstract(GoldPart):
    """One annotated abstract."""

    id: str
    title: str | None = None
    text: str
    methods: tuple[GoldMethod, ...]
    benchmarks: tuple[GoldBenchmark, ...]
    numbers: tuple[GoldNumber, ...]
    links: tuple[GoldLink, ...]


def json_lines(path: Path) -> Iterator[tuple[int, Any]]:
    """Yield the number, from 1, and the value of each line of a file that is not blank, plain or compressed.

    Raises:
        InputError: the file cannot be read, or a line is no JSON.
    """
    for number, line in lines(path):
        if not line.strip():
            continue
        try:
            yield number, json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InputError(f"{path}:{number}: no valid JSON: {error}") from error


def read_gold(path: Path) -> Iterator[GoldAbstract]:
    """Yield the abstracts of a gold file (JSON Lines), plain or compressed.

    Raises:
        InputError: the file cannot be read, or a line is no gold abstract.
    """
    for number, (_, line) in enumerate(json_lines(path), 1):
        try:
            yield GoldAbstract.model_validate(line)
        except ValidationError as error:
            raise InputError(f"{path}: abstract {number} is no gold abstract: {first_fault(error)}") from error
