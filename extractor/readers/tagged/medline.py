"""MEDLINE, the text that PubMed exports: a tag of four columns and a hyphen, blank lines between entries."""

from __future__ import annotations

from functools import partial
from typing import Final

import regex

from extractor.readers.base import Format
from extractor.readers.tagged.reading import Blank, Dialect, Tagged, follows, read

_TAG = regex.compile(r"([A-Z][A-Z0-9]{1,3}) *+- ?+(.*+)")
_DOI = regex.compile(r"(\S+) \[doi\]")
_HEAD_LINES = 20


def _split(line: str) -> Tagged | None:
    match = _TAG.match(line) if line[4:5] == "-" else None
    return (match[1], match[2]) if match else None


def _known(tag: str, value: str) -> str | None:
    if tag == "PMID":
        return f"pmid:{value}" if value.isdecimal() else None
    doi = _DOI.fullmatch(value)
    return f"doi:{doi[1]}" if doi else None


DIALECT: Final = Dialect(
    split=_split,
    begins=frozenset({"PMID"}),
    names={
        "abstract": ("AB",),
        "title": ("TI", "BTI"),
        "id": ("PMID",),
        "year": ("DP", "DEP", "EDAT"),
        "authors": ("FAU", "AU", "CN"),
        "venue": ("JT", "TA", "BTI"),
    },
    ids=("AID", "LID", "PMID"),
    known=_known,
    blank=Blank.END,
    name_a_line=False,
)

MEDLINE: Final = Format(
    "medline", "MEDLINE, as PubMed exports it", (".nbib", ".medline"),
    partial(follows, dialect=DIALECT, within=_HEAD_LINES), partial(read, dialect=DIALECT),
)  # fmt: skip
