"""`extractor score`: compare records with gold."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from extractor.cli import options
from extractor.cli.output import to_stderr, to_stdout

if TYPE_CHECKING:
    import argparse

HELP = "score records against gold"
DESCRIPTION = """\
Print precision, recall and F1 of each measure over the abstracts of a gold file.

With --reliability, print instead how often entries were right against the confidence that they claim, by confidence
and by what found them."""
EPILOG = """\
example:
  extractor score seeds/seeds.gold.jsonl records.jsonl --errors 5
  extractor score gold.jsonl records.jsonl --reliability
  extractor score gold.jsonl records.jsonl --baseline scores.json --max-drop 0.005

exit codes: 0 done, 1 an F1 is lower than the baseline's, 2 a file cannot be read"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("gold", metavar="GOLD", type=Path, help="the gold file")
    parser.add_argument("records", metavar="RECORDS", type=Path, help="the records of the same abstracts")
    parser.add_argument(
        "--errors", metavar="N", type=options.positive, default=0,
        help="also print up to N errors of each measure and kind",
    )  # fmt: skip
    parser.add_argument(
        "--reliability", action="store_true", help="print claimed confidence against observed precision instead"
    )
    options.add_json(parser)
    parser.add_argument(
        "--baseline", metavar="SCORES", type=Path,
        help="exit with 1 if an F1 is lower than in this file, which an earlier run with --json printed",
    )  # fmt: skip
    parser.add_argument(
        "--max-drop", metavar="X", type=options.from_zero, help="how much an F1 may be lower (default: 0)"
    )


def call(arguments: argparse.Namespace) -> int:
    """Run the command."""
    from extractor.errors import ExtractorError
    from extractor.gold.score import drops, score

    if arguments.max_drop is not None and not arguments.baseline:
        raise ExtractorError("--max-drop needs --baseline SCORES, the scores to compare with")
    if arguments.reliability:
        return _reliability(arguments)
    table = score(arguments.gold, arguments.records)
    fallen = drops(table, arguments.baseline, most=arguments.max_drop or 0) if arguments.baseline else []
    to_stdout(table.as_json() if arguments.json else table.as_text(errors=arguments.errors))
    for drop in fallen:
        to_stderr(f"extractor: {drop}")
    return int(bool(fallen))


def _reliability(arguments: argparse.Namespace) -> int:
    from extractor.errors import ExtractorError
    from extractor.gold.reliability import reliability

    if arguments.errors or arguments.baseline:
        raise ExtractorError("--reliability prints no scores; leave out --errors and --baseline")
    table = reliability(arguments.gold, arguments.records)
    to_stdout(table.as_json() if arguments.json else table.as_text())
    return 0
