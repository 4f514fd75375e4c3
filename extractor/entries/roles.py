"""Roles: whether the paper proposes a method or only mentions it, introduces a benchmark or evaluates on it.

Rules under `rules/roles/` read each sentence with its mentions masked: a method stands as `⟦M0⟧`, a benchmark as
`⟦B1⟧`, so that a rule sees grammar and not names. A rule's pattern has the group `name`, which is one of these marks;
it `set`s the `role`, and `of = "unlisted"` if its word is too weak for a name that a list has, and that is thus known
from before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractor.entries.merge import mapping_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from extractor.document import Document, Passage
    from extractor.entries.judging import Cards
    from extractor.entries.merge import Entry
    from extractor.finding import Span
    from extractor.rules import Rule

_ROLES = {"method": "proposed", "benchmark": "introduced"}
_MARKS = {"method": "M", "benchmark": "B"}
_FIRST_OF = {"proposed": "⟦M", "introduced": "⟦B"}  # how the marks begin that may have the role


def own_contributions(
    document: Document, entries: Sequence[Entry], rules: Sequence[Rule], cards: Cards | None = None
) -> dict[Entry, tuple[str, ...]]:
    """Return the entries that are the paper's own, each with the ids of the rules that say so.

    With `cards` it is judged by all evidence, of which the rules' word is a part: an entry may be the paper's own where
    no rule says so, and may be none where one does.
    """
    reasons: dict[int, tuple[Entry, set[str]]] = {}  # by identity: to hash an entry is to hash all its mentions
    for entry in entries:
        if entry.proposed:
            reasons[id(entry)] = entry, {name for name in entry.found_by if name.startswith("definitions/")}
    by_mention = mapping_of(entries)
    for passage in document.passages:
        by_mark = {
            mark: [rule for rule in rules if rule.set["role"] == role and passage.field in rule.fields]
            for role, mark in _FIRST_OF.items()
        }
        for masked, marks in masked_sentences(passage, by_mention):
            for first, those in by_mark.items():
                for rule in those if first in masked else ():
                    for match in rule.matches(masked):
                        entry = marks[match["name"]]
                        listed = rule.set.get("of") == "unlisted" and entry.canonical
                        if _ROLES[entry.kind] == rule.set["role"] and not listed:
                            reasons.setdefault(id(entry), (entry, set()))[1].add(rule.id)
    said = {entry: tuple(sorted(ids)) for entry, ids in reasons.values()}
    if cards is None:
        return said
    return {
        entry: said.get(entry, ())
        for entry in entries
        if cards.is_own(entry.kind, own_evidence(entry, said.get(entry, ())), said.get(entry, ()))
    }


def own_evidence(entry: Entry, said_by: Sequence[str]) -> tuple[str, ...]:
    """Return what speaks for and against an entry's being the paper's own, with the ids of the rules that say so."""
    return (*entry.evidence, *said_by, "called own" if said_by else "not called own")


def marks_found(rule: Rule, masked: str) -> Iterator[tuple[str, str]]:
    """Yield each mark that the rule finds in a masked sentence, with the role that the rule gives it."""
    for match in rule.matches(masked):
        yield match["name"], str(rule.set["role"])


def masked_sentences(passage: Passage, entries: Mapping[Span, Entry]) -> Iterator[tuple[str, dict[str, Entry]]]:
    """Yield each sentence that holds a mention, with its mentions as marks, and the entry of each mark."""
    mentions = sorted([span for span in entries if span.field == passage.field])
    position = 0
    for start, end in passage.sentences:
        pieces: list[str] = []
        marks: dict[str, Entry] = {}
        last = start
        while position < len(mentions) and mentions[position].start < end:
            span = mentions[position]
            mark = f"⟦{_MARKS[entries[span].kind]}{len(marks)}⟧"
            marks[mark] = entries[span]
            pieces += (passage.text[last : span.start], mark)
            last = span.end
            position += 1
        if marks:
            yield "".join(pieces) + passage.text[last : max(last, end)], marks
