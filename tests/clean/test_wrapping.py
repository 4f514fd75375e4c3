"""White space and words cut at a line's end."""

from __future__ import annotations

import pytest

from extractor.clean import clean


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        pytest.param("one\ntwo\n three  four", "one two three four", id="lines and runs of spaces"),
        pytest.param(
            "First.\n\nSecond.\n \n\n Third.", "First.\nSecond.\nThird.", id="a paragraph break is one newline"
        ),
        pytest.param("a visual-\nlanguage model", "a visual-language model", id="a hyphen stays"),
        pytest.param("VQ-\nVAE", "VQ-VAE", id="in a name"),
        pytest.param("sim-\nto-real", "sim-to-real", id="to inside a compound"),
        pytest.param("image recog-\nnition works", "image recognition works", id="a tail that is no word"),
        pytest.param("a con-\nservation law", "a conservation law", id="a head that is no word"),
        pytest.param(
            "cluster and clus-\nter; a foo-\nbar foobar",
            "cluster and cluster; a foobar foobar",
            id="known from the text",
        ),
        pytest.param("image classifica- tion", "image classification", id="joined by somebody else"),
        pytest.param("pre- and post-processing", "pre- and post-processing", id="suspended hyphen"),
        pytest.param("global-\nand local-aware", "global- and local-aware", id="suspended at a line's end"),
        pytest.param("a frame- work, Sec- ondly, in- put", "a framework, Secondly, input", id="a word of the field"),
        pytest.param("low- resource, fine- tuned", "low-resource, fine-tuned", id="a compound of the field"),
        pytest.param("pre-\ntraining and data-\nset", "pre-training and dataset", id="compound or word"),
        pytest.param(
            "Im- ageNet, F1- score, X- Net; ImageNet, F1-score, Y-Net",
            "ImageNet, F1-score, X- Net; ImageNet, F1-score, Y-Net",
            id="names that stand elsewhere in the text",
        ),
        pytest.param("AP- aligned, MAD-\ning", "AP- aligned, MAD-ing", id="capitals are names, no first halves"),
        pytest.param("the ROI- larger, slowly- first", "the ROI- larger, slowly- first", id="dashes"),
        pytest.param("at a.org/frame- work", "at a.org/frame- work", id="a broken URL is left to the links"),
        pytest.param("https://a.org/c-\nd", "https://a.org/c- d", id="a URL gets nothing but a space"),
        pytest.param("github.com/a/c-\nd", "github.com/a/c- d", id="a bare URL"),
        pytest.param("scores -\nall of them", "scores - all of them", id="dash"),
    ],
)
def test_lines(raw: str, cleaned: str) -> None:
    assert clean(raw).text == cleaned


def test_a_mended_word_stands_for_all_of_its_halves() -> None:
    raw = "image recog-\nnition works"
    traced = clean(raw)
    start = traced.text.index("recognition")
    first, last = traced.raw_span(start, start + len("recognition"))
    assert raw[first:last] == "recog-\nnition"
