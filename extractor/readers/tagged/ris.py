"""RIS, as reference managers and databases write it: `TY  - JOUR` to `ER  -`, a two-letter tag a field.

A line with no tag goes on with the field before it, however it is indented. Databases put counters, headers and search
terms between the entries, and some leave tags there.
"""

from __future__ import annotations

from functools import partial
from typing import Final

import regex

from extractor.readers.base import Format
from extractor.readers.tagged.reading import Dialect, Tagged, follows, read

_TAG = regex.compile(r"([A-Z][A-Z0-9])  - ?+(.*+)")
_NARROW_TAG = regex.compile(
    r"""
    ( A[1-4BDNUV] | BT | C[1-8APTYN] | D[ABOP] | E[DPRT] | I[DS] | J[0-9AFO] | KW | L[1-4ABK] | M[1-3] | N[12]
    | OP | P[BPY] | R[INP] | S[ENPTV] | T[1-3AITY] | U[1-5R] | V[LO] | Y[12]
    ) [ ] - (?: [ ]++ (.*+) | \s*+ \Z )
    """,
    regex.VERBOSE,
)
_HEAD_LINES = 200


def _split(line: str) -> Tagged | None:
    """Return the tag of a line; where a space is missing before the hyphen, only one that is surely a tag."""
    if line[2:3] != " " or "-" not in line[3:5]:
        return None
    match = _TAG.match(line) or _NARROW_TAG.match(line)
    return (match[1], match[2] or "") if match else None


def _known(_tag: str, value: str) -> str | None:
    return value


DIALECT: Final = Dialect(
    split=_split,
    begins=frozenset({"TY"}),
    ends=frozenset({"ER"}),
    names={
        "abstract": ("AB", "N2"),
        "title": ("TI", "T1", "CT", "BT", "ST"),
        "id": ("AN", "ID"),
        "year": ("PY", "Y1", "DA"),
        "authors": ("AU", "A1"),
        "venue": ("T2", "JF", "JO", "BT", "J2", "JA"),
        "url": ("UR", "L2", "LK"),
        "pdf": ("L1",),
    },
    ids=("DO", "UR", "L1", "L2", "L3", "LK", "AN", "ID", "M3"),
    known=_known,
)

RIS: Final = Format(
    "ris", "RIS, as reference managers and databases export it", (".ris",),
    partial(follows, dialect=DIALECT, within=_HEAD_LINES), partial(read, dialect=DIALECT),
)  # fmt: skip
