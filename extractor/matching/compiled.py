"""Patterns that are compiled once and kept in a file: `regex` takes a second for those of the rules, on every start.

`compiled` gives a pattern as `regex.compile` does. A program that wants to start fast calls `recall` before and `keep`
behind its work; where nobody does, nothing is read or written. What is kept is only ever a copy of what `regex` makes
of a pattern's own text: a file that is missing, damaged, or of another version of `regex` costs time and nothing else.
"""

from __future__ import annotations

import pickle
import secrets
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeAlias

import regex

if TYPE_CHECKING:
    from pathlib import Path

    _Kept: TypeAlias = dict[tuple[str, int], regex.Pattern[str]]

_MOST = 800  # patterns in the file, where those of older rules would gather: a run has some three hundred

_kept: _Kept = {}
_asked: _Kept = {}


def compiled(pattern: str, flags: int) -> regex.Pattern[str]:
    """Return a pattern, compiled.

    Raises:
        regex.error: it does not compile.
    """
    key = pattern, int(flags)
    if key not in _asked:
        _asked[key] = _kept.get(key) or regex.compile(pattern, flags)
    return _asked[key]


def file_in(folder: Path) -> Path:
    """Return the file in a folder that is for this version of Python and of `regex`."""
    return folder / f"patterns-{sys.implementation.cache_tag}-{regex.__version__}.pickle"


def recall(file: Path) -> None:
    """Take the patterns that were kept in a file."""
    with suppress(OSError, pickle.UnpicklingError, EOFError, ValueError, TypeError, AttributeError, regex.error):
        with file.open("rb") as stream:
            found = _Unpickler(stream).load()
        _kept.update(
            (key, pattern)
            for key, pattern in found.items()
            if isinstance(pattern, regex.Pattern) and pattern.pattern == key[0]
        )


def keep(file: Path) -> None:
    """Keep the patterns in a file, if there are new ones; where it cannot be written, none are kept."""
    if _asked.keys() <= _kept.keys():
        return
    both = _kept | _asked
    _kept.update(_asked)
    draft = file.with_name(f".{file.name}.{secrets.token_hex(4)}.tmp")
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            draft.write_bytes(pickle.dumps(both if len(both) <= _MOST else _asked, protocol=5))
            draft.replace(file)
        finally:
            draft.unlink(missing_ok=True)


class _Unpickler(pickle.Unpickler):
    """Reads patterns, texts and numbers; whoever puts anything else into the file is not served."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) != ("regex._regex", "compile"):
            raise pickle.UnpicklingError(f"{module}.{name} makes no pattern")
        return super().find_class(module, name)
