"""Inputs: files, folders, globs and standard input, to the files that they stand for."""

from __future__ import annotations

import glob
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from extractor.errors import InputError
from extractor.readers.registry import has_known_ending

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

STDIN = "-"

_NO_INPUTS = (".gold.jsonl", ".rejects.jsonl", ".run.json")


@dataclass(frozen=True, slots=True)
class Input:
    """One file to read.

    Attributes:
        path: where it is; None for standard input.
        name: what records call it: its name without its folder, or its path in the folder that was given.
    """

    path: Path | None
    name: str


def expand(inputs: Iterable[str | Path], *, leave_out: Collection[Path] = ()) -> tuple[Input, ...]:
    """Return the files that the inputs stand for, each once: those of an input sorted, the inputs as they come.

    A folder stands for each file below it whose ending is that of a known format; hidden files, gold, what an
    earlier run wrote beside its records, and `leave_out` are passed over. A file that is named is always read. A name that is no
    file but holds `*`, `?` or `[` is a glob, in which `**` crosses folders.

    Raises:
        InputError: a folder holds nothing that can be read, or a glob matches nothing. A named file that is missing is
            no error here: opening it gives a reject, so that the others are still read.
    """
    found: dict[Path | None, Input] = {}
    passed_over = {path.resolve() for path in leave_out}
    for given in inputs:
        for one in _expand_one(str(given), passed_over):
            found.setdefault(one.path and one.path.resolve(), one)
    return tuple(found.values())


def _expand_one(given: str, passed_over: Collection[Path]) -> Iterator[Input]:
    path = Path(given)
    if given == STDIN:
        yield Input(None, STDIN)
    elif path.is_dir():
        yield from _files_of(path, passed_over)
    elif glob.has_magic(given) and not os.path.lexists(path):
        matches = sorted(Path(match) for match in glob.glob(given, recursive=True))  # noqa: PTH207 - may be absolute
        if not matches:
            raise InputError(f"{given}: no file matches; check the pattern")
        for match in matches:
            if not match.is_dir():
                yield Input(match, as_text(match.name))
    else:
        yield Input(path, as_text(path.name) or given)


def _files_of(folder: Path, passed_over: Collection[Path]) -> Iterator[Input]:
    try:
        files = sorted(path for path in folder.rglob("*") if path.is_file())
    except OSError as error:
        raise InputError(f"{folder}: cannot be listed: {error.strerror}; check its permissions") from error
    found = False
    for path in files:
        inside = path.relative_to(folder)
        hidden = any(part.startswith(".") for part in inside.parts)
        if hidden or path.name.endswith(_NO_INPUTS) or not has_known_ending(path.name):
            continue
        if path.resolve() not in passed_over:
            found = True
            yield Input(path, as_text(inside.as_posix()))
    if not found:
        raise InputError(f"{folder}: no file in it can be read ({len(files)} looked at); name the files, with --format")


def as_text(name: str) -> str:
    """Return a file name with bytes that are no UTF-8 escaped, so that it can stand in JSON."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")
