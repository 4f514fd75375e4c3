"""How to load a dataset: Python that runs in the folder where it stands."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from extractor.card.dataset import Dataset


_RESULTS = """\
    SELECT id, number.value, number.unit, number.metric, number.benchmark, number.method
    FROM (SELECT id, unnest(numbers) AS number FROM TABLE)
    WHERE number.kind = 'result'"""


@dataclass(frozen=True, slots=True)
class Example:
    """A way of loading.

    Attributes:
        library: what it needs.
        code: what to write.
        note: what else it takes; empty if nothing.
    """

    library: str
    code: str
    note: str = ""


def examples(dataset: Dataset) -> tuple[Example, ...]:
    """Return how to load a dataset with each library; each example ends with a look at the results."""
    file, quoted = json.dumps(dataset.file, ensure_ascii=False), dataset.file.replace("'", "''")
    is_table, is_zst = dataset.form == "parquet", dataset.form == "jsonl.zst"
    load = f"pd.read_parquet({file})" if is_table else f"pd.read_json({file}, lines=True, precise_float=True)"
    scan = f"pl.read_parquet({file})" if is_table else f"pl.read_ndjson({file}, infer_schema_length=None)"
    table = f"read_parquet('{quoted}')" if is_table else f"read_json('{quoted}', sample_size = -1)"
    query = _RESULTS.replace("TABLE", table)
    return (
        Example(
            "pandas",
            f"import pandas as pd\n\nrecords = {load}\n"
            'numbers = records[["id", "numbers"]].explode("numbers").dropna()\n'
            'numbers = pd.json_normalize(numbers["numbers"].tolist()).assign(id=numbers["id"].tolist())\n'
            'results = numbers[numbers["kind"] == "result"]',
            "Compressed so, it needs the package `zstandard`." if is_zst else "",
        ),
        Example(
            "polars",
            f"import polars as pl\n\nrecords = {scan}\n"
            'numbers = records.select("id", "numbers").explode("numbers").drop_nulls().unnest("numbers")\n'
            'results = numbers.filter(pl.col("kind") == "result")',
        ),
        Example("duckdb", f'import duckdb\n\nresults = duckdb.sql("""\n{query}\n""").fetchall()'),
        Example(
            "datasets",
            "from pathlib import Path\n\nfrom datasets import load_dataset\n\n"
            'records = load_dataset(str(Path.cwd()), split="train")\n'
            'results = [number for numbers in records["numbers"] for number in numbers if number["kind"] == "result"]',
            "In place of the folder stands the name that the dataset has on a hub, if it is on one.",
        ),
    )
