"""Numbers: the quantities that an abstract states, and the digits in it that are none."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, cast

import regex

from extractor.errors import RuleError
from extractor.finding import Exclusion, Finding, NumberFinding, Span
from extractor.numerals import read_numeral, scale_of
from extractor.passes.numbers.context import Context, tokens
from extractor.passes.numbers.nouns import Nouns
from extractor.passes.numbers.starts import Starts
from extractor.rules import Rule, RuleSet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from extractor.document import Document
    from extractor.records import Change, NumberKind, Qualifier, Unit

_LIST_GAP = regex.compile(
    r"(?:\s?,\s?(?:and\s|or\s)?|\s(?:and|or|to|vs\.?|versus)\s(?:to\s)?|\s?[/→]\s?|\s?->\s?)", regex.V1
)
_FROM = regex.compile(
    r"(?<!\b(?:rang(?:e|es|ed|ing)|var(?:y|ies|ied|ying)|anywhere|span(?:s|ning)?|anything)\s)\bfrom\s(?:about\s|around\s|~)?$",
    regex.V1,
)
_SHARED = regex.compile(
    r"(?:\s?/\s?|,\s|(?:\s(?!achiev|outperform|while|whil|surpass|reach|with\b|using)[^\s.;:()]+){0,8}?,?\s(?:and|or)\s(?:for\s)?|(?:\s(?:on|in|for)(?:\s[^\s.;:(),]+){1,3}),\s)\$?", regex.V1
)
_NEAR = 160  # no rule looks further to either side of a start
_SPELLED_TO = regex.compile(r"\sto\s", regex.V1)


@dataclass(frozen=True, slots=True)
class _Number:
    """One number of a match, read."""

    start: int
    end: int
    value: float
    value_max: float | None = None
    uncertainty: float | None = None


@dataclass(frozen=True, slots=True)
class _Tier:
    """Rules that compete with each other.

    Attributes:
        gated: those with literals, which are looked for first.
        others: those without.
        any_other: matches wherever one of `others` does: one look instead of a dozen at the many starts where none does.
    """

    gated: tuple[Rule, ...]
    others: tuple[Rule, ...]
    any_other: regex.Pattern[str]

    @classmethod
    def of(cls, rules: Iterable[Rule]) -> _Tier:
        """Sort the rules by whether they have a gate."""
        gated, others = [], []
        for rule in rules:
            (gated if rule.gate else others).append(rule)
        either = "|".join(f"(?:{rule.expanded}\n)" for rule in others) or "(?!)"
        return cls(tuple(gated), tuple(others), regex.compile(either, regex.VERBOSE | regex.V1))

    def open_for(self, text: str) -> _Tier:
        """Return the tier without the rules whose gate is shut for a whole text."""
        return _Tier(tuple(rule for rule in self.gated if _is_open(rule, text)), self.others, self.any_other)


@dataclass(frozen=True, slots=True)
class _Engine:
    starts: Starts
    tiers: tuple[_Tier, ...]
    units: Mapping[str, tuple[Unit, float]]
    nouns: Nouns
    context: Context
    counted_in_words: regex.Pattern[str]
    discourse: frozenset[str]


def numbers_pass(rules: RuleSet) -> Callable[[Document], list[Finding]]:
    """Return the pass, with everything compiled once."""
    return partial(_find_in_document, _engine(rules, rules.of("numbers")))


def example_finder(rules: RuleSet) -> Callable[[Rule, str], list[dict[str, object]]]:
    """Return a function that runs one rule alone on a text, for the examples of its file."""

    def find(rule: Rule, text: str) -> list[dict[str, object]]:
        return [_as_example(finding, text) for finding in _find(_engine(rules, (rule,)), text, ((0, len(text)),))]

    return find


def _as_example(finding: Finding, text: str) -> dict[str, object]:
    shown: dict[str, object] = {"text": text[finding.span.start : finding.span.end]}
    if isinstance(finding, NumberFinding):
        for name in ("value", "value_max", "uncertainty", "unit", "of", "kind", "qualifier", "change"):
            shown[name] = getattr(finding, name)
        shown["metric"] = text[finding.metric.start : finding.metric.end] if finding.metric else None
    if isinstance(finding, Exclusion):
        shown["reason"] = finding.reason
    return shown


def _engine(rules: RuleSet, use: Sequence[Rule]) -> _Engine:
    try:
        quantities = rules.tables["quantities"]
        return _Engine(
            Starts.of(quantities["words"]["number"]),
            tuple(_Tier.of(rule for rule in use if _tier(rule) == tier) for tier in range(3)),
            {word: (unit, factor) for word, (unit, factor) in rules.tables["units"].items()},
            Nouns.of(quantities),
            Context.of(rules.tables["qualifiers"], quantities),
            regex.compile(quantities["counted_in_words"], regex.V1),
            frozenset(quantities["discourse"]),
        )
    except KeyError as error:
        raise RuleError(f"a table of the numbers pass lacks {error}; see rules/*.toml") from error


def _tier(rule: Rule) -> int:
    folder = rule.id.split("/")[1]
    return 1 if folder == "not" else 2 if folder == "plain" else 0


def _find_in_document(engine: _Engine, document: Document) -> list[Finding]:
    passage = document.text
    return _find(engine, passage.text, passage.sentences)


def _find(engine: _Engine, text: str, sentences: Sequence[tuple[int, int]]) -> list[Finding]:
    starts = engine.starts.find(text)
    if not starts:
        return []
    tiers = [tier.open_for(text) for tier in engine.tiers]
    found: list[Finding] = []
    position, sentence = 0, 0
    for start, _ in starts:
        if start < position:
            continue
        while sentence + 1 < len(sentences) and sentences[sentence][1] <= start:
            sentence += 1
        got = _at(engine, tiers, text, start, sentences[sentence])
        if got:
            found += got
            position = got[-1].span.end
    return _share(text, found)


def _is_open(rule: Rule, text: str) -> bool:
    for literal in rule.gate:  # a loop, because a generator costs several times as much and this runs a lot
        if literal in text:
            return True
    return False


def _at(engine: _Engine, tiers: Iterable[_Tier], text: str, start: int, sentence: tuple[int, int]) -> list[Finding]:
    """Return what the first tier with a rule that fits finds at a start; within a tier the longest wins."""
    window = text[max(0, start - _NEAR) : start + _NEAR]
    for tier in tiers:
        best: list[Finding] = []
        rules = [rule for rule in tier.gated if _is_open(rule, window)]
        if tier.any_other.match(text, start):
            rules = sorted([*rules, *tier.others], key=_by_id)
        for rule in rules:
            match = rule.compiled.match(text, start)
            if match is None or match.end() == start:
                continue
            got = _read(engine, rule, match, text, sentence)
            if got and (not best or got[-1].span.end > best[-1].span.end):
                best = got
        if best:
            return best
    return []


def _by_id(rule: Rule) -> str:
    return rule.id


def _read(engine: _Engine, rule: Rule, match: regex.Match[str], text: str, sentence: tuple[int, int]) -> list[Finding]:
    if rule.id.startswith("numbers/not/"):
        return [Exclusion(span=Span("text", *match.span()), found_by=rule.id, reason=rule.reason)]
    numbers = _numbers(rule, match)
    groups = match.groupdict()
    unit, factor, length = cast("Unit", rule.set.get("unit", "count")), 1.0, 0
    if (written := groups.get("unit")) and "unit" not in rule.set:
        known = _unit(engine, written)
        if known is None:
            return []
        unit, factor, length = known
    if written and numbers:
        unit_end = match.end("unit") - (0 if "unit" in rule.set else len(written) - length)
        numbers[-1] = replace(numbers[-1], end=max(numbers[-1].end, unit_end))
    of = cast("str | None", rule.set.get("of"))
    if "noun" in rule.set:
        of = engine.nouns.singular(groups["of"].casefold())
    if of is None and unit == "count":
        of = _counted(engine, match, numbers, text)
        if of is None:
            return []
    if not numbers:
        return []
    left, right = max(sentence[0], numbers[0].start - _NEAR), min(sentence[1], numbers[-1].end + _NEAR)
    before, after = text[left : numbers[0].start], text[numbers[-1].end : right]
    kind = cast("NumberKind", rule.set.get("kind") or engine.context.kind(unit, of, before, after))
    return [
        finding
        for number in numbers
        for finding in _build(engine, rule, _times(number, factor), unit, of, kind, text, sentence)
    ]


def _numbers(rule: Rule, match: regex.Match[str]) -> list[_Number]:
    spans = match.spans("number") if "number" in match.re.groupindex else [match.span()]
    spans = sorted(set(spans))
    inner = {
        name: match.spans(name) if name in match.re.groupindex else []
        for name in ("value", "value_max", "uncertainty", "exponent")
    }
    numbers = []
    for start, end in spans:
        part = {
            name: next((match.string[s:e] for s, e in found if start <= s and e <= end), None)
            for name, found in inner.items()
        }
        if "value" in rule.set:
            numbers.append(_Number(start, end, cast("float", rule.set["value"])))
            continue
        number = _number(start, end, part)
        if number is not None:
            numbers.append(number)
    return numbers


def _number(start: int, end: int, part: Mapping[str, str | None]) -> _Number | None:
    written, written_max = part["value"] or "", part["value_max"]
    value = read_numeral(written + (part["exponent"] or ""))
    if value is None:
        return None
    if part["uncertainty"]:
        return _Number(start, end, value, None, read_numeral(part["uncertainty"] + (part["exponent"] or "")))
    if written_max is None:
        return _Number(start, end, value)
    value_max = read_numeral(written_max)
    if value_max is None:
        return None
    if scale_of(written) == 1 and value < 1000:
        value *= scale_of(written_max)
    return _Number(start, end, value, value_max)


def _times(number: _Number, factor: float) -> _Number:
    if factor == 1:
        return number

    def scaled(value: float | None) -> float | None:
        if value is None:
            return None
        product = value * factor if factor >= 1 else value / round(1 / factor)
        return int(product) if product == int(product) and factor > 1 else product

    return replace(
        number,
        value=scaled(number.value),
        value_max=scaled(number.value_max),
        uncertainty=scaled(number.uncertainty),
    )


def _unit(engine: _Engine, written: str) -> tuple[Unit, float, int] | None:
    for length in sorted({len(written), *(written.find(mark) for mark in ("/", " ") if mark in written)}, reverse=True):
        word = written[:length]
        for spelling in (word, word.removesuffix("s"), word.casefold(), word.casefold().removesuffix("s")):
            if spelling in engine.units:
                return (*engine.units[spelling], length)
    return None


def _counted(engine: _Engine, match: regex.Match[str], numbers: Sequence[_Number], text: str) -> str | None:
    start, end = match.span("of")
    if start < 0 or not numbers:
        return None
    last = numbers[-1]
    joined = text[last.end : last.end + 1] == "-"
    nouns = match["of"]
    of = engine.nouns.head(nouns, joined=joined)
    in_words = text[last.start : last.start + 1].isalpha()
    if of is None and not in_words:
        first = nouns.split()[0]
        if first.isupper() or first[0].isdigit() or first.casefold() in ("parameter", "word"):
            of = engine.nouns.first(nouns)
    if of is None or (of in engine.discourse and last.value <= 10):
        return None
    if in_words and (last.value < 2 or (last.value <= 12 and not engine.counted_in_words.fullmatch(of))):
        return None
    if any(not isinstance(number.value, int) for number in numbers):
        return None
    return of


def _build(
    engine: _Engine, rule: Rule, number: _Number, unit: Unit, of: str | None, kind: NumberKind, text: str, sentence: tuple[int, int]
) -> Iterable[NumberFinding]:
    context = engine.context
    left, right = sentence
    words_before = tokens(text, max(left, number.start - 120), number.start)
    words_after = tokens(text, number.end, min(right, number.end + 120))
    qualifier = context.qualifier(text, number.start, number.end, loose=kind == "result" or unit != "count")
    change = cast("Change | None", rule.set.get("change"))
    metric: Span | None = None
    if kind == "result" or unit in ("percent", "times", "point", "score"):
        span = context.metric(words_before, words_after)
        metric = Span("text", *span) if span else None
        change = change or context.change(words_before, words_after)
    value, value_max = number.value, number.value_max
    split = value_max is not None and _from_to(text, number, falls=value_max < value)
    qualifier = qualifier or ("range" if value_max is not None and not split else "exact")
    if value_max is not None and value_max < value and not split:
        value, value_max = value_max, value
    finding = NumberFinding(
        span=Span("text", number.start, number.end),
        found_by=rule.id,
        value=value,
        value_max=value_max,
        uncertainty=number.uncertainty,
        unit=unit,
        of=of,
        kind=kind,
        qualifier=qualifier,
        change=change,
        metric=metric,
    )
    if not split:
        return (finding,)
    to = _SPELLED_TO.search(text, number.start, number.end)
    first = replace(finding, span=Span("text", number.start, to.start()), value_max=None)
    second = replace(
        finding, span=Span("text", to.end(), number.end), value=number.value_max, value_max=None, qualifier="exact"
    )
    return (first, second)


def _from_to(text: str, number: _Number, *, falls: bool) -> bool:
    """Whether two ends are not a range but what was before and what is after."""
    if _SPELLED_TO.search(text, number.start, number.end) is None:
        return False
    return falls or _FROM.search(text[max(0, number.start - 40) : number.start]) is not None


def _share(text: str, found: list[Finding]) -> list[Finding]:
    """Let the members of a list share what one of them was given: the qualifier, the metric."""
    for position in range(1, len(found)):
        last, this = found[position - 1], found[position]
        if not (isinstance(last, NumberFinding) and isinstance(this, NumberFinding) and last.kind == this.kind):
            continue
        gap = text[last.span.end : this.span.start]
        if this.qualifier == "exact" and last.qualifier in ("up_to", "about") and _SHARED.fullmatch(gap):
            this = found[position] = replace(this, qualifier=last.qualifier)
        if last.unit == this.unit and len(gap) < 8 and _LIST_GAP.fullmatch(gap):
            if this.qualifier == "exact" and last.qualifier in ("at_least", "at_most") and _SHARED.fullmatch(gap):
                this = replace(this, qualifier=last.qualifier)
            if this.metric is None:
                this = replace(this, metric=last.metric, change=this.change or last.change)
            found[position] = this
    for position in range(len(found) - 2, -1, -1):
        this, following = found[position], found[position + 1]
        if not (isinstance(following, NumberFinding) and isinstance(this, NumberFinding)):
            continue
        if this.metric is None and this.unit == following.unit and this.kind == following.kind:
            gap = text[this.span.end : following.span.start]
            if len(gap) < 8 and _LIST_GAP.fullmatch(gap):
                found[position] = replace(this, metric=following.metric, change=this.change or following.change)
    return found
