"""Arrow batches of abstracts in, Arrow batches of records out: for whatever runs functions over Arrow data."""

from __future__ import annotations

from functools import cache
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING, Any

from extractor.abstract import Abstract
from extractor.engine.extracting import results_of
from extractor.engine.spool import with_places
from extractor.errors import InputError, MissingExtraError
from extractor.pipeline import Extractor
from extractor.readers import ReadOptions, row_of
from extractor.readers.base import FIELDS
from extractor.records import Reject

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path
    from types import ModuleType

    import pyarrow as pa

PLACE = ("file", "position")
COLUMNS = ("id", "record", "reject")
"""What comes out: the record's id, its line, and, in a row that has none, the line of its reject. All are strings."""

_AT_ONCE = 32
_ONE_AT_A_TIME = Lock()  # engines call from several threads; the caches of a pipeline are made for one


def map_batches(
    batches: Any,
    *,
    columns: Mapping[str, str] | None = None,
    passes: Sequence[str] | None = None,
    rules: Sequence[str | Path] = (),
    text: bool = True,
) -> Any:
    """Extract a record from each row of Arrow data. A batch gives a batch, a table a table, an iterable an iterator.

    Out come as many rows as went in, in the same order, with the columns of `COLUMNS`: `record` holds the very line
    that `extractor run` writes, or null where nothing can be made of a row; `reject` then says why, as a line of a file
    of rejects. Rows are taken one by one: that an abstract comes twice is not noticed.

    The pipeline is made once in a process, at the first call, and serves one thread at a time.

    Args:
        batches: a `RecordBatch`, a `Table`, or an iterable of batches. The columns are found by their usual names, as
            in a Parquet file: `abstract`, `text` or `summary`, and `id`, `title`, `year`, `authors`, `venue`, `url`, ….
        columns: what columns are called instead, as `{"abstract": "body"}`. With `file` and `position` are named those
            that say where an abstract stands, for its record's `sources`; without them it is `-` and 1.
        passes: names of the passes to run; all of them by default.
        rules: folders with further rules and name lists.
        text: whether the abstracts' texts stand in the records.

    Raises:
        InputError: `columns` names something else than a field, or a column that is not there; or no column holds text.
        MissingExtraError: pyarrow is not installed.
        ExtractorError: the pipeline cannot be made of these passes and rules.
    """
    arrow = _library()
    named = dict(columns or {})
    if unknown := [field for field in named if field not in (*FIELDS, *PLACE)]:
        raise InputError(f"columns: there is no field {unknown[0]!r}; use {', '.join((*FIELDS, *PLACE))}")
    made = (None if passes is None else tuple(passes), tuple(map(str, rules)))

    def mapped(batch: pa.RecordBatch) -> pa.RecordBatch:
        if missing := [name for name in named.values() if name.partition(".")[0] not in batch.schema.names]:
            raise InputError(f"there is no column {missing[0]!r}, but {', '.join(map(repr, batch.schema.names))}")
        return _batch(arrow, list(_rows(batch, named, made, text=text)))

    if isinstance(batches, arrow.RecordBatch):
        return mapped(batches)
    if isinstance(batches, arrow.Table):
        return arrow.Table.from_batches(map(mapped, batches.to_batches()), schema())
    return map(mapped, batches)


def schema() -> pa.Schema:
    """Return the columns that come out.

    Raises:
        MissingExtraError: pyarrow is not installed.
    """
    arrow = _library()
    return arrow.schema([(name, arrow.string()) for name in COLUMNS])


def _library() -> ModuleType:
    try:
        import pyarrow as arrow  # noqa: ICN001, PLC0415 - an optional dependency
    except ImportError as error:
        raise MissingExtraError(feature="Arrow data", extra="parquet") from error
    library: ModuleType = arrow
    return library


def _batch(arrow: ModuleType, rows: Sequence[tuple[str | None, str | None, str | None]]) -> pa.RecordBatch:
    columns = zip(*rows, strict=True) if rows else ((),) * len(COLUMNS)
    return arrow.RecordBatch.from_arrays([arrow.array(one, arrow.string()) for one in columns], schema=schema())


@cache
def made_once(passes: tuple[str, ...] | None, rules: tuple[str, ...]) -> Extractor:
    """Return the extractor of this process that runs these passes with these rules."""
    return Extractor(passes=passes, rules=rules)


def _rows(
    batch: pa.RecordBatch, named: Mapping[str, str], made: tuple[tuple[str, ...] | None, tuple[str, ...]], *, text: bool
) -> Iterator[tuple[str | None, str | None, str | None]]:
    options = ReadOptions(fields={field: name for field, name in named.items() if field in FIELDS})
    file, position = (named.get(name) for name in PLACE)
    given = (
        row_of(
            row,
            file=str(row[file]) if file and row[file] else "-",
            position=int(row[position]) if position and row[position] else 1,
            options=options,
        )
        for row in batch.to_pylist()
    )
    while some := list(islice(given, _AT_ONCE)):
        abstracts = [one for one in some if isinstance(one, Abstract)]
        with _ONE_AT_A_TIME:
            results = iter(results_of(abstracts, made_once(*made)))
        for one in some:
            result = one if isinstance(one, Reject) else next(results)
            record_id = one.record_id if isinstance(one, Abstract) else None
            if isinstance(result, Reject):
                yield record_id, None, result.model_dump_json()
            else:
                yield record_id, with_places(result.line, (), text=text), None
