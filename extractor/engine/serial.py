"""A run from end to end: read, extract, here or in worker processes, write."""

from __future__ import annotations

import time
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from extractor.abstract import Abstract
from extractor.engine import journal
from extractor.engine.counting import Tally, made_of_what
from extractor.engine.extracting import Done, batches, extracted
from extractor.engine.meeting import Again, Met, reject_of
from extractor.engine.pool import pooled
from extractor.engine.selection import EVERYTHING
from extractor.engine.spool import RecordsFile, RejectsFile, completed
from extractor.errors import InputError, OutputError, RejectedError
from extractor.readers import expand, open_input
from extractor.readers.inputs import as_text, resolved, shown
from extractor.records import SCHEMA_VERSION, Reject, RunFile
from extractor.writers import Destination, Draft, output_errors, remove_left_drafts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from extractor.engine.extracting import Extracts, Item
    from extractor.engine.processes import Workers
    from extractor.engine.selection import Selection
    from extractor.readers import Input, Inputs, Reading, ReadOptions
    from extractor.records import OutputFile


def run(
    inputs: Sequence[str | Path],
    out: str | Path,
    *,
    extractor: Extracts,
    format: str | None = None,
    reading: ReadOptions | None = None,
    selection: Selection = EVERYTHING,
    text: bool = True,
    batch_size: int = 32,
    workers: Workers | None = None,
    options: Mapping[str, Any] | None = None,
    resume: bool = False,
    strict: bool = False,
    on_progress: Callable[[int], object] | None = None,
    on_reject: Callable[[Reject], object] | None = None,
    on_input: Callable[[Reading], object] | None = None,
) -> RunFile:
    """Extract all abstracts of the inputs into a file of records; return what the run was.

    The records stand in the order of the inputs; an abstract met again adds its place to the record of the first. The
    file appears whole at the end, with the rejects and the run file beside it; until then, and after any failure, the
    files of an earlier run are as they were. Neither the abstracts nor the records are held in memory.

    A run that is stopped by whatever leaves `OUT.jsonl.partial`, from which the same run can go on.

    Args:
        inputs: files, folders, archives, globs; `-` for standard input.
        out: the file of records, `.jsonl`, `.jsonl.gz`, `.jsonl.zst` or `.parquet`; `-` for standard output, which like
            a device gets neither rejects nor a run file.
        extractor: what makes records of abstracts.
        format: the format of the inputs; found from content and name where it is not given.
        reading: what else is said of how the inputs are to be read.
        selection: which of the abstracts are taken.
        text: whether the abstracts' texts stand in the records.
        batch_size: how many abstracts the extractor gets at once. It shapes nothing but speed and memory.
        workers: who extracts; this process alone where nobody is named. How many they are changes nothing but speed.
        options: what the run file says about how the extractor was made.
        resume: go on from where a run of the same inputs into the same file was stopped, if one was.
        strict: stop at the first reject.
        on_progress: called with the number of abstracts that were dealt with since its last call.
        on_reject: called with each reject.
        on_input: called with each input when it was read.

    Raises:
        InputError: nothing could be read at all.
        OutputError: the output cannot be written, or is one of the inputs.
        ResumeError: an interrupted run cannot be gone on with, or there is one and `resume` does not say to go on.
        RejectedError: something was rejected, and `strict` says to stop then.
        MissingExtraError: an input or the output needs a library that is not installed.
    """
    started, clock = datetime.now(UTC), time.perf_counter()
    destination = Destination.of(out)
    if resume and destination.is_stream:
        raise OutputError(f"{destination.name}: there is nothing to go on from; give the output as a file")
    expanded = expand(inputs, leave_out=destination.paths)
    _refuse_overwriting(expanded, destination)
    readings = [open_input(file, format=format, options=reading) for file in expanded.files]
    unreadable: list[Reject] = []
    tally = Tally()
    made_of = made_of_what(
        extractor,
        {
            "format": format,
            "fields": dict(reading.fields) if reading else {},
            "selection": selection.described,
            "text": text,
            "timeout": workers.timeout if workers else None,
            **(options or {}),
        },
    )

    def count_reject(reject: Reject) -> None:
        tally.rejects[reject.code] += 1
        if reject.position is None:
            unreadable.append(reject)
        if on_reject:
            on_reject(reject)
        if strict:
            raise RejectedError(f"{reject.place}: {reject.code}: {reject.reason}")

    with output_errors(destination.name), ExitStack() as stack:
        done = stack.enter_context(
            journal.Journal(destination.journal, made_of | {"inputs": _states(expanded.files)}, resume=resume)
        )
        if destination.run:  # nobody else is writing them: the journal is locked
            for path in destination.paths:
                remove_left_drafts(path)
        met = stack.enter_context(Met())
        rejects = RejectsFile(destination, stack, on_reject=count_reject)
        try:
            _work(
                _items(readings, met, selection=selection, tally=tally, on_input=on_input),
                extractor,
                done=done,
                met=met,
                rejects=rejects,
                tally=tally,
                batch_size=batch_size,
                workers=workers,
                on_progress=on_progress,
            )
        except RejectedError:
            done.discard()  # with the input mended, it is another run
            raise
        if on_input and (cut := next((one for one in readings if one.readable and not one.finished), None)):
            on_input(cut)  # read as far as the limit asks
        if not any(one.readable for one in readings):
            raise InputError(_why_nothing(unreadable))

        def run_file(output: OutputFile) -> RunFile:
            return RunFile(
                schema_version=SCHEMA_VERSION,
                **made_of | {"options": {**made_of["options"], "batch_size": batch_size}},
                inputs=tuple(one.file for one in readings if one.file),
                passed_over=(
                    *map(as_text, expanded.passed_over),
                    *(name for one in readings for name in one.passed_over),
                ),
                output=output,
                counts=tally.counts(
                    abstracts=sum(one.abstracts for one in readings), mended=sum(one.mended for one in readings)
                ),
                started=started.isoformat(timespec="seconds"),
                seconds=round(time.perf_counter() - clock, 3),
            )

        records = RecordsFile(destination, stack)
        return _finished(
            done, completed(done.lines(), met, text=text), records, rejects,
            number=tally.records, run_file=run_file, destination=destination, stack=stack,
        )  # fmt: skip


def _finished(
    done: journal.Journal,
    lines: Iterable[bytes],
    records: RecordsFile,
    rejects: RejectsFile,
    *,
    number: int,
    run_file: Callable[[OutputFile], RunFile],
    destination: Destination,
    stack: ExitStack,
) -> RunFile:
    """Write what a run has made, and put it into place; return the run file."""
    rejects.finish()
    whole = run_file(records.write(lines, records=number))
    draft = stack.enter_context(Draft(destination.run)) if destination.run else None
    if draft:
        draft.stream.write(whole.model_dump_json(indent=2).encode() + b"\n")
        draft.finish()
    # The run file comes last: where its digest is that of the records, all three files are of one run.
    rejects.commit()
    records.commit()
    if draft:
        draft.commit()
    done.discard()
    return whole


def _states(files: Iterable[Input]) -> dict[str, list[int] | None]:
    """Return what tells that an input is still the same without reading it: its size, and when it was last written."""
    states: dict[str, list[int] | None] = {}
    for file in files:
        try:
            found = file.path.stat() if file.path else None
        except OSError:
            found = None
        states[as_text(file.path) if file.path else file.name] = found and [found.st_size, found.st_mtime_ns]
    return states


def _work(
    items: Iterable[Item],
    extractor: Extracts,
    *,
    done: journal.Journal,
    met: Met,
    rejects: RejectsFile,
    tally: Tally,
    batch_size: int,
    workers: Workers | None,
    on_progress: Callable[[int], object] | None,
) -> None:
    """Bring every item where it belongs: into the journal, to the rejects, or to the record that is there already."""
    cut = batches(_replayed(items, done), batch_size)
    work = pooled(cut, workers, like=extractor) if workers else (extracted(batch, extractor) for batch in cut)
    with closing(work):
        for batch in work:
            for item, result in batch:
                if isinstance(item, Reject):
                    rejects.write(item)
                elif isinstance(item, Again) and (code := met.failed(item.abstract.record_id)):
                    reason = "the same abstract met the same fate before; see there"
                    rejects.write(reject_of(item.abstract, code=code, reason=reason))
                elif isinstance(item, Again):
                    tally.duplicates += 1
                    if item.abstract.source:
                        met.add_place(item.abstract.record_id, item.abstract.source)
                elif isinstance(result, Reject):
                    met.fail(item.abstract.record_id if isinstance(item, Done) else item.record_id, result.code)
                    if not isinstance(item, Done):
                        done.write_failed(result)
                    rejects.write(result)
                elif result:
                    if not isinstance(item, Done):
                        done.write(result.line)
                    tally.add(result)
            done.flush()
            if on_progress:
                on_progress(len(batch))


def _items(
    readings: Iterable[Reading],
    met: Met,
    *,
    selection: Selection,
    tally: Tally,
    on_input: Callable[[Reading], object] | None,
) -> Iterator[Item]:
    """Yield what the inputs hold, without what the selection leaves out."""

    def taken() -> Iterator[Item]:
        for reading in readings:
            for found in reading:
                if not isinstance(found, Abstract):
                    yield found
                    continue
                item = met.meet(found) if selection.takes(found) else None
                tally.left_out += not isinstance(item, Reject)  # until it is drawn
                if item:
                    yield item
            if on_input and reading.readable:
                on_input(reading)

    for item in selection.drawn(taken()):
        tally.left_out -= not isinstance(item, Reject)
        yield item


def _replayed(items: Iterable[Item], done: journal.Journal) -> Iterator[Item]:
    """Yield the items, new abstracts that an interrupted run has dealt with as such."""
    for item in items:
        before = done.replayed(item) if isinstance(item, Abstract) else None
        yield Done(item, before) if before and isinstance(item, Abstract) else item


def _refuse_overwriting(expanded: Inputs, destination: Destination) -> None:
    outputs = {resolved(path) for path in destination.paths}
    for file in expanded.files:
        if file.path and not destination.is_stream and resolved(file.path) in outputs:
            raise OutputError(f"{file.path}: is an input and would be overwritten; give another output")


def _why_nothing(unreadable: Sequence[Reject]) -> str:
    if not unreadable:
        return "there is no input; name at least one file"
    first, more = f"{shown(unreadable[0].file)}: {unreadable[0].reason}", len(unreadable) - 1
    return f"{first} (and {more} more that cannot be read)" if more else first
