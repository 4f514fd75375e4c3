"""Reading what a rule matched: from the groups of a match to findings.

A rule's groups carry meaning. `number` is the span that is reported (else the whole match) and may be captured
several times, once for each number of a list; inside each, `value`, `value_max`, `uncertainty` and `exponent` are its
parts. `unit` is looked up in `rules/units.toml` unless the rule sets one, and `of` holds the words that a count's noun
is taken from. What a rule `set`s holds for every number that it finds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache, partial
from typing import TYPE_CHECKING, cast

import regex

from extractor.finding import Finding, NumberFinding, Span
from extractor.numerals import Value, read_numeral, scale_of
from extractor.passes.numbers.context import Context
from extractor.passes.numbers.metric import Metrics
from extractor.passes.numbers.nouns import Nouns
from extractor.passes.numbers.words import words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from extractor.records import Change, NumberKind, Qualifier, Unit
    from extractor.rules import Rule, RuleSet

_CLAUSE = 120  # characters to either side of a number that are looked at for what they say of it

_FROM = regex.compile(
    r"(?<!\b(?:rang(?:e|es|ed|ing)|var(?:y|ies|ied|ying)|anywhere|anything|span(?:s|ning)?)\s)"
    r"\bfrom\s(?:(?:about|around|roughly|approximately)\s|~)?$",
    regex.V1,
)
# One is ahead of another by a difference, and differences "from 8.9 to 14.0 points" are a range of them.
_AHEAD = regex.compile(r"\b(?:surpass|outperform|exceed|outscor|outpac|beat)\w*\b[^.;]{0,80}$", regex.V1)
_SPELLED_TO = regex.compile(r"\s(?:up\s)?to\s(?P<about>~\s?)?", regex.V1)
_THOUSANDS = regex.compile(r"\d{1,3}\.000", regex.V1)
_SYMBOL = 2  # the longest unit that is a symbol rather than a word
_CACHED_WORDS = 1 << 12
_PERCENT_UNITS = frozenset(["percent", "point"])
_OF_RESULTS = frozenset(["percent", "point", "times", "score", "order_of_magnitude", "count", "USD", "EUR"]) | {
    "frame_per_second",
    "token_per_second",
    "FLOP_per_second",
    "bit_per_second",
    "byte_per_second",
    "decibel",
}
_METRIC_UNITS = frozenset(["percent", "point", "times", "score"])
_PARTS = ("value", "value_max", "uncertainty", "exponent")
_DISCOURSE_LIMIT = 10
_WORDS_LIMIT = 12


@dataclass(frozen=True, slots=True)
class Place:
    """A text and the sentence of it in which a match stands."""

    text: str
    sentence: tuple[int, int]

    def before(self, position: int) -> int:
        """Return where the context in front of a position begins."""
        return max(self.sentence[0], position - _CLAUSE)

    def after(self, position: int) -> int:
        """Return where the context behind a position ends."""
        return min(self.sentence[1], position + _CLAUSE)


@dataclass(frozen=True, slots=True)
class _Number:
    """One number of a match: the span that is reported, and its value in the unit as written."""

    start: int
    end: int
    value: Value
    value_max: Value | None = None
    uncertainty: Value | None = None


@dataclass(frozen=True, slots=True)
class Reader:
    """The tables that a match is read with.

    `unit` tells a unit as it is written: which it is, its factor, and how many of the characters are its own.
    """

    unit: Callable[[str], tuple[Unit, float, int] | None]
    nouns: Nouns
    context: Context
    metrics: Metrics
    discourse: frozenset[str]

    @classmethod
    def of(cls, rules: RuleSet) -> Reader:
        """Read the tables of a rule set.

        Raises:
            KeyError: a table lacks a key.
        """
        quantities = rules.tables["quantities"]
        units = {word: (unit, factor) for word, (unit, factor) in rules.tables["units"].items()}
        return cls(
            # Most words behind a number are no unit, and few are new: asked for each, they must cost one look-up.
            lru_cache(maxsize=_CACHED_WORDS)(partial(_known_unit, units)),
            Nouns.of(quantities),
            Context.of(rules.tables["qualifiers"], quantities),
            Metrics.of(
                quantities,
                rules.tables["fragments"],
                (
                    spelling
                    for names in rules.names.values()
                    for name in names
                    if name.kind == "metric"
                    for spelling in (name.name, *name.aliases)
                ),
            ),
            frozenset(quantities["discourse"]),
        )

    def read(self, rule: Rule, match: regex.Match[str], place: Place) -> list[Finding]:
        """Return the numbers of a match, in order; none if its unit or its noun is none."""
        unit, factor = cast("Unit", rule.set.get("unit", "count")), 1.0
        unit_end = 0
        if match.re.groupindex.get("unit") and (written := match["unit"]):
            unit_end = match.end("unit")
            if "unit" not in rule.set:
                known = self.unit(written)
                if known is None:
                    return []
                unit, factor, length = known
                unit_end += length - len(written)
        numbers = list(_numbers(rule, match))
        if not numbers:
            return []
        if unit not in _PERCENT_UNITS and any("%" in place.text[number.start : number.end] for number in numbers):
            return []  # `+11.9% to +2.4x` are two numbers
        end = _closed(place.text, numbers[-1].start, max(numbers[-1].end, unit_end))
        if end > numbers[-1].end:
            numbers[-1] = replace(numbers[-1], end=end)
        if unit == "count":
            numbers = [_whole(number, place.text) for number in numbers]
        of = self._of(rule, match, numbers, unit, place.text)
        if of is None and unit == "count":
            return []
        start, end = numbers[0].start, numbers[-1].end
        before, after = place.text[place.before(start) : start], place.text[end : place.after(end)]
        kind = cast("NumberKind", rule.set.get("kind") or self.context.kind(unit, of, before, after))
        return [
            finding
            for number in numbers
            for finding in _split(
                self._finding(rule, _scaled(number, factor), unit, of, kind, place), number, place.text
            )
        ]

    def _finding(
        self, rule: Rule, number: _Number, unit: Unit, of: str | None, kind: NumberKind, place: Place
    ) -> NumberFinding:
        """Return the finding of a number, with what its context says."""
        text, start, end = place.text, number.start, number.end
        qualifier = self.context.qualifier(text, start, end, loose=_is_loose(kind, unit))
        change = cast("Change | None", rule.set.get("change")) or _signed(text[start], unit)
        metric = None
        if kind == "result" or unit in _METRIC_UNITS:
            before, after = words(text, place.before(start), start), words(text, end, place.after(end))
            span = self._of_points(unit, text, start, end) or self.metrics.find(
                before, after, signed=text[start] in "+-", bare=unit == "score"
            )
            metric = Span("text", *span) if span else None
            if "kind" not in rule.set and unit not in _OF_RESULTS and self._is_attribute(text, end, metric):
                kind, metric = "setting", None
            change = change or self.context.change(before, after)
        return NumberFinding(
            span=Span("text", start, end),
            found_by=rule.id,
            value=number.value,
            unit=unit,
            kind=kind,
            value_max=number.value_max,
            uncertainty=number.uncertainty,
            of=of,
            qualifier=qualifier or ("exact" if number.value_max is None else "range"),
            change=change,
            metric=metric,
        )

    def _is_attribute(self, text: str, end: int, noun: Span | None) -> bool:
        """Whether a measure that ends at a position says of what size the thing behind it is: `a 21-day deployment`.

        What is measured comes behind its measure too (`a 15 ms latency`), but there it is a word known for a metric.
        """
        if noun is None or not 0 <= noun.start - end <= 1 or (text[noun.start].isupper() and text[end] != " "):
            return False
        return not self.metrics.is_measured(text[noun.start : noun.end])

    def _of_points(self, unit: Unit, text: str, start: int, end: int) -> tuple[int, int] | None:
        """Return the metric that points are of, which stands inside the unit: `0.7 BLEU points`."""
        if unit != "point" or text[start:end].count(" ") < 2:
            return None
        first = text.index(" ", start) + 1
        return self.metrics.ending_at(text, first, text.rindex(" ", first, end)) if text[first].isupper() else None

    def _of(self, rule: Rule, match: regex.Match[str], numbers: Sequence[_Number], unit: Unit, text: str) -> str | None:
        """Return what a count counts, or None if that is nothing."""
        if unit != "count":
            return None
        if "of" in rule.set:
            return str(rule.set["of"])
        nouns = match["of"]
        if rule.set.get("noun") == "as written":
            return self.nouns.as_written(nouns)
        last = numbers[-1]
        in_words = text[last.start].isalpha()
        of = self.nouns.head(nouns, joined=text[last.end : last.end + 1] == "-", alone=not in_words)
        if of is None or (of in self.discourse and last.value <= _DISCOURSE_LIMIT):
            return None
        first = nouns.split(maxsplit=1)[0]
        if of == first.casefold() and self.metrics.is_name(first):
            return None  # `87 F1` are no 87 of anything
        if in_words and (last.value < 2 or (last.value <= _WORDS_LIMIT and not self.nouns.counted.fullmatch(of))):
            return None
        return of if all(isinstance(number.value, int) for number in numbers) else None


def _known_unit(units: Mapping[str, tuple[Unit, float]], written: str) -> tuple[Unit, float, int] | None:
    """Return unit, factor and how much of the written unit it is: all, or what is in front of `/` or `per`."""
    lengths = {len(written), *(written.find(mark) for mark in "/ " if mark in written)}
    for length in sorted(lengths, reverse=True):
        word = written[:length]
        spellings = (word, word.removesuffix("s"), word.casefold(), word.casefold().removesuffix("s"))
        for spelling in spellings if length > _SYMBOL else spellings[:1]:  # 5 m is no 5 M, 8 CT no 8 ct
            if spelling in units:
                return (*units[spelling], length)
    return None


def _numbers(rule: Rule, match: regex.Match[str]) -> Iterator[_Number]:
    groups = match.re.groupindex
    for start, end in sorted(set(match.spans("number"))) if "number" in groups else (match.span(),):
        if "value" in rule.set:
            yield _Number(start, end, cast("Value", rule.set["value"]))
            continue
        number = _number(start, end, *(_part(match, name, start, end) if name in groups else "" for name in _PARTS))
        if number is not None:
            yield number


def _part(match: regex.Match[str], group: str, start: int, end: int) -> str:
    """Return what a group holds of the number between two positions, or nothing."""
    for first, last in match.spans(group):
        if start <= first and last <= end:
            return match.string[first:last]
    return ""


def _number(start: int, end: int, value: str, value_max: str, uncertainty: str, exponent: str) -> _Number | None:
    low = read_numeral(value + exponent)
    if low is None:
        return None
    if uncertainty:
        return _Number(start, end, low, None, read_numeral(uncertainty + exponent))
    if not value_max:
        return _Number(start, end, low)
    high = read_numeral(value_max)
    if high is None:
        return None
    scale = scale_of(value_max)
    return _Number(start, end, low * scale if scale_of(value) == 1 and low * scale <= high else low, high)


def _closed(text: str, start: int, end: int) -> int:
    """Return the end of a number, behind the bracket that it opens: `93.2% (±0.3%)`."""
    return end + (text[end : end + 1] == ")" and "(" in text[start:end] and ")" not in text[start:end])


def _signed(sign: str, unit: Unit) -> Change | None:
    """Return the direction that the sign of a share tells; that of a score may be the score's own: `R² of -0.2`."""
    return {"+": "increase", "-": "decrease"}.get(sign) if unit in _PERCENT_UNITS else None  # type: ignore[return-value]


def _is_loose(kind: NumberKind, unit: Unit) -> bool:
    """Whether `over` in front of such a number is as good as always `more than`."""
    return (kind == "result" or unit != "count") and unit not in ("day", "week", "month", "year")


def _whole(number: _Number, text: str) -> _Number:
    """Return the number with `.000` read as thousands, where it counts things: there are no 12.000 images but 12000."""
    if isinstance(number.value, int) or _THOUSANDS.fullmatch(text, number.start, number.end) is None:
        return number
    return replace(number, value=round(number.value * 1000))


def _scaled(number: _Number, factor: float) -> _Number:
    """Return the number in the unit of the record."""
    if factor == 1:
        return number
    values = (number.value, number.value_max, number.uncertainty)
    value, value_max, uncertainty = (None if old is None else _product(old, factor) for old in values)
    return replace(number, value=value or 0, value_max=value_max, uncertainty=uncertainty)


def _product(value: Value, factor: float) -> Value:
    # 5 ms is 5/1000 s to the last bit, and 3 GB a whole number of bytes.
    product = Decimal(str(value)) * Decimal(str(factor))
    return int(product) if factor > 1 and product == int(product) else float(product)


def _split(finding: NumberFinding, number: _Number, text: str) -> tuple[NumberFinding, ...]:
    """Return a range as it is, or the two numbers that it is: `from 2.6 to 0.4 mm` tells before and after.

    So does anything that falls from one end to the other in words: `an error of 27.4% to 5.6%`.
    """
    if finding.value_max is None:
        return (finding,)
    to = _SPELLED_TO.search(text, number.start, number.end)
    falls = finding.value_max < finding.value
    before = text[max(0, number.start - _CLAUSE) : number.start]
    if to is not None and (falls or (_FROM.search(before) and not _AHEAD.search(before))):
        qualifier: Qualifier = "exact" if finding.qualifier == "range" else finding.qualifier
        first = Span("text", number.start, to.start())
        second = Span("text", to.end(), number.end)
        return (
            replace(finding, span=first, value_max=None, qualifier=qualifier),
            replace(
                finding,
                span=second,
                value=finding.value_max,
                value_max=None,
                qualifier="about" if to["about"] else "exact",
            ),
        )
    if falls:
        return (replace(finding, value=finding.value_max, value_max=finding.value),)
    return (finding,)
