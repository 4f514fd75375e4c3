"""Ownership: whether a link leads to the paper's own code, data or page, or to somebody else's.

Rules under `rules/ownership/` read the sentence of a link with links and names masked, so that a rule sees grammar: a
link stands as `⟦R0⟧` (repository), `⟦D0⟧` (dataset or model), `⟦P0⟧` (paper) or `⟦W0⟧` (page), a name as `⟦O1⟧` where
the paper calls it its own and as `⟦N1⟧` where it does not; `¶` is the end of the abstract. A link with no words before
it is read behind the sentence before. A rule's pattern has the group `link`, and it `set`s `ours` to true or false.
Where rules disagree it is somebody else's; a link of which no rule speaks goes with the one it is joined to.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING

import regex

from extractor.entries.merge import mapping_of
from extractor.finding import LinkFinding

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from extractor.document import Document
    from extractor.entries.merge import Entry
    from extractor.finding import Finding, Span
    from extractor.rules import Rule

_MARKS = {"repository": "R", "dataset_or_model": "D", "paper": "P", "page": "W"}
_JOINED = regex.compile(r"(?<first>⟦[RDPW]\d+⟧)(?:[\s,;()&/]|\band\b|\bor\b)*(?<second>⟦[RDPW]\d+⟧)")
_LISTED = regex.compile(
    r"(?<first>⟦[RDPW]\d+⟧)[^⟦⟧.;!?]{0,60}?(?:,|\band\b|\bor\b|[\s(])[^⟦⟧.;!?]{0,40}?(?<second>⟦[RDPW]\d+⟧)"
)
_WORD = regex.compile(r"\p{L}{2}")
_LAST_WORD = regex.compile(r"(?r)\p{L}{2}")
_END = "¶"


@dataclass(frozen=True, slots=True)
class Owned:
    """Whether a link is the paper's own, and the ids of the rules that say so."""

    ours: bool
    found_by: tuple[str, ...]


def ownership(
    document: Document,
    findings: Iterable[Finding],
    entries: Sequence[Entry],
    own: Collection[Entry],
    rules: Sequence[Rule],
) -> dict[str, Owned]:
    """Return, by URL, whose the links are of which a rule speaks; the first place where one does counts."""
    links = sorted((one for one in findings if isinstance(one, LinkFinding)), key=lambda one: one.span)
    owned: dict[str, Owned] = {}
    if not links:
        return owned
    names = {span: entry in own for span, entry in mapping_of(entries).items() if span.field == "text"}
    for masked, marks in _masked(document, links, names):
        for mark, said in marks_owned(masked, rules).items():
            owned.setdefault(marks[mark].url, said)
    return owned


def marks_owned(masked: str, rules: Sequence[Rule]) -> dict[str, Owned]:
    """Return what the rules say of each mark of a link in a masked sentence."""
    said: dict[str, dict[bool, list[str]]] = {}
    for rule in rules:
        for match in rule.matches(masked):
            said.setdefault(match["link"], {}).setdefault(bool(rule.set["ours"]), []).append(rule.id)
    owned = {}
    for mark, answers in said.items():
        ours = False not in answers
        owned[mark] = Owned(ours, tuple(sorted(set(answers[ours]))))
    for pattern in (_JOINED, _LISTED):
        for match in pattern.finditer(masked, overlapped=True):
            first, second = match["first"], match["second"]
            if first in owned and second not in owned and (owned[first].ours or pattern is _JOINED):
                owned[second] = owned[first]
    return owned


def _masked(
    document: Document, links: Sequence[LinkFinding], names: dict[Span, bool]
) -> Iterator[tuple[str, dict[str, LinkFinding]]]:
    """Yield each sentence that holds a link, masked, and the link of each mark."""
    text, sentences = document.text.text, document.text.sentences
    starts = [start for start, _ in sentences]
    last_word = _LAST_WORD.search(text)
    shown = _Shown.of(links, names)
    taken: dict[tuple[int, int], list[LinkFinding]] = {}
    for link in links:
        taken.setdefault(document.text.sentence_of(link.span.start), []).append(link)
    for (start, end), inside in taken.items():
        # A link may hold what looks like the end of a sentence.
        end = max(end, inside[-1].span.end)  # noqa: PLW2901
        if not _WORD.search(text, start, inside[0].span.start):
            start = starts[max(0, bisect_left(starts, start) - 1)]  # noqa: PLW2901
        marks: dict[str, LinkFinding] = {}
        pieces: list[str] = []
        last = start
        for span, mark, masked in shown.within(start, end):
            if span.start < last:
                continue
            name = f"⟦{mark}{len(pieces) // 2}⟧"
            if masked is not None:
                marks[name] = masked
            pieces += (text[last : span.start], name)
            last = span.end
        pieces.append(text[last : max(last, end)])
        is_last = last_word is None or last_word.start() < end
        yield "".join(pieces) + (_END if is_last else ""), marks


@dataclass(frozen=True, slots=True)
class _Shown:
    """What is masked, in order, and where each begins: a span, its mark, and the link that it is, if it is one."""

    items: tuple[tuple[Span, str, LinkFinding | None], ...]
    starts: tuple[int, ...]

    @classmethod
    def of(cls, links: Sequence[LinkFinding], names: Mapping[Span, bool]) -> _Shown:
        items: list[tuple[Span, str, LinkFinding | None]] = [(link.span, _MARKS[link.kind], link) for link in links]
        items += [(span, "O" if own else "N", None) for span, own in names.items()]
        items.sort(key=itemgetter(0, 1))
        return cls(tuple(items), tuple(span.start for span, _, _ in items))

    def within(self, start: int, end: int) -> Iterator[tuple[Span, str, LinkFinding | None]]:
        """Yield what lies between two places, whole."""
        for item in self.items[bisect_left(self.starts, start) : bisect_left(self.starts, end)]:
            if item[0].end <= end:
                yield item
