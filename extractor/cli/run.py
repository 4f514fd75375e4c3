"""`extractor run`: extract."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from extractor.cli import options
from extractor.cli.output import counted, to_stderr

if TYPE_CHECKING:
    import argparse

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
  extractor run icml/ 'neurips/**/*.jsonl' --passes links,numbers -o records.jsonl.gz
  zcat dump.jsonl.gz | extractor run - -o -

exit codes: 0 done, 2 nothing could be read or written, 3 done but something was rejected"""

_SHOWN_REJECTS = 10
_REJECTED = 3


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("inputs", metavar="INPUT", nargs="+", help="a file, a folder, a glob, or - for standard input")
    parser.add_argument(
        "-o", "--output", metavar="OUT", required=True,
        help="where records go: a file ending in .jsonl, .jsonl.gz or .jsonl.zst, or - for standard output",
    )  # fmt: skip
    options.add_format(parser)
    options.add_extractor(parser)
    parser.add_argument(
        "--batch-size", metavar="N", type=options.positive, default=32,
        help="abstracts worked on at once (default: 32); never changes what is written",
    )  # fmt: skip
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress and no summary, only errors")


def call(arguments: argparse.Namespace) -> int:
    """Run the command."""
    from tqdm import tqdm

    from extractor.engine.serial import run
    from extractor.readers.inputs import as_text
    from extractor.writers import Destination

    extractor = options.make_extractor(arguments, batch_size=arguments.batch_size)
    rejects: list[Reject] = []
    # Where there is no file of rejects beside the records, all of them are told.
    shown = sys.maxsize if Destination.of(arguments.output).is_stream else _SHOWN_REJECTS
    hidden = arguments.quiet or not sys.stderr.isatty()
    with tqdm(unit=" abstracts", disable=hidden, leave=False, file=sys.stderr) as bar:
        run_file = run(
            arguments.inputs,
            arguments.output,
            extractor=extractor,
            format=arguments.format,
            batch_size=arguments.batch_size,
            options={"passes": list(extractor.passes), "rules": [as_text(path.name) for path in arguments.rules]},
            on_progress=bar.update,
            on_reject=lambda reject: rejects.append(reject) if len(rejects) < shown else None,
        )
    rejected = sum(run_file.counts.rejects.values())
    if not arguments.quiet:
        for reject in rejects:
            to_stderr(f"extractor: rejected: {_told(reject)}")
        if rejected > len(rejects):
            to_stderr(f"extractor: rejected: {rejected - len(rejects)} more")
        to_stderr(_summary(run_file))
    return _REJECTED if rejected else 0


def _told(reject: Reject) -> str:
    from extractor.readers.inputs import shown

    place = shown(reject.file) if reject.line is None else f"{shown(reject.file)}:{reject.line}"
    return f"{place}: {reject.code}: {reject.reason}"


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
    if run_file.passed_over:
        parts.insert(1, f"{counted(len(run_file.passed_over), 'file')} of no known format passed over")
    return f"extractor: {'; '.join(parts)}"
