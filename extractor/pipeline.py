"""The pipeline: the one module that knows the order of the stages.

Abstract -> cleaned Document -> passes -> merge -> roles and relations -> AbstractRecord.
"""

from __future__ import annotations

import gc
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from extractor import resources
from extractor.abstract import Abstract, well_formed
from extractor.assemble import record_of
from extractor.clean import clean
from extractor.confidence import Reliability
from extractor.document import Document, passage
from extractor.entries.evidence import Words
from extractor.entries.judging import OWN, Cards
from extractor.entries.merge import merge
from extractor.entries.ownership import ownership
from extractor.entries.roles import own_contributions, own_evidence
from extractor.errors import ExtractorError, InputError, RuleError
from extractor.folding import fold_singular
from extractor.passes.definitions import definitions_pass
from extractor.passes.links import links_pass
from extractor.passes.names import names_pass
from extractor.passes.numbers import numbers_pass
from extractor.relate import Scorecards, relate
from extractor.rules import load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from extractor.entries.judging import Reason
    from extractor.entries.merge import Dropped, Entry, Merged
    from extractor.entries.ownership import Owned
    from extractor.finding import Finding
    from extractor.records import AbstractRecord
    from extractor.relate import RelatedNumber
    from extractor.rules import RuleSet

    RulePass = Callable[[Document], Sequence[Finding]]

# In the order in which explain shows them. All but the last are made from the rules under the folder of their name.
RULE_PASSES: dict[str, Callable[[RuleSet], RulePass]] = {
    "links": links_pass,
    "numbers": numbers_pass,
    "definitions": definitions_pass,
    "names": names_pass,
}
RULE_FOLDERS = (*(name for name in RULE_PASSES if name != "names"), "roles", "ownership")
PASSES = (*RULE_PASSES, "ner")
"""The names of all passes."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """All that was found out about one abstract on the way to its record.

    Attributes:
        document: the abstract, cleaned.
        findings: what the passes found, in the cleaned frame.
        merged: the entries made of it, and what was dropped.
        own: the entries that are the paper's contribution, with the ids of the rules that say so.
        numbers: the numbers with what they are tied to.
        owned: whether the link of a URL is the paper's own, with the ids of the rules that say so.
    """

    document: Document
    findings: tuple[Finding, ...]
    merged: Merged
    own: Mapping[Entry, tuple[str, ...]]
    numbers: tuple[RelatedNumber, ...]
    owned: Mapping[str, Owned]


class Extractor:
    """Extracts records from abstracts. Make one, and use it for all of them."""

    def __init__(
        self,
        *,
        passes: Sequence[str] | None = None,
        rules: Sequence[Path | str] = (),
        batch_size: int = 32,
        reliability: Reliability | None = None,
        scorecards: Scorecards | None = None,
        cards: Cards | None = None,
    ) -> None:
        """Load rules, name lists and model.

        Args:
            passes: names of the passes to run (see `PASSES`); all of them by default.
            rules: folders with further rules and name lists.
            batch_size: how many abstracts are worked on at once. It never changes what is found.
            reliability: measured confidences; the shipped ones by default.
            scorecards: what evidence weighs that ties numbers to names; the shipped ones by default.
            cards: what evidence weighs for and against a name, its kind and its role; the shipped ones by default.

        Raises:
            ExtractorError: a pass is unknown, a rule file cannot be used, or the model is missing.
        """
        if batch_size < 1:
            raise ExtractorError(f"a batch of {batch_size} abstracts is none; it must be 1 at least")
        chosen = PASSES if passes is None else (passes,) if isinstance(passes, str) else tuple(passes)
        if unknown := [name for name in chosen if name not in PASSES]:
            raise ExtractorError(f"there is no pass {unknown[0]!r}; the passes are {', '.join(PASSES)}")
        self.passes = tuple(name for name in PASSES if name in chosen)
        self._batch_size = batch_size
        with _uncollected():
            self.ruleset = load([Path(folder) for folder in rules])
            for rule_id in self.ruleset.rules:
                if rule_id.partition("/")[0] not in RULE_FOLDERS:
                    raise RuleError(f"rule {rule_id}: no pass runs it; the folders are {', '.join(RULE_FOLDERS)}")
            self._rule_passes = [make(self.ruleset) for name, make in RULE_PASSES.items() if name in chosen]
            self._ner = _load_ner() if "ner" in chosen else None
            self._role_rules = self.ruleset.of("roles")
            self._ownership_rules = self.ruleset.of("ownership")
            self._generic = frozenset(map(fold_singular, self.ruleset.tables.get("generic", {}).get("phrases", ())))
            self._reliability = reliability or Reliability.load(with_model=self._ner is not None)
            self._scorecards = scorecards or Scorecards.load()
            self._words = Words.of(self.ruleset)
            self._cards = cards or Cards.load(with_model=self._ner is not None)

    @property
    def digests(self) -> Mapping[str, str]:
        """The SHA-256 of each rule file, name list, table of confidences and file of points, by its path."""
        return {
            **self.ruleset.digests,
            "confidence.json": self._reliability.digest,
            "judging.json": self._cards.digest,
            "relations.json": self._scorecards.digest,
        }

    @property
    def model_digest(self) -> str | None:
        """The SHA-256 of the model's files, or None if the model does not run."""
        return resources.digest(resources.model()) if self._ner else None

    def extract(self, text: str, *, title: str | None = None) -> AbstractRecord:
        """Return the record of one abstract. Of half a character in it U+FFFD takes the place.

        Raises:
            InputError: the text is empty.
            RecordError: the record breaks the contract; please report the abstract.
        """
        return next(self.pipe([Abstract(text, title=title)]))

    def pipe(self, abstracts: Iterable[Abstract | str]) -> Iterator[AbstractRecord]:
        """Yield the record of each abstract, in order. A bare text is an abstract without a title.

        Raises:
            InputError: a text is empty.
            RecordError: a record breaks the contract; please report the abstract.
        """
        for batch in _batches(map(_abstract, abstracts), self._batch_size):
            for abstract, analysis in zip(batch, self.analyse(batch), strict=True):
                yield self.record(abstract, analysis)

    def record(self, abstract: Abstract, analysis: Analysis) -> AbstractRecord:
        """Return the record of an abstract that was analysed.

        Raises:
            RecordError: the record breaks the contract; please report the abstract.
        """
        return record_of(
            abstract,
            analysis.document,
            analysis.merged,
            own=analysis.own,
            numbers=analysis.numbers,
            owned=analysis.owned,
            reliability=self._reliability,
        )

    def analyse(self, abstracts: Sequence[Abstract]) -> list[Analysis]:
        """Return what is found in each abstract, and why."""
        documents, found = zip(*self.find(abstracts), strict=True) if abstracts else ((), ())
        return self._concluded(documents, found, self._cards, self._scorecards)

    def find(self, abstracts: Sequence[Abstract]) -> list[tuple[Document, list[Finding]]]:
        """Return each abstract as passes see it, and what they find in it: the first half of `analyse`."""
        # Stage by stage, not abstract by abstract: what a stage needs then stays in the processor's cache, which makes
        # the whole a sixth faster.
        documents = [document_of(abstract) for abstract in abstracts]
        found: list[list[Finding]] = [[] for _ in documents]
        for find in self._rule_passes:
            for document, findings in zip(documents, found, strict=True):
                findings.extend(find(document))
        if self._ner:
            for findings, more in zip(found, self._ner(documents), strict=True):
                findings.extend(more)
        return list(zip(documents, found, strict=True))

    def conclude(
        self,
        document: Document,
        findings: Sequence[Finding],
        *,
        cards: Cards | None = None,
        scorecards: Scorecards | None = None,
    ) -> Analysis:
        """Return what follows from the findings of all passes over one document: the second half of `analyse`.

        Names are judged and numbers tied with other points, if given.
        """
        return self._concluded([document], [findings], cards or self._cards, scorecards or self._scorecards)[0]

    def reasons(self, analysis: Analysis) -> dict[Entry, tuple[Reason, ...]]:
        """Return what decided of each entry that it is a name, of its kind, and of its role."""
        entries = analysis.merged.entries
        said = own_contributions(analysis.document, entries, self._role_rules)
        return {
            entry: (
                self._cards.reason("name", entry.evidence),
                self._cards.reason("benchmark", entry.evidence),
                self._cards.reason(OWN[entry.kind], own_evidence(entry, said.get(entry, ()))),
            )
            for entry in entries
        }

    def no_name(self, dropped: Dropped) -> Reason | None:
        """Return what decided of something dropped that it is no name, if that did."""
        return self._cards.reason("name", dropped.evidence) if dropped.evidence else None

    def drafts(self, document: Document, findings: Sequence[Finding]) -> tuple[Merged, Mapping[Entry, tuple[str, ...]]]:
        """Return all that might be entries, and which rules say of which that they are the paper's own."""
        merged = merge(document, findings, generic=self._generic, words=self._words)
        return merged, own_contributions(document, merged.entries, self._role_rules)

    def _concluded(
        self,
        documents: Sequence[Document],
        found: Sequence[Sequence[Finding]],
        cards: Cards,
        scorecards: Scorecards,
    ) -> list[Analysis]:
        merged = [
            merge(document, findings, generic=self._generic, words=self._words, cards=cards)
            for document, findings in zip(documents, found, strict=True)
        ]
        own = [
            own_contributions(document, one.entries, self._role_rules, cards)
            for document, one in zip(documents, merged, strict=True)
        ]
        numbers = [
            relate(document, one, ours, scorecards=scorecards)
            for document, one, ours in zip(documents, merged, own, strict=True)
        ]
        owned = [
            ownership(document, findings, one.entries, ours, self._ownership_rules)
            for document, findings, one, ours in zip(documents, found, merged, own, strict=True)
        ]
        return [
            Analysis(document, tuple(findings), *rest)
            for document, findings, *rest in zip(documents, found, merged, own, numbers, owned, strict=True)
        ]


@contextmanager
def _uncollected() -> Iterator[None]:
    """Keep Python from looking for garbage among what is being loaded: there is none, and the look takes a quarter."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _abstract(given: Abstract | str) -> Abstract:
    abstract = Abstract(given) if isinstance(given, str) else given
    if not abstract.text.strip():
        raise InputError("an abstract without text has no record; leave it out")
    text, title = well_formed(abstract.text), abstract.title and well_formed(abstract.title)
    if text is abstract.text and title is abstract.title:
        return abstract
    return replace(abstract, text=text, title=title)


def document_of(abstract: Abstract) -> Document:
    """Return an abstract cleaned and cut into sentences, as every pass gets it."""
    title = passage("title", clean(abstract.title)) if abstract.title else None
    return Document(passage("text", clean(abstract.text)), title)


def _load_ner() -> Callable[[Sequence[Document]], Sequence[Sequence[Finding]]]:
    # spaCy takes most of the start-up time: runs without the model must not pay for it.
    from extractor.passes.ner import ner_pass  # noqa: PLC0415

    return ner_pass(resources.model())


def _batches(abstracts: Iterable[Abstract], size: int) -> Iterator[list[Abstract]]:
    iterator = iter(abstracts)
    while batch := list(islice(iterator, size)):
        yield batch
