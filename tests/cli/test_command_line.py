"""The command line: what goes where, exit codes, and never a traceback."""

from __future__ import annotations

import gzip
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from extractor import cli
from extractor.cli import main, options, parser
from extractor.errors import OutputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch, extractor: Any) -> None:
    monkeypatch.setattr(options, "make_extractor", lambda *_, **__: extractor)


pytestmark = pytest.mark.usefixtures("stand_in")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.txt").write_text("First one.\n\nSecond one.\n\nFirst one.\n", encoding="utf-8")
    (tmp_path / "some.jsonl").write_text('{"text": "First one."}\n7\n{"text": "FAIL"}\n', encoding="utf-8")
    (tmp_path / "empty.txt").write_bytes(b"")
    return tmp_path


def in_process(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, list[str]]:
    """The exit code, what was printed, and the lines on stderr."""
    try:
        code = main(arguments)
    except SystemExit as end:
        code = int(str(end.code))
    out, err = capfd.readouterr()
    assert "Traceback" not in err
    return code, out, err.splitlines()


def test_run(here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = in_process(capfd, "run", "good.txt", "-o", "out.jsonl")
    assert (code, out) == (0, "")
    recognised, summary = err
    assert recognised == "extractor: good.txt: text, 3 abstracts"
    assert summary.startswith(
        "extractor: 3 abstracts read; 2 records written; 1 duplicate; 0 rejected; 0 methods, 0 benchmarks, 0 numbers, "
        "0 links; "
    )
    assert sorted(path.name for path in here.glob("out*")) == ["out.jsonl", "out.run.json"]
    assert json.loads((here / "out.run.json").read_bytes())["options"] == {
        "format": None, "fields": {}, "batch_size": 32, "passes": ["links"], "rules": [], "text": True,
        "timeout": None,
        "selection": {"where": [], "ids": None, "sample": None, "seed": None, "limit": None},
    }  # fmt: skip


def test_one_of_a_kind_is_told_as_one(here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (here / "folder").mkdir()
    (here / "folder/a.txt").write_text("First one.", encoding="utf-8")
    (here / "folder/b.pdf").write_bytes(b"%PDF")
    _, _, err = in_process(capfd, "run", "folder", "-o", "out.jsonl")
    assert err[-1].startswith(
        "extractor: 1 abstract read; 1 file of no known format passed over; 1 record written; 0 duplicates; "
    )
    assert in_process(capfd, "validate", "out.jsonl")[2] == ["extractor: 1 record, 0 faults"]


@pytest.mark.usefixtures("here")
def test_run_to_standard_output(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = in_process(capfd, "run", "good.txt", "-o", "-", "--quiet")
    assert (code, err) == (0, [])
    assert [json.loads(line)["text"] for line in out.splitlines()] == ["First one.", "Second one."]


def test_run_tells_what_was_rejected(here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    code, _, err = in_process(capfd, "run", "some.jsonl", "none.txt", "-o", "out.jsonl")
    assert code == 3
    assert err[0] == "extractor: some.jsonl: jsonl, 2 abstracts"
    assert [line.split(": ")[:4] for line in err[1:-1]] == [
        ["extractor", "rejected", "some.jsonl:2", "no-object"],
        ["extractor", "rejected", "some.jsonl:3", "failed"],
        ["extractor", "rejected", "none.txt", "missing"],
    ]
    assert "3 rejected (1 failed, 1 missing, 1 no-object)" in err[-1]
    assert (here / "out.rejects.jsonl").read_bytes().count(b"\n") == 3


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        pytest.param("good.txt *.xyz", "*.xyz: no-match: no file matches; check the pattern", id="glob, last"),
        pytest.param("*.xyz good.txt", "*.xyz: no-match: no file matches; check the pattern", id="glob, first"),
        pytest.param("nothing good.txt", "nothing: empty-folder: no file in it can be read (0 looked", id="folder"),
        pytest.param("bin.txt good.txt", "bin.txt: binary: this is a binary file; give", id="its name is told once"),
        pytest.param(
            "sub/bin.txt good.txt",
            "bin.txt: binary: this is a binary file; give text or JSON (sub/bin.txt)",
            id="its folder is told, too",
        ),
    ],
)
def test_one_input_that_cannot_be_read_does_not_end_a_run(
    here: Path, capfd: pytest.CaptureFixture[str], arguments: str, expected: str
) -> None:
    (here / "nothing").mkdir()
    (here / "sub").mkdir()
    for name in ("bin.txt", "sub/bin.txt"):
        (here / name).write_bytes(bytes(range(256)))
    code, _, err = in_process(capfd, "run", *arguments.split(), "-o", "out.jsonl")
    assert code == 3
    assert err[0] == "extractor: good.txt: text, 3 abstracts"
    assert err[1].startswith(f"extractor: rejected: {expected}")
    assert err[2].startswith("extractor: 3 abstracts read; 2 records written; ")
    assert len(err) == 3


def test_run_tells_the_first_rejects_only(here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (here / "many.jsonl").write_text("7\n" * 25, encoding="utf-8")
    code, _, err = in_process(capfd, "run", "many.jsonl", "-o", "out.jsonl")
    assert code == 3
    assert err[-2] == "extractor: rejected: 15 more"
    assert len(err) == 13


def test_run_to_standard_output_tells_all_rejects(here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (here / "many.jsonl").write_text("7\n" * 25, encoding="utf-8")
    code, out, err = in_process(capfd, "run", "many.jsonl", "-o", "-")
    assert (code, out) == (3, "")
    assert len(err) == 27


def test_run_lines(here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (here / "lines.txt").write_text("First one.\nSecond one.\n", encoding="utf-8")
    _, out, _ = in_process(capfd, "run", "lines.txt", "--lines", "-o", "-")
    assert out.count("\n") == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param("run none.txt -o o.jsonl", "none.txt: there is no such file; check its name", id="missing"),
        pytest.param("run empty.txt -o o.jsonl", "empty.txt: there is no abstract in it; check", id="empty"),
        pytest.param("run nothing -o o.jsonl", "nothing: no file in it can be read (0 looked at); name", id="folder"),
        pytest.param("run *.xyz -o o.jsonl", "*.xyz: no file matches; check the pattern", id="glob"),
        pytest.param("run good.txt -o no/o.jsonl", "no/o.jsonl: cannot be written: No such file or", id="no folder"),
        pytest.param("run good.txt -o o.txt", "o.txt: records are written to a file that ends in", id="ending"),
        pytest.param("run good.txt --format docx -o o.jsonl", "there is no format 'docx'; use one of", id="format"),
        pytest.param("run good.txt", "the following arguments are required: -o/--output; see", id="no -o"),
        pytest.param("run good.txt -o o.jsonl --batch-size 0", "argument --batch-size: 0 is not a whole", id="batch"),
        pytest.param("run good.txt -o o.jsonl --passes ,", "argument --passes: ',' names no pass; give", id="passes"),
        pytest.param("run good.txt -o o.jsonl --rules no", "argument --rules: no is no folder", id="rules"),
        pytest.param("run good.txt -o o.jsonl --form text", "unrecognized arguments: --form text", id="no short forms"),
        pytest.param("run good.txt -o - --resume", "standard output: there is nothing to go on from", id="resume"),
        pytest.param("run good.txt -o o.jsonl --where date>1", "argument --where: 'date>1': there is no", id="where"),
        pytest.param("run good.txt -o o.jsonl --ids no.txt", "no.txt: cannot be read: ", id="ids"),
        pytest.param("run good.txt -o o.jsonl --fields abstract", "argument --fields: 'abstract' names", id="fields"),
        pytest.param("run good.txt -o o.jsonl --fields x=y", "argument --fields: 'x=y' names no field; w", id="field"),
        pytest.param("run good.txt -o o.jsonl --limit 0", "argument --limit: 0 is not a whole number", id="limit"),
        pytest.param("run good.txt -o o.jsonl --spark a=b", "--spark is a setting of Spark; leave it out", id="spark"),
        pytest.param("", "the following arguments are required: COMMAND; see extractor --help", id="no command"),
        pytest.param("walk", "argument COMMAND: invalid choice: 'walk'", id="unknown command"),
        pytest.param("validate none.jsonl", "none.jsonl: there is no such file; check its name", id="validate"),
        pytest.param("score none.jsonl none.jsonl", "none.jsonl", id="score"),
        pytest.param("score a b --max-drop 1", "--max-drop needs --baseline SCORES, the scores to", id="max drop"),
        pytest.param("score a b --max-drop x", "argument --max-drop: x is no number from 0 up", id="what drop"),
        pytest.param("schema records", "there is no schema 'records'; use one of record, reject, run,", id="schema"),
        pytest.param("explain 7 good.txt", "good.txt: no abstract has the id or position 7", id="explain"),
        pytest.param(
            "explain 2 some.jsonl", "some.jsonl:2: was rejected: no-object: a JSON object was", id="explain, rejected"
        ),
        pytest.param("run *.xyz nothing -o o.jsonl", "*.xyz: no file matches; check the pattern (and 1", id="two"),
        pytest.param("explain 7 none.txt", "none.txt: there is no such file; check its name", id="explain, missing"),
        pytest.param("rules show", "rules show needs an ID; see extractor rules --help", id="rules show"),
        pytest.param("rules list numbers", "rules list takes no ID; see extractor rules --help", id="rules list"),
        pytest.param("rules show numbers/none", "there is no rule or name list 'numbers/none'", id="unknown rule"),
    ],
)  # fmt: skip
def test_trouble_is_one_line(here: Path, capfd: pytest.CaptureFixture[str], arguments: str, message: str) -> None:
    (here / "nothing").mkdir()
    code, out, err = in_process(capfd, *arguments.split())
    assert (code, out) == (2, "")
    (line,) = err
    assert line.startswith(f"extractor: error: {message}")
    assert not list(here.glob("o*"))


def test_run_strict(here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    code, _, err = in_process(capfd, "run", "some.jsonl", "--strict", "-o", "out.jsonl")
    assert code == 2
    assert err[-1].startswith("extractor: error: some.jsonl:2: no-object: a JSON object was expected, not a number")
    assert not list(here.glob("out*"))


def test_run_of_a_part(here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    lines = [json.dumps({"key": f"k{n}", "words": f"Abstract {n}.", "year": 2020 + n}) for n in range(6)]
    (here / "odd.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (here / "ids.txt").write_text("k3\nk5\n", encoding="utf-8")
    fields = ("run", "odd.jsonl", "--fields", "abstract=words,id=key", "-o", "-")
    texts = {
        ("--where", "year > 2022", "--where", "year<2025"): ["Abstract 3.", "Abstract 4."],
        ("--ids", "ids.txt"): ["Abstract 3.", "Abstract 5."],
        ("--limit", "1"): ["Abstract 0."],
    }
    for options_given, expected in texts.items():
        code, out, _ = in_process(capfd, *fields, *options_given)
        assert (code, [json.loads(line)["text"] for line in out.splitlines()]) == (0, expected)
    _, out, err = in_process(capfd, *fields, "--sample", "2", "--no-text")
    assert [json.loads(line)["text"] for line in out.splitlines()] == [None, None]
    assert err[-1].startswith("extractor: 6 abstracts read; 4 not asked for; 2 records written; ")
    in_process(capfd, *fields[:-1], "out.jsonl", "--no-text")
    assert in_process(capfd, "validate", "out.jsonl") == (
        0,
        "",
        [
            "extractor: 6 records, 0 faults",
            "extractor: the text is left out of 6 records: what stands at their offsets was not checked",
        ],
    )


def test_an_interrupted_run_says_how_to_go_on(
    here: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, extractor: Any
) -> None:
    pipe = extractor.pipe

    def interrupted(abstracts: Any) -> Any:
        for record in pipe(abstracts):
            if record.text.startswith("Second"):
                raise KeyboardInterrupt
            yield record

    monkeypatch.setattr(extractor, "pipe", interrupted)
    code, _, err = in_process(capfd, "run", "good.txt", "-o", "out.jsonl", "--batch-size", "1")
    assert code == 130
    assert err[-2:] == [
        "extractor: what was done is kept in out.jsonl.partial; go on with --resume",
        "extractor: interrupted",
    ]
    monkeypatch.setattr(extractor, "pipe", pipe)
    assert in_process(capfd, "run", "good.txt", "-o", "out.jsonl")[2] == [
        "extractor: error: out.jsonl.partial holds what an interrupted run has done: go on with --resume, or remove it"
    ]
    assert in_process(capfd, "run", "good.txt", "-o", "out.jsonl", "--resume")[0] == 0
    assert sorted(path.name for path in here.glob("out*")) == ["out.jsonl", "out.run.json"]


def test_validate(here: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    in_process(capfd, "run", "good.txt", "-o", "out.jsonl")
    assert in_process(capfd, "validate", "out.jsonl") == (0, "", ["extractor: 2 records, 0 faults"])
    with (here / "out.jsonl").open("ab") as file:
        file.write(b'{"id": "caf\xc3\xa9"\n')
    code, out, err = in_process(capfd, "validate", "out.jsonl")
    assert (code, err) == (1, ["extractor: 3 records, 1 fault"])
    assert out.startswith("out.jsonl:3: no valid JSON: ")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"{\n")))
    assert in_process(capfd, "validate", "-")[1].startswith("-:1: no valid JSON: ")
    code, out, _ = in_process(capfd, "validate", "out.jsonl", "--json")
    assert code == 1
    assert json.loads(out)["line"] == 3


def test_schema(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for name in ("record", "reject", "run", "diff"):
        code, out, _ = in_process(capfd, "schema", name)
        assert (code, out) == (0, (ROOT / f"schemas/{name}.schema.json").read_text(encoding="utf-8"))
    assert in_process(capfd, "schema")[1] == in_process(capfd, "schema", "record")[1]
    in_process(capfd, "schema", "--write", str(tmp_path))
    assert len(list(tmp_path.iterdir())) == 4


def test_formats(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = in_process(capfd, "formats")
    assert code == 0
    told = {line.split()[0]: line for line in out.splitlines()}
    assert ".jsonl .ndjson" in told["jsonl"]
    listed = json.loads(in_process(capfd, "formats", "--json")[1])
    assert [form["name"] for form in listed] == list(told)


def test_score(here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    number = {
        "text": "5%", "start": 10, "value": 5, "value_max": None, "unit": "percent", "of": None, "kind": "result",
        "qualifier": "exact", "metric": None, "benchmark": None, "method": None, "baseline": None, "optional": False,
    }  # fmt: skip
    gold = {"id": "a", "title": None, "text": "It gained 5%.", "methods": [], "benchmarks": [], "numbers": [number]}
    (here / "gold.jsonl").write_text(json.dumps({**gold, "links": []}), encoding="utf-8")
    (here / "in.jsonl").write_text(json.dumps({"text": gold["text"]}), encoding="utf-8")
    in_process(capfd, "run", "in.jsonl", "-o", "out.jsonl")
    code, out, _ = in_process(capfd, "score", "gold.jsonl", "out.jsonl", "--json")
    assert code == 0
    assert json.loads(out)["numbers"]["missed"] == 1
    code, out, _ = in_process(capfd, "score", "gold.jsonl", "out.jsonl", "--errors", "3")
    assert "missed  a: 5%" in out


def test_score_against_a_baseline(here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    gold = {"id": "a", "text": "See https://a.b", "methods": [], "benchmarks": [], "numbers": []}
    links = [{"url": "https://a.b", "kind": "page"}]
    (here / "gold.jsonl").write_text(json.dumps({**gold, "links": links}), encoding="utf-8")
    for name, found in (("good", links), ("bad", [])):
        (here / f"{name}.jsonl").write_text(json.dumps({"id": "a", "links": found}), encoding="utf-8")
    _, scores, _ = in_process(capfd, "score", "gold.jsonl", "good.jsonl", "--json")
    (here / "scores.json").write_text(scores, encoding="utf-8")
    assert in_process(capfd, "score", "gold.jsonl", "good.jsonl", "--baseline", "scores.json")[::2] == (0, [])
    code, out, err = in_process(capfd, "score", "gold.jsonl", "bad.jsonl", "--baseline", "scores.json")
    assert code == 1
    assert out.startswith("1 gold abstracts")
    assert err[0] == "extractor: links: F1 fell from 1.0000 to 0.0000, by 1.0000"
    arguments = ("score", "gold.jsonl", "bad.jsonl", "--baseline", "scores.json", "--max-drop")
    assert in_process(capfd, *arguments, "1")[::2] == (0, [])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        pytest.param(b'{"numbers": [{"end": 3, "value": 5}]}', "numbers.0.start: Field required; see", id="no start"),
        pytest.param(b'{"numbers": [{"start": 1, "end": 3}]}', "numbers.0.value: Field required; see", id="no value"),
        pytest.param(b'{"numbers": [7]}', "numbers.0: Input should be", id="a number that is no object"),
        pytest.param(b'{"methods": 7}', "methods: Input should be", id="no list"),
        pytest.param(b'{"links": [{}]}', "links.0.url: Field required; see", id="no URL"),
        pytest.param(b'{"id": []}', "id: Input should be", id="no string"),
        pytest.param(b"7", "Input should be", id="no object"),
    ],
)
@pytest.mark.parametrize("compress", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_score_tells_a_record_that_cannot_be_scored(
    here: Path, capfd: pytest.CaptureFixture[str], line: bytes, message: str, compress: Callable[[bytes], bytes]
) -> None:
    (here / "gold.jsonl").write_bytes(b"")
    (here / "out.jsonl.gz").write_bytes(compress(b'{"id": "a"}\n\n' + line + b"\n"))
    code, out, err = in_process(capfd, "score", "gold.jsonl", "out.jsonl.gz")
    assert (code, out, len(err)) == (2, "", 1)
    assert err[0].startswith(f"extractor: error: out.jsonl.gz:3: no record that can be scored: {message}")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param(b"{\n", "out.jsonl:1: no valid JSON: ", id="no JSON"),
        pytest.param(b'{"id": "caf\xe9 au lait"}', "out.jsonl:1: no valid JSON: ", id="no UTF-8"),
        pytest.param(b"[" * 100_000, "out.jsonl:1: no valid JSON: ", id="nested without end"),
        pytest.param(bytes(range(256)), "out.jsonl: this is a binary file", id="binary"),
        pytest.param(
            b'{"id": "a", "methods": [{"names": ["A"]}]}',
            "out.jsonl:1: holds gold, not a record; the gold file comes first, then the records",
            id="the wrong way round",
        ),
    ],
)
def test_score_tells_what_is_no_file_of_records(
    here: Path, capfd: pytest.CaptureFixture[str], content: bytes, message: str
) -> None:
    (here / "gold.jsonl").write_bytes(b"")
    (here / "out.jsonl").write_bytes(content)
    code, out, err = in_process(capfd, "score", "gold.jsonl", "out.jsonl")
    assert (code, out, len(err)) == (2, "", 1)
    assert err[0].startswith(f"extractor: error: {message}")


def test_score_reads_compressed_records(here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    gold = {"id": "a", "text": "It is.", "methods": [], "benchmarks": [], "numbers": [], "links": []}
    (here / "gold.jsonl").write_text(json.dumps(gold), encoding="utf-8")
    (here / "out.jsonl.gz").write_bytes(gzip.compress(b'{"id": "a", "links": [{"url": "https://a.b"}]}\n'))
    code, out, _ = in_process(capfd, "score", "gold.jsonl", "out.jsonl.gz", "--json")
    assert (code, json.loads(out)["absent"], json.loads(out)["links"]["wrong"]) == (0, 0, 1)


def test_rules(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = in_process(capfd, "rules", "list", "--json")
    listed = json.loads(out)
    assert code == 0
    assert {row["kind"] for row in listed} == {"rule", "name list"}
    _, out, _ = in_process(capfd, "rules", "list")
    assert [line.split()[0] for line in out.splitlines()] == [row["id"] for row in listed]
    for row in listed[:1] + listed[-1:]:
        code, out, _ = in_process(capfd, "rules", "show", row["id"])
        assert code == 0
        assert out
    code, out, _ = in_process(capfd, "rules", "show", listed[0]["id"], "--json")
    assert json.loads(out)["id"] == listed[0]["id"]
    assert json.loads(out)["accepts"]


def test_rules_check(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("extractor.checks.rule_faults", lambda _rules: ["numbers/x: wrong"])
    code, out, err = in_process(capfd, "rules", "check")
    assert (code, out) == (1, "numbers/x: wrong\n")
    assert err[-1].endswith("rules, 1 fault")
    monkeypatch.setattr("extractor.checks.rule_faults", lambda _rules: [])
    assert in_process(capfd, "rules", "check", "--json")[:2] == (0, "[]\n")


@pytest.mark.parametrize("wanted", ["arxiv:2505.01234", "2505.01234", "2"])
def test_explain(here: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, wanted: str) -> None:
    class Explanation:
        def __init__(self, text: str) -> None:
            self.text = text

        def as_json(self) -> str:
            return json.dumps(self.text)

    monkeypatch.setattr("extractor.explain.explain", lambda _extractor, abstract: Explanation(abstract.text))
    monkeypatch.setattr("extractor.explain.text.as_text", lambda told, **_: f"explained: {told.text}")
    (here / "in.jsonl").write_text(
        '{"id": "x", "text": "One."}\n{"id": "2505.01234", "text": "Two."}', encoding="utf-8"
    )
    assert in_process(capfd, "explain", wanted, "in.jsonl") == (0, "explained: Two.\n", [])
    assert in_process(capfd, "explain", wanted, "in.jsonl", "--json") == (0, '"Two."\n', [])


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_every_command_has_help_with_an_example(command: str, capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = in_process(capfd, command, "--help")
    assert code == 0
    assert f"  extractor {command} " in out
    assert out.isascii(), "help can be printed whatever the locale"
    one = parser()._subparsers
    assert one is not None
    choices: Any = one._group_actions[0].choices
    assert all(action.help for action in choices[command]._actions)


def test_version(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = in_process(capfd, "--version")
    assert code == 0
    assert out.startswith("extractor ")


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        pytest.param(OutputError("out: no;\nask"), 2, "extractor: error: out: no; ask", id="one line"),
        pytest.param(KeyboardInterrupt(), 130, "extractor: interrupted", id="interrupted"),
        pytest.param(
            ValueError("odd"),
            2,
            "extractor: error: a defect of extractor: ValueError: odd; please report it",
            id="defect",
        ),
    ],
)
def test_whatever_is_raised_is_one_line(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int, message: str
) -> None:
    def fail(_: object) -> int:
        raise error

    monkeypatch.delenv("EXTRACTOR_DEBUG", raising=False)
    monkeypatch.setattr(cli.schema, "call", fail)
    got, out, err = in_process(capfd, "schema")
    assert (got, out) == (code, "")
    assert len(err) == 1
    assert err[0].startswith(message)


def test_a_defect_shows_where_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> int:
        raise ValueError("odd")

    monkeypatch.setenv("EXTRACTOR_DEBUG", "1")
    monkeypatch.setattr(cli.schema, "call", fail)
    with pytest.raises(ValueError, match="odd"):
        main(["schema"])


def process(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    command: Sequence[str] = [sys.executable, "-m", "extractor", *arguments]
    return subprocess.run(command, capture_output=True, check=False, env={**os.environ, **environment}, cwd=ROOT)


def test_progress_is_shown_on_a_terminal(here: Path) -> None:
    pty = pytest.importorskip("pty", reason="no terminals here")
    import fcntl
    import struct
    import termios

    terminal, its_end = pty.openpty()
    fcntl.ioctl(its_end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT / 'tests')!r}); from conftest import FakeExtractor; "
        "from extractor.cli import main, options; options.make_extractor = lambda *_, **__: FakeExtractor(); main()"
    )
    command = [sys.executable, "-c", code, "run", str(here / "good.txt"), "-o", str(here / "out.jsonl")]
    subprocess.run(command, check=True, stderr=its_end, cwd=ROOT)
    shown = os.read(terminal, 10_000).decode()
    os.close(terminal)
    os.close(its_end)
    assert "0 abstracts [00:00" in shown
    assert shown.splitlines()[-1].strip().startswith("extractor: 3 abstracts read;")


def test_help_loads_nothing_heavy() -> None:
    code = "import sys; from extractor.cli import parser; parser(); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, cwd=ROOT).stdout.split()
    assert not {b"spacy", b"numpy", b"pydantic", b"tqdm"} & set(loaded)


def test_a_closed_pipe_is_no_trouble(tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text("{\n" * 5000, encoding="utf-8")
    command = [sys.executable, "-m", "extractor", "validate", str(tmp_path / "bad.jsonl")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as running:
        assert running.stdout
        assert running.stderr
        assert running.stdout.read(1)
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 141


@pytest.mark.parametrize("locale", ["C", "POSIX", "C.UTF-8"])
def test_output_is_utf8_whatever_the_locale(tmp_path: Path, locale: str) -> None:
    path = tmp_path / "naïve.jsonl"
    path.write_text('{"id": "naïve \\ud800"}', encoding="utf-8")
    done = process("validate", str(path), LC_ALL=locale, PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert done.returncode == 1
    assert "naïve.jsonl:1: naïve \\ud800: ".encode() in done.stdout
