"""`extractor run`: extract."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from extractor.cli import options
from extractor.cli.output import counted, to_stderr
from extractor.errors import InputError, ResumeError

if TYPE_CHECKING:
    from extractor.engine.selection import Condition, Selection
    from extractor.pipeline import Extractor
    from extractor.readers import Reading
    from extractor.records import Reject, RunFile

HELP = "extract records from abstracts"
DESCRIPTION = """\
Write one validated JSON record for each abstract of the inputs. Beside the records OUT.jsonl stand OUT.run.json,
what the run was made of, and, if there are any, OUT.rejects.jsonl, what could not be used and why.

In plain text, blank lines stand between abstracts. A first line that stands alone above them names their collection,
unless it is longer than 80 characters, ends as a sentence does or says what a paper does ("We propose"); with --lines,
every line is an abstract."""
EPILOG = """\
examples:
  extractor run papers.txt -o records.jsonl
  extractor run icml/ 'neurips/**/*.jsonl' dump.tar.gz --passes links,numbers -o records.jsonl.gz
  extractor run dump.jsonl --fields abstract=summary,id=key --where 'year >= 2025 and venue ~ icml' -o records.jsonl
  zcat dump.jsonl.gz | extractor run - -o -

exit codes: 0 done, 2 nothing could be read or written, or stopped, 3 done but something was rejected"""

_SHOWN = 10  # rejects and inputs told one by one
_REJECTED = 3


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "inputs", metavar="INPUT", nargs="+", help="a file, an archive, a folder, a glob, or - for standard input"
    )
    parser.add_argument(
        "-o", "--output", metavar="OUT", required=True,
        help="where records go: a file ending in .jsonl, .jsonl.gz, .jsonl.zst or .parquet, or - for standard output",
    )  # fmt: skip
    options.add_reading(parser)
    options.add_extractor(parser)
    parser.add_argument(
        "--where", metavar="CONDITION", type=_conditions, action="append", default=[],
        help="take abstracts whose source says so, as 'year >= 2025' or 'code_url != null'; may be given again",
    )  # fmt: skip
    parser.add_argument(
        "--ids", metavar="FILE", type=Path, help="take the abstracts whose ids stand in FILE, one a line"
    )
    parser.add_argument(
        "--sample", metavar="N", type=options.positive, help="take N abstracts by chance, always the same for one seed"
    )
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="another chance for --sample (default: 0)")
    parser.add_argument("--limit", metavar="N", type=options.positive, help="take N abstracts at most, the first ones")
    parser.add_argument(
        "--no-text", dest="text", action="store_false", help="leave the abstracts' texts out of the records"
    )
    parser.add_argument("--resume", action="store_true", help="go on from where an interrupted run of the same stopped")
    parser.add_argument("--strict", action="store_true", help="stop at the first reject, and write nothing")
    parser.add_argument(
        "--batch-size", metavar="N", type=options.positive, default=32,
        help="abstracts worked on at once (default: 32); never changes what is written",
    )  # fmt: skip
    parser.add_argument(
        "-j", "--workers", metavar="N", type=options.workers, default=1,
        help="processes that extract, or auto for one a core (default: 1); never changes what is written",
    )  # fmt: skip
    parser.add_argument(
        "--timeout", metavar="SECONDS", type=options.seconds, help="reject an abstract that takes longer than this"
    )
    parser.add_argument(
        "--engine", choices=("local", "spark"), default="local",
        help="local, or spark for Apache Spark: JSON Lines or Parquet, from and to any file system it reads, into a"
        " folder OUT of shards (default: local)",
    )  # fmt: skip
    parser.add_argument(
        "--spark", metavar="NAME=VALUE", type=_setting, action="append", default=[],
        help="a setting of Spark, as spark.master=spark://host:7077; may be given again",
    )  # fmt: skip
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress and no summary, only errors")


def call(arguments: argparse.Namespace) -> int:
    """Run the command."""
    return (_on_spark if arguments.engine == "spark" else _here)(arguments)


def _frozen(arguments: argparse.Namespace) -> Extractor:
    """Return the extractor; to look for garbage in what is loaded, again and again, would take 2 to 5% of a run."""
    gc.disable()
    try:
        extractor = options.make_extractor(arguments, batch_size=arguments.batch_size)
        gc.freeze()
    finally:
        gc.enable()
    return extractor


def _on_spark(arguments: argparse.Namespace) -> int:
    from extractor.engine import spark
    from extractor.readers.inputs import as_text

    asked = {
        "--workers": arguments.workers > 1,
        "--timeout": arguments.timeout,
        "--resume": arguments.resume,
        "--strict": arguments.strict,
    }
    if named := [option for option, given in asked.items() if given]:
        raise InputError(f"{named[0]} is for this machine alone; leave it out, or run without --engine spark")
    spark.SparkOutput.of(arguments.output)
    extractor = options.make_extractor(arguments)
    run_file = spark.run(
        arguments.inputs,
        arguments.output,
        extractor=extractor,
        rules=arguments.rules,
        settings=dict(arguments.spark),
        format=arguments.format,
        reading=options.read_options(arguments),
        selection=_selection(arguments),
        text=arguments.text,
        options={"passes": list(extractor.passes), "rules": [as_text(path.name) for path in arguments.rules]},
    )
    if not arguments.quiet:
        to_stderr(_summary(run_file))
    return _REJECTED if run_file.counts.rejects else 0


def _here(arguments: argparse.Namespace) -> int:
    from tqdm import tqdm

    from extractor.engine.processes import Workers
    from extractor.engine.serial import run
    from extractor.readers.inputs import as_text
    from extractor.writers import Destination

    if arguments.spark:
        raise InputError("--spark is a setting of Spark; leave it out, or run with --engine spark")
    destination = Destination.of(arguments.output)
    selection = _selection(arguments)
    # Threads, of which workers cannot be forked: the progress bar has none then, and linear algebra, which reads this
    # when it is first imported, needs none.
    tqdm.monitor_interval = 0
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    extractor = _frozen(arguments)
    workers = None
    if arguments.workers > 1 or arguments.timeout:  # what takes too long can only be stopped from outside
        make = options.extractor_maker(arguments, batch_size=arguments.batch_size)
        workers = Workers(make, number=arguments.workers, timeout=arguments.timeout)
    rejects: list[Reject] = []
    readings: list[str] = []
    hidden = arguments.quiet or not sys.stderr.isatty()

    def tell_input(reading: Reading) -> None:
        readings.append(reading.format)
        if not arguments.quiet and len(readings) <= _SHOWN:
            bar.clear()
            to_stderr(f"extractor: {_recognised(reading)}")

    def tell_reject(reject: Reject) -> None:
        # Where there is no file of rejects beside the records, all of them are told, as they come.
        if destination.is_stream and not arguments.quiet:
            bar.clear()
            to_stderr(_told(reject))
        elif len(rejects) < _SHOWN:
            rejects.append(reject)

    try:
        with tqdm(unit=" abstracts", disable=hidden, leave=False, file=sys.stderr) as bar:
            run_file = run(
                arguments.inputs,
                arguments.output,
                extractor=extractor,
                format=arguments.format,
                reading=options.read_options(arguments),
                selection=selection,
                text=arguments.text,
                batch_size=arguments.batch_size,
                workers=workers,
                options={"passes": list(extractor.passes), "rules": [as_text(path.name) for path in arguments.rules]},
                resume=arguments.resume,
                strict=arguments.strict,
                on_progress=bar.update,
                on_reject=tell_reject,
                on_input=tell_input,
            )
    except ResumeError:
        raise
    except BaseException:
        if destination.journal and destination.journal.exists():
            to_stderr(f"extractor: what was done is kept in {destination.journal}; go on with --resume")
        raise
    rejected = sum(run_file.counts.rejects.values())
    if not arguments.quiet:
        if len(readings) > _SHOWN:
            to_stderr(f"extractor: and {len(readings) - _SHOWN} more inputs: {', '.join(sorted(set(readings)))}")
        for reject in rejects:
            to_stderr(_told(reject))
        if not destination.is_stream and rejected > len(rejects):
            to_stderr(f"extractor: rejected: {rejected - len(rejects)} more")
        to_stderr(_summary(run_file))
    return _REJECTED if rejected else 0


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise argparse.ArgumentTypeError(f"{text!r} is no setting; write NAME=VALUE, as spark.master=local[2]")
    return name, value


def _conditions(text: str) -> tuple[Condition, ...]:
    from extractor.engine.selection import conditions
    from extractor.errors import SelectionError

    try:
        return conditions(text)
    except SelectionError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _selection(arguments: argparse.Namespace) -> Selection:
    from extractor.engine.selection import Selection, read_ids

    return Selection(
        where=tuple(condition for group in arguments.where for condition in group),
        ids=read_ids(arguments.ids) if arguments.ids else None,
        sample=arguments.sample,
        seed=arguments.seed,
        limit=arguments.limit,
    )


def _told(reject: Reject) -> str:
    return f"extractor: rejected: {reject.place}: {reject.code}: {reject.reason}"


def _recognised(reading: Reading) -> str:
    from extractor.readers.inputs import shown

    return f"{shown(reading.input.name)}: {reading.format}, {counted(reading.abstracts, 'abstract')}"


def _summary(run_file: RunFile) -> str:
    counts = run_file.counts
    rejects = ", ".join(f"{number} {code}" for code, number in counts.rejects.items())
    parts = [
        f"{counted(counts.abstracts, 'abstract')} read",
        f"{counted(counts.records, 'record')} written",
        counted(counts.duplicates, "duplicate"),
        f"{sum(counts.rejects.values())} rejected" + (f" ({rejects})" if rejects else ""),
        ", ".join(counted(getattr(counts, f"{kind}s"), kind) for kind in ("method", "benchmark", "number", "link")),
        f"{run_file.seconds:.1f} s",
    ]
    if counts.left_out:
        parts.insert(1, f"{counts.left_out} not asked for")
    if counts.mended:
        parts.insert(1, f"half a character replaced by U+FFFD in {counts.mended}")
    if run_file.passed_over:
        parts.insert(1, f"{counted(len(run_file.passed_over), 'file')} of no known format passed over")
    return f"extractor: {'; '.join(parts)}"
