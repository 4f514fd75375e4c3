"""Train teachers on gold, and let them read abstracts that nobody has annotated, which gives silver.

    python teacher/teach.py train train.gold.jsonl --held-out 5 -o first.pt
    python teacher/teach.py read arxiv.jsonl.gz --not-in train.gold.jsonl --teachers first.pt -o silver.jsonl

See README.md beside this file. On one core a teacher takes about a second to learn from eight abstracts, so ten minutes
for a thousand, and reads about fifteen a second.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import network
import numpy as np
import torch
from network import Settings, Teacher
from words import Duplicates

from extractor import Abstract, read_abstracts
from extractor.gold.files import read_gold
from extractor.passes.ner import TAGS
from extractor.passes.ner.tags import names
from extractor.pipeline import document_of
from extractor.readers.ids import with_prefix
from extractor.train.align import align
from extractor.train.network import edges, lesson, tokenizing_pipeline
from extractor.train.silver import thoughts
from extractor.train.training import parts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from network import Reading
    from numpy.typing import NDArray
    from spacy.tokens import Doc

    from extractor.gold.files import GoldAbstract

_AT_ONCE = 256
_NLP = tokenizing_pipeline()


class Pupil(NamedTuple):
    """An abstract: its passages' fields and docs, and how the teacher reads it."""

    id: str
    docs: dict[str, Doc]
    reading: Reading


def pupil(abstract: Abstract, abstract_id: str) -> Pupil:
    """Return an abstract made ready for the teacher."""
    docs = {passage.field: _NLP.make_doc(passage.text) for passage in document_of(abstract).passages}
    passages = [(field, [(token.text, bool(token.whitespace_)) for token in doc]) for field, doc in docs.items()]
    return Pupil(abstract_id, docs, network.read(passages))


def wanted(gold: GoldAbstract, docs: dict[str, Doc]) -> NDArray[np.float32]:
    """Return the share of each tag at each word of an annotated abstract."""
    spans = align(gold, document_of(Abstract(gold.text, title=gold.title))).spans
    return np.concatenate(
        [lesson(doc, [span for span in spans if span.field == field]).shares for field, doc in docs.items()]
    )


def unread(texts: Path, gold: Sequence[GoldAbstract], count: int) -> list[Abstract]:
    """Return so many abstracts, by chance but always the same, that are not gold, nor nearly."""
    known = {with_prefix(each.id.removeprefix("arxiv-")) for each in gold}
    seen = Duplicates(each.text for each in gold)
    found = (each for each in read_abstracts(texts) if isinstance(each, Abstract) and each.id)
    by_chance = sorted(found, key=lambda each: hashlib.sha256((each.id or "").encode()).digest())
    return list(islice((each for each in by_chance if each.id not in known and each.text not in seen), count))


def silver(teachers: Sequence[Teacher], abstracts: Sequence[Abstract]) -> Iterator[dict[str, object]]:
    """Yield what the teachers think, on average, of each abstract that is not too long for them."""
    for first in range(0, len(abstracts), _AT_ONCE):
        pupils = [pupil(abstract, abstract.id or "") for abstract in abstracts[first : first + _AT_ONCE]]
        readings = [each.reading for each in pupils]
        for each, *several in zip(pupils, *(network.shares(teacher, readings) for teacher in teachers), strict=True):
            if (each.reading.first >= 0).all():
                cuts = np.cumsum([len(doc) for doc in each.docs.values()])[:-1]
                said = zip(each.docs.items(), np.split(np.mean(several, axis=0), cuts), strict=True)
                yield {"id": each.id} | {field: thoughts(edges(doc), part) for (field, doc), part in said}


def agreement(teacher: Teacher, pupils: Sequence[Pupil], right: Sequence[NDArray[np.float32]]) -> str:
    """Return how many of the mentions of abstracts that the teacher has not seen it finds, edge to edge."""
    both = found = there = 0
    for shares, rows in zip(network.shares(teacher, [each.reading for each in pupils]), right, strict=True):
        numbers = np.arange(len(rows))
        known = rows.max(axis=1) > 0
        right_names = {name[:3] for name in names(np.where(rows > 0, 20.0, 0.0), numbers)}
        its_names = {name[:3] for name in names(np.log(np.maximum(shares, 1e-9)), numbers)}
        its_names = {name for name in its_names if known[name[0] : name[1]].all()}
        right_names = {name for name in right_names if known[name[0] : name[1]].all()}
        both, found, there = both + len(its_names & right_names), found + len(its_names), there + len(right_names)
    return (
        f"precision {both / max(found, 1):.3f}, recall {both / max(there, 1):.3f}, F1 {2 * both / (found + there):.3f}"
    )


def train(options: argparse.Namespace) -> None:
    """Train a teacher, measure it if gold was held out, and write its weights."""
    gold = list(read_gold(options.gold))
    pupils = [pupil(Abstract(each.text, title=each.title), each.id) for each in gold]
    right = [wanted(each, one.docs) for each, one in zip(gold, pupils, strict=True)]
    learnt, held_out = list(range(len(gold))), list[int]()
    if options.held_out:
        learnt, held_out = next(parts(len(gold), options.held_out))
    teacher = network.train(
        [pupils[number].reading for number in learnt],
        [right[number] for number in learnt],
        Settings(tags=len(TAGS), epochs=options.epochs),
        seed=options.seed,
        tell=_tell,
    )
    torch.save(teacher.state_dict(), options.output)
    if held_out:
        measured = [pupils[number] for number in held_out], [right[number] for number in held_out]
        _tell(f"mentions in {len(held_out)} abstracts not learnt from: {agreement(teacher, *measured)}")


def read(options: argparse.Namespace) -> None:
    """Let teachers read, and write silver."""
    teachers = []
    for path in options.teachers:
        teachers.append(Teacher(len(TAGS)))
        teachers[-1].load_state_dict(torch.load(path))
    known = [each for path in options.not_in for each in read_gold(path)]
    abstracts = unread(options.texts, known, options.abstracts)
    _tell(f"reading {len(abstracts)} abstracts")
    with options.output.open("w", encoding="utf-8") as out:
        for number, line in enumerate(silver(teachers, abstracts), 1):
            out.write(json.dumps(line) + "\n")
            if number % 1000 == 0:
                _tell(f"{number} written")


def _tell(line: str) -> None:
    print(f"{time.process_time():6.0f} s  {line}", flush=True)


def main() -> None:
    """Run the script."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("train", help="train a teacher")
    command.add_argument("gold", type=Path, help="the gold file to learn from")
    command.add_argument("--held-out", type=int, default=0, help="measure on the first of N parts, and do not learn it")
    command.add_argument("--epochs", type=int, default=5)
    command.add_argument("--seed", type=int, default=0)
    command.add_argument("-o", "--output", type=Path, required=True, help="file for the teacher's weights")
    command.set_defaults(run=train)
    command = commands.add_parser("read", help="read abstracts and write silver")
    command.add_argument("texts", type=Path, help="abstracts that nobody has annotated")
    command.add_argument("--teachers", type=Path, nargs="+", required=True, help="weights; the mean of several counts")
    command.add_argument(
        "--not-in", type=Path, action="append", default=[], help="a gold file of which nothing is read"
    )
    command.add_argument("--abstracts", type=int, default=12_000, help="how many to read (default: 12000)")
    command.add_argument("-o", "--output", type=Path, required=True, help="the silver file")
    command.set_defaults(run=read)
    options = parser.parse_args()
    torch.set_num_threads(1)  # on a busy machine two take longer than one
    options.run(options)


if __name__ == "__main__":
    main()
