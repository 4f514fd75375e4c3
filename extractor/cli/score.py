"""`extractor score`: compare records with gold."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from extractor.cli import options
from extractor.cli.output import to_stdout

if TYPE_CHECKING:
    import argparse

HELP = "score records against gold"
DESCRIPTION = "Print precision, recall and F1 of each measure over the abstracts of a gold file."
EPILOG = """\
example:
  extractor score seeds/seeds.gold.jsonl records.jsonl --errors 5"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("gold", metavar="GOLD", type=Path, help="the gold file")
    parser.add_argument("records", metavar="RECORDS", type=Path, help="the records of the same abstracts")
    parser.add_argument(
        "--errors", metavar="N", type=options.positive, default=0,
        help="also print up to N errors of each measure and kind",
    )  # fmt: skip
    options.add_json(parser)


def call(arguments: argparse.Namespace) -> int:
    """Run the command."""
    from extractor.score import score

    table = score(arguments.gold, arguments.records)
    to_stdout(table.as_json() if arguments.json else table.as_text(errors=arguments.errors))
    return 0
