"""`extractor explain`: show how one record came to be."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from extractor.cli import options
from extractor.cli.output import to_stdout
from extractor.errors import InputError

if TYPE_CHECKING:
    import argparse

    from extractor.abstract import Abstract
    from extractor.readers import ReadOptions

HELP = "show what found what in one abstract"
DESCRIPTION = "Show which rules fired in an abstract, what was dropped and why, and how numbers were tied to names."
EPILOG = """\
It is as wide as the terminal, or 100 columns where there is none, and in colour on a terminal unless NO_COLOR is set.

examples:
  extractor explain arxiv:2505.01234 papers.jsonl
  extractor explain arxiv:2505.01234 papers.jsonl --about 81.4%
  extractor explain 3 papers.txt --html third.html"""

_WIDTH = 100


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "id",
        metavar="ID",
        help="the id of its record, with or without its prefix, or its position in the input, from 1",
    )
    parser.add_argument("input", metavar="INPUT", help="where it stands: a file, a folder, a glob, or -")
    options.add_reading(parser)
    options.add_extractor(parser)
    parser.add_argument("--about", metavar="TEXT", help="only what is said of a name or a number")
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help="print JSON, which has all of it")
    forms.add_argument("--html", metavar="FILE", help="write one self-contained page, or print it with -")


def call(arguments: argparse.Namespace) -> int:
    """Run the command."""
    abstract = _find(arguments.id, arguments.input, form=arguments.format, reading=options.read_options(arguments))

    from extractor.explain import explain
    from extractor.explain.outline import outline

    if arguments.json and arguments.about is not None:
        raise InputError("--json has all of it; leave out --about")
    explanation = explain(options.make_extractor(arguments), abstract)
    if arguments.about is not None and not outline(explanation, about=arguments.about).under:
        raise InputError(f"{explanation.id}: nothing is said of {arguments.about!r}; leave out --about to see all")
    if arguments.json:
        to_stdout(explanation.as_json())
    elif arguments.html:
        from extractor.explain.page import as_page

        _write_page(as_page(explanation, about=arguments.about), arguments.html)
    else:
        from extractor.explain.text import as_text

        on_terminal = sys.stdout.isatty()
        width = shutil.get_terminal_size((_WIDTH, 24)).columns if on_terminal else _WIDTH
        colour = on_terminal and not os.environ.get("NO_COLOR")
        to_stdout(as_text(explanation, about=arguments.about, width=width, colour=colour))
    return 0


def _write_page(page: str, where: str) -> None:
    from extractor.writers.draft import Draft, output_errors

    if where == "-":
        to_stdout(page.removesuffix("\n"))
        return
    with Draft(Path(where)) as draft:
        with output_errors(where):
            draft.stream.write(page.encode("utf-8", "backslashreplace"))
        draft.commit()


def _find(wanted: str, where: str, *, form: str | None, reading: ReadOptions) -> Abstract:
    """Return the abstract of an id, else the one at that position of the first file that has as many.

    Raises:
        InputError: there is neither, or what stands at that position was rejected.
    """
    from extractor.abstract import Abstract
    from extractor.readers import read_abstracts
    from extractor.readers.inputs import shown

    at_position = None
    unreadable = None
    for found in read_abstracts(where, format=form, options=reading):
        if isinstance(found, Abstract):
            if wanted in {found.record_id, found.record_id.partition(":")[2]}:
                return found
            position = found.source.position if found.source else None
        else:
            position = found.position
            unreadable = unreadable or (found if position is None else None)
        if at_position is None and str(position) == wanted:
            at_position = found
    if isinstance(at_position, Abstract):
        return at_position
    if at_position:
        raise InputError(f"{at_position.place}: was rejected: {at_position.code}: {at_position.reason}")
    if unreadable:
        raise InputError(f"{shown(unreadable.file)}: {unreadable.reason}")
    raise InputError(f"{where}: no abstract has the id or position {wanted}; records have their ids in `id`")
