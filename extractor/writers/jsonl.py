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
from extractor.writers.compression import compressing, stem
from extractor.writers.draft import Draft, output_errors

if TYPE_CHECKING:
    from collections.abc import Iterable


def line_of(record: AbstractRecord) -> str:
    """Return a record as its line, read back and validated: what is written is what was checked.

    Raises:
        RecordError: the record breaks the contract.
    """
    try:
        line = record.model_dump_json()
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
    return item.model_dump_json() if isinstance(item, Contract) else json.dumps(item)


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


def write_lines(lines: Iterable[bytes], stream: IO[bytes], name: str) -> None:
    """Write the lines of records to a stream, in the form that the ending of a file's name asks for.

    Raises:
        MissingExtraError: the ending asks for a library that is not installed.
    """
    with compressing(stream, name) as out:
        for line in lines:
            out.write(line)


def write_records(records: Iterable[AbstractRecord], path: str | Path) -> int:
    """Write records to a file, compressed as its ending says, and move it into place whole.

    Returns:
        How many were written.

    Raises:
        OutputError: the file cannot be written, or its ending is not `.jsonl`, `.jsonl.gz` or `.jsonl.zst`.
        RecordError: a record breaks the contract; the file is as it was.
        MissingExtraError: the ending is `.zst` and the extra is not installed.
    """
    target = Path(path)
    stem(target.name)
    written = 0
    with Draft(target) as draft:
        with output_errors(target), compressing(draft.stream, target.name) as stream:
            writer = JSONLWriter(stream)
            for record in records:
                writer.write(record)
                written += 1
        draft.commit()
    return written
