"""Ownership: whether a link is the paper's own, from abstract to record."""

from __future__ import annotations

import pytest

from extractor import Extractor


@pytest.fixture(scope="module")
def extractor() -> Extractor:
    return Extractor(passes=("links", "definitions", "names"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Code is available at https://github.com/acme/net.", [True], id="available"),
        pytest.param("It is best. Code: https://github.com/acme/net and more.", [True], id="a label"),
        pytest.param("It wins. Project page https://acme.org/net, in full.", [True], id="a label without a colon"),
        pytest.param("See https://acme.org/net for videos. It wins.", [True], id="see"),
        pytest.param("It is the best. https://github.com/acme/net", [True], id="alone at the end"),
        pytest.param("It is best of all (https://github.com/acme/net).", [True], id="in brackets at the end"),
        pytest.param("We propose FastNet (https://github.com/acme/net), a network.", [True], id="behind its own name"),
        pytest.param("Our weights (https://huggingface.co/acme/net) are small.", [True], id="our"),
        pytest.param(
            "Code and data are available at https://github.com/acme/net and https://zenodo.org/records/1.",
            [True, True],
            id="joined to another",
        ),
        pytest.param(
            "Code is available at https://github.com/acme/net, and models of all sizes at https://huggingface.co/acme/net.",
            [True, True],
            id="in a list with another",
        ),
        pytest.param(
            "We train on the COCO dataset (https://cocodataset.org/, https://acme.org/coco), too.",
            [False, False],
            id="joined to another's",
        ),
        pytest.param(
            "We release the scripts used in this work at https://github.com/acme/net.", [True], id="used, yet given"
        ),
        pytest.param(
            "We use images crawled from a forum (https://acme.org/board) to train it.", [False], id="crawled from it"
        ),
        pytest.param("We train on the COCO dataset (https://cocodataset.org/), too.", [False], id="a known dataset"),
        pytest.param("We took part in a shared task (https://acme.org/task) on birds.", [False], id="a shared task"),
        pytest.param("We build on the attention of Lee (arXiv:2401.12345) and extend it.", [False], id="a cited paper"),
        pytest.param("Part one of this series (arXiv:2401.12345) is short.", [None], id="the authors' paper, or not"),
        pytest.param("Many read https://acme.org/board every day, and we ask why.", [None], id="no word of it"),
        pytest.param(
            "Birds are taken from acme.org/birds, and code is available at github.com/acme/net.",
            [False, True],
            id="one of each",
        ),
        pytest.param(
            "Many read https://acme.org/net today. Code is available at https://acme.org/net.",
            [True],
            id="the place that speaks counts",
        ),
    ],
)
def test_whose_a_link_is(extractor: Extractor, text: str, expected: list[bool | None]) -> None:
    assert [link.ours for link in extractor.extract(text).links] == expected
