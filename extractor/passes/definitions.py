"""The definitions pass: short forms tied to their long forms, and names that the text says it proposes.

Short and long forms are found as by A. S. Schwartz and M. A. Hearst, "A simple algorithm for identifying abbreviation
definitions in biomedical text", PSB 2003: a rule finds the short form, and the long form is the shortest run of words
beside it that holds the short form's characters in order, the first of them at the start of a word.

A rule's pattern has the group `short` (and `long`, where the long form stands behind), or the group `name`.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, cast, get_args

import regex

from extractor.errors import RuleError
from extractor.finding import DefinitionFinding, NameFinding, NameKind, Span
from extractor.records import FieldName
from extractor.rules import RuleSearch

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from extractor.document import Document, Passage
    from extractor.finding import Finding
    from extractor.rules import Rule, RuleSet

_PART = regex.compile(r"[\p{L}\p{N}]+")
_GOES_ON = regex.compile(r"\s(?:for|via|with|in|by|from|on|through|using|of|to)\s")
_GENITIVE = regex.compile(r"(?r)(?:['’]s|(?<=s)['’])")
_FARTHEST = 400  # characters before a short form in which its long form may begin
_NO_NAME = regex.compile(r"[;:()]|, ")
_FUNCTION_WORDS = frozenset(
    {"a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "the", "to", "via", "with"}
)
_NO_BEGINNING = frozenset({"a", "an", "and", "for", "of", "the"})
_NEVER_FIRST = _FUNCTION_WORDS | {"or", "such", "like", "including", "namely", "e.g.", "i.e."}
# Short things in brackets that are no short forms: marks of lists, and words of a caption.
_NOT_SHORT = frozenset({
    "a", "b", "c", "d", "i", "ii", "iii", "iv", "v", "e.g", "eg", "i.e", "ie", "cf", "see", "vs", "left", "right",
    "top", "bottom", "ours", "and", "the", "with",
})  # fmt: skip


def definitions_pass(rules: RuleSet) -> Callable[[Document], Sequence[Finding]]:
    """Return a pass that finds definitions and proposals in the title and the text.

    Raises:
        RuleError: a rule has neither a group `short` nor a group `name` with a kind.
    """
    definition_rules = rules.of("definitions")
    for rule in definition_rules:
        named = rule.has_group("name") and rule.set.get("kind") in get_args(NameKind)
        if not (named or rule.has_group("short")):
            raise RuleError(f"rule {rule.id}: its pattern needs a group `short`, or a group `name` and `set.kind`")

    readers = {rule.id: _reader(rule) for rule in definition_rules}
    searches = {
        field: RuleSearch.of(rule for rule in definition_rules if field in rule.fields) for field in get_args(FieldName)
    }

    def find(document: Document) -> Sequence[Finding]:
        return [
            finding
            for passage in document.passages
            for rule, match in searches[passage.field].matches(passage.segments)
            if (finding := readers[rule.id](match, passage))
        ]

    return find


def _reader(rule: Rule) -> Callable[[regex.Match[str], Passage], Finding | None]:
    """Return what makes findings of a rule's matches."""
    attributes = cast("dict[str, Any]", rule.set)
    found: Callable[..., NameFinding] = partial(NameFinding, found_by=rule.id, **attributes)

    def name(match: regex.Match[str], passage: Passage) -> Finding:
        start, end = match.span("name")
        return found(span=Span(passage.field, start, _without_genitive(passage.text, start, end)))

    def definition(match: regex.Match[str], passage: Passage) -> Finding | None:
        long = _long_span(match, passage)
        short = Span(passage.field, *match.span("short"))
        return long and DefinitionFinding(span=short, long=Span(passage.field, *long), found_by=rule.id, **attributes)

    return definition if rule.has_group("short") else name


def _without_genitive(text: str, start: int, end: int) -> int:
    """Return where a name ends without the `'s` of `FastNet's`."""
    genitive = _GENITIVE.match(text, start, end)
    return genitive.start() if genitive else end


def _long_span(match: regex.Match[str], passage: Passage) -> tuple[int, int] | None:
    short = match["short"]
    if short.casefold().rstrip(".") in _NOT_SHORT or not any(letter.isalpha() for letter in short):
        return None
    text = passage.text
    if "long" in match.re.groupindex:
        start, end = match.span("long")
        candidate = text[start:end].rstrip()
        # Behind the short form, the long form must begin at the bracket. Behind a colon it ends before a preposition.
        for stop in [] if text[end : end + 1] == ")" else map(regex.Match.start, _GOES_ON.finditer(candidate)):
            if long_form(short, candidate[:stop]) == 0:
                return start, start + stop
        return (start, start + len(candidate)) if long_form(short, candidate) == 0 else None
    sentence_start = max(passage.sentence_of(match.start())[0], match.start() - _FARTHEST)
    end = _without_genitive(text, sentence_start, match.start())
    letters = sum(map(str.isalnum, short))
    start = _last_words(text, sentence_start, end, min(letters + 5, letters * 2))
    found = long_form(short, text[start:end])
    return None if found is None else (start + found, end)


def _last_words(text: str, start: int, end: int, number: int) -> int:
    """Return where the last words of a stretch of text begin; where there are fewer, where the stretch does."""
    pieces = text[start:end].rsplit(None, number)
    if len(pieces) < number:
        return start
    at = start + len(pieces[0]) if len(pieces) > number else start  # the first piece is all that is in front of them
    while text[at].isspace():
        at += 1
    return at


def long_form(short: str, candidate: str) -> int | None:
    """Return where in `candidate`, a run of words, the long form of `short` begins; it ends where the candidate ends.

    Initials are tried first, since they are how most short forms are made; then any letters in order. None if neither
    fits, if the long form would be longer than a name is, holds the short form itself, or begins with a word that no
    name begins with (`such as Segment Anything` for `SAM`).
    """
    stem = short[:-1] if len(short) > 2 and short.endswith("s") and short[-2].isupper() else short
    letters = [letter for letter in stem.casefold() if letter.isalnum()]
    folded = candidate.casefold()
    if len(folded) != len(candidate) or len(letters) < 2:
        return None
    start, most_words = _best(_by_initials, letters, folded), len(letters) + 1
    if start is None:
        # Letters from inside words fit almost anything, so the long form may hardly have more words than capitals.
        start, most_words = (
            _best(_by_letters, letters, folded),
            max(2, sum(not letter.islower() for letter in stem)) + 2,
        )
    if start is None:
        return None
    # `Geometric-guided Token Fusion (GTF)`: half a hyphenated word is no beginning.
    start = max(folded.rfind(" ", 0, start), folded.rfind("(", 0, start)) + 1
    words = candidate[start:].split()
    if not words or words[0] in _NEVER_FIRST:
        return None
    content = [word for word in words if word.casefold() not in _FUNCTION_WORDS]
    if (
        len(content) > most_words
        or _NO_NAME.search(candidate, start)
        or any(short in word.split("-") for word in words)
    ):
        return None
    return start if len(candidate) - start > len(short) else None


def _best(
    match: Callable[[Sequence[str], str, Collection[str]], int | None], letters: Sequence[str], candidate: str
) -> int | None:
    """Return where the long form begins, at no word that long forms seldom begin with if there is another."""
    start = match(letters, candidate, _NO_BEGINNING)
    return match(letters, candidate, ()) if start is None else start


def _by_initials(letters: Sequence[str], candidate: str, refused: Collection[str]) -> int | None:
    """Match letters with the initials of words from the right; function words and hyphenated parts may be skipped."""
    position = len(letters) - 1
    for part in reversed(list(_PART.finditer(candidate))):
        if part.group()[0] == letters[position] and (position or _is_beginning(candidate, part.start(), refused)):
            position -= 1
            if position < 0:
                return part.start()
        elif part.group() not in _FUNCTION_WORDS and candidate[part.start() - 1 : part.start()] != "-":
            return None
    return None


def _by_letters(letters: Sequence[str], candidate: str, refused: Collection[str]) -> int | None:
    """Match letters from the right wherever they stand next; the first must begin a word."""
    position = len(candidate)
    for letter in reversed(letters[1:]):
        position = candidate.rfind(letter, 0, position)
        if position < 0:
            return None
    while position >= 0 and (position := candidate.rfind(letters[0], 0, position)) >= 0:
        if _is_beginning(candidate, position, refused):
            break
    return None if position < 0 else position


def _is_beginning(candidate: str, position: int, refused: Collection[str]) -> bool:
    """Whether a word begins there, and none of those refused: no long form of `the Attend and Spell` is `and Spell`."""
    if position and candidate[position - 1].isalnum():
        return False
    word = _PART.match(candidate, position)
    return word is None or word.group() not in refused or candidate[word.end() : word.end() + 1] == "-"
