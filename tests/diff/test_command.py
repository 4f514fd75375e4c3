"""`extractor diff` on the command line: exit codes, options, and never a traceback."""

from __future__ import annotations

import gzip
import io
import json
import sys
from typing import TYPE_CHECKING, Any

import pytest
from diffing import TEXT, applied, full, method, number, run_file, write

from extractor.cli import main
from extractor.writers import write_records

if TYPE_CHECKING:
    from pathlib import Path

    Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    old = [full(id=f"id:{n}") for n in range(3)]
    write(tmp_path / "old.jsonl", *old)
    write(tmp_path / "same.jsonl", *reversed(old))
    write(
        tmp_path / "evidence.jsonl",
        *old[:2],
        full(id="id:2", methods=(full().methods[0], method(TEXT, "BazNet", confidence=0.5))),
    )
    write(
        tmp_path / "new.jsonl", full(id="id:0", links=()), full(id="id:1", numbers=(number(TEXT, kind="size"),)), old[2]
    )
    return tmp_path


def diff(capfd: Capture, *arguments: str) -> tuple[int, str, list[str]]:
    try:
        code = main(["diff", *arguments])
    except SystemExit as end:
        code = int(str(end.code))
    out, err = capfd.readouterr()
    assert "Traceback" not in err
    return code, out, err.splitlines()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ("old.jsonl old.jsonl", 0),
        pytest.param("old.jsonl same.jsonl", 0, id="another order"),
        ("old.jsonl new.jsonl", 1),
        pytest.param("old.jsonl evidence.jsonl", 1, id="evidence is a difference, too"),
        ("old.jsonl evidence.jsonl --ignore confidence,found_by", 0),
        ("old.jsonl evidence.jsonl --tolerance 0.5", 0),
        ("old.jsonl new.jsonl --kind benchmarks,methods", 0),
        ("old.jsonl new.jsonl --kind links", 1),
        ("old.jsonl new.jsonl --only moved,renamed", 0),
        ("old.jsonl new.jsonl --field kind", 1),
        ("old.jsonl new.jsonl --patch", 1),
        ("old.jsonl same.jsonl --patch", 0),
        pytest.param("old.jsonl new.jsonl --fail-on links.removed>1", 0, id="different, but not so much"),
        ("old.jsonl new.jsonl --fail-on links.removed>1 --fail-on links.removed>30%", 1),
        ("old.jsonl none.jsonl", 2),
        ("old.jsonl new.jsonl --kind words", 2),
        ("old.jsonl new.jsonl --only gone", 2),
        ("old.jsonl new.jsonl --fail-on links", 2),
        ("old.jsonl new.jsonl --ignore conf", 2),
        ("old.jsonl new.jsonl --field name,gone", 2),
        ("old.jsonl new.jsonl --patch --kind links", 2),
        ("old.jsonl new.jsonl --limit few", 2),
        ("old.jsonl new.jsonl --tolerance -1", 2),
        ("old.jsonl new.jsonl --kind ,", 2),
        ("old.jsonl new.jsonl --json --html", 2),
        ("- -", 2),
    ],
)  # fmt: skip
def test_exit_codes(capfd: Capture, arguments: str, code: int) -> None:
    got, out, err = diff(capfd, *arguments.split())
    assert got == code, err
    if "--patch" not in arguments and code < 2:
        assert diff(capfd, *arguments.split(), "--quiet")[:2] == (code, "")
    if code == 2:
        assert (len(err), out) == (1, "")
        assert err[0].startswith("extractor: error: ")


def test_conditions_that_hold_are_told(capfd: Capture) -> None:
    _, _, err = diff(capfd, "old.jsonl", "new.jsonl", "--json", "--fail-on", "links.removed > 30%")
    assert err[-1] == "extractor: links.removed > 30%: 1 of 3 (33.33%)"


@pytest.mark.parametrize("form", ["--json", "--jsonl", "--patch", "--markdown", "--html"])
def test_forms(capfd: Capture, form: str) -> None:
    _, out, _ = diff(capfd, "old.jsonl", "new.jsonl", form)
    starts = {"--json": '{"summary":', "--jsonl": '{"id":"id:0",', "--patch": '{"id":"id:0","patch":[',
              "--markdown": "### `old.jsonl` → `new.jsonl`", "--html": "<!DOCTYPE html>"}  # fmt: skip
    assert out.startswith(starts[form])


def test_patch_makes_new_of_old(capfd: Capture, here: Path) -> None:
    old = {one["id"]: one for one in map(json.loads, (here / "old.jsonl").read_text("utf-8").splitlines())}
    new = {one["id"]: one for one in map(json.loads, (here / "new.jsonl").read_text("utf-8").splitlines())}
    _, out, _ = diff(capfd, "old.jsonl", "new.jsonl", "--patch")
    for line in map(json.loads, out.splitlines()):
        old[line["id"]] = applied(line["patch"], old[line["id"]])
    assert old == new


def test_patch_of_records_of_one_side(capfd: Capture, here: Path) -> None:
    write(here / "a.jsonl", full(), full(id="id:2"))
    write(here / "b.jsonl", full(id="id:3"), full(id="id:2"))
    _, out, _ = diff(capfd, "a.jsonl", "b.jsonl", "--patch")
    removed, added = map(json.loads, out.splitlines())
    assert removed == {"id": "id:1", "patch": [{"op": "replace", "path": "", "value": None}]}
    assert applied(added["patch"], None) == full(id="id:3").model_dump(mode="json")


def test_patch_of_ids_that_stand_twice(capfd: Capture, here: Path) -> None:
    write(here / "a.jsonl", full(), full(links=()))
    write(here / "b.jsonl", full(), full())
    _, out, _ = diff(capfd, "a.jsonl", "b.jsonl", "--patch")
    (line,) = map(json.loads, out.splitlines())
    assert (line["id"], line["occurrence"], line["patch"][0]["op"]) == ("id:1", 2, "add")
    _, out, _ = diff(capfd, "a.jsonl", "b.jsonl")
    assert "note: a.jsonl: 1 record has an id that stood before, paired in order: id:1" in out
    assert "id:1 (record 2 of this id)  We propose" in out


def test_all_shows_evidence(capfd: Capture) -> None:
    assert "BazNet" not in diff(capfd, "old.jsonl", "evidence.jsonl")[1].partition("why")[2]
    for option in (["--all"], ["--only", "evidence"], ["--field", "confidence"]):
        assert (
            ". evidence method BazNet: confidence 0.9 -> 0.5" in diff(capfd, "old.jsonl", "evidence.jsonl", *option)[1]
        )


def test_standard_input_and_compression(capfd: Capture, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = (here / "same.jsonl").read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(content))))
    code, out, _ = diff(capfd, "-", "old.jsonl")
    assert code == 0
    assert out == "--- -: 3 records\n+++ old.jsonl: 3 records\nrecords: 3 same, 0 changed, 0 added, 0 removed\n"


def test_parquet(capfd: Capture, here: Path) -> None:
    pytest.importorskip("pyarrow")
    write_records((full(id=f"id:{n}") for n in range(3)), here / "old.parquet")
    assert diff(capfd, "old.parquet", "same.jsonl")[0] == 0
    assert diff(capfd, "new.jsonl", "old.parquet")[0] == 1


def test_run_files_may_be_named(capfd: Capture, here: Path) -> None:
    run_file(here / "a.json")
    run_file(here / "b.json", extractor="0.2.0")
    _, out, _ = diff(capfd, "old.jsonl", "new.jsonl", "--old-run", "a.json", "--new-run", "b.json")
    assert "  version extractor 0.1.0 -> 0.2.0: " in out


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": "id:2"}', "new.jsonl:3: no record: title: Field required; see all with: extractor validate new.jsonl"),
        ("{", "new.jsonl:3: no valid JSON: "),
        (
            json.dumps(full(id="id:2").model_dump(mode="json") | {"text": 7}),
            "new.jsonl:3: no record: text: Input should",
        ),
    ],
)
def test_a_line_that_is_no_record(capfd: Capture, here: Path, line: str, message: str) -> None:
    lines: Any = (here / "new.jsonl").read_text("utf-8").splitlines()
    (here / "new.jsonl").write_text("\n".join([*lines[:2], line]), encoding="utf-8")
    code, out, err = diff(capfd, "old.jsonl", "new.jsonl")
    assert (code, out, len(err)) == (2, "", 1)
    assert err[0].startswith(f"extractor: error: {message}")
