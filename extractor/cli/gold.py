"""`extractor gold`: gold without its texts, and gold again."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from extractor.cli import options
from extractor.cli.output import to_stderr, to_stdout

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from extractor.gold.annotations import Attached

HELP = "make gold of annotations and public texts, and annotations of gold"
DESCRIPTION = """\
Annotations are gold without its titles and texts, which belong to others: names, figures, places, and digests of the
texts. attach finds the texts in public dumps, read as `extractor run` reads them, by digest, and writes gold; what it
does not find it tells, one paper a line: missing, or there with another text. White space makes no other text.

detach makes annotations of gold."""
EPILOG = """\
examples:
  extractor gold attach annotations/train.jsonl.gz arxiv-metadata-oai-snapshot.json anthology+abstracts.bib.gz \\
      -o train.gold.jsonl
  extractor gold detach train.gold.jsonl -o train.jsonl.gz

exit codes: 0 done, 1 texts are missing or differ, 2 a file cannot be read or written"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("action", choices=("attach", "detach"), metavar="attach | detach", help="what to do")
    parser.add_argument("file", metavar="FILE", type=Path, help="annotations to attach texts to, or gold to detach")
    parser.add_argument("inputs", metavar="INPUT", nargs="*", help="public abstracts: files, folders, globs, or -")
    parser.add_argument(
        "-o", "--output", metavar="OUT", type=Path, required=True, help="the file to write; packed if it ends in .gz"
    )
    options.add_reading(parser)
    options.add_json(parser)


def call(arguments: argparse.Namespace) -> int:
    """Run the command."""
    from extractor.errors import ExtractorError
    from extractor.gold.annotations import attach, detach_file, read_public

    if (arguments.action == "attach") != bool(arguments.inputs):
        needs = "needs INPUTs with the texts" if arguments.action == "attach" else "takes no INPUT"
        raise ExtractorError(f"gold {arguments.action} {needs}; see extractor gold --help")
    if arguments.action == "detach":
        rows = list(detach_file(arguments.file))
        _write(arguments.output, rows)
        to_stderr(f"extractor: {arguments.output}: {len(rows)} abstracts without their texts")
        return 0
    abstracts = read_public(arguments.inputs, format=arguments.format, options=options.read_options(arguments))
    found = list(attach(arguments.file, abstracts))
    _write(arguments.output, [one.gold for one in found if one.gold is not None])
    _tell(found, as_json=arguments.json)
    attached = sum(one.fate == "attached" for one in found)
    to_stderr(f"extractor: {arguments.output}: {attached} of {len(found)} abstracts")
    return int(attached < len(found))


def _write(path: Path, rows: Sequence[dict[str, object]]) -> None:
    from extractor.gold.annotations import packed, write_lines
    from extractor.writers import Draft, output_errors

    content = write_lines(rows)
    with Draft(path) as draft:
        with output_errors(path):
            draft.stream.write(packed(content) if path.suffix == ".gz" else content)
        draft.commit()


def _tell(found: Sequence[Attached], *, as_json: bool) -> None:
    for one in found:
        if as_json:
            told = {key: value for key, value in asdict(one).items() if key != "gold"}
            to_stdout(json.dumps(told, ensure_ascii=False))
        elif one.fate != "attached" or one.title_differs:
            fate = "another title" if one.fate == "attached" else one.fate
            to_stdout(f"{fate:14}{one.id:32}{one.paper or '-':32}{one.source or '-'}")
