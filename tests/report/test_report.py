"""The page as bytes: it holds the records, whatever they hold, loads nothing, and is whole or not there."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from diffing import full, record, write
from hypothesis import given, settings
from hypothesis import strategies as st
from report_page import Page
from shelf import HOSTILE, shelf

from extractor.cli import main, parser
from extractor.errors import OutputError
from extractor.records import Mention, Method
from extractor.report import write_report
from extractor.report.writing import SCRIPTS
from extractor.resources import page_part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from extractor.records import AbstractRecord


ROOT = Path(__file__).parent.parent.parent


def page(folder: Path, *records: AbstractRecord, title: str = "A title") -> Page:
    write_report(records, folder / "page.html", title=title)
    return Page((folder / "page.html").read_text(encoding="utf-8"))


def test_the_page_holds_the_records(tmp_path: Path) -> None:
    assert page(tmp_path, *shelf()).records() == shelf()


def test_many_records_stand_in_several_scripts_and_in_order(tmp_path: Path) -> None:
    records = [record(f"Text {number}.", id=f"id:{number}") for number in range(1001)]
    made = page(tmp_path, *records)
    assert len(made.inside("script", **{"class": "records"})) == 3
    assert made.records() == records


def test_no_records_are_a_page_too(tmp_path: Path) -> None:
    assert page(tmp_path).records() == []


@settings(deadline=None, max_examples=25, derandomize=True)
@given(
    text=st.text(min_size=1) | st.text("<>/!-&scriptSCRIPT{}\\\"'\u2028", min_size=1),
    title=st.text() | st.sampled_from(["</title>", "{{script}}", "<!--"]),
    data=st.data(),
)
def test_whatever_records_hold_comes_back(
    tmp_path_factory: pytest.TempPathFactory, text: str, title: str, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    mention = Mention(field="text", start=start, end=end, text=text[start:end])
    one = Method(
        name=text[start:end], aliases=(title or "x",), canonical=title, role="proposed", mentions=(mention,),
        confidence=0.5, found_by=(text,),
    )  # fmt: skip
    records = [record(text, title=title, methods=(one,)), record(text, id=text)]
    assert page(tmp_path_factory.mktemp("page"), *records, title=title).records() == records


def test_records_add_no_element(tmp_path: Path) -> None:
    plain = page(tmp_path, record("Plain."), title="Plain")
    hostile = page(tmp_path, record(HOSTILE, title=HOSTILE, id=HOSTILE), title=HOSTILE)
    assert hostile.elements == plain.elements
    assert hostile.inside("title") == [HOSTILE]
    assert hostile.inside("h1") == [HOSTILE]


def test_the_same_records_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one.html", "two.html"):
        write_report(iter(shelf()), tmp_path / name)
    assert (tmp_path / "one.html").read_bytes() == (tmp_path / "two.html").read_bytes()


def test_the_policy_lets_run_what_is_there_and_nothing_else(tmp_path: Path) -> None:
    made = page(tmp_path, *shelf())
    (policy,) = (has["content"] for tag, has in made.elements if "http-equiv" in has)
    rules = dict(rule.split(" ", 1) for rule in (policy or "").split("; "))
    (style,) = made.inside("style")
    script = made.inside("script")[-1]
    assert rules == {
        "default-src": "'none'",
        "style-src": f"'sha256-{_digest(style)}'",
        "script-src": f"'sha256-{_digest(script)}'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "require-trusted-types-for": "'script'",
    }


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def test_nothing_of_the_page_is_loaded_from_elsewhere(tmp_path: Path) -> None:
    made = page(tmp_path, *shelf())
    named = [value for _, has in made.elements for name, value in has.items() if name in _LOADING]
    assert named == ["#records"]
    assert not [tag for tag, _ in made.elements if tag in ("link", "img", "iframe", "object", "embed", "base", "form")]
    assert not [name for _, has in made.elements for name in has if name.startswith("on") or name == "style"]
    assert not re.findall(r"url\(|@import|image-set", made.inside("style")[0])


_LOADING = ("src", "href", "srcset", "action", "formaction", "data", "poster", "ping", "background")


@pytest.mark.parametrize(
    "way",
    ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "fetch(", "XMLHttp",
     "WebSocket", "sendBeacon", "import(", "DOMParser", "createContextualFragment", "setAttributeNS"],
)  # fmt: skip
def test_the_script_knows_no_way_to_make_markup_of_text_or_to_reach_out(way: str) -> None:
    for name in SCRIPTS:
        assert way not in page_part(f"report/script/{name}.js")


def test_every_part_of_the_script_is_in_the_page() -> None:
    folder = ROOT / "extractor" / "report" / "script"
    assert sorted(path.name for path in folder.iterdir()) == sorted(f"{name}.js" for name in SCRIPTS)


def test_a_page_is_whole_or_not_there(tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    out.write_text("what was there", encoding="utf-8")

    def failing() -> Iterator[AbstractRecord]:
        yield full()
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_report(failing(), out)
    assert out.read_text(encoding="utf-8") == "what was there"
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_a_place_that_cannot_be_written_to(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="is a folder"):
        write_report([full()], tmp_path)


def test_the_command(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    records, out = write(tmp_path / "records.jsonl", full(), full(id="id:2")), tmp_path / "page.html"
    assert main(["report", str(records), "-o", str(out), "--title", "Two & two", "--json"]) == 0
    told = capfd.readouterr()
    assert json.loads(told.out) == {"file": str(out), "records": 2, "bytes": out.stat().st_size}
    assert told.err.startswith(f"extractor: {out}: 2 records, ")
    made = Page(out.read_text(encoding="utf-8"))
    assert made.inside("h1") == ["Two & two"]
    assert [one.id for one in made.records()] == ["id:1", "id:2"]


def test_to_standard_output_goes_the_same_page(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    records, out = write(tmp_path / "records.jsonl", full()), tmp_path / "page.html"
    assert main(["report", str(records), "-o", str(out)]) == 0
    capfdbinary.readouterr()
    assert main(["report", str(records), "-o", "-"]) == 0
    assert capfdbinary.readouterr() == (out.read_bytes(), b"")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(["none.jsonl", "-o", "page.html"], "none.jsonl: there is no such file", id="no records"),
        pytest.param(["bad.jsonl", "-o", "page.html"], "bad.jsonl:1: no valid record", id="no record"),
        pytest.param(["bad.jsonl", "-o", "gone/page.html"], "gone/page.html: cannot be written", id="no folder"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "bad.jsonl", {"id": "x"})
    assert main(["report", *arguments]) == 2
    told = capfd.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert message in told.err
    assert [path.name for path in tmp_path.iterdir()] == ["bad.jsonl"]


def test_the_commands_of_the_docs_can_be_given() -> None:
    text = (ROOT / "docs" / "report.md").read_text(encoding="utf-8")
    commands = re.findall(r"^extractor (.*)$", text, re.MULTILINE)
    assert [parser().parse_args(shlex.split(command)).command for command in commands] == ["run", "report"]


def test_all_keys_are_in_the_help_of_the_page() -> None:
    (keys,) = re.findall(r"const KEYS = \{\n(.*?)\n\};", page_part("report/script/page.js"), re.DOTALL)
    known = re.findall(r"^ +\"?(.)\"?: \(\)", keys, re.MULTILINE)
    assert len(known) == 8
    for key in known:
        assert f"<kbd>{key}</kbd>" in page_part("report/page.html")
