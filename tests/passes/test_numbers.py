from __future__ import annotations

import dataclasses
import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor import rules
from extractor.clean import clean
from extractor.document import Document, passage
from extractor.errors import RuleError
from extractor.finding import Exclusion, Finding, NumberFinding
from extractor.folding import Segments
from extractor.passes.numbers import numbers_pass
from extractor.passes.numbers.starts import Starts

if TYPE_CHECKING:
    from pathlib import Path

SHIPPED = rules.load()
RUN = numbers_pass(SHIPPED)
STARTS = Starts.of(SHIPPED.tables["quantities"]["words"]["number"])


def document(raw: str, title: str | None = None) -> Document:
    return Document(passage("text", clean(raw)), None if title is None else passage("title", clean(title)))


def numbers(raw: str) -> list[tuple[str, NumberFinding]]:
    """Return the numbers in a text, each with the raw characters that it stands for."""
    whole = document(raw)
    found = []
    for finding in RUN(whole):
        if isinstance(finding, NumberFinding):
            start, end = whole.text.traced.raw_span(finding.span.start, finding.span.end)
            found.append((raw[start:end], finding))
    return found


def shown(raw: str, *names: str) -> list[tuple[Any, ...]]:
    return [(text, *(getattr(finding, name) for name in names)) for text, finding in numbers(raw)]


def metrics(raw: str) -> list[str | None]:
    text = document(raw).text.text
    return [None if each.metric is None else text[each.metric.start : each.metric.end] for _, each in numbers(raw)]


def excluded(raw: str) -> list[str]:
    whole = document(raw)
    return [whole.text.text[each.span.start : each.span.end] for each in RUN(whole) if isinstance(each, Exclusion)]


EXAMPLES = {
    tier: " | ".join(
        example.text
        for rule in SHIPPED.of("numbers")
        if rule.id.startswith("numbers/not/") == (tier == "not")
        for example in rule.accepts
    )
    for tier in ("found", "not")
}


@pytest.mark.parametrize(
    ("tier", "forms"),
    [
        ("found", "7% to 10% | 3-5x | between 4 and 6 | 10-20 ms | 5 and 6 ms | 1.79/1.58/1.96 | 12%, 15% and 21%"),
        ("found", "respectively | 2.07× | 100+ fold | half | twice | one-eighth | doubles | order of magnitude"),
        ("found", "100k | 2T | 13 billion | 130 million | 1,200 | $10^{-7}$ | 1.2e-3 | 3'123'253 | seven | 3 of 7"),
        ("found", r"$\sim$3$\times$ | $\approx 40\\%$ | 93.2 ± 0.3 | 0.258 \pm 0.047 | +7.9% | −3.2% | 60% → 70%"),
        (
            "found",
            "81,4 % | 1,5 GB | 0,87 | 81 .5% | 81. 6% | 0. 91 | $0.25 | EUR | tok/s | GPU hours | GFLOPs | kWh | dB",
        ),
        (
            "found",
            "percentage points | basis points | 2.1pp | up to | over | nearly | at least | or more | 1000+ | fps",
        ),
        (
            "not",
            "GPT-4 | 2019 | [3, 12] | Section 3 | (1) | 1) | Top-1 | 2D | 1-step | 2/ε | O(1/T) | 24/7 | years ago",
        ),
    ],
)
def test_every_form_stands_among_the_examples_of_the_rules(tier: str, forms: str) -> None:
    assert [form for form in forms.split(" | ") if form not in EXAMPLES[tier]] == []


def test_every_rule_has_right_and_wrong_examples() -> None:
    assert [rule.id for rule in SHIPPED.of("numbers") if not (rule.accepts and rule.rejects)] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The probe keeps 81 per cent of its recall.", [("81 per cent", 81, "percent")]),
        ("A drop of ten percent follows.", [("ten percent", 10, "percent")]),
        (r"It wins by $40.8$\% here.", [(r"40.8$\%", 40.8, "percent")]),
        ("Gains of 2.5pp and 1% points.", [("2.5pp", 2.5, "point"), ("1% points", 1, "point")]),
        ("It leads by 0.7 chrF points.", [("0.7 chrF points", 0.7, "point")]),
        (r"Decoding is $2.07\times$ as fast.", [(r"2.07\times", 2.07, "times")]),
        ("It is ×4.1 quicker.", [("×4.1", 4.1, "times")]),
        ("A threefold cut, 12-fold on one set.", [("threefold", 3, "times"), ("12-fold", 12, "times")]),
        ("Cost falls by a factor of 5.", [("5", 5, "times")]),
        ("It needs half the memory and doubles recall.", [("half", 0.5, "times"), ("doubles", 2, "times")]),
        ("Only 3/4 of the heads are kept.", [("3/4", 0.75, "times")]),
        ("It is an order of magnitude cheaper.", [("an order of magnitude", 1, "order_of_magnitude")]),
        ("Spreads fall by 25 basis points.", [("25 basis points", 0.25, "point")]),
        ("A third of it is cut, at a tenth of the cost.", [("A third", 1 / 3, "times"), ("a tenth", 0.1, "times")]),
        ("It needs 1/20th of the labels.", [("1/20th", 0.05, "times")]),
        ("It quadruples speed and is thrice as safe.", [("quadruples", 4, "times"), ("thrice", 3, "times")]),
        ("It rises to 81,4 % in 0,5 s.", [("81,4 %", 81.4, "percent"), ("0,5 s", 0.5, "second")]),
        ("We label 1,5 million pages.", [("1,5 million", 1_500_000, "count")]),
        pytest.param(
            "It rises to 0,87 and by 1,5 points.",
            [("0,87", 0.87, "score"), ("1,5 points", 1.5, "point")],
            id="decimal commas",
        ),
        pytest.param("Both (0,12) are kept.", [], id="a pair in brackets has no decimal comma"),
        pytest.param(
            "We read 3'123'253 lines.", [("3'123'253", 3_123_253, "count")], id="thousands, as the Swiss write"
        ),
        pytest.param(
            "It falls to 81 .5% and 0.9 s.",
            [("81 .5%", 81.5, "percent"), ("0.9 s", 0.9, "second")],
            id="a space before the point",
        ),
        pytest.param(
            "It rises to 0. 91 F1, at 2. 5x speed.",
            [("0. 91", 0.91, "score"), ("2. 5x", 2.5, "times")],
            id="split where words say so",
        ),
        pytest.param(
            "A hundredfold gain, sevenfold here.",
            [("A hundredfold", 100, "times"), ("sevenfold", 7, "times")],
            id="folds in one word",
        ),
        pytest.param("We store triples and quadruples of them.", [], id="nouns of three and four"),
        pytest.param("It quadruples the speed.", [("quadruples", 4, "times")], id="a verb of four"),
        pytest.param(
            "It took 64 V100 GPU days and 3 Wh.",
            [("64 V100 GPU days", 64, "day"), ("3 Wh", 10_800, "joule")],
            id="days of a card",
        ),
        pytest.param("It emits 3 tons of it.", [("3 tons", 3_000_000, "gram")], id="tons"),
        pytest.param("We label 1,500 pages.", [("1,500", 1500, "count")], id="three digits behind a comma"),
        pytest.param("We label 12.000 pages.", [("12.000", 12_000, "count")], id="a count has no decimals"),
        pytest.param("A score of 12.000 is best.", [("12.000", 12.0, "score")], id="a score has"),
        ("It drops to 81. 4% and by 12 . 5 %.", [("81. 4%", 81.4, "percent"), ("12 . 5 %", 12.5, "percent")]),
        pytest.param("It ran on CIFAR-10. 5% failed.", [("5%", 5, "percent")], id="the end of a sentence"),
        pytest.param("It falls by7-22% here.", [("7-22%", 7, "percent")], id="a space is missing"),
        pytest.param("A share - 8.7% - is lost.", [("8.7%", 8.7, "percent")], id="a dash is no sign"),
        pytest.param("It is within ±5% of it.", [("5%", 5, "percent")], id="plus-minus of nothing"),
        pytest.param("It grows by 11% to 2.4x.", [("11%", 11, "percent"), ("2.4x", 2.4, "times")], id="no range"),
        ("It reaches 12 TFLOPS at 600 bps.", [("12 TFLOPS", 12e12, "FLOP"), ("600 bps", 600, "bit_per_second")]),
        pytest.param("Drift is 0.36 mm.", [("0.36 mm", 0.00036, "meter")], id="to the last digit"),
        ("We need 3.5 GB and 12 ms.", [("3.5 GB", 3_500_000_000, "byte"), ("12 ms", 0.012, "second")]),
        pytest.param(
            "The sweep took 0.1 million GPU hours.",
            [("0.1 million GPU hours", 100_000, "hour")],
            id="the kind of hour is part of the text",
        ),
        ("It sustains 4,500 tok/s.", [("4,500 tok/s", 4500, "token_per_second")]),
        ("It runs at 31 frames per second.", [("31 frames per second", 31, "frame_per_second")]),
        pytest.param("It takes 9 s per page.", [("9 s", 9, "second")], id="what is after per is no part of the unit"),
        ("A call costs $0.25 or 3 cents.", [("$0.25", 0.25, "USD"), ("3 cents", 0.03, "USD")]),
        ("A card has 1,674.5 GFLOPs.", [("1,674.5 GFLOPs", 1_674_500_000_000, "FLOP")]),
        pytest.param("We rent 2 x 80GB cards.", [("2 x 80GB", 80_000_000_000, "byte")], id="not twice as fast"),
        ("Images of 640x480 are read.", [("640x480", 640, "pixel")]),
        ("It ends at 28.4 BLEU.", [("28.4", 28.4, "score")]),
        ("With an FID of 1.30 it leads.", [("1.30", 1.3, "score")]),
        ("Judges gave 4.56/5 to it.", [("4.56/5", 4.56, "score")]),
        pytest.param("R² falls to −0.25.", [("−0.25", -0.25, "score")], id="the superscript is no number"),
        pytest.param(
            "The loss sinks below 10 −6 soon.", [("10 −6", 1e-6, "score")], id="a flattened superscript is one number"
        ),
    ],
)
def test_each_form_gives_text_value_and_unit(text: str, expected: list[tuple[str, float, str]]) -> None:
    assert shown(text, "value", "unit") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We study 12 image datasets.", [("12", 12, "dataset", "size")]),
        ("It spans 452 raw video pairs in total.", [("452", 452, "pair", "size")]),
        ("We built 28K question-answer pairs.", [("28K", 28_000, "pair", "size")]),
        ("A 27-question quiz.", [("27", 27, "question", "size")]),
        ("It covers a hundred and two languages.", [("a hundred and two", 102, "language", "size")]),
        ("Seven publicly available benchmarks.", [("Seven", 7, "benchmark", "size")]),
        pytest.param("We ran four 3D point cloud models.", [("four", 4, "model", "size")], id="3D inside the phrase"),
        pytest.param("It covers 13 large, diverse corpora.", [("13", 13, "corpus", "size")], id="comma, odd plural"),
        pytest.param("We asked 20 LLMs.", [("20", 20, "llm", "size")], id="plural of an acronym"),
        pytest.param("We read 8 CT volumes.", [("8", 8, "volume", "size")], id="CT are no cents"),
        pytest.param("All 6 metrics agree.", [("6", 6, "metric", "size")], id="-ics that is a plural"),
        pytest.param("We trained 3 boss agents.", [("3", 3, "agent", "size")], id="-ss is no plural"),
        pytest.param("Pruning 20 neurons eliminates it.", [("20", 20, "neuron", "size")], id="a verb behind a plural"),
        pytest.param("We read 12 news articles.", [("12", 12, "article", "size")], id="news is no plural"),
        pytest.param("We read 20 question pairs datasets.", [("20", 20, "dataset", "size")], id="then datasets"),
        pytest.param("We ask 90 U.S. towns.", [("90", 90, "town", "size")], id="dots in an acronym"),
        pytest.param("We beat 8 MAS frameworks.", [("8", 8, "framework", "size")], id="an acronym in S is no plural"),
        pytest.param("It serves 9k QPS.", [("9k", 9000, "query per second", "size")], id="an acronym of a rate"),
        ("Its 3 families and 4 boxes.", [("3", 3, "family", "size"), ("4", 4, "box", "size")]),
        ("We train for 30 epochs on 8 A100.", [("30", 30, "epoch", "setting"), ("8", 8, "gpu", "setting")]),
        ("A batch size of 256 is best.", [("256", 256, "batch size", "setting")]),
        ("At a 4K sequence length.", [("4K", 4000, "sequence length", "setting")]),
        ("It wins on 3 of 7 tasks.", [("3", 3, "task", "result"), ("7", 7, "task", "size")]),
        ("It solved 24/27 puzzles.", [("24", 24, "puzzle", "result"), ("27", 27, "puzzle", "size")]),
        ("Our 7B model wins.", [("7B", 7_000_000_000, "parameter", "size")]),
        ("We test 13B+ LLMs.", [("13B+", 13_000_000_000, "parameter", "size")]),
        ("Trained on 2T tokens.", [("2T", 2_000_000_000_000, "token", "size")]),
        ("Novices (n = 40) took part.", [("40", 40, "novice", "size")]),
        ("We had two groups: n = 40 each.", [("40", 40, "sample", "size")]),
    ],
)  # fmt: skip
def test_a_count_names_what_it_counts_and_its_kind(text: str, expected: list[tuple[str, int, str, str]]) -> None:
    assert shown(text, "value", "of", "kind") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "We cut latency by 5 and 6 ms.", [("5", 0.005, None), ("6 ms", 0.006, None)], id="the unit is shared"
        ),
        ("Scores of 1.79/1.58/1.96.", [("1.79", 1.79, None), ("1.58", 1.58, None), ("1.96", 1.96, None)]),
        ("Gains of 12%, 15% and 21%.", [("12%", 12, None), ("15%", 15, None), ("21%", 21, None)]),
        ("It lands at 76.8–78.0%.", [("76.8–78.0%", 76.8, 78.0)]),
        ("Savings of 7% to 10%.", [("7% to 10%", 7, 10)]),
        ("A 3-5x gain.", [("3-5x", 3, 5)]),
        ("It helps by 8.9 to 14.0 absolute points.", [("8.9 to 14.0 absolute points", 8.9, 14.0)]),
        ("Between 4 and 6 layers suffice.", [("4 and 6", 4, 6)]),
        pytest.param("We saw 1-2M users.", [("1-2M", 1_000_000, 2_000_000)], id="the scale is shared"),
        ("It ranges from 1.2% to 3.4%.", [("1.2% to 3.4%", 1.2, 3.4)]),
        pytest.param(
            "Drift went from 2.5 to 0.5 mm.",
            [("2.5", 0.0025, None), ("0.5 mm", 0.0005, None)],
            id="from A to B is before and after",
        ),
        pytest.param("It went from 61% to 70%.", [("61%", 61, None), ("70%", 70, None)], id="upwards too"),
        pytest.param("It is 5.9x - 3.5x faster.", [("5.9x - 3.5x", 3.5, 5.9)], id="a range written backwards"),
        pytest.param("It is two to three times as fast.", [("two to three times", 2, 3)], id="a range in words"),
        pytest.param(
            "It loses five to ten percent in two to three weeks.",
            [("five to ten percent", 5, 10), ("two to three weeks", 2, 3)],
            id="of percent and weeks",
        ),
        pytest.param("In 2023, 5% of them failed.", [("5%", 5, None)], id="a year in front is not in the list"),
        pytest.param(
            "From old Llama 3.2 to 99% and GPT 4 or 5%.", [("99%", 99, None), ("5%", 5, None)], id="a version"
        ),
    ],
)
def test_lists_are_one_finding_each_and_ranges_one(text: str, expected: list[tuple[str, float, float | None]]) -> None:
    assert shown(text, "value", "value_max") == expected


@pytest.mark.parametrize(
    ("text", "text_of_it", "value", "uncertainty"),
    [
        ("It takes 15 ± 5 ms.", "15 ± 5 ms", 0.015, 0.005),
        ("Accuracy is 93.2 +/- 0.4.", "93.2 +/- 0.4", 93.2, 0.4),
        (r"We obtain 92.3\ensuremath{\pm}0.4 F$_1$.", r"92.3\ensuremath{\pm}0.4", 92.3, 0.4),
        ("Accuracy is 93.2% ± 0.4%.", "93.2% ± 0.4%", 93.2, 0.4),
        ("Accuracy is 93.2% (±0.4%).", "93.2% (±0.4%)", 93.2, 0.4),
        ("AUC is 0.82 (± 0.03).", "0.82 (± 0.03)", 0.82, 0.03),
        ("It takes 15 ms ± 2 ms.", "15 ms ± 2 ms", 0.015, 0.002),
        ("It costs (3.52 ± 0.03) × 10^5 FLOPs.", "(3.52 ± 0.03) × 10^5 FLOPs", 352_000, 3000),
    ],
)
def test_an_uncertainty_is_kept_in_the_unit_of_its_value(
    text: str, text_of_it: str, value: float, uncertainty: float
) -> None:
    assert shown(text, "value", "uncertainty") == [(text_of_it, value, uncertainty)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It is up to 3x faster.", ["up_to"]),
        ("It saves as much as 30%.", ["up_to"]),
        ("Up to a 30% gain.", ["up_to"]),
        ("A gain of more than 5%.", ["at_least"]),
        ("We have 1000+ tasks.", ["at_least"]),
        ("A gain of 5% or more.", ["at_least"]),
        ("It needs less than 1% of it.", ["at_most"]),
        (r"It costs $<0.5$\% only.", ["at_most"]),
        ("We test sub-10B models.", ["at_most"]),
        ("It takes nearly 9 s.", ["about"]),
        (r"Some $\sim 5$\% remain.", ["about"]),
        ("A factor of about 5.", ["about"]),
        ("It rose by 5% to 7%.", ["range"]),
        pytest.param("It takes around 14-15 ms.", ["about"], id="a qualified range"),
        pytest.param("Up to 24% and 51% are saved.", ["up_to", "up_to"], id="shared by a list"),
        pytest.param("Up to 3x faster on CPU and 7x on GPU.", ["up_to", "up_to"], id="shared by a coordination"),
        pytest.param("Up to 3x faster, while it loses 7%.", ["up_to", "exact"], id="not with another verb"),
        pytest.param("It was averaged over 5 seeds.", ["exact"], id="over as a preposition"),
        pytest.param("It ran over 23 days.", ["exact"], id="over a time"),
        pytest.param("A corpus of over 500 pages.", ["at_least"], id="over behind a preposition"),
        pytest.param("A corpus covering over 500 pages.", ["at_least"], id="over behind a verb that takes an object"),
        pytest.param("It can reach over a 2x gain.", ["at_least"], id="the article belongs to the gain"),
        pytest.param("It took within only 2 days.", ["at_most"], id="a word between"),
        pytest.param("No parser exceeds 3%.", ["at_most"], id="turned round by no"),
        pytest.param("It rose from 5% -> 7%.", ["exact", "exact"], id="an arrow is no comparison"),
        pytest.param("It is 93.2 +/- 0.4.", ["exact"], id="plus-minus is no plus"),
        pytest.param("It takes 7% in ~2 days, 9% in 3 days.", ["exact", "about", "exact", "exact"], id="unlike units"),
        pytest.param("It wins over the 5% baseline.", ["exact"], id="over with an article"),
        pytest.param("It gains 5%.", ["exact"], id="nothing said"),
        pytest.param("We send over 107,000 letters.", ["at_least"], id="over a round number of thousands"),
        pytest.param("It is averaged over 1,000 letters.", ["exact"], id="over many of them is no more than"),
        pytest.param("Recall exceeded 85% again.", ["at_least"], id="exceeded"),
        pytest.param("It falls from ~143 to ~21 fps.", ["about", "about"], id="about both ends"),
        pytest.param("We read well over 100 pages.", ["at_least"], id="well over is no preposition"),
    ],
)
def test_words_on_either_side_qualify(text: str, expected: list[str]) -> None:
    assert [finding.qualifier for _, finding in numbers(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It reaches 61% accuracy.", ["result"]),
        ("Trained with 10% of the labels, it wins.", ["setting"]),
        ("At 90% sparsity it fails.", ["setting"]),
        ("It needs 12% of the cost.", ["result"]),
        ("It removes 40% of the parameters.", ["result"]),
        ("The top 5% are kept.", ["setting"]),
        ("We recorded 40 hours of speech.", ["size"]),
        ("It takes 2 hours.", ["result"]),
        ("It needs 2 GB of memory.", ["result"]),
        ("It reads 2 GB of logs.", ["size"]),
        ("A map at 10 meter resolution.", ["setting"]),
        ("With 4-bit weights.", ["setting"]),
        ("A rank of 6% of the embedding dimension.", ["setting"]),
        ("It stays within 4% of the weights of old.", ["result"]),
        ("It serves 30 requests per second.", ["result"]),
        ("It beats 10x larger models.", ["size"]),
        ("We rent an A100 80GB.", ["setting"]),
        ("An interval (95% CI) is given.", ["setting"]),
        pytest.param("A 21-day deployment of it.", ["setting"], id="a measure of a thing"),
        pytest.param("It has 21 ms latency.", ["result"], id="a measure of a metric"),
        pytest.param("It streams at 21 fps video rates.", ["setting"], id="a rate of a video"),
        pytest.param("A filter blocks up to 89% of benign examples.", ["result"], id="what is done to a share"),
        pytest.param("It is tuned with up to 89% of all examples.", ["setting"], id="a share that is used"),
        pytest.param("It fits a 15W accelerator.", ["setting"], id="the power of a device"),
        pytest.param(
            "Sessions of 45 minutes and a study over 6 weeks.", ["setting", "setting"], id="how long a thing is"
        ),
        pytest.param("Those of 60 years of age, 24 hours ahead.", ["setting", "setting"], id="an age, a horizon"),
        pytest.param("A 106-hour dataset for babies (0-3 years).", ["size", "setting"], id="a measure of a dataset"),
    ],
)
def test_context_tells_results_sizes_and_settings_apart(text: str, expected: list[str]) -> None:
    assert [finding.kind for _, finding in numbers(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It improves recall by 3%.", ["increase"]),
        ("A 40% latency reduction.", ["decrease"]),
        ("It halves the cost.", ["decrease"]),
        ("It has 37.6% less parameters.", ["decrease"]),
        pytest.param("It cuts cost by 3% and lifts recall by 4%.", ["decrease", "increase"], id="each its own verb"),
        pytest.param("It beats it by 2 points while saving much.", ["increase"], id="the verb of the next clause"),
        ("Memory (↓40%) and recall (↑3%) move.", ["decrease", "increase"]),
        ("The error is 4%.", [None]),
        pytest.param("It needs no more than 3 s.", [None], id="a limit is no direction"),
        pytest.param("It cuts time by 5% and memory by 9%.", ["decrease", "decrease"], id="one verb for both"),
        pytest.param("It is 2x faster and reaches 81%.", ["increase", None], id="not over another verb"),
        pytest.param("A PSNR of 32 dB, a 2 dB gain.", [None, "increase"], id="not over a comma behind it"),
        pytest.param(
            "It has 5x memory and up to 3x time savings.", ["decrease"] * 2, id="the last noun is that of both"
        ),
        pytest.param("It has 81% recall and a 3% gain.", [None, "increase"], id="a noun with an article is of one"),
        pytest.param(
            "It beats them by 7% while 3x smaller.", ["increase", "decrease"], id="not over a conjunction behind it"
        ),
        pytest.param("Gains on one (+7%) and other (-3%).", ["increase", "decrease"], id="the sign tells"),
        pytest.param("It gains an R2 of -0.2.", ["increase"], id="the sign of a score tells nothing"),
        pytest.param(
            "It gains 3% on Foo (new), 2% on Bar, and up to 1% on Baz.", ["increase"] * 3, id="one verb, many places"
        ),
        pytest.param("It improves by 4% in clean light and 2% at night.", ["increase"] * 2, id="one verb, two places"),
        pytest.param("It cuts 3% on A while 90% is kept on B.", ["decrease", None], id="a clause of its own"),
        pytest.param("It cuts 3% on all that is slow and 90% on B.", ["decrease", None], id="not over a clause"),
        pytest.param("It has 5% fewer steps and 90% recall.", ["decrease", None], id="with a metric of its own"),
        pytest.param("It gains 3% on A and 40 ms on B.", ["increase", None], id="of another unit"),
    ],
)
def test_verbs_and_nouns_tell_the_direction(text: str, expected: list[str | None]) -> None:
    assert [finding.change for _, finding in numbers(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It has a 40% latency reduction.", ["latency"]),
        ("It reaches 82.5% top-1 accuracy.", ["top-1 accuracy"]),
        ("A 24.6% relative success rate gain.", ["relative success rate"]),
        ("Accuracy of 94% is reached.", ["Accuracy"]),
        ("It has an FID of 1.30.", ["FID"]),
        ("A BLEU score of 41.3 is best.", ["BLEU"]),
        ("A mean rater score of 4.1 is best.", ["mean rater score"]),
        pytest.param("A ROUGE-L score of 41.3 is best.", ["ROUGE-L"], id="an acronym with more to it"),
        pytest.param("It reaches an Inception Score 9.6.", ["Inception Score"], id="a name that ends in Score"),
        pytest.param("A cut of 23% in the number of calls needed.", ["number of calls"], id="a participle behind"),
        pytest.param(
            "It cuts the word error rate from the previous best performance of 9% to 5%.",
            ["word error rate", "word error rate"],
            id="a value is not what is measured",
        ),
        pytest.param(
            "It lifts the pass rate as much as from 11% to 33% in hard cases.",
            ["pass rate", "pass rate"],
            id="as much as",
        ),
        ("It improves recall by 3%.", ["recall"]),
        ("It lifts the pass rate of our agent from 11% to 33%.", ["pass rate", "pass rate"]),
        ("Latency falls from 2.5 to 0.8 s.", ["Latency", "Latency"]),
        ("It shows a 5% improvement in recall.", ["recall"]),
        ("A cut of 23% in the number of calls.", ["number of calls"]),
        ("It is better by 3% in terms of recall.", ["recall"]),
        ("It keeps 97% of the quality at 12% of the cost.", ["quality", "cost"]),
        ("Precision is high (97%).", [None]),
        ("High precision (97%) is kept.", ["precision"]),
        ("It beats the old parser by 3%.", [None]),
        ("It wins by 3% in offline settings.", [None]),
        pytest.param("It reaches 72%, 76% and 74% mIoU.", ["mIoU"] * 3, id="behind the last of a list"),
        pytest.param(
            "Accuracy of 94% on one set and 91% on the other.", ["Accuracy", "Accuracy"], id="taken over in a sentence"
        ),
        pytest.param("Recall of 94% is good. It loses 3%.", ["Recall", None], id="not across sentences"),
        pytest.param(
            "Precision and recall of 0.91 and 0.87 are reached.", ["Precision", "recall"], id="paired in order"
        ),
        pytest.param("It now reaches 61%.", [None], id="an adverb is no metric"),
        pytest.param("It improves recall significantly by 3%.", ["recall"], id="an adverb between"),
        pytest.param("It improves recall on average by 3%.", ["recall"], id="on average"),
        pytest.param("The old model is 61%.", [None], id="a model is measured, not a metric"),
        pytest.param("They agree 61% of the time.", [None], id="an idiom"),
        pytest.param("It leads by 3.0 DVPQ points.", ["DVPQ"], id="inside the unit"),
        pytest.param("It costs US$15.", [None], id="a currency"),
        pytest.param("A run costs 15 dollars.", [None], id="a verb that is a noun too"),
        pytest.param("Loss falls from 3.1 to 2.9.", ["Loss", "Loss"], id="loss of nothing"),
        pytest.param("It reduces errors, e.g., 5% in ours.", ["errors"], id="an example"),
        pytest.param("An error of (5.0 ± 0.2 px) is kept.", ["error"], id="a bracket behind of"),
        pytest.param("It has higher task purity (4.1x).", ["task purity"], id="compared in a bracket"),
        pytest.param("A 3% gain over Foo in recall.", ["recall"], id="behind what is beaten"),
        pytest.param("The overlap between guess and truth is 0.88.", ["overlap"], id="not one of the two"),
        pytest.param("It cuts the recall gap between old and new by 9%.", ["recall gap"], id="the gap between them"),
        pytest.param("It cuts the FID from 1.9 to a new record of 1.3.", ["FID", "FID"], id="a record is a value"),
        pytest.param("A recall gain of 3%, 4% and 5% in full runs.", ["recall"] * 3, id="a place behind a list"),
        pytest.param("It lifts recall by 3% in ponds and by 4% in lakes.", ["recall"] * 2, id="a place, not a metric"),
        pytest.param("Gains of 3% in recall and 4% in ESR.", ["recall", "ESR"], id="a metric each"),
        pytest.param("A median union (IoU) score of 0.81.", ["IoU"], id="a short form that is known"),
        pytest.param("It leads by 3% in finding faults.", [None], id="a deed is no metric"),
        pytest.param("It wins by 3.1% 4.6% and 3.1% on them.", [None] * 3, id="a number is no metric"),
        pytest.param("Its mean absolute error is 0.9 knots.", ["mean absolute error"], id="an unknown unit behind"),
        pytest.param("It brings 3.1 knots.", ["knots"], id="an unknown noun behind where nothing is in front"),
        pytest.param("A 3x speedup in inference time.", ["inference time"], id="a speedup is of what gets faster"),
        pytest.param("A 3x speedup in training.", ["speedup"], id="a speedup in a stage is of nothing else"),
        pytest.param("It has better performance (+1.0% in APr).", ["APr"], id="told inside the brackets"),
        pytest.param("It is 3 times more expensive than tea.", [None], id="an adjective is compared, not measured"),
        pytest.param("It takes 3 times more compute than tea.", ["compute"], id="a noun is measured behind more"),
        pytest.param("It reduces frost (up to 25%).", ["frost"], id="object of a verb of change, then brackets"),
        pytest.param("It likes frost (up to 25%).", [None], id="object of another verb, then brackets"),
        pytest.param("It reduces ice by 3%, frost by 5%.", ["ice", "frost"], id="objects of one verb in turn"),
        pytest.param("Gains: warmth +3%, light +5%.", ["warmth", "light"], id="a sign makes the noun in front change"),
        pytest.param("We see that new skills deliver +3%.", [None], id="a verb in front of a sign"),
        pytest.param("It grew from 12% to 45% in the lost key subtask.", [None, None], id="a subtask is a place"),
        pytest.param("A win-rate of 61% and Recall@7 of 0.8.", ["win-rate", "Recall@7"], id="compounds of metrics"),
        pytest.param("It has 87 F1 now.", ["F1"], id="an adverb behind a metric"),
        pytest.param("We serve 9 tokens/s throughput exceeding old ones.", ["throughput"], id="a verb behind a metric"),
        pytest.param("An rFID score of 1.0.", ["rFID"], id="an acronym is a metric without its score"),
        pytest.param("Gains of 13.5 in terms of the QED metric.", ["QED"], id="a metric without the word metric"),
        pytest.param("Sensitivity (90.1%) is fair.", ["Sensitivity"], id="a metric of the list of names"),
        pytest.param("It has 43% mAP@0.5:0.95.", ["mAP@0.5:0.95"], id="a colon in a name"),
        pytest.param("A Foo Alignment (FA) score of 60%.", ["Foo Alignment"], id="score behind a short form"),
        pytest.param("An AUC of 0.84 (95% CI: 0.81-0.87).", ["AUC", None, "AUC"], id="an interval is of its value"),
        pytest.param(
            "The loss is 1.8, and a training loss of 0.3.", ["loss", "training loss"], id="the value of a loss"
        ),
        pytest.param("It has a recall loss of 0.3.", ["recall"], id="a loss of something"),
        pytest.param(
            "It agrees (Zorble 0.89 vs. 0.75).", ["Zorble", "Zorble"], id="alone in brackets before the number"
        ),
        pytest.param("It agrees (Zorble higher than 0.9, peak 0.7).", ["Zorble", "Zorble"], id="how high is not what"),
        pytest.param("It agrees well (p<0.01) with 0.9.", ["p", None], id="how sure it is, is of nothing else"),
        pytest.param(
            "Gains of 5%, 6% and 9% in A1, Blip and Quux.", ["A1", "Blip", "Quux"], id="in turn, behind the list"
        ),
        pytest.param("It gains 5% and 9% on Zor and Qux metrics.", ["Zor", "Qux"], id="said to be metrics"),
        pytest.param("It gains 5% and 9% on Zor and Qux.", [None, None], id="not said to be metrics"),
        pytest.param("We cut vigour and glow by 5% and 9%, respectively.", ["vigour", "glow"], id="respectively"),
        pytest.param("In terms of recall, it gains 5%.", ["recall"], id="said in front of the clause"),
        pytest.param("We see gains of 5% in recall.", ["recall"], id="a verb behind its pronoun"),
        pytest.param("Its speeds that are 5% higher.", ["speeds"], id="a relative clause"),
        pytest.param("It boosts tea (a 5% gain on average for recall).", ["recall"], id="on average behind it"),
        pytest.param(
            "It learns 12 times faster than A, 11 times faster than B.", [None, None], id="alike, and nothing measured"
        ),
        pytest.param(
            "Speed is 12 times higher than A and 11 times higher than B.", ["Speed", "Speed"], id="alike, and measured"
        ),
        pytest.param("Gains in excess of 5%, up to 9%.", [None, None], id="excess is a qualifier"),
        pytest.param("It gains 8 pp (+20% rel.).", [None, None], id="relative, in short"),
        pytest.param("It takes 5% reduced RAM usage paired with ours.", ["RAM usage"], id="a participle behind it"),
        pytest.param("A response time per request of 5 ms.", ["response time"], id="per something"),
        pytest.param("Costs fall, reflecting reductions of 5%.", [None], id="a participle in front"),
        pytest.param("It doubles agreement relative to ours.", ["agreement"], id="relative to"),
        pytest.param("It stays level (P>=.84).", ["P"], id="signs of comparison are no part of it"),
        pytest.param("Just 5% labelled data enables better recall.", ["labelled data"], id="a verb behind it"),
        pytest.param("It has 5% error rates beating ours.", ["error rates"], id="a plural ends what is measured"),
        pytest.param("It has 7% in DT and 5% in AT.", ["DT", "AT"], id="an acronym is no preposition"),
        pytest.param("It gains 8% measured on recall.", ["recall"], id="measured on it"),
        pytest.param("We cut the latency of slow training by 8%.", ["latency"], id="the head stands before of"),
        pytest.param("It boosts quality, up to 8%.", ["quality"], id="an object, then a comma"),
        pytest.param("Drifts on the order of 5% in recall.", ["recall"], id="the order of a number is no metric"),
    ],
)
def test_the_words_for_what_is_measured_are_found(text: str, expected: list[str | None]) -> None:
    assert metrics(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We use GPT-4, ResNet-50 and CIFAR-10.", ["4", "50", "10"]),
        pytest.param("Our F1 and T2I models need L2 loss.", [], id="a digit behind a letter is never looked at"),
        ("Llama 8B and Mistral 7B agree.", ["8B", "7B"]),
        ("As Doe et al. (2019) and the 2020 survey say.", ["2019", "2020"]),
        ("See Section 3, Table 2 and Fig. 4.", ["3", "2", "4"]),
        ("It (1) prunes and (2) merges.", ["1", "2"]),
        ("From 2D views to 3D scenes.", ["2D", "3D"]),
        ("A 1-step lookahead and 3-way labels.", ["1-step", "3-way"]),
        ("Top-5 and top 1 accuracy.", ["5", "1"]),
        ("It answers 24/7.", ["24/7"]),
        ("We follow the split 30/2030.", ["30/2030"]),
        ("Decay is O(1/T) with k=5.", ["1/T", "5"]),
        (r"Within $\epsilon^{-2}$ and 2ε.", ["-2", "2ε"]),
        ("Until 3 May 2021.", ["3 May 2021"]),
        ("Release 1.2.3 is out.", ["1.2.3"]),
        ("It is the 21st of them.", ["21st"]),
        ("An RTX 4090 runs it.", ["4090"]),
        ("See https://example.org/2024/17 for code.", ["2024/17"]),
        ("We cite [3, 12].", ["3, 12"]),
        pytest.param("We tune Qwen2.5-7B-Instruct on it.", ["7B"], id="behind digits of the name"),
        pytest.param("We train BioCLIP 2 on it.", [], id="a name that ends like a metric"),
        ("Classes are skewed 22.5:1 in it.", ["22.5:1"]),
        ("It is arXiv:2301.01234.", ["2301.01234"]),
        ("A 2-approximation of 3-SAT.", ["2-approximation", "3-SAT"]),
        pytest.param("It was common in the '80s.", [], id="a decade"),
        pytest.param("Our aims are three-fold: care, cost and speed.", ["three-fold"], id="discourse"),
        ("A 3x3 kernel and a 50 x 768 table.", ["3x3", "50 x 768"]),
        pytest.param("In the past two years, and 30 years ago.", ["two", "30"], id="when, not how long"),
        pytest.param("A 1/2-approximation.", ["1/2-approximation"], id="a fraction of theory"),
    ],
)
def test_what_is_no_quantity_is_excluded_and_gives_no_number(text: str, expected: list[str]) -> None:
    assert excluded(text) == expected
    assert numbers(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "We make two contributions in three steps.",
        "The second run shows the same trend at first.",
        "Hundreds of thousands of spans were labelled.",
        "On one hand it is fast; it is one of the best.",
        "Our contribution is twofold.",
        "Both halves of the graph hold triples.",
        "A channel-doubling strategy is used.",
        "The pipeline doubles as a simulator.",
        "Trillion-dollar markets and billion-parameter nets.",
        "No digits and no number words stand here.",
        "",
    ],
)
def test_words_that_count_nothing_give_nothing(text: str) -> None:
    assert numbers(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("The top 5% win.", [("5%", "percent")], id="a unit wins over top-k"),
        pytest.param("We use 2000 images.", [("2000", "count")], id="a counted round number is no year"),
        pytest.param("It took 5 days.", [("5 days", "day")], id="a unit wins over a count"),
        pytest.param("It has 87 F1 now.", [("87", "score")], id="a metric is not counted"),
        pytest.param("It has 3 of 7 wins.", [("3", "count"), ("7", "count")], id="both of n of m"),
        pytest.param("A rate of 30 fps on 2 GPUs.", [("30 fps", "frame_per_second"), ("2", "count")], id="apart"),
    ],
)
def test_forms_that_compete_are_settled(text: str, expected: list[tuple[str, str]]) -> None:
    assert shown(text, "unit") == expected


def test_numbers_are_taken_from_the_text_only() -> None:
    findings = RUN(document("We gain 5%.", title="7 models in 30 hours"))

    assert [(each.span.field, each.span.start) for each in findings] == [("text", 8)]


def test_a_finding_says_which_rule_made_it_and_an_exclusion_why() -> None:
    percent, exclusion = RUN(document("It gains 5% over GPT-4."))

    assert percent.found_by == "numbers/percent"
    assert isinstance(exclusion, Exclusion)
    assert exclusion.found_by == "numbers/not/in-name"
    assert exclusion.reason == SHIPPED.rules["numbers/not/in-name"].reason


def test_a_table_that_lacks_a_key_is_told() -> None:
    broken = dataclasses.replace(SHIPPED, tables=dict(SHIPPED.tables) | {"quantities": {}})

    with pytest.raises(RuleError, match="'words'"):
        numbers_pass(broken)


def test_a_unit_of_a_user_is_understood(tmp_path: Path) -> None:
    (tmp_path / "units.toml").write_text('fortnight = ["day", 14]', encoding="utf-8")
    run = numbers_pass(rules.load([tmp_path]))

    (finding,) = run(document("It took 2 fortnights."))

    assert isinstance(finding, NumberFinding)
    assert (finding.value, finding.unit) == (28, "day")


PIECES = st.sampled_from(
    [
        *(
            "5",
            "0.",
            "1,000",
            "-",
            "–",
            "%",
            " ",
            "x",
            "×",
            "two",
            "half",
            " and ",
            " to ",
            "from ",
            "/",
            "±",
            "(",
            ")",
        ),
        *(
            "GB",
            "k=",
            "points",
            "GPT-",
            "models",
            ".",
            ",",
            "up to ",
            "accuracy of ",
            "10^",
            "in ",
            "n = ",
            "²",
            "a",
            "~",
        ),
    ]
)


def spans_are_sound(findings: list[Finding], length: int) -> bool:
    return all(0 <= each.span.start < each.span.end <= length for each in findings) and all(
        first.span.end <= second.span.start for first, second in pairwise(findings)
    )


@settings(deadline=None, max_examples=300, derandomize=True)
@given(st.lists(PIECES, max_size=16).map("".join))
def test_findings_of_any_text_are_in_order_apart_and_finite(raw: str) -> None:
    whole = document(raw or "-")
    findings = RUN(whole)

    assert spans_are_sound(findings, len(whole.text.text))
    for finding in findings:
        if isinstance(finding, NumberFinding):
            assert math.isfinite(finding.value)
            assert finding.value_max is None or finding.value <= finding.value_max
            assert (finding.of is None) == (finding.unit != "count")
            if finding.metric is not None:
                assert 0 <= finding.metric.start < finding.metric.end <= len(whole.text.text)


@pytest.mark.parametrize(
    "text", ["1" * 20_000, "1," * 10_000, "1 " * 3_000, "1/" * 3_000, "(" * 20_000, "O(1" * 2_000, "two " * 3_000]
)
def test_hostile_text_is_got_through(text: str) -> None:
    whole = document(text)

    assert spans_are_sound(RUN(whole), len(whole.text.text))


@settings(deadline=None, max_examples=200, derandomize=True)
@given(st.text(st.sampled_from("1 1.,a_^-+$(×é²"), max_size=16))
def test_starts_are_all_digits_that_stand_in_no_word(text: str) -> None:
    found = STARTS.find(Segments.of(text))
    beyond = STARTS.find(Segments.of(text + " é"))
    assert found == beyond
    assert len(found) == len(regex.findall(r"(?<![\p{L}\p{N}_^]|\p{N}[.,])\d[\d.,]*+", text))


def test_starts_are_words_with_or_without_a_capital() -> None:
    text = "Two of five; one HUNDRED or a hundred, anyone; An Order, a two"
    assert STARTS.find(Segments.of(text)) == [0, 7, 13, 28, 47, 59]
