"""Numbers: the quantities that an abstract states, and the digits in it that are none.

Rules are tried only where a number may start (`starts`), and each pattern has to match from there on; what stands in
front it sees by looking behind. Three tiers of rules are tried one after the other, and the first that finds something
has the start:

1. `numbers/…`: forms that say themselves what they are, by a unit (`%`, `×`, `GB`) or by their shape (`3 of 7 tasks`).
   They come before exclusions, since `top 5%` is a quantity though the 5 of `top 5` is none.
2. `numbers/not/…`: what is no quantity. It gives an `Exclusion`, and whatever else starts inside it is not looked at.
3. `numbers/plain/…`: bare numbers that get their meaning from a word beside them: counts, scores, conditions.

Within a tier the longest match wins, then the rule whose id comes first. The search goes on behind what was found, so
findings never overlap.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from extractor.errors import RuleError
from extractor.finding import Exclusion, Finding, Span
from extractor.matching.automaton import Automaton
from extractor.matching.net import LONG
from extractor.passes.numbers.lists import share
from extractor.passes.numbers.reading import Place, Reader
from extractor.passes.numbers.starts import Starts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import regex

    from extractor.document import Document
    from extractor.rules import Rule, RuleSet

_EXCLUDING = "numbers/not/"
_TIERS = ("", "not", "plain")


@dataclass(frozen=True, slots=True)
class _Search:
    """Everything that the pass needs, compiled.

    Attributes:
        rules: the rules, tier by tier, and in each by id.
        tiers: the tier of each rule.
        automaton: which rules may match at a start; on most starts it leaves three or four.
    """

    starts: Starts
    rules: tuple[Rule, ...]
    tiers: tuple[int, ...]
    automaton: Automaton
    reader: Reader


def numbers_pass(rules: RuleSet) -> Callable[[Document], list[Finding]]:
    """Return the pass: a function from a document to the numbers and exclusions in its text, in order.

    Raises:
        RuleError: a table that the pass needs is missing or lacks a key.
    """
    return partial(_find_in_document, _search(rules, rules.of("numbers")))


def _search(rules: RuleSet, use: Sequence[Rule]) -> _Search:
    tiered = [(number, rule) for number, tier in enumerate(_TIERS) for rule in use if _tier(rule) == tier]
    try:
        return _Search(
            Starts.of(rules.tables["quantities"]["words"]["number"]),
            tuple(rule for _, rule in tiered),
            tuple(number for number, _ in tiered),
            Automaton.of(rule.expanded for _, rule in tiered),
            Reader.of(rules),
        )
    except KeyError as error:
        raise RuleError(f"rules/ lacks the table or the key {error} that the numbers pass needs") from error


def _tier(rule: Rule) -> str:
    """Return the folder below `numbers/` that a rule is in."""
    return rule.id.removeprefix("numbers/").rpartition("/")[0]


def _find_in_document(search: _Search, document: Document) -> list[Finding]:
    text, sentences = document.text.text, document.text.sentences
    starts = search.starts.find(document.text.segments)
    if not starts:
        return []
    found: list[Finding] = []
    reduced, is_long = search.automaton.reduced(text), len(text) >= LONG
    position, sentence = 0, 0
    for start in starts:
        if start < position:
            continue
        while sentence + 1 < len(sentences) and sentences[sentence][1] <= start:
            sentence += 1
        if here := _at(search, start, Place(text, sentences[sentence]), reduced, is_long=is_long):
            found += here
            position = here[-1].span.end
    return share(text, found, sentences, search.reader.metrics)


def _at(search: _Search, start: int, place: Place, reduced: str, *, is_long: bool) -> list[Finding]:
    """Return what the first tier that finds something finds at a start of a text; `reduced` is it for the automaton.

    A long text has a net under all rules.
    """
    text = place.text
    best: list[Finding] = []
    tier = 0
    for number in search.automaton.matching(reduced, start):
        if search.tiers[number] > tier:
            if best:
                break
            tier = search.tiers[number]
        rule = search.rules[number]
        match_at = rule.netted.at if is_long else rule.compiled.match
        if (match := match_at(text, start)) and match.end() > start:
            here = _read(search.reader, rule, match, place)
            if here and (not best or here[-1].span.end > best[-1].span.end):
                best = here
    return best


def _read(reader: Reader, rule: Rule, match: regex.Match[str], place: Place) -> list[Finding]:
    if rule.id.startswith(_EXCLUDING):
        return [Exclusion(span=Span("text", *match.span()), found_by=rule.id, reason=rule.reason)]
    return reader.read(rule, match, place)
