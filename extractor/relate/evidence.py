"""Evidence: what speaks for or against tying a number to a name, in words that `explain` can show.

Each piece of evidence is a feature that a pair of number and name has or has not. What it weighs is learnt (see
`choice`); what bars a pair altogether stands here.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import regex

from extractor.relate.layout import OPENINGS
from extractor.relate.scene import EARLIER, FAR, NAMED_PLACE, TRAINED_ON

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from extractor.entries.merge import Entry, EntryKind
    from extractor.finding import Span
    from extractor.relate.layout import Row, Rows, Standing
    from extractor.relate.scene import Look

_NEAREST = 12  # names to either side of a number that are looked at
_MOST_ELSEWHERE = (
    3  # of so many benchmarks one may be meant without a word in the sentence; of more it is not said which
)

_PREPOSITIONS = frozenset(
    [
        "on", "in", "for", "across", "over", "at", "from", "within", "of", "to", "than", "using", "with", "by", "via",
        "against", "between", "under", "like", "as", "vs", "vs.", "versus", "including", "e.g.", "through", "both",
        "towards", "into", "when", "and", "while", "outperforming", "surpassing", "outperforms", "surpasses",
    ]
)  # fmt: skip
_EXAMPLES = ("such as", "including", "e.g.", "e.g.,", "namely", "like", ":")
_NAMELESS_PLACE = regex.compile(
    r"\b(?:on|in|across|over|for|under|to)\s(?:[\p{L}\d-]+\s){0,4}?(?:datasets?|benchmarks?|tasks?|settings?|domains?"
    r"|languages?|scenarios?|environments?|models?|images?|problems?|games?|corpora|tests?|setups?|conditions?"
    r"|evaluations?|stages?|training|inference|generation)\b",
    regex.V1,
)
_VERBS = (
    "improv", "reduc", "achiev", "outperform", "surpass", "decreas", "increas", "obtain", "reach", "gain", "boost",
    "lower", "cut", "sav", "requir", "deliver", "yield", "attain", "maintain", "exceed", "enhanc", "accelerat",
    "provid", "bring", "show", "narrow", "rais", "lift", "us", "set", "match", "retain", "preserv", "offer", "speed",
    "record", "lead",
)  # fmt: skip
_BEFORE_VERB = frozenset({"and", "while", "but", "or", "with", "by", "whilst", "whereas"})
_NEW_CLAUSE = frozenset({"while", "whereas", "but", "although", "though", "which", "where", "compared", "than"})
_SHOWS = ("demonstrat", "show")
_AND_NEW = frozenset({"is", "are", "can", "it", "we"})
_COMPARED = regex.compile(
    r"\b(?: than | over | vs\.? | versus | against | compar\w+\s(?:to|with) | relative\sto | outperform\w* | surpass\w*"
    r" | exceed\w* | beat\w* | improv\w*\s(?:up)?on | from | baselines?\s (?:like|such\sas)? | previous | prior"
    r" | unlike | of\s(?:the\s)?(?:baseline|standard|original|full) | state-of-the-art | sota )\b [^.;()]{0,40}$",
    regex.VERBOSE,
)
_OWN_RESULT = regex.compile(
    r"(?: \s (?:model|baseline|method|approach) s? )? \s? (?: \( | , )? \s?"
    r" (?:with|at|of|['’]s|which|achiev\w+|reach\w+|scor\w+|obtain\w+|attain\w+|get\w*) \b [^;()]{0,60}$"
    r" | \s? \( [^()]{0,60}$",
    regex.VERBOSE | regex.V1,
)
# `Old with 5%`, `Old (5%)`, `Old's 5%`, `Old, which reaches 5%`
_ITS_NUMBER = regex.compile(
    r"(?:\s(?:model|baseline|method|approach|counterpart)s?)?(?:\s?\(\s?(?:[^\s()]+\s){0,2}|['’]s\s(?:[^\s,;()]+\s)?"
    r"|,?\s(?:with|at|(?:which|that)\s\w+)\s(?:[^\s,;()]+\s){0,4}"
    r"|\s(?:of|achiev\w+|reach\w+|scor\w+|obtain\w+|attain\w+|gets?|has|having)\s(?:[^\s,;()]+\s){0,4})(?:[~≈<>=]\s?)?",
    regex.V1,
)
_AGAINST = regex.compile(
    r"\b(?:against|vs\.?|versus|(?:compared|as\sopposed)\s(?:to|with))\s(?:[^\s,;]+\s){0,4}?[~≈<>($]?$",
    regex.V1,
)
_OF_IT = regex.compile(
    r"[%)\]$]*\s(?:\p{L}[\w@-]*\s){0,2}?(?:for|by|with)\s(?:the\s|an?\s)?(?:\p{Ll}[\p{Ll}-]*\s){0,2}", regex.V1
)
_BY_IT = regex.compile(
    r"[^.;:()]{0,60}\b(?:is|are|was|were)\s(?:\p{Ll}+ly\s)?(?:achieved|obtained|reached|attained)\sby\s(?:the\s|an?\s)?"
    r"(?:\p{Ll}[\p{Ll}-]*\s){0,2}",
    regex.V1,
)
_IN_ITS_BRACKET = regex.compile(r"\s?[(\[][^()\[\]]{0,60}", regex.V1)
_REPORTS = regex.compile(
    r"(?:We\s(?:find|show|observe|also\sfind)|Our\s(?:findings|analys|results|experiments)|Experiment|Extensive"
    r"|Empirical|Result|Evaluat)"
)
_ACTS = regex.compile(
    rf"(?:\s\([^()]{{1,30}}\))?\s(?:also\s|further\s|can\s|\w+ly\s)?(?:\w+ly\s)?(?:{'|'.join(_VERBS)})\w*\b"
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entry that a number may be tied to.

    Attributes:
        entry: the entry.
        features: what the pair has.
        barred: what bars it, if anything does.
        here: whether it is a mention in the number's sentence.
    """

    entry: Entry
    features: tuple[str, ...]
    barred: str | None = None
    here: bool = False


def meant_unnamed(stand: Sequence[Standing]) -> tuple[Standing, ...]:
    """Return the entries that a number may be tied to though its sentence does not name them: a few of each kind.

    There may be thousands of entries and of numbers, so this is not for each number to find out.
    """
    return tuple(
        standing
        for standing in stand
        if (
            standing.of_kind <= _MOST_ELSEWHERE
            if standing.entry.kind == "benchmark"
            else standing.of_kind == 1 or (standing.own is not None and standing.own < _NEAREST)
        )
    )


def benchmarks(look: Look, unnamed: Sequence[Standing]) -> list[Candidate]:
    """Return the benchmarks that the number may have been obtained on; `unnamed` is from `meant_unnamed`."""
    rows = look.scene.names["benchmark"]
    has_place = NAMED_PLACE in look.facts
    holder = _holder(look, rows)
    found = []
    for row, item in _mentions(look, rows):
        barred = None
        if len(row.entries) > 1 and len(row.entries) != len(look.row.slots):
            barred = "one of several, and the number is not said to be of one of them"
        elif has_place:
            barred = "the number is said to be of something else"
        elif holder is not None and row.names[item][1] is not holder:
            barred = "the number is in the bracket behind another"
        features = tuple(_benchmark_here(look, rows, row, item))
        found.append(Candidate(row.names[item][1].entry, features, barred, here=True))
    found += [
        Candidate(standing.entry, tuple(_benchmark_elsewhere(look, rows, standing)), _named_later(look, standing))
        for standing in _elsewhere("benchmark", rows, unnamed)
    ]
    return found


def methods(look: Look, unnamed: Sequence[Standing]) -> list[Candidate]:
    """Return the methods that may have reached the number; `unnamed` is from `meant_unnamed`."""
    rows = look.scene.names["method"]
    start = look.number.span.start
    owned = {span.end <= start for row in rows.rows for span, standing in row.names if standing.own is not None}
    earlier = EARLIER in look.facts
    compared = _said_of(look, rows)

    def barred(standing: Standing) -> str | None:
        if compared is not None and standing is not compared:
            return "the words behind the number say that it is another's"
        return "the paper's own, and the number is what was before it" if earlier and standing.own is not None else None

    found = []
    for row, item in _mentions(look, rows):
        standing = row.names[item][1]
        features = tuple(_method_here(look, rows, row, item, owned, compared))
        found.append(Candidate(standing.entry, features, barred(standing), here=True))
    found += [
        Candidate(
            standing.entry,
            tuple(_method_elsewhere(look, rows, standing, owned)),
            barred(standing) or _named_later(look, standing),
        )
        for standing in _elsewhere("method", rows, unnamed)
    ]
    return found


def baselines(methods: Sequence[Candidate], method: Entry | None) -> list[Candidate]:
    """Return, of the candidates for the method, those that the number may be compared with.

    These are all that its sentence names but the `method` that reached it.
    """
    return [
        Candidate(candidate.entry, candidate.features, here=True)
        for candidate in methods
        if candidate.here and candidate.entry is not method
    ]


def _named_later(look: Look, standing: Standing) -> str | None:
    """Return what bars an entry that the text has not named yet: a result before that is what others found."""
    later = bool(standing.sentences) and standing.sentences[0] > look.scene.index
    barred = later and look.number.kind == "result" and not look.ours
    return "not named until later, and the sentence says nothing of the paper's own work" if barred else None


def _mentions(look: Look, rows: Rows) -> Iterator[tuple[Row, int]]:
    """Yield the row and the place in it of each mention near the number."""
    all_of_them = [(row, item) for row in rows.rows for item in range(len(row.names))]
    if len(all_of_them) > 2 * _NEAREST:
        before = sum(row.names[item][0].start < look.number.span.start for row, item in all_of_them)
        all_of_them = all_of_them[max(0, before - _NEAREST) : before + _NEAREST]
    yield from all_of_them


def _elsewhere(kind: EntryKind, rows: Rows, unnamed: Sequence[Standing]) -> Iterator[Standing]:
    here = {id(standing) for row in rows.rows for standing in row.entries}
    return (standing for standing in unnamed if standing.entry.kind == kind and id(standing) not in here)


def _in_words(count: int) -> str:
    for most, words in ((0, "no word"), (1, "1 word"), (2, "2 words"), (4, "3-4 words"), (8, "5-8 words")):
        if count <= most:
            return words
    return "9-16 words" if count <= 16 else "17 words or more"


def _governor(text: str, start: int, position: int) -> str:
    """Return the preposition in front of a position, with few words between."""
    for word in reversed(text[max(start, position - 60) : position].split()[-4:]):
        folded = word.strip("(“\"'*").lower()
        if folded in _PREPOSITIONS:
            return folded
        if folded[-1:] in ",;:)":
            break
    return "nothing"


def _place(look: Look, rows: Rows, row: Row, item: int) -> Iterator[str]:
    """Yield the features that a number and a name in its sentence have by where they stand."""
    scene, text, numbers = look.scene, look.scene.text, look.row
    slot, (span, standing) = numbers.slots[look.place], row.names[item]
    behind = row.start >= numbers.end
    side = "behind" if behind else "before"
    left, right = (numbers.end, row.start) if behind else (row.end, numbers.start)
    gap = text[left : min(right, left + FAR)]
    words = gap.lower().split()
    yield f"{side}: {_in_words(len(words))} between"
    yield f"{side}: {min(scene.numbers.between(left, right), 2)} lists of numbers between"
    names_between = rows.between(left, right)
    yield f"{side}: {min(names_between, 2)} lists of names between"
    yield f"{side}: governed by {_governor(text, scene.start, row.start)}"
    if ";" in gap:
        yield f"{side}: a semicolon between"
    if _has_new_verb(words):
        yield f"{side}: another verb between"
    if _has_new_clause(words):
        yield f"{side}: another clause between"
    if "," in gap:
        yield f"{side}: a comma between"
    if "(" in gap and ")" not in gap[gap.rfind("(") :]:
        yield f"{side}: a bracket opens between"
    if ")" in gap and "(" not in gap[: gap.find(")")]:
        yield f"{side}: a bracket closes between"
    if _holds(look, span):
        yield "before: the number is in the bracket behind it"
    if not behind and not text[span.end : slot.start].strip(" ,(:"):
        yield "the number is right behind the name"
    if behind and not text[slot.end : span.start].strip(" ,("):
        yield "the name is right behind the number"
    yield from _lists(look, row, standing, f"{side}: over names, " if names_between else "")
    if text[max(scene.start, row.start - 20) : row.start].rstrip().removesuffix(" the").endswith(_EXAMPLES):
        yield f"{side}: an example"
    if not behind and text[scene.start : row.start].strip().lower() in OPENINGS:
        yield "opens the sentence"
    if look.metric and 0 <= look.metric.start - span.end <= 2:
        yield f"{side}: right in front of what is measured"


def _said_of(look: Look, rows: Rows) -> Standing | None:
    """Return whose number it is, where the words behind it say so: `against 79% for Old`, `79% is achieved by Old`."""
    scene, span = look.scene, look.number.span
    against = _AGAINST.search(scene.text, max(scene.start, span.start - 60), span.start)
    for row in rows.rows:
        if row.start >= span.end:
            behind = (_OF_IT if against else _BY_IT).fullmatch(scene.text, span.end, row.start)
            return row.names[0][1] if behind and len(row.entries) == 1 else None
    return None


def _holder(look: Look, rows: Rows) -> Standing | None:
    """Return whose bracket the number is in, where no other name is in it too."""
    text = look.scene.text
    for row in rows.rows:
        for span, standing in row.names:
            if _holds(look, span):
                closed = text.find(")", look.row.end, look.scene.end)
                inside = any(span.end < other.start < closed for row in rows.rows for other, _ in row.names)
                return None if inside else standing
    return None


def _holds(look: Look, name: Span) -> bool:
    """Whether a number is in the bracket right behind a name: `Foo (up from 80%)`."""
    start = look.row.slots[look.place].start
    return name.end < start and _IN_ITS_BRACKET.fullmatch(look.scene.text, name.end, start) is not None


def _has_new_verb(words: Sequence[str]) -> bool:
    """Whether a verb begins a new statement in the words: `…, reducing`, `and thereby cuts`."""
    for index, word in enumerate(words[:-1]):
        if word in _BEFORE_VERB or word[-1] == ",":
            verb = words[index + 1]
            if (verb == "also" or verb.endswith("ly")) and index + 2 < len(words):
                verb = words[index + 2]
            if verb.startswith(_VERBS):
                return True
    return False


def _has_new_clause(words: Sequence[str]) -> bool:
    return (
        not _NEW_CLAUSE.isdisjoint(words)
        or any(word.startswith(_SHOWS) for word in words)
        or any(word == "and" and other in _AND_NEW for word, other in pairwise(words))
    )


def _lists(look: Look, row: Row, standing: Standing, far: str) -> Iterator[str]:
    entries, slots = row.entries, look.row.slots
    if len(entries) == len(slots) > 1:
        paired = "paired by order" if entries[look.place] is standing else "lists of the same length, another place"
        yield paired
        if far:
            yield far + paired
    elif len(entries) > 1:
        place = "first" if entries[0] is standing else "last" if entries[-1] is standing else "inner"
        yield f"{place} of a list without as many numbers"
    elif len(slots) > 1:
        yield "one name for a list of numbers"


def _held(claims: Iterable[tuple[str, object]]) -> Iterator[str]:
    """Yield the features of which the claim holds."""
    return (feature for feature, holds in claims if holds)


def _benchmark_here(look: Look, rows: Rows, row: Row, item: int) -> Iterator[str]:
    scene, text, kind, standing = look.scene, look.scene.text, look.number.kind, row.names[item][1]
    introduced, is_result = standing.own is not None, kind == "result"
    yield "here"
    yield f"here: {look.unit}"
    yield from (f"here: {fact}" for fact in look.facts)
    yield from _place(look, rows, row, item)
    yield from _held(
        (
            (f"here: a {kind}", not is_result),
            ("here: introduced, and the number is no result", introduced and not is_result),
            ("here: introduced by the paper", introduced),
            ("the only one in the sentence", len(rows.rows) == len(row.entries) == 1),
            ("the only one of the abstract", standing.of_kind == 1),
            ("here: found by the model alone", standing.entry.found_by == ("ner",)),
            ("here: trained on", TRAINED_ON.search(text, max(scene.start, row.start - 50), row.start)),
            ("behind: a nearer place without a name", row.start >= look.row.end and _place_up_to(look, row.start)),
            (
                "before: a place without a name behind the number",
                row.start < look.row.end and _has_place_behind(look, rows),
            ),
        )
    )


def _place_up_to(look: Look, end: int) -> bool:
    """Whether a place without a name stands between a number and a position behind it."""
    start = look.row.end
    return _NAMELESS_PLACE.search(look.scene.text, start, min(end, start + FAR)) is not None


def _place_behind(look: Look) -> tuple[int, int] | None:
    """Return where a place without a name stands right behind a number, named later or not."""
    start = look.row.end
    place = _NAMELESS_PLACE.search(look.scene.text, start, min(look.scene.end, start + 60))
    return place.span() if place else None


def _has_place_behind(look: Look, rows: Rows) -> bool:
    """Whether a place stands behind a number that is of no name and of no other number."""
    if (place := _place_behind(look)) is None:
        return False
    start, end = place
    return not any(start <= other <= end + 12 for other in (*rows.starts, *look.scene.numbers.starts))


def _benchmark_elsewhere(look: Look, rows: Rows, standing: Standing) -> Iterator[str]:
    scene, numbers, kind = look.scene, look.row, look.number.kind
    introduced, is_result = standing.own is not None, kind == "result"
    place_behind = _place_behind(look)
    distance = _distance(look, standing)
    one = "elsewhere: the only one" if standing.of_kind == 1 else f"elsewhere: one of {standing.of_kind}"
    yield "elsewhere"
    yield one
    yield f"{one}: {look.unit}"
    yield from (f"{one}: {fact}" for fact in look.facts)
    yield f"elsewhere: {distance}"
    yield from _held(
        (
            (f"{one}, evaluated on, {distance}", standing.evaluated_on),
            ("elsewhere: it before the number", look.it and not look.ours),
            ("elsewhere: ours before the number", look.ours),
            (f"elsewhere: a {kind}", not is_result),
            ("elsewhere: introduced, and the number is no result", introduced and not is_result),
            ("elsewhere: found by the model alone", standing.entry.found_by == ("ner",)),
            ("elsewhere: another stands in the sentence", rows.rows),
            ("elsewhere: introduced by the paper", introduced),
            ("elsewhere: the first that the paper introduces", standing.own == 0),
            ("elsewhere: in the title", standing.in_title),
            ("elsewhere: trained on", standing.trained_on),
            ("elsewhere: evaluated on", standing.evaluated_on),
            ("elsewhere: in several sentences", len(standing.sentences) > 1),
            ("elsewhere: a place without a name behind the number", place_behind),
            ("elsewhere: a place without a name before the number", not place_behind and _has_place_before(look)),
            ("elsewhere: a list of numbers", len(numbers.slots) > 1),
            ("elsewhere: no method in the sentence", not scene.names["method"].rows),
        )
    )


def _has_place_before(look: Look) -> bool:
    start = max(look.scene.start, look.row.start - FAR)
    return _NAMELESS_PLACE.search(look.scene.text, start, look.row.start) is not None


def _distance(look: Look, standing: Standing) -> str:
    here, sentences = look.scene.index, standing.sentences
    if not sentences:
        return "only in the title"
    later = bisect_left(sentences, here)
    if not later or (later < len(sentences) and here - sentences[later - 1] > sentences[later] - here):
        return "in a later sentence"
    return {1: "one sentence before", 2: "two sentences before"}.get(here - sentences[later - 1], "further before")


def _method_here(
    look: Look, rows: Rows, row: Row, item: int, owned: Collection[bool], compared_one: Standing | None
) -> Iterator[str]:
    scene, text, (span, standing), start = look.scene, look.scene.text, row.names[item], look.number.span.start
    before, own, kind = span.end <= start, standing.own is not None, look.number.kind
    side, who = "before" if before else "behind", "own" if own else "another's"
    compared = _COMPARED.search(text[max(scene.start, span.start - 60) : span.start].lower()) is not None
    own_result = before and _OWN_RESULT.match(text, span.end, start) is not None
    alone = not rows.between(span.end, start) and not scene.numbers.between(span.end, start)
    is_its_number = standing is compared_one or (
        span.end == row.end and _ITS_NUMBER.fullmatch(text, span.end, max(start, span.end)) is not None
    )
    yield who
    yield f"{who}: {side}"
    yield f"{who}: {look.unit}"
    yield from (f"{who}: {fact}" for fact in look.facts)
    yield from _place(look, rows, row, item)
    yield from _held(
        (
            (f"{who}: {side}: compared with", compared),
            (f"{who}: the number is right behind it and its own", is_its_number),
            ("compared with, the number is right behind it and its own", is_its_number and compared),
            (f"{who}: with its own result", own_result),
            (f"{who}: with its own result and nothing between", own_result and alone and not compared),
            (f"{who}: compared with, with its own result and nothing between", own_result and alone and compared),
            (f"{who}: {side}: acts", _ACTS.match(text, row.end)),
            (f"{who}: first in the sentence", row is rows.rows[0] and not compared),
            ("own: the first of the paper", standing.own == 0),
            ("own: not the first of the paper", own and standing.own != 0),
            ("another's: an own one before the number", not own and True in owned),
            ("another's: an own one behind the number", not own and owned and True not in owned),
            (f"{who}: ours before the number", look.ours),
            (f"{side}: a possessive", text[span.end : span.end + 2] in ("'s", "’s")),
            (f"{who}: in the title", standing.in_title),
            (f"{who}: the only method of the abstract", standing.of_kind == 1),
            (f"{who}: a {kind}", kind != "result"),
        )
    )


def _method_elsewhere(look: Look, rows: Rows, standing: Standing, owned: Collection[bool]) -> Iterator[str]:
    scene, text, start, kind = look.scene, look.scene.text, look.number.span.start, look.number.kind
    own = standing.own is not None
    who = "elsewhere: own" if own else "elsewhere: another's"
    another_before = bool(rows.ends) and rows.ends[0] <= start
    yield who
    yield f"{who}: {look.unit}"
    yield from (f"{who}: {fact}" for fact in look.facts)
    yield f"elsewhere: {_distance(look, standing)}"
    yield from _held(
        (
            (f"{who}: the first of the paper", standing.own == 0),
            (f"{who}: not the first of the paper", own and standing.own != 0),
            (f"{who}: in the title", standing.in_title),
            (f"{who}: the only method of the abstract", standing.of_kind == 1),
            (f"{who}: another own one in the sentence", owned),
            (f"{who}: another before the number", another_before),
            (f"{who}: another behind the number", rows.rows and not another_before),
            (f"{who}: ours before the number", look.ours),
            (f"{who}: it before the number", look.it and not look.ours),
            (f"{who}: the sentence reports results", _REPORTS.match(text, scene.start)),
            (f"{who}: in several sentences", len(standing.sentences) > 1),
            (f"{who}: the last sentence", scene.index == scene.last),
            (f"{who}: a change", look.number.change),
            (f"{who}: a {kind}", kind != "result"),
        )
    )
