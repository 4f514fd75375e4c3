"""A run over three abstracts, of which one has no text, in each form that records have."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from shown import run

from extractor import read_records, write_records

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = """\
{"id": "2501.00001", "title": "FastNet: Faster Nets", "abstract": "We propose FastNet, which reaches 81.4% accuracy on \
ImageNet. It has 7B parameters and is 2x faster than ResNet-50. Code: https://github.com/acme/fastnet", "year": 2024}
{"id": "2501.00002", "abstract": "We introduce TableHop, a benchmark of 1,200 questions.", "year": 2025}
{"id": "2501.00003", "abstract": "   "}
"""
FORMS = ("jsonl", "jsonl.gz", "jsonl.zst", "parquet")


def write_runs(folder: Path) -> dict[str, Path]:
    """Write them, and return the file of records by form; each is in a folder of its own with its run file."""
    texts = folder / "papers.jsonl"
    texts.write_text(TEXTS, encoding="utf-8")
    files = {form: folder / form / f"records.{form}" for form in FORMS}
    for form in FORMS:
        (folder / form).mkdir()
    passes = ["--passes", "links,numbers,definitions,names"]
    code, told = run(["run", str(texts), "-o", str(files["jsonl"]), "--quiet", *passes])
    assert code == 3, told
    made = json.loads(files["jsonl"].with_name("records.run.json").read_text(encoding="utf-8"))
    for form in FORMS[1:]:  # one run is enough: the same records in another form, and the run file that it would have
        write_records(read_records(files["jsonl"]), files[form])
        digest = hashlib.sha256(files[form].read_bytes()).hexdigest()
        output = {"file": files[form].name, "records": 2, "sha256": digest}
        files[form].with_name("records.run.json").write_text(json.dumps(made | {"output": output}), encoding="utf-8")
    return files
