"""Where the time of an abstract goes: CPU milliseconds of each stage of the pipeline, on one core.

    python benchmarks/throughput.py ABSTRACTS.jsonl.gz [NUMBER]

Give it real, different abstracts: repeated ones make every cache look good. The first quarter of them is to warm up.
Records are validated and printed as JSON lines but not written; `benchmarks/peers.py` compares the whole with others.
"""

from __future__ import annotations

import gc
import sys
import time
from collections import defaultdict
from typing import TYPE_CHECKING

from peers import read

from extractor import Abstract, Extractor, resources
from extractor.assemble import record_of
from extractor.clean import clean
from extractor.confidence import Reliability
from extractor.document import Document, passage
from extractor.entries.evidence import Words
from extractor.entries.judging import Cards
from extractor.entries.merge import merge
from extractor.entries.ownership import ownership
from extractor.entries.roles import own_contributions
from extractor.folding import fold_singular
from extractor.passes.ner import ner_pass
from extractor.pipeline import RULE_PASSES
from extractor.relate import Scorecards, relate
from extractor.traced import TracedText
from extractor.writers import line_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeVar

    T = TypeVar("T")

NUMBER = 2_000
BATCH = 32


def table(path: str, number: int = NUMBER) -> Iterator[str]:
    """Yield the lines of the table, in Markdown."""
    abstracts = [Abstract(text, title=title) for title, text in read(path, number)]
    warm = len(abstracts) // 4
    stages = Stages()
    for at in range(0, len(abstracts), BATCH):
        if at <= warm < at + BATCH:
            gc.collect()
            gc.freeze()  # as `extractor run` does
            stages.seconds.clear()
            first = at
        stages.run(abstracts[at : at + BATCH])
    measured = len(abstracts) - first
    whole = sum(stages.seconds.values())
    yield "| stage | share | CPU ms an abstract |"
    yield "|---|---:|---:|"
    for name, spent in stages.seconds.items():
        yield f"| {name} | {spent / whole:.1%} | {1000 * spent / measured:.3f} |"
    yield f"| all | | {1000 * whole / measured:.3f} |"


class Stages:
    """The pipeline, stage by stage, with the CPU seconds that each has taken."""

    def __init__(self, *, cleaned: bool = True) -> None:
        """Load all that the stages need; with `cleaned` off, texts are left as they are."""
        self._clean = clean if cleaned else TracedText.of
        rules = Extractor(passes=tuple(RULE_PASSES)).ruleset
        self.seconds: dict[str, float] = defaultdict(float)
        self._passes = {name: make(rules) for name, make in RULE_PASSES.items()}
        self._ner = ner_pass(resources.model())
        self._roles, self._ownership = rules.of("roles"), rules.of("ownership")
        self._words, self._cards = Words.of(rules), Cards.load(with_model=True)
        self._generic = frozenset(map(fold_singular, rules.tables["generic"]["phrases"]))
        self._reliability, self._scorecards = Reliability.load(with_model=True), Scorecards.load()

    def run(self, batch: Sequence[Abstract]) -> None:
        """Run all stages over a batch."""

        def timed(name: str, run: Callable[[int], T]) -> list[T]:
            return self._timed(name, lambda: [run(at) for at in range(len(batch))])

        titles = timed("clean", lambda i: self._clean(batch[i].title) if batch[i].title else None)
        texts = timed("clean", lambda i: self._clean(batch[i].text))
        documents = timed("sentences, segments", lambda i: Document(
            passage("text", texts[i]), None if (title := titles[i]) is None else passage("title", title)
        ))  # fmt: skip
        found = [
            timed(name, lambda i, find=find: find(documents[i]))  # type: ignore[misc]
            for name, find in self._passes.items()
        ]
        found.append(self._timed("ner, the model", lambda: self._ner(documents)))
        findings = [[finding for one in found for finding in one[at]] for at in range(len(batch))]
        merged = timed("merge, judge", lambda i: merge(
            documents[i], findings[i], generic=self._generic, words=self._words, cards=self._cards
        ))  # fmt: skip
        own = timed("roles", lambda i: own_contributions(documents[i], merged[i].entries, self._roles, self._cards))
        numbers = timed("relate", lambda i: relate(documents[i], merged[i], own[i], scorecards=self._scorecards))
        owned = timed("ownership", lambda i: ownership(
            documents[i], findings[i], merged[i].entries, own[i], self._ownership
        ))  # fmt: skip
        records = timed("assemble", lambda i: record_of(
            batch[i], documents[i], merged[i], own=own[i], numbers=numbers[i], owned=owned[i],
            reliability=self._reliability,
        ))  # fmt: skip
        timed("validate, print", lambda i: line_of(records[i]))

    def _timed(self, name: str, run: Callable[[], T]) -> T:
        start = time.process_time()
        try:
            return run()
        finally:
            self.seconds[name] += time.process_time() - start


def main() -> None:
    """Measure and print the table."""
    for line in table(sys.argv[1], *map(int, sys.argv[2:3])):
        print(line)


if __name__ == "__main__":
    main()
