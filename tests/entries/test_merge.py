"""Merging: what becomes of findings that overlap, agree or disagree."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from extractor.clean import clean
from extractor.document import Document, passage
from extractor.entries.judging import Cards
from extractor.entries.merge import WRITTEN, Merged, merge
from extractor.finding import DefinitionFinding, LinkFinding, NameFinding, NumberFinding, Span
from extractor.folding import fold_singular
from extractor.points import Scorecard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractor.finding import Finding, NameKind
    from extractor.records import FieldName


def _document(text: str, title: str | None = None) -> Document:
    return Document(passage("text", clean(text)), passage("title", clean(title)) if title else None)


def _span(document: Document, words: str, *, field: FieldName = "text") -> Span:
    start = document.passage(field).text.index(words)
    return Span(field, start, start + len(words))


def _name(
    document: Document, words: str, kind: NameKind = "method", *, by: str = "ner", weight: float = 1.0
) -> NameFinding:
    return NameFinding(span=_span(document, words), kind=kind, found_by=by, weight=weight)


def _number(document: Document, words: str) -> NumberFinding:
    return NumberFinding(span=_span(document, words), value=1, unit="count", kind="size", found_by="numbers/x")


def _merge(text: str, *findings: tuple[str, NameKind] | str) -> Merged:
    """Merge names found by the model: `(words, kind)`, or words alone for a method."""
    document = _document(text)
    names = [_name(document, *((found,) if isinstance(found, str) else found)) for found in findings]
    return merge(document, names)


def _entries(merged: Merged) -> list[tuple[str, ...]]:
    return [entry.forms for entry in merged.entries]


@pytest.mark.parametrize(
    ("text", "found", "entries"),
    [
        pytest.param(
            "LoRA loses to LoRA-One.", ["LoRA", "LoRA-One"], [("LoRA",), ("LoRA-One",)], id="a variant is its own"
        ),
        pytest.param("We use GANs. A GAN learns.", ["GANs"], [("GANs", "GAN")], id="plural and singular are one"),
        pytest.param(
            "ImageNet-1k and ImageNet 1K and ImageNet1K.",
            [("ImageNet-1k", "benchmark")],
            [("ImageNet-1k", "ImageNet 1K", "ImageNet1K")],
            id="hyphen, space and case are one name",
        ),
        pytest.param(
            "Policy Filtration for PPO works.",
            ["PPO", "Policy Filtration for PPO"],
            [("Policy Filtration for PPO",)],
            id="a part of a longer name is no entry",
        ),
        pytest.param(
            "We use SOAR, and eagles soar.", ["SOAR"], [("SOAR",)], id="an acronym is not the word in lower case"
        ),
        pytest.param(
            "Max-value Entropy Search is slow. MES is not.",
            ["Max-value Entropy Search", "MES"],
            [("Max-value Entropy Search", "MES")],
            id="initials that the text does not define",
        ),
        pytest.param(
            "AdaGrad/Adam fail.",
            ["AdaGrad/Adam", "AdaGrad", "Adam"],
            [("AdaGrad",), ("Adam",)],
            id="a slash joins no names",
        ),
        pytest.param("HRNet/W32 wins.", ["HRNet/W32"], [("HRNet/W32",)], id="a slash within a name"),
    ],
)
def test_entries(text: str, found: list[tuple[str, NameKind] | str], entries: list[tuple[str, ...]]) -> None:
    assert _entries(_merge(text, *found)) == entries


def test_every_place_of_a_name_is_a_mention() -> None:
    document = _document("FastNet is fast. We like FastNet.", title="FastNet: Sparse Nets")
    (entry,) = merge(document, [_name(document, "FastNet")]).entries
    assert [(span.field, span.start) for span in entry.mentions] == [("title", 0), ("text", 0), ("text", 25)]


@pytest.mark.parametrize(
    ("text", "mentions"),
    [
        pytest.param("LoRA, and LoRA-based tuning.", 2, id="a lower-case ending is no part of a name"),
        pytest.param("LoRA, LoRA-XS, Q-LoRA, LoRA2 and xLoRA.", 1, id="in a longer name it is not itself"),
        pytest.param("LoRA, not lora.", 1, id="a short name in lower case may be a word"),
    ],
)
def test_further_mentions_are_whole_names(text: str, mentions: int) -> None:
    (entry,) = _merge(text, "LoRA").entries
    assert len(entry.mentions) == mentions


def _defined(text: str, long: str, short: str, *names: tuple[str, NameKind], generic: Sequence[str] = ()) -> Merged:
    document = _document(text)
    findings: list[Finding] = [_name(document, *name) for name in names]
    definition = DefinitionFinding(span=_span(document, short), long=_span(document, long), found_by="definitions/x")
    return merge(document, [*findings, definition], generic=[fold_singular(phrase) for phrase in generic])


@pytest.mark.parametrize(
    ("names", "entries"),
    [
        pytest.param([("ACM", "method")], [("adaptive cache mixing", "ACM")], id="the short form was found"),
        pytest.param([("adaptive cache mixing", "method")], [("adaptive cache mixing", "ACM")], id="the long form was"),
        pytest.param([("cache mixing", "method")], [("adaptive cache mixing", "ACM")], id="most of the long form was"),
        pytest.param([("mixing", "method")], [("adaptive cache mixing", "ACM")], id="a part of the long form falls"),
        pytest.param([], [("adaptive cache mixing", "ACM")], id="nothing else found either: it is yet to be judged"),
    ],
)
def test_a_definition_joins_a_name_to_its_short_form(
    names: list[tuple[str, NameKind]], entries: list[tuple[str, ...]]
) -> None:
    text = "We use adaptive cache mixing (ACM)."
    assert _entries(_defined(text, "adaptive cache mixing", "ACM", *names)) == entries


def test_what_is_called_by_its_short_form_has_it_for_a_name() -> None:
    document = _document("ACM: Adaptive Cache Mixing is new.")
    definition = DefinitionFinding(
        span=_span(document, "ACM"),
        long=_span(document, "Adaptive Cache Mixing"),
        found_by="definitions/x",
        leads="short",
    )
    assert _entries(merge(document, [definition])) == [("ACM", "Adaptive Cache Mixing")]


@pytest.mark.parametrize(
    ("text", "found", "entries"),
    [
        pytest.param(
            "The Rake Mover’s Distance is new.", ["Rake Mover"], [("Rake Mover’s Distance",)], id="it is written whole"
        ),
        pytest.param(
            "The DeepLab’s Rakebot 5 is new.", ["DeepLab", "Rakebot"], [("DeepLab",), ("Rakebot",)], id="two things"
        ),
        pytest.param("The Rake Mover’s idea is new.", ["Rake Mover"], [("Rake Mover",)], id="the rest is no name"),
    ],
)
def test_a_name_cut_at_a_genitive_is_whole_where_it_is_written_so(
    text: str, found: list[str], entries: list[tuple[str, ...]]
) -> None:
    document = _document(text)
    names = [_name(document, name) for name in found]
    whole = text.removeprefix("The ").partition(" is new")[0]
    written = (
        [] if whole.islower() or "idea" in whole else [_name(document, whole, by="definitions/written", weight=WRITTEN)]
    )
    assert _entries(merge(document, [*names, *written])) == entries


def test_a_generic_phrase_is_no_name_whoever_finds_it() -> None:
    merged = _defined(
        "We train large language models (LLMs).",
        "large language models",
        "LLMs",
        ("LLMs", "method"),
        generic=["large language model", "LLM"],
    )
    assert merged.entries == ()
    assert {dropped.reason for dropped in merged.dropped} == {"a task, a field or a class, not one method"}


def test_a_size_in_brackets_is_no_name() -> None:
    document = _document("We present Hydra (4B), and Llama Guard (12B) is worse than LLaMA (7B).")
    number = _number(document, "12B")
    merged = merge(document, [*(_name(document, name) for name in ("Hydra", "4B", "Llama Guard", "12B")), number])
    assert _entries(merged) == [("Hydra",), ("Llama Guard",)]
    assert merged.numbers == (number,)


def test_kind_is_put_to_the_vote() -> None:
    document = _document("FooBench is hard.")
    votes = [
        _name(document, "FooBench", "method"),
        _name(document, "FooBench", "benchmark", by="definitions/x", weight=4.0),
    ]
    assert [entry.kind for entry in merge(document, votes).entries] == ["benchmark"]
    assert [entry.found_by for entry in merge(document, votes).entries] == [("definitions/x", "ner")]


def test_an_even_vote_is_for_a_method_however_thirds_are_rounded() -> None:
    """Python 3.11 makes more than nothing of 1 less three thirds; later versions do not."""
    document = _document("FooBench is hard, FooBench is long, and FooBench is old.")
    starts = [match.start() for match in re.finditer("FooBench", document.text.text)]
    thirds = [
        NameFinding(span=Span("text", start, start + 8), kind="method", found_by="ner", weight=1.0) for start in starts
    ]
    votes = [_name(document, "FooBench", "benchmark", by="definitions/x"), *thirds]
    assert [entry.kind for entry in merge(document, votes).entries] == ["method"]


def test_a_number_in_a_name_is_dropped_with_the_reason() -> None:
    document = _document("GPT-4 wins 7 times.")
    merged = merge(document, [_name(document, "GPT-4"), _number(document, "4"), _number(document, "7")])
    assert [number.span for number in merged.numbers] == [_span(document, "7")]
    assert [dropped.reason for dropped in merged.dropped] == ["part of a name"]


def test_what_lies_in_a_link_is_dropped_and_a_link_is_told_once() -> None:
    document = _document("See https://x.org/GPT-4 and https://x.org/GPT-4/ now.")
    links = [
        LinkFinding(span=_span(document, url), url=url, canonical=url, kind="page", host="x.org", found_by="links/url")
        for url in ("https://x.org/GPT-4", "https://x.org/GPT-4/")
    ]
    merged = merge(document, [_name(document, "GPT-4"), _number(document, "4"), *links])
    assert merged.entries == ()
    assert merged.numbers == ()
    assert [link.url for link in merged.links] == ["https://x.org/GPT-4"]
    assert [dropped.reason for dropped in merged.dropped] == [
        "the same link stands before",
        "inside a link",
        "inside a link",
    ]


def test_the_name_of_a_metric_is_no_method() -> None:
    document = _document("We report BLEU.")
    merged = merge(document, [_name(document, "BLEU"), _name(document, "BLEU", "metric", by="names/metrics")])
    assert merged.entries == ()
    assert merged.metrics == (_span(document, "BLEU"),)


def test_nothing_is_found_twice_or_lost() -> None:
    # Each finding that is in no entry must be in `dropped`, with a reason.
    document = _document("FastNet (FN) and FastNet-XL run at https://x.org/FastNet with 3 GPUs.")
    findings = [
        _name(document, "FastNet"),
        _name(document, "FastNet-XL"),
        _name(document, "XL"),
        _number(document, "3"),
        LinkFinding(
            span=_span(document, "https://x.org/FastNet"),
            url="https://x.org/FastNet",
            canonical="https://x.org/FastNet",
            kind="page",
            host="x.org",
            found_by="x",
        ),
    ]
    merged = merge(document, findings)
    assert [dropped.reason for dropped in merged.dropped] == ["part of a longer name"]
    assert _entries(merged) == [("FastNet",), ("FastNet-XL",)]
    assert len(merged.numbers) == len(merged.links) == 1


def _cards(question: str, least: int = 0, **points: int) -> Cards:
    cards = {
        "name": Scorecard({}, -1),
        "benchmark": Scorecard({}),
        "proposed": Scorecard({}),
        "introduced": Scorecard({}),
    }
    weighed = {item.replace("_", " "): value for item, value in points.items()}
    return Cards({**cards, question: Scorecard(weighed, least)}, frozenset({"ner", "definitions/x"}))  # type: ignore[dict-item]


def test_what_is_judged_to_be_no_name_falls_with_the_reason() -> None:
    document = _document("Zorbax beats BERT.")
    names = [_name(document, "Zorbax"), replace(_name(document, "BERT"), margin=3.0)]
    merged = merge(document, names, cards=_cards("name", model_alone=1))
    assert _entries(merged) == [("BERT",)]
    assert [(each.finding, each.reason) for each in merged.dropped] == [
        (names[0], "more speaks against its being a name")
    ]


def test_what_a_fallen_name_covered_is_looked_at_again() -> None:
    document = _document("We use Fast Zorbax now.")
    sure = replace(_name(document, "Zorbax"), margin=3.0)
    merged = merge(document, [_name(document, "Fast Zorbax"), sure], cards=_cards("name", model_alone=1))
    assert _entries(merged) == [("Zorbax",)]


def test_a_fallen_definition_parts_what_it_joined() -> None:
    document = _document("We use adaptive cache mixing (ACM).")
    definition = DefinitionFinding(
        span=_span(document, "ACM"), long=_span(document, "adaptive cache mixing"), found_by="definitions/x"
    )
    sure = replace(_name(document, "ACM"), margin=3.0)
    merged = merge(document, [definition, sure], cards=_cards("name", defined=-1, model=1))
    assert _entries(merged) == []
    assert {each.reason for each in merged.dropped} == {"more speaks against its being a name"}


def test_the_word_of_a_list_of_the_users_own_stands() -> None:
    document = _document("We use Zorbax.")
    listed = _name(document, "Zorbax", by="names/mine")
    assert _entries(merge(document, [listed], cards=_cards("name", least=10**6))) == [("Zorbax",)]


def test_evidence_decides_the_kind_against_the_vote() -> None:
    document = _document("We use Zorbax.")
    cards = Cards({**_cards("proposed").cards, "benchmark": Scorecard({"vote: method": 5})}, frozenset({"ner"}))
    assert [entry.kind for entry in merge(document, [_name(document, "Zorbax")], cards=cards).entries] == ["benchmark"]


def test_what_is_only_written_like_a_name_gives_way() -> None:
    document = _document("We use Fast Zorbax Nets now.")
    written = _name(document, "Fast Zorbax Nets", by="definitions/written", weight=WRITTEN)
    assert _entries(merge(document, [written, _name(document, "Zorbax")])) == [("Zorbax",)]
    assert _entries(merge(document, [written])) == [("Fast Zorbax Nets",)]


def test_what_is_longer_than_a_name_is_none() -> None:
    long = "Net" * 101
    merged = _merge(f"We use FastNet and {long}.", ("FastNet", "method"), (long, "method"))
    assert _entries(merged) == [("FastNet",)]
    assert [one.reason for one in merged.dropped] == ["longer than a name is"]


def test_a_long_chain_of_definitions_is_one_thing() -> None:
    names = [f"Net{number:03}" for number in range(300)]
    text = "".join(f"{one} ({other}) " for one, other in pairwise(names))
    document = _document(text)
    definitions = []
    for one, other in pairwise(names):
        start = text.index(f"{one} ({other})")
        short = Span("text", start + 8, start + 14)
        definitions.append(DefinitionFinding(span=short, long=Span("text", start, start + 6), found_by="x"))
    (entry,) = merge(document, definitions[::-1]).entries
    assert sorted(entry.forms) == names
