"""Annotations: gold without its texts, and gold again."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shown import run

from extractor import Abstract
from extractor.errors import InputError
from extractor.gold.annotations import attach, detach, digest
from extractor.gold.files import GoldAbstract, read_gold
from extractor.train.silver import read_silver

ROOT = Path(__file__).parents[2]
TEXT = "FastNet (FN) gains\n7.5 to 8% on FooBench,\n  over 3 seeds. See https://x.org/a"
GOLD: dict[str, Any] = {
    "id": "arxiv-2401.00010", "title": "FastNet: On Gains", "text": TEXT, "venue": "arXiv", "source": "a/b@c:d.json",
    "methods": [{"names": ["FastNet", "FN"], "role": "proposed", "optional": False}],
    "benchmarks": [{"names": ["FooBench"], "role": "evaluated", "optional": False}],
    "numbers": [
        {"text": "7.5 to 8%", "start": 19, "value": 7.5, "value_max": 8, "unit": "percent", "kind": "result",
         "qualifier": "range", "method": "FastNet", "benchmark": "FooBench"},
        {"text": "3", "start": TEXT.index("3"), "value": 3, "unit": "count", "of": "seed", "kind": "setting",
         "qualifier": "exact"},
    ],
    "links": [{"url": "https://x.org/a", "kind": "page"}],
}  # fmt: skip


def write(path: Path, *rows: dict[str, Any]) -> Path:
    content = "".join(json.dumps(row) + "\n" for row in rows).encode()
    path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)
    return path


def fates(annotations: Path, *abstracts: Abstract) -> list[tuple[str, str]]:
    return [(one.id, one.fate) for one in attach(annotations, abstracts)]


def test_no_text_is_left() -> None:
    told = json.dumps(detach(GOLD))
    assert "gains" not in told.replace("d.json", "")
    assert "On Gains" not in told
    assert "over" not in told
    assert detach(GOLD)["paper"] == "arxiv:2401.00010"
    assert [number["ink"] for number in detach(GOLD)["numbers"]] == [16, 38]


def test_the_same_text_gives_the_same_gold(tmp_path: Path) -> None:
    annotations = write(tmp_path / "a.jsonl", detach(GOLD))
    (one,) = attach(annotations, [Abstract("Something else."), Abstract(TEXT, title=GOLD["title"])])
    assert one.gold == GOLD
    assert list(one.gold)[:3] == ["id", "title", "text"]
    assert (one.fate, one.paper, one.source, one.title_differs) == (
        "attached", "arxiv:2401.00010", "a/b@c:d.json", False,
    )  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(" ".join(TEXT.split()), id="no line breaks"),
        pytest.param("\n  " + TEXT.replace(" ", "\n") + "\n", id="other line breaks"),
        pytest.param(TEXT.replace("7.5 to 8%", "7.5 to\u00a08 %").replace("(FN)", "( FN )"), id="spaces elsewhere"),
    ],
)
def test_white_space_makes_no_other_text_and_places_follow(tmp_path: Path, text: str) -> None:
    annotations = write(tmp_path / "a.jsonl.gz", detach(GOLD))
    (one,) = attach(annotations, [Abstract(text, title="Fastnet", id="arxiv:2401.00010")])
    assert one.fate == "attached"
    assert one.title_differs
    assert one.gold is not None
    gold = GoldAbstract.model_validate(one.gold)
    assert all(text[number.start : number.end] == number.text for number in gold.numbers)
    assert [number.text.split()[0] for number in gold.numbers] == ["7.5", "3"]
    assert detach(one.gold)["numbers"][1] == detach(GOLD)["numbers"][1]


def test_each_paper_has_its_fate(tmp_path: Path) -> None:
    ids = ("arxiv-2401.00010", "neurips2023-AbCdEfGhIj", "acl-2024.acl-long.1", "own-1", "own-2", "arxiv-2401.00011")
    rows = [{**GOLD, "id": id_, "title": f"Title {id_}", "text": f"{TEXT} {id_}"} for id_ in ids]
    annotations = write(tmp_path / "a.jsonl", *map(detach, rows))
    public = [
        Abstract(f"{TEXT} {ids[0]}", id="arxiv:2401.00010"),
        Abstract(f"A newer version of {TEXT}", id="openreview:AbCdEfGhIj"),
        Abstract(f"{TEXT} {ids[2]}", id="doi:10.1/x"),
        Abstract("Revised.", title="TITLE".title() + " own-1"),
    ]
    assert fates(annotations, *public) == [
        (ids[0], "attached"), (ids[1], "differs"), (ids[2], "attached"), (ids[3], "differs"), (ids[4], "missing"),
        (ids[5], "missing"),
    ]  # fmt: skip


def test_an_abstract_that_is_there_twice_is_taken_once(tmp_path: Path) -> None:
    annotations = write(tmp_path / "a.jsonl", detach(GOLD))
    older = Abstract("An older version.", id="arxiv:2401.00010")
    assert fates(annotations, older, Abstract(TEXT), Abstract(TEXT)) == [(GOLD["id"], "attached")]


def test_of_an_abstract_that_is_there_twice_the_first_counts(tmp_path: Path) -> None:
    annotations = write(tmp_path / "a.jsonl", detach(GOLD), detach(GOLD | {"id": "other", "text": "Never found 3."}))
    attached, _ = attach(annotations, [Abstract(TEXT, title="First"), Abstract(TEXT, title="Second")])
    assert attached.gold is not None
    assert attached.gold["title"] == "First"


def test_reading_ends_with_the_last_that_is_wanted(tmp_path: Path) -> None:
    annotations = write(tmp_path / "a.jsonl", detach(GOLD))

    def public() -> Any:
        yield Abstract(TEXT)
        raise AssertionError("it reads on")

    assert [one.fate for one in attach(annotations, public())] == ["attached"]


@given(st.text("ab \n\u00a0\u2003é日", max_size=30), st.text("ab \n", max_size=8))
@settings(deadline=None, max_examples=80, derandomize=True)
def test_digests_are_those_of_what_is_no_white_space(text: str, other: str) -> None:
    assert digest(text) == digest("\n".join(text)) == digest("".join(text.split()))
    assert (digest(text) == digest(text + other)) == (not other.strip())


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param("{", "a.jsonl:1: no valid JSON", id="no JSON"),
        pytest.param('{"id": "a"}', "a.jsonl:1: no annotation: paper", id="no annotation"),
        pytest.param("[1]", "a.jsonl:1: no annotation", id="no object"),
        pytest.param(
            '{"id": "a", "paper": null, "title_digest": null, "text_digest": "b", "numbers": [{"text": "5"}]}',
            "a.jsonl:1: no annotation: numbers.0.ink",
            id="a number without its place",
        ),
    ],
)
def test_what_is_no_annotation(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "a.jsonl").write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        list(attach(tmp_path / "a.jsonl", []))


def test_the_command_there_and_back(tmp_path: Path) -> None:
    other = {**GOLD, "id": "arxiv-2401.00011", "text": f"{TEXT} again"}
    gold = write(tmp_path / "gold.jsonl", GOLD, other)
    packed = tmp_path / "a.jsonl.gz"
    assert run(["gold", "detach", str(gold), "-o", str(packed)])[0] == 0
    assert packed.read_bytes()[:2] == b"\x1f\x8b"
    again = tmp_path / "again.jsonl.gz"
    run(["gold", "detach", str(gold), "-o", str(again)])
    assert again.read_bytes() == packed.read_bytes(), "no time is in it"
    dump = tmp_path / "arxiv.json"
    write(dump, {"id": "2401.00010", "title": GOLD["title"], "abstract": f"  {TEXT}\n", "categories": "cs.LG"})
    bib = tmp_path / "acl.bib"
    bib.write_text(f"@article{{x,\n title = {{Other}},\n abstract = {{{TEXT} again}}\n}}\n", encoding="utf-8")
    out = tmp_path / "back.jsonl"
    code, told = run(["gold", "attach", str(packed), str(dump), "-o", str(out)])
    assert (code, told.splitlines()) == (
        1,
        [
            f"{'missing':14}{'arxiv-2401.00011':32}{'arxiv:2401.00011':32}a/b@c:d.json",
            f"extractor: {out}: 1 of 2 abstracts",
        ],
    )
    code, told = run(["gold", "attach", str(packed), str(dump), str(bib), "-o", str(out), "--json"])
    assert code == 0
    assert [json.loads(line)["title_differs"] for line in told.splitlines()[:2]] == [False, True]
    assert [one.id for one in read_gold(out)] == ["arxiv-2401.00010", "arxiv-2401.00011"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["attach", "a.jsonl"], "gold attach needs INPUTs with the texts"),
        (["detach", "a.jsonl", "b.jsonl"], "gold detach takes no INPUT"),
        (["detach", "none.jsonl"], "there is no such file"),
        (["detach", str(ROOT / "pyproject.toml")], "no valid JSON"),
    ],
)
def test_what_cannot_be_done_is_one_line(tmp_path: Path, arguments: list[str], message: str) -> None:
    code, told = run(["gold", *arguments, "-o", str(tmp_path / "out.jsonl")])
    assert code == 2
    assert message in told
    assert told.count("\n") == 1
    assert not (tmp_path / "out.jsonl").exists()


@pytest.mark.parametrize(("name", "abstracts"), [("train", 1000), ("dev", 80)])
def test_shipped_annotations_are_whole_and_hold_no_text(name: str, abstracts: int) -> None:
    with gzip.open(ROOT / "annotations" / f"{name}.jsonl.gz", "rt", encoding="utf-8") as rows:
        lines = [json.loads(row) for row in rows]
    assert len({line["id"] for line in lines}) == len({line["text_digest"] for line in lines}) == abstracts
    allowed = {
        "id", "paper", "title_digest", "text_digest", "venue", "group", "source", "licence", "methods", "benchmarks",
        "numbers", "links",
    }  # fmt: skip
    assert all(line.keys() == allowed for line in lines)
    kinds = ("methods", "benchmarks", "numbers", "links")
    parts = {key for line in lines for kind in kinds for entry in line[kind] for key in entry}
    assert parts == {
        "names", "role", "optional", "text", "ink", "value", "value_max", "unit", "of", "kind", "qualifier", "metric",
        "benchmark", "method", "baseline", "url",
    }  # fmt: skip
    numbers = [number for line in lines for number in line["numbers"]]
    words = [len(number[key].split()) for number in numbers for key in ("text", "metric") if number[key]]
    assert max(words) <= 12


def test_packed_gold_is_read_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "gold.jsonl").write_text(json.dumps(GOLD), encoding="utf-8")
    (tmp_path / "gold.jsonl.gz").write_bytes(gzip.compress((tmp_path / "gold.jsonl").read_bytes()))
    assert list(read_gold(tmp_path / "gold.jsonl.gz")) == list(read_gold(tmp_path / "gold.jsonl")) != []


def test_shipped_silver_holds_ids_and_figures_alone(tmp_path: Path) -> None:
    plain = tmp_path / "silver.jsonl"
    plain.write_bytes(gzip.decompress((ROOT / "annotations" / "silver.jsonl.gz").read_bytes()))
    raw = [json.loads(line) for line in plain.read_text(encoding="utf-8").splitlines()]
    assert {key for line in raw for key in line} == {"id", "title", "text"}
    assert all(line["id"].startswith("arxiv:") and " " not in line["id"] for line in raw)
    assert len(list(read_silver(plain))) == len(raw) == 11_993, "whole, and nothing in it but numbers"
