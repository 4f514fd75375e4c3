"""Abstracts a second on one core, next to spaCy's blank tokenizer in the same run, and where the time goes.

    python benchmarks/throughput.py ABSTRACTS.jsonl.gz [NUMBER]

Give it real, different abstracts: repeated ones make every cache look good. So each round is over abstracts that
nobody has seen, and every row is run over them in turn, in short stretches, so that a busy machine slows all alike.
What is counted is the CPU time of this process; records are validated and printed as JSON lines but not written. The
stages are those of the rules alone.
"""

from __future__ import annotations

import gc
import resource
import statistics
import sys
import time
from collections import defaultdict
from itertools import islice
from typing import TYPE_CHECKING

import spacy

from extractor import Abstract, Extractor, read_abstracts
from extractor.assemble import record_of
from extractor.clean import clean
from extractor.confidence import Reliability
from extractor.document import Document, passage
from extractor.folding import fold_singular
from extractor.merge import merge
from extractor.pipeline import PASSES, RULE_PASSES
from extractor.relate import Scorecards, relate
from extractor.roles import own_contributions
from extractor.writers import line_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeVar

    T = TypeVar("T")

ROUNDS = 3
BATCH = 32
TOKENIZER, RULES, ALL = "spaCy's blank tokenizer", "extractor, rules only", "extractor, all passes"


def main() -> None:
    """Measure and print the tables."""
    path, number = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 2400
    abstracts = list(islice((found for found in read_abstracts(path) if isinstance(found, Abstract)), number))
    share = len(abstracts) // (ROUNDS + 1)
    nlp = spacy.blank("en")
    rows: dict[str, Callable[[Sequence[Abstract]], object]] = {
        TOKENIZER: lambda batch: [nlp.make_doc(abstract.text) and None for abstract in batch]
    }
    for name, passes in ((RULES, tuple(RULE_PASSES)), (ALL, PASSES)):
        extractor = Extractor(passes=passes)
        rows[name] = lambda batch, extractor=extractor: [line_of(record) for record in extractor.pipe(batch)]  # type: ignore[misc]
    stages = Stages(Extractor(passes=tuple(RULE_PASSES)))
    for batch in _batches(abstracts[:share]):  # patterns compiled, model loaded, common words known
        for run in (*rows.values(), stages.run):
            run(batch)
    stages.seconds.clear()
    gc.collect()
    gc.freeze()  # as `extractor run` does
    rounds = []
    for start in range(share, share * (ROUNDS + 1), share):
        seconds: dict[str, float] = defaultdict(float)
        for batch in _batches(abstracts[start : start + share]):
            for name, run in rows.items():
                _timed(seconds, name, run, batch)
            stages.run(batch)
        rounds.append(seconds)
    characters = sum(len(abstract.text) for abstract in abstracts) // len(abstracts)
    print(f"{ROUNDS} rounds of {share} abstracts of {characters} characters on average")
    print(f"{'':28}{'abstracts/s':>12}{'ratio':>8}{'CPU ms each':>13}")
    for name in rows:
        spent = statistics.median(seconds[name] for seconds in rounds)
        ratio = statistics.median(seconds[TOKENIZER] / seconds[name] for seconds in rounds)
        print(f"{name:28}{share / spent:12.0f}{ratio:8.2f}{1000 * spent / share:13.2f}")
    whole = sum(stages.seconds.values())
    print(f"\n{'stage, rules only':28}{'share':>12}{'CPU ms each':>21}")
    for name, spent in stages.seconds.items():
        print(f"{name:28}{spent / whole:12.1%}{1000 * spent / (share * ROUNDS):21.3f}")
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def _batches(abstracts: Sequence[Abstract]) -> Iterator[Sequence[Abstract]]:
    return (abstracts[start : start + BATCH] for start in range(0, len(abstracts), BATCH))


def _timed(
    seconds: dict[str, float], name: str, run: Callable[[Sequence[Abstract]], T], batch: Sequence[Abstract]
) -> T:
    start = time.process_time()
    result = run(batch)
    seconds[name] += time.process_time() - start
    return result


class Stages:
    """The pipeline of the rules, stage by stage, with the CPU seconds that each has taken."""

    def __init__(self, extractor: Extractor) -> None:
        """Prepare the stages."""
        rules = extractor.ruleset
        self.seconds: dict[str, float] = defaultdict(float)
        self._passes = {name: make(rules) for name, make in RULE_PASSES.items()}
        self._roles = rules.of("roles")
        self._generic = frozenset(map(fold_singular, rules.tables["generic"]["phrases"]))
        self._reliability, self._scorecards = Reliability.load(with_model=False), Scorecards.load()

    def run(self, batch: Sequence[Abstract]) -> None:
        """Run all stages over a batch."""

        def timed(name: str, run: Callable[[int], T]) -> list[T]:
            return _timed(self.seconds, name, lambda _: list(map(run, range(len(batch)))), batch)

        titles = timed("clean", lambda i: clean(batch[i].title) if batch[i].title else None)
        texts = timed("clean", lambda i: clean(batch[i].text))
        documents = timed("sentences, segments", lambda i: Document(
            passage("text", texts[i]), None if (title := titles[i]) is None else passage("title", title)
        ))  # fmt: skip
        found = [
            timed(name, lambda i, find=find: find(documents[i]))  # type: ignore[misc]
            for name, find in self._passes.items()
        ]
        merged = timed("merge", lambda i: merge(
            documents[i], [finding for one in found for finding in one[i]], generic=self._generic
        ))  # fmt: skip
        own = timed("roles", lambda i: own_contributions(documents[i], merged[i].entries, self._roles))
        numbers = timed("relate", lambda i: relate(documents[i], merged[i], own[i], scorecards=self._scorecards))
        records = timed("assemble", lambda i: record_of(
            batch[i], documents[i], merged[i], own=own[i], numbers=numbers[i], reliability=self._reliability
        ))  # fmt: skip
        timed("validate, print", lambda i: line_of(records[i]))


if __name__ == "__main__":
    main()
