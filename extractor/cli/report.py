"""`extractor report`: records as one page of HTML."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from extractor.cli import options
from extractor.cli.output import counted, to_stderr, to_stdout

if TYPE_CHECKING:
    import argparse

HELP = "write records as one page of HTML to look through"
DESCRIPTION = """\
Write records as one page of HTML that needs no network and no server: search and filters, counts as charts, and each
abstract with its methods, benchmarks, numbers and links marked, each number with what it is tied to.

Open it in a browser. It works by keyboard and on a phone, light and dark, and prints the records that are selected."""
EPILOG = """\
examples:
  extractor report records.jsonl -o report.html
  extractor report records.jsonl.gz -o icml.html --title 'ICML 2025'"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "records", metavar="RECORDS", help="a file of records, plain or compressed, or - for standard input"
    )
    parser.add_argument("-o", "--out", metavar="OUT", required=True, help="the file to write, or - for standard output")
    parser.add_argument("--title", metavar="TEXT", help="the heading of the page (default: Records of abstracts)")
    options.add_json(parser)


def call(arguments: argparse.Namespace) -> int:
    """Run the command."""
    from extractor.readers import read_records
    from extractor.report import write_report
    from extractor.report.writing import STDOUT, TITLE

    title = TITLE if arguments.title is None else arguments.title
    written = write_report(read_records(arguments.records), arguments.out, title=title)
    if arguments.out == STDOUT:
        return 0
    if arguments.json:
        told = {"file": arguments.out, "records": written.records, "bytes": written.size}
        to_stdout(json.dumps(told, ensure_ascii=False))
    to_stderr(f"extractor: {arguments.out}: {counted(written.records, 'record')}, {_size(written.size)}")
    return 0


def _size(number: int) -> str:
    return f"{number / 1_000_000:.1f} MB"
