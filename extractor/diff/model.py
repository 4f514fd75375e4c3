"""What a diff holds: changes with their causes, and the summary of all of them, as `schemas/diff.schema.json` says."""

from __future__ import annotations

from typing import Any, Literal, get_args

from pydantic import Field

from extractor.records import (
    AbstractRecord,
    Benchmark,
    Contract,
    Count,
    Link,
    Method,
    NonEmpty,
    Position,
    ReportedNumber,
)  # fmt: skip

EntryKind = Literal["methods", "benchmarks", "numbers", "links"]
Kind = Literal["record", "methods", "benchmarks", "numbers", "links"]
Way = Literal["added", "removed", "changed", "moved", "renamed", "relinked", "evidence"]
CauseKind = Literal[
    "input", "rule", "names", "table", "model", "confidences", "pass", "option", "version", "several", "unknown"
]
How = Literal["added", "removed", "changed"]

ENTRY_KINDS: tuple[EntryKind, ...] = get_args(EntryKind)
KINDS: tuple[Kind, ...] = get_args(Kind)
WAYS: tuple[Way, ...] = get_args(Way)
FIELDS: tuple[str, ...] = tuple(
    dict.fromkeys(
        name for model in (AbstractRecord, Method, Benchmark, ReportedNumber, Link) for name in model.model_fields
    )
)
"""The fields of records and entries, as they are today."""


class Cause(Contract):
    """Why something changed, as far as the run files and `found_by` tell."""

    kind: CauseKind = Field(
        description="What differs: the abstract itself (`input`), a rule, a name list (`names`), a table that rules"
        " share, the model, the measured confidences, a pass that was switched on or off, another option, the version"
        " of extractor or of a library (`version`), one of several of these (`several`), or `unknown`."
    )
    name: str | None = Field(description="Which one, as `numbers/percent`; for `unknown`, what found the entry.")
    how: How | None = Field(description="What happened to it between the runs.")


UNKNOWN = Cause(kind="unknown", name=None, how=None)


class FieldChange(Contract):
    """One field that differs."""

    field: NonEmpty
    old: Any = Field(description="Its value before; null also where there was none.")
    new: Any


class Change(Contract):
    """One thing that differs between two records of one id, or a record that only one side has."""

    id: NonEmpty = Field(description="The id of the record.")
    occurrence: Position = Field(description="Which of the records of this id it is, from 1: ids may stand twice.")
    kind: Kind = Field(description="What changed: the record itself (its title, text, sources …) or an entry of it.")
    change: Way = Field(
        description="`moved`: same content, other offsets. `renamed`: name or canonical name. `relinked`: the metric,"
        " benchmark, method or baseline of a number. `evidence`: nothing but confidence or found_by, of a"
        " record nothing but its sources. `changed`: all else."
    )
    entry: str | None = Field(
        description="Name, number or URL of the entry, as in NEW if it is there; null for a record."
    )
    fields: tuple[FieldChange, ...] = Field(
        description="What differs; empty for what moved. For an entry that was added or removed `kind`, if the other"
        " record has it as another kind, else empty."
    )
    old: dict[str, Any] | None = Field(description="The entry in OLD; null if it has none, and for a record.")
    new: dict[str, Any] | None
    cause: Cause


class Side(Contract):
    """One of the two files."""

    file: str
    records: Count
    run: str | None = Field(description="The run file that causes were read from, or null.")
    repeated_ids: Count = Field(description="How many records have an id that stood in the file before.")
    repeated: tuple[str, ...] = Field(description="The first few of these ids.")
    entries: dict[EntryKind, Count] | None = Field(description="Entries in all records, or null where not counted.")


class RecordCounts(Contract):
    """How the records of the two files compare."""

    same: Count
    changed: Count
    evidence: Count = Field(description="Records in which nothing but confidence, found_by or sources differs.")
    added: Count
    removed: Count


class CauseCounts(Contract):
    """What one cause did."""

    cause: Cause
    entries: dict[EntryKind, dict[Way, Count]] = Field(description="Changes of entries by kind and way, without zeros.")


class Common(Contract):
    """A change that several records share."""

    kind: Kind
    change: Way
    what: str = Field(description="The name that was added, the field and its values, or old and new name.")
    count: Count


class Summary(Contract):
    """A whole diff in numbers. Only what was asked for counts: kinds, fields and ways may have been selected."""

    old: Side
    new: Side
    records: RecordCounts
    input: dict[str, Count] = Field(description="In how many records the title, text, sources … differ.")
    entries: dict[EntryKind, dict[Way, Count]] = Field(description="Changes of entries, within records on both sides.")
    causes: tuple[CauseCounts, ...] = Field(description="By how much they did, the most first.")
    runs: tuple[Cause, ...] | None = Field(description="All that differs between the runs, or null if not known.")
    renamed: tuple[Common, ...] = Field(description="New names, each once, the most frequent first.")
    commonest: tuple[Common, ...] = Field(description="The commonest other changes.")
    notes: tuple[str, ...] = Field(description="What to know before trusting the rest.")

    @property
    def different(self) -> bool:
        """Whether anything differs."""
        records = self.records
        return bool(records.changed or records.evidence or records.added or records.removed)


class Diff(Contract):
    """The diff of two files, as `extractor diff --json` prints it; `--jsonl` prints its changes, one a line."""

    summary: Summary
    changes: tuple[Change, ...]
