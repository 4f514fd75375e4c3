"""Sentences with findings marked in them, for tests of the stages behind the passes.

`[m:FastNet]` is a method, `[o:FastNet]` a method that the paper calls its own, `[b:FooBench]` a benchmark,
`[t:accuracy]` a metric and `[n:81.4%]` a number of the text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import regex

from extractor.clean import clean
from extractor.document import Document, passage
from extractor.finding import NameFinding, NumberFinding, Span

if TYPE_CHECKING:
    from extractor.finding import Finding, NameKind

_MARK = regex.compile(r"\[(?<what>[mobtn]):(?<words>[^\]]+)\]")
_KINDS: dict[str, NameKind] = {"m": "method", "o": "method", "b": "benchmark", "t": "metric"}


def marked(text: str) -> tuple[Document, list[Finding]]:
    """Return the document without the marks, and the findings that they stand for."""
    plain, last = "", 0
    findings: list[Finding] = []
    for mark in _MARK.finditer(text):
        plain += text[last : mark.start()]
        span = Span("text", len(plain), len(plain) + len(mark["words"]))
        if mark["what"] == "n":
            units = {"%": "percent", "x": "times", "hours": "hour"}
            unit = next((unit for end, unit in units.items() if mark["words"].endswith(end)), "score")
            findings.append(NumberFinding(span=span, value=1, unit=unit, kind="result", found_by="numbers/x"))  # type: ignore[arg-type]
        else:
            kind = _KINDS[mark["what"]]
            findings.append(NameFinding(span=span, kind=kind, found_by="ner", proposed=mark["what"] == "o"))
        plain += mark["words"]
        last = mark.end()
    return Document(passage("text", clean(plain + text[last:]))), findings
