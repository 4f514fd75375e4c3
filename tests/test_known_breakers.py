"""Quantities, names, short forms and links that public tools are known to have got wrong, from abstract to record."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from extractor import Extractor
from extractor.abstract import Abstract
from extractor.finding import DefinitionFinding

if TYPE_CHECKING:
    from extractor.finding import Span
    from extractor.pipeline import Analysis
    from extractor.records import ReportedNumber

Shown = tuple[str, float, float | None, float | None, str, str | None, str]


@pytest.fixture(scope="module")
def extractor() -> Extractor:
    return Extractor(passes=("links", "numbers", "definitions", "names"))


def _shown(number: ReportedNumber) -> Shown:
    return (
        number.text, number.value, number.value_max, number.uncertainty, number.unit, number.of, number.qualifier,
    )  # fmt: skip


def _is(
    text: str,
    value: float,
    unit: str,
    qualifier: str = "exact",
    *,
    to: float | None = None,
    within: float | None = None,
    of: str | None = None,
) -> Shown:
    return (text, value, to, within, unit, of, qualifier)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "Test recall lands at 61.8–63.0% across folds.",
            [_is("61.8–63.0%", 61.8, "percent", "range", to=63.0)],
            id="a range is not its mean",
        ),
        pytest.param(
            "It trims the delay by 7 and 9 ms on phone and laptop, respectively.",
            [_is("7", 0.007, "second"), _is("9 ms", 0.009, "second")],
            id="two numbers share a unit",
        ),
        pytest.param(
            "We share a 300 million parameter encoder.",
            [_is("300 million", 300_000_000, "count", of="parameter")],
            id="the article is no one",
        ),
        pytest.param(
            "Decoding sustains 2,750 tok/s on one node.",
            [_is("2,750 tok/s", 2750, "token_per_second")],
            id="a rate of the field",
        ),
        pytest.param("We keep the split 40/2031 and give the median.", [], id="an identifier is no fraction"),
        pytest.param(
            "The pruned net retains 90 per cent of the recall.",
            [_is("90 per cent", 90, "percent")],
            id="per cent in two words",
        ),
        pytest.param(
            "Our parser covers a hundred and four dialects.",
            [_is("a hundred and four", 104, "count", of="dialect")],
            id="a number in five words",
        ),
        pytest.param(
            "Just 3/8 of the feed-forward blocks are kept.", [_is("3/8", 0.375, "times")], id="a fraction is a ratio"
        ),
        pytest.param(
            "Training needs 2.4E+005 steps.",
            [_is("2.4E+005", 240_000, "count", of="step")],
            id="an exponent with zeros in front",
        ),
        pytest.param(
            "A lookup takes 12 ± 3 ms per page.",
            [_is("12 ± 3 ms", 0.012, "second", within=0.003)],
            id="an uncertainty in the unit behind it",
        ),
        pytest.param(
            "The gap shrinks below 10 −4 after two rounds.",
            [_is("10 −4", 1e-4, "score", "at_most")],
            id="a flattened superscript",
        ),
        pytest.param(
            "One epoch costs (1.25 ± 0.05) × 10^6 FLOPs.",
            [_is("(1.25 ± 0.05) × 10^6 FLOPs", 1_250_000, "FLOP", within=50_000)],
            id="one exponent for value and uncertainty",
        ),
        pytest.param(
            "Throughput is up to 900 tokens/s.",
            [_is("900 tokens/s", 900, "token_per_second", "up_to")],
            id="the qualifier is a field, not in the text",
        ),
        pytest.param(
            "A forward pass costs 2,431.5 GFLOPs.",
            [_is("2,431.5 GFLOPs", 2_431_500_000_000, "FLOP")],
            id="thousands and decimals at once",
        ),
        pytest.param(
            "The compact model has 10-30% fewer units.",
            [_is("10-30%", 10, "percent", "range", to=30)],
            id="both ends of a hyphen",
        ),
        pytest.param(
            "Readers marked tens of thousands of lines for a hundred dollars.",
            [_is("a hundred dollars", 100, "USD")],
            id="vague numbers are none",
        ),
        pytest.param("The third trial shows the same pattern.", [], id="an ordinal"),
        pytest.param(
            "The search used 0.2 million GPU hours.",
            [_is("0.2 million GPU hours", 200_000, "hour")],
            id="a decimal of a million",
        ),
        pytest.param("The model has R² of −0.4.", [_is("−0.4", -0.4, "score")], id="a unicode minus"),
        pytest.param(
            "We tune Llama3 on 6 A100 and 2 H100 cards with IPv6 traces.",
            [_is("6", 6, "count", of="gpu"), _is("2", 2, "count", of="gpu")],
            id="digits in names",
        ),
        pytest.param(
            "We lease 4 x 40GB cards.",
            [_is("4 x 40GB", 40_000_000_000, "byte")],
            id="how often is not how fast",
        ),
        pytest.param(
            r"Loss drops from 40\% to 3\% on noisy speech.",
            [_is(r"40\%", 40, "percent"), _is(r"3\%", 3, "percent")],
            id="before and after, with an escaped sign",
        ),
        pytest.param(
            r"We reach 88.1\ensuremath{\pm}0.2 F$_1$ on the test set.",
            [_is(r"88.1\ensuremath{\pm}0.2", 88.1, "score", within=0.2)],
            id="an index is no number",
        ),
        pytest.param(
            r"We measure \num{2.41+-0.03} nats.", [_is("2.41+-0.03", 2.41, "score", within=0.03)], id="siunitx"
        ),
        pytest.param(
            "Three Hundred and Thirty Three queries were dropped.",
            [_is("Three Hundred and Thirty Three", 333, "count", of="query")],
            id="capitals, and no hyphens",
        ),
        pytest.param(
            "Weights are kept in 2–8 bits.", [_is("2–8 bits", 2, "bit", "range", to=8)], id="a dash between digits"
        ),
        pytest.param(
            "Built from one hundred thousand books and 200,000 maps.",
            [_is("one hundred thousand", 100_000, "count", of="book"), _is("200,000", 200_000, "count", of="map")],
            id="words that multiply",
        ),
        pytest.param(
            "Every run draws 120 g of CO2, 500 W, and 4.5 kWh in total.",
            [
                _is("120 g", 120, "gram"),
                _is("500 W", 500, "watt"),
                _is("4.5 kWh", 16_200_000, "joule"),
            ],
            id="units are those of the record",
        ),
        pytest.param(
            "The 𝑭𝒂𝒔𝒕 model gets 72.5% with 8 experts.",
            [_is("72.5%", 72.5, "percent"), _is("8", 8, "count", of="expert")],
            id="characters outside the first plane are one each",
        ),
    ],
)
def test_a_quantity_is_read_as_it_is_meant(extractor: Extractor, text: str, expected: list[Shown]) -> None:
    record = extractor.extract(text)

    assert [_shown(number) for number in record.numbers] == expected
    assert all(text[number.start : number.end] == number.text for number in record.numbers)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "We test rESnEt and iMAGEnet. Scores on imagenET follow.",
            [
                ("ResNet", [("rESnEt", 8)]),
                ("ImageNet", [("iMAGEnet", 19), ("imagenET", 39)]),
            ],
            id="odd capitals, and a full stop behind a name",
        ),
        pytest.param(
            "The suite covers CIFAR-10-C and CIFAR-10.",
            [("CIFAR-10-C", [("CIFAR-10-C", 17)]), ("CIFAR-10", [("CIFAR-10", 32)])],
            id="no name inside a longer one",
        ),
        pytest.param(
            "We test on Visual \n Genome.", [("Visual Genome", [("Visual \n Genome", 11)])], id="a line break in a name"
        ),
        pytest.param(
            "ResNet beats VGG, then ResNet beats GPT-2, and ResNet wins.",
            [
                ("ResNet", [("ResNet", 0), ("ResNet", 23), ("ResNet", 47)]),
                ("VGG", [("VGG", 13)]),
                ("GPT-2", [("GPT-2", 36)]),
            ],
            id="each mention has its own place",
        ),
    ],
)
def test_a_name_is_found_where_it_stands(
    extractor: Extractor, text: str, expected: list[tuple[str, list[tuple[str, int]]]]
) -> None:
    record = extractor.extract(text)

    found = [(entry.canonical, entry.mentions) for entry in record.methods]
    found += [(entry.canonical, entry.mentions) for entry in record.benchmarks]
    assert [(name, [(place.text, place.start) for place in places]) for name, places in found] == expected


def test_long_text_without_anything_to_find_gives_nothing(extractor: Extractor) -> None:
    record = extractor.extract("raising net margins and keeping a careful eye on what is spent " * 60)

    assert (record.methods, record.benchmarks, record.numbers) == ((), (), ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "We tune with FaTo (Fast Tokens); FaTo is cheap.", [("FaTo", "Fast Tokens")], id="short form first"
        ),
        pytest.param(
            "We study Sparse rewriting (SR) at length.", [("SR", "Sparse rewriting")], id="all of the long form"
        ),
        pytest.param(
            "We put a gate in front of Flow3 . Flow3 ( Flo3 ) needs no mask .",
            [("Flo3", "Flow3")],
            id="no long form over a sentence's end",
        ),
        pytest.param(
            "The Listen and Write Streaming Tagger (LWST) is quick.",
            [("LWST", "Listen and Write Streaming Tagger")],
            id="a word in between that has no letter of it",
        ),
        pytest.param(
            "Small vision networks [SVNs] beat text-image models {TIMs}.",
            [("SVNs", "Small vision networks"), ("TIMs", "text-image models")],
            id="other brackets, and a plural",
        ),
        pytest.param(
            "Human taste pretrained rankers (hTPR) are used; hTPR is stable.",
            [("hTPR", "Human taste pretrained rankers")],
            id="a small letter in front",
        ),
    ],
)
def test_a_short_form_has_its_long_form(extractor: Extractor, text: str, expected: list[tuple[str, str]]) -> None:
    (analysis,) = extractor.analyse([Abstract(text)])

    found = [finding for finding in analysis.findings if isinstance(finding, DefinitionFinding)]
    assert [(text_of(analysis, one.span), text_of(analysis, one.long)) for one in found] == expected


def text_of(analysis: Analysis, span: Span) -> str:
    return analysis.document.text_of(span)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            r"The code is at {\url{https://github.com/acme/quicknet}}.",
            [("https://github.com/acme/quicknet", 21, "https://github.com/acme/quicknet")],
            id="braces around a command",
        ),
        pytest.param(
            "[https://github.com/acme/a](https://github.com/acme/a?utm_source=b)",
            [
                ("https://github.com/acme/a", 1, "https://github.com/acme/a"),
                ("https://github.com/acme/a?utm_source=b", 28, "https://github.com/acme/a"),
            ],
            id="a link on itself",
        ),
        pytest.param(
            r"[code](https://github.com/acme/a/)\\n\\n![plot](https://img.example.org/f/9/10x20/b.png)",
            [
                ("https://github.com/acme/a/", 7, "https://github.com/acme/a"),
                ("https://img.example.org/f/9/10x20/b.png", 48, "https://img.example.org/f/9/10x20/b.png"),
            ],
            id="a figure behind it",
        ),
        pytest.param(
            "Copies (https://github.com/acme/a) OR (https://github.com/acme/a-en OR https://github.com/acme/a-de).",
            [
                ("https://github.com/acme/a", 8, "https://github.com/acme/a"),
                ("https://github.com/acme/a-en", 39, "https://github.com/acme/a-en"),
                ("https://github.com/acme/a-de", 71, "https://github.com/acme/a-de"),
            ],
            id="one the beginning of another",
        ),
        pytest.param("We call sys.path and torch.no_grad in Acme.Inc code.", [], id="names with dots"),
        pytest.param(
            "Get it at: https://github. com/AcmeTeam /24_quick_v2.",
            [("https://github. com/AcmeTeam /24_quick_v2", 11, "https://github.com/AcmeTeam/24_quick_v2")],
            id="spaces inside",
        ),
        pytest.param(
            "Weights: https://github.com/acme/rather-long-\nname.",
            [("https://github.com/acme/rather-long-\nname", 9, "https://github.com/acme/rather-long-name")],
            id="a line's end inside",
        ),
        pytest.param(
            "Clone https://github.com/acme/plot.js.git or git@github.com:acme/graph.js.git.",
            [
                ("https://github.com/acme/plot.js.git", 6, "https://github.com/acme/plot.js"),
                ("git@github.com:acme/graph.js.git", 45, "https://github.com/acme/graph.js"),
            ],
            id="a dot in the name, and git behind it",
        ),
        pytest.param(
            '[repo](https://github.com/acme/a?tab=readme-ov-file "Quick net")',
            [("https://github.com/acme/a?tab=readme-ov-file", 7, "https://github.com/acme/a")],
            id="the title of a link",
        ),
        pytest.param(
            "Settings: https://github.com/acme/a/tree/main/cfg%20v3.",
            [("https://github.com/acme/a/tree/main/cfg%20v3", 10, "https://github.com/acme/a")],
            id="an escaped space",
        ),
        pytest.param(
            r"Code: https://github.com/acme\_team/quick\_net.v2 (GitHub).",
            [(r"https://github.com/acme\_team/quick\_net.v2", 6, "https://github.com/acme_team/quick_net.v2")],
            id="escaped underscores",
        ),
    ],
)
def test_a_link_is_whole_and_no_more(extractor: Extractor, text: str, expected: list[tuple[str, int, str]]) -> None:
    links = extractor.extract(text).links

    assert [(link.text, link.start, link.canonical) for link in links] == expected
    assert all(text[link.start : link.end] == link.text for link in links)
