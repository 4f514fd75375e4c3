"""What several tests share: a stand-in for the extractor, so that others are tested on their own, and a small run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from extractor.records import AbstractRecord, Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from extractor.abstract import Abstract


class FakeExtractor:
    """Makes empty records, and fails on an abstract that asks for it."""

    digests: Mapping[str, str] = {"numbers/percent.toml": "d1", "fragments.toml": "d2"}
    model_digest: str | None = None
    passes = ("links",)

    def __init__(self) -> None:
        self.calls: list[int] = []

    def pipe(self, abstracts: Iterable[Abstract]) -> Iterator[AbstractRecord]:
        self.calls.append(0)
        for abstract in abstracts:
            self.calls[-1] += 1
            if "FAIL" in abstract.text:
                raise ZeroDivisionError("a pass divided by zero")
            record = AbstractRecord(
                schema_version=1,
                id=abstract.record_id,
                title=abstract.title,
                text=abstract.text,
                sources=(abstract.source or Source.at("-", 1),),
                methods=(),
                benchmarks=(),
                numbers=(),
                links=(),
            )
            if "INVALID" in abstract.text:
                record = record.model_copy(update={"text": ""})
            yield record


@pytest.fixture(scope="session", autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what commands keep between them out of the user's own cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EXTRACTOR_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def extractor() -> FakeExtractor:
    return FakeExtractor()


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The file of records of a small run, in each form that records have."""
    from carding import write_runs

    return write_runs(tmp_path_factory.mktemp("runs"))
