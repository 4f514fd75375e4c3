"""What became of each run of digits."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from diffing import full, link, method, number, record, write

from extractor import Extractor
from extractor.abstract import Abstract
from extractor.cli import main
from extractor.explain import explain
from extractor.stats import find_unexplained
from extractor.stats.pages import unexplained_as_text
from extractor.stats.unexplained import shape_of

if TYPE_CHECKING:
    from pathlib import Path

    from extractor.records import AbstractRecord

TEXT = "In 2023, Foo-7 reached 5.5% (F1) and zorked 1234 plinks, see https://a.org/9 and \\textbf{zork} 81."


def _record(**parts: Any) -> AbstractRecord:
    entries: dict[str, Any] = {
        "methods": (method(TEXT, "Foo-7"),),
        "numbers": (number(TEXT),),
        "links": (link(TEXT, "https://a.org/9", host="a.org", owner=None, repository=None, kind="page"),),
    }
    return record(TEXT, **{**entries, **parts})


@pytest.fixture(scope="module")
def extractor() -> Extractor:
    return Extractor(passes=["links", "numbers", "definitions", "names"])


def test_fates(extractor: Extractor) -> None:
    found = find_unexplained([_record()], rules=extractor.ruleset)
    assert found.fates == {"number": 1, "name": 1, "link": 1, "no quantity": 1, "metric": 1, "unexplained": 2}
    assert [(shape.shape, shape.count) for shape in found.shapes] == [("00", 1), ("0000", 1)]


def test_what_no_entry_has_is_unexplained(extractor: Extractor) -> None:
    found = find_unexplained([_record(methods=(), numbers=())], rules=extractor.ruleset)
    assert found.fates["unexplained"] == 3
    assert [shape.shape for shape in found.shapes] == ["0.0%", "00", "0000"]


def test_offsets_are_those_of_the_record(extractor: Extractor) -> None:
    (shape, _) = find_unexplained([_record()], rules=extractor.ruleset).shapes
    (example,) = shape.examples
    assert TEXT[example.start : example.start + 2] == "81"
    assert example.context == "…s, see https://a.org/9 and zork 81."


def test_examples_are_of_different_records(extractor: Extractor) -> None:
    same = [_record(id=f"id:{number}") for number in range(5)]
    (shape, *_) = find_unexplained([same[0], *same], rules=extractor.ruleset).shapes
    assert shape.count == 6
    assert [example.paper_id for example in shape.examples] == ["id:0", "id:1", "id:2"]


def test_records_without_text_are_skipped(extractor: Extractor) -> None:
    found = find_unexplained([_record(), _record(id="id:2").model_copy(update={"text": None})], rules=extractor.ruleset)
    assert (found.records, found.skipped) == (1, 1)


def test_it_says_the_same_as_explain(extractor: Extractor) -> None:
    text = "In 2023, FooNet had 3 layers and GPT-4 had (1) 81.4% on ImageNet with 7 at https://a.org/5 and v2 in 14."
    explained = explain(extractor, Abstract(text)).digits
    found = find_unexplained([extractor.extract(text)], rules=extractor.ruleset)
    assert found.fates["unexplained"] == sum(line.became == "no rule reads it" for line in explained) > 0
    assert sum(found.fates.values()) == len(explained)
    assert found.fates["number"] == sum(line.became.startswith("number") for line in explained)


@pytest.mark.parametrize(
    ("text", "digits", "shape"),
    [
        pytest.param("reached (81.4%).", "81.4", "00.0%", id="punctuation around is left out"),
        pytest.param("GPT-4 and", "4", "GPT-0", id="short words stay"),
        pytest.param("macro-F1 and", "1", "a-F0", id="long words do not"),
        pytest.param("Qwen-Large3", "3", "Qwen-A0", id="nor do long names"),
        pytest.param("in 2^16", "16", "0^00", id="all digits of the word"),
        pytest.param("٣٤ is", "٣٤", "00", id="digits of any script"),
        pytest.param("a\xa012\nb", "12", "00", id="any white space ends a word"),
        pytest.param("x" * 30 + "5" + "y" * 30, "5", "xxxx0yyyy", id="a part of what is too long"),
    ],
)
def test_shape(text: str, digits: str, shape: str) -> None:
    start = text.index(digits)
    assert shape_of(text, start, start + len(digits)) == shape


def test_text(extractor: Extractor) -> None:
    without = full(id="id:2").model_copy(update={"text": None})
    text = unexplained_as_text(find_unexplained([_record(), without], rules=extractor.ruleset))
    assert "1 record; 1 skipped, which have no text; 7 runs of digits" in text
    assert "       1  0000\n            id:1  " in text


def test_command(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = str(write(tmp_path / "r.jsonl", _record()))
    assert main(["stats", "--unexplained", path, "--json", "--top", "1"]) == 0
    assert [shape["shape"] for shape in json.loads(capfd.readouterr().out)["shapes"]] == ["00"]
