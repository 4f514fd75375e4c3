"""Counts."""

from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from diffing import TEXT, benchmark, full, method, record, write
from PIL import Image

from extractor.cli import main
from extractor.errors import MissingExtraError
from extractor.records import AbstractRecord, Source
from extractor.stats import count
from extractor.stats.pages import as_text, charts_of
from extractor.stats.picture import Chart, as_png, as_svg

if TYPE_CHECKING:
    from pathlib import Path


def _source(year: int | None = None, venue: str | None = None, code_url: str | None = None) -> Source:
    return Source.at("a.txt", 1, year=year, venue=venue, code_url=code_url)


@pytest.fixture
def records() -> list[AbstractRecord]:
    two = TEXT.replace("FooNet", "foonet")
    return [
        full(id="id:1", sources=(_source(), _source(2023, "ICML"))),
        record(
            two, id="id:2", methods=(method(two, "foonet"), method(two, "BazNet")), sources=(_source(2024, "ICML"),)
        ),
        record("Nothing.", id="id:3", sources=(_source(2023, code_url="https://github.com/a/b"),)),
        record("Nothing.", id="id:4").model_copy(update={"text": None}),
    ]


def test_counts(records: list[AbstractRecord]) -> None:
    stats = count(records)
    assert (stats.records, stats.without_text, stats.with_any, stats.with_code) == (4, 1, 2, 2)
    assert stats.with_kind == {"methods": 2, "benchmarks": 1, "numbers": 1, "links": 1}
    assert stats.entries == {"methods": 4, "benchmarks": 1, "numbers": 1, "links": 1}
    assert stats.mentions == 6
    assert stats.roles == {"mentioned": 3, "evaluated": 1, "proposed": 1}
    assert (stats.number_kinds, stats.units, stats.link_kinds) == ({"result": 1}, {"percent": 1}, {"repository": 1})
    assert (stats.results, stats.tied) == (1, {"metric": 1, "benchmark": 1, "method": 1, "baseline": 1})


def test_years_and_venues_are_those_of_the_first_source_that_knows_them(records: list[AbstractRecord]) -> None:
    stats = count(records)
    assert [(year, part.records, part.with_results, part.with_code) for year, part in stats.years.items()] == [
        (2023, 2, 1, 2), (2024, 1, 0, 0), (None, 1, 0, 0),
    ]  # fmt: skip
    assert {venue: part.records for venue, part in stats.venues.items()} == {"ICML": 2, None: 2}


def test_spellings_are_one_name_and_a_record_counts_once(records: list[AbstractRecord]) -> None:
    assert count(records).methods == (("BazNet", 2), ("FooNet", 2))
    text = "BarBench and Barbench v2"
    twice = record(text, benchmarks=(benchmark(text, canonical="Bar"), benchmark(text, "Barbench v2", canonical="Bar")))
    assert count([twice]).benchmarks == (("Bar", 1),)
    assert count(records, top=1).methods == (("BazNet", 2),)


def test_no_record_at_all() -> None:
    stats = count([])
    assert "0 records; - have an entry" in as_text(stats, top=10)
    ET.fromstring(as_svg("none", charts_of(stats)))  # noqa: S314 - ours


def test_text(records: list[AbstractRecord]) -> None:
    text = as_text(count(records), top=10)
    assert "4 records, 1 without their text; 50.0% have an entry" in text
    assert "methods             2   50.0%        4      1.00" in text
    assert "      2    50.0%   100.0%  2023" in text


def test_picture_is_well_formed_whatever_names_hold(records: list[AbstractRecord]) -> None:
    odd = 'A <b> & "q" \x07 name that is much longer than what there is room for'
    one = records[0].model_copy(update={"methods": (records[0].methods[0].model_copy(update={"canonical": odd}),)})
    picture = as_svg("a & b", charts_of(count([one])))
    tree = ET.fromstring(picture)  # noqa: S314 - ours
    texts = [element.text or "" for element in tree.iter("{http://www.w3.org/2000/svg}text")]
    assert 'A <b> & "q" \ufffd name that is much l…' in texts
    assert picture == as_svg("a & b", charts_of(count([one])))


def test_bars_are_as_long_as_their_values() -> None:
    tree = ET.fromstring(as_svg("t", [Chart("c", (("a", 10), ("b", 5), ("c", 0)))]))  # noqa: S314 - ours
    bars = [float(bar.attrib["width"]) for bar in tree.iter("{http://www.w3.org/2000/svg}rect")][1:]
    assert bars == [420, 210, 0]
    shares = ET.fromstring(as_svg("t", [Chart("c", (("a", 0.25),), is_share=True)]))  # noqa: S314 - ours
    assert [bar.attrib["width"] for bar in shares.iter("{http://www.w3.org/2000/svg}rect")][1:] == ["105.0"]


def test_command(tmp_path: Path, capfd: pytest.CaptureFixture[str], records: list[AbstractRecord]) -> None:
    path = str(write(tmp_path / "r.jsonl", *records))
    assert main(["stats", path, "--json", "--plot", str(tmp_path / "s.svg")]) == 0
    told = capfd.readouterr()
    data = json.loads(told.out)
    assert (data["records"], data["years"]["unknown"]["records"]) == (4, 1)
    assert "s.svg" in told.err
    assert (tmp_path / "s.svg").read_text(encoding="utf-8").startswith("<svg ")
    assert main(["stats", path, "--plot", str(tmp_path / "s.PNG")]) == 0
    with Image.open(tmp_path / "s.PNG") as picture:
        assert (picture.format, picture.size[0]) == ("PNG", 2 * 730)


def test_a_png_has_the_same_bars() -> None:
    charts = [Chart("c", (("a", 10), ("b", 5), ("日本 <b> \x07", 0)))]
    with Image.open(io.BytesIO(as_png("t", charts))) as picture:
        colours = picture.convert("RGB").tobytes()
    width = picture.size[0]
    bar = bytes.fromhex("4878a8")
    rows = [colours[start : start + 3 * width] for start in range(0, len(colours), 3 * width)]
    long = [sum(row[at : at + 3] == bar for at in range(0, len(row), 3)) for row in rows]
    assert [length for length in long if length] == [840] * 28 + [420] * 28
    assert as_png("t", charts) == as_png("t", charts)


def test_a_png_without_pillow_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(MissingExtraError, match=r"extractor\[png\]"):
        as_png("t", [])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--plot", "s.pdf"], "plots are SVG or PNG"),
        (["--plot", "s.svg", "--unexplained"], "--plot draws the counts"),
        (["--rules", "."], "--rules is for --unexplained"),
        (["--plot", "none/s.svg"], "cannot be written"),
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
    write(tmp_path / "r.jsonl", full())
    assert main(["stats", "r.jsonl", *arguments]) == 2
    told = capfd.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert message in told.err
