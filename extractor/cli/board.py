"""`extractor board`: a leaderboard of one benchmark."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from extractor.cli import options
from extractor.cli.output import to_stderr, to_stdout
from extractor.errors import ExtractorError

if TYPE_CHECKING:
    import argparse

HELP = "print a leaderboard of one benchmark"
DESCRIPTION = """\
Print the results that records report on a benchmark, best first, a group for each metric and unit. The benchmark is
found by its name, an alias or its canonical name; case, hyphens and spaces do not matter.

Gains, ratios and what was improved on are no scores and are left out, with a count; --changes shows them. A
group whose metric has no known direction has no ranks."""
EPILOG = """\
examples:
  extractor board records.jsonl --list
  extractor board records.jsonl ImageNet --limit 10
  extractor board records.jsonl 'SWE-bench Verified' --markdown"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("records", metavar="RECORDS", help="a file of records, plain or compressed, or - for stdin")
    parser.add_argument("benchmark", metavar="BENCHMARK", nargs="?", help="what the benchmark is called")
    parser.add_argument("--list", action="store_true", help="list the benchmarks, those with most results first")
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--json", dest="form", action="store_const", const="json", help="print JSON")
    forms.add_argument("--csv", dest="form", action="store_const", const="csv", help="print CSV, a line a result")
    forms.add_argument("--markdown", dest="form", action="store_const", const="markdown", help="print Markdown")
    parser.add_argument(
        "--limit", metavar="N", type=options.positive, help="only the first N of the list or each group"
    )
    parser.add_argument("--changes", action="store_true", help="also show gains, ratios and what was improved on")


def call(arguments: argparse.Namespace) -> int:
    """Run the command."""
    if arguments.list == (arguments.benchmark is not None):
        raise ExtractorError("give either a benchmark or --list")
    return _list(arguments) if arguments.list else _board(arguments)


def _list(arguments: argparse.Namespace) -> int:
    from extractor.board import benchmarks
    from extractor.board.pages import list_as_text
    from extractor.readers import read_records

    if arguments.form not in (None, "json"):
        raise ExtractorError(f"--list is printed as text or --json, not as --{arguments.form}")
    rows = benchmarks(read_records(arguments.records))[: arguments.limit]
    to_stdout(json.dumps([asdict(row) for row in rows], ensure_ascii=False) if arguments.form else list_as_text(rows))
    return 0


def _board(arguments: argparse.Namespace) -> int:
    from extractor.board import board, pages
    from extractor.readers import read_records

    found = board(read_records(arguments.records), arguments.benchmark)
    printed = {"json": pages.as_json, "csv": pages.as_csv, "markdown": pages.as_markdown, None: pages.as_text}
    to_stdout(printed[arguments.form](found, limit=arguments.limit, changes=arguments.changes))
    if not found.groups:
        to_stderr(f"extractor: {found.benchmark}: no record has a score on it")
    return 0
