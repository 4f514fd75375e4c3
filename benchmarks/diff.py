"""`extractor diff` next to reading both files, to duckdb and to csv-diff: seconds, seconds of CPU, peak memory.

    python benchmarks/diff.py [RECORDS] [FOLDER]

It makes its files itself, in FOLDER, where it finds them again, or in a temporary one: synthetic records of realistic
size, of which one in a hundred has another number, method or confidence in the other file. The peers, a full outer join
in duckdb and csv-diff, are measured where they are installed (`pip install duckdb csv-diff`). Each row is a process of
its own. csv-diff, which holds both files in memory, and gzip are left out beyond 200,000 records.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ONE_IN = 100
FEW = 200_000
PROSE = """
we propose a method that learns from data and improves accuracy over strong baselines on several benchmarks with less
memory and time than models of the same size while training on tokens of web text in many languages
"""

READ = """
import sys
for one, other in zip(open(sys.argv[1], "rb"), open(sys.argv[2], "rb")):
    pass
"""
COMMAND = "import sys; from extractor.cli import main; sys.exit(main(['diff', *sys.argv[1:]]))"
DUCKDB = """
import sys, duckdb
print(duckdb.sql(f'''
    SELECT count(*) FROM read_json_auto('{sys.argv[1]}', format = 'newline_delimited') AS old
    FULL OUTER JOIN read_json_auto('{sys.argv[2]}', format = 'newline_delimited') AS new ON old.id = new.id
    WHERE old IS DISTINCT FROM new
''').fetchall())
"""
CSV_DIFF = """
import io, json, sys, csv_diff
load = lambda path: csv_diff.load_json(io.StringIO("[" + ",".join(open(path, encoding="utf-8")) + "]"), "id")
print(len(csv_diff.compare(load(sys.argv[1]), load(sys.argv[2]))["changed"]))
"""


def main() -> None:
    """Make the files, measure, and print the table."""
    if sys.argv[1:2] == ["--make"]:
        make(int(sys.argv[2]), Path(sys.argv[3]))
        return
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(sys.argv[2] if len(sys.argv) > 2 else temporary)
        old, new, shuffled = paths(number, folder)
        if not shuffled.exists():
            # In a process of its own: what it needs at most would count for all that are begun later.
            subprocess.run([sys.executable, __file__, "--make", str(number), str(folder)], check=True)
        print(f"{number} records, {old.stat().st_size / number:.0f} bytes each, {number // ONE_IN} of them differ")
        print(f"{'':44}{'seconds':>9}{'CPU':>7}{'MB':>7}")
        rows: list[tuple[str, str, list[Path | str]]] = [
            ("reading both, line by line", READ, [old, new]),
            ("extractor diff, in the same order", COMMAND, [old, new]),
            ("extractor diff, files that are the same", COMMAND, [old, old]),
            ("extractor diff, in another order", COMMAND, [old, shuffled]),
            ("extractor diff --fail-on a percentage", COMMAND, [old, new, "--fail-on", "methods.removed > 1%"]),
            ("duckdb, full outer join: how many differ", DUCKDB, [old, new]),
        ]
        if number <= FEW:
            rows.append(("extractor diff, gzip, in the same order", COMMAND, [f"{old}.gz", f"{new}.gz"]))
            rows.append(("csv-diff: which fields differ", CSV_DIFF, [old, new]))
        for name, code, arguments in rows:
            print(f"{name:44}{measured(code, arguments)}", flush=True)


def paths(number: int, folder: Path) -> tuple[Path, Path, Path]:
    """Return the files of so many records: the old one, the new one, and the new one in another order."""
    return folder / f"old-{number}.jsonl", folder / f"new-{number}.jsonl", folder / f"shuffled-{number}.jsonl"


def make(number: int, folder: Path) -> None:
    """Write the files of so many records."""
    old, new, shuffled = paths(number, folder)
    write(old, new, number)
    for path in (old, new) if number <= FEW else ():
        with path.open("rb") as plain, gzip.open(f"{path}.gz", "wb", compresslevel=1) as packed:
            shutil.copyfileobj(plain, packed)
    shuffle(new, shuffled)


def measured(code: str, arguments: list[Any]) -> str:
    """Run Python code as a process of its own; return its time and peak memory, or that it failed."""
    start = time.perf_counter()
    child = os.fork()
    if not child:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        os.execv(sys.executable, [sys.executable, "-c", code, *map(str, arguments)])  # noqa: S606 - no shell needed
    _, status, usage = os.wait4(child, 0)
    if status not in (0, 1 << 8):  # 1: the files differ
        return "   failed, or is not installed"
    seconds = time.perf_counter() - start
    return f"{seconds:9.1f}{usage.ru_utime + usage.ru_stime:7.1f}{usage.ru_maxrss / 1024:7.0f}"


def write(old: Path, new: Path, number: int) -> None:
    """Write the records of both sides, all from one seed."""
    chance = random.Random(1)  # noqa: S311 - the same files each time
    with old.open("w", encoding="utf-8") as one, new.open("w", encoding="utf-8") as other:
        for at in range(number):
            record = made(at, chance)
            line = json.dumps(record, separators=(",", ":"))
            one.write(f"{line}\n")
            if at % ONE_IN == 0:
                change(record, chance)
                line = json.dumps(record, separators=(",", ":"))
            other.write(f"{line}\n")


def made(at: int, chance: random.Random) -> dict[str, Any]:
    """Return a record with three methods, a benchmark, two numbers."""
    words = chance.choices(PROSE.split(), k=150)
    named = [f"{chance.choice('ABCDEFGH')}{chance.randrange(10**6)}Net" for _ in range(3)]
    bench, value = f"Bench{chance.randrange(2000)}", round(chance.uniform(1, 99), 1)
    for place, name in zip((5, 40, 80, 100, 120, 130), (*named, bench, f"{value}%", f"{at % 9 + 2}x"), strict=True):
        words[place] = name
    text = " ".join(words)
    found = {"confidence": 0.96, "found_by": ["names/methods", "ner"]}

    def mentions(name: str) -> list[dict[str, Any]]:
        start = text.index(name)
        return [{"field": "text", "start": start, "end": start + len(name), "text": name}]

    def entry(name: str, role: str) -> dict[str, Any]:
        return {"name": name, "aliases": [], "canonical": None, "role": role, "mentions": mentions(name), **found}

    def number(stands: str, unit: str) -> dict[str, Any]:
        place = {key: value for key, value in mentions(stands)[0].items() if key != "field"}
        return {
            "text": stands, "start": place["start"], "end": place["end"], "value": float(stands[:-1]),
            "value_max": None, "uncertainty": None, "unit": unit, "of": None, "kind": "result", "qualifier": "exact",
            "change": None, "metric": "accuracy", "benchmark": bench, "method": named[0], "baseline": named[1],
            "confidence": 0.97, "found_by": ["numbers/percent" if unit == "percent" else "numbers/times"],
        }  # fmt: skip

    return {
        "schema_version": 1, "id": f"arxiv:{at // 10000:04}.{at % 10000:05}", "title": f"On {named[0]}", "text": text,
        "sources": [{"file": "dump.jsonl", "position": at + 1, "collection": None}],
        "methods": [entry(name, role) for name, role in zip(named, ("proposed", *["mentioned"] * 2), strict=True)],
        "benchmarks": [entry(bench, "evaluated")],
        "numbers": [number(f"{value}%", "percent"), number(f"{at % 9 + 2}x", "times")],
        "links": [],
    }  # fmt: skip


def change(record: dict[str, Any], chance: random.Random) -> None:
    """Let one thing of a record be another."""
    match chance.randrange(3):
        case 0:
            record["methods"].pop()
        case 1:
            record["numbers"][0]["kind"] = "size"
        case _:
            record["methods"][0]["confidence"] = 0.5


def shuffle(source: Path, target: Path) -> None:
    """Write the lines of a file in another order."""
    places, place = [], 0
    with source.open("rb") as lines:
        for line in lines:
            places.append((place, len(line)))
            place += len(line)
        random.Random(2).shuffle(places)  # noqa: S311 - the same order each time
        with target.open("wb") as out:
            for start, size in places:
                lines.seek(start)
                out.write(lines.read(size))


if __name__ == "__main__":
    main()
