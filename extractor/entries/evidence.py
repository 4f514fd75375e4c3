"""Evidence: what speaks for a name, for its kind and for its role, as short texts that points can be given to.

A draft of an entry is looked at as a reader would: what found it, how it is written, how often and where it stands,
and which words stand beside it. Each observation is a text such as `behind: data`. What they weigh is learnt (see
`judging`); the words that observations know are in `rules/evidence.toml`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import regex

from extractor.errors import RuleError
from extractor.folding import parts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from extractor.document import Document, Passage
    from extractor.finding import NameFinding, NameKind, Span
    from extractor.rules import RuleSet

_MARGINS = (1, 2, 3, 4, 5, 6, 8)
_MARGINS_BESIDE = (1, 3)
_OFTEN = (2, 3, 5)
_MOST_WORDS = 6
_LONGEST_LIST = 150
_LONGEST_PHRASE = 150
_NEAR = 8  # characters before a mention, for a first look
_ARTICLES = frozenset({"a", "an", "the", "our"})
_GLUED = frozenset({
    "based", "style", "driven", "guided", "enhanced", "like", "trained", "tuned", "augmented", "generated", "free",
    "only", "level",
})  # fmt: skip

_BEHIND = regex.compile(
    r"""(?:['’]s)?["”'’]*(?:\s?\([^()]{1,60}\))?["”'’]*[\s-]?(\p{L}[\p{L}-]*+)(?:\s(\p{L}[\p{L}-]*+))?"""
)
_BEFORE = regex.compile(r"""(?r)(?:([\p{L}’'-]*+\p{L})[,:]?\s)?([\p{L}’'-]*+\p{L})[,:(–—-]{0,3}\s?["“'‘*(]*""")
_SCORE_BEFORE = regex.compile(r"(?r)\d\s?(?:%|\\%|points?|pp)?(?:\s[\p{L}\d@-]+){0,3}\s(?:on|in|for)\s(?:the\s)?")
_SCORE_BEHIND = regex.compile(r"\s?(?:\([+~≈]?\d|by\s(?:up\sto\s)?[+]?\d|:\s?[+]?\d+\.\d)")
_LIST_BEFORE = regex.compile(r"(?r)(?:, (?:and |or )?| and | or |/| & )(?:the )?")
_LIST_BEHIND = regex.compile(r"(?:\s?\([^()]{1,40}\))?(?:, (?:and |or )?| and | or |/| & )(?:the )?")
_APPOSED = regex.compile(
    r"""
    ["”'’]? (?: \s? \([^()]{1,60}\) )?
    (?: ,\swhich\sis | , | \sis | \sare | : | \s[–—-]{1,3} ) \s (?: an? | the | our | two | three ) \s
    ( (?: [\p{L}\p{N}\s,-] | \.(?=\d) ){3,100} )
    """,
    regex.VERBOSE | regex.IGNORECASE,
)
_PHRASE_ENDS = regex.compile(
    r"\b(?:for|of|that|which|to|with|in|on|from|by|we|is|are|was|has|where|whose|using|designed|built|as|at)\b"
)
_LIST_MARK = regex.compile(
    r"""(?r)(?:\(?(?:\d|i{1,3}|iv|[a-d])\)|(?<=\s)\d\.|:|(?:First|Second|Third|Finally|Lastly)(?:ly)?,)\s?(?:an?\s|the\s)?"""
)
_RELATIVE = regex.compile(r"(?:\s?\([^()]{1,40}\))?,?\s(which|that|to|into)\s")
# Where a list begins that a noun announces (`datasets such as`), what cannot be in it, and the noun behind a list.
_ANNOUNCED = regex.compile(r"(?:such\sas|like|including|namely|\((?:e\.g\.|i\.e\.|namely)?,?|:|e\.g\.,?)\s?(?=\S)")
_UNDER = regex.compile(r"(?r)(\p{L}+),?\s?")
_NO_ITEM = regex.compile(r"(?<!\p{L})(?!(?:and|or|the)\b)\p{Ll}{2,}(?!\p{Lu})|[.;:]\s")
_LIST_ENDS = regex.compile(
    r"""
    (?: \s? \([^()]{1,30}\) )?
    (?: (?: ,\s(?:and\s|or\s)? | \s(?:and|or|&)\s ) (?:the\s)? \p{Lu}[^\s,.;:()]* (?: \s[\p{Lu}\d][^\s,.;:()]* ){0,2}
        (?: \s? \([^()]{1,30}\) )? ){1,8}
    \s (\p{Ll}+) (?: \s (\p{Ll}+) )?
    """,
    regex.VERBOSE,
)
_ANNOUNCING = ("such", "like", "including", "namely", "(", ":", "e.g.")  # how what announces a list begins
_JOINT = re.compile(r"[-\s]")
_CAPITAL = regex.compile(r"\p{Lu}")
_PLURAL = regex.compile(r"\p{Lu}s\Z")
_REST_OF_PHRASE = regex.compile(r"(?:,?\s[\p{L}-]+){0,6},?\s[“\"'‘]?")
# Where a noun tells what a name is, and the classes of nouns (`rules/evidence.toml`) that do.
_CALLED = {
    f"{how}: {noun}": noun
    for how in ("behind", "before", "in a list of", "apposed", "head")
    for noun in ("data", "method", "model", "task", "metric", "learning", "agent", "thing")
}
# For a first look: the characters that patterns behind a mention begin with, behind a space or none (`_BEHIND` with any
# letter too), and what those before a mention end with, all but the last without the space.
FIRST_SIGNS = {
    _RELATIVE: "(,wti",
    _APPOSED: "\"”'’(,:iIaA–—-",
    _LIST_ENDS: "(,ao&",
    _BEHIND: "\"”'’(-",
    _SCORE_BEHIND: "(b:",
    _LIST_BEHIND: "(,ao/&",
}
LAST_WORDS = {
    _LIST_MARK: (")", ".", ":", ",", "a", "an", "the"),
    _SCORE_BEFORE: ("on", "in", "for", "the"),
    _LIST_BEFORE: (", ", "d ", "r ", "/", "& ", "the "),
}
# Where a paper begins to speak of itself, and the first words of that.
_OWN = regex.compile(
    r"""
    \b (?: [Ww]e \s (?: \p{Ll}+ \s ){0,2}?
             (?<verb> propos | introduc | present | develop | design | devis | describe | build | contribut | study
               | investigat | address | show | prove | train | provid | explor | examin | analy
               | deriv | demonstrat | evaluat | compar | establish | apply | use | extend | consider | conduct )
         | [Tt]his \s (?: paper | work | article | study )
         | [Ii]n \s this \s (?: paper | work | article | study )
         | [Hh]ere ,? \s we
         | [Oo]ur \s )
    """,
    regex.VERBOSE,
)
_OWN_BEGINS = frozenset({"we", "this", "in", "here", "our"})


@dataclass(frozen=True)
class Words:
    """The words that observations know, each with its class.

    Attributes:
        nouns: of nouns that stand behind a name or end it, in lower-case singular.
        before: of words that stand before a name.
        endings: of the ends of a name's letters.
        phrases: of words anywhere in the phrase that a name stands in.
    """

    nouns: Mapping[str, str]
    before: Mapping[str, str]
    endings: Mapping[str, str]
    phrases: Mapping[str, str]

    @classmethod
    def of(cls, rules: RuleSet) -> Words:
        """Take the words from the table `evidence` of a rule set."""
        table: Mapping[str, Any] = rules.tables.get("evidence", {})
        return cls(*(_classes(table.get(part, {})) for part in ("nouns", "before", "endings", "phrases")))

    @cached_property
    def _lengths(self) -> Sequence[int]:
        """The lengths of the endings, the longest first."""
        return sorted(set(map(len, self.endings)), reverse=True)

    def ending(self, name: str) -> str | None:
        """Return the class of the longest known ending of a name."""
        for length in self._lengths:
            if name[-length:] in self.endings:
                return self.endings[name[-length:]]
        return None

    @cached_property
    def phrase_begins(self) -> frozenset[str]:
        """The segments with which words of phrases begin."""
        return frozenset([parts[0] for parts in map(parts_of, self.phrases) if parts])

    @cached_property
    def phrase(self) -> regex.Pattern[str]:
        """The pattern that matches the words of phrases."""
        return regex.compile(rf"\b(?:{'|'.join(sorted(map(regex.escape, self.phrases)))})\b")

    def noun(self, word: str | None) -> str | None:
        """Return the class of a noun in any case and number."""
        folded = (word or "").casefold()
        return self.nouns.get(folded) or self.nouns.get(folded.removesuffix("s"))


def _classes(table: Mapping[str, Sequence[str]]) -> dict[str, str]:
    classes: dict[str, str] = {}
    for kind, words in table.items():
        for word in words:
            if classes.setdefault(word, kind) != kind:
                raise RuleError(f"evidence.toml: {word!r} is in {classes[word]!r} and in {kind!r}; leave it in one")
    return classes


NO_WORDS = Words({}, {}, {}, {})


@dataclass(frozen=True, slots=True)
class Draft:
    """What may become an entry.

    Attributes:
        group: the findings.
        forms: how it is written, the fullest form first.
        mentions: where it stands, in reading order; one at least.
        defined: whether the text writes it out.
    """

    group: Sequence[NameFinding]
    forms: tuple[str, ...]
    mentions: tuple[Span, ...]
    defined: bool


class _Around(NamedTuple):
    """What stands around a mention: observations, and where neighbours in a list with it would end and begin."""

    observed: tuple[str, ...]
    before: int | None
    behind: int | None


class Scene:
    """A document, for looking at drafts of entries in it."""

    def __init__(self, document: Document, words: Words) -> None:
        """Prepare to look at the drafts in a document with the words that observations know."""
        self.document = document
        self.words = words
        self._around: dict[Span, _Around] = {}  # drafts change while names are judged, their surroundings do not

    @cached_property
    def _own_words(self) -> Sequence[tuple[int, int, str]]:
        """Where the text speaks of the paper's own work, and with which verb."""
        where = self.document.text
        found = (_OWN.match(where.text, start) for start in where.segments.starts_of(_OWN_BEGINS))
        return [(*match.span(), match["verb"] or "none") for match in found if match]

    @cached_property
    def _phrases(self) -> Mapping[str, Sequence[tuple[int, str]]]:
        """By field, where each known word of a phrase ends, and its class."""
        return {passage.field: list(_known_phrases(passage, self.words)) for passage in self.document.passages}

    def _own_verb(self, start: int, end: int) -> str | None:
        """Return the verb of the last words between two places that speak of the paper's own work, if there are any."""
        own, at = self._own_words, bisect_left(self._own_words, (end,)) - 1
        while at >= 0 and own[at][0] >= start:
            if own[at][1] <= end:
                return own[at][2]
            at -= 1
        return None

    @cached_property
    def _own(self) -> int:
        """Where the first sentence begins that speaks of the paper's own work; the text's end if none does."""
        where = self.document.text
        return where.sentence_of(self._own_words[0][0])[0] if self._own_words else len(where.text)

    @cached_property
    def _announced(self) -> Mapping[str, Sequence[tuple[int, str]]]:
        """By field, where each list begins that a known noun announces, and the class of the noun."""
        return {passage.field: list(_announcements(passage.text, self.words)) for passage in self.document.passages}

    def observed(self, drafts: Sequence[Draft]) -> Iterator[tuple[str, ...]]:
        """Yield what is observed of each draft, among the others."""
        starts = {(span.field, span.start): draft for draft in drafts for span in draft.mentions}
        ends = {(span.field, span.end): draft for draft in drafts for span in draft.mentions}
        forms = frozenset([form for draft in drafts for form in draft.forms])
        tails = Counter([tail for draft in drafts for tail in {*map(_tail, draft.forms)} if tail])
        beside: dict[int, tuple[str, ...]] = {}  # a name may stand beside others ten thousand times
        for draft in drafts:
            seen = [
                *_sources(draft),
                *_forms(draft, self.words),
                *_kin(draft, forms, tails),
                *_places(draft, self.document, self._own),
            ]
            for span in draft.mentions:
                around = self._around.get(span)
                if around is None:
                    around = self._around[span] = self._look_around(span)
                seen += around.observed
                for other in (
                    around.before is not None and ends.get((span.field, around.before)),
                    around.behind is not None and starts.get((span.field, around.behind)),
                ):
                    if other:
                        known = beside.get(id(other))
                        if known is None:
                            known = beside[id(other)] = tuple(_beside(other))
                        seen += known
            yield tuple(dict.fromkeys((*seen, *_called(seen))))

    def _look_around(self, span: Span) -> _Around:
        where = self.document.passage(span.field)
        start, end = where.sentence_of(span.start)
        seen, next_one = _behind(where.text, span, end, self.words)
        before, last_one = _before(where.text, span, start, self.words)
        seen += before
        seen += _announced(where.text, span, start, self._announced[span.field])
        phrases = self._phrases[span.field]
        nearest = bisect_left(phrases, (span.start,)) - 1
        begin, known = phrases[nearest] if nearest >= 0 else (-1, "")
        if begin >= max(start, span.start - _LONGEST_PHRASE) and _REST_OF_PHRASE.fullmatch(
            where.text, begin, span.start
        ):
            seen.append(f"phrase: {known}")
        if span.field == "text" and (verb := self._own_verb(start, span.start)):
            seen += ["own words before", f"own words: {verb}"]
        return _Around(tuple(seen), last_one, next_one)


def _sources(draft: Draft) -> Iterator[str]:
    votes = 0
    best: dict[NameKind, float] = {}
    for name in draft.group:
        if name.margin is not None:
            votes += 1 if name.kind == "method" else -1
            best[name.kind] = max(best.get(name.kind, 0.0), name.margin)
            continue
        yield f"by {name.found_by}"
        if name.canonical:
            yield f"listed {name.kind}"
    if draft.defined:
        yield "defined"
    if not best:
        yield "no model"
        return
    yield "model"
    for kind, margin in best.items():
        yield f"model: {kind}"
        yield from (f"model: {kind} {least}" for least in _MARGINS if margin >= least)
    top = max(best.values())
    yield from (f"model {least}" for least in _MARGINS if top >= least)
    if votes:
        yield f"model: mostly {'method' if votes > 0 else 'benchmark'}"
    if all(name.margin is not None for name in draft.group):
        yield "model alone"


def shape(name: str) -> str:
    """Return what a name looks like, in a word or two that look so themselves."""
    pieces = name.split()
    if len(pieces) > 1:
        long = [piece for piece in pieces if len(piece) > 3]
        capitals = sum(piece[:1].isupper() for piece in long)
        if capitals == 0:
            return "words" if name.islower() else "words and CAPITALS"
        return "Title Words" if capitals == len(long) else "some Words"
    capitals = len(_CAPITAL.findall(name))
    if any(map(str.isdigit, name)):
        return "Digits1" if capitals else "digits1"
    if capitals == 0:
        return "word"
    if capitals == 1 and name[:1].isupper():
        return "Hyphened-word" if "-" in name else "Word"
    if name.removesuffix("s").isupper():
        return "ACRONYM" if len(name) > 2 else "AB"
    return "Hyphened-CamelCase" if "-" in name else "CamelCase"


def _forms(draft: Draft, words: Words) -> Iterator[str]:
    full, short = draft.forms[0], min(draft.forms, key=len)
    yield f"form: {shape(short)}"
    if " " in full:
        last = full.split()[-1]
        kind = words.noun(last) or words.noun(last.rpartition("-")[2]) or "other"
        yield f"full: {shape(full)}"
        yield f"head: {kind}"
        yield f"head: {kind}, {'lower case' if full[1:].islower() else 'capitals'}"
        yield f"words: {min(len(full.split()), _MOST_WORDS)}"
    for form in draft.forms:
        if ending := words.ending(form):
            yield f"ending: {ending}"
    if any(map(_PLURAL.search, draft.forms)):
        yield "plural, defined" if draft.defined else "plural"
    if any(name.canonical for name in draft.group):
        yield f"listed: {shape(full)}"
    if len(short) <= 2 and len(parts_of(short)) == 1:
        yield "very short"


def _tail(form: str) -> str:
    """Return what stands behind the first hyphen of a name: `Norm` of `Adam-Norm`."""
    return form.partition("-")[2] if " " not in form else ""


def _kin(draft: Draft, forms: frozenset[str], tails: Counter[str]) -> Iterator[str]:
    """Say whether it is a variant of another (`LoRA-One` of `LoRA`) or made like one: `Foo-Norm` and `Bar-Norm`."""
    if any(tails[tail] > 1 for form in draft.forms if (tail := _tail(form))):
        yield "made like another"
    for form in draft.forms:
        pieces = _JOINT.split(form)
        if len(pieces) > 1 and not forms.isdisjoint(
            (pieces[0], pieces[-1], form[len(pieces[0]) + 1 :], form[: -len(pieces[-1]) - 1])
        ):
            yield f"variant of another, {'words' if ' ' in form else 'one word'}"


def _places(draft: Draft, document: Document, own: int) -> Iterator[str]:
    mentions = [span for span in draft.mentions if span.field == "text"]
    yield from (f"mentions: {least}+" for least in _OFTEN if len(mentions) >= least)
    first = draft.mentions[0]
    if first.field == "title":
        title = document.passage("title").text
        yield "in title" if mentions else "in title alone"
        if first.start <= 1:
            yield "begins title, colon" if title[first.end :].lstrip("\"”'’ )")[:1] == ":" else "begins title"
        elif title[: first.start].rstrip().endswith(":"):
            yield "title, behind colon"
    if not mentions:
        return
    start, end = document.text.sentence_of(mentions[0].start)
    if start == mentions[0].start:
        yield "begins a sentence" if start else "begins the text"
    if mentions[0].start < own:
        yield "place: before own"
    else:
        yield "place: first own sentence" if start == own else "place: behind own"
    if end >= len(document.text.text):
        yield "place: last sentence"


def _behind(text: str, span: Span, end: int, words: Words) -> tuple[list[str], int | None]:
    """Return what is observed behind a mention, and where the next one in a list with it would begin.

    Most mentions have a plain word behind them, and that excludes nearly all there is to look for: so each pattern is
    tried only where the character behind, or the one behind a space, is one that it can begin with.
    """
    at = span.end
    sign = text[at : at + 2].strip()[:1]
    if not sign:
        return [], None
    seen = [] if sign.isalnum() else [f"behind: {sign}"]
    seen += _described(text, at, end, sign, words)
    if (sign.isalpha() or sign in FIRST_SIGNS[_BEHIND]) and (match := _BEHIND.match(text, at, end)):
        first = match[1]
        if noun := words.noun(first) or words.noun(match[2]):
            seen.append(f"behind: {noun}")
        if sign == "-":
            seen.append(f"behind: -{first if first in _GLUED else 'word'}")
        elif first in ("is", "are"):
            seen.append("behind: is")
        elif first.endswith("s") and first.islower() and text[at] == " ":
            seen.append("behind: word in s")
    if sign in FIRST_SIGNS[_SCORE_BEHIND] and _SCORE_BEHIND.match(text, at, end):
        seen.append("a number behind it")
    listed = _LIST_BEHIND.match(text, at, end) if sign in FIRST_SIGNS[_LIST_BEHIND] else None
    return seen, listed and listed.end()


def _described(text: str, at: int, end: int, sign: str, words: Words) -> Iterator[str]:
    """Say what the text calls a name behind it: `X, a new benchmark`, `X and Y datasets`."""
    if sign in FIRST_SIGNS[_RELATIVE] and (relative := _RELATIVE.match(text, at, end)):
        yield f"behind: {relative[1]}"
    if sign in FIRST_SIGNS[_APPOSED] and (apposed := _APPOSED.match(text, at, end)):
        stop = _PHRASE_ENDS.search(apposed[1])
        phrase = apposed[1][: stop.start()] if stop else apposed[1]
        if head := next(filter(None, map(words.noun, reversed(phrase.replace(",", " ").split()))), None):
            yield f"apposed: {head}"
    ends = _LIST_ENDS.match(text, at, end) if sign in FIRST_SIGNS[_LIST_ENDS] else None
    if ends and (noun := words.noun(ends[1]) or words.noun(ends[2])):
        yield f"in a list of: {noun}"


def _before(text: str, span: Span, start: int, words: Words) -> tuple[list[str], int | None]:
    """Return what is observed before a mention, and where the one before it in a list with it would end."""
    at = span.start
    seen = []
    if match := _BEFORE.match(text, start, at):
        last, earlier = match[2].casefold(), words.before.get((match[1] or "").casefold())
        if last == "as" and earlier == "like":  # such as
            last, earlier = "such", None
        known, noun = words.before.get(last), words.noun(last)
        seen.append(f"before: {known or noun or 'other'}")
        if last in _ARTICLES:
            seen.append(f"before: {earlier or 'other'} {last}")
        elif noun and earlier:
            seen.append(f"before: {earlier} {noun}")
        elif known is None and earlier:
            seen.append(f"earlier: {earlier}")
        elif known and (named := words.noun(match[1])):
            seen.append(f"before: {named} {known}")
    near = text[max(start, at - _NEAR) : at]
    word = near.rstrip()
    if word.endswith(LAST_WORDS[_LIST_MARK]) and _LIST_MARK.match(text, start, at):
        seen.append("behind a mark of a list")
    if word.endswith(LAST_WORDS[_SCORE_BEFORE]) and _SCORE_BEFORE.match(text, start, at):
        seen.append("a number on it")
    listed = _LIST_BEFORE.match(text, start, at) if near.endswith(LAST_WORDS[_LIST_BEFORE]) else None
    return seen, listed and listed.start()


def _known_phrases(where: Passage, words: Words) -> Iterator[tuple[int, str]]:
    last = 0
    for start in where.segments.starts_of(words.phrase_begins):
        if start >= last and (match := words.phrase.match(where.text, start)):
            last = match.end()
            yield last, words.phrases[match.group()]


def _announcements(text: str, words: Words) -> Iterator[tuple[int, str]]:
    last = 0
    for place in sorted(_places_of(_ANNOUNCING, text)):
        if place >= last and (match := _ANNOUNCED.match(text, place)):
            last = match.end()
            under = _UNDER.match(text, 0, place)
            if under and (noun := words.noun(under[1])):
                yield last, noun


def _places_of(literals: Iterable[str], text: str) -> Iterator[int]:
    for literal in literals:
        place = text.find(literal)
        while place >= 0:
            yield place
            place = text.find(literal, place + 1)


def _announced(text: str, span: Span, start: int, announced: Sequence[tuple[int, str]]) -> Iterator[str]:
    """Say what the text announces before it: a list of datasets, or one of components."""
    at = bisect_left(announced, (span.start + 1,)) - 1
    if at >= 0:
        begin, noun = announced[at]
        near = begin > max(start, span.start - _LONGEST_LIST)
        if near and not _NO_ITEM.search(text, begin, span.start):
            yield f"in a list of: {noun}"


def _called(seen: Iterable[str]) -> Iterator[str]:
    """Say whether all that the text calls a name says the same: only data, or a model here and a dataset there."""
    called = {_CALLED[each] for each in seen if each in _CALLED}
    if len(called) == 1:
        yield f"called only {called.pop()}"
    elif called:
        yield "called this and that"


def _beside(other: Draft) -> Iterator[str]:
    """Say what a name is that stands in a list with this one, if that is clear, and how sure the model is of it."""
    for what, kinds in (
        ("listed ", {name.kind for name in other.group if name.canonical}),
        ("", {name.kind for name in other.group if name.weight}),
    ):
        if len(kinds) == 1:
            yield f"beside: {what}{kinds.pop()}"
            break
    best = max((name.margin for name in other.group if name.margin is not None), default=0.0)
    yield from (f"beside: model {least}" for least in _MARGINS_BESIDE if best >= least)
