"""What worker processes give, and how long it takes to the first record.

    python benchmarks/processes.py ABSTRACTS.jsonl.gz [NUMBER]

Seconds on the clock say something on an otherwise idle machine alone; CPU seconds are of all processes together.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

NUMBER = 8_000

MILLIONS, MANY_CORES = 3, (2, 16, 64)

_COMMAND = """
import json, resource, sys, time
start = time.perf_counter()
from extractor.cli import main
code = main(sys.argv[1:])
used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
cpu = [one.ru_utime + one.ru_stime for one in used]
print(json.dumps([time.perf_counter() - start, *cpu, *(one.ru_maxrss / 1024 for one in used)]))
sys.exit(0 if code in (0, 3) else code)
"""


class Cost(NamedTuple):
    """What a command takes: seconds on the clock, CPU seconds of it and its workers, peak MB of it and of a worker."""

    clock: float
    parent: float
    workers: float
    peak: float
    worker_peak: float


def table(path: str, number: int = NUMBER) -> Iterator[str]:
    """Yield the lines of the tables, in Markdown."""
    yield f"| {number:,} abstracts | s on the clock | CPU s, parent | CPU s, workers | peak memory, MB |"
    yield "|---|---:|---:|---:|---:|"
    for workers in (1, 2):
        cost = _run(path, "--limit", str(number), "-j", str(workers))
        peak = f"{cost.peak:.0f}" + (f" and {cost.worker_peak:.0f} a worker" if workers > 1 else "")
        yield f"| -j {workers} | {cost.clock:.1f} | {cost.parent:.1f} | {cost.workers:.1f} | {peak} |"
    few = _run(path, "--limit", str(number // 8), "-j", "2")
    more = number - number // 8
    parent, worker = (max(1e-9, (getattr(cost, of) - getattr(few, of)) / more) for of in ("parent", "workers"))
    yield (
        f"\nOne abstract more costs a worker {1000 * worker:.2f} ms and the parent {1000 * parent:.2f} ms,"
        f"\nwhich reads, writes and keeps the order: a parent keeps about {worker / parent:.0f} workers busy."
        f"\nSo, by arithmetic:\n"
    )
    yield f"| {MILLIONS} million abstracts | `-j N` | a run for each part of the input, or Spark |"
    yield "|---|---:|---:|"
    for cores in MANY_CORES:
        apart = MILLIONS * 1e6 * (parent + worker) / cores
        together = max(apart, MILLIONS * 1e6 * parent)  # cores are shared, but the parent is one process
        yield f"| {cores} cores | {together / 3600:.2f} h | {apart / 3600:.2f} h |"
    yield "\n| start to the first record and end | s on the clock | CPU s | peak memory, MB |"
    yield "|---|---:|---:|---:|"
    for name, options in (("all passes", ()), ("rules only", ("--passes", "links,numbers,definitions,names"))):
        for when, cache in (("", None), (", the first time, when patterns are compiled", "")):
            cost = min(_run(path, "--limit", "1", *options, cache=cache) for _ in range(3))
            yield f"| {name}{when} | {cost.clock:.2f} | {cost.parent:.2f} | {cost.peak:.0f} |"


def _run(path: str, *options: str, cache: str | None = None) -> Cost:
    """Run a command; `cache` is the folder for compiled patterns, empty for none, and the user's own by default."""
    # The modules of an installed package are compiled once, whatever this says.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    if cache is not None:
        environment["EXTRACTOR_CACHE"] = cache
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", _COMMAND, "run", path, "-o", f"{folder}/out.jsonl", "-q", *options]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=environment)
        return Cost(*json.loads(done.stdout))


def main() -> None:
    """Measure and print the tables."""
    for line in table(sys.argv[1], *map(int, sys.argv[2:3])):
        print(line, flush=True)


if __name__ == "__main__":
    main()
