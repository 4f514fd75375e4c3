"""Options that several commands share."""

from __future__ import annotations

import argparse
import atexit
import os
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from extractor.pipeline import Extractor
    from extractor.readers import ReadOptions

CACHE = "EXTRACTOR_CACHE"
"""The environment variable that names the folder for compiled patterns; empty, none are kept."""


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how an input is read: `--format`, its shorthand `--lines`, and `--fields`."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--format", metavar="NAME", help="format of the inputs, one of `extractor formats` (default: found out)"
    )
    group.add_argument(
        "--lines", dest="format", action="store_const", const="lines", help="plain text with one abstract a line"
    )
    parser.add_argument(
        "--fields", metavar="NAMES", type=_fields, action="append", default=[],
        help="what the inputs call their fields, as abstract=summary,id=key (default: found out)",
    )  # fmt: skip


def read_options(arguments: argparse.Namespace) -> ReadOptions:
    """Return how the options say that inputs are to be read."""
    from extractor.readers import ReadOptions

    return ReadOptions(fields={target: name for group in arguments.fields for target, name in group.items()})


def add_extractor(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how the extractor is made."""
    parser.add_argument(
        "--passes",
        metavar="NAMES",
        type=_names,
        help="passes to run, as links,numbers,definitions,names,ner (default: all)",
    )
    add_rules(parser)


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add `--rules`."""
    parser.add_argument(
        "--rules", metavar="DIR", type=folder, action="append", default=[],
        help="folder with further rules and name lists; may be given again",
    )  # fmt: skip


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add `--json`."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def make_extractor(arguments: argparse.Namespace, *, batch_size: int = 32) -> Extractor:
    """Return the extractor that the options ask for."""
    return extractor_maker(arguments, batch_size=batch_size)()


def extractor_maker(arguments: argparse.Namespace, *, batch_size: int = 32) -> Callable[[], Extractor]:
    """Return what makes the extractor that the options ask for, here or in another process."""
    if file := _patterns_file():
        _keep_at_exit(file)
    return partial(_made, file, passes=arguments.passes, rules=arguments.rules, batch_size=batch_size)


def _made(patterns: Path | None, *, passes: Sequence[str] | None, rules: Sequence[Path], batch_size: int) -> Extractor:
    from extractor.matching.compiled import recall
    from extractor.pipeline import Extractor

    if patterns:
        recall(patterns)
    return Extractor(passes=passes, rules=rules, batch_size=batch_size)


def _patterns_file() -> Path | None:
    """Return where compiled patterns are kept between commands; None if the user wants none kept."""
    from platformdirs import user_cache_path

    from extractor.matching.compiled import file_in

    folder = os.environ.get(CACHE)
    if folder is None:
        return file_in(user_cache_path("extractor", appauthor=False))
    return file_in(Path(folder)) if folder else None


@cache
def _keep_at_exit(patterns: Path) -> None:
    from extractor.matching.compiled import keep

    atexit.register(keep, patterns)


def folder(text: str) -> Path:
    """Parse the path of a folder that must be there."""
    path = Path(text)
    if not path.is_dir():
        raise argparse.ArgumentTypeError(f"{text} is no folder")
    return path


def positive(text: str) -> int:
    """Parse a whole number from 1 up."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number from 1 up")
    return int(text)


def workers(text: str) -> int:
    """Parse a number of processes; `auto`, or 0, is as many as there are cores for this one."""
    if text == "auto" or (text.isdecimal() and int(text) == 0):
        from extractor.engine.processes import cores

        return cores()
    return positive(text)


def _fields(text: str) -> dict[str, str]:
    from extractor.readers.base import FIELDS

    found: dict[str, str] = {}
    for part in text.split(","):
        target, equals, name = (word.strip() for word in part.partition("="))
        if not (equals and name) or target not in FIELDS:
            wanted = f"write abstract=NAME, with one of {', '.join(FIELDS)} before the ="
            raise argparse.ArgumentTypeError(f"{part!r} names no field; {wanted}")
        found[target] = name
    return found


def from_zero(text: str) -> float:
    """Parse a number from 0 up."""
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is no number from 0 up")
    return value


def seconds(text: str) -> float:
    """Parse a length of time above 0."""
    value = from_zero(text)
    if not value:
        raise argparse.ArgumentTypeError(f"{text} is no time; give seconds, as 30 or 0.5")
    return value


def _names(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    if not names:
        raise argparse.ArgumentTypeError(f"{text!r} names no pass; give names with commas between them")
    return names
