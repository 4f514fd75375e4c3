"""Extracting in batches, so that one abstract that fails takes no other with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from extractor.abstract import Abstract
from extractor.engine.meeting import Again, reject_of
from extractor.errors import ExtractorError, RecordError, SlowPatternError
from extractor.records import Reject
from extractor.writers import line_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from extractor.records import AbstractRecord


class Extracts(Protocol):
    """What a run needs of an extractor."""

    @property
    def digests(self) -> Mapping[str, str]:
        """SHA-256 of each rule file and name list."""

    @property
    def model_digest(self) -> str | None:
        """SHA-256 of the model, or None if it does not run."""

    def pipe(self, abstracts: Iterable[Abstract]) -> Iterator[AbstractRecord]:
        """Yield a record for each abstract, in order."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """What a run keeps of a record that was validated.

    Attributes:
        line: the line that it is written as.
        entries: how many methods, benchmarks, numbers and links it has.
    """

    line: str
    entries: tuple[int, ...]

    @classmethod
    def of(cls, record: AbstractRecord, line: str | None = None) -> Extracted:
        """Return what is kept of a record."""
        entries = (record.methods, record.benchmarks, record.numbers, record.links)
        return cls(line_of(record) if line is None else line, tuple(map(len, entries)))


@dataclass(frozen=True, slots=True)
class Done:
    """An abstract that was dealt with before the run was interrupted, and what was made of it."""

    abstract: Abstract
    result: Extracted | Reject


_MOST = 1_000  # items in memory at once

Item = Abstract | Done | Again | Reject
"""What reading gives."""

Result = Extracted | Reject | None
"""What became of an item: none of what only says that an abstract was met before, or cannot be read."""


def batches(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """Yield the items in runs that hold `size` new abstracts each, fewer in the last and among very many rejects."""
    batch: list[Item] = []
    new = 0
    for item in items:
        batch.append(item)
        new += isinstance(item, Abstract)
        if new == size or len(batch) == _MOST:
            yield batch
            batch, new = [], 0
    if batch:
        yield batch


def extracted(batch: Sequence[Item], extractor: Extracts) -> list[tuple[Item, Result]]:
    """Return each item of a batch; an abstract with its record, or with the reject that it became.

    Raises:
        ExtractorError: something other than the abstract is at fault, such as a missing model.
    """
    return paired(batch, results_of(new_abstracts(batch), extractor))


def new_abstracts(batch: Sequence[Item]) -> list[Abstract]:
    """Return the items of a batch that the extractor gets."""
    return [item for item in batch if isinstance(item, Abstract)]


def paired(batch: Sequence[Item], results: Iterable[Result]) -> list[tuple[Item, Result]]:
    """Return each item of a batch with what became of it, given the results of its new abstracts, in order."""
    new = iter(results)
    return [
        (item, next(new) if isinstance(item, Abstract) else item.result if isinstance(item, Done) else None)
        for item in batch
    ]


def results_of(abstracts: Sequence[Abstract], extractor: Extracts) -> list[Extracted | Reject]:
    """Return the record of each abstract, or the reject that it became.

    Raises:
        ExtractorError: something other than the abstract is at fault, such as a missing model.
    """
    together = _tried(abstracts, extractor)
    if not isinstance(together, Exception):
        return [*together]
    alone = [(abstract, _tried([abstract], extractor)) for abstract in abstracts]
    return [_failed(abstract, one) if isinstance(one, Exception) else one[0] for abstract, one in alone]


def _tried(abstracts: Sequence[Abstract], extractor: Extracts) -> list[Extracted] | Exception:
    """Return the records of some abstracts, or what kept one of them from being made."""
    try:
        records = [Extracted.of(record) for record in extractor.pipe(abstracts)]
    except (RecordError, SlowPatternError) as error:
        return error
    except ExtractorError:
        raise
    except Exception as error:  # whatever a pass raises, the other abstracts go on
        return error
    if len(records) != len(abstracts):
        return RecordError(f"{len(records)} records came of {len(abstracts)} abstracts")
    return records


def _failed(abstract: Abstract, error: Exception) -> Reject:
    if isinstance(error, SlowPatternError):
        return reject_of(abstract, code="timeout", reason=str(error))
    reason = f"extraction failed: {type(error).__name__}: {error}; please report it with this abstract"
    return reject_of(abstract, code="failed", reason=reason.encode("utf-8", "backslashreplace").decode())
