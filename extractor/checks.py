"""Rules tried on their own examples: each rule alone, through the pass that runs it, on text cleaned as in a run."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from extractor.clean import clean
from extractor.document import Document, passage
from extractor.passes.definitions import definitions_pass
from extractor.passes.links import links_pass
from extractor.rules import RuleSet, example_faults

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from extractor.finding import Finding
    from extractor.rules import Rule

    PassFactory = Callable[[RuleSet], Callable[[Document], Sequence[Finding]]]

FACTORIES: dict[str, PassFactory] = {"definitions": definitions_pass, "links": links_pass}


def rule_faults(rules: RuleSet) -> list[str]:
    """Return a line for each example of a rule that does not come out as its file says; none if all is well."""
    return [fault for rule in rules.rules.values() for fault in faults_of(rule, rules)]


def faults_of(rule: Rule, rules: RuleSet) -> Iterator[str]:
    """Yield a line for each example of one rule that does not come out as its file says."""
    folder = rule.id.partition("/")[0]
    if folder not in FACTORIES:
        yield f"{rule.id}: no pass runs the rules in {folder}/; the folders are {', '.join(sorted(FACTORIES))}"
        return
    alone = RuleSet({rule.id: rule}, {}, rules.tables, {})
    find = FACTORIES[folder](alone)

    def found(text: str) -> list[Mapping[str, object]]:
        cleaned = clean(text)
        document = (
            Document(passage("text", cleaned))
            if "text" in rule.fields
            else Document(passage("text", clean("-")), passage("title", cleaned))
        )
        return [_plain(finding, document) for finding in find(document)]

    yield from example_faults(rule, found)


def _plain(finding: Finding, document: Document) -> dict[str, object]:
    text = document.passage(finding.span.field).text
    plain = {key: value for key, value in asdict(finding).items() if key not in {"span", "found_by"}}
    return {"text": text[finding.span.start : finding.span.end]} | {
        key: text[value["start"] : value["end"]] if isinstance(value, dict) else value for key, value in plain.items()
    }
