"""Peak memory against the size of the input: it must not grow.

    python benchmarks/memory.py ABSTRACTS.jsonl.gz FOLDER [GIGABYTES]

Inputs are made in FOLDER of the abstracts given, again and again under new ids, and removed after each row. Runs write
their records (`--passes links`, so that it is the reading and writing that is measured); the large files are only read.
Each row is a process of its own.
"""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING
from xml.sax.saxutils import escape

from extractor import Abstract, read_abstracts

if TYPE_CHECKING:
    from collections.abc import Iterator

_READ = "import sys; from extractor import read_abstracts; print(sum(1 for _ in read_abstracts(sys.argv[1])))"


def endless(path: str) -> Iterator[tuple[str, str, str]]:
    """Yield id, title and text of the abstracts, and begin again with other ids when they are over."""
    for turn in itertools.count():
        for number, found in enumerate(read_abstracts(path)):
            if isinstance(found, Abstract):
                yield f"x{turn}.{number}", found.title or "", found.text


def write_lines(out: IO[str], abstract: tuple[str, str, str]) -> None:
    """Write an abstract as a line of JSON."""
    out.write(json.dumps(dict(zip(("id", "title", "abstract"), abstract, strict=True))) + "\n")


def write_element(out: IO[str], abstract: tuple[str, str, str]) -> None:
    """Write an abstract as an element of a JSON array that has begun."""
    out.write(
        ("[" if out.tell() == 0 else ",\n") + json.dumps(dict(zip(("id", "title", "abstract"), abstract, strict=True)))
    )


def write_entry(out: IO[str], abstract: tuple[str, str, str]) -> None:
    """Write an abstract as an entry of an Atom feed that has begun."""
    if out.tell() == 0:
        out.write('<feed xmlns="http://www.w3.org/2005/Atom">\n')
    name, title, text = map(escape, abstract)
    out.write(f"<entry><id>{name}</id><title>{title}</title><summary>{text}</summary></entry>\n")


def measured(command: list[str]) -> tuple[float, float]:
    """Run a command and return its peak memory in megabytes and its seconds of processor time."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{' '.join(command)} ended with {status}")
    return usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime


def main() -> None:
    """Measure and print the table."""
    source, folder = sys.argv[1], Path(sys.argv[2])
    size = int(float(sys.argv[3] if len(sys.argv) > 3 else 2) * 1e9)
    out = str(folder / "memory.out.jsonl")
    run = [sys.executable, "-m", "extractor", "run", "--passes", "links", "--quiet", "-o", out]
    read = [sys.executable, "-c", _READ]
    rows = (
        ("run, JSON Lines", "memory.jsonl", write_lines, run, 40_000, None, ""),
        ("run, JSON Lines", "memory.jsonl", write_lines, run, 400_000, None, ""),
        ("read, one JSON array", "memory.json", write_element, read, None, size, "]"),
        ("read, XML", "memory.xml", write_entry, read, None, size, "</feed>"),
    )
    print(f"{'':24}{'abstracts':>12}{'MB':>8}{'peak MB':>10}{'CPU s':>8}")
    for name, file, write, command, number, most, end in rows:
        path, written = folder / file, 0
        with path.open("w", encoding="utf-8") as stream:
            for abstract in endless(source):
                write(stream, abstract)
                written += 1
                if written == number or (most and written % 1000 == 0 and stream.tell() > most):
                    break
            stream.write(end)
        peak, seconds = measured([*command, str(path)])
        print(f"{name:24}{written:12}{path.stat().st_size / 1e6:8.0f}{peak:10.0f}{seconds:8.0f}", flush=True)
        path.unlink()
    for path in folder.glob("memory.out.*"):
        path.unlink()


if __name__ == "__main__":
    main()
