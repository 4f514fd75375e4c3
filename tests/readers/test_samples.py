"""One small file a format, each with the same two papers in it, read as a user would: named, and nothing said of it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from extractor.abstract import Abstract
from extractor.readers import Input, open_input
from extractor.readers.registry import FORMATS

SAMPLES = Path(__file__).parent / "samples"

# The file, what it is found to be in, its abstracts, and what is rejected.
COUNTS = """
acl.xml              xml           2
arxiv_atom.xml       xml           2
arxiv_oai.xml        xml           2 no-text=1
crossref.json        json          2
daily_papers.json    json          2
digest.md            markdown      2
endnote.enw          endnote       2
kaggle.jsonl         jsonl         2
labelled.txt         labelled      2
openalex.json        json          2
openreview_v1.json   json          2
openreview_v2.json   json          2
paperlist.json       json          2
papers.bib           bibtex        2 no-text=1
papers.csv           csv           2
papers.nbib          medline       2
papers.ris           ris           2
papers.tsv           csv           2
papers.txt           text          2
post.md              front-matter  1
pubmed.xml           xml           2
semantic_scholar.json json         2 no-text=1
semicolons.csv       csv           2 bad-row=1
web_of_science.tsv   wos-tab       2
web_of_science.txt   wos           2
"""
TABLE = [line.split() for line in COUNTS.split("\n") if line]


@pytest.mark.parametrize("counted", TABLE, ids=lambda parts: parts[0])
def test_samples(counted: list[str]) -> None:
    name, form, abstracts, *rejected = counted
    reading = open_input(Input(SAMPLES / name, name))
    found = list(reading)
    assert reading.format == form
    read = [item for item in found if isinstance(item, Abstract)]
    assert len(read) == int(abstracts)
    rejects = Counter(item.code for item in found if not isinstance(item, Abstract))
    assert sorted(f"{code}={number}" for code, number in rejects.items()) == rejected
    first = " ".join(read[0].text.replace("METHODS:", "").replace("RESULTS:", "").split())
    assert "We propose KnotNet, a network that ties rope. It reaches 81.4" in first
    if name != "papers.txt":
        assert [" ".join(str(abstract.title).split()) for abstract in read] in (
            ["KnotNet", "Why Knots Slip"],
            ["KnotNet: Tying Rope"],
        )


def test_every_sample_is_counted_and_every_format_has_one() -> None:
    assert sorted(path.name for path in SAMPLES.iterdir()) == sorted(name for name, *_ in TABLE)
    without = {"lines", "parquet"}  # any text is lines; Parquet is written by its own tests
    assert {form.name for form in FORMATS} - without == {form for _, form, *_ in TABLE}
