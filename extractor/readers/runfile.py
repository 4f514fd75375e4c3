"""The run file that stands beside a file of records."""

from __future__ import annotations

import re
from pathlib import Path

from extractor.readers.inputs import STDIN

_ENDING = re.compile(r"\.\w+(\.(gz|zst|bz2|xz))?$")


def run_file_of(records: str | Path) -> Path | None:
    """Return the run file that stands beside a file of records, if there is one."""
    if str(records) == STDIN:
        return None
    path = Path(records)
    run = path.with_name(f"{_ENDING.sub('', path.name)}.run.json")
    return run if run.is_file() else None
