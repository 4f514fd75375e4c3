"""All that is measured of speed and growth, as the page docs/performance.md.

    pip install -r benchmarks/peers.txt
    python benchmarks/performance.py ABSTRACTS.jsonl.gz --write docs/performance.md

Give it real, different abstracts, 10,000 of them or more, on a machine that does nothing else; it takes some minutes.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

import growth
import peers
import throughput

if TYPE_CHECKING:
    from collections.abc import Iterator

_ABOUT = """\
# Performance

Made by `python benchmarks/performance.py ABSTRACTS --write docs/performance.md`, over real abstracts of
machine-learning papers, none of them twice, on

> {machine}

Absolute figures depend on the machine and on what else it does: compare by the ratio to spaCy's blank tokenizer,
which ran over the same abstracts in the same seconds. Time is CPU time, of one core unless a table says
otherwise; what the extractor makes is read back and validated in each of these figures.
"""
_PEERS = """\
## Beside other tools

Each tool ran in a process of its own over {number:,} abstracts, a quarter of them to warm up. All but the
extractor do a part of its work: no other reads abstracts into records. spaCy's networks ran with numpy
operators, which are faster for them than the default, in batches of {batch}.
"""
_STAGES = """\
## Where the time goes
"""
_CORES = """\
## More cores, and the start

Workers are forked from a process that has loaded all, where the system allows it; output is the same bytes for
any number. What a first command compiles, the next ones find in the user's cache folder; the environment variable
`EXTRACTOR_CACHE` names another folder, or none if it is empty.
"""
_GROWTH = """\
## How it grows

Time grows with the length of an abstract and with the number of abstracts, and not with the number of names in the
lists. Memory rises while the caches of words fill. Rules were multiplied by taking all of them again
under other names, so that what they find is found as many times and brought together again;
a rule that finds nothing costs less.
"""


def page(path: str, *, share: float = 1.0) -> Iterator[str]:
    """Yield the lines of the page.

    Args:
        path: the file of abstracts.
        share: how much of the usual work is done, for a quick look.
    """
    number = max(64, round(peers.NUMBER * share))
    yield _ABOUT.format(machine=machine())
    yield _PEERS.format(number=number, batch=peers.STRETCH)
    yield from peers.table(peers.read(path, number))
    yield f"\n{_STAGES}"
    yield from throughput.table(path, max(64, round(throughput.NUMBER * share)))
    yield f"\n{_CORES}"
    # On its own, since what the system tells of the memory of processes begins with that of their parent.
    command = [sys.executable, str(Path(__file__).with_name("processes.py")), path, str(max(64, round(8_000 * share)))]
    yield from subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    yield f"\n{_GROWTH}"
    yield from growth.tables(path, share=share)


def machine() -> str:
    """Describe this machine: processor, cores, memory, system, Python, and the libraries that matter."""
    model = platform.processor() or platform.machine()
    with Path("/proc/cpuinfo").open(encoding="utf-8") if Path("/proc/cpuinfo").exists() else open(os.devnull) as told:  # noqa: PTH123
        model = next((line.partition(":")[2].strip() for line in told if line.startswith("model name")), model)
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30 if hasattr(os, "sysconf") else 0
    libraries = ", ".join(f"{name} {metadata.version(name)}" for name in ("numpy", "spacy", "pydantic", "regex"))
    return (
        f"{model}, {os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()}, "
        f"{platform.python_implementation()} {platform.python_version()}, {libraries}"
    )


def main() -> None:
    """Measure, and print or write the page."""
    parser = argparse.ArgumentParser(description="Measure speed and growth.")
    parser.add_argument("abstracts", help="a file of at least 10,000 different abstracts")
    parser.add_argument("--write", metavar="FILE", type=Path, help="write the page there")
    parser.add_argument("--share", type=float, default=1.0, help="how much of the usual work (default: 1)")
    arguments = parser.parse_args()
    lines = []
    for line in page(arguments.abstracts, share=arguments.share):
        print(line, file=sys.stderr if arguments.write else sys.stdout, flush=True)
        lines.append(f"{line}\n")
    if arguments.write:
        arguments.write.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
