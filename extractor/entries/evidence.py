"""Evidence: what speaks for a name, for its kind and for its role, as short texts that points can be given to.

A draft of an entry is looked at as a reader would: what found it, how it is written, how often and where it stands,
and which words stand beside it. Each observation is a text such as `behind: data`. What they weigh is learnt (see
`judging`); the words that observations know are in `rules/evidence.toml`.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import regex

from extractor.folding import parts_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from extractor.document import Document, Passage
    from extractor.finding import NameFinding, NameKind, Span
    from extractor.rules import RuleSet

_MARGINS = (1, 2, 3, 4, 5, 6, 8)
_OFTEN = (2, 3, 5)
_MOST_WORDS = 6
_LONGEST_LIST = 150
_ARTICLES = frozenset({"a", "an", "the", "our"})
_GLUED = frozenset({"based", "style", "driven", "guided"})

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
    ( [\p{L}\p{N}\s,-]{3,100} )
    """,
    regex.VERBOSE | regex.IGNORECASE,
)
_PHRASE_ENDS = regex.compile(
    r"\b(?:for|of|that|which|to|with|in|on|from|by|we|is|are|was|has|where|whose|using|designed|built|as|at)\b"
)
_LIST_MARK = regex.compile(
    r"""(?r)(?:\(?(?:\d|i{1,3}|iv|[a-d])\)|(?<=\s)\d\.|:|(?:First|Second|Third|Finally|Lastly)(?:ly)?,)\s?(?:an?\s|the\s)?"""
)
_RELATIVE = regex.compile(r"(?:\s?\([^()]{1,40}\))?,?\s(which|that|to)\s")
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
_JOINT = regex.compile(r"[-\s]")
_CAPITAL = regex.compile(r"\p{Lu}")
# Where a paper begins to speak of itself.
_OWN = regex.compile(
    r"""
    \b (?: [Ww]e \s (?: \p{Ll}+ \s ){0,2}
             (?: propos | introduc | present | develop | design | devis | describe | build | contribut | study
               | investigat | address | show | prove | train | provid | explor | examin | analy )
         | [Tt]his \s (?: paper | work | article | study )
         | [Ii]n \s this \s (?: paper | work | article | study )
         | [Hh]ere ,? \s we
         | [Oo]ur \s )
    """,
    regex.VERBOSE,
)


@dataclass(frozen=True)
class Words:
    """The words that observations know, each with its class.

    Attributes:
        nouns: of nouns that stand behind a name or end it, in lower-case singular.
        before: of words that stand before a name.
        endings: of the ends of a name's letters.
    """

    nouns: Mapping[str, str]
    before: Mapping[str, str]
    endings: Mapping[str, str]

    @classmethod
    def of(cls, rules: RuleSet) -> Words:
        """Take the words from the table `evidence` of a rule set."""
        table: Mapping[str, Any] = rules.tables.get("evidence", {})
        return cls(*(_classes(table.get(part, {})) for part in ("nouns", "before", "endings")))

    @cached_property
    def ending(self) -> regex.Pattern[str]:
        """The pattern that matches the longest known ending of a name."""
        return regex.compile("(?r)(?:" + "|".join(sorted(map(regex.escape, self.endings), key=len, reverse=True)) + ")")

    def noun(self, word: str | None) -> str | None:
        """Return the class of a noun in any case and number."""
        folded = (word or "").casefold()
        return self.nouns.get(folded) or self.nouns.get(folded.removesuffix("s"))


def _classes(table: Mapping[str, Sequence[str]]) -> dict[str, str]:
    return {word: kind for kind, words in table.items() for word in words}


NO_WORDS = Words({}, {}, {})


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


@dataclass(frozen=True, slots=True)
class _Scene:
    """A document and all drafts in it, for looking at one among them.

    Attributes:
        own: where the first sentence begins that speaks of the paper's own work; the text's end if none does.
        starts: which draft begins at a place.
        ends: which draft ends there.
        forms: the written forms of all drafts.
        announced: by field, where each list begins that a known noun announces, and the class of the noun.
    """

    document: Document
    words: Words
    own: int
    starts: Mapping[tuple[str, int], Draft]
    ends: Mapping[tuple[str, int], Draft]
    forms: frozenset[str]
    announced: Mapping[str, Sequence[tuple[int, str]]]


def observed(document: Document, drafts: Sequence[Draft], words: Words) -> list[tuple[str, ...]]:
    """Return what is observed of each draft."""
    if not drafts:
        return []
    where = document.text
    match = _OWN.search(where.text)
    scene = _Scene(
        document,
        words,
        where.sentence_of(match.start())[0] if match else len(where.text),
        {(span.field, span.start): draft for draft in drafts for span in draft.mentions},
        {(span.field, span.end): draft for draft in drafts for span in draft.mentions},
        frozenset(form for draft in drafts for form in draft.forms),
        {passage.field: list(_announcements(passage.text, words)) for passage in document.passages},
    )
    return [tuple(dict.fromkeys(item for look in _LOOKS for item in look(scene, draft))) for draft in drafts]


def _sources(_: _Scene, draft: Draft) -> Iterator[str]:
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


def _forms(scene: _Scene, draft: Draft) -> Iterator[str]:
    words = scene.words
    full, short = draft.forms[0], min(draft.forms, key=len)
    yield f"form: {shape(short)}"
    if " " in full:
        last = full.split()[-1]
        kind = words.noun(last) or words.noun(last.rpartition("-")[2]) or "other"
        yield f"full: {shape(full)}"
        yield f"head: {kind}"
        yield f"head: {kind}, {'lower case' if full[1:].islower() else 'capitals'}"
        yield f"words: {min(len(full.split()), _MOST_WORDS)}"
    for form in draft.forms if words.endings else ():
        if ending := words.ending.match(form):
            yield f"ending: {words.endings[ending.group()]}"
    if len(short) <= 2 and len(parts_of(short)) == 1:
        yield "very short"


def _kin(scene: _Scene, draft: Draft) -> Iterator[str]:
    """Say whether it is a variant of another: `LoRA-One` of `LoRA`, `Fast BERT` of `BERT`."""
    for form in draft.forms:
        pieces = _JOINT.split(form)
        if len(pieces) > 1 and scene.forms.intersection(
            (pieces[0], pieces[-1], form[len(pieces[0]) + 1 :], form[: -len(pieces[-1]) - 1])
        ):
            yield "variant of another"


def _places(scene: _Scene, draft: Draft) -> Iterator[str]:
    mentions = [span for span in draft.mentions if span.field == "text"]
    yield from (f"mentions: {least}+" for least in _OFTEN if len(mentions) >= least)
    first = draft.mentions[0]
    if first.field == "title":
        title = scene.document.passage("title").text
        yield "in title" if mentions else "in title alone"
        if first.start <= 1:
            yield "begins title, colon" if title[first.end :].lstrip("\"”'’ )")[:1] == ":" else "begins title"
        elif title[: first.start].rstrip().endswith(":"):
            yield "title, behind colon"
    if not mentions:
        return
    start, end = scene.document.text.sentence_of(mentions[0].start)
    if start == mentions[0].start:
        yield "begins a sentence" if start else "begins the text"
    if mentions[0].start < scene.own:
        yield "place: before own"
    else:
        yield "place: first own sentence" if start == scene.own else "place: behind own"
    if end >= len(scene.document.text.text):
        yield "place: last sentence"


def _around(scene: _Scene, draft: Draft) -> Iterator[str]:
    for span in draft.mentions:
        where = scene.document.passage(span.field)
        start, end = where.sentence_of(span.start)
        yield from _behind(where, span, end, scene.words)
        yield from _before(where, span, start, scene.words)
        yield from _announced(where, span, start, scene.announced[span.field])
        if _SCORE_BEFORE.match(where.text, start, span.start):
            yield "a number on it"
        if _SCORE_BEHIND.match(where.text, span.end, end):
            yield "a number behind it"
        if span.field == "text" and _OWN.search(where.text, start, span.start):
            yield "own words before"
        before = _LIST_BEFORE.match(where.text, start, span.start)
        behind = _LIST_BEHIND.match(where.text, span.end, end)
        for other in (
            before and scene.ends.get((span.field, before.start())),
            behind and scene.starts.get((span.field, behind.end())),
        ):
            if other is not None:
                yield from _beside(other)


def _behind(where: Passage, span: Span, end: int, words: Words) -> Iterator[str]:
    text = where.text
    sign = text[span.end : span.end + 2].strip()[:1]
    if sign and not sign.isalnum():
        yield f"behind: {sign}"
    yield from _described(text, span, end, words)
    match = _BEHIND.match(text, span.end, end)
    if match is None:
        return
    first = match[1]
    noun = words.noun(first) or words.noun(match[2])
    if noun:
        yield f"behind: {noun}"
    if sign == "-":
        yield f"behind: -{first if first in _GLUED else 'word'}"
    elif first in ("is", "are"):
        yield "behind: is"
    elif first.endswith("s") and first.islower() and text[span.end] == " ":
        yield "behind: word in s"


def _described(text: str, span: Span, end: int, words: Words) -> Iterator[str]:
    """Say what the text calls it right behind: `X, a new benchmark`, `X and Y datasets`."""
    if relative := _RELATIVE.match(text, span.end, end):
        yield f"behind: {relative[1]}"
    apposed = _APPOSED.match(text, span.end, end)
    if apposed:
        stop = _PHRASE_ENDS.search(apposed[1])
        phrase = apposed[1][: stop.start()] if stop else apposed[1]
        if head := next(filter(None, map(words.noun, reversed(phrase.replace(",", " ").split()))), None):
            yield f"apposed: {head}"
    ends = _LIST_ENDS.match(text, span.end, end)
    if ends and (noun := words.noun(ends[1]) or words.noun(ends[2])):
        yield f"in a list of: {noun}"


def _before(where: Passage, span: Span, start: int, words: Words) -> Iterator[str]:
    match = _BEFORE.match(where.text, start, span.start)
    if match is None:
        return
    last, earlier = match[2].casefold(), words.before.get((match[1] or "").casefold())
    known, noun = words.before.get(last), words.noun(last)
    yield f"before: {known or noun or 'other'}"
    if last in _ARTICLES:
        yield f"before: {earlier or 'other'} {last}"
    elif noun and earlier:
        yield f"before: {earlier} {noun}"
    elif known is None and earlier:
        yield f"earlier: {earlier}"
    elif known and (named := words.noun(match[1])):
        yield f"before: {named} {known}"


def _announcements(text: str, words: Words) -> Iterator[tuple[int, str]]:
    for match in _ANNOUNCED.finditer(text):
        under = _UNDER.match(text, 0, match.start())
        if under and (noun := words.noun(under[1])):
            yield match.end(), noun


def _announced(where: Passage, span: Span, start: int, announced: Sequence[tuple[int, str]]) -> Iterator[str]:
    """Say what the text announces before it: a list of datasets, or one of components."""
    if _LIST_MARK.match(where.text, start, span.start):
        yield "behind a mark of a list"
    at = bisect_left(announced, (span.start,)) - 1  # the first in a list is told by the words before it
    if at >= 0:
        begin, noun = announced[at]
        near = begin > max(start, span.start - _LONGEST_LIST)
        if near and not _NO_ITEM.search(where.text, begin, span.start):
            yield f"in a list of: {noun}"


def _beside(other: Draft) -> Iterator[str]:
    """Say what a name is that stands in a list with this one, if that is clear."""
    for what, kinds in (
        ("listed ", {name.kind for name in other.group if name.canonical}),
        ("", {name.kind for name in other.group}),
    ):
        if len(kinds) == 1:
            yield f"beside: {what}{kinds.pop()}"
            return


_LOOKS = (_sources, _forms, _kin, _places, _around)
