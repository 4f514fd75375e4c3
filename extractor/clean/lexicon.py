"""Words, by which a word that was cut in two is told from two words."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def words() -> frozenset[str]:
    """Return the words of the field in small letters, and with one hyphen those that are mostly written so.

    `benchmarks/words.py` says how the list was made. It is read when it is first needed, as few texts need it.
    """
    return frozenset(files(__package__).joinpath("words.txt").read_text(encoding="utf-8").split())
