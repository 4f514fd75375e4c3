"""What is printed: nothing in a record is taken for markup, and what is long is cut."""

from __future__ import annotations

import io
import json
import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest
from diffing import TEXT, full, method, number, record, write
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from extractor.diff import Diff, FileDiff, diff_files
from extractor.diff.pages import ALL, write_lines, write_page
from extractor.diff.pages.html import HTMLPage, highlighted
from extractor.diff.pages.json import JSONPage
from extractor.diff.pages.markdown import MarkdownPage, code
from extractor.diff.pages.text import TextPage
from extractor.diff.selecting import REAL_WAYS
from extractor.schema import schema

if TYPE_CHECKING:
    from pathlib import Path

    from extractor.diff.pages import Page

NASTY = "<script>alert(1)</script> @all #12 | `x` **FooNet** & 5.5%"


def differing(folder: Path) -> FileDiff:
    write(folder / "old.jsonl", full(), full(id="id:2"), record(id="id:3"), record(NASTY, id="id:<4>"))
    new = full(id="id:2", numbers=(number(TEXT, kind="size", confidence=0.5),))
    evil = record(NASTY, id="id:<4>", title="<b>", methods=(method(NASTY, "<script>alert(1)</script>", "**FooNet**"),))
    write(folder / "new.jsonl", full(links=()), new, evil, record(id="id:5"))
    return diff_files(folder / "old.jsonl", folder / "new.jsonl")


def printed(diff: FileDiff, page: Page, limit: int | None = None) -> str:
    out = io.BytesIO()
    write_page(diff, page, out, limit=limit)
    return out.getvalue().decode()


def test_text(tmp_path: Path) -> None:
    text = printed(differing(tmp_path), TextPage())
    assert (
        text
        == f"""\
--- old.jsonl: 4 records
+++ new.jsonl: 4 records
records: 0 same, 3 changed, 1 added, 1 removed
input changed in: title of 1

                 added   removed   changed     moved   renamed  relinked  evidence
methods              1         .         .         .         .         .         .
benchmarks           .         .         .         .         .         .         .
numbers              .         .         1         .         .         1         .
links                .         1         .         .         .         .         .

why
  unknown (found by numbers/percent): numbers ~1 @1
  unknown (found by links/url): links -1
  unknown (found by names/methods): methods +1

note: no run file beside {tmp_path}/old.jsonl and {tmp_path}/new.jsonl: causes are known only where the abstract \
changed; see --old-run and --new-run

id:1  {TEXT[:71]}…
  - removed link https://github.com/a/foo: repository  [unknown (found by links/url)]

id:2  {TEXT[:71]}…
  @ relinked number 5.5%: metric accuracy -> none; benchmark BarBench -> none; method FooNet -> none; baseline \
BazNet -> none  [unknown (found by numbers/percent)]
  ~ changed number 5.5%: kind result -> size  [unknown (found by numbers/percent)]

id:<4>  <b>
  ~ changed title none -> <b>  [the abstract changed]
  + added method <script>alert(1)</script>: mentioned; also **FooNet**  [unknown (found by names/methods)]

id:3  {TEXT[:71]}…
  - removed  [only in OLD]

id:5  {TEXT[:71]}…
  + added  [only in NEW]
"""
    )


@pytest.mark.parametrize("page", [TextPage(), MarkdownPage(), HTMLPage()])
def test_a_limit_hides_records_and_says_so(tmp_path: Path, page: Page) -> None:
    diff = differing(tmp_path)
    text = printed(diff, page, 2)
    assert "3 more records differ" in text
    assert "id:5" not in text
    assert diff.summary().records.added == 1
    assert "more record" not in printed(differing(tmp_path), page, ALL)


def test_json_is_what_its_schema_says(tmp_path: Path) -> None:
    content = json.loads(printed(differing(tmp_path), JSONPage()))
    Draft202012Validator(schema("diff")).validate(content)
    assert Diff.model_validate(content).summary.different
    out = io.BytesIO()
    write_lines(differing(tmp_path), out)
    assert [json.loads(line) for line in out.getvalue().splitlines()] == content["changes"]
    assert list(content["changes"][0]) == list(schema("diff")["$defs"]["Change"]["properties"])


def test_equal_files_give_whole_pages(tmp_path: Path) -> None:
    paths = [write(tmp_path / name, full()) for name in ("a", "b")]
    content = json.loads(printed(diff_files(*paths), JSONPage()))
    Draft202012Validator(schema("diff")).validate(content)
    assert content["changes"] == []
    assert printed(diff_files(*paths), TextPage()).endswith("records: 1 same, 0 changed, 0 added, 0 removed\n")
    assert "the same" in printed(diff_files(*paths), MarkdownPage())


def test_evidence_is_counted_and_shown_when_asked(tmp_path: Path) -> None:
    old = write(tmp_path / "old.jsonl", full())
    new = write(tmp_path / "new.jsonl", full(methods=(full().methods[0], method(TEXT, "BazNet", confidence=0.5))))
    diff = diff_files(old, new)
    text = printed(diff, TextPage())
    assert "0 changed, 0 added, 0 removed; 1 more differ in confidence, found_by or sources only\n" in text
    assert "id:1" not in text
    assert diff.summary().different
    out = io.BytesIO()
    write_page(diff_files(old, new), TextPage(), out, ways=REAL_WAYS | {"evidence"})
    assert ". evidence method BazNet: confidence 0.9 -> 0.5" in out.getvalue().decode()


def test_a_new_name_is_told_once(tmp_path: Path) -> None:
    renamed = (method(TEXT, "FooNet", "FN", role="proposed", canonical="Foo Net"), method(TEXT, "BazNet"))
    old = write(tmp_path / "old.jsonl", *(full(id=f"id:{n}") for n in range(3)))
    new = write(tmp_path / "new.jsonl", *(full(id=f"id:{n}", methods=renamed) for n in range(3)))
    text = printed(diff_files(old, new), TextPage())
    assert "\nrenamed\n  3 x method canonical none -> Foo Net\n" in text
    assert "id:1" not in text
    assert text.count("Foo Net") == 1
    assert "\n3 more records differ in names alone, which are told above; --all shows where\n" in text
    assert len(json.loads(printed(diff_files(old, new), JSONPage()))["changes"]) == 3


def test_every_new_name_is_told_where_all_are_asked_for(tmp_path: Path) -> None:
    records = [record(id=f"id:{n}", methods=(method(TEXT, canonical=f"Net {min(n, 12)}"),)) for n in range(14)]
    old = write(tmp_path / "old.jsonl", *(record(id=f"id:{n}", methods=(method(TEXT),)) for n in range(14)))
    new = write(tmp_path / "new.jsonl", *records)
    text = printed(diff_files(old, new), TextPage())
    assert text.count("method canonical none -> Net") == 10
    assert "  3 more, 3 times; --limit all tells all\n" in text
    assert "| | 3 more, 3 times |" in printed(diff_files(old, new), MarkdownPage())
    for page in (TextPage(all_names=True), HTMLPage()):
        assert all(f"-> Net {n}" in printed(diff_files(old, new), page).replace("&gt;", ">") for n in range(13))
    diff = diff_files(old, new)
    assert sum(1 for _ in diff.records()) == 14
    assert next((row.what, row.count) for row in diff.summary().renamed) == ("canonical none -> Net 12", 2)
    assert len(diff.summary().renamed) == 13


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.attributes: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_html_is_whole_and_loads_nothing(tmp_path: Path) -> None:
    text = printed(differing(tmp_path), HTMLPage())
    parser = _Tags()
    parser.feed(text)
    assert parser.open == []
    assert {"script", "link", "img", "iframe", "b"} & set(parser.tags) == set()
    assert set(parser.attributes) <= {"class", "title", "lang", "charset", "name", "content"}
    assert "url(" not in text
    assert "@import" not in text
    assert '<mark class="added" title="added">&lt;script&gt;alert(1)&lt;/script&gt;</mark> @all' in text
    assert "<h2>id:&lt;4&gt;</h2>" in text
    assert "prefers-color-scheme: dark" in text
    assert '<p class="none">not in NEW</p>' in text


def test_html_marks_what_was_rewritten(tmp_path: Path) -> None:
    old, new = "It gains a lot.", "It now gains <much>."
    diff = diff_files(write(tmp_path / "old.jsonl", record(old)), write(tmp_path / "new.jsonl", record(new)))
    text = printed(diff, HTMLPage())
    assert 'It gains <mark class="rewritten" title="rewritten">a lot</mark>.' in text
    assert 'It <mark class="rewritten" title="rewritten">now</mark> gains ' in text
    assert '<mark class="rewritten" title="rewritten">&lt;much&gt;</mark>.' in text


def test_html_without_texts_shows_mentions(tmp_path: Path) -> None:
    old, new = full(numbers=()).model_dump(mode="json"), full().model_dump(mode="json")
    old["text"] = new["text"] = None
    diff = diff_files(write(tmp_path / "old.jsonl", old), write(tmp_path / "new.jsonl", new))
    assert '<li><mark class="added">5.5%</mark></li>' in printed(diff, HTMLPage())


@pytest.mark.parametrize(
    ("spans", "expected"),
    [
        ([], "a&lt;b c"),
        ([(0, 1, "added")], '<mark class="added" title="added">a</mark>&lt;b c'),
        pytest.param(
            [(0, 3, "moved"), (1, 2, "removed")],
            '<mark class="moved" title="moved">a</mark><mark class="removed" title="removed">&lt;</mark>'
            '<mark class="moved" title="moved">b</mark> c',
            id="one within another",
        ),
        pytest.param([(4, 99, "added")], 'a&lt;b <mark class="added" title="added">c</mark>', id="beyond the end"),
    ],
)
def test_highlighted(spans: list[tuple[int, int, str]], expected: str) -> None:
    assert highlighted("a<b c", spans) == expected


@settings(deadline=None, max_examples=80, derandomize=True)
@given(
    st.text("ab<&`\n", max_size=12),
    st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12), st.just("added")), max_size=4),
)
def test_marks_change_no_text(text: str, spans: list[tuple[int, int, str]]) -> None:
    plain = re.sub(r"<[^>]*>", "", highlighted(text, [span for span in spans if span[0] < span[1]]))
    assert plain.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&") == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a b", "`a b`"),
        pytest.param("a `b` c", "`` a `b` c ``", id="ticks within"),
        pytest.param("`b", "`` `b ``", id="a tick at the edge"),
        pytest.param("a|b", r"`a\|b`", id="no new cell of a table"),
        pytest.param("a\n\nb", "`a b`", id="one line"),
        pytest.param("", "", id="nothing"),
        pytest.param("x" * 500, f"`{'x' * 159}…`", id="cut"),
    ],
)
def test_code_spans(text: str, expected: str) -> None:
    assert code(text) == expected


def test_markdown_is_bounded(tmp_path: Path) -> None:
    names = [f"Name{'x' * 150}{n}" for n in range(400)]
    text = " ".join(names)
    many = [record(text, id=f"id:{n}", methods=tuple(method(text, name) for name in names)) for n in range(3)]
    short = full(id="id:9")
    old = write(tmp_path / "old.jsonl", *(record(text, id=one.id) for one in many), full(id="id:9", links=()))
    diff = diff_files(old, write(tmp_path / "new.jsonl", *many, short))
    markdown = printed(diff, MarkdownPage(), ALL)
    assert len(markdown) < 65_536
    assert "3 more records differ" in markdown
    assert "github.com/a/foo" in markdown, "a short one behind them is shown"
