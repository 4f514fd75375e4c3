"""The examples of docs/scale.md run, each where its package is there, and make the records that a run makes."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import regex

from extractor.engine import map_batches

ROOT = Path(__file__).parent.parent
_EXAMPLE = regex.compile(r"<!-- example: (\w+) -->.*?```python\n(.*?)```", regex.DOTALL)
EXAMPLES: dict[str, str] = dict(_EXAMPLE.findall((ROOT / "docs" / "scale.md").read_text(encoding="utf-8")))
_TABLE = "import pyarrow.parquet as pq\nlines = pq.read_table('records')['record'].to_pylist()"
RESULTS = {
    "polars": "lines = papers['record'].to_list()",
    "dask": _TABLE,
    "datasets": "lines = papers.with_format(None)['record']",
    "spark": "from pathlib import Path\n"
    "lines = [line for part in Path('records').glob('part-*') for line in part.read_text().splitlines()]",
    "ray": _TABLE,
    "daft": _TABLE,
}
"""How the lines of the records are found behind each example."""

PAPERS = [
    {
        "id": f"2504.{number:05}",
        "abstract": f"We propose Fast{number}Net, which reaches 8{number % 10}.4% accuracy on ImageNet.",
    }
    for number in range(30)
]


def test_all_examples_are_run() -> None:
    assert EXAMPLES.keys() == RESULTS.keys()


def why_not(package: str) -> str | None:
    name = {"spark": "pyspark"}.get(package, package)
    if importlib.util.find_spec(name) is None:
        return f"{name} is not installed"
    if package == "spark" and not shutil.which("java"):
        return "there is no Java"
    return None


@pytest.mark.parametrize(
    "package",
    [
        pytest.param(one, marks=pytest.mark.skipif(why_not(one) is not None, reason=why_not(one) or ""))
        for one in RESULTS
    ],
)
def test_example(package: str, tmp_path: Path) -> None:
    pq.write_table(pa.Table.from_pylist(PAPERS), tmp_path / "papers.parquet")
    code = (
        EXAMPLES[package] + f"\nif __name__ == '__main__':\n    {RESULTS[package].replace(chr(10), chr(10) + '    ')}\n"
    )
    code += "    import json\n    open('lines.json', 'w').write(json.dumps(list(lines)))\n"
    (tmp_path / "example.py").write_text(code, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "example.py"], cwd=tmp_path, capture_output=True, text=True, timeout=900, check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT), "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    lines = json.loads((tmp_path / "lines.json").read_bytes())
    assert sorted(lines) == sorted(map_batches(pa.Table.from_pylist(PAPERS)).column("record").to_pylist())
