"""Records and rejects as JSON Lines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import IO, TYPE_CHECKING

import jsonlines
from pydantic import ValidationError
from pydantic_core import PydanticSerializationError

from extractor.errors import RecordError
from extractor.records import AbstractRecord, Contract, first_fault
from extractor.writers.draft import Draft, output_errors
from extractor.writers.endings import stem, write_lines
from extractor.writers.line_breaks import escaped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def line_of(record: AbstractRecord) -> str:
    """Return a record as its line, read back and validated: what is written is what was checked.

    Raises:
        RecordError: the record breaks the contract.
    """
    try:
        line = escaped(record.model_dump_json())
        AbstractRecord.model_validate_json(line)
    except ValidationError as error:
        raise RecordError(f"record {record.id!r} breaks the contract: {first_fault(error)}") from error
    except PydanticSerializationError as error:
        raise RecordError(f"record {record.id!r} cannot be written: {error}") from error
    return line


def _dumps(item: object) -> str:
    if isinstance(item, AbstractRecord):
        return line_of(item)
    if isinstance(item, str):
        return item
    # jsonlines tries its `dumps` on an empty dict.
    return escaped(item.model_dump_json()) if isinstance(item, Contract) else json.dumps(item)


class JSONLWriter:
    """Writes models of the contract to a binary stream, one a line; records are validated first."""

    def __init__(self, stream: IO[bytes]) -> None:
        """Write to `stream`, which stays open."""
        self._writer = jsonlines.Writer(stream, dumps=_dumps)

    def write(self, item: Contract) -> None:
        """Write one model.

        Raises:
            RecordError: it is a record that breaks the contract; nothing was written.
        """
        self._writer.write(item)

    def write_line(self, line: str) -> None:
        """Write what `line_of` gave."""
        self._writer.write(line)


def write_records(records: Iterable[AbstractRecord], path: str | Path) -> int:
    """Write records to a file, in the form that its ending says, and move it into place whole.

    Returns:
        How many were written.

    Raises:
        OutputError: the file cannot be written, or its ending is none of `ENDINGS`.
        RecordError: a record breaks the contract; the file is as it was.
        MissingExtraError: the ending asks for a library that is not installed.
    """
    target = Path(path)
    stem(target.name)
    written = 0

    def lines() -> Iterator[bytes]:
        nonlocal written
        for record in records:
            yield line_of(record).encode() + b"\n"
            written += 1

    with Draft(target) as draft:
        with output_errors(target):
            write_lines(lines(), draft.stream, target.name)
        draft.commit()
    return written
