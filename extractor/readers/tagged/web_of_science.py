"""Web of Science's plain text (`FN` … `PT` … `ER` … `EF`) and its tab-delimited text, with the same tags as columns."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, BinaryIO, Final

from extractor.readers.base import Flaw, Format, Piece, ReadOptions
from extractor.readers.lines import lines
from extractor.readers.tagged.reading import Dialect, Tagged, follows, piece_of, read

if TYPE_CHECKING:
    from collections.abc import Iterator

_TAG_NAMES = """
    FN VR PT AU AF BA BF CA GP BE TI SO SE BS LA DT CT CY CL SP HO DE ID AB C1 C3 RP EM RI OI FU FP FX CR NR TC Z9 U1
    U2 PU PI PA SN EI EY BN J9 JI PD PY VL IS SI PN SU MA BP EP AR DI DL D2 EA PG P2 WC WE SC GA PM UT OA HP HC DA ER
    EF X1 Y1 Z1 Z8 ZB ZR ZS ZA
"""
_TAGS = frozenset(_TAG_NAMES.split())
_KINDS = frozenset("JBSPCR")  # what the first column says a row is: a journal, a book, a series, a patent …
_HEAD_LINES = 20


def _split(line: str) -> Tagged | None:
    """Return the tag of a line: one of the known ones, since an abstract's line may lose its indentation."""
    tag = line[:2]
    return (tag, line[3:].rstrip("\n")) if tag in _TAGS and line[2:3] in " \n" else None


def _known(tag: str, value: str) -> str | None:
    if tag == "PM":
        return f"pmid:{value}" if value.isdecimal() else None
    return value


DIALECT: Final = Dialect(
    split=_split,
    begins=frozenset({"PT"}),
    ends=frozenset({"ER", "EF"}),
    names={
        "abstract": ("AB",),
        "title": ("TI",),
        "id": ("UT",),
        "year": ("PY", "EY", "EA"),
        "authors": ("AF", "AU", "CA"),
        "venue": ("SO", "SE", "J9"),
        "url": ("DL",),
    },
    ids=("DI", "D2", "UT", "PM"),
    known=_known,
)

WEB_OF_SCIENCE: Final = Format(
    "wos", "Web of Science, plain text", (".ciw", ".isi"),
    partial(follows, dialect=DIALECT, within=_HEAD_LINES), partial(read, dialect=DIALECT),
)  # fmt: skip


def _read_table(stream: BinaryIO, options: ReadOptions) -> Iterator[Piece | Flaw]:
    """Yield the abstracts of the tab-delimited text, in which nothing is quoted."""
    columns: list[str] = []
    for number, offset, text in lines(stream):
        raw = text.rstrip("\n")
        cells = raw.rstrip().split("\t")
        if not raw.strip():
            continue
        if not columns:
            columns = [cell.strip() for cell in cells]
            continue
        values = {column: [[cell]] for column, cell in zip(columns, cells, strict=False)}
        # A row that a line break cut in two may have lost a part of its abstract.
        enough = columns.index("AB") + 1 if "AB" in columns else 0
        if not enough <= len(cells) <= len(columns) or cells[0] not in _KINDS:
            reason = f"this row has {len(cells)} cells where the first has {len(columns)}; mend or remove it"
            yield Flaw(line=number, offset=offset, code="bad-row", reason=reason, raw=raw)
        else:
            yield piece_of(values, raw=raw, line=number, offset=offset, options=options, dialect=DIALECT)


def _accepts_table(head: str) -> bool:
    columns = head.removeprefix("\ufeff").partition("\n")[0].split("\t")
    return columns[0] == "PT" and {"AU", "TI", "AB"} <= set(columns)


WEB_OF_SCIENCE_TABLE: Final = Format("wos-tab", "Web of Science, tab-delimited", (), _accepts_table, _read_table)
