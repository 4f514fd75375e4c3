"""Markdown digests, front matter, labelled text."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.abstract import Abstract
from extractor.readers import read_abstracts
from extractor.readers.base import ReadOptions
from extractor.readers.front_matter import FRONT_MATTER
from extractor.readers.labelled import LABELLED
from extractor.readers.markdown import MARKDOWN
from extractor.readers.registry import detect
from extractor.records import Reject

if TYPE_CHECKING:
    from pathlib import Path

    from extractor.readers.base import Format


def read(folder: Path, content: str, name: str = "a.md", **names: str) -> list[Abstract | Reject]:
    path = folder / name
    path.write_bytes(content.encode("utf-8", "surrogateescape"))
    return list(read_abstracts(path, options=ReadOptions(fields=names)))


def shown(items: list[Abstract | Reject]) -> list[tuple[str | None, str]]:
    """Title and text of each abstract, the code of each reject."""
    return [(item.title, item.text) if isinstance(item, Abstract) else (None, f"<{item.code}>") for item in items]


DIGEST = """<div id=toc></div>

# Table of Contents

- [cs.XY](#cs.XY) [Total: 2]

# cs.XY [[Back]](#toc)

### [1] [One: A [Good] Thing](https://arxiv.org/abs/2501.00001)
*Ada Lee,Bo,Chen Wu*

Main category: cs.XY

TL;DR: 很好。


<details>
  <summary>Details</summary>
Motivation: 很好。

Method: 很好。

Abstract: We do it well. Method: none.

</details>


### [2] [Two](https://arxiv.org/abs/2501.00002)
*Di*

Abstract: We try.

</details>
"""


def test_digest(tmp_path: Path) -> None:
    first, second = read(tmp_path, DIGEST)
    assert isinstance(first, Abstract)
    assert isinstance(second, Abstract)
    assert (first.title, first.text) == ("One: A [Good] Thing", "We do it well. Method: none.")
    assert (first.id, first.line) == ("arxiv:2501.00001", 9)
    assert first.source is not None
    assert (first.source.authors, first.source.collection) == (("Ada Lee", "Bo", "Chen Wu"), "cs.XY")
    assert first.source.url == "https://arxiv.org/abs/2501.00001"
    assert (second.title, second.text) == ("Two", "We try.")
    assert second.source is not None
    assert second.source.authors == ("Di",)
    data = (tmp_path / "a.md").read_bytes()
    assert data[first.offset :].startswith(b"### [1]")


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param("## A\n**Abstract**: We do.\n", [("A", "We do.")], id="bold, colon outside"),
        pytest.param("## A\n**Abstract:** We do.\n", [("A", "We do.")], id="bold, colon inside"),
        pytest.param("## A\n__Abstract.__ We do.\n", [("A", "We do.")], id="underscores, a full stop"),
        pytest.param("## A\n- **Abstract**: We do.\n- **Code**: https://x.y/z\n", [("A", "We do.")], id="in a list"),
        pytest.param("## A\n> **Abstract:** We do\n> it.\n", [("A", "We do\nit.")], id="in a quotation"),
        pytest.param(
            "## A\n**Abstract**\n\nWe do.\n\nAnd so.\n\n---\nNo.\n", [("A", "We do.\n\nAnd so.")], id="label alone"
        ),
        pytest.param(
            "## A\nAbstract: We do\nit.\n\nMore of the page.\n", [("A", "We do\nit.")], id="ends with its paragraph"
        ),
        pytest.param(
            "# A\n## Abstract\nWe do.\n\nAnd so.\n## Use\nRun it.\n", [("A", "We do.\n\nAnd so.")], id="own heading"
        ),
        pytest.param("# A\n## Use\nRun.\n## Abstract\nWe do.\n", [("A", "We do.")], id="own heading, further down"),
        pytest.param("# A\nBy me.\n# Abstract\nWe do.\n", [("A", "We do.")], id="own heading of the same level"),
        pytest.param(
            "# A\n#### 📝 [Abstract](https://arxiv.org/abs/2501.00001)\n"
            "- 📖 **Original**: We do.\n- 🌐 **Translation**: 好\n",
            [("A", "We do.")],
            id="original and translation",
        ),
        pytest.param(
            "# A\n<details><summary>Abstract</summary>\nWe do.\n</details>\nMore.\n",
            [("A", "We do.")],
            id="folded away",
        ),
        pytest.param(
            "## A\n**Abstract:** We do.\n**Results:** Fine.\n", [("A", "We do.\n**Results:** Fine.")], id="in parts"
        ),
        pytest.param(
            "## A\n**Summary:** Short.\n\n**Abstract:** We do.\n", [("A", "We do.")], id="abstract before summary"
        ),
        pytest.param(
            "## A\n**Summary:** We do.\n## B\n**Summary:** We try.\n", [("A", "We do."), ("B", "We try.")], id="summary"
        ),
        pytest.param(
            "## 1. **A**\nAbstract: We do.\n## 2. B #\nAbstract: We try.\n",
            [("A", "We do."), ("B", "We try.")],
            id="numbers",
        ),
        pytest.param(
            "## A\nAbstract: We do.\n\nAbstract: We try.\n",
            [("A", "We do."), (None, "We try.")],
            id="two below one heading",
        ),
        pytest.param(
            "## [A](https://arxiv.org/abs/2501.00001)\nSoon.\n## B\nAbstract: We try.\n",
            [(None, "<no-text>"), ("B", "We try.")],
            id="a paper without one",
        ),
        pytest.param(
            "## A\nAbstract:\n## B\nAbstract: We try.\n", [(None, "<no-text>"), ("B", "We try.")], id="an empty one"
        ),
        pytest.param("# A\n```\n# Abstract: no\n```\n**Abstract:** We do.\n", [("A", "We do.")], id="code is none"),
        pytest.param(
            "---\nlayout: page\n---\n# A\n**Abstract:** We do.\n", [("A", "We do.")], id="a page with front matter"
        ),
        pytest.param("# Read me\nNothing here.\n", [(None, "<empty>")], id="nothing in it"),
    ],
)
def test_markdown(tmp_path: Path, content: str, expected: list[tuple[str | None, str]]) -> None:
    assert shown(read(tmp_path, content)) == expected


def test_labels_around_an_abstract(tmp_path: Path) -> None:
    content = (
        "# Papers of May\n\n### A\n[arXiv](https://arxiv.org/abs/2501.00001) [PDF](https://a.b/p.pdf)\n\n"
        "**Authors:** Ada Lee, Bo Chen\n\n- **Published**: 2025-01-02\n- **Code**: [here](https://x.y/z)\n\n"
        "**Abstract:** We do.\n"
    )
    (item,) = read(tmp_path, content)
    assert isinstance(item, Abstract)
    source = item.source
    assert source is not None
    assert (item.id, source.authors, source.year) == ("arxiv:2501.00001", ("Ada Lee", "Bo Chen"), 2025)
    assert (source.pdf, source.code_url, source.collection) == ("https://a.b/p.pdf", "https://x.y/z", "Papers of May")


POST = """---
title: 'One: A Thing'
abstract: 'We do it, and
  it''s $\\alpha$.'
openreview: aB3
software: https://x.y/z
publisher: PMLR
id: lee24a
page: 1-9
author:
- given: Ada
  family: Lee
- given: Bo
  family: Chen
date: 2024-09-12
container-title: Proceedings of X
volume: '244'
pdf: https://a.b/p.pdf
# A comment
---
"""


def test_front_matter(tmp_path: Path) -> None:
    (item,) = read(tmp_path, POST)
    assert isinstance(item, Abstract)
    source = item.source
    assert source is not None
    assert (item.title, item.text, item.id) == ("One: A Thing", "We do it, and it's $\\alpha$.", "openreview:aB3")
    assert (source.id, source.year, source.authors) == ("lee24a", 2024, ("Ada Lee", "Bo Chen"))
    assert (source.venue, source.url) == ("Proceedings of X", None)
    assert (source.pdf, source.code_url) == ("https://a.b/p.pdf", "https://x.y/z")
    (other,) = read(tmp_path, POST.replace("openreview: aB3\n", ""))
    assert isinstance(other, Abstract)
    assert other.id == "id:pmlr-v244-lee24a", "a key is one of its volume only"


@pytest.mark.parametrize(
    ("matter", "expected"),
    [
        pytest.param("title: A\nabstract: We do.\n", [("A", "We do.")], id="plain"),
        pytest.param("title: A\nabstract: >\n  We\n  do.\n", [("A", "We do.")], id="folded"),
        pytest.param("title: A\nabstract: |\n  We\n  do.\n", [("A", "We\ndo.")], id="literal"),
        pytest.param('title: 2048\nabstract: "We \\"do\\"."\n', [("2048", 'We "do".')], id="a title that is a number"),
        pytest.param("title: No\nabstract: We do.\n", [("No", "We do.")], id="a title that is a word of YAML"),
        pytest.param("title: A\nabstract:\n", [(None, "<no-text>")], id="empty"),
        pytest.param("title: A: B\nabstract: We do.\n", [(None, "<bad-yaml>")], id="a colon too many"),
        pytest.param("title: A\nabstract: [" + "[" * 2000 + "\n", [(None, "<bad-yaml>")], id="nested deeply"),
        pytest.param("title: A\nabstract: We d\udce9.\n", [(None, "<not-utf8>")], id="no UTF-8"),
        pytest.param("title: A\nabstract: We\x01 do.\n", [(None, "<bad-yaml>")], id="what YAML does not allow"),
        pytest.param("a: &a [x]\ntitle: A\nabstract: We do.\nb: [*a, *a]\n", [("A", "We do.")], id="aliases"),
        pytest.param(
            "title: A\nabstract: We do.\nx: !!python/object:os.system {}\n", [("A", "We do.")], id="no objects are made"
        ),
    ],
)
@pytest.mark.parametrize("body", ["", "\nA page about it.\n\n---\n\n# Abstract of the page\n"])
def test_front_matter_yaml(tmp_path: Path, matter: str, body: str, expected: list[tuple[str | None, str]]) -> None:
    assert shown(read(tmp_path, f"---\n{matter}---\n{body}")) == expected


def test_a_broken_post_costs_no_other(tmp_path: Path) -> None:
    items = read(tmp_path, "---\nabstract: We do.\n---\n\n---\nabstract: A: B\n---\n---\nabstract: We try.\n---\n")
    assert shown(items) == [(None, "We do."), (None, "<bad-yaml>"), (None, "We try.")]
    reject = items[1]
    assert isinstance(reject, Reject)
    assert (reject.line, reject.offset) == (5, 26)
    assert "in line 6" in reject.reason


HUGGING = """Title: A
PDF: https://arxiv.org/pdf/2501.00001
Summary: We do.
---
Title: B
Summary: We try
it.

So.
---
"""


def test_labelled(tmp_path: Path) -> None:
    first, second = read(tmp_path, HUGGING, "a.txt")
    assert shown([first, second]) == [("A", "We do."), ("B", "We try\nit.\n\nSo.")]
    assert isinstance(first, Abstract)
    assert isinstance(second, Abstract)
    assert (first.id, first.source and first.source.pdf) == ("arxiv:2501.00001", "https://arxiv.org/pdf/2501.00001")
    assert (second.line, HUGGING.encode()[second.offset :][:8]) == (5, b"Title: B")


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(
            "Title: A\nAbstract: We do.\nTitle: B\nAbstract: We try.\n",
            [("A", "We do."), ("B", "We try.")],
            id="no rule between",
        ),
        pytest.param("May 2025\n\n---\nTitle: A\nAbstract: We do.\n", [("A", "We do.")], id="a preamble"),
        pytest.param(
            "Title: A\nAuthors: Ada Lee; Bo\nTitle: B\nAbstract: We try.\n",
            [(None, "<no-text>"), ("B", "We try.")],
            id="one without",
        ),
        pytest.param(
            "Title: A\nAbstract: Note: we do.\nWhy: it is.\n",
            [("A", "Note: we do.\nWhy: it is.")],
            id="other words with a colon",
        ),
    ],
)
def test_labels(tmp_path: Path, content: str, expected: list[tuple[str | None, str]]) -> None:
    path = tmp_path / "a.txt"
    path.write_text(content, encoding="utf-8")
    assert shown(list(read_abstracts(path, format="labelled"))) == expected


@pytest.mark.parametrize(
    ("head", "name", "form"),
    [
        pytest.param(DIGEST, "a.txt", "markdown", id="a digest by its content"),
        pytest.param("# A\n", "a.md", "markdown", id="by its name"),
        pytest.param(POST, "a.md", "front-matter", id="front matter, though the name is Markdown's"),
        pytest.param(POST, "a.txt", "front-matter", id="front matter by its content"),
        pytest.param(HUGGING, "a.txt", "labelled", id="labels"),
        pytest.param("---\ntitle: A\n---\n# A\n**Abstract:** We do.\n", "a.md", "markdown", id="a page of its own"),
        pytest.param("# ICML 2025 (Oral)\n\nWe do.\n\nWe try.\n", "a.txt", "text", id="a heading with a hash"),
        pytest.param("# ICML\n\nAbstract: We do.\n\nAbstract: We try.\n", "a.txt", "text", id="abstracts that say so"),
        pytest.param("# ICML\n\nWe do.\n\nSummary: We try.\n", "a.txt", "text", id="one abstract that says so"),
        pytest.param("Abstract: We do.\n\nAbstract: We try.\n", "a.txt", "text", id="labels of abstracts alone"),
        pytest.param("Summary: We do.\nCode: https://x.y/z\n", "a.txt", "text", id="a label at the end"),
        pytest.param("Title: we call it so.\n\nWe try.\n", "a.txt", "text", id="a label that is none"),
        pytest.param("We do.\n---\nWe try.\n", "a.txt", "text", id="a rule between abstracts"),
        pytest.param("---\nWe do.\n---\nabstract: no\n", "a.txt", "text", id="rules round a text"),
        pytest.param('[\n{"abstract": "# A\\n**Abstract:** We do."}]', "a.json", "json", id="JSON"),
        pytest.param("title,abstract\nA,Title: we do.\n", "a.csv", "csv", id="CSV"),
    ],
)
def test_detection(head: str, name: str, form: str) -> None:
    found = detect(name, head)
    assert found is not None
    assert found.name == form


words = st.text("abcd $\\αé.,", min_size=1, max_size=20).map(lambda text: f"We {text.strip()} do")


@given(st.lists(words, min_size=1, max_size=5))
@settings(deadline=None, max_examples=60, derandomize=True)
def test_what_is_written_is_read(texts: list[str]) -> None:
    ways: tuple[tuple[Format, str], ...] = (
        (MARKDOWN, "".join(f"## A\n**Authors:** Ada Lee\n\n**Abstract:** {text}\n\n" for text in texts)),
        (LABELLED, "".join(f"Title: A\nAbstract: {text}\n---\n" for text in texts)),
        (FRONT_MATTER, "".join(f"---\ntitle: A\nabstract: '{text}'\n---\n" for text in texts)),
    )
    for form, content in ways:
        pieces = list(form.read(io.BytesIO(content.encode()), ReadOptions()))
        assert [getattr(piece, "text", None) for piece in pieces] == texts
        assert [content.encode()[piece.offset or 0 :][:1] for piece in pieces] == [content[:1].encode()] * len(texts)


@given(st.text("#*-_ \n:>abAbstractTitle[]()<>`'{}\x00é\udce9", max_size=200))
@settings(deadline=None, max_examples=300, derandomize=True)
def test_no_text_makes_them_fail(content: str) -> None:
    for form in (MARKDOWN, LABELLED, FRONT_MATTER):
        for begun in ("", "---\nabstract: x\n", "# A\n**Abstract:** "):
            form.accepts(begun + content)
            list(form.read(io.BytesIO((begun + content).encode("utf-8", "surrogateescape")), ReadOptions()))
