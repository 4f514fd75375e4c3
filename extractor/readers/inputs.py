"""Inputs: files, folders, globs and standard input, to the files that they stand for."""

from __future__ import annotations

import glob
import json
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from extractor.readers.base import Flaw
from extractor.readers.registry import has_known_ending

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

STDIN = "-"

_STEPS = ("", ".", "..")  # parts of a path that are no names
RUN_ENDING = ".run.json"
_NO_INPUTS = (".gold.jsonl", ".rejects.jsonl", RUN_ENDING, ".partial")


@dataclass(frozen=True, slots=True)
class Input:
    """One file to read.

    Attributes:
        path: where it is; None for standard input.
        name: what records call it: its name without its folder, or its path in the folder that was given.
        flaw: why there is no file: a folder with none that can be read, a glob that matches none. Reading it gives a
            reject, so that the other inputs are still read.
    """

    path: Path | None
    name: str
    flaw: Flaw | None = None


@dataclass(frozen=True, slots=True)
class Inputs:
    """What the inputs of a run come to.

    Attributes:
        files: the files to read, in order, each once.
        passed_over: files of the folders given that are in no known format.
    """

    files: tuple[Input, ...]
    passed_over: tuple[Path, ...]


def expand(inputs: Iterable[str | Path], *, leave_out: Collection[Path] = ()) -> Inputs:
    """Return the files that the inputs stand for: those of an input sorted, the inputs as they come.

    A folder stands for each file below it whose ending is that of a known format; hidden files, gold, what an earlier
    run wrote, and `leave_out` are passed over. A file that is named is always read. A name that is
    no file but holds `*`, `?` or `[` is a glob, in which `**` crosses folders.

    Nothing is an error here: a folder or glob that stands for no file comes as one input with a flaw, and a named file
    that is missing is left to its reader.
    """
    found: dict[Path | None, Input] = {}
    passed_over: list[Path] = []
    ours = {resolved(path) for path in leave_out}
    for given in map(str, inputs):
        if given == STDIN:
            files = [Input(None, STDIN)]
        elif os.path.isdir(given):  # noqa: PTH112 - false, no error, for what may not be looked at
            files, unknown = _files_of(Path(given), ours)
            passed_over += unknown
        elif glob.has_magic(given) and not os.path.lexists(given):
            files = _matches_of(given)
        else:
            files = [Input(Path(given), as_text(Path(given).name) or given)]
        for file in files:
            found.setdefault(file.path and resolved(file.path), file)
    return Inputs(tuple(found.values()), tuple(passed_over))


def _matches_of(pattern: str) -> list[Input]:
    paths = sorted(Path(match) for match in glob.glob(pattern, recursive=True))  # noqa: PTH207 - may be absolute
    files = [Input(path, as_text(path.name)) for path in paths if not os.path.isdir(path)]  # noqa: PTH112
    return files or [_flawed(pattern, code="no-match", reason="no file matches; check the pattern")]


def _flawed(given: str | Path, *, code: str, reason: str) -> Input:
    return Input(Path(given), as_text(given), Flaw(code=code, reason=reason))


def _files_of(folder: Path, ours: Collection[Path]) -> tuple[list[Input], list[Path]]:
    paths, shut = _below(folder)
    written = _written_earlier(paths)
    files: list[Input] = []
    unknown: list[Path] = []
    for path in sorted(paths):
        inside = path.relative_to(folder).as_posix()
        if not is_input(inside) or path in written or resolved(path) in ours:
            continue
        # A link to nothing is left to the reader, which tells that it is missing; what would never end is no file.
        if has_known_ending(path.name) and (os.path.isfile(path) or not os.path.exists(path)):  # noqa: PTH110, PTH113
            files.append(Input(path, as_text(inside)))
        else:
            unknown.append(path)
    if not (files or shut):
        reason = f"no file in it can be read ({len(paths)} looked at); name the files, with --format"
        files.append(_flawed(folder, code="empty-folder", reason=reason))
    return [*files, *shut], unknown


def _below(folder: Path) -> tuple[list[Path], list[Input]]:
    """Return all that is no folder below one, and the folders that cannot be listed.

    Links to folders are followed after all else, and each folder is listed once: so there is an end to it.
    """
    paths: list[Path] = []
    shut: list[Input] = []

    def tell(error: OSError) -> None:
        reason = f"the folder cannot be listed: {error.strerror or error}; check its permissions"
        shut.append(_flawed(error.filename, code="unreadable", reason=reason))

    listed: set[str] = set()
    waiting = [folder]
    for top in waiting:
        for here, folders, names in os.walk(top, onerror=tell):
            where = Path(here)
            real = os.path.realpath(here)
            known = real in listed or not is_input(where.relative_to(folder).as_posix())
            listed.add(real)
            folders[:] = [] if known else sorted(folders)
            waiting += [where / name for name in folders if (where / name).is_symlink()]
            paths += [] if known else [where / name for name in names]
    return paths, shut


def _written_earlier(paths: Iterable[Path]) -> set[Path]:
    """Return the files of records that the run files among some paths tell of."""
    written: set[Path] = set()
    for path in paths:
        if path.name.endswith(RUN_ENDING):
            with suppress(OSError, ValueError, TypeError, LookupError):
                written.add(path.with_name(json.loads(path.read_bytes())["output"]["file"]))
    return written


def resolved(path: Path) -> Path:
    """Return a path without links, or as it is where they lead nowhere."""
    return Path(os.path.realpath(path))


def is_input(inside: str) -> bool:
    """Whether a file of a folder or an archive is meant to be read: not hidden, not gold, not of an earlier run."""
    names = (part for part in inside.split("/") if part not in _STEPS)
    return not inside.endswith(_NO_INPUTS) and not any(name.startswith((".", "__MACOSX")) for name in names)


def shown(name: str) -> str:
    """Return what messages call an input of this name."""
    return "standard input" if name == STDIN else name


def as_text(name: str | Path) -> str:
    """Return a file name with bytes that are no UTF-8 escaped, so that it can stand in JSON."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")
