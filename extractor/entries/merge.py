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
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import compress
from math import fsum
from operator import attrgetter
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import regex

from extractor.entries.evidence import NO_WORDS, Draft, Scene
from extractor.finding import DefinitionFinding, Exclusion, Finding, LinkFinding, NameFinding, NumberFinding, Span
from extractor.folding import NameIndex, fold, fold_singular, parts_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from extractor.document import Document
    from extractor.entries.evidence import Words
    from extractor.entries.judging import Cards
    from extractor.records import FieldName

_WORD = regex.compile(r"\p{L}[\p{L}\p{N}]*")
_GENITIVE = regex.compile(r"['’]s\s\p{Lu}")
_OPENING = regex.compile(r"\s?\(\s?")
_SIZE = regex.compile(r"\d+(?:[.,]\d+)?\s?[kKMBT]")

WRITTEN = 0.01
"""The weight of findings that say no more than that something is written like a name; they give way to all others."""

_CACHED_NAMES = 1 << 12
_ENOUGH = 200  # findings of one name to tell its kind
_EVEN = 1e-9  # more is more than what rounding leaves of an even vote
_LONGEST = 300  # characters of a name; the longest that was seen has half of that
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
    """A finding that is in no entry, and why; with what was observed of it, where that decided."""

    finding: Finding
    reason: str
    evidence: tuple[str, ...] = ()


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
    linked = _Marks.of(document, (link.span for link in ordered if isinstance(link, LinkFinding)))
    outside = []
    for finding in ordered:
        if isinstance(finding, LinkFinding | Exclusion):
            continue
        if linked.meets(finding.span):
            dropped.append(Dropped(finding, "inside a link"))
        else:
            outside.append(finding)
    names = [finding for finding in outside if isinstance(finding, NameFinding)]
    metrics = [finding for finding in names if finding.kind == "metric"]
    definitions_found = [finding for finding in outside if isinstance(finding, DefinitionFinding)]
    candidates = _without_generic(document, _whole_genitives(document, names), metrics, generic, dropped)
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
    metric_spans = tuple(metric.span for metric in metrics if not named.overlapping(metric.span))
    return Merged(tuple(entries), tuple(numbers), links, metric_spans, tuple(dropped))


class _Named(NamedTuple):
    """A name that was found, its text, and the key that spellings of one name share."""

    finding: NameFinding
    text: str
    key: str

    @property
    def span(self) -> Span:
        return self.finding.span

    @classmethod
    def of(cls, document: Document, finding: NameFinding) -> _Named:
        text = document.text_of(finding.span)
        return cls(finding, text, fold_singular(text))


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

    def covers(self, span: Span) -> bool:
        return bool(self._spans) and any(other.covers(span) for other in self.overlapping(span))


class _Marks:
    """Spans as marks on the characters of a document, for asking fast whether one meets any of them."""

    def __init__(self, marks: Mapping[FieldName, bytearray]) -> None:
        self._marks = marks

    @classmethod
    def of(cls, document: Document, spans: Iterable[Span]) -> _Marks:
        marks = cls({passage.field: bytearray(len(passage.text)) for passage in document.passages})
        for span in spans:
            marks.add(span)
        return marks

    def add(self, span: Span) -> None:
        field, start, end = span
        self._marks[field][start:end] = b"\x01" * (end - start)

    def meets(self, span: Span) -> bool:
        """Whether a span shares a character with one that was added."""
        field, start, end = span
        return self._marks[field].find(1, start, end) >= 0

    def at(self, field: FieldName, place: int) -> int:
        """Whether a character is in a span that was added."""
        return self._marks[field][place]


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
) -> list[_Named]:
    """Return the methods and benchmarks that are neither generic phrases nor names of metrics."""
    measured = {metric.span for metric in metrics}
    kept = []
    for finding in names:
        if finding.kind == "metric":
            continue
        if finding.span.end - finding.span.start > _LONGEST:
            dropped.append(Dropped(finding, "longer than a name is"))
            continue
        name = _Named.of(document, finding)
        if name.key in generic:
            dropped.append(Dropped(finding, "a task, a field or a class, not one method"))
        elif _SIZE.fullmatch(name.text):  # `Llama Guard (12B)`
            dropped.append(Dropped(finding, "a size, not a name"))
        elif finding.span in measured and not finding.proposed:
            dropped.append(Dropped(finding, "a metric"))
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


def _whole_genitives(document: Document, names: Sequence[NameFinding]) -> list[NameFinding]:
    """Return the names, those cut at a genitive whole where they are written so: `Earth Mover’s Distance`.

    Not where the rest is a name by itself: `DeepMind’s Gemini`.
    """
    longest: dict[tuple[str, int], Span] = {}
    for name in names:
        begin = name.span.field, name.span.start
        if begin not in longest or longest[begin].end < name.span.end:
            longest[begin] = name.span
    found = {(name.span.field, name.span.start) for name in names if name.weight != WRITTEN}

    def whole(name: NameFinding) -> NameFinding:
        span = longest[name.span.field, name.span.start]
        if span.end < name.span.end + 4:
            return name
        genitive = _GENITIVE.match(document.passage(span.field).text, name.span.end, span.end)
        alone = genitive and not any((span.field, start) in found for start in range(genitive.end() - 1, span.end))
        return replace(name, span=span) if alone else name

    return [whole(name) if name.kind != "metric" else name for name in names]


def _judged(
    document: Document,
    names: Sequence[_Named],
    definitions: Sequence[DefinitionFinding],
    linked: _Marks,
    words: Words,
    cards: Cards | None,
) -> tuple[list[Entry], list[Dropped]]:
    """Return the entries for which enough speaks, and what was dropped."""
    fallen: list[Dropped] = []
    scene = Scene(document, words)
    while True:
        dropped: list[Dropped] = []
        pairs = _joined(document, definitions, names)
        longest, marks = _longest(document, [*names, *(name for pair in pairs for name in pair)], dropped)
        called = {document.text_of(pair.long) for pair in definitions if pair.leads == "long"}
        kept, refused = _entries(document, longest, pairs, called, (marks, linked), scene, cards)
        gone = {id(name.finding): evidence for name, evidence in refused}
        spans = {name.span: evidence for name, evidence in refused}
        parted = [pair for pair in definitions if pair.span in spans or pair.long in spans]
        fallen += [
            Dropped(name.finding, _REFUSED, gone[id(name.finding)]) for name in names if id(name.finding) in gone
        ]
        fallen += [Dropped(pair, _REFUSED, spans.get(pair.span) or spans[pair.long]) for pair in parted]
        covered = _Marks.of(document, (each.finding.span for each in dropped)) if dropped else None
        if not parted and not (covered and any(map(covered.meets, spans))):
            return sorted(kept, key=lambda entry: entry.mentions[0].order), [*fallen, *dropped]
        names = [name for name in names if id(name.finding) not in gone]
        apart = set(map(id, parted))
        definitions = [pair for pair in definitions if id(pair) not in apart]


def _joined(
    document: Document, findings: Sequence[DefinitionFinding], names: Sequence[_Named]
) -> list[tuple[_Named, _Named]]:
    """Return (long form, short form) of each definition, as names that have no say on the kind.

    They are proposed where what else was found of them is.
    """
    if not findings:
        return []
    by_key: dict[str, list[NameFinding]] = defaultdict(list)
    by_span: dict[Span, list[NameFinding]] = defaultdict(list)
    for name in names:
        by_key[name.key].append(name.finding)
        by_span[name.span].append(name.finding)
    cover = _Cover(by_span)
    joined = {}
    for finding in findings:
        if finding.span in joined:
            continue
        short = fold_singular(document.text_of(finding.span))
        most = [span for span in cover.overlapping(finding.long) if _is_most_of(span, finding.long)]
        evidence = [*by_key.get(short, ())[:_ENOUGH], *(name for span in most for name in by_span[span])]
        proposed = any(name.proposed for name in evidence)
        long, own = (
            _Named.of(
                document,
                NameFinding(span=span, found_by=finding.found_by, kind="method", weight=0.0, proposed=proposed),
            )
            for span in (finding.long, finding.span)
        )
        joined[finding.span] = (long, own)
    return list(joined.values())


def _is_most_of(name: Span, long: Span) -> bool:
    """Whether a name found in a long form is more than half of it, so that it speaks for the whole."""
    return 2 * (min(name.end, long.end) - max(name.start, long.start)) > long.end - long.start


def _longest(document: Document, names: Sequence[_Named], dropped: list[Dropped]) -> tuple[list[_Named], _Marks]:
    """Return the names whose spans share nothing with a longer one, and marks of them. Equal spans stay, to vote."""
    taken = _Marks.of(document, ())
    kept: list[_Named] = []
    spans: set[Span] = set()
    found = {name.span for name in names if name.finding.weight != WRITTEN}
    for name in sorted(names, key=_length_first):
        span = name.span
        if "/" in name.text and _is_glued(name, found):
            dropped.append(Dropped(name.finding, "two names and a slash"))
        elif span in spans:
            kept.append(name)
        elif taken.meets(span):
            dropped.append(Dropped(name.finding, "part of a longer name"))
        else:
            taken.add(span)
            kept.append(name)
            spans.add(span)
    return kept, taken


def _length_first(name: _Named) -> tuple[bool, int, bool, int, int, str]:
    finding = name.finding
    field, start, end = finding.span
    return finding.weight == WRITTEN, start - end, field == "text", start, end, finding.found_by


def _is_glued(name: _Named, found: Collection[Span]) -> bool:
    """Whether a name with a slash is `AdaGrad/Adam`, where one side at least was found by itself."""
    head, _, tail = name.text.partition("/")
    field, start, end = name.span
    return Span(field, start, start + len(head)) in found or Span(field, end - len(tail), end) in found


def _vote(names: Iterable[NameFinding]) -> EntryKind:
    """Return the kind that most sources speak for; each source has one vote, however many mentions it found."""
    by_source: dict[str, list[NameFinding]] = defaultdict(list)
    for name in names:
        by_source[name.found_by].append(name)
    # Exactly, or an even vote would be decided by how a version of Python rounds.
    for_benchmark = fsum(
        [
            (1 if name.kind == "benchmark" else -1) * name.weight / len(found)
            for found in by_source.values()
            for name in found
        ]
    )
    return "benchmark" if for_benchmark > _EVEN else "method"


def _entries(
    document: Document,
    names: Sequence[_Named],
    definitions: Sequence[tuple[_Named, _Named]],
    called: Collection[str],
    marks: Sequence[_Marks],
    scene: Scene,
    cards: Cards | None,
) -> tuple[list[Entry], list[tuple[_Named, tuple[str, ...]]]]:
    """Return an entry for each thing, and the names of those that are judged to be none, with what was seen of them.

    Args:
        document: the document.
        names: the names found, none overlapping another.
        definitions: those that the text ties to each other.
        called: the long forms that things are called by; others are subtitles.
        marks: where no more mentions are looked for.
        scene: for looking at the drafts.
        cards: what they are judged with.
    """
    subtitles = {long.text for long, _ in definitions}.difference(called)
    groups = _groups(document, names, definitions)
    drafts: list[Draft] = []
    named: list[list[_Named]] = []
    for group, spans in zip(groups, _mentions(document, groups, marks), strict=True):
        if not spans:
            continue
        forms = list(dict.fromkeys(map(document.text_of, spans)))
        if len(forms) > 1:
            # of equal ones the first
            full = max(forms, key=lambda form: (form not in subtitles, form in called, len(parts_of(form))))
            forms = [full, *(form for form in forms if form != full)]
        findings = [name.finding for name in group]
        drafts.append(Draft(findings, tuple(forms), tuple(spans), forms[0] in called))
        named.append(group)
    entries: list[Entry] = []
    refused: list[tuple[_Named, tuple[str, ...]]] = []
    for draft, group, observations in zip(drafts, named, scene.observed(drafts), strict=True):
        kind = _vote(draft.group)
        evidence = (*observations, f"vote: {kind}")
        found_by = _found_by(draft.group)
        if cards is not None:
            if not cards.is_name(evidence, found_by):
                refused += [(name, evidence) for name in group]
                continue
            kind = "benchmark" if cards.is_benchmark(evidence) else "method"
        canonical = Counter(name.canonical for name in draft.group if name.canonical)
        entries.append(
            Entry(
                kind=kind,
                forms=draft.forms,
                canonical=max(sorted(canonical), key=canonical.__getitem__, default=None),
                proposed=any(name.proposed for name in draft.group),
                mentions=draft.mentions,
                found_by=found_by,
                evidence=evidence,
            )
        )
    return entries, refused


def _found_by(group: Sequence[NameFinding]) -> tuple[str, ...]:
    """Return the ids of what found a name; that it is written like one is told only where nothing else says more."""
    more = {name.found_by for name in group if name.weight != WRITTEN}
    return tuple(sorted(more or {name.found_by for name in group}))


def _groups(
    document: Document, names: Sequence[_Named], definitions: Sequence[tuple[_Named, _Named]]
) -> list[list[_Named]]:
    """Return the names of each thing: those that fold alike, and those that a definition joins."""
    parent: dict[str, str] = {}

    def root(key: str) -> str:
        while (above := parent.get(key, key)) != key:
            parent[key] = key = parent.get(above, above)  # half the way for whoever comes next: chains may be long
        return key

    for name, other in (*definitions, *_in_brackets(document, names), *_initialisms(names)):
        first, second = root(name.key), root(other.key)
        parent[second] = first
    groups: dict[str, list[_Named]] = defaultdict(list)
    for name in sorted(names, key=lambda name: _place(name.finding)):
        groups[root(name.key)].append(name)
    return list(groups.values())


def _in_brackets(document: Document, names: Sequence[_Named]) -> Iterator[tuple[_Named, _Named]]:
    """Yield each name with the name that stands alone in the brackets behind it: one thing, whatever the letters."""
    by_start = {(name.span.field, name.span.start): name for name in names}
    for name in names:
        field, _, end = name.span
        text = document.passage(field).text
        if "(" not in text[end : end + 2] or (opening := _OPENING.match(text, end)) is None:
            continue
        other = by_start.get((field, opening.end()))
        if other and text[other.span.end : other.span.end + 1] == ")" and other.finding.kind == name.finding.kind:
            yield name, other


def _initialisms(names: Sequence[_Named]) -> Iterator[tuple[_Named, _Named]]:
    """Yield each name of several words with the acronym of its initials, where the text defines neither."""
    by_initials: dict[str, _Named] = {}
    for name in names:
        if not name.text.isalnum() and (initials := _initials(name.text)):  # not one word
            by_initials.setdefault(initials, name)
    if not by_initials:
        return
    for name in names:
        if name.text in by_initials and name.text.isupper():
            yield by_initials[name.text], name


@lru_cache(maxsize=_CACHED_NAMES)
def _initials(name: str) -> str:
    """Return the initials of a name's words that begin with capitals; nothing if there are fewer than two."""
    initials = "".join([word[0] for word in _WORD.findall(name) if word[0].isupper()])
    return initials if len(initials) > 1 else ""


def _mentions(document: Document, groups: Sequence[Sequence[_Named]], marks: Sequence[_Marks]) -> list[list[Span]]:
    """Return, for each group, every span where one of its forms stands and is not part of another name or a link."""
    found: dict[Span, int] = {name.span: number for number, group in enumerate(groups) for name in group}
    spellings = [{name.text for name in group} for group in groups]
    by_first: dict[str, list[tuple[str, int]]] = {}
    for number, forms in enumerate(spellings):
        for form in sorted(forms):
            for spelling in (form, form + "s", form.removesuffix("s")):
                if parts := parts_of(spelling):
                    by_first.setdefault(parts[0], []).append((spelling, number))
    for passage in document.passages:
        segments = passage.segments
        folded, bounds = segments.folded, segments.bounds
        firsts = {
            folded[place]
            for place in compress(range(len(folded)), map(by_first.__contains__, folded))
            if not any(each.at(passage.field, bounds[2 * place]) for each in marks)
        }
        if not firsts:
            continue
        index = NameIndex.of(pair for first in by_first if first in firsts for pair in by_first[first])
        for start, end, numbers in index.find(segments):
            span = Span(passage.field, start, end)
            text = passage.text
            if any(each.meets(span) for each in marks) or _goes_on(text, start, end):
                continue
            for number in numbers:
                if _same_spelling(text[start:end], spellings[number]):
                    found[span] = number
                    break
    mentions: list[list[Span]] = [[] for _ in groups]
    for span in sorted(found, key=_order):
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
