"""`extractor validate`: check a file of records."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from extractor.cli import options
from extractor.cli.output import counted, to_stderr, to_stdout

if TYPE_CHECKING:
    import argparse

HELP = "check a file of records"
DESCRIPTION = "Print every fault of a file of records with its line: schema, offsets, references, order, ids twice."
EPILOG = """\
example:
  extractor validate records.jsonl

exit codes: 0 no fault, 1 faults, 2 the file cannot be read"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("records", metavar="RECORDS", help="the file, plain or compressed, or - for standard input")
    options.add_json(parser)


def call(arguments: argparse.Namespace) -> int:
    """Run the command."""
    from extractor.validate import validate

    validation = validate(arguments.records)
    faults = 0
    for fault in validation.faults():
        faults += 1
        to_stdout(json.dumps(asdict(fault), ensure_ascii=False) if arguments.json else f"{arguments.records}:{fault}")
    to_stderr(f"extractor: {counted(validation.records, 'record')}, {counted(faults, 'fault')}")
    if validation.without_text:
        left_out = counted(validation.without_text, "record")
        to_stderr(f"extractor: the text is left out of {left_out}: what stands at their offsets was not checked")
    return 1 if faults else 0
