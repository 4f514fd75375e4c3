"""JSON in all its layouts: where entries are found, and what a broken one costs."""

from __future__ import annotations

import io
import json
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.readers import registry
from extractor.readers.base import Flaw, Piece, ReadOptions
from extractor.readers.json.document import JSON_DOCUMENT
from extractor.readers.json.lines import JSON_LINES


def read(content: str | bytes, *, lines: bool = False, **fields: str) -> list[Piece | Flaw]:
    data = content if isinstance(content, bytes) else content.encode()
    form = JSON_LINES if lines else JSON_DOCUMENT
    return list(form.read(io.BytesIO(data), ReadOptions(fields=fields)))


def texts(items: list[Piece | Flaw]) -> list[object]:
    """The texts of pieces, the codes of flaws."""
    return [item.text if isinstance(item, Piece) else item.code for item in items]


ONE = {"id": "2505.00001", "title": "One", "abstract": "We do one thing."}
TWO = {"id": "2505.00002", "title": "Two", "abstract": "We do two things."}
BARE = {"title": "Bare", "authors": ["A. Author"]}
BOTH = [ONE["abstract"], TWO["abstract"]]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param([ONE, TWO], BOTH, id="an array"),
        pytest.param([None, ONE, None, TWO], BOTH, id="null in an array is an answer to a paper that is not known"),
        pytest.param([[ONE], [TWO]], BOTH, id="pages of results in one array"),
        pytest.param(["We do one thing.", "We do two things."], BOTH, id="an array of strings"),
        pytest.param({"notes": [ONE, TWO], "count": 2}, BOTH, id="an envelope"),
        pytest.param({"count": 2, "page": {"size": 9}, "notes": [ONE, TWO]}, BOTH, id="with all else before it"),
        pytest.param({"status": "ok", "message": {"facets": {}, "items": [ONE, TWO]}}, BOTH, id="an envelope in one"),
        pytest.param({"accepted": [ONE], "rejected": [TWO]}, BOTH, id="arrays under names of any kind"),
        pytest.param([{"venue": "X", "year": 2025, "submissions": [ONE]}, {"submissions": [TWO]}], BOTH, id="many"),
        pytest.param({"a1b": ONE, "c2d": TWO}, BOTH, id="by id"),
        pytest.param({"2025": {"a1b": ONE}, "2024": {"c2d": TWO}}, BOTH, id="by year, then by id"),
        pytest.param({"a1b": {"text": "We do one thing."}, "c2d": {"text": "We do two things."}}, BOTH, id="texts"),
        pytest.param({"abstracts": BOTH, "n": 2}, BOTH, id="strings under a name for them"),
        pytest.param({"hits": {"hits": [{"_id": "x", "_source": ONE}, {"_id": "y", "_source": TWO}]}}, BOTH, id="deep"),
        pytest.param({"data": [{"contexts": [], "citedPaper": ONE}, {"citedPaper": TWO}]}, BOTH, id="citations"),
        pytest.param(ONE, BOTH[:1], id="one entry"),
        pytest.param({**ONE, "references": [TWO]}, BOTH[:1], id="a paper that another cites is no entry of the file"),
        pytest.param({**ONE, "abstract": None, "references": [TWO]}, [None], id="nor where the abstract is missing"),
        pytest.param({**ONE, "papers": [TWO]}, BOTH[:1], id="an entry is an entry, whatever is in it"),
        pytest.param({"title": "All", "summary": "Of 2025.", "papers": [ONE, TWO]}, BOTH, id="an envelope's summary"),
        pytest.param({"results": [ONE, {"n": 3}]}, [*BOTH[:1], None], id="among entries, anything is meant as one"),
        pytest.param({"tags": ["a", "b"], "results": [ONE], "groups": [{"key": "x"}]}, BOTH[:1], id="what is none"),
        pytest.param({"data": [BARE, ONE]}, [None, *BOTH[:1]], id="a paper without an abstract is told"),
        pytest.param({"notes": [], "count": 0}, [], id="an answer with nothing in it"),
        pytest.param({"error": "Too Many Requests"}, [None], id="no answer"),
        pytest.param([[1, 2], 7, True], ["no-object"] * 3, id="no objects"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("indent", [None, 1])
def test_entries_are_found(value: object, expected: list[object], indent: int | None) -> None:
    content = json.dumps(value, indent=indent)
    items = read(content)
    assert texts(items) == expected
    for item in items:
        assert item.offset is not None
        assert content[item.offset :].startswith(item.raw)
        assert item.line == content.count("\n", 0, item.offset) + 1
    if indent is None and isinstance(value, dict):
        assert read(content, lines=True) == items, "a line of JSON Lines may be an envelope too"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param({"title": {"0": "One", "1": "Two"}, "abstract": dict(enumerate(BOTH))}, BOTH, id="by columns"),
        pytest.param(
            {"columns": ["title", "abstract"], "index": [0, 1], "data": [["One", BOTH[0]], ["Two", BOTH[1]]]},
            BOTH,
            id="names and rows",
        ),
        pytest.param({"columns": ["abstract"], "data": [[], ["Two"]]}, [None], id="rows that do not fit"),
        pytest.param({"title": {"0": "One"}, "abstract": {"1": "Two"}}, [{"1": "Two"}], id="columns that do not fit"),
    ],
)
def test_tables_of_pandas(value: object, expected: list[object]) -> None:
    items = read(json.dumps(value))
    assert texts(items) == expected
    if expected == BOTH:
        assert [item.title for item in items if isinstance(item, Piece)] == ["One", "Two"]


def test_what_an_envelope_is_called_is_its_collection() -> None:
    content = json.dumps({"name": "XConf 2025", "papers": [ONE], "workshops": [{"title": "W", "papers": [TWO]}]})
    assert [item.collection for item in read(content) if isinstance(item, Piece)] == ["XConf 2025", "W"]


@pytest.mark.parametrize(
    ("key", "entry", "expected"),
    [
        pytest.param("2505.00007", {}, "arxiv:2505.00007", id="an arXiv id"),
        pytest.param("verma24a", {}, "id:verma24a", id="any id"),
        pytest.param("verma24a", {"doi": "10.1234/x"}, "doi:10.1234/x", id="its own id goes first"),
        pytest.param("0", {}, None, id="a number only counts"),
        pytest.param("paper_1", {}, None, id="a number behind a word too, if it counts"),
        pytest.param("paper_77", {}, "id:paper_77", id="...but not if it does not"),
        pytest.param("A Title in Words", {}, None, id="a title is no id"),
        pytest.param("message", {}, None, id="a word for what is in it"),
    ],
)
def test_ids_of_keys(key: str, entry: dict[str, str], expected: str | None) -> None:
    (item,) = read(json.dumps({key: {"abstract": "We do one thing.", **entry}}))
    assert isinstance(item, Piece)
    assert item.id == expected
    assert item.title == ("A Title in Words" if " " in key else None)


@pytest.mark.parametrize("lines", [False, True])
def test_ids_that_count_the_entries_are_none(lines: bool) -> None:  # noqa: FBT001 - a parameter of the test
    ids = [1, "2", "a3", 4, 50]
    content = "\n".join(json.dumps({"id": id_, "abstract": f"Thing {id_}."}) for id_ in ids)
    assert [item.source_id for item in read(content, lines=lines) if isinstance(item, Piece)] == [
        None, None, "a3", None, "50",
    ]  # fmt: skip
    assert next(item.source_id for item in read(content, lines=lines, id="id") if isinstance(item, Piece)) == "1"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param('{"abstract": "One."}\n\n{"abstract":\n"Two."}[{"abstract": "Three."}]', 3, id="of any kind"),
        pytest.param('\x1e{"abstract": "One."}\n\x1e{"abstract": "Two."}\n', 2, id="a text sequence"),
        pytest.param('{"abstract": "One."},\n{"abstract": "Two."},\n', 2, id="with commas between them"),
        pytest.param('\ufeff{"abstract": "One."}', 1, id="byte order mark"),
    ],
)
def test_values_one_after_the_other(content: str, expected: int) -> None:
    assert texts(read(content)) == ["One.", "Two.", "Three."][:expected]


def entry(number: int) -> str:
    """An entry that holds what makes a search for its end go wrong: objects in it, brackets and quotes in its text."""
    return json.dumps(
        {
            "id": f"a{number}",
            "authors": [{"name": "A. Author"}, {"name": "B. Author"}],
            "abstract": f'Thing {number}: {{a}} "quoted" [b], {{"k": 1}}.',
            "year": 2024,
        }
    )


LAYOUTS = {
    "array": ("[", ", ", "]"),
    "array over lines": ("[\n  ", ",\n  ", "\n]\n"),
    "array of lines": ("[\n", ",\n", "\n]"),
    "envelope": ('{"total": 5, "data": [', ", ", '], "next": {"page": 2}}'),
    "envelope over lines": ('{\n "n": 3,\n "data": [\n  ', ",\n  ", '\n ],\n "z": {"a": 1}\n}\n'),
    "stream": ("", "\n", "\n"),
}
BROKEN = {
    "a value without quotes": entry(2).replace("2024", "oops"),
    "a comma is missing": entry(2).replace(', "abstract"', ' "abstract"'),
    "cut in a string": entry(2)[:110],
    "cut in an object": entry(2)[:40],
    "a closing quote is missing": entry(2).replace('1}."', "1}."),
    "an opening quote is missing": entry(2).replace('"Thing', "Thing"),
    "a quote is not escaped": entry(2).replace('\\"quoted', '"quoted'),
    "a bracket too many": entry(2).replace("}],", "}]],"),
    "a brace too many": entry(2).replace("}],", "}}],"),
    "a bracket is missing": entry(2).replace("}],", "},"),
    "the last brace is missing": entry(2)[:-1],
    "the first brace is missing": entry(2)[1:],
    "a value of Python": entry(2).replace("2024", "None"),
    "a value that is no number": entry(2).replace("2024", "NaN"),
    "quotes of Python": "{'id': 'a2', 'abstract': 'Not JSON.'}",
    "a comma too many": entry(2).replace("2024}", "2024,}"),
    "an escape that is none": entry(2).replace("Thing", "\\alpha"),
    "a key twice": entry(2).replace('"year"', '"id"'),
    "no JSON": "oops",
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("broken", BROKEN)
@pytest.mark.parametrize("place", [0, 2, 4], ids=["first", "amid", "last"])
def test_a_broken_entry_costs_only_itself(layout: str, broken: str, place: int) -> None:
    before, between, after = LAYOUTS[layout]
    good = [entry(number) for number in (0, 1, 3, 4)]
    content = before + between.join([*good[:place], BROKEN[broken], *good[place:]]) + after
    items = read(content)
    assert [item.text for item in items if isinstance(item, Piece)] == [json.loads(one)["abstract"] for one in good]
    flaw, *more = (item for item in items if isinstance(item, Flaw))
    # Where an array ends in one line, only what follows could tell which bracket is its own.
    assert not more or (layout, broken, place) == ("envelope", "a brace too many", 4)
    assert flaw.code == "bad-json"
    assert flaw.counts or '"' not in flaw.raw
    assert flaw.offset == content.index(BROKEN[broken], len(before) if place == 0 else 0)
    if place < 4:
        assert flaw.raw == BROKEN[broken]
        assert f"({len(flaw.raw.encode())} bytes" in flaw.reason or "bytes are passed over" in flaw.reason


def test_two_broken_entries_in_a_row() -> None:
    content = f"[{entry(0)}, {BROKEN['a comma is missing']}, {BROKEN['cut in a string']}, {entry(3)}]"
    items = read(content)
    assert [isinstance(item, Piece) for item in items] == [True, False, False, True]


def test_a_fault_is_told_with_its_line() -> None:
    content = '[\n {"id": "a",\n  "abstract": oops},\n {"abstract": "Two."}\n]'
    flaw, piece = read(content)
    assert isinstance(flaw, Flaw)
    assert isinstance(piece, Piece)
    assert (flaw.line, flaw.offset) == (2, 3)
    assert "Expecting value at line 3, 26 characters into it" in flaw.reason
    assert (piece.line, piece.offset) == (4, content.index('{"abstract": "Two'))


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param('[{"abstract": "One."}}, {"abstract": "Two."}]', ["One.", "bad-json", "Two."], id="brace"),
        pytest.param('[{"abstract": "One."}], {"abstract": "Two."}]', ["One.", "Two.", "bad-json"], id="bracket"),
        pytest.param('[{"abstract": "One."} {"abstract": "Two."}]', ["One.", "Two."], id="no comma"),
        pytest.param('[{"abstract": "One."},, {"abstract": "Two."},]', ["One.", "Two."], id="commas too many"),
        pytest.param('[{"abstract": "One."}, {"abstract": "Two."}', ["One.", "Two.", "bad-json"], id="no end"),
        pytest.param('{"notes": [{"abstract": "One."}], "n": oops, "q": 1}', ["One.", "bad-json"], id="beside them"),
        pytest.param('{"notes": [{"abstract": "One."}], "n" 7, "q": 1}', ["One.", "bad-json"], id="no colon"),
        pytest.param('{"notes": [{"abstract": "One."}], "n", "q": 1}', ["One.", "bad-json"], id="no value"),
    ],
)
def test_faults_between_entries_cost_none(content: str, expected: list[object]) -> None:
    items = read(content)
    assert texts(items) == expected
    assert all(not item.counts or '"' in item.raw for item in items if isinstance(item, Flaw))


def test_a_control_character_in_a_string_is_read_as_itself() -> None:
    """Strictly it ought to be escaped, but it can mean nothing else."""
    assert texts(read('[{"abstract": "One\tthing\nand more."}]')) == ["One\tthing\nand more."]
    assert texts(read('{"abstract": "One\tthing."}\n', lines=True)) == ["One\tthing."]


@given(
    st.integers(0, 5),
    st.integers(0, 200),
    st.sampled_from('"{}[],:x\\\n'),
    st.sampled_from(["array over lines", "stream"]),
)
@settings(deadline=None, max_examples=100, derandomize=True)
def test_a_character_too_many_costs_one_entry_at_most(number: int, at: int, character: str, layout: str) -> None:
    before, between, after = LAYOUTS[layout]
    entries = [entry(one) for one in range(6)]
    broken = entries[number]
    at %= len(broken)
    entries[number] = broken[:at] + character + broken[at:]
    found = texts(read(before + between.join(entries) + after))
    assert [json.loads(entry(one))["abstract"] for one in range(6) if one != number] == [
        text for text in found if text in {json.loads(entry(one))["abstract"] for one in range(6) if one != number}
    ]


@given(st.text(alphabet='[]{}",:\\ \n\r\tabstrcéx\x00\x1e\ud8000123-.', max_size=80), st.booleans())
@settings(deadline=None, max_examples=200, derandomize=True)
def test_nothing_makes_the_reader_fail(content: str, lines: bool) -> None:  # noqa: FBT001 - drawn by hypothesis
    data = content.encode("utf-8", "surrogatepass")
    for item in read(data, lines=lines):
        assert item.offset is None or item.offset <= len(data)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.lists(values, max_size=5), values, values, st.sampled_from([None, 0, 2]), st.booleans())
@settings(deadline=None, max_examples=60, derandomize=True)
def test_entries_come_back_whatever_is_around_them(
    others: list[object],
    before: object,
    after: object,
    indent: int | None,
    ascii_only: bool,  # noqa: FBT001
) -> None:
    entries = [{"id": f"x{n}", "other": other, "abstract": f"Thing é {n}."} for n, other in enumerate(others)]
    value = {"before": {"x": before}, "papers": entries, "after": [[after]]}
    content = json.dumps(value, indent=indent, ensure_ascii=ascii_only).encode()
    items = read(content)
    assert texts(items)[: len(entries)] == [one["abstract"] for one in entries] or not entries
    for item, one in zip(items, entries, strict=False):
        assert item.offset is not None
        assert json.loads(item.raw) == one
        assert content[item.offset :].startswith(item.raw.encode())


LARGE = json.dumps({"id": "a1", "abstract": "word " * 5000})


class _Counted(io.BytesIO):
    """A stream that says how much of it has been read."""

    given = 0

    def read(self, size: int | None = -1) -> bytes:
        chunk = super().read(size)
        self.given += len(chunk)
        return chunk


def test_a_large_envelope_never_stands_in_memory() -> None:
    content = ('{"total": 7, "data": [' + ", ".join([LARGE] * 800) + '], "took": 3}').encode()
    stream = _Counted(content)
    found = 0
    tracemalloc.start()
    try:
        for item in JSON_DOCUMENT.read(stream, ReadOptions()):
            assert isinstance(item, Piece)
            assert item.offset is not None
            assert stream.given - item.offset < 4_000_000, "no more is read than is needed"
            found += 1
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert found == 800
    assert peak < len(content) / 2


def test_a_huge_broken_entry_is_passed_over_in_little_memory() -> None:
    broken = '{"id": "a2", "n": oops, "abstract": "' + "word " * 2_000_000 + ", "
    content = f"[{LARGE}, {broken}{LARGE}, {LARGE}]"
    before, flaw, *after = read(content)
    assert isinstance(before, Piece)
    assert isinstance(flaw, Flaw)
    assert len(flaw.raw) < 3000
    assert f"({len(broken)} bytes are passed over)" in flaw.reason
    assert [isinstance(item, Piece) for item in after] == [True, True]
    assert after[0].offset == content.index(LARGE, 100_000)


@pytest.mark.parametrize(
    ("name", "head", "form"),
    [
        pytest.param("a.json", '{"id": 1, "abstract": "' + "w " * 40_000, "json", id="one long line called JSON"),
        pytest.param("a.jsonl", '{"id": 1, "abstract": "' + "w " * 40_000, "jsonl", id="a first line that is long"),
        pytest.param("a.txt", '{"id": 1, "abstract": "' + "w " * 40_000, "jsonl", id="the same, called text"),
        pytest.param("a.jsonl", '{"total": 1, "data": [{"abstract": "' + "w " * 40_000, "json", id="a long envelope"),
        pytest.param("a.json", '{"abstract": "One."}', "json", id="one object on one line called JSON"),
        pytest.param("a.json", '{"abstract": "One."}\n\n{"abstract": "Two."}\n', "jsonl", id="lines called JSON"),
        pytest.param("a.json", '{"abstract": "One."}\r\n{"abstract": "Two."}\r\n', "jsonl", id="lines with CRLF"),
        pytest.param(
            "a.txt", '{"abstract": "cut\n{"abstract": "Two."}\n', "jsonl", id="lines of which the first is broken"
        ),
        pytest.param("a.jsonl", '{\n "abstract": "One."\n}\n', "json", id="an object over lines called JSON Lines"),
        pytest.param("a", '{"a1b": {\n "abstract": "One."\n}}\n', "json", id="an object by id"),
        pytest.param("a", "[null, {", "json", id="an array that begins with null"),
        pytest.param("a", "[[{", "json", id="an array of arrays"),
        pytest.param("a.txt", "[1] shows that {x} holds.", "text", id="text in brackets"),
        pytest.param("a.txt", '{x} and "y": a text.', "text", id="text in braces"),
        pytest.param("a.txt", '["Quoted" text] is text.', "json", id="a bracket and a quote look like an array"),
    ],
)
def test_json_lines_are_told_from_json(name: str, head: str, form: str) -> None:
    found = registry.detect(name, head)
    assert found is not None
    assert found.name == form


@pytest.mark.parametrize(
    "value",
    [
        pytest.param({"url": "https://x", "status_code": 200, "body": "<?xml version='1.0'?><feed/>"}, id="an answer"),
        pytest.param({"version": 1, "interactions": [{"request": {}, "response": {}}]}, id="a cassette"),
    ],
)
def test_recordings_of_software_tests_are_told_in_one_line(value: object) -> None:
    (flaw,) = read(json.dumps(value))
    assert isinstance(flaw, Flaw)
    assert flaw.code == "recording"
    assert "save the answer itself" in flaw.reason
