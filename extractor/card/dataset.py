"""What a card tells: a file of records, what is in it, and the run that made it."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from pydantic import ValidationError

from extractor.errors import InputError
from extractor.readers import read_records
from extractor.readers.inputs import STDIN
from extractor.readers.runfile import run_file_of
from extractor.records import RunFile, first_fault

if TYPE_CHECKING:
    from collections.abc import Iterable

    from extractor.records import AbstractRecord

Form: TypeAlias = Literal["jsonl", "jsonl.gz", "jsonl.zst", "parquet"]
"""What a file of records is, told by its first bytes."""

KINDS = ("methods", "benchmarks", "numbers", "links")

_MAGIC: dict[bytes, Form] = {b"PAR1": "parquet", b"\x1f\x8b": "jsonl.gz", b"\x28\xb5\x2f\xfd": "jsonl.zst"}


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What only the publisher of a dataset knows.

    Attributes:
        title: what it is called.
        license: the licence of the records: an id that the hub or SPDX knows, or a URL.
        url: its page.
        creators: who publishes it.
        published: when, as `2026-03-01`.
        version: which version of the dataset it is, as `1.0.0`.
    """

    title: str | None = None
    license: str | None = None
    url: str | None = None
    creators: tuple[str, ...] = ()
    published: str | None = None
    version: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """What is in a file of records.

    Attributes:
        records: how many there are.
        with_text: how many have the text of their abstract.
        with_title: how many have a title.
        with_kind: how many have an entry of this kind, by kind.
        entries: how many entries there are, by kind.
        roles: how many methods and benchmarks there are, by role.
        number_kinds: how many numbers there are, by kind.
        results: how many numbers are results.
        tied: how many of these are tied to a metric, benchmark, method, baseline.
        years: the first and the last year that a source tells, if any does.
    """

    records: int
    with_text: int
    with_title: int
    with_kind: dict[str, int]
    entries: dict[str, int]
    roles: dict[str, int]
    number_kinds: dict[str, int]
    results: int
    tied: dict[str, int]
    years: tuple[int, int] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dataset:
    """A file of records as a card tells it.

    Attributes:
        file: its name, without its folder.
        form: what it is.
        bytes: how large it is.
        sha256: its digest.
        contents: what is in it.
        run: what made it; None where no run file is known.
        about: what its publisher says.
    """

    file: str
    form: Form
    bytes: int
    sha256: str
    contents: Contents
    run: RunFile | None
    about: About

    @property
    def title(self) -> str:
        """What it is called: as its publisher says, else by its file."""
        return self.about.title or f"Methods, benchmarks, numbers and links of abstracts: {self.stem}"

    @property
    def stem(self) -> str:
        """The name of its file without the ending."""
        return self.file.removesuffix(f".{self.form}").partition(".")[0] or self.file

    @property
    def is_of_the_run(self) -> bool:
        """Whether it is the very file that the run wrote."""
        return self.run is not None and self.run.output.sha256 == self.sha256

    @property
    def has_texts(self) -> bool:
        """Whether texts of abstracts stand in it."""
        return self.contents.with_text > 0


def look_at(records: str | Path, *, about: About | None = None, run: Path | None = None) -> Dataset:
    """Read a file of records, plain, compressed or Parquet, and the run file of it.

    Args:
        records: the file.
        about: what its publisher says.
        run: its run file; the one beside it by default, if there is one.

    Raises:
        InputError: a file cannot be read, a record breaks the contract, or the run file is none.
        MissingExtraError: the file needs a library that is not installed.
    """
    path = Path(records)
    if str(records) == STDIN:
        raise InputError("a card is of a file, which it names; give the file of records")
    contents = _count(read_records(path))
    digest, head, size = hashlib.sha256(), b"", 0
    with path.open("rb") as stream:
        while block := stream.read(1 << 20):
            head = head or block[:4]
            digest.update(block)
            size += len(block)
    run = run or run_file_of(path)
    return Dataset(
        file=path.name,
        form=next((form for magic, form in _MAGIC.items() if head.startswith(magic)), "jsonl"),
        bytes=size,
        sha256=digest.hexdigest(),
        contents=contents,
        run=_read_run(run) if run else None,
        about=about or About(),
    )


def _read_run(path: Path) -> RunFile:
    try:
        return RunFile.model_validate_json(path.read_bytes())
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}; check the file") from error
    except ValidationError as error:
        message = f"{path}: no run file of this version: {first_fault(error)}"
        raise InputError(f"{message}; give another with --run, or move it away") from error


def _count(records: Iterable[AbstractRecord]) -> Contents:
    total = with_text = with_title = results = 0
    with_kind: Counter[str] = Counter()
    entries: Counter[str] = Counter()
    roles: Counter[str] = Counter()
    number_kinds: Counter[str] = Counter()
    tied: Counter[str] = Counter()
    first, last = 9999, 0
    for record in records:
        total += 1
        with_text += record.text is not None
        with_title += record.title is not None
        for kind in KINDS:
            count = len(getattr(record, kind))
            entries[kind] += count
            with_kind[kind] += count > 0
        roles.update(method.role for method in record.methods)
        roles.update(benchmark.role for benchmark in record.benchmarks)
        number_kinds.update(number.kind for number in record.numbers)
        for number in record.numbers:
            if number.kind == "result":
                results += 1
                tied.update(name for name in ("metric", "benchmark", "method", "baseline") if getattr(number, name))
        for year in (source.year for source in record.sources if source.year is not None):
            first, last = min(first, year), max(last, year)
    return Contents(
        records=total,
        with_text=with_text,
        with_title=with_title,
        with_kind=dict(with_kind),
        entries={kind: entries[kind] for kind in KINDS},
        roles={role: roles[role] for role in ("proposed", "mentioned", "introduced", "evaluated")},
        number_kinds={kind: number_kinds[kind] for kind in ("result", "size", "setting")},
        results=results,
        tied={name: tied[name] for name in ("metric", "benchmark", "method", "baseline")},
        years=(first, last) if last else None,
    )
