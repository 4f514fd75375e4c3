"""Entries are matched one to one, and the same way whatever else is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffing import benchmark, number, record
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor import diff_records
from extractor.diff.model import ENTRY_KINDS

if TYPE_CHECKING:
    from extractor.records import AbstractRecord

WORDS = ("Foo", "Bar", "Baz", "1%", "2%", "3%", "a", "b")


TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=8, unique=True)


@st.composite
def records(draw: st.DrawFn, words: list[str] | None = None) -> AbstractRecord:
    """Records over few words, with a benchmark or a number on some of those that stand in the text."""
    words = words or draw(TEXTS)
    text = " ".join(words)
    found = draw(st.lists(st.sampled_from(words), unique=True).map(lambda some: sorted(some, key=words.index)))
    role = draw(st.sampled_from(["evaluated", "introduced"]))
    return record(
        text,
        benchmarks=tuple(benchmark(text, word, role=role) for word in found if word[0] in "FB"),
        numbers=tuple(number(text, word, value=int(word[0])) for word in found if word[0] in "123"),
    )


@settings(deadline=None, max_examples=80, derandomize=True)
@given(records(), records())
def test_each_entry_has_one_partner_or_is_told_to_have_none(old: AbstractRecord, new: AbstractRecord) -> None:
    changes = diff_records(old, new)
    for kind in ENTRY_KINDS:
        of_kind = [change for change in changes if change.kind == kind]
        removed, added = ([change for change in of_kind if change.change == way] for way in ("removed", "added"))
        assert len(getattr(old, kind)) - len(removed) == len(getattr(new, kind)) - len(added)
        partners = {str(change.old): str(change.new) for change in of_kind if change.old and change.new}
        assert len(set(partners.values())) == len(partners)
    assert bool(changes) == (old != new)


@settings(deadline=None, max_examples=60, derandomize=True)
@given(TEXTS.flatmap(lambda words: st.tuples(records(words), records(words))))
def test_the_way_back_takes_what_the_way_there_gave(both: tuple[AbstractRecord, AbstractRecord]) -> None:
    """Of one text: between two there may be several ways."""
    old, new = both
    there, back = diff_records(old, new), diff_records(new, old)
    for kind in ("benchmarks", "numbers"):
        added = sorted(str(change.new) for change in there if (change.kind, change.change) == (kind, "added"))
        removed = sorted(str(change.old) for change in back if (change.kind, change.change) == (kind, "removed"))
        assert added == removed


@settings(deadline=None, max_examples=50, derandomize=True)
@given(records())
def test_a_record_does_not_differ_from_itself(one: AbstractRecord) -> None:
    assert diff_records(one, one) == ()
