"""Checking a file of records: every fault of every line."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from extractor.readers.recordfile import BinaryError, lines
from extractor.records import AbstractRecord

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a record.

    Attributes:
        line: the line of its file, from 1.
        id: the id of the record, or None where it has none that can be read.
        where: the part of the record, as `numbers.2.value`; empty for all of it.
        message: what is wrong.
    """

    line: int
    id: str | None
    where: str
    message: str

    def __str__(self) -> str:
        """Return the fault as one line, without the file's name."""
        return ": ".join(part for part in (str(self.line), self.id, self.where, self.message) if part)


@dataclass(slots=True)
class Validation:
    """The check of one file of records: iterate over `faults`, then ask `records`.

    Attributes:
        path: the file.
        records: how many lines were looked at so far.
        without_text: how many of them are records whose text is left out, so that offsets in it were not checked.
    """

    path: str | Path
    records: int = 0
    without_text: int = 0

    def faults(self) -> Iterator[Fault]:
        """Yield every fault: of the schema, of offsets, references and order, and ids that stand twice.

        A file with no record in it has one fault, and so has one that is no text.

        Raises:
            InputError: the file cannot be read.
        """
        try:
            yield from self._line_faults()
        except BinaryError as error:
            yield Fault(1, None, "", f"no records: this is {error.what}")
            return
        if not self.records:
            yield Fault(1, None, "", "no record in it")

    def _line_faults(self) -> Iterator[Fault]:
        first_lines: dict[str, int] = {}
        for number, line in lines(self.path):
            self.records += 1
            parsed, faults = _parsed(line)
            record_id = parsed.get("id") if isinstance(parsed, dict) else None
            record_id = record_id if isinstance(record_id, str) else None
            self.without_text += isinstance(parsed, dict) and parsed.get("text", "") is None
            for where, message in faults or _record_faults(line, parsed):
                yield Fault(number, record_id, where, message)
            if record_id is not None and (first := first_lines.setdefault(record_id, number)) != number:
                yield Fault(number, record_id, "id", f"stands in line {first} already")


def validate(path: str | Path) -> Validation:
    """Return the check of a file of records, plain or compressed; it runs as its faults are asked for."""
    return Validation(path)


def _parsed(line: bytes) -> tuple[Any, list[tuple[str, str]]]:
    if not line.strip():
        return None, [("", "the line is empty")]
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        return None, [("", f"not UTF-8 at byte {error.start + 1}")]
    twice: list[str] = []

    def pairs_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = [name for name, _ in pairs]
        twice.extend(sorted({name for name in names if names.count(name) > 1}))
        return dict(pairs)

    try:
        parsed = json.loads(text, object_pairs_hook=pairs_of)
    except RecursionError:
        return None, [("", "no record: nested too deeply")]
    except ValueError as error:
        return None, [("", f"no valid JSON: {error}")]
    return parsed, [("", f"the key {name!r} stands twice in one object") for name in twice]


def _record_faults(line: bytes, parsed: Any) -> Iterator[tuple[str, str]]:
    try:
        record = AbstractRecord.model_validate_json(line)
    except ValidationError as error:
        for fault in error.errors(include_url=False, include_context=False, include_input=False):
            yield ".".join(str(part) for part in fault["loc"]), fault["msg"]
        return
    if json.dumps(parsed) != json.dumps(record.model_dump(mode="json", exclude_unset=True)):
        yield "", "keys do not stand in the order of the schema"
