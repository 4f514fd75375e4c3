"""The whole pipeline on single abstracts: what holds for every text, and that stages agree with each other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from extractor import Abstract, Extractor, ExtractorError
from extractor.confidence import KINDS, Reliability
from extractor.errors import InputError
from extractor.records import AbstractRecord

RULES_ONLY = ("links", "numbers", "definitions", "names")

# Pieces that wake every pass, next to markup and damage of every kind; cut and joined at random.
PIECES = st.sampled_from([
    "We propose ", r"\textbf{FastNet}", "**FastNet**", "FastNet", "Sparse Attention Networks", " (SAN)",
    "GPT-4", "BERT", "ImageNet", "CIFAR-10", " dataset", " on ", " and ", " of ", " from ", " to ", " over ",
    " than ", ", ", ". ", "\n", "accuracy", "FID", "81.4%", r"40\\%", "$40.8$\\%", r"2.07$\times$",
    "1.79/1.58", "seven", "up to ", "10^{-5}", "7B", "$", "{", "}", r"\emph{", "`", "*", "_", "<b>", "</b>",
    "&amp;", "&lt;", "https://github.com/a/b", "github. com/a/b", "(", ")", "[", "](", "ﬁ", "\u00ad", "\u200b",
    "−", "–", "é", "α", r"$\alpha$", "Ã©", "\x00", "\r\n", "𝒜", "⟦M0⟧",
])  # fmt: skip
TEXTS = st.lists(st.one_of(PIECES, st.text(max_size=6)), min_size=1, max_size=40).map("".join).filter(bool)


@pytest.fixture(scope="module")
def extractor() -> Extractor:
    return Extractor(passes=RULES_ONLY)


@given(text=TEXTS, title=st.one_of(st.none(), TEXTS))
@settings(
    deadline=None, max_examples=150, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_every_text_gives_a_record_whose_every_value_is_where_it_says(
    extractor: Extractor, text: str, title: str | None
) -> None:
    record = extractor.extract(text, title=title)
    assert (record.text, record.title) == (text, title)
    fields = {"text": text, "title": title or ""}
    for mentions in [entry.mentions for entry in record.methods] + [entry.mentions for entry in record.benchmarks]:
        assert [fields[where.field][where.start : where.end] for where in mentions] == [
            where.text for where in mentions
        ]
    assert [text[number.start : number.end] for number in record.numbers] == [number.text for number in record.numbers]
    assert [text[link.start : link.end] for link in record.links] == [link.text for link in record.links]
    assert AbstractRecord.model_validate_json(record.model_dump_json()) == record


def test_a_record_says_what_found_each_value(extractor: Extractor) -> None:
    record = extractor.extract(
        "We propose Fast Cache Routing (FCR). FCR reaches 81.4% accuracy on ImageNet. Code: https://github.com/acme/fcr."
    )
    (method,), (benchmark,), (number,), (link,) = record.methods, record.benchmarks, record.numbers, record.links
    assert (method.name, method.aliases, method.role) == ("Fast Cache Routing", ("FCR",), "proposed")
    assert {name.partition("/")[0] for name in method.found_by} == {"definitions"}
    assert (benchmark.name, benchmark.role, benchmark.found_by) == ("ImageNet", "evaluated", ("names/benchmarks",))
    assert (number.value, number.unit, number.kind, number.metric) == (81.4, "percent", "result", "accuracy")
    assert (number.benchmark, number.method) == ("ImageNet", "Fast Cache Routing")
    assert (link.owner, link.repository, link.kind) == ("acme", "fcr", "repository")
    assert all(0 < value.confidence <= 1 for value in (method, benchmark, number, link))


def test_markup_stays_in_the_mention_and_out_of_the_name(extractor: Extractor) -> None:
    record = extractor.extract(r"We introduce \textbf{Fast$\alpha$Net}, a model with $40.8$\% less memory.")
    assert [(method.name, method.mentions[0].text) for method in record.methods] == [("FastαNet", r"Fast$\alpha$Net")]
    assert [(number.text, number.value) for number in record.numbers] == [(r"40.8$\%", 40.8)]


def test_batches_change_nothing(extractor: Extractor) -> None:
    abstracts = [Abstract(f"We propose Net{number}, which gains {number}% on MNIST.") for number in range(7)]
    whole = list(extractor.pipe(abstracts))
    assert [record.text for record in whole] == [abstract.text for abstract in abstracts]
    assert whole == list(Extractor(passes=RULES_ONLY, batch_size=2).pipe(iter(abstracts)))


def test_passes_run_apart() -> None:
    only_links = Extractor(passes=["links"]).extract("FastNet gains 3% on MNIST: https://example.org/x")
    assert (len(only_links.links), only_links.numbers, only_links.benchmarks) == (1, (), ())


def test_the_model_finds_names_that_no_list_has() -> None:
    text = "Compared with Zorbax-QL and the Quibble transformer, our agents learn faster on GridHarvest."
    with_model, without = (
        {(method.name, method.found_by) for method in record.methods}
        for record in (Extractor().extract(text), Extractor(passes=RULES_ONLY).extract(text))
    )
    assert ("Quibble transformer", ("ner",)) in with_model
    assert not any(name.startswith("Quibble") for name, _ in without)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        pytest.param({"passes": ["lniks"]}, "'lniks'; the passes are links, numbers", id="no such pass"),
        pytest.param({"passes": "lniks"}, "no pass 'lniks'", id="one name, not its letters"),
        pytest.param({"batch_size": 0}, "a batch of 0", id="a batch of nothing would give nothing"),
    ],
)
def test_what_makes_no_extractor(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ExtractorError, match=message):
        Extractor(**options)


def test_a_rule_that_no_pass_runs_is_told_before_the_run(tmp_path: Path) -> None:
    (tmp_path / "lniks").mkdir()
    rule = (Path(__file__).parent.parent / "rules" / "links" / "ssh.toml").read_text(encoding="utf-8")
    (tmp_path / "lniks" / "mine.toml").write_text(rule.replace("(?&slug)", "a"), encoding="utf-8")
    with pytest.raises(ExtractorError, match="rule lniks/mine: no pass runs it"):
        Extractor(rules=[str(tmp_path)], passes=["links"])


def test_a_bare_text_is_an_abstract_and_an_empty_one_is_none(extractor: Extractor) -> None:
    assert [record.text for record in extractor.pipe(["FastNet gains 3%.", "So does SlowNet."])] == [
        "FastNet gains 3%.",
        "So does SlowNet.",
    ]
    with pytest.raises(InputError, match="without text"):
        extractor.extract(" ")


def test_the_shipped_confidences_are_measured() -> None:
    for with_model in (True, False):
        counts = Reliability.load(with_model=with_model).counts
        assert all(sum(of for _, of in counts[kind].values()) > 200 for kind in KINDS)
        assert 0 < Reliability.load(with_model=with_model).of("methods", ("names/methods",)) < 1


def test_half_a_character_is_replaced_and_moves_nothing(extractor: Extractor) -> None:
    record = extractor.extract("The \ud835 net reaches 71.5%.", title="\udfff Net")

    assert (record.text, record.title) == ("The \ufffd net reaches 71.5%.", "\ufffd Net")
    assert [(number.text, number.start) for number in record.numbers] == [("71.5%", 18)]
    assert record.model_dump_json().encode()
