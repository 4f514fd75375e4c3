"""Which abstracts a run takes."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from extractor.abstract import Abstract
from extractor.engine.meeting import Again, reject_of
from extractor.engine.selection import Selection, conditions, read_ids
from extractor.engine.serial import run
from extractor.errors import SelectionError
from extractor.records import Source

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from extractor.engine.extracting import Item


def abstract(number: int = 1, /, **known: Any) -> Abstract:
    source = Source.at("a.jsonl", number, **known)
    return Abstract(text=f"Abstract {number} on Owls.", title=source.title, id=f"id:{number}", source=source)


@pytest.mark.parametrize(
    ("condition", "known", "holds"),
    [
        ("year >= 2025", {"year": 2025}, True),
        ("year>=2025", {"year": 2024}, False),
        ("year > 2024 and year < 2026", {"year": 2025}, True),
        ("year > 2024 and year < 2026", {"year": 2026}, False),
        pytest.param("year >= 2025", {}, False, id="what is not known is not so"),
        pytest.param("year != 2025", {}, True, id="and is different from everything"),
        pytest.param("year < 2025", {}, False, id="an empty year is no early one"),
        ("year = null", {}, True),
        ("year != null", {"year": 2025}, True),
        ("code_url != null", {"code_url": "https://example.org"}, True),
        ("code_url != null", {}, False),
        ("venue = ICML", {"venue": "ICML"}, True),
        ("venue == ICML", {"venue": "icml"}, False),
        pytest.param("venue ~ icml", {"venue": "Proceedings of ICML 2025"}, True, id="a part, in any case"),
        ("venue ~ icml", {"venue": "NeurIPS"}, False),
        pytest.param("authors = 'Ada Lovelace'", {"authors": ("B", "Ada Lovelace")}, True, id="one of them"),
        pytest.param("authors != 'Ada Lovelace'", {"authors": ("B", "Ada Lovelace")}, False, id="none of them"),
        pytest.param('title ~ "sets and maps"', {"title": "On sets and maps"}, True, id="an and in quotes"),
        pytest.param("title ~ sets and maps", {"title": "On sets and maps"}, True, id="an and before no condition"),
        pytest.param(
            "title ~ 'sets and year > 2' and year = 2025",
            {"title": "On sets and year > 2", "year": 2025},
            True,
            id="a condition in quotes is none",
        ),
        pytest.param("venue = ''", {"venue": "ICML"}, False, id="nothing in quotes"),
        pytest.param("venue = 'null'", {}, False, id="the word null is written in quotes"),
        ("text ~ owls", {}, True),
        ("id = id:1", {}, True),
        pytest.param("id = 1706.03762", {"id": "1706.03762"}, True, id="the id as its source has it"),
        ("position <= 1", {}, True),
        ("file ~ .jsonl", {}, True),
    ],
)
def test_conditions(condition: str, known: dict[str, Any], holds: bool) -> None:  # noqa: FBT001 - a table's column
    assert all(one.holds(abstract(1, **known)) for one in conditions(condition)) is holds


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ("recent", "'recent' is no condition; write one as year >= 2025"),
        ("year >= ", "is no condition"),
        ("date > 2025", "there is no field 'date'; use one of file, position"),
        ("year > soon", "year is compared with a whole number"),
        ("year ~ 202", "year is compared with a whole number"),
        pytest.param(f"year > {'9' * 5000}", r"^'year > 9{93} …': year is compared", id="told in short"),
        ("venue > null", "null can only be compared with = and !="),
    ],
)
def test_no_conditions(condition: str, message: str) -> None:
    with pytest.raises(SelectionError, match=message):
        conditions(condition)


def test_ids(tmp_path: Path) -> None:
    path = tmp_path / "ids.txt"
    path.write_text("\ufeffid:1\n\n 3\r\n1706.03762\n", encoding="utf-8")
    selection = Selection(ids=read_ids(path))
    taken = [abstract(number) for number in range(1, 5) if selection.takes(abstract(number))]
    assert [one.id for one in taken] == ["id:1", "id:3"]
    assert selection.takes(abstract(7, id="1706.03762")), "the id as its source has it"
    path.write_text("\n", encoding="utf-8")
    with pytest.raises(SelectionError, match="there is no id in it"):
        read_ids(path)
    with pytest.raises(SelectionError, match=r"none\.txt: cannot be read"):
        read_ids(tmp_path / "none.txt")


def test_a_sample_does_not_depend_on_the_order() -> None:
    items: list[Item] = [abstract(number) for number in range(1, 101)]
    shuffled = random.Random(3).sample(items, 100)  # noqa: S311 - no secret
    sample = Selection(sample=10)
    drawn = list(sample.drawn(items))
    assert len(drawn) == 10
    assert drawn == [item for item in items if item in drawn], "in the order in which they come"
    assert {id(item) for item in sample.drawn(shuffled)} == {id(item) for item in drawn}
    assert {id(item) for item in Selection(sample=10, seed=1).drawn(items)} != {id(item) for item in drawn}
    assert list(Selection(sample=1000).drawn(items)) == items


def test_a_sample_holds_no_rejects() -> None:
    reject = reject_of(abstract(1), code="no-text", reason="no text")
    items: Iterator[Item] = iter([abstract(1), reject, abstract(2)])
    assert next(Selection(sample=1).drawn(items)) is reject
    assert len(list(items)) == 1, "it comes before all is read"


def test_a_sample_keeps_the_further_places_of_what_it_takes() -> None:
    items: list[Item] = [*map(abstract, range(1, 21)), *(Again(abstract(number)) for number in range(1, 21))]
    drawn = list(Selection(sample=5).drawn(items))
    taken = [item.id for item in drawn if isinstance(item, Abstract)]
    assert [item.abstract.id for item in drawn if isinstance(item, Again)] == taken


def test_a_limit_reads_no_further() -> None:
    items: Iterator[Item] = iter([abstract(1), Again(abstract(1)), abstract(2), abstract(3), abstract(4)])
    assert [type(item).__name__ for item in Selection(limit=2).drawn(items)] == ["Abstract", "Again", "Abstract"]
    assert len(list(items)) == 2


def test_a_run_of_a_selection(tmp_path: Path, extractor: Any) -> None:
    given = tmp_path / "in.jsonl"
    given.write_text(
        "".join(
            f'{{"id": "p{number}", "text": "Abstract {number}.", "year": {2020 + number}}}\n' for number in range(9)
        ),
        encoding="utf-8",
    )
    out = tmp_path / "out.jsonl"
    selection = Selection(where=conditions("year >= 2024"), limit=3)
    run_file = run([given], out, extractor=extractor, selection=selection)
    counts = run_file.counts
    assert (counts.abstracts, counts.left_out, counts.records) == (7, 4, 3)
    sampled = run([given], out, extractor=extractor, selection=Selection(sample=2, limit=1)).counts
    assert (sampled.abstracts, sampled.left_out, sampled.records) == (9, 8, 1)
    assert run_file.options["selection"]["where"] == ["year >= 2024"]
    assert run_file.inputs[0].sha256 is None, "nothing is said of what was not read"
    whole = run([given], out, extractor=extractor)
    assert whole.inputs[0].sha256


def test_a_run_without_texts(tmp_path: Path, extractor: Any) -> None:
    given = tmp_path / "in.txt"
    given.write_text("First one.\n\nSecond one.\n\nFirst one.\n", encoding="utf-8")
    out = tmp_path / "out.jsonl"
    run([given], out, extractor=extractor, text=False)
    assert out.read_bytes().count(b'"text":null') == 2
    assert b"First" not in out.read_bytes()
