"""`extractor schema`: print a JSON Schema."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractor.cli import options
from extractor.cli.output import to_stderr, to_stdout

if TYPE_CHECKING:
    import argparse

HELP = "print a JSON Schema"
DESCRIPTION = "Print the JSON Schema (2020-12) of a record, a reject or a run file."
EPILOG = """\
example:
  extractor schema record > record.schema.json"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("name", metavar="NAME", nargs="?", default="record", help="record (default), reject or run")
    parser.add_argument("--write", metavar="DIR", type=options.folder, help="write all schemas into a folder instead")


def call(arguments: argparse.Namespace) -> int:
    """Run the command."""
    from extractor.schema import schema_text, write_schemas

    if arguments.write:
        for path in write_schemas(arguments.write):
            to_stderr(f"extractor: wrote {path}")
    else:
        to_stdout(schema_text(arguments.name).removesuffix("\n"))
    return 0
