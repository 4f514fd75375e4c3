"""Names that no list knows: a small trained network tags each token as part of a name or none.

The model is a spaCy pipeline, a tokenizer and a tagger for the tags in `TAGS`. Its words and weights are read and run
here, in arithmetic that is exact: findings are the same whatever the machine, the batch or the library that multiplies.
Most of the time goes into finding out where no name is, and that is done in single precision, with a proof (`glance`).
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import regex
from threadpoolctl import ThreadpoolController

from extractor.finding import NameFinding, Span
from extractor.passes.ner import spacys  # noqa: F401 - before all that imports spaCy
from extractor.passes.ner.parts import TAGGER, Parts
from extractor.passes.ner.tagger import Tagger, load_tagger
from extractor.passes.ner.tags import KINDS, TAGS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from extractor.document import Document
    from extractor.finding import Finding

__all__ = ["KINDS", "TAGGER", "TAGS", "Parts", "Tagger", "find_names", "load_tagger", "ner_pass"]

FOUND_BY = "ner"

_TOGETHER = 128  # documents looked at together

_LEADING = regex.compile(r"(?:[\s\p{Pi}\p{Pf}\"'`(\[{<,;:.*$]|[-–—]\s|(?:the|The|THE|and|or|such\sas)\s)+")
_TRAILING = regex.compile(r"(?r)(?:['’]s|[\s\p{Pi}\p{Pf}\"'`(\[{<,;:.!?*$])+")
_BRACKETS = {")": "(", "]": "[", "}": "{", ">": "<"}


def ner_pass(path: Path) -> Callable[[Sequence[Document]], list[list[Finding]]]:
    """Return the pass that runs the model at `path`, which is loaded when first needed.

    The pass takes documents and returns the findings of each, in reading order. What it finds in a document does not
    depend on the others, nor on the machine.

    Raises:
        ModelError: from the pass: there is no model, or it does not fit this version.
    """

    def find(documents: Sequence[Document]) -> list[list[Finding]]:
        # The products are small: threads cost more than they bring, and on a busy machine ten times more.
        with _linear_algebra().limit(limits=1):
            return find_names(load_tagger(path), documents)

    return find


@cache
def _linear_algebra() -> ThreadpoolController:
    return ThreadpoolController().select(user_api="blas")


def find_names(tagger: Tagger, documents: Sequence[Document]) -> list[list[Finding]]:
    """Return the names that a tagger finds in the title and text of each document."""
    findings: list[list[Finding]] = [[] for _ in documents]
    for first in range(0, len(documents), _TOGETHER):
        passages = [
            (number, passage)
            for number, document in enumerate(documents[first : first + _TOGETHER], first)
            for passage in document.passages
        ]
        for which, start, end, name in tagger.names([passage.text for _, passage in passages]):
            number, passage = passages[which]
            span = _trim(passage.text, start, end)
            if span is not None:
                findings[number].append(
                    NameFinding(span=Span(passage.field, *span), found_by=FOUND_BY, kind=name.kind, margin=name.margin)
                )
    return findings


def _trim(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return the span without quotes, brackets, punctuation and article at its edges, or None if no letter is left."""
    if leading := _LEADING.match(text, start, end):
        start = leading.end()
    opened: dict[str, int] = {}  # where the first of a kind stands: a text may be nothing but closing ones
    while start < end:
        last = text[end - 1]
        if trailing := _TRAILING.match(text, start, end):
            end = trailing.start()
        elif last in _BRACKETS:
            if last not in opened:
                opened[last] = text.find(_BRACKETS[last], start, end)
            if 0 <= opened[last] < end:
                break
            end -= 1
        else:
            break
    return (start, end) if any(character.isalpha() for character in text[start:end]) else None
