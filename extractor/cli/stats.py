"""`extractor stats`: what a file of records holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from extractor.cli import options
from extractor.cli.output import to_stderr, to_stdout
from extractor.errors import ExtractorError, OutputError

if TYPE_CHECKING:
    import argparse

    from extractor.stats import Stats

HELP = "count what a file of records holds, and what it may miss"
DESCRIPTION = """\
Print how many records have methods, benchmarks, numbers, links and code, the commonest of them, what results are tied
to, records by year and venue, and marks of what cannot be right (an accuracy of 140%).

With --unexplained, print instead the digits in the texts that no entry accounts for and no rule excludes, by shape:
what the extractor may have missed."""
EPILOG = """\
examples:
  extractor stats records.jsonl
  extractor stats records.jsonl --plot stats.svg
  extractor stats --unexplained records.jsonl --top 30"""

_PLOTS = (".svg", ".png")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("records", metavar="RECORDS", help="a file of records, plain or compressed, or - for stdin")
    parser.add_argument(
        "--top", metavar="N", type=options.positive, default=10, help="how many of each list (default: 10)"
    )
    parser.add_argument(
        "--plot", metavar="FILE", type=Path, help="also draw the counts into a file that ends in .svg or .png"
    )
    parser.add_argument("--unexplained", action="store_true", help="print the digits that no entry accounts for")
    options.add_rules(parser)
    options.add_json(parser)


def call(arguments: argparse.Namespace) -> int:
    """Run the command."""
    from extractor.readers import read_records

    if arguments.unexplained:
        if arguments.plot:
            raise ExtractorError("--plot draws the counts; leave out --unexplained")
        return _unexplained(arguments)
    if arguments.rules:
        raise ExtractorError("--rules is for --unexplained; counts need no rules")
    if arguments.plot and arguments.plot.suffix.lower() not in _PLOTS:
        raise OutputError(f"{arguments.plot}: plots are SVG or PNG; name a file that ends in .svg or .png")

    from extractor.stats import count
    from extractor.stats.pages import as_text

    stats = count(read_records(arguments.records), top=arguments.top)
    if arguments.plot:
        _plot(stats, arguments.plot, title=f"{Path(arguments.records).name}: {stats.records} records")
    told = (
        json.dumps(stats.as_dict(), ensure_ascii=False, indent=2)
        if arguments.json
        else as_text(stats, top=arguments.top)
    )
    to_stdout(told)
    return 0


def _plot(stats: Stats, path: Path, *, title: str) -> None:
    from extractor.stats.pages import charts_of
    from extractor.stats.picture import as_png, as_svg
    from extractor.writers import Draft, output_errors

    charts = charts_of(stats)
    picture = as_png(title, charts) if path.suffix.lower() == ".png" else as_svg(title, charts).encode()
    with Draft(path) as draft:
        with output_errors(path):
            draft.stream.write(picture)
        draft.commit()
    to_stderr(f"extractor: drawn into {path}")


def _unexplained(arguments: argparse.Namespace) -> int:
    from extractor.readers import read_records
    from extractor.rules import load
    from extractor.stats import find_unexplained
    from extractor.stats.pages import unexplained_as_text

    found = find_unexplained(read_records(arguments.records), rules=load(arguments.rules), top=arguments.top)
    to_stdout(
        json.dumps(found.as_dict(), ensure_ascii=False, indent=2) if arguments.json else unexplained_as_text(found)
    )
    return 0
