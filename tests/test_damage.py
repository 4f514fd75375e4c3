"""What an abstract says is found whatever has happened to its text, and nothing that can happen breaks anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from damage import FRAGMENTS, HARMLESS, PLAIN, SENTENCES, WORDS, pieces
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor import Extractor

if TYPE_CHECKING:
    from extractor import AbstractRecord

ALL = " ".join(SENTENCES)
Said = tuple[list[tuple[float, str, str | None]], set[str], set[str], list[str]]


@pytest.fixture(scope="module")
def extractor() -> Extractor:
    return Extractor(passes=("links", "numbers", "definitions", "names"))


def said(record: AbstractRecord) -> Said:
    return (
        [(number.value, number.unit, number.metric) for number in record.numbers],
        {method.name for method in record.methods},
        {benchmark.name for benchmark in record.benchmarks},
        [link.url for link in record.links],
    )


def test_there_is_something_to_find(extractor: Extractor) -> None:
    numbers, methods, benchmarks, links = said(extractor.extract(ALL))
    assert len(numbers) == 9
    assert {"FlexNet", "ResNet-50"} <= methods
    assert benchmarks == {"ImageNet", "GSM8K", "HellaSwag"}
    assert links == ["https://github.com/acme-lab/flexnet", "https://zenodo.org/records/10211"]


@pytest.mark.parametrize("kind", HARMLESS)
def test_one_kind_of_damage_changes_nothing(extractor: Extractor, kind: str) -> None:
    damaged = HARMLESS[kind](ALL)
    assert damaged != ALL
    assert said(extractor.extract(damaged)) == said(extractor.extract(ALL))


@settings(deadline=None, max_examples=60, derandomize=True)
@given(PLAIN, st.sampled_from(sorted(HARMLESS)))
def test_damage_changes_nothing_in_any_abstract(extractor: Extractor, text: str, kind: str) -> None:
    assert said(extractor.extract(HARMLESS[kind](text))) == said(extractor.extract(text))


@settings(deadline=None, max_examples=150, derandomize=True)
@given(
    pieces([*FRAGMENTS, *WORDS, *WORDS, *(f" {sentence} " for sentence in SENTENCES * 4)]),
    st.lists(st.sampled_from(sorted(HARMLESS)), max_size=2),
)
def test_no_text_breaks_a_record(extractor: Extractor, text: str, kinds: list[str]) -> None:
    for kind in kinds:
        try:
            text = HARMLESS[kind](text)
        except UnicodeError:  # what is no text cannot be read wrongly
            continue
    record = extractor.extract(f"{text}.x")  # validation checks every offset
    assert record.model_dump_json().encode()
