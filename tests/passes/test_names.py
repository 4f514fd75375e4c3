from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor import resources, rules
from extractor.document import Document, passage
from extractor.errors import RuleError
from extractor.finding import NameFinding
from extractor.passes.names import list_faults, names_pass
from extractor.rules import ListedName, RuleSet
from extractor.traced import TracedText

SHIPPED = rules.load()
RUN_SHIPPED = names_pass(SHIPPED)
LISTS = ("names/benchmarks", "names/methods", "names/metrics")

SMALL = [
    ListedName(name="CLIP", aliases=("Contrastive Language-Image Pre-training",), kind="method", case="exact"),
    ListedName(name="Dream", kind="method", case="exact", context="diffusion"),
    ListedName(name="FLAN", kind="benchmark", case="exact"),
    ListedName(name="FLAN", kind="method", case="exact"),
    ListedName(name="GAN", kind="method"),
    ListedName(name="GPT-2", kind="method"),
    ListedName(name="ImageNet", kind="benchmark"),
    ListedName(name="Llama 3", kind="method"),
    ListedName(name="LoRA", aliases=("Low-Rank Adaptation",), kind="method"),
    ListedName(name="Qwen2", kind="method"),
    ListedName(name="SWE-bench", kind="benchmark"),
    ListedName(name="Transformer", kind="method"),
    ListedName(name="ViT", kind="method"),
    ListedName(name="WMT 2014", kind="benchmark"),
    ListedName(name="pass", kind="metric"),
]


def rule_set(*entries: ListedName, tables: dict[str, dict[str, str]] | None = None) -> RuleSet:
    return RuleSet({}, {"names/small": entries}, SHIPPED.tables if tables is None else tables, {})


RUN = names_pass(rule_set(*SMALL))


def document(text: str, title: str | None = None) -> Document:
    return Document(
        passage("text", TracedText.of(text)), None if title is None else passage("title", TracedText.of(title))
    )


def found(text: str, title: str | None = None) -> list[tuple[str, str | None]]:
    whole = document(text, title)
    findings = [finding for finding in RUN(whole) if isinstance(finding, NameFinding)]
    return [(whole.passage(each.span.field).text[each.span.start : each.span.end], each.canonical) for each in findings]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We fine-tune with LoRA.", [("LoRA", "LoRA")]),
        pytest.param("We use low-rank adaptation.", [("low-rank adaptation", "LoRA")], id="an-alias-in-another-case"),
        pytest.param("Two GANs are trained.", [("GANs", "GAN")], id="plural"),
        pytest.param("CLIP's encoder", [("CLIP", "CLIP")], id="genitive"),
        pytest.param("CLIP-based and CLIP-like", [("CLIP", "CLIP"), ("CLIP", "CLIP")], id="an-ordinary-word-behind"),
        pytest.param("A CLIP-Guided Model", [("CLIP", "CLIP")], id="the-same-with-a-title's-capital"),
        pytest.param("LoRA-One and CLIPScore", [], id="part-of-a-longer-name"),
        pytest.param("Q-LoRA and 3D-GAN", [], id="the-end-of-a-longer-name"),
        pytest.param("non-GAN and pretrained-CLIP", [("GAN", "GAN"), ("CLIP", "CLIP")], id="an-ordinary-word-before"),
        pytest.param("mini-ImageNet", [], id="a-prefix-that-makes-another-benchmark"),
        pytest.param("ImageNet/LoRA", [("ImageNet", "ImageNet"), ("LoRA", "LoRA")], id="slash-list"),
        pytest.param("GAN+LoRA", [("GAN", "GAN"), ("LoRA", "LoRA")], id="joined-by-a-plus"),
        pytest.param("lora_rank and x.GAN", [], id="identifiers"),
        pytest.param("See https://github.com/a/LoRA now", [], id="in-a-URL"),
        pytest.param("Code: github.com/a/LoRA.", [], id="in-a-URL-without-its-scheme"),
        pytest.param("better than LoRA.We show", [("LoRA", "LoRA")], id="a-full-stop-without-its-space"),
        pytest.param("on FLAN", [("FLAN", "FLAN"), ("FLAN", "FLAN")], id="a-name-in-two-lists-is-found-in-both"),
        pytest.param("Our GAN's and GANs' losses", [("GAN", "GAN"), ("GANs", "GAN")], id="genitives"),
        pytest.param("", [], id="empty"),
    ],
)
def test_a_name_counts_where_it_stands_alone(text: str, expected: list[tuple[str, str | None]]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Llama 3 works", "Llama 3", id="nothing-behind"),
        pytest.param("Llama-3-8B works", "Llama-3-8B", id="size"),
        pytest.param("Llama 3 8B works", "Llama 3 8B", id="size-after-a-space"),
        pytest.param("Llama-3.1-70B-Instruct works", "Llama-3.1-70B-Instruct", id="version-size-variant"),
        pytest.param("Qwen2.5-VL-7B works", "Qwen2.5-VL-7B", id="version-behind-a-listed-version"),
        pytest.param("GPT-2 Medium works", "GPT-2 Medium", id="variant-after-a-space"),
        pytest.param("ViT-B/16 works", "ViT-B/16", id="size-and-patch"),
        pytest.param("ImageNet 512×512 is hard", "ImageNet 512×512", id="resolution"),
        pytest.param("ImageNet 512 x 512 is hard", "ImageNet 512 x 512", id="resolution-with-an-x"),
        pytest.param("ImageNet-64 is hard", "ImageNet-64", id="a-number-behind-a-hyphen"),
        pytest.param("SWE-bench Verified is hard", "SWE-bench Verified", id="a-split-with-a-name"),
        pytest.param("WMT 2014 English-German is old", "WMT 2014 English-German", id="a-pair-of-languages"),
        pytest.param("LoRA 2.3 points ahead", "LoRA", id="a-quantity-is-no-version"),
        pytest.param("ImageNet 50% of the time", "ImageNet", id="a-share-is-no-resolution"),
        pytest.param("LoRA, 7B parameters", "LoRA", id="nothing-goes-on-behind-a-comma"),
        pytest.param("pass@1 rises", "pass@1", id="a-metric-at-k"),
    ],
)
def test_tails(text: str, expected: str) -> None:
    listed = {entry.name for entry in SMALL}

    assert found(text) == [(expected, expected if expected in listed else None)]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        pytest.param("Tiny ImageNet", "TinyImageNet and Tiny-ImageNet", ["TinyImageNet", "Tiny-ImageNet"], id="joined"),
        pytest.param("Mask R-CNN", "Mask RCNN, MaskRCNN", ["Mask RCNN", "MaskRCNN"], id="joined-in-part"),
        pytest.param("MultiPL-E", "multiple tasks", [], id="joined-and-in-lower-case-it-may-be-a-word"),
        pytest.param("ImageNet-V2", "imagenetv2", ["imagenetv2"], id="with-a-digit-it-is-none"),
        pytest.param("RealToxicityPrompts", "Real Toxicity Prompts", ["Real Toxicity Prompts"], id="taken-apart"),
        pytest.param("RealToxicityPrompts", "real toxicity prompts", [], id="taken-apart-in-lower-case-it-is-prose"),
        pytest.param("EfficientLLM", "Efficient LLM inference", [], id="two-parts-are-too-few-to-take-apart"),
        pytest.param("AlpacaEval", "Alpaca Eval", ["Alpaca Eval"], id="unless-the-last-is-a-benchmark's"),
        pytest.param("Adam", "Adams", [], id="a-proper-name-has-no-plural"),
        pytest.param("ResNet", "ResNets", ["ResNets"], id="a-model-has-one"),
        pytest.param("Random Forest", "random forests", ["random forests"], id="so-has-a-name-of-words"),
    ],
)
def test_written_forms(name: str, text: str, expected: list[str]) -> None:
    run = names_pass(rule_set(ListedName(name=name, kind="method")))

    assert [text[each.span.start : each.span.end] for each in run(document(text))] == expected


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        pytest.param("S4", "S4 and S 4 and S-4", 1, id="a-very-short-name-is-taken-to-the-letter"),
        pytest.param("Soft Actor-Critic", "Soft Actor Critic", 1, id="hyphen-or-space-is-free-in-a-longer-one"),
        pytest.param("Soft Actor-Critic", "soft actor critic", 0, id="case-is-not"),
        pytest.param("Flow Matching", "Flow\nMatching", 1, id="broken-line"),
    ],
)
def test_exact_case(name: str, text: str, expected: int) -> None:
    run = names_pass(rule_set(ListedName(name=name, kind="method", case="exact")))

    assert len(run(document(text))) == expected


def test_what_found_it_is_told() -> None:
    whole = document("ImageNet and ImageNet-64")

    assert [finding.found_by for finding in RUN(whole)] == ["names/small", "tails/benchmark"]


@pytest.mark.parametrize(
    ("text", "title", "expected"),
    [
        pytest.param("We cut the clip.", None, [], id="exact-case"),
        pytest.param("Dream is a diffusion model.", None, ["Dream"], id="context-in-the-sentence"),
        pytest.param("It is diffusion. Dream on!", None, [], id="context-in-another-sentence"),
        pytest.param("ALL ABOUT CLIP AND IMAGES", None, [], id="in-a-text-all-in-capitals-case-says-nothing"),
        pytest.param("We use the Graph Transformer.", None, [], id="a-capitalised-word-before"),
        pytest.param("Graph Transformer is used.", None, ["Transformer"], id="the-first-word-has-its-capital-anyway"),
        pytest.param("We use Google GPT-2.", None, ["GPT-2"], id="a-maker-before"),
        pytest.param("We use the Transformer Decoder.", None, [], id="a-capitalised-word-behind"),
        pytest.param("On the ImageNet Benchmark.", None, ["ImageNet"], id="a-noun-behind"),
        pytest.param("x", "Faster Transformer Training", ["Transformer"], id="in-a-title-capitals-say-nothing"),
    ],
)
def test_guards(text: str, title: str | None, expected: list[str]) -> None:
    assert [name for name, _ in found(text, title)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Cosine Loss with Image Pairs (CLIP) helps. CLIP wins.", [], id="defined-as-something-else"),
        pytest.param(
            "Contrastive Language-Image Pre-training (CLIP) helps.",
            ["Contrastive Language-Image Pre-training", "CLIP"],
            id="defined-as-the-list-has-it",
        ),
        pytest.param("Low-Ranked Adaptations (LoRA) help.", ["LoRA"], id="defined-in-nearly-the-words-of-the-list"),
        pytest.param("The encoder (CLIP) is frozen.", ["CLIP"], id="a-bracket-that-defines-nothing"),
    ],
)
def test_a_short_form_that_the_text_defines_anew(text: str, expected: list[str]) -> None:
    assert [name for name, _ in found(text)] == expected


def test_title_comes_first_and_spans_are_in_their_own_field() -> None:
    findings = RUN(document("LoRA", "GAN"))

    assert [(finding.span.field, finding.span.start, finding.span.end) for finding in findings] == [
        ("title", 0, 3),
        ("text", 0, 4),
    ]


def test_a_broken_context_is_told_with_its_name() -> None:
    with pytest.raises(RuleError, match=r"names/small: Set: the pattern does not compile"):
        names_pass(rule_set(ListedName(name="Set", kind="method", context="(")))


def test_without_a_tail_table_names_stand_as_listed() -> None:
    run = names_pass(rule_set(ListedName(name="LoRA", kind="method"), tables={}))

    assert [finding.span.end for finding in run(document("LoRA LoRA-7B"))] == [4]


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        pytest.param(
            ListedName(name="Set", kind="method", rejects=("A set of tasks.",)),
            "must not be found",
            id="found-in-reject",
        ),
        pytest.param(ListedName(name="Set", kind="method", context="(?i:set)"), "asks for nothing", id="empty-context"),
        pytest.param(ListedName(name="GANs", aliases=("gan",), kind="method"), "also one of GAN", id="spelt-twice"),
    ],
)
def test_list_faults(entry: ListedName, fault: str) -> None:
    faults = list(list_faults(rule_set(ListedName(name="GAN", kind="method"), entry)))

    assert len(faults) == 1
    assert fault in faults[0]


def test_shipped_lists_keep_their_word() -> None:
    assert list(list_faults(SHIPPED)) == []


@pytest.mark.parametrize("path", LISTS)
def test_shipped_lists_are_of_one_kind_and_written_plainly(path: str) -> None:
    kind = path.removeprefix("names/").removesuffix("s")
    lines = (resources.data("rules") / f"{path}.jsonl").read_text(encoding="utf-8").splitlines()

    assert {entry.kind for entry in SHIPPED.names[path]} == {kind}
    assert [line for line in lines if json.dumps(json.loads(line), ensure_ascii=False) != line] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "GPT-4o, Claude 3.5 Sonnet and Llama-3.1-8B reach 90% on GSM8K, MATH-500 and GPQA Diamond.",
            {
                ("GPT-4o", "method"),
                ("Claude 3.5 Sonnet", "method"),
                ("Llama-3.1-8B", "method"),
                ("GSM8K", "benchmark"),
                ("MATH-500", "benchmark"),
                ("GPQA Diamond", "benchmark"),
            },
            id="models-and-benchmarks",
        ),
        pytest.param(
            "AdamW trains a ViT-B/16 on ImageNet-1k; COCO AP rises too.",
            {
                ("AdamW", "method"),
                ("ViT-B/16", "method"),
                ("ImageNet-1k", "benchmark"),
                ("COCO", "benchmark"),
                ("AP", "metric"),
            },
            id="vision",
        ),
        pytest.param("We clip the gradients and adapt to a set of math tasks.", set(), id="plain-English"),
        pytest.param("Graph neural networks and large language models run in PyTorch.", set(), id="classes-platforms"),
    ],
)
def test_shipped_lists_on_plain_sentences(text: str, expected: set[tuple[str, str]]) -> None:
    whole = document(text)
    findings = [finding for finding in RUN_SHIPPED(whole) if isinstance(finding, NameFinding)]

    assert {(text[each.span.start : each.span.end], each.kind) for each in findings} == expected


@settings(deadline=None, max_examples=100, derandomize=True)
@given(
    st.lists(
        st.sampled_from(
            ["GAN", "LoRA", "s", "-", "+", "(", ")", " ", "7B", "Llama 3", "ImageNet", ".1", "/", "512×512", "x"]
        ),
        max_size=14,
    )
)
def test_findings_lie_in_the_text_in_order_and_apart(pieces: list[str]) -> None:
    whole = document("".join(pieces) or "-")
    spans = [(each.span.start, each.span.end) for each in RUN(whole)]

    assert all(0 <= start < end <= len(whole.text.text) for start, end in spans)
    assert all(before == after or before[1] <= after[0] for before, after in pairwise(spans))
