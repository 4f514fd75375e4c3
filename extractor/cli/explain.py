"""`extractor explain`: show how one record came to be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractor.cli import options
from extractor.cli.output import to_stdout
from extractor.errors import InputError

if TYPE_CHECKING:
    import argparse

    from extractor.abstract import Abstract

HELP = "show what found what in one abstract"
DESCRIPTION = "Show which rules fired in an abstract, what was dropped and why, and how numbers were tied to names."
EPILOG = """\
examples:
  extractor explain arxiv:2505.01234 papers.jsonl
  extractor explain 3 papers.txt"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "id",
        metavar="ID",
        help="the id of its record, with or without its prefix, or its position in the input, from 1",
    )
    parser.add_argument("input", metavar="INPUT", help="where it stands: a file, a folder, a glob, or -")
    options.add_format(parser)
    options.add_extractor(parser)
    options.add_json(parser)


def call(arguments: argparse.Namespace) -> int:
    """Run the command."""
    abstract = _find(arguments.id, arguments.input, form=arguments.format)

    from extractor.explain import explain

    explanation = explain(options.make_extractor(arguments), abstract)
    to_stdout(explanation.as_json() if arguments.json else explanation.as_text())
    return 0


def _find(wanted: str, where: str, *, form: str | None) -> Abstract:
    """Return the abstract of an id, else the one at that position of the first file.

    Raises:
        InputError: there is neither.
    """
    from extractor.abstract import Abstract
    from extractor.readers import read_abstracts

    at_position = None
    rejected = None
    for found in read_abstracts(where, format=form):
        if not isinstance(found, Abstract):
            rejected = rejected or found
            continue
        if wanted in {found.record_id, found.record_id.partition(":")[2]}:
            return found
        if at_position is None and found.source and str(found.source.position) == wanted:
            at_position = found
    if at_position:
        return at_position
    if rejected and rejected.position is None:
        raise InputError(rejected.reason)
    raise InputError(f"{where}: no abstract has the id or position {wanted}; records have their ids in `id`")
