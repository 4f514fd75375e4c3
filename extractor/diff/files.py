"""The diff of two files of records."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic_core import from_json

from extractor.diff.causes import Causes
from extractor.diff.comparing import compare
from extractor.diff.model import ENTRY_KINDS, Cause, Change, RecordCounts, Side, Summary
from extractor.diff.pairing import Walk
from extractor.diff.patch import patch
from extractor.diff.runs import RunData, difference, input_difference, read_run, same_inputs
from extractor.diff.selecting import EVERYTHING, Selection
from extractor.diff.shape import parse, plain
from extractor.diff.tally import Tally
from extractor.errors import ExtractorError
from extractor.readers.inputs import STDIN
from extractor.readers.runfile import run_file_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from extractor.diff.model import EntryKind, Way
    from extractor.diff.patch import Operation
    from extractor.diff.pending import Line
    from extractor.diff.shape import Record
    from extractor.records import AbstractRecord


@dataclass(frozen=True, slots=True)
class RecordDiff:
    """How one record differs.

    Attributes:
        id: its id.
        occurrence: which of the records of this id it is, from 1.
        old: the record in OLD, as plain data; None if it is in NEW only.
        new: the record in NEW.
        changes: the changes that count, the record itself first.
    """

    id: str
    occurrence: int
    old: Record | None
    new: Record | None
    changes: tuple[Change, ...]


@dataclass(slots=True, kw_only=True)
class FileDiff:
    """The diff of two files: iterate over `records`, then ask for the `summary`.

    Attributes:
        old: the one file.
        new: the other.
        selection: what counts.
        old_run: the run file of OLD, or None.
        new_run: the run file of NEW, or None.
        counts_entries: whether the entries of all records are counted, which means reading unchanged records too.
    """

    old: str | Path
    new: str | Path
    selection: Selection = EVERYTHING
    old_run: Path | None = None
    new_run: Path | None = None
    counts_entries: bool = False
    _walk: Walk = field(init=False)
    _equal: int = field(default=0, init=False)
    _half_texts: int = field(default=0, init=False)
    _tally: Tally = field(default_factory=Tally, init=False)
    _totals: tuple[dict[EntryKind, int], dict[EntryKind, int]] = field(
        default_factory=lambda: (dict.fromkeys(ENTRY_KINDS, 0), dict.fromkeys(ENTRY_KINDS, 0)), init=False
    )
    _runs: tuple[RunData | None, RunData | None] = field(init=False)

    def __post_init__(self) -> None:
        """Read the run files.

        Raises:
            InputError: one of them is no run file.
            ExtractorError: both files are standard input.
        """
        if str(self.old) == STDIN and str(self.new) == STDIN:
            raise ExtractorError("only one of the two files can be standard input")
        self._runs = (
            read_run(self.old_run) if self.old_run else None,
            read_run(self.new_run) if self.new_run else None,
        )
        self._walk = Walk(self.old, self.new, on_same=self._count_same if self.counts_entries else None)

    def records(self) -> Iterator[RecordDiff]:
        """Yield the records that differ: those on both sides as they are met, then those of one side.

        Raises:
            InputError: a file cannot be read, or a line that differs is no record.
        """
        causes = self._causes()
        for pair in self._walk.pairs():
            old, new = _parsed(pair.old, self.old), _parsed(pair.new, self.new)
            if self.counts_entries:
                self._count_entries(old, new)
            if old is not None and new is not None:
                changes = _changes(old, new, selection=self.selection, causes=causes, occurrence=pair.occurrence)
                self._equal += not changes
                self._half_texts += (old["text"] is None) != (new["text"] is None)
            else:
                changes = _one_sided(old, new, selection=self.selection, occurrence=pair.occurrence)
            if changes:
                self._tally.add(changes)
                yield RecordDiff(changes[0].id, pair.occurrence, old, new, changes)

    def summary(self) -> Summary:
        """Return the summary of what was iterated over."""
        tally, runs = self._tally, self._runs
        return Summary(
            old=self._side(0),
            new=self._side(1),
            records=RecordCounts(
                same=self._walk.same + self._equal,
                changed=tally.changed,
                evidence=tally.evidence,
                added=tally.added,
                removed=tally.removed,
            ),
            input=dict(tally.input),
            entries=tally.entries(),
            causes=tally.causes(),
            runs=_between(*runs),
            renamed=tally.renamed(),
            commonest=tally.commonest(),
            notes=tuple(self._notes()),
        )

    def _causes(self) -> Causes:
        old, new = self._runs
        if not old or not new:
            return Causes()
        return Causes(difference(old, new), text_may_differ=not same_inputs(old, new))

    def _side(self, side: int) -> Side:
        path, run, count = (self.old, self.new)[side], (self.old_run, self.new_run)[side], self._walk.counts[side]
        return Side(
            file=Path(path).name,
            records=count.records,
            run=run.name if run else None,
            repeated_ids=count.repeated_ids,
            repeated=tuple(count.repeated),
            entries=dict(self._totals[side]) if self.counts_entries else None,
        )

    def _notes(self) -> Iterator[str]:
        for side, path, run in ((0, self.old, self.old_run), (1, self.new, self.new_run)):
            count, content = self._walk.counts[side], self._runs[side]
            if count.repeated_ids:
                ids = ", ".join(count.repeated) + (" ..." if count.repeated_ids > len(count.repeated) else "")
                have = "record has" if count.repeated_ids == 1 else "records have"
                yield f"{path}: {count.repeated_ids} {have} an id that stood before, paired in order: {ids}"
            told = ((content or {}).get("output") or {}).get("records")
            if content is not None and told is not None and told != count.records:
                yield f"{run}: tells of {told} records and {path} has {count.records}: it may be of another run"
        if self._half_texts and "text" not in self.selection.ignore:
            yield f"{self._half_texts} with a text on one side only; --ignore text takes that for no difference"
        if None in self._runs and self._tally.any:
            sides = (("--old-run", self.old, self._runs[0]), ("--new-run", self.new, self._runs[1]))
            missing = [(option, str(path)) for option, path, run in sides if run is None]
            options, files = (" and ".join(part) for part in zip(*missing, strict=True))
            yield f"no run file beside {files}: causes are known only where the abstract changed; see {options}"

    def _count_same(self, line: bytes) -> None:
        record = from_json(line, cache_strings="keys")
        self._count_entries(record, record)

    def _count_entries(self, *records: Record | None) -> None:
        for total, record in zip(self._totals, records, strict=True):
            if record is not None:
                for kind in ENTRY_KINDS:
                    total[kind] += len(record[kind])


def diff_files(
    old: str | Path,
    new: str | Path,
    *,
    selection: Selection = EVERYTHING,
    old_run: Path | None = None,
    new_run: Path | None = None,
    counts_entries: bool = False,
) -> FileDiff:
    """Return the diff of two files of records; it runs as its `records()` are asked for.

    Args:
        old: a file of records, plain or compressed; `-` for standard input.
        new: another.
        selection: what counts as a difference.
        old_run: the run file of OLD; the one beside it, if there is one, where it is not given.
        new_run: the run file of NEW, likewise.
        counts_entries: whether the entries of all records are counted, which takes reading unchanged records too.

    Raises:
        InputError: a run file is none.
        ExtractorError: both files are standard input.
    """
    return FileDiff(
        old=old,
        new=new,
        selection=selection,
        old_run=old_run or run_file_of(old),
        new_run=new_run or run_file_of(new),
        counts_entries=counts_entries,
    )


def diff_records(old: AbstractRecord, new: AbstractRecord, *, selection: Selection = EVERYTHING) -> tuple[Change, ...]:
    """Return the changes between two records of one abstract, none if they are equal.

    Causes are known only where the abstract itself changed; `diff_files` reads run files, too.
    """
    return _changes(plain(old), plain(new), selection=selection, causes=Causes(), occurrence=1)


def diff_patches(old: str | Path, new: str | Path) -> Iterator[tuple[str, int, list[Operation]]]:
    """Yield the id of each record that differs, which of that id it is, and the JSON Patch (RFC 6902) that changes it.

    The id is that of OLD where it has the record. A record of one side only is replaced as a whole: from or to `null`.

    Raises:
        InputError: a file cannot be read, or a line that differs is no record.
    """
    for pair in Walk(old, new).pairs():
        one, other = _parsed(pair.old, old), _parsed(pair.new, new)
        if operations := patch(one, other):
            yield (one or other or {})["id"], pair.occurrence, operations


def _between(old: RunData | None, new: RunData | None) -> tuple[Cause, ...] | None:
    return (*difference(old, new), *input_difference(old, new)) if old and new else None


def _parsed(line: Line | None, path: str | Path) -> Record | None:
    return parse(line.content, where=f"{path}:{line.number}") if line else None


def _changes(old: Record, new: Record, *, selection: Selection, causes: Causes, occurrence: int) -> tuple[Change, ...]:
    compared = compare(old, new, selection=selection, occurrence=occurrence)
    changes = causes.assign(compared.changes, compared.shifts)
    return tuple(change for change in changes if selection.takes(change))


def _one_sided(old: Record | None, new: Record | None, *, selection: Selection, occurrence: int) -> tuple[Change, ...]:
    way: Way = "added" if old is None else "removed"
    if not selection.takes_records(way):
        return ()
    record_id = (new or old or {})["id"]
    return (
        Change(
            id=record_id, occurrence=occurrence, kind="record", change=way, entry=None, fields=(), old=None, new=None,
            cause=Cause(kind="input", name=None, how=way),
        ),
    )  # fmt: skip
