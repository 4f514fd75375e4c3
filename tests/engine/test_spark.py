"""Runs on Spark: the steps on their own, and, where pyspark and a Java are there, a cluster of two executors."""

from __future__ import annotations

import importlib.util
import itertools
import json
import os
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.cli import main
from extractor.engine.selection import EVERYTHING
from extractor.engine.serial import run
from extractor.engine.spark import SparkOutput, steps
from extractor.engine.spark.session import last_line
from extractor.engine.spark.steps import Before, Files, Pipeline
from extractor.errors import ExtractorError, InputError, MissingExtraError, OutputError
from extractor.pipeline import Extractor
from extractor.readers import ReadOptions
from extractor.records import RunFile
from extractor.writers.parquet import read_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from conftest import FakeExtractor

PASSES = "links,numbers"
OPTIONS = ReadOptions()
LINES = pa.schema([("value", pa.binary()), ("path", pa.string()), ("block", pa.int64())])


def entry(number: int, text: str | None = None, **fields: object) -> bytes:
    return json.dumps({"id": f"2504.{number:05}", "abstract": text or f"We get {number}.5% more.", **fields}).encode()


ODD = [
    entry(1),
    entry(2, title="Two", year=2025),
    b"",
    b"{broken",
    entry(1, "We get  1.5%\nmore."),
    entry(1, "Something else with the id."),
    entry(3, ""),
    b'{"abstract": "caf\xe9 without UTF-8"}',
    b"\r",
    json.dumps({"papers": [json.loads(entry(4)), json.loads(entry(5))]}).encode(),
    json.dumps({"id": "12", "abstract": "Its id counts the entries."}).encode(),
    entry(6, "Half a character: \ud83d") + b"\r",
    entry(2, title="Two again"),
]
"""Lines of all kinds, of which some are met again and some are no abstract."""


def blocks(lines: Sequence[bytes], cuts: Sequence[int], *, path: str = "file:/in.jsonl") -> list[list[pa.RecordBatch]]:
    """The lines as Spark hands them to its tasks: a block each, of several batches."""
    made = []
    for start, end in itertools.pairwise([0, *sorted(cuts), len(lines)]):
        at = sum(len(line) + 1 for line in lines[:start])
        rows = [{"value": line, "path": path, "block": at} for line in lines[start:end]]
        made.append([pa.RecordBatch.from_pylist(rows[i : i + 2], schema=LINES) for i in range(0, len(rows), 2)])
    return [block for block in made if block]


def rows_of(batches: Iterator[pa.RecordBatch]) -> list[dict[str, Any]]:
    return [row for batch in batches for row in batch.to_pylist()]


@given(cuts=st.lists(st.integers(0, len(ODD)), max_size=3), chance=st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=25, derandomize=True)
def test_steps_make_what_a_run_makes(cuts: list[int], chance: Any) -> None:
    expected = local_run()
    parts = blocks(ODD, cuts)
    counted = sorted(
        tuple(row.values())
        for part in chance.sample(parts, len(parts))
        for row in rows_of(steps.measured(part, OPTIONS))
    )
    before, so_far = {}, Before()
    for path, block, *counts in counted:
        before[path, block] = so_far
        so_far = Before(*map(sum, zip(so_far, counts, strict=True)))
    files = Files({"file:/in.jsonl": (0, "in.jsonl")}, before)
    read = [row for part in parts for row in rows_of(steps.read_lines(part, files, options=OPTIONS))]
    chance.shuffle(read)
    read.sort(key=lambda row: (row["id"], row["file"], row["at"]))
    batches = [pa.RecordBatch.from_pylist(read[i : i + 3]) for i in range(0, len(read), 3)]
    pipeline = Pipeline(whole().passes, tuple, steps.digest_of(whole()))
    made = rows_of(steps.extracted(batches, pipeline, text=True))
    assert sorted(row["line"] for row in made if row["kind"] == "record") == expected[0]
    assert sorted(row["line"] for row in made if row["code"]) == expected[1]
    assert sum(row["kind"] == "again" for row in made) == 2


@cache
def local_run() -> tuple[list[str], list[str]]:
    """Records and rejects of a local run over the odd lines, sorted."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "in.jsonl").write_bytes(b"\n".join(ODD) + b"\n")
        run([folder / "in.jsonl"], folder / "out.jsonl", extractor=whole())
        return sorted_lines(folder / "out.jsonl"), sorted_lines(folder / "out.rejects.jsonl")


@cache
def whole() -> Extractor:
    return Extractor(passes=PASSES.split(","))


def sorted_lines(*paths: Path) -> list[str]:
    return sorted(line for path in paths for line in path.read_text(encoding="utf-8").splitlines())


def test_rows_of_a_table_have_their_places() -> None:
    batch = pa.RecordBatch.from_pylist(
        [
            {"abstract": "A text of one.", "id": "2504.00001", "_path": "file:/a/x.parquet", "_row": 6},
            {"abstract": None, "id": "2504.00002", "_path": "file:/a/x.parquet", "_row": 7},
            {"abstract": "Nobody asked for it.", "id": "2504.00003", "_path": "file:/a/other", "_row": 0},
        ]
    )
    files = Files({"file:/a/x.parquet": (3, "a/x.parquet")})
    first, second = rows_of(steps.read_rows([batch], files, options=OPTIONS))
    assert (first["id"], first["file"], first["at"], first["kind"]) == ("arxiv:2504.00001", 3, 7, "abstract")
    assert json.loads(json.loads(first["item"])[3])["position"] == 7
    assert (second["kind"], json.loads(second["item"])["position"]) == ("unreadable", 8)


def test_executors_with_other_rules_are_found_out() -> None:
    with pytest.raises(ExtractorError, match="an executor has another version, other rules or another model"):
        Pipeline(("links",), tuple, "of something else").extractor()


@pytest.mark.parametrize(
    ("out", "expected"),
    [
        ("out.jsonl", ("out.jsonl", "out.rejects.jsonl", "out.run.json")),
        ("s3a://bucket/a/out.jsonl.gz/", ("s3a://bucket/a/out.jsonl.gz", "s3a://bucket/a/out.rejects.jsonl",
                                          "s3a://bucket/a/out.run.json")),
        ("/data/x.parquet", ("/data/x.parquet", "/data/x.rejects.jsonl", "/data/x.run.json")),
    ],
)  # fmt: skip
def test_where_it_writes_to(out: str, expected: tuple[str, str, str]) -> None:
    made = SparkOutput.of(out)
    assert (made.records, made.rejects, made.run) == expected


@pytest.mark.parametrize("out", ["-", "out.csv", "hdfs://host/out.jsonl.zst"])
def test_where_it_does_not_write_to(out: str) -> None:
    with pytest.raises(OutputError, match="on Spark, records are written to a folder that ends in"):
        SparkOutput.of(out)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        ("An error\n  at x\nTraceback\nextractor.errors.ModelError: there is no model\n\tat y", "there is no model"),
        (
            "Thrown in Python\nTraceback\n  at z\nValueError: no value\n\norg.x.SparkException: it ends",
            "ValueError: no value",
        ),
        ("  at x\nJob aborted.\n  at y", "Job aborted."),
        ("", "ValueError"),
    ],
)
def test_what_an_error_comes_to(error: str, told: str) -> None:
    assert last_line(ValueError(error)) == told


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-j", "4"], "--workers is for this machine alone"),
        (["--resume"], "--resume is for this machine alone"),
        (["--limit", "4"], "--sample and --limit need the order of the inputs"),
        (["--format", "csv"], "--engine spark reads jsonl and parquet"),
        (["--spark", "local"], "'local' is no setting; write NAME=VALUE"),
    ],
)
def test_options_that_do_not_go_with_it(
    options: list[str], message: str, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    arguments = [
        "run",
        "in.jsonl",
        "-o",
        str(tmp_path / "out.jsonl"),
        "--passes",
        "links",
        "--engine",
        "spark",
        *options,
    ]
    try:
        code: object = main(arguments)
    except SystemExit as end:
        code = end.code
    assert code == 2
    assert message in capfd.readouterr().err


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, extractor: FakeExtractor) -> None:
    from extractor.engine import spark

    monkeypatch.setitem(sys.modules, "pyspark", None)
    monkeypatch.setitem(sys.modules, "pyspark.sql", None)
    with pytest.raises(MissingExtraError, match=r"--engine spark needs .* 'extractor\[spark\]'"):
        spark.run(["in.jsonl"], str(tmp_path / "out.jsonl"), extractor=extractor)  # type: ignore[arg-type]


def why_no_spark() -> str | None:
    if importlib.util.find_spec("pyspark") is None:
        return "pyspark is not installed: pip install 'extractor[spark]'"
    if not (shutil.which("java") or os.environ.get("JAVA_HOME")):
        return "there is no Java"
    return None


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with inputs, and a session on a cluster of two executors, each a process."""
    from pyspark.sql import SparkSession

    folder = tmp_path_factory.mktemp("spark")
    (folder / "in").mkdir()
    (folder / "in" / "a.jsonl").write_bytes(b"\n".join(ODD) + b"\n")
    (folder / "in" / "b.jsonl").write_bytes(entry(1) + b"\n" + entry(9) + b"\n")
    (folder / "in" / "notes.log").write_text("Passed over", encoding="utf-8")
    rows = [json.loads(entry(number, title=f"Title {number}")) for number in range(20, 30)]
    pq.write_table(pa.Table.from_pylist(rows), folder / "c.parquet")
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    spark = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "3")
        .config("spark.executorEnv.PYTHONPATH", os.pathsep.join(sys.path))
        .config("spark.sql.files.maxPartitionBytes", "400")
        .config("spark.sql.files.openCostInBytes", "1")
        .getOrCreate()
    )
    yield folder
    spark.stop()


@pytest.mark.skipif(why_no_spark() is not None, reason=why_no_spark() or "")
@pytest.mark.filterwarnings("ignore")
class TestCluster:
    """On two executors."""

    @pytest.mark.parametrize("name", ["out.jsonl", "out.jsonl.gz", "out.parquet"])
    def test_records_are_those_of_a_local_run(self, cluster: Path, name: str) -> None:
        inputs = [str(cluster / "in"), str(cluster / "c.parquet")]
        local, out = cluster / "local" / "out.jsonl", cluster / name
        local.parent.mkdir(exist_ok=True)
        common = ["run", *inputs, "-q", "--passes", PASSES]
        assert main([*common, "-o", str(local)]) == 3
        assert main([*common, "-o", str(out), "--engine", "spark"]) == 3
        shards = sorted(out.glob("part-*"))
        assert [json.loads(line) for line in shard_lines(shards)] == [json.loads(line) for line in sorted_lines(local)]
        if name != "out.parquet":
            assert shard_lines(shards) == sorted_lines(local)
        assert sorted_lines(*(cluster / "out.rejects.jsonl").glob("part-*")) == sorted_lines(
            local.with_name("out.rejects.jsonl")
        )
        ours, theirs = (
            RunFile.model_validate_json((one / "out.run.json").read_bytes()) for one in (cluster, local.parent)
        )
        assert ours.counts == theirs.counts
        assert [(one.file, one.format, one.abstracts) for one in ours.inputs] == [
            (one.file, one.format, one.abstracts) for one in theirs.inputs
        ]
        assert ours.passed_over == ("notes.log",)
        assert (ours.rules, ours.model, ours.extractor) == (theirs.rules, theirs.model, theirs.extractor)
        assert not list(cluster.glob(".*.tmp"))

    def test_nothing_to_read(self, cluster: Path) -> None:
        assert (
            main(["run", str(cluster / "none.jsonl"), "-o", str(cluster / "x.jsonl"), "--engine", "spark", "-q"]) == 2
        )
        assert not (cluster / "x.jsonl").exists()


def shard_lines(shards: Sequence[Path]) -> list[str]:
    import gzip

    lines: list[str] = []
    for shard in shards:
        if shard.suffix == ".parquet":
            with shard.open("rb") as stream:
                lines += [line.decode().rstrip("\n") for line in read_lines(stream)]
        else:
            content = shard.read_bytes()
            lines += (gzip.decompress(content) if shard.suffix == ".gz" else content).decode().splitlines()
    return sorted(lines)


def test_inputs_that_it_cannot_read() -> None:
    from extractor.engine.spark import running

    with pytest.raises(InputError, match="cannot read standard input"):
        list(running._read(None, ["-"], format=None, options=OPTIONS, selection=EVERYTHING))
