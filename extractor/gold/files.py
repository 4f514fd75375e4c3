"""Gold: abstracts annotated by hand, which training learns from and scores are measured against."""

from __future__ import annotations

from typing import TYPE_CHECKING

import jsonlines
from pydantic import BaseModel, ConfigDict, ValidationError

from extractor.errors import InputError
from extractor.records import BenchmarkRole, LinkKind, MethodRole, NumberKind, Qualifier, Unit

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


def read_gold(path: Path) -> Iterator[GoldAbstract]:
    """Yield the abstracts of a gold file (JSON Lines).

    Raises:
        InputError: the file cannot be read, or a line is no gold abstract.
    """
    try:
        with jsonlines.open(path) as lines:
            for number, line in enumerate(lines.iter(skip_empty=True), 1):
                try:
                    yield GoldAbstract.model_validate(line)
                except ValidationError as error:
                    fault = error.errors(include_url=False)[0]
                    where = ".".join(str(part) for part in fault["loc"])
                    raise InputError(
                        f"{path}: abstract {number} is no gold abstract: {where}: {fault['msg']}"
                    ) from error
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from error
    except (jsonlines.Error, UnicodeDecodeError) as error:
        raise InputError(f"{path}: no JSON Lines: {error}") from error
