"""Rules tried on their own examples: each rule alone, through the pass that runs it, on text cleaned as in a run."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from extractor.clean import clean
from extractor.document import Document, passage
from extractor.entries.ownership import marks_owned
from extractor.entries.roles import marks_found
from extractor.finding import Span
from extractor.passes.names import list_faults
from extractor.pipeline import RULE_FOLDERS, RULE_PASSES
from extractor.rules import RuleSet, example_faults

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from extractor.finding import Finding
    from extractor.rules import Rule


def rule_faults(rules: RuleSet) -> list[str]:
    """Return a line for each example of a rule or name list that does not come out as it says; none if all is well."""
    return [*(fault for rule in rules.rules.values() for fault in faults_of(rule, rules)), *list_faults(rules)]


def faults_of(rule: Rule, rules: RuleSet) -> Iterator[str]:
    """Yield a line for each example of one rule that does not come out as its file says."""
    folder = rule.id.partition("/")[0]
    if folder == "roles":
        yield from example_faults(
            rule, lambda text: [{"name": name, "role": role} for name, role in marks_found(rule, text)]
        )
    elif folder == "ownership":
        yield from example_faults(
            rule, lambda text: [{"link": mark, "ours": said.ours} for mark, said in marks_owned(text, [rule]).items()]
        )
    elif folder in RULE_FOLDERS:
        find = RULE_PASSES[folder](RuleSet({rule.id: rule}, {}, rules.tables, {}))

        def found(text: str) -> list[Mapping[str, object]]:
            document = _document(text, rule)
            return [_plain(finding, document) for finding in find(document)]

        yield from example_faults(rule, found)
    else:
        yield f"{rule.id}: no pass runs the rules in {folder}/; the folders are {', '.join(RULE_FOLDERS)}"


def _document(text: str, rule: Rule) -> Document:
    if "text" in rule.fields:
        return Document(passage("text", clean(text)))
    return Document(passage("text", clean("-")), passage("title", clean(text)))


def _plain(finding: Finding, document: Document) -> dict[str, object]:
    """Return a finding as an example writes it: spans as the text that stands in them."""
    text = document.passage(finding.span.field).text
    plain = {key: value for key, value in asdict(finding).items() if key not in {"span", "found_by"}}
    return {"text": text[finding.span.start : finding.span.end]} | {
        key: text[value.start : value.end] if isinstance(value, Span) else value for key, value in plain.items()
    }
