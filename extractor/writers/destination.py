"""Where a run writes to: the records, and what goes beside them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from extractor.errors import OutputError
from extractor.writers import endings

STDOUT = "-"


@dataclass(frozen=True, slots=True)
class Destination:
    """The files of a run.

    Attributes:
        records: where records go; None for standard output.
        rejects: where rejects go, if there are any; None where nothing can stand beside the records.
        run: where the run file goes; None likewise.
    """

    records: Path | None
    rejects: Path | None
    run: Path | None

    @classmethod
    def of(cls, out: str | Path) -> Destination:
        """Return the files that go with an output: `OUT.jsonl`, `OUT.rejects.jsonl`, `OUT.run.json`.

        Standard output (`-`) and devices have records alone.

        Raises:
            OutputError: the output is a folder, or its ending is none that records are written to.
            MissingExtraError: its ending asks for a compression that is not installed.
        """
        if str(out) == STDOUT:
            return cls(None, None, None)
        path = Path(out)
        if path.is_dir():
            raise OutputError(f"{out}: is a folder; give the name of a file in it, such as {path / 'records.jsonl'}")
        if path.exists() and not path.is_file():
            return cls(path, None, None)
        stem = endings.stem(path.name)
        endings.check(path.name)
        return cls(path, path.with_name(f"{stem}.rejects.jsonl"), path.with_name(f"{stem}.run.json"))

    @property
    def paths(self) -> tuple[Path, ...]:
        """All files that may be written."""
        return tuple(path for path in (self.records, self.rejects, self.run) if path is not None)

    @property
    def journal(self) -> Path | None:
        """Where a run notes what it has done so far; None where it cannot go on from that."""
        return (
            None if self.records is None or self.is_stream else self.records.with_name(f"{self.records.name}.partial")
        )

    @property
    def name(self) -> str:
        """What messages call it."""
        return "standard output" if self.records is None else str(self.records)

    @property
    def is_stream(self) -> bool:
        """Whether it is written to directly: standard output or a device, which no file can be moved onto."""
        return self.run is None
