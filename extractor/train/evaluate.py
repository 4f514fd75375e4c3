"""How good the findings of the model alone are, entry by entry.

Found names are grouped by their folded spelling, and a name with the short form in brackets behind it is one entry
with it. An entry is right where one of its names is one of the gold entry's; optional gold entries count neither way.
This is stricter than the whole pipeline, which knows more about which names are one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import regex

from extractor.finding import NameFinding
from extractor.folding import fold_singular
from extractor.passes.ner import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from extractor.document import Document
    from extractor.finding import Finding, NameKind
    from extractor.gold.files import GoldAbstract, GoldBenchmark, GoldMethod

_OPENING = regex.compile(r"\s?\(\s?")


@dataclass(frozen=True, slots=True)
class Score:
    """Entries found, found wrongly and missed."""

    right: int
    wrong: int
    missed: int

    @property
    def precision(self) -> float:
        """The share of what was found that is right."""
        return self.right / (self.right + self.wrong) if self.right + self.wrong else 1.0

    @property
    def recall(self) -> float:
        """The share of what there is that was found."""
        return self.right / (self.right + self.missed) if self.right + self.missed else 1.0

    @property
    def f1(self) -> float:
        """The harmonic mean of the two."""
        total = 2 * self.right + self.wrong + self.missed
        return 2 * self.right / total if total else 0.0


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Scores of each kind, and of the gold entries of each form how many were found.

    Attributes:
        scores: by kind of entry.
        by_form: kind of entry and form of its first name -> `(found, of)`.
    """

    scores: dict[NameKind, Score]
    by_form: dict[tuple[NameKind, str], tuple[int, int]]


def evaluate(
    abstracts: Sequence[GoldAbstract], documents: Sequence[Document], findings: Sequence[Sequence[Finding]]
) -> Evaluation:
    """Score the findings of each abstract."""
    counts: Counter[tuple[NameKind, str]] = Counter()
    forms: Counter[tuple[NameKind, str]] = Counter()
    found_forms: Counter[tuple[NameKind, str]] = Counter()
    for abstract, document, found in zip(abstracts, documents, findings, strict=True):
        groups = grouped(document, found)
        for kind in KINDS:
            left = groups[kind]
            for entry in entries(abstract, kind):
                names = {fold_singular(name) for name in entry.names}
                hit = next((group for group in left if group & names), None)
                if hit is not None:
                    left.remove(hit)
                if not entry.optional:
                    counts[kind, "missed" if hit is None else "right"] += 1
                    forms[kind, form(entry.names[0])] += 1
                    found_forms[kind, form(entry.names[0])] += hit is not None
            optional = {
                fold_singular(name) for entry in entries(abstract, kind) if entry.optional for name in entry.names
            }
            counts[kind, "wrong"] += sum(not group & optional for group in left)
    return Evaluation(
        {kind: Score(counts[kind, "right"], counts[kind, "wrong"], counts[kind, "missed"]) for kind in KINDS},
        {key: (found_forms[key], of) for key, of in sorted(forms.items())},
    )


def grouped(document: Document, findings: Iterable[Finding]) -> dict[NameKind, list[frozenset[str]]]:
    """Return the folded names of each entry of each kind. A name found as both kinds is what it is more often."""
    votes: defaultdict[str, Counter[NameKind]] = defaultdict(Counter)
    partner: dict[str, str] = {}
    before: tuple[NameFinding, str] | None = None
    for finding in sorted(
        (item for item in findings if isinstance(item, NameFinding)), key=lambda item: item.span.order
    ):
        text = document.passage(finding.span.field).text
        name = fold_singular(text[finding.span.start : finding.span.end])
        votes[name][finding.kind] += 1
        if before is not None and before[0].span.field == finding.span.field and before[0].kind == finding.kind:
            between = text[before[0].span.end : finding.span.start]
            if _OPENING.fullmatch(between):
                partner[name] = before[1]
        before = finding, name
    groups: dict[NameKind, dict[str, set[str]]] = {kind: {} for kind in KINDS}
    for name, kinds in votes.items():
        kind = max(KINDS, key=lambda kind: kinds[kind])
        groups[kind].setdefault(partner.get(name, name), set()).add(name)
    return {kind: [frozenset(names) for names in by_name.values()] for kind, by_name in groups.items()}


def form(name: str) -> str:
    """Return what a name looks like, in the words of the model card."""
    words = name.split()
    if name.islower():
        return "in lower case"
    if len(words) == 1:
        odd = any(c.isdigit() or c == "-" for c in name) or sum(c.isupper() for c in name) > 1
        return "one word with capitals inside, digits or hyphens" if odd else "one plain word"
    return "two or three words" if len(words) < 4 else "four words or more"


def entries(abstract: GoldAbstract, kind: NameKind) -> Sequence[GoldMethod | GoldBenchmark]:
    """Return the gold entries of a kind."""
    return abstract.methods if kind == "method" else abstract.benchmarks
