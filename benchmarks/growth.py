"""How the time of an abstract grows: with its length, with how many there are, with the name lists, with the rules.

    python benchmarks/growth.py ABSTRACTS.jsonl.gz [--share 0.1]

Give it real, different abstracts. Each row is a process of its own; what is counted is CPU time. Loading stands apart,
and each process has met other abstracts before it is measured.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

from peers import peak, read

from extractor import Abstract, Extractor, resources
from extractor.writers import line_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

LENGTHS = (100, 1_000, 10_000, 50_000, 200_000)
NUMBERS = (500, 2_000, 8_000)
NAMES = (1_000, 10_000, 50_000, 200_000)
COPIES = (0, 1, 3)
WARM, EACH = 100, 400  # abstracts
_SOUNDS = ("bdfghjklmnprstvz", "aeiou")
CHARACTERS = 400_000  # of text for each length


def tables(path: str, *, share: float = 1.0) -> Iterator[str]:
    """Yield the lines of the tables, in Markdown.

    Args:
        path: the file of abstracts.
        share: how much of the usual work is done, for a quick look.
    """
    texts = [text for _, text in read(path, round((WARM + EACH) * max(share, 0.1)))]
    yield "| characters of the text | CPU ms each | CPU ms for 1,000 characters |"
    yield "|---:|---:|---:|"
    # Met before, so that what is made at a first match, or of a new word, is left out: more text has more of these.
    for length in LENGTHS:
        made = list(itertools.islice(_of_length(texts, length), max(2, round(CHARACTERS * share / length))))
        _, spent, _ = _apart(measured, made, [*texts, *made])
        yield f"| {length:,} | {1000 * spent / len(made):,.2f} | {1e6 * spent / sum(map(len, made)):.2f} |"
    yield "\n| abstracts in a run | CPU s of the command | CPU ms for each more | peak memory, MB |"
    yield "|---:|---:|---:|---:|"
    before = None
    for number in (max(2, round(one * share)) for one in NUMBERS):
        seconds, peak = _run(path, number)
        more = f"{1000 * (seconds - before[1]) / (number - before[0]):.2f}" if before else ""
        before = number, seconds
        yield f"| {number:,} | {seconds:.1f} | {more} | {peak:.0f} |"
    yield "\n| names in the lists | CPU s to load | CPU ms an abstract | peak memory, MB |"
    yield "|---:|---:|---:|---:|"
    names, made = sum(1 for _ in _shipped_names()), texts[WARM:] or texts
    for more in (0, *NAMES):
        with tempfile.TemporaryDirectory() as folder:
            _write_names(Path(folder), more)
            loading, spent, peak = _apart(measured, made, texts[:WARM], rules=[folder])
        yield f"| {names + more:,} | {loading:.2f} | {1000 * spent / len(made):.2f} | {peak:.0f} |"
    yield "\n| rules | CPU s to load | CPU ms an abstract, without the model | peak memory, MB |"
    yield "|---:|---:|---:|---:|"
    for copies in COPIES:
        with tempfile.TemporaryDirectory() as folder:
            rules = _write_rules(Path(folder), copies)
            passes = ("links", "numbers", "definitions", "names")
            loading, spent, peak = _apart(measured, made, texts[:WARM], rules=[folder], passes=passes)
        yield f"| {rules} | {loading:.2f} | {1000 * spent / len(made):.2f} | {peak:.0f} |"


def measured(texts: Sequence[str], warm: Sequence[str], options: dict[str, Any]) -> tuple[float, float, float]:
    """Return the seconds that loading takes and those that the texts take, and the peak memory in megabytes."""
    start = time.process_time()
    extractor = Extractor(**options)
    _extract(extractor, warm[:1])
    loading = time.process_time() - start
    _extract(extractor, warm)
    start = time.process_time()
    _extract(extractor, texts)
    return loading, time.process_time() - start, peak()


def _extract(extractor: Extractor, texts: Iterable[str]) -> None:
    for record in extractor.pipe(map(Abstract, texts)):
        line_of(record)


def _apart(run: Callable[..., Any], texts: Sequence[str], warm: Sequence[str], **options: Any) -> Any:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(run, texts, warm, options).result()


def _of_length(texts: Sequence[str], length: int) -> Iterator[str]:
    """Yield texts of a length, made of abstracts one behind the other, each time from another one on."""
    for start in itertools.count(step=7):
        pieces, size = [], 0
        for text in itertools.islice(itertools.cycle(texts), start % len(texts), None):
            pieces.append(text)
            size += len(text) + 1
            if size > length:
                break
        yield " ".join(pieces)[:length]


def _run(path: str, number: int) -> tuple[float, float]:
    """Return the CPU seconds and the peak memory in megabytes of the command."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", _COMMAND, path, str(number), f"{folder}/out.jsonl", _HERE]
        told = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    seconds, peak = json.loads(told)
    return seconds, peak


_HERE = str(Path(__file__).parent)
_COMMAND = """
import json, resource, sys
sys.path.insert(0, sys.argv.pop())
from peers import peak
from extractor.cli import main
path, number, out = sys.argv[1:]
code = main(["run", path, "-o", out, "--limit", number, "-q"])
used = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps([used.ru_utime + used.ru_stime, peak()]))
sys.exit(code if code != 3 else 0)
"""


def _shipped_names() -> Iterator[str]:
    for file in resources.data("rules").joinpath("names").iterdir():
        yield from filter(str.strip, file.read_text(encoding="utf-8").splitlines())


def _write_names(folder: Path, number: int) -> None:
    """Write a list of as many names of one to three words, none of which anybody has heard of."""
    chance = random.Random(1)  # noqa: S311 - the same names each time
    made: set[str] = set()
    while len(made) < number:
        words = (
            "".join(map("".join, zip(*(chance.choices(of, k=3) for of in _SOUNDS), strict=True))) for _ in range(3)
        )
        made.add(" ".join(word.title() for word in itertools.islice(words, chance.randrange(1, 4))))
    (folder / "names").mkdir()
    with (folder / "names" / "made.jsonl").open("w", encoding="utf-8") as out:
        for at, name in enumerate(sorted(made)):
            out.write(json.dumps({"name": name, "kind": ("method", "benchmark")[at % 2]}) + "\n")


def _write_rules(folder: Path, copies: int) -> int:
    """Write all rules some times more, under other names; return how many there are then."""
    shipped = Path(str(resources.data("rules")))
    rules = [path for path in shipped.rglob("*/*.toml") if path.name != "fragments.toml"]
    for path, copy in itertools.product(rules, range(copies)):
        there = folder / path.relative_to(shipped).with_name(f"{path.stem}-{copy}.toml")
        there.parent.mkdir(parents=True, exist_ok=True)
        there.write_bytes(path.read_bytes())
    return len(rules) * (copies + 1)


def main() -> None:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(description="How the time of an abstract grows.")
    parser.add_argument("abstracts", help="a file of at least some thousand different abstracts")
    parser.add_argument("--share", type=float, default=1.0, help="how much of the usual work (default: 1)")
    arguments = parser.parse_args()
    for line in tables(arguments.abstracts, share=arguments.share):
        print(line, flush=True)


if __name__ == "__main__":
    main()
