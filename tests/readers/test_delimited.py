"""CSV and its kin: dialects, broken rows, and what is none."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.abstract import Abstract
from extractor.readers import Input, open_input, read_abstracts
from extractor.readers.base import Piece, ReadOptions
from extractor.readers.delimited import CSV
from extractor.readers.registry import detect
from extractor.records import Reject

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def write(folder: Path, content: str | bytes, name: str = "a.csv") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def read(path: Path, **names: str) -> list[Abstract | Reject]:
    return list(read_abstracts(path, format="csv", options=ReadOptions(fields=names)))


def shown(items: list[Abstract | Reject]) -> list[str]:
    """The text of each abstract, the code of each reject."""
    return [item.text if isinstance(item, Abstract) else f"<{item.code}>" for item in items]


HEAD = "title,abstract\n"


@pytest.mark.parametrize(
    ("content", "texts"),
    [
        pytest.param("title,abstract\nA,We do.\nB,We try.\n", ["We do.", "We try."], id="commas"),
        pytest.param("title;abstract\nA;We do, well.\n", ["We do, well."], id="semicolons, with commas in the text"),
        pytest.param("title\tabstract\nA\tWe do; well, so.\n", ["We do; well, so."], id="tabs"),
        pytest.param("title|abstract\nA|We do, well.\n", ["We do, well."], id="pipes"),
        pytest.param('"title","abstract"\n"A","We do, well."\n', ["We do, well."], id="all in quotes"),
        pytest.param(HEAD + 'A,"We ""do"" well."\n', ['We "do" well.'], id="doubled quotes"),
        pytest.param(HEAD + r'A,"We \"do\", $\alpha$."' + "\n", ['We "do", $\\alpha$.'], id="escaped quotes alone"),
        pytest.param(HEAD + r'A,"We \"do\", $\\alpha$."' + "\n", ['We "do", $\\alpha$.'], id="escaped backslashes too"),
        pytest.param(HEAD + r'A,"Na\""ive, $\alpha$."' + "\n", ['Na\\"ive, $\\alpha$.'], id="LaTeX, quotes doubled"),
        pytest.param(HEAD + "A,We $\\times$ do.\n", ["We $\\times$ do."], id="a backslash is no escape by itself"),
        pytest.param("\ufefftitle,abstract\nA,We do.\n", ["We do."], id="byte order mark"),
        pytest.param("\ufeff" + '"abstract","title"\nWe do.,A\n', ["We do."], id="byte order mark before a quote"),
        pytest.param("sep=;\ntitle;abstract\nA;We do, so.\n", ["We do, so."], id="Excel's first line"),
        pytest.param('"sep=|"\r\ntitle|abstract\r\nA|We do.\r\n', ["We do."], id="the same in quotes, CRLF"),
        pytest.param(" Abstract Text ,id\nWe do.,x\n", ["We do."], id="spaces and case in names"),
        pytest.param(HEAD + 'A,"We do.\r\n\r\nWell."\r\nB,We try.\r\n', ["We do.\n\nWell.", "We try."], id="lines"),
        pytest.param(HEAD + "A,We do.\n\n\nB,We try.\n", ["We do.", "We try."], id="blank lines between rows"),
        pytest.param(HEAD + "A,We do.\n,\nB,We try.\n", ["We do.", "We try."], id="an empty row is none"),
        pytest.param(HEAD + "A,We do.,,\n", ["We do."], id="empty cells too many say nothing"),
        pytest.param(HEAD + "A,We do.", ["We do."], id="no newline at the end"),
        pytest.param("abstract\nWe do.\nWe try, too.\n", ["We do.", "We try, too."], id="one column"),
        pytest.param("text,abstract\nAll of it.,We do.\n", ["We do."], id="abstract before text"),
        pytest.param("abstract,abstract\nWe do.,We try.\n", ["We do."], id="a name that stands twice: the first"),
        pytest.param(HEAD + "A,nan\nB,\nC,We do.\n", ["<no-text>", "<no-text>", "We do."], id="missing values"),
        pytest.param("title\tabstract\nA\t\"``Do\" is it.\nB\tWe do.\n", ['"``Do" is it.', "We do."], id="tabs alone"),
        pytest.param('title\tabstract\nA\t"We ""do""."\n', ['We "do".'], id="tabs and quotes"),
        pytest.param(HEAD + "A," + "w" * 200_000 + "\n", ["w" * 200_000], id="a cell longer than the library takes"),
        pytest.param(HEAD + "A,We\0do it.\nB,We do.\n", ["<nul>", "We do."], id="NUL"),
    ],
)  # fmt: skip
def test_dialects(tmp_path: Path, content: str, texts: list[str]) -> None:
    assert shown(read(write(tmp_path, content))) == texts


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        pytest.param(
            'A,"An "odd\'\' one, so."\nB,We try.\n', ["An \"odd'' one, so.", "We try."], id="a stray quote alone"
        ),
        pytest.param('A,We do, well.\n"B","We try."\n', ["<bad-row>", "We try."], id="a comma too many"),
        pytest.param("A\nB,We try.\n", ["<bad-row>", "We try."], id="a cell too few"),
        pytest.param('A,"The "best" way, so."\nB,We try.\n', ['The "best" way, so.', "We try."], id="stray quotes"),
        pytest.param('A,"The "best", so."\nB,We try.\n', ["<bad-row>", "We try."], id="stray, before a comma"),
        pytest.param('A,"We do\nB,We try.\nC,We see.\n', ["<bad-row>", "We try.", "We see."], id="never closed"),
        pytest.param(
            'A,"We do\nB,"We try."\nC,We see.\n', ["<bad-row>", "We try.", "We see."], id="closed by the next"
        ),
        pytest.param('"A","We do\n"B","We try."\n', ["<bad-row>", "We try."], id="closed by the next, all in quotes"),
        pytest.param('A,"We do\nB,"We try, so\nC,We see.\n', ["<bad-row>", "<bad-row>", "We see."], id="two of them"),
        pytest.param('A,"We,\ndo."\nB,"We try\nC,"We,\nsee."\n', ["We,\ndo.", "<bad-row>", "We,\nsee."], id="of lines"),
        pytest.param(
            'A,"We,\ndo."\nB,"He "says, so"\nand, then.\nno more\nC,"We,\nsee."\n',
            ["We,\ndo.", "<bad-row>", "We,\nsee."],
            id="what is left of a broken row is no row, though it has as many commas",
        ),
        pytest.param(
            'A,"We say "so",\nand do."\nB,We try.\n', ["<bad-row>", "<bad-row>", "We try."], id="first of lines"
        ),
        pytest.param(
            'A,"We "say" so\nand do, well."\nB,"x"\n', ["<bad-row>", "<bad-row>", "<too-short>"], id="of doubt"
        ),
        pytest.param(
            'A,"We "say" so\nand do."\nB,We try.\n', ['We "say" so\nand do.', "We try."], id="stray, of lines"
        ),
        pytest.param("A,We d\xe9.\nB,We try.\n", ["<not-utf8>", "We try."], id="no UTF-8"),
    ],
)
def test_a_broken_row_costs_no_other(tmp_path: Path, rows: str, expected: list[str]) -> None:
    items = read(write(tmp_path, (HEAD + rows).encode("latin-1")))
    assert shown(items) == expected


def test_a_row_is_rejected_as_it_stands(tmp_path: Path) -> None:
    path = write(tmp_path, 'title,abstract\r\nÄ,"We\r\ndo."\r\nB,one, two\r\nC,We try.\r\n')
    items = read(path)
    reject = items[1]
    assert isinstance(reject, Reject)
    assert (reject.position, reject.line, reject.raw) == (2, 4, "B,one, two")
    assert "2 columns" in reject.reason
    data = path.read_bytes()
    assert [data[item.offset : (item.offset or 0) + 2] for item in items] == ["Ä".encode(), b"B,", b"C,"]
    assert [item.line for item in items] == [2, 4, 5]


@pytest.mark.parametrize(
    ("content", "names", "expected"),
    [
        pytest.param("A,We do.\nB,We try.\n", {}, ["<no-header>"], id="no header"),
        pytest.param(
            "A,We do.\nB,We try.\n", {"abstract": "2"}, ["We do.", "We try."], id="no header, column by number"
        ),
        pytest.param("A;We, do.\n", {"abstract": "2"}, ["We, do."], id="the same, of semicolons"),
        pytest.param("A,We do.\n", {"abstract": "3"}, ["<no-header>"], id="no such column"),
        pytest.param("titel,inhalt\nA,We do.\n", {}, ["<no-header>"], id="no column for abstracts"),
        pytest.param("titel,Inhalt\nA,We do.\n", {"abstract": "inhalt"}, ["We do."], id="column by name"),
        pytest.param("abstract,lead\nA x y,We do.\n", {"abstract": "lead"}, ["We do."], id="given name counts"),
        pytest.param("title,abstract\nA,We do.\n", {"abstract": "2"}, ["We do."], id="by number, with a header"),
        pytest.param("title,abstract\n", {}, ["<empty>"], id="a header alone"),
    ],
)
def test_columns(tmp_path: Path, content: str, names: Mapping[str, str], expected: list[str]) -> None:
    assert shown(read(write(tmp_path, content), **names)) == expected


def test_what_is_missing_is_told(tmp_path: Path) -> None:
    (reject,) = read(write(tmp_path, "name,inhalt\nA,We do.\n"))
    assert isinstance(reject, Reject)
    assert "'name', 'inhalt'" in reject.reason
    assert "--fields abstract=3" in reject.reason


def test_details(tmp_path: Path) -> None:
    header = "paper_id;Title;Authors;Abstract;Publication Year;Journal;link;pdf_url;code\n"
    row = "x1;T;Ada Lee, Bo Chen;We do.;2014//;J. of X;https://openreview.net/forum?id=x1;https://a.b/p.pdf;https://git.hub/x\n"
    (abstract,) = read(write(tmp_path, header + row))
    assert isinstance(abstract, Abstract)
    source = abstract.source
    assert source is not None
    assert (abstract.id, source.id, abstract.title) == ("openreview:x1", "x1", "T")
    assert (source.year, source.authors, source.venue) == (2014, ("Ada Lee", "Bo Chen"), "J. of X")
    assert (source.url, source.pdf) == ("https://openreview.net/forum?id=x1", "https://a.b/p.pdf")
    assert source.code_url == "https://git.hub/x"


@pytest.mark.parametrize(
    ("written", "authors"),
    [
        ("Ada Lee|Bo Chen", ("Ada Lee", "Bo Chen")),
        ("Marx, Karl; Lee, Ada", ("Marx, Karl", "Lee, Ada")),
        ("Marx, Karl", ("Marx, Karl",)),
        ("A. Lee, B. Chen and C. Wu", ("A. Lee", "B. Chen", "C. Wu")),
        ("A. Lee, B. Chen, and C. Wu", ("A. Lee", "B. Chen", "C. Wu")),
        ("de la Cruz, Jo Ann and Lee Smith, Ada Bo", ("de la Cruz, Jo Ann", "Lee Smith, Ada Bo")),
        ("['Marx, Karl', 'Lee, Ada']", ("Marx, Karl", "Lee, Ada")),
        ("['Marx, Karl'", ("['Marx, Karl'",)),
    ],
)
def test_authors(tmp_path: Path, written: str, authors: tuple[str, ...]) -> None:
    (abstract,) = read(write(tmp_path, f"authors\tabstract\n{written}\tWe do.\n"))
    assert isinstance(abstract, Abstract)
    assert abstract.source is not None
    assert abstract.source.authors == authors


def test_a_running_number_is_no_id(tmp_path: Path) -> None:
    items = read(write(tmp_path, ",id,abstract\n0,1,We do.\n1,2,We try.\n2,77,We see.\n"))
    assert [item.id for item in items if isinstance(item, Abstract)] == [None, None, "id:77"]


@pytest.mark.parametrize(
    ("head", "name", "form"),
    [
        pytest.param("title,abstract\nA,We do.\n", "a.txt", "csv", id="told by its header"),
        pytest.param("id\ttext\n1\tWe do.\n", "a", "csv", id="tabs, no ending"),
        pytest.param("title,abstract\n", "a.txt", "csv", id="header alone"),
        pytest.param("A,We do.\n", "a.csv", "csv", id="told by its name"),
        pytest.param("A\tWe do.\n", "a.TSV", "csv", id="the same, tabs"),
        pytest.param("We do this, that, and more.\n\nWe try.\n", "a.txt", "text", id="prose with commas"),
        pytest.param("Text, images, and speech are one here.\nWe do.\n", "a.txt", "text", id="prose that begins so"),
        pytest.param("Text, Speech and Dialogue\n\nWe do it, so.\n", "a.txt", "text", id="a heading"),
        pytest.param("Text, Speech and Dialogue\nWe do it.\n", "a.txt", "text", id="no row fits"),
        pytest.param("Abstract\n\nWe do.\n", "a.txt", "text", id="a heading of one word"),
        pytest.param('{"title": "A", "abstract": "We do."}\n', "a.csv", "jsonl", id="JSON Lines called CSV"),
        pytest.param("@article{a, abstract = {We do.}\n}\n", "a.txt", "text", id="BibTeX is none"),
    ],
)
def test_detection(head: str, name: str, form: str) -> None:
    found = detect(name, head)
    assert found is not None
    assert found.name == form or (form == "text" and found.name != "csv")


cells = st.text(st.characters(codec="utf-8", exclude_characters="\r\0"), min_size=1).map(lambda text: f"We {text} do")


@given(
    st.lists(cells, min_size=1, max_size=6),
    st.sampled_from(",;\t|"),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
)
@settings(deadline=None, max_examples=100, derandomize=True)
def test_what_is_written_is_read(texts: list[str], delimiter: str, quoting: int) -> None:
    written = io.StringIO()
    writer = csv.writer(written, delimiter=delimiter, quoting=quoting, lineterminator="\r\n")  # type: ignore[arg-type]
    writer.writerows([("title", "abstract", "n"), *(("A", text, "x") for text in texts)])
    pieces = list(CSV.read(io.BytesIO(written.getvalue().encode()), ReadOptions()))
    assert [getattr(piece, "text", None) for piece in pieces] == texts
    data = written.getvalue().encode()
    assert all(data[piece.offset or 0 :].startswith(piece.raw.split("\n")[0].encode()) for piece in pieces)


@given(st.integers(0, 5), st.sampled_from(['X,"never', 'X,a "b, c', "X", 'X,"a "b", c"', "X,y,z", 'X,"a"b', '"X,y']))
@settings(deadline=None, max_examples=80, derandomize=True)
def test_a_damaged_row_loses_only_itself(place: int, damage: str) -> None:
    rows = [f'{name},"We do {name}, ""well""."' for name in "ABCDE"]
    rows.insert(place, damage)
    content = HEAD + "".join(f"{row}\n" for row in rows)
    pieces = list(CSV.read(io.BytesIO(content.encode()), ReadOptions()))
    kept = [(piece.title, piece.text) for piece in pieces if isinstance(piece, Piece) and piece.title != "X"]
    assert kept == [(name, f'We do {name}, "well".') for name in "ABCDE"]
    assert len(pieces) == 6


@given(st.binary(max_size=300))
@settings(deadline=None, max_examples=200, derandomize=True)
def test_no_bytes_make_it_fail(content: bytes) -> None:
    for _ in CSV.read(io.BytesIO(b'title,abstract\nA,"We do."\n' + content), ReadOptions()):
        pass
    for _ in CSV.read(io.BytesIO(content), ReadOptions()):
        pass
    CSV.accepts(content.decode("utf-8", "surrogateescape"))


def test_a_quote_that_is_never_closed_takes_no_memory_for_the_file(tmp_path: Path) -> None:
    rows = "".join(f"T{number},We do {number}.\n" for number in range(6_000))
    items = read(write(tmp_path, HEAD + 'X,"We do\n' + rows))
    assert len(items) == 6_001
    assert [type(item) for item in items[:2]] == [Reject, Abstract]


def test_format_is_named(tmp_path: Path) -> None:
    reading = open_input(Input(write(tmp_path, HEAD + "A,We do.\n"), "a.csv"))
    assert all(isinstance(item, Abstract) for item in reading)
    assert reading.format == "csv"
