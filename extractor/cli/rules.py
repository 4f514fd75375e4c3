"""`extractor rules`: list, show and check the rules."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from extractor.cli import options
from extractor.cli.output import counted, to_stderr, to_stdout
from extractor.errors import RuleError

if TYPE_CHECKING:
    import argparse

    from extractor.rules import Rule, RuleSet

HELP = "list, show or check the rules"
DESCRIPTION = "List the rules and name lists, show one of them whole, or try every rule on its own examples."
EPILOG = """\
examples:
  extractor rules list
  extractor rules show numbers/percent
  extractor rules check --rules my-rules/

exit codes of check: 0 every example comes out right, 1 some do not"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("action", choices=("list", "show", "check"), metavar="list | show | check", help="what to do")
    parser.add_argument("name", metavar="ID", nargs="?", help="the rule or name list to show, as list prints it")
    options.add_rules(parser)
    options.add_json(parser)


def call(arguments: argparse.Namespace) -> int:
    """Run the command."""
    from extractor.rules import load

    if (arguments.action == "show") != (arguments.name is not None):
        needs = "needs an ID" if arguments.action == "show" else "takes no ID"
        raise RuleError(f"rules {arguments.action} {needs}; see extractor rules --help")
    ruleset = load(arguments.rules)
    if arguments.action == "check":
        return _check(ruleset, as_json=arguments.json)
    if arguments.action == "list":
        _list(ruleset, as_json=arguments.json)
    else:
        _show(ruleset, arguments.name, as_json=arguments.json)
    return 0


def _check(ruleset: RuleSet, *, as_json: bool) -> int:
    from extractor.checks import rule_faults

    faults = rule_faults(ruleset)
    if as_json:
        to_stdout(json.dumps(faults, ensure_ascii=False))
    else:
        for fault in faults:
            to_stdout(fault)
    to_stderr(f"extractor: {counted(len(ruleset.rules), 'rule')}, {counted(len(faults), 'fault')}")
    return 1 if faults else 0


def _list(ruleset: RuleSet, *, as_json: bool) -> None:
    rows = [{"id": rule.id, "kind": "rule", "about": rule.reason} for rule in ruleset.rules.values()]
    rows += [
        {"id": name, "kind": "name list", "about": counted(len(entries), "name")}
        for name, entries in ruleset.names.items()
    ]
    if as_json:
        to_stdout(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    width = max((len(row["id"]) for row in rows), default=0)
    for row in rows:
        to_stdout(f"{row['id']:{width}}  {row['about']}")


def _show(ruleset: RuleSet, name: str, *, as_json: bool) -> None:
    if rule := ruleset.rules.get(name):
        to_stdout(json.dumps(_plain(rule), indent=2, ensure_ascii=False) if as_json else _told(rule))
    elif name in ruleset.names:
        for entry in ruleset.names[name]:
            to_stdout(entry.model_dump_json())
    else:
        raise RuleError(f"there is no rule or name list {name!r}; extractor rules list prints all")


def _plain(rule: Rule) -> dict[str, Any]:
    return rule.model_dump(mode="json")


def _told(rule: Rule) -> str:
    lines = [rule.id, f"  {rule.reason}", "", "pattern:", rule.pattern.strip("\n"), ""]
    if rule.set:
        lines += ["sets: " + ", ".join(f"{key} = {value}" for key, value in rule.set.items()), ""]
    lines.append("finds:")
    for example in rule.accepts:
        todo = f"  (known to fail: {example.todo})" if example.todo else ""
        lines.append(f"  {example.text!r}{todo}")
        lines += [f"    {', '.join(f'{key} = {value!r}' for key, value in found.items())}" for found in example.finds]
    lines.append("finds nothing in:")
    lines += [f"  {text!r}" for text in rule.rejects]
    return "\n".join(lines)
