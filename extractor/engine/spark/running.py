"""A run on Spark from end to end."""

from __future__ import annotations

import secrets
import time
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from extractor.engine.counting import made_of_what
from extractor.engine.selection import EVERYTHING
from extractor.engine.spark import steps
from extractor.engine.spark.session import FileSystem, last_line, session
from extractor.engine.spark.steps import AGAIN, LEFT_OUT, RECORD, REJECT, UNREADABLE, Before, Files, Pipeline
from extractor.errors import ExtractorError, InputError, OutputError
from extractor.readers import ReadOptions
from extractor.readers.fields import is_known
from extractor.readers.inputs import is_input
from extractor.records import SCHEMA_VERSION, Counts, InputFile, OutputFile, RunFile
from extractor.writers import endings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from extractor.engine.selection import Selection
    from extractor.pipeline import Extractor

JSON_LINES, PARQUET = "jsonl", "parquet"
FORMATS = (JSON_LINES, PARQUET)
_PARQUET_ENDINGS = (".parquet", ".pq")
_LINE_ENDINGS = tuple(f"{ending}{packed}" for ending in (".jsonl", ".ndjson") for packed in ("", ".gz", ".bz2"))
_OUTPUTS = (".jsonl", ".jsonl.gz", ".parquet")
_GLOB = frozenset("*?[{")


@dataclass(frozen=True)
class SparkOutput:
    """Where a run on Spark writes to: folders of shards, and one run file beside them.

    Attributes:
        records: the folder of the records, which is called as a local run's file is.
        rejects: the folder of the rejects, if there are any.
        run: the run file.
    """

    records: str
    rejects: str
    run: str

    @classmethod
    def of(cls, out: str) -> SparkOutput:
        """Return what goes with an output.

        Raises:
            OutputError: its ending is none that Spark writes records to.
        """
        whole = out.rstrip("/")
        name = whole.rpartition("/")[2]
        if not name.endswith(_OUTPUTS):
            raise OutputError(f"{out}: on Spark, records are written to a folder that ends in {', '.join(_OUTPUTS)}")
        stem = f"{whole[: -len(name)]}{endings.stem(name)}"
        return cls(whole, f"{stem}.rejects.jsonl", f"{stem}.run.json")


def run(
    inputs: Sequence[str],
    out: str,
    *,
    extractor: Extractor,
    rules: Sequence[Path] = (),
    settings: Mapping[str, str] | None = None,
    format: str | None = None,
    reading: ReadOptions | None = None,
    selection: Selection = EVERYTHING,
    text: bool = True,
    options: Mapping[str, Any] | None = None,
) -> RunFile:
    """Extract all abstracts of the inputs into folders of shards; return what the run was.

    The records are those of a local run, places of an abstract that is met again included; only their order is another.
    An executor that is lost is Spark's to replace. Records and rejects appear when all is done, the run file last.

    Args:
        inputs: files, folders or globs of JSON Lines or Parquet, in any file system that Spark reads.
        out: the folder of records, whose name ends in `.jsonl`, `.jsonl.gz` or `.parquet`.
        extractor: a pipeline as the executors are to have; they make their own, of the same version, rules and model.
        rules: the folders with further rules of which it was made.
        settings: Spark's settings, as `{"spark.master": "local[2]"}`.
        format: the format of the inputs, one of `FORMATS`; told by their names where it is not given.
        reading: what else is said of how the inputs are to be read.
        selection: which of the abstracts are taken, by what their sources say.
        text: whether the abstracts' texts stand in the records.
        options: what the run file says about how the extractor was made.

    Raises:
        InputError: there is nothing to read.
        OutputError: the output cannot be written.
        MissingExtraError: pyspark is not installed.
        ExtractorError: Spark cannot be started, or gives up.
    """
    started, clock = datetime.now(UTC), time.perf_counter()
    output = SparkOutput.of(out)
    if format not in (None, *FORMATS):
        raise InputError(f"--engine spark reads {' and '.join(FORMATS)}; convert the inputs, or run without it")
    if selection.sample is not None or selection.limit is not None:
        raise InputError("--sample and --limit need the order of the inputs: run without --engine spark")
    made_of = made_of_what(
        extractor,
        {
            "format": format,
            "fields": dict(reading.fields) if reading else {},
            "selection": selection.described,
            "text": text,
            "timeout": None,
            "engine": "spark",
            **(options or {}),
        },
    )
    with session(settings or {}) as spark:
        pipeline = Pipeline(extractor.passes, _sent(spark, rules), steps.digest_of(extractor))
        work = _Work(spark, output)
        try:
            read = [*_read(spark, inputs, format=format, options=reading or ReadOptions(), selection=selection)]
            counts = work.write([frame for one in read for frame in one.frames], pipeline, text=text)
        except ExtractorError:
            raise
        except Exception as error:
            raise ExtractorError(f"Spark gives up: {last_line(error)}") from error
        finally:
            work.clear()
        files = [(name, one.format) for one in read for name in one.names]
        run_file = RunFile(
            schema_version=SCHEMA_VERSION,
            **made_of,
            inputs=tuple(
                InputFile(file=name, format=form, abstracts=counts.abstracts[at], sha256=None)
                for at, (name, form) in enumerate(files)
            ),
            passed_over=tuple(name for one in read for name in one.passed_over),
            output=counts.output,
            counts=counts.whole(),
            started=started.isoformat(timespec="seconds"),
            seconds=round(time.perf_counter() - clock, 3),
        )
        FileSystem(spark, output.run).write(output.run, run_file.model_dump_json(indent=2).encode() + b"\n")
    return run_file


def _sent(spark: Any, rules: Sequence[Path]) -> Callable[[], tuple[str, ...]]:
    """Send folders of rules to the executors; return what tells an executor where it has them."""
    names = tuple(folder.resolve().name for folder in rules)
    if len(set(names)) < len(names):
        raise ExtractorError("two folders given with --rules have one name; on Spark, rename one")
    for folder in rules:
        spark.sparkContext.addFile(str(folder.resolve()), recursive=True)
    return partial(_found, names)


def _found(names: tuple[str, ...]) -> tuple[str, ...]:
    from pyspark import SparkFiles  # noqa: PLC0415 - an optional dependency

    return tuple(SparkFiles.get(name) for name in names)


@dataclass(frozen=True)
class _Input:
    """An input: its files by their names in records, and frames of `READ`."""

    format: str
    names: tuple[str, ...]
    passed_over: tuple[str, ...]
    frames: tuple[Any, ...]


def _read(
    spark: Any, inputs: Sequence[str], *, format: str | None, options: ReadOptions, selection: Selection
) -> Iterable[_Input]:
    """Yield what the inputs come to, each file once."""
    seen: set[str] = set()
    number = 0
    for given in inputs:
        if given == "-":
            raise InputError("--engine spark cannot read standard input; give files")
        form = format or (PARQUET if given.rstrip("/").endswith(_PARQUET_ENDINGS) else JSON_LINES)
        load = _rows if form == PARQUET else _lines
        try:
            found = load(spark, given, options)
        except Exception as error:
            raise InputError(f"{given}: {last_line(error)}") from error
        frame, before, step, paths = found
        system = FileSystem(spark, given)
        folder = "" if _GLOB & set(given) or not system.is_folder(given) else f"{_plain(system.whole(given))}/"
        names = {path: _name(path, folder) for path in paths if path not in seen}
        endings_of_it = _PARQUET_ENDINGS if form == PARQUET else _LINE_ENDINGS
        taken = {
            path: name
            for path, name in names.items()
            if not folder or (name.endswith(endings_of_it) and is_input(name))
        }
        ordered = sorted(taken.items(), key=lambda one: Path(one[1]) if folder else Path(_plain(one[0])))
        known = {path: (at, name) for at, (path, name) in enumerate(ordered, number)}
        seen.update(names)
        number += len(known)
        run_step = partial(step, files=Files(known, before), options=options, selection=selection)
        frames = (frame.mapInArrow(run_step, steps.READ),) if known else ()
        passed_over = tuple(sorted(name for path, name in names.items() if path not in taken))
        yield _Input(form, tuple(name for _, name in ordered), passed_over, frames)
    if not number:
        raise InputError("there is nothing in the inputs to read; check their names")


def _name(path: str, folder: str) -> str:
    plain = _plain(path)
    return plain.removeprefix(folder) if folder and plain.startswith(folder) else plain.rpartition("/")[2]


def _plain(path: str) -> str:
    """Return a path as Spark tells it, without escapes, and with one way to write a local one."""
    whole = unquote(path)
    return whole.replace("file:///", "file:/", 1) if whole.startswith("file:///") else whole


_Loaded = tuple[Any, dict[tuple[str, int], Before], Any, list[str]]


def _lines(spark: Any, given: str, options: ReadOptions) -> _Loaded:
    """Return the lines of text files, what stands before each of their blocks, and their paths."""
    frame = spark.read.option("lineSep", "\n").option("recursiveFileLookup", "true").text(given)
    frame = frame.selectExpr(
        "CAST(value AS BINARY) AS value", "_metadata.file_path AS path", "_metadata.file_block_start AS block"
    )
    blocks = frame.mapInArrow(partial(steps.measured, options=options), steps.MEASURED).collect()
    before: dict[tuple[str, int], Before] = {}
    sums: dict[str, Before] = {}
    for path, block, *counts in sorted(map(tuple, blocks)):
        before[path, block] = sums.get(path, Before())
        sums[path] = Before(*(one + more for one, more in zip(before[path, block], counts, strict=True)))
    return frame, before, steps.read_lines, sorted(sums)


def _rows(spark: Any, given: str, options: ReadOptions) -> _Loaded:
    """Return the rows of Parquet files, with the columns that may say something of a paper, and the files' paths."""
    frame = spark.read.option("recursiveFileLookup", "true").parquet(given)
    named = {name.partition(".")[0] for name in options.fields.values()}
    wanted = [
        f"`{one.name}`"
        for one in frame.schema.fields
        if one.name in named or is_known(one.name) or one.dataType.typeName() == "struct"
    ]
    if not wanted:
        raise InputError("no column is called abstract, text or summary; name it with --fields abstract=NAME")
    frame = frame.selectExpr(*wanted, "_metadata.file_path AS _path", "_metadata.row_index AS _row")
    paths = [path for (path,) in frame.select("_path").distinct().collect()]
    return frame, {}, steps.read_rows, paths


@dataclass
class _Counted:
    """What a run has come to."""

    output: OutputFile
    abstracts: Counter[int]
    kinds: Counter[str]
    rejects: Counter[str]
    entries: Counter[str]

    def whole(self) -> Counts:
        return Counts(
            abstracts=self.abstracts.total(),
            mended=self.entries["mended"],
            left_out=self.kinds[LEFT_OUT],
            records=self.kinds[RECORD],
            duplicates=self.kinds[AGAIN],
            rejects=dict(sorted(self.rejects.items())),
            **{kind: self.entries[kind] for kind in _ENTRIES},
        )


_ENTRIES = ("methods", "benchmarks", "numbers", "links")
_SUMMED = ("mended", *_ENTRIES)


class _Work:
    """Extracts, and puts the output into place."""

    def __init__(self, spark: Any, output: SparkOutput) -> None:
        self._output = output
        self._system = FileSystem(spark, output.records)
        token = secrets.token_hex(4)
        self._drafts = {
            place: f"{place.rpartition('/')[0] or '.'}/.{place.rpartition('/')[2]}.{token}.tmp"
            for place in (output.records, output.rejects)
        }

    def write(self, frames: Sequence[Any], pipeline: Pipeline, *, text: bool) -> _Counted:
        from pyspark import StorageLevel  # noqa: PLC0415 - an optional dependency

        whole = frames[0]
        for frame in frames[1:]:
            whole = whole.unionAll(frame)
        # All places of an abstract in one partition, in the order of the inputs.
        together = whole.repartition("id").sortWithinPartitions("id", "file", "at")
        made = together.mapInArrow(partial(steps.extracted, pipeline=pipeline, text=text), steps.OUT)
        made = made.persist(StorageLevel.DISK_ONLY)  # written twice, and counted: extracted once
        try:
            counted = self._counted(made)
            records = made.where(f"kind = '{RECORD}'").select("line")
            self._write_records(records, self._drafts[self._output.records])
            if counted.rejects:
                rejects = made.where(f"kind IN ('{REJECT}', '{UNREADABLE}')").select("line")
                rejects.write.option("lineSep", "\n").text(self._drafts[self._output.rejects])
        finally:
            made.unpersist()
        shards = self._system.shards(self._drafts[self._output.records])
        counted.output = OutputFile(
            file=self._output.records.rpartition("/")[2],
            records=counted.kinds[RECORD],
            sha256=self._system.sha256(shards),
        )
        self._system.remove(self._output.run)  # where it stands, all of it is of one run
        if counted.rejects:
            self._system.move(self._drafts[self._output.rejects], self._output.rejects)
        else:
            self._system.remove(self._output.rejects)
        self._system.move(self._drafts[self._output.records], self._output.records)
        return counted

    def clear(self) -> None:
        """Remove what a run that failed has left."""
        for draft in self._drafts.values():
            self._system.remove(draft)

    def _counted(self, made: Any) -> _Counted:
        sums = ", ".join(f"SUM({kind}) AS {kind}" for kind in _SUMMED)
        made.createOrReplaceTempView("extractor_made")
        rows = made.sparkSession.sql(
            f"SELECT kind, code, file, COUNT(*) AS number, {sums} FROM extractor_made GROUP BY kind, code, file"  # noqa: S608
        ).collect()
        counted = _Counted(OutputFile(file="-", records=0, sha256=""), Counter(), Counter(), Counter(), Counter())
        for row in rows:
            counted.kinds[row["kind"]] += row["number"]
            if row["kind"] != UNREADABLE:
                counted.abstracts[row["file"]] += row["number"]
            if row["code"]:
                counted.rejects[row["code"]] += row["number"]
            counted.entries.update({kind: row[kind] for kind in _SUMMED})
        return counted

    def _write_records(self, records: Any, folder: str) -> None:
        name = self._output.records
        if name.endswith(".parquet"):
            from pyspark.sql.pandas.types import from_arrow_schema  # noqa: PLC0415 - an optional dependency

            from extractor.writers.parquet import schema  # noqa: PLC0415

            table = records.mapInArrow(steps.tabled, from_arrow_schema(schema()))
            table.write.option("compression", "zstd").parquet(folder)
        else:
            packed = "gzip" if name.endswith(".gz") else "none"
            records.write.option("lineSep", "\n").option("compression", packed).text(folder)
