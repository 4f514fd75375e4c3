"""Records as a diff reads them: what it needs is checked, and all else is kept as it is.

Runs of different versions are compared, so that a record need not fit today's contract.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import ConfigDict, TypeAdapter, ValidationError, with_config
from pydantic_core import from_json
from typing_extensions import TypedDict

from extractor.errors import InputError
from extractor.records import first_fault

if TYPE_CHECKING:
    from extractor.records import AbstractRecord

_OPEN = ConfigDict(extra="allow", strict=True)

Entry = dict[str, Any]
Record = dict[str, Any]


@with_config(_OPEN)
class _Mention(TypedDict):
    field: str
    start: int
    end: int
    text: str


@with_config(_OPEN)
class _Named(TypedDict):
    name: str
    aliases: list[str]
    mentions: list[_Mention]
    found_by: list[str]


@with_config(_OPEN)
class _Span(TypedDict):
    start: int
    end: int
    text: str
    found_by: list[str]


@with_config(_OPEN)
class _Number(_Span):
    value: int | float
    unit: str


@with_config(_OPEN)
class _Link(_Span):
    url: str


@with_config(_OPEN)
class _Record(TypedDict):
    id: str
    title: str | None
    text: str | None
    methods: list[_Named]
    benchmarks: list[_Named]
    numbers: list[_Number]
    links: list[_Link]


_ADAPTER = TypeAdapter(_Record)


def parse(line: bytes, *, where: str) -> Record:
    """Return the record of a line.

    Args:
        line: the line.
        where: file and line number, for the message.

    Raises:
        InputError: it is no record.
    """
    try:
        record: Record = from_json(line, cache_strings="keys")
        _ADAPTER.validate_python(record)
    except ValidationError as error:
        raise InputError(
            f"{where}: no record: {first_fault(error)}; see all with: extractor validate {where.rpartition(':')[0]}"
        ) from error
    except ValueError as error:
        raise InputError(f"{where}: no valid JSON: {error}") from error
    return record


def plain(record: AbstractRecord) -> Record:
    """Return a record of the contract as plain data, as its line has it."""
    return record.model_dump(mode="json")
