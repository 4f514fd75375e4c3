"""`extractor diff`: what changed between two runs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from extractor.cli import options
from extractor.cli.output import to_stderr

if TYPE_CHECKING:
    from collections.abc import Callable

    from extractor.diff import Selection, Summary
    from extractor.diff.conditions import Condition
    from extractor.diff.pages import Page

HELP = "show what changed between two runs, and why"
DESCRIPTION = """\
Compare two files of records, matched by id: which methods, benchmarks, numbers and links came, went, changed, moved,
were renamed or are tied to something else, and what caused it, as far as the run files beside them tell. Differences
of confidence, found_by or sources alone are counted, and new names told once for all records; --all shows both record
by record.

Either file may be compressed, and one may be - for standard input. In text, + is added, - removed, ~ changed, > moved,
= renamed, @ relinked, and . differs in confidence, found_by or sources alone."""
EPILOG = """\
examples:
  extractor diff old.jsonl new.jsonl
  extractor diff old.jsonl.gz new.jsonl --kind numbers --only relinked --limit all
  extractor diff old.jsonl new.jsonl --markdown --fail-on 'methods.removed > 1%'

exit codes: 0 the same, 1 different (with --fail-on: a condition holds), 2 trouble"""

_WAYS = "added, removed, changed, moved, renamed, relinked, evidence"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("old", metavar="OLD", help="a file of records, or - for standard input")
    parser.add_argument("new", metavar="NEW", help="another")
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--json", dest="form", action="store_const", const="json", help="print one JSON object")
    for form, text in (
        ("jsonl", "print one JSON object a change, as they are met"),
        ("patch", "print the JSON Patch (RFC 6902) of each record, one a line"),
        ("markdown", "print Markdown that fits into a pull request"),
        ("html", "print one self-contained page with both texts side by side"),
    ):
        forms.add_argument(f"--{form}", dest="form", action="store_const", const=form, help=text)
    forms.add_argument("-q", "--quiet", action="store_true", help="print nothing; the exit code tells")
    parser.add_argument(
        "--kind", metavar="KINDS", type=_listed, help="only these: methods,benchmarks,numbers,links,record"
    )
    parser.add_argument("--field", metavar="FIELDS", type=_listed, help="only changes of these fields, as role,unit")
    parser.add_argument(
        "--ignore", metavar="FIELDS", type=_listed, default=frozenset(),
        help="fields that are not compared, as confidence,found_by,sources",
    )  # fmt: skip
    parser.add_argument("--only", metavar="WAYS", type=_listed, help=f"only these ways of changing: {_WAYS}")
    parser.add_argument(
        "--tolerance", metavar="X", type=options.from_zero, default=0.0,
        help="take confidences and values as equal that are no more than X, or this share of the larger, apart",
    )  # fmt: skip
    parser.add_argument(
        "--all",
        action="store_true",
        help="also show new names and differences of confidence or found_by by record",
    )
    parser.add_argument(
        "--limit", metavar="N", type=_limit,
        help="how many records are shown in detail, or all (default: text 50, Markdown 20, HTML 100, else all)",
    )  # fmt: skip
    parser.add_argument("--old-run", metavar="FILE", type=Path, help="the run file of OLD (default: the one beside it)")
    parser.add_argument("--new-run", metavar="FILE", type=Path, help="the run file of NEW (default: the one beside it)")
    parser.add_argument(
        "--fail-on", metavar="CONDITION", action="append", default=[],
        help="exit with 1 only if this holds, as 'methods.removed > 1%%'; may be given again",
    )  # fmt: skip


def call(arguments: argparse.Namespace) -> int:
    """Run the command."""
    from extractor.diff import diff_files
    from extractor.diff.conditions import parse_condition
    from extractor.diff.model import WAYS
    from extractor.diff.pages import read_through, write_lines, write_page
    from extractor.diff.selecting import REAL_WAYS

    conditions = [parse_condition(text) for text in arguments.fail_on]
    selection = _selection(arguments)
    if arguments.form == "patch":
        return _patch(arguments, selection)
    diff = diff_files(
        arguments.old,
        arguments.new,
        selection=selection,
        old_run=arguments.old_run,
        new_run=arguments.new_run,
        counts_entries=any(condition.needs_totals for condition in conditions),
    )
    if arguments.quiet:
        if not conditions:
            return int(any(True for _ in diff.records()))
        return _verdict(read_through(diff), conditions)
    asked = arguments.all or selection.ways is not None or selection.fields is not None
    ways = frozenset(WAYS) if asked else None
    out = sys.stdout.buffer
    if arguments.form == "jsonl":
        summary = write_lines(diff, out, limit=arguments.limit, ways=ways or REAL_WAYS)
    else:
        summary = write_page(diff, _page(arguments), out, limit=arguments.limit, ways=ways)
    out.flush()
    if arguments.form in ("json", "jsonl"):
        for note in summary.notes:
            to_stderr(f"extractor: {note}")
    return _verdict(summary, conditions)


def _verdict(summary: Summary, conditions: list[Condition]) -> int:
    if not conditions:
        return int(summary.different)
    failed = [told for condition in conditions if (told := condition.held(summary))]
    for told in failed:
        to_stderr(f"extractor: {told}")
    return int(bool(failed))


def _patch(arguments: argparse.Namespace, selection: Selection) -> int:
    from extractor.diff import diff_patches
    from extractor.diff.pages import ALL, write_patches
    from extractor.errors import ExtractorError

    if not selection.is_all or arguments.fail_on:
        raise ExtractorError("--patch makes the new record of the old one; leave out options that select or judge")
    limit = ALL if arguments.limit is None else arguments.limit
    different = write_patches(diff_patches(arguments.old, arguments.new), sys.stdout.buffer, limit=limit)
    sys.stdout.buffer.flush()
    return int(different)


def _selection(arguments: argparse.Namespace) -> Selection:
    from extractor.diff import Selection
    from extractor.diff.model import FIELDS, KINDS, WAYS
    from extractor.errors import ExtractorError

    for option, given, known in (
        ("--kind", arguments.kind, KINDS),
        ("--only", arguments.only, WAYS),
        ("--field", arguments.field, FIELDS),
        ("--ignore", arguments.ignore, FIELDS),
    ):
        if unknown := sorted((given or frozenset()) - {*known}):
            raise ExtractorError(f"{option}: there is no {unknown[0]!r}; use some of {', '.join(known)}")
    return Selection(
        kinds=arguments.kind,
        fields=arguments.field,
        ignore=arguments.ignore,
        ways=arguments.only,
        tolerance=arguments.tolerance,
    )


def _page(arguments: argparse.Namespace) -> Page:
    from extractor.diff.pages.html import HTMLPage
    from extractor.diff.pages.json import JSONPage
    from extractor.diff.pages.markdown import MarkdownPage
    from extractor.diff.pages.text import TextPage

    pages: dict[str | None, Callable[[], Page]] = {"json": JSONPage, "markdown": MarkdownPage, "html": HTMLPage}
    make = pages.get(arguments.form)
    return make() if make else TextPage(all_names=arguments.all or arguments.limit == sys.maxsize)


def _listed(text: str) -> frozenset[str]:
    names = frozenset(name.strip() for name in text.split(",") if name.strip())
    if not names:
        raise argparse.ArgumentTypeError(f"{text!r} names nothing; give names with commas between them")
    return names


def _limit(text: str) -> int:
    if text == "all":
        return sys.maxsize
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text} is neither a whole number nor 'all'")
    return int(text)
