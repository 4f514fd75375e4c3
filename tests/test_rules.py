"""Rule files: every rule's own examples, and what a broken rule file says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from ruletexts import EXAMPLES

from extractor import rules
from extractor.checks import faults_of, rule_faults
from extractor.errors import RuleError

if TYPE_CHECKING:
    from pathlib import Path

    from extractor.rules import Rule

SHIPPED = rules.load()

GOOD = """
reason = "Why."
pattern = '(?<scheme>http) :// (?<address>example\\.org)'
rejects = ["nothing here"]
[[accepts]]
text = "see http://example.org now"
finds = [{ url = "http://example.org" }]
"""


@pytest.mark.parametrize("rule_id", SHIPPED.rules)
def test_rule_finds_what_its_examples_say(rule_id: str) -> None:
    assert list(faults_of(SHIPPED.rules[rule_id], SHIPPED)) == []


@pytest.mark.parametrize(("rule_id", "rule"), SHIPPED.rules.items())
def test_gate_is_open_for_every_example(rule_id: str, rule: rules.Rule) -> None:
    # A gate that shuts out what the pattern matches loses findings without a word.
    for example in rule.accepts:
        assert not rule.gate or any(literal in example.text for literal in rule.gate), rule_id


def _load(folder: Path, **files: str) -> rules.RuleSet:
    for path, content in files.items():
        file = folder / path.replace("__", "/").replace("_toml", ".toml").replace("_jsonl", ".jsonl")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
    return rules.load([folder])


def test_a_users_rule_joins_the_shipped_ones(tmp_path: Path) -> None:
    loaded = _load(tmp_path, links__mine_toml=GOOD)
    assert "links/mine" in loaded.rules
    assert "links/url" in loaded.rules
    assert rule_faults(rules.RuleSet({"links/mine": loaded.rules["links/mine"]}, {}, loaded.tables, {})) == []


def test_a_users_rule_of_the_same_path_replaces_the_shipped_one(tmp_path: Path) -> None:
    loaded = _load(tmp_path, links__url_toml=GOOD)
    assert loaded.rules["links/url"].reason == "Why."
    assert loaded.digests["links/url.toml"] != SHIPPED.digests["links/url.toml"]


def test_a_users_table_adds_to_the_shipped_one(tmp_path: Path) -> None:
    loaded = _load(tmp_path, hosts_toml='mirror = ["example.org"]')
    assert loaded.tables["hosts"]["mirror"] == ["example.org"]
    assert "github.com" in loaded.tables["hosts"]["repository"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        pytest.param("reason = ", "no valid TOML", id="broken TOML"),
        pytest.param(GOOD.replace("reason", "raeson"), "raeson", id="an unknown key is a spelling mistake"),
        pytest.param(GOOD.replace("http)", "(?&nothing))"), "'nothing'", id="unknown fragment"),
        pytest.param(GOOD.replace('rejects = ["nothing here"]', "rejects = []"), "rejects", id="a rule needs a reject"),
        pytest.param(GOOD.split("[[accepts]]", maxsplit=1)[0], "accepts", id="a rule needs an accept"),
    ],
)
def test_a_broken_rule_file_is_named_with_its_fault(tmp_path: Path, content: str, says: str) -> None:
    with pytest.raises(RuleError, match=says):
        _load(tmp_path, links__mine_toml=content)


def test_a_broken_pattern_is_named_with_its_rule(tmp_path: Path) -> None:
    loaded = _load(tmp_path, links__mine_toml=GOOD.replace("example\\.org)", "example\\.org"))
    with pytest.raises(RuleError, match="rule links/mine: the pattern does not compile"):
        rule_faults(loaded)


def test_fragments_that_call_themselves_are_refused() -> None:
    with pytest.raises(RuleError, match="calls itself"):
        rules.expand("(?&a)", {"a": "x (?&b)", "b": "(?&a)"})


@pytest.mark.parametrize(
    ("line", "says"),
    [
        pytest.param('{"name": "X"}', "kind", id="a name needs its kind"),
        pytest.param('{"name": "X", "kind": "method", "alias": []}', "alias", id="unknown key"),
        pytest.param('{"name": "Y", "kind": "method"}\n{"name": "X", "kind": "method"}', "sorted", id="unsorted"),
        pytest.param('{"name": "X", "kind": "method"}\n{"name": "X", "kind": "method"}', "twice", id="twice"),
    ],
)
def test_a_broken_name_list_is_named_with_its_line(tmp_path: Path, line: str, says: str) -> None:
    with pytest.raises(RuleError, match=rf"names/mine.jsonl:\d.*{says}"):
        _load(tmp_path, names__mine_jsonl=line)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        pytest.param(('http://example.org" }', 'http://example.com" }'), "wanted", id="a wrong value"),
        pytest.param(("see http", "see http://example.org and http"), "wanted", id="finds must list ALL that is found"),
        pytest.param(("nothing here", "http://example.org"), "must find nothing", id="a reject that is found"),
        pytest.param(('org" }]', 'org" }]\ntodo = "later"'), "remove the mark", id="a todo that has come right"),
    ],
)
def test_check_tells_an_example_that_does_not_come_out(tmp_path: Path, change: tuple[str, str], says: str) -> None:
    loaded = _load(tmp_path, links__mine_toml=GOOD.replace(*change))
    faults = list(faults_of(loaded.rules["links/mine"], loaded))
    assert len(faults) == 1
    assert says in faults[0]


def test_a_known_failure_marked_todo_is_no_fault(tmp_path: Path) -> None:
    content = GOOD.replace('http://example.org" }', 'http://other.org" }') + 'todo = "not yet"\n'
    loaded = _load(tmp_path, links__mine_toml=content)
    assert list(faults_of(loaded.rules["links/mine"], loaded)) == []


def test_a_rule_in_a_folder_that_no_pass_runs_is_a_fault(tmp_path: Path) -> None:
    loaded = _load(tmp_path, lniks__mine_toml=GOOD)
    assert "no pass runs" in next(faults_of(loaded.rules["lniks/mine"], loaded))


@pytest.mark.parametrize("rule", [rule for rule in SHIPPED.rules.values() if rule.gate], ids=lambda rule: rule.id)
def test_no_gate_is_shut_where_its_rule_finds_something(rule: Rule) -> None:
    for example in EXAMPLES:
        for text in (example, example.upper(), example.title()):  # some abstracts are all in capitals
            assert rule.is_open(text) or not rule.compiled.search(text), text
