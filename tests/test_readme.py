"""The README and CONTRIBUTING: what they show is what happens. To write output anew: python tests/test_readme.py."""

from __future__ import annotations

import doctest
import json
import os
import sys
from pathlib import Path

import pytest
import regex

from extractor import Extractor, read_abstracts
from extractor.abstract import Abstract
from extractor.checks import faults_of
from extractor.rules import load

ROOT = Path(__file__).parent.parent
if __name__ == "__main__":
    sys.path[:0] = [os.fspath(ROOT), os.fspath(ROOT / "tests")]

from shown import rendered  # noqa: E402

README = (ROOT / "README.md").read_text(encoding="utf-8")


def _blocks(language: str, *, behind: str = "") -> list[str]:
    return regex.findall(rf"{behind}```{language}\n(.*?)```", README, regex.DOTALL)


def test_console_examples_show_what_comes_out() -> None:
    assert rendered(ROOT / "README.md") == README, "write it anew: python tests/test_readme.py"
    assert "extractor: error" not in README


def test_python_examples_run_as_written() -> None:
    (block,) = _blocks("python")
    test = doctest.DocTestParser().get_doctest(block, {}, "README", "README.md", 0)
    result = doctest.DocTestRunner().run(test)
    assert result.attempted > 4
    assert result.failed == 0


def test_the_record_shown_is_the_record_written() -> None:
    (start,) = regex.findall(r"<!-- record: (.*) -->", README)
    shown = json.loads(_blocks("json")[0])
    seed = next(
        abstract
        for path in sorted((ROOT / "seeds").glob("*.txt"))
        for abstract in read_abstracts(path)
        if isinstance(abstract, Abstract) and abstract.text.startswith(start)
    )
    (record,) = Extractor().pipe([seed])
    assert shown == json.loads(record.model_dump_json(exclude={"text"}))


@pytest.mark.parametrize(
    "command",
    [
        "run",
        "diff",
        "tables",
        "board",
        "stats",
        "card",
        "report",
        "validate",
        "score",
        "explain",
        "rules",
        "schema",
        "gold",
        "train",
    ],
)
def test_every_command_is_in_the_table(command: str) -> None:
    assert f"| `extractor {command}" in README


def test_the_rule_in_contributing_is_a_rule(tmp_path: Path) -> None:
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    lines = regex.search(r"(?:    .*\n){5}", contributing).group()  # type: ignore[union-attr]
    (tmp_path / "numbers").mkdir()
    (tmp_path / "numbers" / "megapixel.toml").write_text(regex.sub("(?m)^    ", "", lines), encoding="utf-8")
    rules = load([tmp_path])
    assert list(faults_of(rules.rules["numbers/megapixel"], rules)) == []


if __name__ == "__main__":
    (ROOT / "README.md").write_text(rendered(ROOT / "README.md"), encoding="utf-8")
