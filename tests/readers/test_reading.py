"""What the formats give: texts, titles, ids, places."""

from __future__ import annotations

import gzip
import io
import json
import sys
from pathlib import Path

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.abstract import Abstract
from extractor.errors import InputError, MissingExtraError
from extractor.readers import Input, labelled, lines, open_input, read_abstracts, text
from extractor.records import Source

SEEDS = Path(__file__).parent.parent.parent / "seeds"


def read(path: Path, *, form: str | None = None) -> list[Abstract]:
    """All abstracts of a path in which nothing is wrong."""
    found = list(read_abstracts(path, format=form))
    abstracts = [item for item in found if isinstance(item, Abstract)]
    assert abstracts == found
    return abstracts


def write(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.mark.parametrize(
    ("content", "texts", "collection"),
    [
        pytest.param("One.\n\nTwo.", ["One.", "Two."], None, id="blocks"),
        pytest.param("One.\n \t\n\n\nTwo.\n\n", ["One.", "Two."], None, id="blank lines may hold spaces, and be many"),
        pytest.param("ICML 2025 Papers\n\nOne.", ["One."], "ICML 2025 Papers", id="heading"),
        pytest.param("\n\nICML 2025\n\nOne.\n\nTwo.", ["One.", "Two."], "ICML 2025", id="heading below blank lines"),
        pytest.param("# ICML 2025 (Oral)\n\nOne.", ["One."], "ICML 2025 (Oral)", id="heading with a hash"),
        pytest.param("ICML 2025 Papers", ["ICML 2025 Papers"], None, id="nothing below it: no heading"),
        pytest.param("We do it.\n\nOne.", ["We do it.", "One."], None, id="a sentence is no heading"),
        pytest.param("ICML\n2025\n\nOne.", ["ICML\n2025", "One."], None, id="two lines are no heading"),
        pytest.param("w" * 81 + "\n\nOne.", ["w" * 81, "One."], None, id="a long line is no heading"),
        pytest.param("w" * 80 + "\n\nOne.", ["One."], "w" * 80, id="a line just short enough is"),
        pytest.param('It said "no."\n\nOne.', ['It said "no."', "One."], None, id="a sentence that ends in a quote"),
        pytest.param("We propose X\n\nOne.", ["We propose X", "One."], None, id="an abstract that lost its full stop"),
        pytest.param(
            "This work presents X\n\nOne.", ["This work presents X", "One."], None, id="the same, of the work"
        ),
        pytest.param("A loss is proposed\n\nOne.", ["A loss is proposed", "One."], None, id="the same, in the passive"),
        pytest.param("Papers presented in 2025\n\nOne.", ["One."], "Papers presented in 2025", id="papers presented"),
        pytest.param("Case Study Track\n\nOne.", ["One."], "Case Study Track", id="a noun that could be a verb"),
        pytest.param("Two\nlines.\n\n Two  \n   words. \n", ["Two\nlines.", "Two  \n   words."], None, id="inside"),
        pytest.param("One.\r\nMore.\r\n\r\nTwo.\r\n", ["One.\nMore.", "Two."], None, id="CRLF"),
        pytest.param("One.\rMore.\r\rTwo.\r", ["One.\nMore.", "Two."], None, id="CR"),
        pytest.param("\ufeffOne.\n\nTwo.", ["One.", "Two."], None, id="byte order mark"),
        pytest.param("\ufeffICML\r\n\r\nOne.", ["One."], "ICML", id="byte order mark, heading, CRLF"),
        pytest.param("One\x0btwo\x0c\u2028.\n\nTwo.", ["One\x0btwo\x0c\u2028.", "Two."], None, id="odd breaks"),
        pytest.param("One:\tα \U0001d4d0.", ["One:\tα \U0001d4d0."], None, id="beyond the BMP"),
        pytest.param("[1] is cited here.\n\n{x} too.", ["[1] is cited here.", "{x} too."], None, id="brackets"),
    ],
)  # fmt: skip
def test_plain_text(tmp_path: Path, content: str, texts: list[str], collection: str | None) -> None:
    abstracts = read(write(tmp_path, "a.txt", content))
    assert [abstract.text for abstract in abstracts] == texts
    assert [abstract.source for abstract in abstracts] == [
        Source.at("a.txt", number, collection=collection) for number in range(1, len(texts) + 1)
    ]


def test_lines(tmp_path: Path) -> None:
    path = write(tmp_path, "a.txt", "ICML 2025\nOne abstract.\n\n  Two abstract.\r\nThree abstract.")
    abstracts = read(path, form="lines")
    assert [(abstract.text, abstract.line) for abstract in abstracts] == [
        ("ICML 2025", 1),
        ("One abstract.", 2),
        ("Two abstract.", 4),
        ("Three abstract.", 5),
    ]
    assert abstracts[0].source == Source.at("a.txt", 1), "no line is a heading"


def test_lines_of_blocks(tmp_path: Path) -> None:
    path = write(tmp_path, "a.txt", "\nHead\n\nOne.\nMore.\n\n\nTwo.\n")
    assert [abstract.line for abstract in read(path)] == [4, 8]


@pytest.mark.parametrize(
    ("value", "text", "title", "record_id"),
    [
        pytest.param({"abstract": "We do."}, "We do.", None, None, id="abstract"),
        pytest.param({"text": "We do."}, "We do.", None, None, id="text"),
        pytest.param({"summary": "We do."}, "We do.", None, None, id="summary"),
        pytest.param({"Abstract ": "We do.", "TITLE": "T"}, "We do.", "T", None, id="any case"),
        pytest.param({"text": "Whole paper", "abstract": "We do."}, "We do.", None, None, id="abstract before text"),
        pytest.param({"abstract": "", "text": "We do."}, "We do.", None, None, id="an empty field says nothing"),
        pytest.param("We do.", "We do.", None, None, id="a string is an abstract"),
        pytest.param({"text": "  We\r\n do.\n"}, "  We\r\n do.\n", None, None, id="text stays as it is"),
        pytest.param({"text": "We do.", "title": " "}, "We do.", None, None, id="an empty title is none"),
        pytest.param({"text": "We do.", "id": 17}, "We do.", None, "id:17", id="a number as id"),
        pytest.param({"text": "We do.", "id": " "}, "We do.", None, None, id="an empty id is none"),
        pytest.param({"text": "We do.", "id": None, "doi": "10.1/x"}, "We do.", None, "doi:10.1/x", id="doi, unusual"),
        pytest.param({"text": "We do.", "arxiv_id": "2505.01234"}, "We do.", None, "arxiv:2505.01234", id="arxiv_id"),
        pytest.param({"text": "We do.", "openreview_id": "aB3"}, "We do.", None, "openreview:aB3", id="openreview_id"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("form", ["jsonl", "json"])
def test_json_fields(
    tmp_path: Path, value: object, text: str, title: str | None, record_id: str | None, form: str
) -> None:
    path = write(tmp_path, "a.json", json.dumps([value], indent=1) if form == "json" else json.dumps(value) + "\n\n")
    (abstract,) = read(path)
    assert (abstract.text, abstract.title, abstract.id) == (text, title, record_id)


@pytest.mark.parametrize(
    ("name", "content", "form"),
    [
        pytest.param("a.txt", "We do.", "text", id="text"),
        pytest.param("a", "We do.", "text", id="no ending"),
        pytest.param("notes.2025", "We do.", "text", id="an ending that means nothing"),
        pytest.param("a.jsonl", '{"text": "We do."}', "jsonl", id="JSON Lines"),
        pytest.param("a.ndjson", '{"text": "We do."}', "jsonl", id="its other ending"),
        pytest.param("a.json", '{"text": "We do."}\n{"text": "We do."}\n', "jsonl", id="JSON Lines called JSON"),
        pytest.param("a.jsonl", '[{"text": "We do."}]', "json", id="an array called JSON Lines"),
        pytest.param("a.jsonl", '[\n  "We do."\n]', "json", id="an array of strings"),
        pytest.param("a.json", '{\n  "text": "We do."\n}', "json", id="an object over lines"),
        pytest.param("a.json", '{"text": "We do.",\n  "id": 1}', "json", id="an object over lines, otherwise"),
        pytest.param("a.txt", '{"text": "We do."}\n', "jsonl", id="JSON Lines called text"),
        pytest.param("a.txt", '[ {"text": "We do."}]', "json", id="an array called text"),
        pytest.param("a.csv", '{"text": "We do."}\n', "jsonl", id="content counts for more than the ending"),
        pytest.param("a.txt", "[We] do.", "text", id="text in brackets"),
        pytest.param("a.txt", "{We} do.", "text", id="text in braces"),
        pytest.param("a.jsonl", "\ufeff" + '{"text": "We do."}', "jsonl", id="byte order mark"),
        pytest.param(
            "a.txt", '{"text": "We do.", "n": "' + "n" * 70_000 + '"}', "jsonl", id="a line longer than the head"
        ),
    ],
)
@pytest.mark.parametrize("compression", ["", ".gz", ".zst"])
def test_format_is_found(tmp_path: Path, name: str, content: str, form: str, compression: str) -> None:
    data = content.encode()
    if compression:
        data = gzip.compress(data) if compression == ".gz" else zstandard.compress(data)
    reading = open_input(Input(write(tmp_path, name + compression, data), name + compression))
    assert all(isinstance(item, Abstract) for item in reading)
    assert reading.file is not None
    assert reading.file.format == form


def test_compression_is_told_by_content(tmp_path: Path) -> None:
    assert read(write(tmp_path, "a.txt", gzip.compress(b"We do.")))[0].text == "We do."


def test_truncated_zstandard(tmp_path: Path) -> None:
    path = write(tmp_path, "a.txt.zst", zstandard.compress(b"We do. " * 1000)[:-3])
    assert [getattr(item, "code", None) for item in read_abstracts(path)][-1] == "damaged"


def test_zstandard_of_several_frames(tmp_path: Path) -> None:
    path = write(tmp_path, "a.txt.zst", zstandard.compress(b"We do.\n\n") + zstandard.compress(b"They do."))
    assert [abstract.text for abstract in read(path)] == ["We do.", "They do."]


def test_zstandard_without_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, "a.txt.zst", zstandard.compress(b"We do."))
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with pytest.raises(MissingExtraError, match=r"extractor\[zstd\]"):
        list(read_abstracts(path))


def test_unknown_format(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no format 'docx'; use one of text, lines, jsonl, json"):
        list(read_abstracts(write(tmp_path, "a.txt", "We do."), format="docx"))


def test_format_given_wins(tmp_path: Path) -> None:
    path = write(tmp_path, "a.csv", "One thing,\nand more.")
    assert [abstract.text for abstract in read(path, form="text")] == ["One thing,\nand more."]


def test_large_elements_cross_the_window(tmp_path: Path) -> None:
    """Elements of every size around that of the window, so that each way of being cut by its edge comes up."""
    values = [
        {"id": size, "text": f"Text {size}.", "n": ["é" * size, 2.5, None]} for size in range(20_000, 90_000, 7_001)
    ]
    numbers = [1234567890] * 8000  # plain numbers, which may be cut without being broken
    path = write(tmp_path, "a.json", json.dumps([*values, *numbers, "The last."], ensure_ascii=False))
    found = list(read_abstracts(path))
    assert [item.text for item in found if isinstance(item, Abstract)] == [*(v["text"] for v in values), "The last."]
    assert [item.raw for item in found if not isinstance(item, Abstract)] == ["1234567890"] * 8000


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"Head\n\nWe do.\n"), encoding="ascii"))
    (abstract,) = read_abstracts("-")
    assert isinstance(abstract, Abstract)
    assert abstract.source == Source.at("-", 1, collection="Head")


def test_seeds_are_read_as_their_gold_has_them() -> None:
    gold = [json.loads(line) for line in (SEEDS / "seeds.gold.jsonl").read_text(encoding="utf-8").splitlines()]
    texts = [abstract.text for path in sorted(SEEDS.glob("*.txt")) for abstract in read(path)]
    assert len(texts) == 38
    assert list(dict.fromkeys(texts)) == [item["text"] for item in gold]


printable = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1).filter(
    lambda text: sum(char.isalnum() for char in text) > 2
)


@given(st.lists(printable, min_size=1, max_size=5), st.sampled_from([None, 1]))
@settings(deadline=None, max_examples=50, derandomize=True)
def test_json_text_comes_through_unchanged(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], indent: int
) -> None:
    folder = tmp_path_factory.mktemp("texts")
    array = write(folder, "a.json", json.dumps([{"text": text} for text in texts], indent=indent))
    lines = write(folder, "a.jsonl", "".join(json.dumps({"text": text}, ensure_ascii=False) + "\n" for text in texts))
    assert [abstract.text for abstract in read(array)] == texts
    assert [abstract.text for abstract in read(lines)] == texts


@given(st.binary(max_size=400), st.sampled_from(["a.txt", "a.jsonl", "a.json", "a.json.gz"]))
@settings(deadline=None, max_examples=200, derandomize=True)
def test_no_bytes_make_a_reader_fail(tmp_path_factory: pytest.TempPathFactory, content: bytes, name: str) -> None:
    folder = tmp_path_factory.mktemp("bytes")
    assert list(read_abstracts(write(folder, name, content))), "every file gives an abstract or a reject"


class TestTooLong:
    """What goes on for longer than any abstract costs itself and no memory."""

    @pytest.fixture
    def small(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for module in (lines, text, labelled):
            for bound, size in (("LONGEST_LINE", 4000), ("LONGEST_ENTRY", 1000), ("_PART", 100)):
                if hasattr(module, bound):
                    monkeypatch.setattr(module, bound, size)

    @pytest.mark.usefixtures("small")
    @pytest.mark.parametrize(
        ("name", "content"),
        [
            pytest.param("a.txt", "We do.\n\n" + "x y\n" * 1000 + "\nWe try.\n", id="no blank lines"),
            pytest.param("a.txt", "We do.\n\n" + "x " * 9000 + "\n\nWe try.\n", id="a long line"),
            pytest.param("a.jsonl", '"We do."\n{"text": "' + "x " * 9000 + '"}\n"We try."\n', id="JSON Lines"),
            pytest.param("a.jsonl", '"We do."\r{"text": "' + "x\\r" * 9000 + '"}\r"We try."\r', id="with CR alone"),
            pytest.param(
                "a.labelled",
                "Title: A\nAbstract: We do.\n---\nTitle: B\nAbstract: "
                + "x\n" * 3000
                + "---\nTitle: C\nAbstract: We try.\n",
                id="labels",
            ),
        ],
    )
    def test_entries(self, tmp_path: Path, name: str, content: str) -> None:
        found = list(read_abstracts(write(tmp_path, name, content), format="labelled" if "labelled" in name else None))
        told = [one.text if isinstance(one, Abstract) else (one.code, one.position) for one in found]
        assert told == ["We do.", ("too-long", 2), "We try."]
        last = found[2]
        assert isinstance(last, Abstract)
        assert last.offset is not None
        assert "We try." in content[last.offset :]
        assert all(isinstance(one, Abstract) or len(one.raw) <= 2000 for one in found)

    @settings(deadline=None, max_examples=200, derandomize=True)
    @given(st.lists(st.sampled_from([b"\n", b"\r", b"\r\n", b"a", b"bc", b"\xef\xbb\xbf", b"\xe9"]), max_size=30))
    def test_lines_are_the_same_whatever_is_read_at_once(self, parts: list[bytes]) -> None:
        content = b"".join(parts)
        whole = list(lines.lines(io.BytesIO(content)))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(lines, "_PART", 2)
            assert list(lines.lines(io.BytesIO(content))) == whole
        ends = [*(line.offset for line in whole[1:]), len(content)][: len(whole)]
        assert [line.text for line in whole] == [
            part.replace(b"\r\n", b"\n").replace(b"\r", b"\n").decode("utf-8", "surrogateescape")
            for part in (content[line.offset : end] for line, end in zip(whole, ends, strict=True))
        ]


def test_half_a_character_in_what_the_source_says(tmp_path: Path) -> None:
    path = write(tmp_path, "a.json", r'{"name": "ICML \ud800", "papers": [{"abstract": "We do.", "venue": "\udfff"}]}')
    (abstract,) = read(path)
    assert abstract.source
    assert (abstract.source.collection, abstract.source.venue) == (r"ICML \ud800", r"\udfff")
