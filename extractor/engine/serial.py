"""One process, one abstract after the other: read, extract, write."""

from __future__ import annotations

import time
from collections import defaultdict
from contextlib import ExitStack
from datetime import UTC, datetime
from platform import python_version
from typing import TYPE_CHECKING, Any

from extractor.abstract import Abstract
from extractor.engine.counting import LIBRARIES, Tally, version
from extractor.engine.extracting import batches, extracted
from extractor.engine.meeting import Again, Met, reject_of
from extractor.engine.spool import RejectsFile, Spool
from extractor.errors import InputError, OutputError
from extractor.readers import expand, open_input
from extractor.readers.inputs import as_text, shown
from extractor.records import SCHEMA_VERSION, Reject, RunFile
from extractor.writers import Destination, Draft, output_errors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from extractor.engine.extracting import Extracts, Item
    from extractor.readers import Inputs, Reading
    from extractor.records import Source


def run(
    inputs: Sequence[str | Path],
    out: str | Path,
    *,
    extractor: Extracts,
    format: str | None = None,
    batch_size: int = 32,
    options: Mapping[str, Any] | None = None,
    on_progress: Callable[[int], object] | None = None,
    on_reject: Callable[[Reject], object] | None = None,
) -> RunFile:
    """Extract all abstracts of the inputs into a file of records; return what the run was.

    The records stand in the order of the inputs; an abstract met again adds its place to the record of the first. The
    file appears whole at the end, with the rejects and the run file beside it; until then, and after any failure, the
    files of an earlier run are as they were. Neither the abstracts nor the records are held in memory.

    Args:
        inputs: files, folders, globs; `-` for standard input.
        out: the file of records, `.jsonl`, `.jsonl.gz` or `.jsonl.zst`; `-` for standard output, which like a device
            gets neither rejects nor a run file.
        extractor: what makes records of abstracts.
        format: the format of the inputs; found from content and name where it is not given.
        batch_size: how many abstracts the extractor gets at once. It shapes nothing but speed and memory.
        options: what the run file says about how the extractor was made.
        on_progress: called with the number of abstracts that were dealt with since its last call.
        on_reject: called with each reject.

    Raises:
        InputError: nothing could be read at all.
        OutputError: the output cannot be written, or is one of the inputs.
        MissingExtraError: an input or the output needs a library that is not installed.
    """
    started, clock = datetime.now(UTC), time.perf_counter()
    destination = Destination.of(out)
    expanded = expand(inputs, leave_out=destination.paths)
    _refuse_overwriting(expanded, destination)
    readings = [open_input(file, format=format) for file in expanded.files]
    unreadable: list[Reject] = []
    tally = Tally()

    def count_reject(reject: Reject) -> None:
        tally.rejects[reject.code] += 1
        if reject.position is None:
            unreadable.append(reject)
        if on_reject:
            on_reject(reject)

    with output_errors(destination.name), ExitStack() as stack:
        spool = Spool(destination, stack)
        rejects = RejectsFile(destination, stack, on_reject=count_reject)
        more_sources = _write_all(
            readings,
            extractor,
            spool=spool,
            rejects=rejects,
            tally=tally,
            batch_size=batch_size,
            on_progress=on_progress,
        )
        if not any(reading.readable for reading in readings):
            raise InputError(_why_nothing(unreadable))
        rejects.finish()
        output = spool.finish(more_sources)
        run_file = RunFile(
            schema_version=SCHEMA_VERSION,
            extractor=version("extractor"),
            python=python_version(),
            libraries={name: version(name) for name in LIBRARIES},
            rules=dict(sorted(extractor.digests.items())),
            model=extractor.model_digest,
            options={"format": format, "batch_size": batch_size, **(options or {})},
            inputs=tuple(reading.file for reading in readings if reading.file),
            passed_over=tuple(as_text(path) for path in expanded.passed_over),
            output=output,
            counts=tally.counts(abstracts=sum(reading.abstracts for reading in readings)),
            started=started.isoformat(timespec="seconds"),
            seconds=round(time.perf_counter() - clock, 3),
        )
        draft = stack.enter_context(Draft(destination.run)) if destination.run else None
        if draft:
            draft.stream.write(run_file.model_dump_json(indent=2).encode() + b"\n")
            draft.finish()
        # The run file comes last: where its digest is that of the records, all three files are of one run.
        rejects.commit()
        spool.commit()
        if draft:
            draft.commit()
    return run_file


def _write_all(
    readings: Iterable[Reading],
    extractor: Extracts,
    *,
    spool: Spool,
    rejects: RejectsFile,
    tally: Tally,
    batch_size: int,
    on_progress: Callable[[int], object] | None,
) -> dict[str, list[Source]]:
    """Write the records and rejects of all readings; return the further sources of records, by id."""
    more_sources: dict[str, list[Source]] = defaultdict(list)
    failed: set[str] = set()
    for batch in batches(_items(readings), batch_size):
        for item, result in extracted(batch, extractor):
            if isinstance(item, Reject):
                rejects.write(item)
            elif isinstance(item, Again) and item.abstract.record_id in failed:
                reason = "the same abstract failed before; please report it"
                rejects.write(reject_of(item.abstract, code="failed", reason=reason))
            elif isinstance(item, Again):
                tally.duplicates += 1
                if item.abstract.source:
                    more_sources[item.abstract.record_id].append(item.abstract.source)
            elif isinstance(result, Reject):
                failed.add(item.record_id)
                rejects.write(result)
            elif result:
                spool.write(result.line)
                tally.add(result.record)
        if on_progress:
            on_progress(len(batch))
    return more_sources


def _items(readings: Iterable[Reading]) -> Iterator[Item]:
    met = Met()
    for reading in readings:
        for found in reading:
            yield met.meet(found) if isinstance(found, Abstract) else found


def _refuse_overwriting(expanded: Inputs, destination: Destination) -> None:
    outputs = {path.resolve() for path in destination.paths}
    for file in expanded.files:
        if file.path and not destination.is_stream and file.path.resolve() in outputs:
            raise OutputError(f"{file.path}: is an input and would be overwritten; give another output")


def _why_nothing(unreadable: Sequence[Reject]) -> str:
    if not unreadable:
        return "there is no input; name at least one file"
    first, more = f"{shown(unreadable[0].file)}: {unreadable[0].reason}", len(unreadable) - 1
    return f"{first} (and {more} more that cannot be read)" if more else first
