"""`extractor card`: a data card and Croissant metadata of a file of records."""

from __future__ import annotations

import argparse
import datetime as dt
from pathlib import Path

from extractor.cli.output import to_stderr, to_stdout

HELP = "write a data card and Croissant metadata"
DESCRIPTION = """\
Tell of a file of records what it is: what is in it, how it was made (from the run file beside it), what each field
means, how good it is, its limits, its licence, how to load and to cite it. With -o, README.md (with the metadata that
hubs of datasets read) and croissant.json go into a folder, which is to hold the file of records too; without, the
card is printed."""
EPILOG = """\
examples:
  extractor card records.jsonl
  extractor card records.jsonl.gz -o . --title "ICML 2025" --license cc-by-4.0 --creator "Ada Lovelace"
  extractor card records.jsonl --croissant"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "records", metavar="RECORDS", help="a file of records: JSON Lines, plain or compressed, or Parquet"
    )
    parser.add_argument("-o", "--out", metavar="DIR", type=Path, help="write README.md and croissant.json there")
    parser.add_argument("--croissant", action="store_true", help="print the Croissant metadata in place of the card")
    parser.add_argument("--title", help="what the dataset is called")
    parser.add_argument("--license", metavar="ID", help="licence of the records, as cc-by-4.0, or its URL")
    parser.add_argument("--url", help="page of the dataset")
    parser.add_argument(
        "--creator", metavar="NAME", action="append", default=[], help="who publishes it; may be given again"
    )
    parser.add_argument("--published", metavar="DATE", type=_date, help="when it is published, as 2026-03-01")
    parser.add_argument("--release", metavar="VERSION", help="which version of the dataset it is, as 1.0.0")
    parser.add_argument("--force", action="store_true", help="overwrite a README.md that is no such card")
    parser.add_argument("--run", metavar="FILE", type=Path, help="the run file (default: the one beside RECORDS)")


def call(arguments: argparse.Namespace) -> int:
    """Run the command."""
    from extractor.card import About, as_croissant, as_markdown, look_at, write_card

    about = About(
        title=arguments.title,
        license=arguments.license,
        url=arguments.url,
        creators=tuple(arguments.creator),
        published=arguments.published,
        version=arguments.release,
    )
    dataset = look_at(arguments.records, about=about, run=arguments.run)
    if dataset.run is None:
        to_stderr("extractor: there is no run file beside the records, so the card cannot say how they were made")
    elif not dataset.is_of_the_run:
        to_stderr(f"extractor: the run file is of {dataset.run.output.file} with another digest; the card says so")
    if arguments.out is None:
        to_stdout((as_croissant(dataset) if arguments.croissant else as_markdown(dataset)).removesuffix("\n"))
        return 0
    written = write_card(dataset, arguments.out, overwrite=arguments.force)
    to_stderr(f"extractor: {' and '.join(map(str, written))} written")
    if not (arguments.out / dataset.file).exists():
        to_stderr(f"extractor: they name {dataset.file}: put it into {arguments.out} too")
    return 0


def _date(text: str) -> str:
    try:
        return dt.date.fromisoformat(text).isoformat()
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text} is no date; write it as 2026-03-01") from error
