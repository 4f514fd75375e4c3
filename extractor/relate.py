"""Relate: what each number measures (metric), on what (benchmark), by what (method) and against what (baseline).

All evidence is looked for in the number's own sentence, in the order in which a reader would weigh it: a name right
before the bracket that the number stands in, lists of equal length paired by order, what a preposition ties it to,
what is nearest. A field stays null rather than guessed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

import regex

from extractor.merge import mapping_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from extractor.document import Document
    from extractor.finding import NumberFinding, Span
    from extractor.merge import Entry, Merged

T = TypeVar("T")

# What may stand between two items of one list.
# A score is obtained on something even if its sentence leaves it out; a speed-up or a saving may be about anything.
_SCORED = frozenset({"percent", "point", "score"})
_LONGEST_LIST = 24  # items to either side; a longer row of numbers is a table
_LIST_WORDS = regex.compile(
    r"(?:[\s,/|&()%±+-]|\b(?:and|or|the|an?|on|in|at|of|for|by|up|to|about|over|respectively|points?)\b)*"
)
_ON = regex.compile(r"\b(?:on|in|for|across|over|at|from|within|of|to)\b(?!.*\b(?:than|over)\b)")
_ON_IT = regex.compile(r"\b(?:[Oo]n|[Ii]n|[Ff]or)\s(?:the\s)?$")
_COMPARED = regex.compile(
    r"\b(?: than | over | vs\.? | versus | against | compared\s(?:to|with) | relative\sto | outperform\w* | surpass\w*"
    r" | exceed\w* | beat\w* | improv\w*\s(?:up)?on | from | baselines?\s (?:like|such\sas)? | previous | prior"
    r" | of\s(?:the\s)?(?:baseline|standard) )\b [^.;()]{0,40}$",
    regex.VERBOSE | regex.V1 | regex.IGNORECASE,
)
_OURS = regex.compile(
    r"\b(?:we|our|ours|us|it|its|the\sproposed|this\s(?:method|approach|model|framework|work))\b", regex.IGNORECASE
)
_FROM = regex.compile(r"\bfrom\s(?:an?\s|the\s|about\s|[~$])?(?:[\d\s,/.%×x±&+-]|\band\b)*$")
# `…, compared to EfficientNet with 92.3% AUC`: the number is that of the method right before it.
_ITS_OWN_RESULT = regex.compile(
    r"(?: \s (?:model|baseline|method|approach) s? )? \s? (?: \( | , )? \s?"
    r" (?:with|at|of|['’]s|achiev\w+|reach\w+|scor\w+|obtain\w+) \b [^;()]{0,60}$ | \s? \( [^()]{0,60}$",
    regex.VERBOSE | regex.V1,
)
_METRIC_BEFORE = regex.compile(
    r"\s* (?: \([^()]{1,30}\) \s* )? (?: (?:scores?|values?|rates?|error|metric)\s )?"
    r"(?: of | at | is | was | are | were | by | to | = | : | ≈ | ~ | as\s(?:high|low)\sas | reach(?:es|ing|ed)? | \("
    r" | from | up\sto | about | around | over | nearly | only | an? | the | average | mean | ranging | between"
    r" | increase\w* | improve\w* | decrease\w* | reduc\w* | drop\w* | gain\w* | , | \s )* \s*",
    regex.VERBOSE | regex.V1,
)


@dataclass(frozen=True, slots=True)
class RelatedNumber:
    """A number and what it is tied to; names are entries of the same document."""

    finding: NumberFinding
    metric: Span | None
    benchmark: Entry | None
    method: Entry | None
    baseline: Entry | None


@dataclass(frozen=True, slots=True)
class _Named(Generic[T]):
    """Something that stands in a sentence."""

    span: Span
    what: T


def relate(document: Document, merged: Merged, own: Collection[Entry]) -> tuple[RelatedNumber, ...]:
    """Tie the numbers of a document to its entries; `own` are the entries that are the paper's contribution."""
    entries = mapping_of(merged.entries)
    standing = [_Named(span, entry) for span, entry in entries.items() if span.field == "text"]
    named = _by_sentence(document, standing)
    benchmarks = _by_sentence(document, [name for name in standing if name.what.kind == "benchmark"])
    methods = _by_sentence(document, [name for name in standing if name.what.kind == "method"])
    metrics = _by_sentence(document, [_Named(span, span) for span in merged.metrics if span.field == "text"])
    numbers = _by_sentence(document, [_Named(number.span, number) for number in merged.numbers])
    all_benchmarks = [entry for entry in merged.entries if entry.kind == "benchmark"]
    only_benchmark = all_benchmarks[0] if len(all_benchmarks) == 1 else None
    proposed = [entry for entry in merged.entries if entry in own and entry.kind == "method"]
    related = []
    for number in merged.numbers:
        start, end = document.text.sentence_of(number.span.start)
        alike = [other.span for other in numbers[start] if other.what.unit == number.unit]
        here = _Sentence(document.text.text, start, end, alike)
        benchmark = here.tied(number.span, benchmarks.get(start, ()))
        if benchmark is None and number.unit in _SCORED and number.kind == "result":
            benchmark = only_benchmark
        method, baseline = here.compared(number.span, methods.get(start, ()), proposed)
        metric = number.metric
        if metric is None or any(metric.overlaps(name.span) for name in named.get(start, ())):
            metric = here.measured(number.span, metrics.get(start, ()))
        related.append(RelatedNumber(number, metric, benchmark, method, baseline))
    return tuple(related)


def _by_sentence(document: Document, named: Iterable[_Named[T]]) -> dict[int, list[_Named[T]]]:
    """Return what stands in each sentence, in order, by where the sentence begins."""
    sentences: dict[int, list[_Named[T]]] = {}
    for name in sorted(named, key=lambda name: name.span.order):
        sentences.setdefault(document.text.sentence_of(name.span.start)[0], []).append(name)
    return sentences


@dataclass(frozen=True, slots=True)
class _Sentence:
    """One sentence of the text, and the numbers of one unit in it. `here` is always what stands in it, in order."""

    text: str
    start: int
    end: int
    numbers: Sequence[Span]

    def tied(self, number: Span, here: Sequence[_Named[T]]) -> T | None:
        """Return what the number is obtained on."""
        if not here:
            return None
        if (bracketed := self._before_bracket(number, here)) is not None:
            return bracketed
        if (paired := self._paired(number, here)) is not None:
            return paired
        behind = next((name for name in here if name.span.start >= number.end), None)
        before = next((name for name in reversed(here) if name.span.end <= number.start), None)
        tied_before = before is not None and _ON_IT.search(self.text, self.start, before.span.start) is not None
        group = self._group(number, self.numbers)
        apart = [other for other in self.numbers if tied_before or other not in group]
        if (
            behind
            and _ON.search(self.text, number.end, behind.span.start)
            and not any(number.end <= other.start < behind.span.start for other in apart)
        ):
            return behind.what
        if before is not None:
            return before.what
        return behind.what if behind else None

    def _before_bracket(self, number: Span, here: Sequence[_Named[T]]) -> T | None:
        opening = self.text.rfind("(", self.start, number.start)
        if opening < 0 or self.text.find(")", opening, number.start) >= 0:
            return None
        last = next((name for name in reversed(here) if name.span.end <= opening), None)
        return last.what if last and not self.text[last.span.end : opening].strip(" ,") else None

    def _group(self, span: Span, spans: Sequence[Span]) -> list[Span]:
        """Return the list that a span is an item of."""
        index = spans.index(span)
        first = last = index
        while first > max(0, index - _LONGEST_LIST) and self._joined(spans[first - 1], spans[first]):
            first -= 1
        while last + 1 < min(len(spans), index + _LONGEST_LIST) and self._joined(spans[last], spans[last + 1]):
            last += 1
        return list(spans[first : last + 1])

    def _joined(self, one: Span, other: Span) -> bool:
        return _LIST_WORDS.fullmatch(self.text, one.end, other.start) is not None

    def _paired(self, number: Span, here: Sequence[_Named[T]]) -> T | None:
        """Return the item of a list of names that the number's place in a list of numbers points to."""
        group = self._group(number, self.numbers)
        if len(group) < 2:
            return None
        spans = [name.span for name in here]
        for name in here:
            if name.span.start >= group[-1].end:
                names = self._group(name.span, spans)
                if len(names) == len(group):
                    return here[spans.index(names[group.index(number)])].what
                break
        for name in reversed(here):
            if name.span.end <= group[0].start:
                names = self._group(name.span, spans)
                if len(names) == len(group):
                    return here[spans.index(names[group.index(number)])].what
                break
        return None

    def compared(
        self, number: Span, here: Sequence[_Named[Entry]], proposed: Sequence[Entry]
    ) -> tuple[Entry | None, Entry | None]:
        """Return the method that reached the number and the one that it is compared with."""
        own = proposed[0] if proposed else None
        bracketed = self._before_bracket(number, here)
        if bracketed is not None:
            return bracketed, None
        if (paired := self._paired(number, here)) is not None:
            return paired, None
        before = [name for name in here if name.span.end <= number.start]
        baseline = next((name.what for name in here if self._compared_to(name.span)), None)
        if self._is_earlier(number):
            # `from 1.79 to 1.30`: what was there before belongs to another, or to nobody that is named.
            others = [name.what for name in before if name.what not in proposed]
            return (others[-1] if others else None), None
        subject: Entry | None
        if before and _ITS_OWN_RESULT.match(self.text, before[-1].span.end, number.start):
            subject = before[-1].what
        elif (ours := next((name.what for name in reversed(before) if name.what in proposed), None)) is not None:
            # What the paper proposes is the agent, also where it "improves GPT-4 from 60% to 70%".
            subject = ours
        elif own is not None and _OURS.search(self.text, self.start, number.start):
            subject = own
        else:
            others = [name.what for name in before if not self._compared_to(name.span)]
            subject = others[-1] if others else own
        return subject, baseline if baseline is not subject else None

    def _is_earlier(self, number: Span) -> bool:
        return _FROM.search(self.text, max(self.start, number.start - 60), number.start) is not None

    def _compared_to(self, name: Span) -> bool:
        return _COMPARED.search(self.text, max(self.start, name.start - 60), name.start) is not None

    def measured(self, number: Span, here: Sequence[_Named[Span]]) -> Span | None:
        """Return the words for what the number measures."""
        if not here:
            return None
        if (paired := self._paired(number, here)) is not None:
            return paired
        behind = next((name for name in here if name.span.start >= number.end), None)
        before = next((name for name in reversed(here) if name.span.end <= number.start), None)
        if before and _METRIC_BEFORE.fullmatch(self.text, before.span.end, number.start):
            return before.what
        if behind and len(self.text[number.end : behind.span.start].split()) <= 3:
            return behind.what
        if before and number.start - before.span.end < 80:
            return before.what
        return None
