"""Abstracts a second on one core, next to spaCy's blank tokenizer in the same run.

    python benchmarks/throughput.py ABSTRACTS.jsonl.gz [NUMBER]

Give it real, different abstracts: repeated ones make every cache look good. Each row is the median of three rounds over
the same abstracts, in CPU time of this process, records validated and printed as JSON lines but not written.
"""

from __future__ import annotations

import resource
import statistics
import sys
import time
from itertools import islice
from typing import TYPE_CHECKING

import spacy

from extractor import Abstract, Extractor, read_abstracts
from extractor.pipeline import PASSES, RULE_PASSES
from extractor.writers import line_of

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 3


def main() -> None:
    """Measure and print the table."""
    path, number = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    abstracts = list(islice((found for found in read_abstracts(path) if isinstance(found, Abstract)), number))
    nlp = spacy.blank("en")
    rows: dict[str, Callable[[], object]] = {
        "spaCy's blank tokenizer": lambda: [nlp.make_doc(abstract.text) for abstract in abstracts]
    }
    for name, passes in (("extractor, rules only", tuple(RULE_PASSES)), ("extractor, all passes", PASSES)):
        extractor = Extractor(passes=passes)
        list(extractor.pipe(abstracts[:64]))  # patterns compiled, model loaded
        rows[name] = lambda extractor=extractor: [line_of(record) for record in extractor.pipe(abstracts)]  # type: ignore[misc]
    seconds: dict[str, list[float]] = {name: [] for name in rows}
    for _ in range(ROUNDS):
        for name, run in rows.items():
            start = time.process_time()
            run()
            seconds[name].append(time.process_time() - start)
    median = {name: statistics.median(times) for name, times in seconds.items()}
    first = next(iter(median.values()))
    characters = sum(len(abstract.text) for abstract in abstracts) // len(abstracts)
    print(f"{len(abstracts)} abstracts of {characters} characters on average")
    print(f"{'':28}{'abstracts/s':>12}{'ratio':>8}")
    for name, spent in median.items():
        print(f"{name:28}{len(abstracts) / spent:12.0f}{first / spent:8.2f}")
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
