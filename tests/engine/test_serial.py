"""Runs: what is written, in which order, and what is left alone."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import zstandard

from extractor.abstract import Abstract
from extractor.engine import extracting
from extractor.engine.serial import run
from extractor.errors import InputError, MissingExtraError, ModelError, OutputError
from extractor.readers.recordfile import lines
from extractor.records import Reject, RunFile

if TYPE_CHECKING:
    from extractor.engine.extracting import Extracts


def objects(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def write(path: Path, *values: object) -> Path:
    path.write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")
    return path


def places(record: dict[str, Any]) -> list[tuple[str, int]]:
    return [(source["file"], source["position"]) for source in record["sources"]]


@pytest.mark.parametrize("batch_size", [1, 2, 3, 32])
def test_one_record_for_each_abstract_with_all_its_places(tmp_path: Path, extractor: Extracts, batch_size: int) -> None:
    one = tmp_path / "one.txt"
    one.write_text("ICML 2025 Papers\n\nFirst one.\n\nSecond one.\n\nFirst\none.\n", encoding="utf-8")
    two = tmp_path / "two.txt"
    two.write_text("Third one.\n\nFirst  one.\n", encoding="utf-8")
    out = tmp_path / "out.jsonl"
    run_file = run([one, two], out, extractor=extractor, batch_size=batch_size)
    records = objects(out)
    assert [(record["text"], places(record)) for record in records] == [
        ("First one.", [("one.txt", 1), ("one.txt", 3), ("two.txt", 2)]),
        ("Second one.", [("one.txt", 2)]),
        ("Third one.", [("two.txt", 1)]),
    ]
    assert [source["collection"] for source in records[0]["sources"]] == ["ICML 2025 Papers", "ICML 2025 Papers", None]
    assert (run_file.counts.abstracts, run_file.counts.records, run_file.counts.duplicates) == (5, 3, 2)
    assert not (tmp_path / "out.rejects.jsonl").exists()


@pytest.mark.parametrize("batch_size", [1, 2, 32])
def test_same_id_with_another_text_is_rejected(tmp_path: Path, extractor: Extracts, batch_size: int) -> None:
    given = write(
        tmp_path / "in.jsonl",
        {"id": "a", "text": "First text."},
        {"id": "b", "text": "First text."},
        {"id": "a", "text": "Other text."},
        {"id": "a", "text": "First\n text."},
    )
    run([given], tmp_path / "out.jsonl", extractor=extractor, batch_size=batch_size)
    assert [(record["id"], places(record)) for record in objects(tmp_path / "out.jsonl")] == [
        ("id:a", [("in.jsonl", 1), ("in.jsonl", 4)]),
        ("id:b", [("in.jsonl", 2)]),
    ]
    (reject,) = objects(tmp_path / "out.rejects.jsonl")
    assert (reject["code"], reject["file"], reject["position"], reject["line"]) == ("duplicate-id", "in.jsonl", 3, 3)
    assert reject["raw"] == "Other text."


@pytest.mark.parametrize("batch_size", [1, 2, 3, 32])
def test_an_abstract_that_fails_takes_no_other_with_it(tmp_path: Path, extractor: Extracts, batch_size: int) -> None:
    given = tmp_path / "in.txt"
    texts = ["First one.", "FAIL here.", "bad: \udce9", "INVALID this.", "FAIL  here.", "First one.", "Last one."]
    given.write_bytes("\n\n".join(texts).encode("utf-8", "surrogateescape"))
    run_file = run([given], tmp_path / "out.jsonl", extractor=extractor, batch_size=batch_size)
    assert [record["text"] for record in objects(tmp_path / "out.jsonl")] == ["First one.", "Last one."]
    rejects = objects(tmp_path / "out.rejects.jsonl")
    assert [(reject["code"], reject["position"], reject["line"]) for reject in rejects] == [
        ("failed", 2, 3),
        ("not-utf8", 3, 5),
        ("failed", 4, 7),
        ("failed", 5, 9),
    ]
    assert "ZeroDivisionError: a pass divided by zero; please report it" in rejects[0]["reason"]
    assert "breaks the contract" in rejects[2]["reason"]
    assert run_file.counts.rejects == {"failed": 3, "not-utf8": 1}
    assert run_file.counts.abstracts == 6
    assert run_file.counts.records + run_file.counts.duplicates + run_file.counts.rejects["failed"] == 6


def test_a_batch_that_fails_is_tried_one_by_one(tmp_path: Path, extractor: Any) -> None:
    given = tmp_path / "in.txt"
    given.write_text("First one.\n\nFAIL here.\n\nLast one.", encoding="utf-8")
    run([given], tmp_path / "out.jsonl", extractor=extractor, batch_size=3)
    assert extractor.calls == [2, 1, 1, 1]


def test_what_is_no_abstracts_fault_ends_the_run(tmp_path: Path, extractor: Any) -> None:
    def no_model(_abstracts: object) -> None:
        raise ModelError("there is no model; install extractor again")

    given = write(tmp_path / "in.jsonl", "First text.")
    extractor.pipe = no_model
    with pytest.raises(ModelError):
        run([given], tmp_path / "out.jsonl", extractor=extractor)
    assert names(tmp_path) == ["in.jsonl"]


def test_run_file(tmp_path: Path, extractor: Extracts) -> None:
    given = write(tmp_path / "in.jsonl", "First text.", "Second text.", 7)
    (tmp_path / "folder").mkdir()
    write(tmp_path / "folder/a.json", "Third text.")
    (tmp_path / "folder/b.tex").write_text("<a/>", encoding="utf-8")
    out = tmp_path / "out.jsonl"
    returned = run([given, tmp_path / "folder"], out, extractor=extractor, options={"passes": ["links"]})
    run_file = RunFile.model_validate_json((tmp_path / "out.run.json").read_text(encoding="utf-8"))
    assert run_file == returned
    digest = hashlib.sha256(given.read_bytes()).hexdigest()
    assert [(file.file, file.format, file.abstracts) for file in run_file.inputs] == [
        ("in.jsonl", "jsonl", 2),
        ("a.json", "json", 1),
    ]
    assert run_file.inputs[0].sha256 == digest
    assert run_file.passed_over == (str(tmp_path / "folder/b.tex"),)
    assert run_file.output.sha256 == hashlib.sha256(out.read_bytes()).hexdigest()
    assert (run_file.output.file, run_file.output.records) == ("out.jsonl", 3)
    assert list(run_file.rules) == ["fragments.toml", "numbers/percent.toml"]
    assert run_file.options == {
        "format": None, "fields": {}, "text": True, "batch_size": 32, "timeout": None, "passes": ["links"],
        "selection": {"where": [], "ids": None, "sample": None, "seed": None, "limit": None},
    }  # fmt: skip
    assert run_file.libraries["pydantic"] != "unknown"
    assert run_file.counts.rejects == {"no-object": 1}


@pytest.mark.parametrize("ending", [".jsonl.gz", ".jsonl.zst"])
def test_compressed_output_is_the_same_each_time(tmp_path: Path, extractor: Extracts, ending: str) -> None:
    given = write(tmp_path / "in.jsonl", "First text.", "Second text.", "First text.")
    for name in ("plain.jsonl", "one" + ending, "two" + ending):
        run([given], tmp_path / name, extractor=extractor)
    one, two = ((tmp_path / (name + ending)).read_bytes() for name in ("one", "two"))
    assert one == two
    content = (
        gzip.decompress(one) if ending.endswith("gz") else zstandard.ZstdDecompressor().decompressobj().decompress(one)
    )
    assert content == (tmp_path / "plain.jsonl").read_bytes()
    assert RunFile.model_validate_json((tmp_path / "one.run.json").read_bytes()).output.file == "one" + ending


def test_parquet_output_is_the_same_each_time_and_gives_the_lines_back(tmp_path: Path, extractor: Extracts) -> None:
    given = write(tmp_path / "in.jsonl", "First\u2028text.", "Second text.", "First\u2028text.")
    for name in ("plain.jsonl", "one.parquet", "two.parquet"):
        run([given], tmp_path / name, extractor=extractor)
    assert (tmp_path / "one.parquet").read_bytes() == (tmp_path / "two.parquet").read_bytes()
    back = b"".join(line for _, line in lines(tmp_path / "one.parquet"))
    assert back == (tmp_path / "plain.jsonl").read_bytes()


def test_zstandard_without_the_extra(tmp_path: Path, extractor: Extracts, monkeypatch: pytest.MonkeyPatch) -> None:
    given = write(tmp_path / "in.jsonl", "First text.")
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with pytest.raises(MissingExtraError):
        run([given], tmp_path / "out.jsonl.zst", extractor=extractor)
    assert names(tmp_path) == ["in.jsonl"]


def test_a_record_is_one_line_whoever_reads_it(tmp_path: Path, extractor: Extracts) -> None:
    text = "What\u2028some\u2029take\x85for\x0can end."
    run([write(tmp_path / "in.jsonl", text, [text])], tmp_path / "out.jsonl", extractor=extractor)
    (line,) = (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["text"] == text
    assert len((tmp_path / "out.rejects.jsonl").read_text(encoding="utf-8").splitlines()) == 1


def test_standard_output(tmp_path: Path, extractor: Extracts, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    given = write(tmp_path / "in.jsonl", "Naïve text.", 7, "Naïve text.")
    run([given], "-", extractor=extractor)
    (line,) = capfdbinary.readouterr().out.splitlines()
    assert places(json.loads(line)) == [("in.jsonl", 1), ("in.jsonl", 3)]
    assert "Naïve".encode() in line
    assert names(tmp_path) == ["in.jsonl"]


def test_names_that_are_no_utf8(tmp_path: Path, extractor: Extracts) -> None:
    folder = Path(os.fsdecode(bytes(tmp_path) + b"/caf\xe9"))
    folder.mkdir()
    write(folder / os.fsdecode(b"\xe9.jsonl"), "First text.", "no")
    (folder / os.fsdecode(b"\xe9.tex")).write_text("", encoding="utf-8")
    out = folder / os.fsdecode(b"out\xe9.jsonl")
    run_file = run([folder, folder / "none"], out, extractor=extractor)
    assert objects(out)[0]["sources"][0]["file"] == r"\xe9.jsonl"
    assert run_file.output.file == r"out\xe9.jsonl"
    assert run_file.passed_over[0].endswith(r"/caf\xe9/\xe9.tex")
    rejects = objects(folder / os.fsdecode(b"out\xe9.rejects.jsonl"))
    assert [reject["code"] for reject in rejects] == ["too-short", "missing"]


def test_a_device_is_written_to_and_not_replaced(tmp_path: Path, extractor: Extracts) -> None:
    given = write(tmp_path / "in.jsonl", "First text.")
    run([given], os.devnull, extractor=extractor)
    assert not Path(os.devnull).is_file()


def test_rejects_of_an_earlier_run_do_not_stay(tmp_path: Path, extractor: Extracts) -> None:
    out, rejects = tmp_path / "out.jsonl", tmp_path / "out.rejects.jsonl"
    run([write(tmp_path / "in.jsonl", "First text.", 7)], out, extractor=extractor)
    assert rejects.exists()
    run([write(tmp_path / "in.jsonl", "First text.")], out, extractor=extractor)
    assert not rejects.exists()


def test_an_abstract_of_every_input_is_read_though_one_is_missing(tmp_path: Path, extractor: Extracts) -> None:
    given = write(tmp_path / "in.jsonl", "First text.")
    run_file = run([tmp_path / "none.txt", given], tmp_path / "out.jsonl", extractor=extractor)
    assert run_file.counts.rejects == {"missing": 1}
    assert [file.file for file in run_file.inputs] == ["in.jsonl"]
    assert len(objects(tmp_path / "out.jsonl")) == 1


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        pytest.param(
            ["none.txt"], r"^none\.txt: there is no such file; check its name \(.*/none\.txt\)$", id="missing"
        ),
        pytest.param(
            ["none.txt", "empty.txt"],
            r"check its name \(.*/none\.txt\) \(and 1 more that cannot be read\)$",
            id="several",
        ),
        pytest.param(["empty.txt"], r"empty\.txt: there is no abstract in it; check", id="empty"),
        pytest.param(["*.xyz"], r"no file matches; check the pattern", id="glob"),
        pytest.param([], r"there is no input", id="none"),
    ],
)
def test_nothing_read_leaves_everything_as_it_was(
    tmp_path: Path, extractor: Extracts, inputs: list[str], message: str
) -> None:
    (tmp_path / "empty.txt").write_bytes(b"")
    for name in ("out.jsonl", "out.rejects.jsonl", "out.run.json"):
        (tmp_path / name).write_text("old", encoding="utf-8")
    with pytest.raises(InputError, match=message):
        run([tmp_path / name for name in inputs], tmp_path / "out.jsonl", extractor=extractor)
    assert {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == {
        "empty.txt": "", "out.jsonl": "old", "out.rejects.jsonl": "old", "out.run.json": "old",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("out", "message"),
    [
        pytest.param("none/out.jsonl", "cannot be written: No such file or directory", id="no such folder"),
        pytest.param(
            "out.txt", r"a file that ends in \.jsonl, \.jsonl\.gz, \.jsonl\.zst or \.parquet", id="unknown ending"
        ),
        pytest.param(".jsonl", "a file that ends in", id="nothing but an ending"),
        pytest.param("folder.jsonl", "is a folder; give the name of a file in it", id="a folder"),
        pytest.param("in.jsonl", "is an input and would be overwritten", id="an input"),
        pytest.param("in.jsonl/out.jsonl", "cannot be written", id="below a file"),
    ],
)
def test_an_output_that_cannot_be_written(tmp_path: Path, extractor: Any, out: str, message: str) -> None:
    given = write(tmp_path / "in.jsonl", "First text.")
    (tmp_path / "folder.jsonl").mkdir()
    with pytest.raises(OutputError, match=message):
        run([given], tmp_path / out, extractor=extractor)
    assert names(tmp_path) == ["folder.jsonl", "in.jsonl"]
    assert extractor.calls == [], "told before any work is done"


def test_a_run_reads_no_output_of_its_own(tmp_path: Path, extractor: Extracts) -> None:
    write(tmp_path / "in.jsonl", "First text.", 7)
    first = run([tmp_path], tmp_path / "out.jsonl", extractor=extractor)
    second = run([tmp_path], tmp_path / "out.jsonl", extractor=extractor)
    assert first.output == second.output
    assert first.counts == second.counts


def test_progress_and_rejects_are_told(tmp_path: Path, extractor: Extracts) -> None:
    given = write(tmp_path / "in.jsonl", "First text.", 7, "Second text.", "Third text.")
    progress: list[int] = []
    rejects: list[str] = []
    run(
        [given], tmp_path / "out.jsonl", extractor=extractor, batch_size=2,
        on_progress=progress.append, on_reject=lambda reject: rejects.append(reject.code),
    )  # fmt: skip
    assert progress == [3, 1]
    assert rejects == ["no-object"]


def test_many_rejects_are_not_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extracting, "_MOST", 3)
    reject = Reject(file="a", position=1, line=1, offset=0, code="no-text", reason="no text", raw="")
    new = Abstract("We do.")
    batches = extracting.batches([reject, reject, new, reject, new, new, new], 2)
    assert list(batches) == [[reject, reject, new], [reject, new, new], [new]]
