"""Merge: overlapping findings become entries, one entry a thing, and what is dropped is kept with the reason.

1. Findings inside a link are dropped.
2. Of overlapping names the longest stands: parts of longer names are no entries. What is only written like a name
   gives way to what anything else finds.
3. A definition joins its short and its long form.
4. Spellings that fold alike are one entry, and so are forms that a definition joins, a name and the name alone in the
   brackets behind it, and a name of several words and the acronym of its initials.
5. Every further place where one of its spellings stands is a mention.
6. Whether it is a name at all, and of which kind, is judged by all that speaks for and against it (`evidence`,
   `judging`). What is judged to be none falls, and what it covered or was joined to is looked at again without it.
7. A number inside a name is dropped.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Literal, TypeAlias

import regex

from extractor.entries.evidence import NO_WORDS, Draft, observed
from extractor.finding import DefinitionFinding, Exclusion, Finding, LinkFinding, NameFinding, NumberFinding, Span
from extractor.folding import NameIndex, fold, fold_singular, parts_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from extractor.document import Document
    from extractor.entries.evidence import Words
    from extractor.entries.judging import Cards

_WORD = regex.compile(r"\p{L}[\p{L}\p{N}]*")
_OPENING = regex.compile(r"\s?\(\s?")

WRITTEN = 0.01
"""The weight of findings that say no more than that something is written like a name; they give way to all others."""

_REFUSED = "more speaks against its being a name"

EntryKind: TypeAlias = Literal["method", "benchmark"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A method or a benchmark: its written forms, fullest first, and all its mentions in reading order.

    `evidence` is what was observed of it, and speaks for or against its being a name, one of its kind, or the paper's.
    """

    kind: EntryKind
    forms: tuple[str, ...]
    canonical: str | None
    proposed: bool
    mentions: tuple[Span, ...]
    found_by: tuple[str, ...]
    evidence: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The fullest form."""
        return self.forms[0]


@dataclass(frozen=True, slots=True)
class Dropped:
    """A finding that is in no entry, and why."""

    finding: Finding
    reason: str


@dataclass(frozen=True, slots=True)
class Merged:
    """What a document states, in the cleaned frame. `metrics` are spans of words that name a metric."""

    entries: tuple[Entry, ...]
    numbers: tuple[NumberFinding, ...]
    links: tuple[LinkFinding, ...]
    metrics: tuple[Span, ...]
    dropped: tuple[Dropped, ...]


def merge(
    document: Document,
    findings: Iterable[Finding],
    *,
    generic: Collection[str] = (),
    words: Words = NO_WORDS,
    cards: Cards | None = None,
) -> Merged:
    """Merge the findings of all passes over one document.

    Args:
        document: the document that was searched.
        findings: what the passes found, in any order.
        generic: folded phrases that are no names whoever says so (tasks, fields, whole classes of models).
        words: the words by which names are judged.
        cards: what the evidence weighs; without them all drafts are entries, of the kind that most sources speak for.
    """
    dropped: list[Dropped] = []
    ordered = sorted(findings, key=_place)
    links = _links(ordered, dropped)
    linked = _Cover(link.span for link in ordered if isinstance(link, LinkFinding))
    outside = []
    for finding in ordered:
        if isinstance(finding, LinkFinding | Exclusion):
            continue
        if linked.overlaps(finding.span):
            dropped.append(Dropped(finding, "inside a link"))
        else:
            outside.append(finding)
    names = [finding for finding in outside if isinstance(finding, NameFinding)]
    metrics = [finding for finding in names if finding.kind == "metric"]
    definitions_found = [finding for finding in outside if isinstance(finding, DefinitionFinding)]
    candidates = _without_generic(document, names, metrics, generic, dropped)
    definitions_found = _without_generic_definitions(document, definitions_found, generic, dropped)
    entries, lost = _judged(document, candidates, definitions_found, linked, words, cards)
    dropped += lost
    named = _Cover(mention for entry in entries for mention in entry.mentions)
    numbers = []
    for finding in outside:
        if isinstance(finding, NumberFinding):
            if named.covers(finding.span):
                dropped.append(Dropped(finding, "part of a name"))
            else:
                numbers.append(finding)
    metric_spans = tuple(metric.span for metric in metrics if not named.overlaps(metric.span))
    return Merged(tuple(entries), tuple(numbers), links, metric_spans, tuple(dropped))


_order = attrgetter("order")


def _place(finding: Finding) -> tuple[bool, int, int, str]:
    field, start, end = finding.span
    return field == "text", start, end, finding.found_by


class _Cover:
    """Spans, for asking fast what lies in them. They may overlap each other."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._spans = sorted(set(spans), key=_order)
        self._starts = list(map(_order, self._spans))
        self._longest = max((span.end - span.start for span in self._spans), default=0)

    def overlapping(self, span: Span) -> list[Span]:
        """Return the spans that share a character with `span`."""
        first = bisect_right(self._starts, (span.field == "text", span.start - self._longest, 0))
        last = bisect_right(self._starts, (span.field == "text", span.end, 0))
        return [other for other in self._spans[first:last] if other.overlaps(span)]

    def overlaps(self, span: Span) -> bool:
        return bool(self._spans) and bool(self.overlapping(span))

    def covers(self, span: Span) -> bool:
        return bool(self._spans) and any(other.covers(span) for other in self.overlapping(span))


def _links(findings: Sequence[Finding], dropped: list[Dropped]) -> tuple[LinkFinding, ...]:
    first: dict[str, LinkFinding] = {}
    for finding in findings:
        if isinstance(finding, LinkFinding):
            kept = first.setdefault(finding.url.rstrip("/").casefold(), finding)
            if kept is not finding:
                dropped.append(Dropped(finding, "the same link stands before"))
    return tuple(first.values())


def _without_generic(
    document: Document,
    names: Sequence[NameFinding],
    metrics: Sequence[NameFinding],
    generic: Collection[str],
    dropped: list[Dropped],
) -> list[NameFinding]:
    """Return the methods and benchmarks that are neither generic phrases nor names of metrics."""
    measured = {metric.span for metric in metrics}
    kept = []
    for name in names:
        if name.kind == "metric":
            continue
        if fold_singular(document.text_of(name.span)) in generic:
            dropped.append(Dropped(name, "a task, a field or a class, not one method"))
        elif name.span in measured and not name.proposed:
            dropped.append(Dropped(name, "a metric"))
        else:
            kept.append(name)
    return kept


def _without_generic_definitions(
    document: Document, findings: Sequence[DefinitionFinding], generic: Collection[str], dropped: list[Dropped]
) -> list[DefinitionFinding]:
    kept = []
    for finding in findings:
        if any(fold_singular(document.text_of(span)) in generic for span in (finding.span, finding.long)):
            dropped.append(Dropped(finding, "a task, a field or a class, not one method"))
        else:
            kept.append(finding)
    return kept


def _judged(
    document: Document,
    names: Sequence[NameFinding],
    definitions: Sequence[DefinitionFinding],
    linked: _Cover,
    words: Words,
    cards: Cards | None,
) -> tuple[list[Entry], list[Dropped]]:
    """Return the entries for which enough speaks, and what was dropped."""
    fallen: list[Dropped] = []
    while True:
        dropped: list[Dropped] = []
        pairs = _joined(document, definitions, names)
        longest = _longest(document, [*names, *(name for pair in pairs for name in pair)], dropped)
        entries, groups = _entries(document, longest, pairs, linked, words, cards)
        kept, refused = [], []
        for entry, group in zip(entries, groups, strict=True):
            if cards is None or cards.is_name(entry.evidence, entry.found_by):
                kept.append(entry)
            else:
                refused += group
        gone, spans = set(map(id, refused)), {name.span for name in refused}
        parted = [pair for pair in definitions if pair.span in spans or pair.long in spans]
        fallen += [Dropped(name, _REFUSED) for name in names if id(name) in gone]
        fallen += [Dropped(pair, _REFUSED) for pair in parted]
        covered = _Cover(each.finding.span for each in dropped)
        if not parted and not any(map(covered.overlaps, spans)):
            return sorted(kept, key=lambda entry: entry.mentions[0].order), [*fallen, *dropped]
        names = [name for name in names if id(name) not in gone]
        definitions = [pair for pair in definitions if pair not in parted]


def _joined(
    document: Document, findings: Sequence[DefinitionFinding], names: Sequence[NameFinding]
) -> list[tuple[NameFinding, NameFinding]]:
    """Return (long form, short form) of each definition, as names of the kind that most speaks for."""
    by_key: dict[str, list[NameFinding]] = defaultdict(list)
    by_span: dict[Span, list[NameFinding]] = defaultdict(list)
    for name in names:
        by_key[fold_singular(document.text_of(name.span))].append(name)
        by_span[name.span].append(name)
    cover = _Cover(by_span)
    joined = {}
    for finding in findings:
        if finding.span in joined:
            continue
        short = fold_singular(document.text_of(finding.span))
        most = [span for span in cover.overlapping(finding.long) if _is_most_of(span, finding.long)]
        evidence = [*by_key.get(short, ()), *(name for span in most for name in by_span[span])]
        kind, proposed = _vote(evidence), any(name.proposed for name in evidence)
        long, own = (
            NameFinding(span=span, found_by=finding.found_by, kind=kind, weight=0.0, proposed=proposed)
            for span in (finding.long, finding.span)
        )
        joined[finding.span] = (long, own)
    return list(joined.values())


def _is_most_of(name: Span, long: Span) -> bool:
    """Whether a name found in a long form is more than half of it, so that it speaks for the whole."""
    return 2 * (min(name.end, long.end) - max(name.start, long.start)) > long.end - long.start


def _longest(document: Document, names: Sequence[NameFinding], dropped: list[Dropped]) -> list[NameFinding]:
    """Return the names whose spans share nothing with a longer one; equal spans all stay, to vote."""
    taken = {passage.field: bytearray(len(passage.text)) for passage in document.passages}
    kept: list[NameFinding] = []
    spans: set[Span] = set()
    found = {name.span for name in names if name.weight != WRITTEN}
    for name in sorted(
        names,
        key=lambda name: (name.weight == WRITTEN, name.span.start - name.span.end, name.span.order, name.found_by),
    ):
        if _is_glued(document, name.span, found):
            dropped.append(Dropped(name, "two names and a slash"))
            continue
        start, end = name.span.start, name.span.end
        if name.span in spans or not any(taken[name.span.field][start:end]):
            taken[name.span.field][start:end] = b"\x01" * (end - start)
            kept.append(name)
            spans.add(name.span)
        else:
            dropped.append(Dropped(name, "part of a longer name"))
    return kept


def _is_glued(document: Document, span: Span, found: Collection[Span]) -> bool:
    """Whether the span is `AdaGrad/Adam`, where one side at least was found by itself."""
    head, slash, tail = document.text_of(span).partition("/")
    if not slash:
        return False
    first = Span(span.field, span.start, span.start + len(head))
    second = Span(span.field, span.end - len(tail), span.end)
    return first in found or second in found


def _vote(names: Iterable[NameFinding]) -> EntryKind:
    """Return the kind that most sources speak for; each source has one vote, however many mentions it found."""
    by_source: dict[str, list[NameFinding]] = defaultdict(list)
    for name in names:
        by_source[name.found_by].append(name)
    for_benchmark = sum(
        (1 if name.kind == "benchmark" else -1) * name.weight / len(found)
        for found in by_source.values()
        for name in found
    )
    return "benchmark" if for_benchmark > 0 else "method"


def _entries(
    document: Document,
    names: Sequence[NameFinding],
    definitions: Sequence[tuple[NameFinding, NameFinding]],
    linked: _Cover,
    words: Words,
    cards: Cards | None,
) -> tuple[list[Entry], list[list[NameFinding]]]:
    long_forms = {document.text_of(long.span) for long, _ in definitions}
    groups = _groups(document, names, definitions)
    mentions = _mentions(document, groups, linked)
    drafts: list[Draft] = []
    kept: list[list[NameFinding]] = []
    for group, spans in zip(groups, mentions, strict=True):
        if not spans:
            continue
        forms = list(dict.fromkeys(document.text_of(span) for span in spans))
        full = max(forms, key=lambda form: (form in long_forms, len(parts_of(form)), -forms.index(form)))
        ordered = (full, *(form for form in forms if form != full))
        drafts.append(Draft(group, ordered, tuple(spans), full in long_forms))
        kept.append(group)
    entries = []
    for draft, observations in zip(drafts, observed(document, drafts, words), strict=True):
        canonical = Counter(name.canonical for name in draft.group if name.canonical)
        kind = _vote(draft.group)
        evidence = (*observations, f"vote: {kind}")
        if cards is not None:
            kind = "benchmark" if cards.is_benchmark(evidence) else "method"
        entries.append(
            Entry(
                kind=kind,
                forms=draft.forms,
                canonical=max(sorted(canonical), key=canonical.__getitem__, default=None),
                proposed=any(name.proposed for name in draft.group),
                mentions=draft.mentions,
                found_by=_found_by(draft.group),
                evidence=evidence,
            )
        )
    return entries, kept


def _found_by(group: Sequence[NameFinding]) -> tuple[str, ...]:
    """Return the ids of what found a name; that it is written like one is told only where nothing else says more."""
    more = {name.found_by for name in group if name.weight != WRITTEN}
    return tuple(sorted(more or {name.found_by for name in group}))


def _groups(
    document: Document, names: Sequence[NameFinding], definitions: Sequence[tuple[NameFinding, NameFinding]]
) -> list[list[NameFinding]]:
    """Return the names of each thing: those that fold alike, and those that a definition joins."""
    parent: dict[str, str] = {}

    def root(key: str) -> str:
        while parent.setdefault(key, key) != key:
            key = parent[key]
        return key

    def join(name: NameFinding, other: NameFinding) -> None:
        first, second = (root(fold_singular(document.text_of(one.span))) for one in (name, other))
        parent[second] = first

    for long, short in definitions:
        join(long, short)
    for name, other in (*_in_brackets(document, names), *_initialisms(document, names)):
        join(name, other)
    groups: dict[str, list[NameFinding]] = defaultdict(list)
    for name in sorted(names, key=_place):
        groups[root(fold_singular(document.text_of(name.span)))].append(name)
    return list(groups.values())


def _in_brackets(document: Document, names: Sequence[NameFinding]) -> Iterator[tuple[NameFinding, NameFinding]]:
    """Yield each name with the name that stands alone in the brackets behind it: one thing, whatever the letters."""
    by_start = {(name.span.field, name.span.start): name for name in names}
    for name in names:
        text, end = document.passage(name.span.field).text, name.span.end
        opening = _OPENING.match(text, end)
        other = by_start.get((name.span.field, opening.end())) if opening else None
        if other and text[other.span.end : other.span.end + 1] == ")" and other.kind == name.kind:
            yield name, other


def _initialisms(document: Document, names: Sequence[NameFinding]) -> Iterator[tuple[NameFinding, NameFinding]]:
    """Yield each name of several words with the acronym of its initials, where the text defines neither."""
    by_initials: dict[str, NameFinding] = {}
    for name in names:
        text = document.text_of(name.span)
        if text.isalnum():  # one word
            continue
        initials = "".join([word[0] for word in _WORD.findall(text) if word[0].isupper()])
        if len(initials) > 1:
            by_initials.setdefault(initials, name)
    if not by_initials:
        return
    for name in names:
        acronym = document.text_of(name.span)
        if acronym in by_initials and acronym.isupper():
            yield by_initials[acronym], name


def _mentions(document: Document, groups: Sequence[Sequence[NameFinding]], linked: _Cover) -> list[list[Span]]:
    """Return, for each group, every span where one of its forms stands and is not part of another name."""
    found: dict[Span, int] = {name.span: number for number, group in enumerate(groups) for name in group}
    known = _Cover(found)
    index = NameIndex.of(
        (spelling, number)
        for number, group in enumerate(groups)
        for form in sorted({document.text_of(name.span) for name in group})
        for spelling in (form, form + "s", form.removesuffix("s"))
    )
    spellings = [{document.text_of(name.span) for name in group} for group in groups]
    for passage in document.passages:
        for start, end, numbers in index.find(passage.segments):
            span = Span(passage.field, start, end)
            text = passage.text
            if known.overlaps(span) or linked.overlaps(span) or _goes_on(text, start, end):
                continue
            for number in numbers:
                if _same_spelling(text[start:end], spellings[number]):
                    found[span] = number
                    break
    mentions: list[list[Span]] = [[] for _ in groups]
    for span in sorted(found, key=lambda span: span.order):
        mentions[found[span]].append(span)
    return mentions


def _goes_on(text: str, start: int, end: int) -> bool:
    """Whether a longer name stands here: `LoRA` in `LoRA-One` or `Q-LoRA`, but not in `LoRA-based`."""
    behind, before = text[end : end + 2], text[max(0, start - 2) : start]
    return (len(behind) == 2 and behind[0] in "-+" and (behind[1].isupper() or behind[1].isdigit())) or (
        len(before) == 2 and before[1] == "-" and before[0].isalnum()
    )


def _same_spelling(text: str, spellings: Collection[str]) -> bool:
    """Whether another case may be the same name: not for acronyms and short words, which are often words too."""
    if text in spellings or text.removesuffix("s") in spellings or text + "s" in spellings:
        return True
    return len(fold(text)) > 5 and (len(parts_of(text)) > 1 or not text.islower())


def mapping_of(entries: Iterable[Entry]) -> Mapping[Span, Entry]:
    """Return the entry of each mention."""
    return {mention: entry for entry in entries for mention in entry.mentions}
