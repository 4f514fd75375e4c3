"""What Spark's executors do: functions from Arrow batches to Arrow batches, which know nothing of Spark.

Three steps. `measured` counts what the blocks of text files hold, so that each abstract gets its position in its file.
`read` makes abstracts of lines or rows. Spark then brings all places of an abstract together, in order, and `extracted`
makes a record of each.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby, islice
from json import dumps, loads
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from extractor.abstract import Abstract
from extractor.engine.counting import version
from extractor.engine.extracting import results_of
from extractor.engine.meeting import reject_of
from extractor.engine.selection import EVERYTHING
from extractor.engine.spool import with_places
from extractor.errors import ExtractorError
from extractor.pipeline import Extractor
from extractor.readers.base import Flaw, Piece, ReadOptions
from extractor.readers.parquet import piece_of
from extractor.readers.reading import is_mended
from extractor.readers.rows import finished, line_pieces
from extractor.records import Reject, Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    import pyarrow as pa

    from extractor.engine.selection import Selection

MEASURED = "path string, block long, items long, positions long, lines long, bytes long"
READ = "id string, file int, at long, kind string, item string, mended int"
OUT = (
    "id string, file int, kind string, code string, line string, "
    "mended int, methods int, benchmarks int, numbers int, links int"
)
"""The columns that the steps give, as Spark writes them."""

ABSTRACT, UNREADABLE, LEFT_OUT = "abstract", "unreadable", "left out"
RECORD, AGAIN, REJECT = "record", "again", "reject"
"""What a row is. `read` gives the first three; `extracted` the last three, and passes on what is no abstract."""

SAME_FATE = "the same abstract met the same fate before; see there"
_LINE_END = re.compile(rb"\r\n?|\n")
_AT_ONCE = 32
_ROWS = 256
_TYPES = {"string": "string", "int": "int32", "long": "int64"}


class Before(NamedTuple):
    """What stands in a file before a block of it."""

    items: int = 0
    positions: int = 0
    lines: int = 0
    bytes: int = 0


@dataclass(frozen=True)
class Files:
    """The files of an input.

    Attributes:
        known: of each file by its path in Spark, its number in the run and what records call it.
        before: what stands before each block, by path and the byte where Spark begins with it; of text files only.
    """

    known: Mapping[str, tuple[int, str]]
    before: Mapping[tuple[str, int], Before] = field(default_factory=dict)


@dataclass(frozen=True)
class Pipeline:
    """How the executors make their pipelines, and of what these must be.

    Attributes:
        passes: names of the passes.
        rules: the folders with further rules, as they are found on an executor.
        made_of: a digest of the version, the rules and the model of the process that began the run.
    """

    passes: tuple[str, ...]
    rules: Callable[[], tuple[str, ...]]
    made_of: str

    def extractor(self) -> Extractor:
        """Return this process's pipeline.

        Raises:
            ExtractorError: it is not made of the same.
        """
        made, digest = _made(self.passes, self.rules())
        if digest != self.made_of:
            raise ExtractorError(
                "an executor has another version, other rules or another model; install the same there"
            )
        return made


@cache
def _made(passes: tuple[str, ...], rules: tuple[str, ...]) -> tuple[Extractor, str]:
    extractor = Extractor(passes=passes, rules=tuple(map(Path, rules)))
    return extractor, digest_of(extractor)


def digest_of(extractor: Extractor) -> str:
    """Return a digest of all that records depend on."""
    made_of = {"version": version("extractor"), "rules": {**extractor.digests}, "model": extractor.model_digest}
    return hashlib.sha256(dumps(made_of, sort_keys=True).encode()).hexdigest()


def measured(batches: Iterable[pa.RecordBatch], options: ReadOptions) -> Iterator[pa.RecordBatch]:
    """Count items, positions, lines and bytes of each block; `batches` have the columns `value`, `path` and `block`."""
    counts: dict[tuple[str, int], list[int]] = {}
    for path, block, line in _lines(batches):
        count = counts.setdefault((path, block), [0, 0, 0, 0])
        for piece in line_pieces(line, options):
            count[0] += 1
            count[1] += _has_position(piece)
        count[2] += len(_LINE_END.findall(line))
        count[3] += len(line)
    yield from _batches(MEASURED, ((*key, *count) for key, count in counts.items()))


def read_lines(
    batches: Iterable[pa.RecordBatch], files: Files, *, options: ReadOptions, selection: Selection = EVERYTHING
) -> Iterator[pa.RecordBatch]:
    """Make abstracts and rejects of the lines of text files; `batches` are as those of `measured`."""

    def found() -> Iterator[tuple[int, int, Piece | Flaw, Abstract | Reject]]:
        counts: dict[tuple[str, int], list[int]] = {}
        for path, block, line in _lines(batches):
            if path not in files.known:
                continue
            number, name = files.known[path]
            count = counts.setdefault((path, block), [*files.before.get((path, block), Before())])
            items, positions, lines, size = count
            for piece in line_pieces(line, options, positions=positions, lines=lines, offset=size):
                items += 1
                positions += _has_position(piece)
                yield number, items, piece, finished(piece, name, positions if _has_position(piece) else None)
            count[:] = items, positions, lines + len(_LINE_END.findall(line)), size + len(line)

    yield from _batches(READ, _read(found(), selection))


def read_rows(
    batches: Iterable[pa.RecordBatch], files: Files, *, options: ReadOptions, selection: Selection = EVERYTHING
) -> Iterator[pa.RecordBatch]:
    """Make abstracts and rejects of the rows of tables; beside these, `batches` have the columns `_path` and `_row`."""

    def found() -> Iterator[tuple[int, int, Piece | Flaw, Abstract | Reject]]:
        for batch in batches:
            for row in batch.to_pylist():
                known = files.known.get(row.pop("_path"))
                position = row.pop("_row") + 1
                if known:
                    piece = piece_of(row, position=position, options=options)
                    yield known[0], position, piece, finished(piece, known[1], position)

    yield from _batches(READ, _read(found(), selection))


def _lines(batches: Iterable[pa.RecordBatch]) -> Iterator[tuple[str, int, bytes]]:
    for batch in batches:
        columns = (batch.column(name).to_pylist() for name in ("path", "block", "value"))
        for path, block, value in zip(*columns, strict=True):
            yield path, block, value + b"\n"


def _has_position(piece: Piece | Flaw) -> bool:
    return not isinstance(piece, Flaw) or piece.counts


def _read(
    found: Iterable[tuple[int, int, Piece | Flaw, Abstract | Reject]], selection: Selection
) -> Iterator[tuple[str, int, int, str, str | None, int]]:
    for number, at, piece, item in found:
        mended = int(isinstance(piece, Piece) and isinstance(item, Abstract) and is_mended(piece, item))
        if isinstance(item, Reject):
            yield f"{number} {at}", number, at, UNREADABLE, item.model_dump_json(), mended
        elif selection.takes(item):
            yield item.record_id, number, at, ABSTRACT, _as_text(item), mended
        else:
            yield f"{number} {at}", number, at, LEFT_OUT, None, mended


def _as_text(abstract: Abstract) -> str:
    source = abstract.source.model_dump_json() if abstract.source else None
    return dumps([abstract.text, abstract.title, abstract.id, source, abstract.line, abstract.offset])


def _from_text(item: str) -> Abstract:
    text, title, known, source, line, offset = loads(item)
    return Abstract(text, title, known, Source.model_validate_json(source) if source else None, line, offset)


Row = tuple[str, int, str, str | None, str | None, int, int, int, int, int]


def extracted(batches: Iterable[pa.RecordBatch], pipeline: Pipeline, *, text: bool) -> Iterator[pa.RecordBatch]:
    """Make a record of each abstract; `batches` are rows of `READ`, all places of an abstract together and in order."""
    rows = (row for batch in batches for row in batch.to_pylist())
    groups = ([*group] for _, group in groupby(rows, key=itemgetter("id")))

    def made() -> Iterator[Row]:
        while some := list(islice(groups, _AT_ONCE)):
            for group in some:
                yield from (_row(row, row["kind"], row["item"]) for row in group if row["kind"] != ABSTRACT)
            places = [one for group in some if (one := [row for row in group if row["kind"] == ABSTRACT])]
            if places:
                yield from _records(places, pipeline.extractor(), text=text)

    yield from _batches(OUT, made())


def _records(groups: Sequence[Sequence[Mapping[str, Any]]], extractor: Extractor, *, text: bool) -> Iterator[Row]:
    """Yield the rows of some abstracts, of each a group with all its places."""
    abstracts = [[_from_text(row["item"]) for row in group] for group in groups]
    results = results_of([places[0] for places in abstracts], extractor)
    for group, places, result in zip(groups, abstracts, results, strict=True):
        first = _folded(places[0])
        further: list[Source] = []
        for row, abstract in zip(group[1:], places[1:], strict=True):
            if _folded(abstract) != first:
                reason = f"the id {row['id']} was met before with another text; keep one of the two, or mend the id"
                yield _rejected(row, reject_of(abstract, code="duplicate-id", reason=reason))
            elif isinstance(result, Reject):
                yield _rejected(row, reject_of(abstract, code=result.code, reason=SAME_FATE))
            else:
                further += [abstract.source] if abstract.source else []
                yield _row(row, AGAIN, None)
        if isinstance(result, Reject):
            yield _rejected(group[0], result)
        else:
            yield _row(group[0], RECORD, with_places(result.line, further, text=text), result.entries)


def _folded(abstract: Abstract) -> str:
    return " ".join(abstract.text.split())


def _rejected(row: Mapping[str, Any], reject: Reject) -> Row:
    return _row(row, REJECT, reject.model_dump_json())


def _row(row: Mapping[str, Any], kind: str, line: str | None, entries: Sequence[int] = (0, 0, 0, 0)) -> Row:
    code = loads(line)["code"] if line and kind in (REJECT, UNREADABLE) else None
    methods, benchmarks, numbers, links = entries
    return row["id"], row["file"], kind, code, line, row["mended"], methods, benchmarks, numbers, links


def tabled(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Make the rows of a table of records of their lines, which stand in the column `line`."""
    import pyarrow as arrow  # noqa: ICN001, PLC0415 - an optional dependency

    from extractor.writers.parquet import rows_of, schema  # noqa: PLC0415

    for batch in batches:
        yield arrow.RecordBatch.from_pylist(rows_of(batch.column("line").to_pylist()), schema=schema())


def _batches(columns: str, rows: Iterable[Sequence[Any]]) -> Iterator[pa.RecordBatch]:
    import pyarrow as arrow  # noqa: ICN001, PLC0415 - an optional dependency

    fields = [column.split() for column in columns.split(", ")]
    schema = arrow.schema([(name, getattr(arrow, _TYPES[kind])()) for name, kind in fields])
    left = iter(rows)
    while some := list(islice(left, _ROWS)):
        arrays = [arrow.array(column, one.type) for column, one in zip(zip(*some, strict=True), schema, strict=True)]
        yield arrow.RecordBatch.from_arrays(arrays, schema=schema)
