"""`extractor formats`: list what inputs may be in."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from extractor.cli import options
from extractor.cli.output import to_stdout

if TYPE_CHECKING:
    import argparse

HELP = "list the input formats"
DESCRIPTION = """\
List the formats that are read: the name that --format takes, the usual endings of their files, and what they are.

A file's format is found from its content and its name. Any of them may be compressed with gzip, bzip2, xz or Zstandard,
or stand in a zip or tar archive."""
EPILOG = """\
example:
  extractor formats --json"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    options.add_json(parser)


def call(arguments: argparse.Namespace) -> int:
    """Run the command."""
    from extractor.readers.registry import FORMATS

    if arguments.json:
        to_stdout(json.dumps([{"name": f.name, "endings": f.endings, "description": f.description} for f in FORMATS]))
        return 0
    endings = [" ".join(form.endings) or "-" for form in FORMATS]
    wide, wider = max(len(form.name) for form in FORMATS), max(map(len, endings))
    for form, usual in zip(FORMATS, endings, strict=True):
        to_stdout(f"{form.name:{wide}}  {usual:{wider}}  {form.description}")
    return 0
