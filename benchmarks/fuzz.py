"""Fuzz cleaning, sentences, links, numbers and the whole pipeline, guided by the branches that inputs reach.

    python benchmarks/fuzz.py (clean|links|numbers|pipeline) CORPUS_DIR -max_total_time=600

needs [atheris](https://pypi.org/project/atheris/), and the package with its tests on the path:
`PYTHONPATH=.:tests`. Inputs are strings of the pieces in `tests/damage.py` and of any characters between them; options
behind the folder are libFuzzer's. What raises, breaks a map or takes longer than a second is written as `crash-*`, and
its text is printed: it belongs into a test.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["extractor"]):
    from extractor import Extractor
    from extractor.clean import clean
    from extractor.document import Document, passage
    from extractor.passes.links import links_pass
    from extractor.passes.numbers import numbers_pass
    from extractor.pipeline import RULE_PASSES
    from extractor.rules import load
    from extractor.writers import line_of

from damage import FRAGMENTS, WORDS

SLOWEST = 1.0
PIECES = [*FRAGMENTS, *WORDS]


def text_of(data: bytes) -> str:
    """Return the text that an input of the fuzzer stands for: a byte a piece, or a character where the byte says so."""
    parts = []
    at = 0
    while at < len(data):
        byte = data[at]
        at += 1
        if byte < len(PIECES):
            parts.append(PIECES[byte])
        elif byte < 0xF0:
            parts.append(" " if byte % 2 else chr(0x20 + byte % 0x5F))
        else:
            parts.append(chr(int.from_bytes(data[at : at + 2], "big")))
            at += 2
    return "".join(parts)


def document_of(text: str) -> Document:
    """Return the document of a text, with its map checked."""
    traced = clean(text)
    starts, ends = list(traced.starts), list(traced.ends)
    assert len(starts) == len(ends) == len(traced.text)
    assert starts == sorted(starts)
    assert ends == sorted(ends)
    assert all(0 <= start < end <= len(text) for start, end in zip(starts, ends, strict=True))
    cleaned = passage("text", traced)
    assert "".join(cleaned.text[start:end] for start, end in cleaned.sentences) == cleaned.text
    return Document(cleaned)


def main() -> None:
    """Fuzz what the first argument names."""
    target = sys.argv.pop(1)
    make = {"clean": None, "links": links_pass, "numbers": numbers_pass, "pipeline": None}[target]
    ruleset = load([])
    find = make(ruleset) if make else None
    # The model is left out: it takes any text, and its arithmetic has no branches to be guided by.
    extractor = Extractor(passes=tuple(RULE_PASSES)) if target == "pipeline" else None
    for rule in (extractor.ruleset if extractor else ruleset).rules.values():
        _ = rule.compiled  # else the first text that needs it would pay for it

    def one(data: bytes) -> None:
        text = text_of(data)
        begun = time.process_time()
        try:
            document = document_of(text)
            for finding in find(document) if find else ():
                span = finding.span
                assert 0 <= span.start < span.end <= len(document.text.text)
                document.text.traced.raw_span(span.start, span.end)
            if extractor and text.strip():
                line_of(extractor.extract(text))
            assert time.process_time() - begun < SLOWEST
        except BaseException:
            print(ascii(text))
            raise

    Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    atheris.Setup([sys.argv[0], "-max_len=160", "-timeout=20", *sys.argv[1:]], one)
    atheris.Fuzz()


main()
