"""Writing the tables of records: streaming, and whole or not at all."""

from __future__ import annotations

import tempfile
from collections import Counter
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from extractor.diff.seen import OLD, SeenIds
from extractor.errors import InputError, OutputError
from extractor.tables import csv, duckdb, parquet
from extractor.tables.columns import TABLES
from extractor.tables.rows import rows_of
from extractor.writers import Draft, output_errors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from extractor.records import AbstractRecord
    from extractor.tables.columns import Row

    Writer: TypeAlias = Callable[[Sequence[Row]], None]

Form: TypeAlias = Literal["parquet", "csv"]
FORMS: tuple[Form, ...] = ("parquet", "csv")

_RECORDS_AT_ONCE = 256
_DATABASE = ".duckdb"


@dataclass(frozen=True, slots=True)
class Written:
    """What was written.

    Attributes:
        files: the file of each table, by the table's name; a database holds them all.
        rows: how many rows each table has.
    """

    files: Mapping[str, Path]
    rows: Mapping[str, int]


def write_tables(records: Iterable[AbstractRecord], out: str | Path, *, format: Form | None = None) -> Written:
    """Write the tables of records to a folder, a file a table, or to a DuckDB database.

    All files are moved into place when all are whole; before that, what was there stays.

    Args:
        records: the records, read once.
        out: a folder, made if it is not there, or a file that ends in `.duckdb`.
        format: the format of the files in a folder; Parquet by default.

    Raises:
        OutputError: something cannot be written there.
        InputError: two records have one id.
        MissingExtraError: the format needs a library that is not installed.
    """
    target = Path(out)
    if target.name.endswith(_DATABASE):
        if format is not None:
            raise OutputError(f"{out}: is a database, which has no format; leave out the format or name a folder")
        return _write_database(records, target)
    return _write_folder(records, target, form=format or "parquet")


def _write_folder(records: Iterable[AbstractRecord], folder: Path, *, form: Form) -> Written:
    if form == "parquet":
        parquet.check()
    module = parquet if form == "parquet" else csv
    files = {table.name: folder / f"{table.name}.{form}" for table in TABLES}
    with _folder(folder), ExitStack() as drafts:
        draft_of = {name: drafts.enter_context(Draft(file)) for name, file in files.items()}
        with output_errors(folder), ExitStack() as stack:
            rows = _write(
                records,
                {
                    table.name: stack.enter_context(module.open_table(draft_of[table.name].stream, table))
                    for table in TABLES
                },
            )
        for draft in draft_of.values():
            draft.finish()
        for draft in draft_of.values():
            draft.commit()
    return Written(files, rows)


@contextmanager
def _folder(folder: Path) -> Iterator[None]:
    """Make a folder, and take it away again if nothing came of it."""
    with output_errors(folder):
        if folder.exists() and not folder.is_dir():
            raise OutputError(f"{folder}: is a file; give a folder for the tables, or a file that ends in {_DATABASE}")
        made = not folder.exists()
        folder.mkdir(exist_ok=True)
    try:
        yield
    except BaseException:
        if made:
            with suppress(OSError):  # something is in it after all
                folder.rmdir()
        raise


def _write_database(records: Iterable[AbstractRecord], target: Path) -> Written:
    duckdb.check()
    with Draft(target) as draft, output_errors(target):
        with tempfile.TemporaryDirectory(prefix=f".{target.name}.", dir=draft.target.parent) as name:
            made = Path(name) / "tables.duckdb"
            with duckdb.open_tables(made, Path(name)) as writers:
                rows = _write(records, writers)
            made.replace(draft.path)
        draft.commit()
    return Written({table.name: target for table in TABLES}, rows)


def _write(records: Iterable[AbstractRecord], writers: Mapping[str, Writer]) -> Mapping[str, int]:
    rows: Counter[str] = Counter({table.name: 0 for table in TABLES})
    for batch in _batches(_keyed(records)):
        for name, write in writers.items():
            found = [row for record in batch for row in rows_of(name, record)]
            write(found)
            rows[name] += len(found)
    return dict(rows)


def _keyed(records: Iterable[AbstractRecord]) -> Iterator[AbstractRecord]:
    seen = SeenIds()
    for record in records:
        if seen.note(record.id.encode(), OLD):
            raise InputError(f"two records have the id {record.id}, so it is no key; extractor validate shows where")
        yield record


def _batches(records: Iterable[AbstractRecord]) -> Iterator[list[AbstractRecord]]:
    iterator = iter(records)
    while batch := list(islice(iterator, _RECORDS_AT_ONCE)):
        yield batch
