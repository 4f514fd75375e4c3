"""Roles: which of an abstract's names are the paper's own. The rules' own examples run in test_rules.py."""

from __future__ import annotations

import pytest
from marking import marked

from extractor import rules
from extractor.entries.judging import QUESTIONS, Cards
from extractor.entries.merge import mapping_of, merge
from extractor.entries.roles import masked_sentences, own_contributions
from extractor.points import Scorecard

ROLE_RULES = rules.load().of("roles")


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("We propose [m:FastNet], which extends [m:SlowNet].", ["FastNet"]),
        ("Existing models like [m:BERT] fail. Our method, [m:FastNet], does not.", ["FastNet"]),
        ("We release [b:FooBench] and test [m:BERT] on [b:GLUE].", ["FooBench"]),
        ("We evaluate [m:BERT] on [b:GLUE].", []),
        pytest.param("We propose a better training of [m:BERT].", [], id="the object is the training, not BERT"),
        pytest.param("[m:BERT] was introduced in 2018.", [], id="introduced, but not by this paper"),
        pytest.param(
            "We present [b:FooBench] to test [m:BERT].", ["FooBench"], id="a rule for methods takes no benchmark"
        ),
    ],
)
def test_own_contributions(text: str, own: list[str]) -> None:
    document, findings = marked(text)
    merged = merge(document, findings)
    found = own_contributions(document, merged.entries, ROLE_RULES)
    assert [entry.name for entry in merged.entries if entry in found] == own
    assert all(reason.startswith("roles/") for reasons in found.values() for reason in reasons)


def test_masks_count_within_a_sentence_and_end_where_the_names_end() -> None:
    document, findings = marked("We like [m:A1] on [b:B2]. Then [m:C3] too.")
    merged = merge(document, findings)
    masked = list(masked_sentences(document.text, mapping_of(merged.entries)))
    assert [sentence for sentence, _ in masked] == ["We like ⟦M0⟧ on ⟦B1⟧. ", "Then ⟦M0⟧ too."]
    assert [[entry.name for entry in marks.values()] for _, marks in masked] == [["A1", "B2"], ["C3"]]


@pytest.mark.parametrize(
    ("least", "own"),
    [
        pytest.param(5, ["FastNet"], id="a rule's word is part of the evidence"),
        pytest.param(50, [], id="and may not be enough"),
        pytest.param(-1, ["FastNet", "BERT"], id="nor is it needed where all else is"),
    ],
)
def test_with_cards_all_evidence_decides(least: int, own: list[str]) -> None:
    document, findings = marked("We propose [m:FastNet], and we like [m:BERT].")
    merged = merge(document, findings)
    cards = Cards(
        {
            "name": Scorecard({}, -1),
            "benchmark": Scorecard({}),
            "proposed": Scorecard({"roles/proposed-object": 10}, least),
            "introduced": Scorecard({}),
        },
        frozenset(rule.id for rule in ROLE_RULES),
    )
    found = own_contributions(document, merged.entries, ROLE_RULES, cards)
    assert [entry.name for entry in merged.entries if entry in found] == own


def test_the_word_of_a_rule_that_the_points_do_not_know_stands() -> None:
    document, findings = marked("We propose [m:FastNet].")
    cards = Cards({name: Scorecard({}, 10**6) for name in QUESTIONS})
    assert len(own_contributions(document, merge(document, findings).entries, ROLE_RULES, cards)) == 1
