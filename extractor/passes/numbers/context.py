"""What the words around a quantity say about it: qualifier, kind, direction of change, and what was measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from extractor.records import Change, NumberKind, Qualifier, Unit

_TOKEN = regex.compile(r"[\p{L}\p{N}](?:[^\s,;:()\[\]]*[^\s,;:()\[\].!?])?|[^\s\p{L}\p{N}]", regex.V1)
_ARTICLE = regex.compile(r"(?:\s(?:an?|the|only|just|an?\s(?:factor|average|total|mean)\sof|\())+$", regex.V1)
_PLUS = regex.compile(r"\d\s?[KMBkx×]?\+", regex.V1)
_BEFORE, _AFTER = 90, 90
_WINDOW = 40

Token = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class KindCue:
    """One way to tell a kind: for these units (all if empty), where both patterns match."""

    kind: NumberKind
    units: frozenset[str]
    before: regex.Pattern[str] | None
    after: regex.Pattern[str] | None

    def fits(self, unit: str, before: str, after: str) -> bool:
        """Whether the cue is there."""
        return (
            (not self.units or unit in self.units)
            and (self.before is None or self.before.search(before) is not None)
            and (self.after is None or self.after.search(after) is not None)
        )


@dataclass(frozen=True, slots=True)
class Context:
    """The word tables, compiled."""

    before: Mapping[str, tuple[tuple[str, Qualifier], ...]]
    after: tuple[tuple[str, Qualifier], ...]
    cues: tuple[KindCue, ...]
    setting: frozenset[str]
    stop: frozenset[str]
    degree: frozenset[str]
    verb: frozenset[str]
    change_noun: frozenset[str]
    directions: Mapping[str, Change]

    @classmethod
    def of(cls, qualifiers: Mapping[str, Any], quantities: Mapping[str, Any]) -> Context:
        """Read the tables."""
        before: dict[str, list[tuple[str, Qualifier]]] = {}
        for qualifier, phrases in qualifiers["before"].items():
            for phrase in phrases:
                before.setdefault(phrase[-1], []).append((phrase, qualifier))
        after = [(phrase, qualifier) for qualifier, phrases in qualifiers["after"].items() for phrase in phrases]
        words = quantities["words"]
        directions: dict[str, Change] = dict.fromkeys(words["increase"], "increase")
        directions |= dict.fromkeys(words["decrease"], "decrease")
        return cls(
            {last: tuple(sorted(found, key=_longest_first)) for last, found in before.items()},
            tuple(sorted(after, key=_longest_first)),
            tuple(_cue(cue) for cue in quantities["kind"]),
            frozenset(quantities["setting"]),
            frozenset(words["stop"]),
            frozenset(words["degree"]),
            frozenset(words["verb"]),
            frozenset(words["change_noun"]),
            directions,
        )

    def qualifier(self, text: str, start: int, end: int, *, loose: bool) -> Qualifier | None:
        """Return what the words on either side of a number say of it.

        Not `loose`: `over` in front of a number of runs or of models is a preposition.
        """
        if _PLUS.search(text, start, end):
            return "at_least"
        window = text[max(0, start - _WINDOW) : start].rstrip("$ \n")
        bare = _ARTICLE.sub("", window)
        phrase, qualifier = self._ends_with(bare)
        if bare != window and qualifier in ("at_least", "at_most") and not phrase.endswith((" of", " than")):
            qualifier = None  # `over the 94% of the baseline`
        if phrase == "over" and (not loose or text[start : start + 1].isalpha()):
            qualifier = None
        if qualifier == "about" and self._ends_with(_ARTICLE.sub("", bare[: -len(phrase)].rstrip()))[1] == "up_to":
            return "up_to"
        if qualifier:
            return qualifier
        behind = text[end : end + 14].casefold().lstrip()
        return next((qualifier for phrase, qualifier in self.after if behind.startswith(phrase)), None)

    def _ends_with(self, text: str) -> tuple[str, Qualifier | None]:
        folded = text.casefold()
        for phrase, qualifier in self.before.get(folded[-1:], ()):
            if folded.endswith(phrase) and not (phrase[0].isalpha() and folded[: -len(phrase)][-1:].isalpha()):
                return phrase, qualifier
        return "", None

    def kind(self, unit: Unit, of: str | None, before: str, after: str) -> NumberKind:
        """Return what kind of number it is."""
        for cue in self.cues:
            if cue.fits(unit, before, after):
                return cue.kind
        if unit == "count":
            return "setting" if of in self.setting else "size"
        return "result"

    def change(self, before: list[Token], after: list[Token]) -> Change | None:
        """Return the direction that the nearest word of change tells."""
        for _, _, word in after[:4]:
            if word in self.directions:
                return self.directions[word]
            if word in ",;":
                break
        for _, _, word in before[-9:][::-1]:
            if word in self.directions:
                return self.directions[word]
            if word in ";":
                break
        for _, _, word in after[4:8]:
            if word in self.directions:
                return self.directions[word]
            if word in ",;":
                break
        return None

    def metric(self, before: list[Token], after: list[Token]) -> tuple[int, int] | None:
        """Return the span of the words for what is measured, or None where the grammar does not tell.

        First what follows: `40% latency reduction`, `82.5% accuracy`, `3% improvement in recall`, `5% of the cost`.
        Then what stands in front: `accuracy of 94%`, `FID (1.3)`, `improves recall by 3%`.
        """
        return self._behind(after) or self._in_front(before)

    def _behind(self, after: list[Token]) -> tuple[int, int] | None:
        position = 0
        while position < len(after) and after[position][2] in self.degree:
            position += 1
        phrase = self._phrase(after, position)
        if phrase:
            rest = phrase
            while rest and rest[-1][2] in self.change_noun:
                rest = rest[:-1]
            rest = self._strip(rest)
            if rest:
                return rest[0][0], rest[-1][1]
            position += len(phrase)
        elif position == 0 or position >= len(after):
            if not after or after[0][2] != "of":
                return None
        if position < len(after) and after[position][2] in ("in", "of"):
            if not phrase and after[position][2] == "in":
                return None
            return self._noun(after, position + 1)
        return None

    def _noun(self, tokens: list[Token], position: int) -> tuple[int, int] | None:
        while position < len(tokens) and tokens[position][2] in ("the", "a", "an", "its", "their", "all", "both"):
            position += 1
        phrase = self._strip(self._phrase(tokens, position))
        if not phrase:
            return None
        end = position + len(phrase)
        if (
            phrase[-1][2] in ("number", "amount", "quality", "rate")
            and tokens[end : end + 1]
            and tokens[end][2] == "of"
        ):
            if inner := self._noun(tokens, end + 1):
                return phrase[0][0], inner[1]
        return phrase[0][0], phrase[-1][1]

    def _phrase(self, tokens: list[Token], position: int) -> list[Token]:
        phrase = []
        for token in tokens[position : position + 6]:
            if token[2] in self.stop or not token[2][0].isalnum():
                break
            phrase.append(token)
        return phrase

    def _strip(self, phrase: list[Token]) -> list[Token]:
        while phrase and phrase[0][2] in self.degree:
            phrase = phrase[1:]
        return phrase

    def _in_front(self, before: list[Token]) -> tuple[int, int] | None:
        position = len(before)
        while position and before[position - 1][2] in _LIGHT:
            position -= 1
        if not position:
            return None
        link = before[position - 1][2]
        if link in ("by", "from", "to"):
            return self._object(before, position - 1)
        if link in _LINKS:
            return self._head_before(before, position - 1)
        if link in self.stop or link in self.verb:
            return None
        return self._head_before(before, position)

    def _object(self, before: list[Token], end: int) -> tuple[int, int] | None:
        for position in range(end - 1, max(-1, end - 16), -1):
            word = before[position][2]
            if word in self.verb:
                if span := self._noun(before[:end], position + 1):
                    return span
                return None
            if word in (";", ")"):
                return None
        return None

    def _head_before(self, before: list[Token], end: int) -> tuple[int, int] | None:
        while end and before[end - 1][2] in self.change_noun | _SCORES:
            end -= 1
        start = end
        while start and end - start < 5:
            word = before[start - 1][2]
            if word in self.stop or word in self.verb or not word[0].isalnum():
                break
            start -= 1
        phrase = self._strip(before[start:end])
        return (phrase[0][0], phrase[-1][1]) if phrase else None


_LIGHT = frozenset(
    "up to about around nearly approximately roughly almost over under more less than at least most as high much "
    "a an the only just ~ ≈ < > ≥ ≤ + average mean $ an".split()
) - {"to"}
_LINKS = frozenset(["of", "is", "was", "at", "(", ":", "=", "are", "were", "reaches", "reached", "reaching", "<", ">"])
_SCORES = frozenset(["score", "scores", "value", "values"])


def tokens(text: str, start: int, end: int) -> list[Token]:
    """Return `(start, end, lower case)` of the words and marks of a stretch of text."""
    return [(*match.span(), match.group().casefold()) for match in _TOKEN.finditer(text, start, end)]


def _longest_first(item: tuple[str, Qualifier]) -> tuple[int, str]:
    return (-len(item[0]), item[0])


def _cue(cue: Mapping[str, Any]) -> KindCue:
    return KindCue(
        cue["kind"], frozenset(cue.get("units", ())), _pattern(cue.get("before")), _pattern(cue.get("after"))
    )


def _pattern(source: str | None) -> regex.Pattern[str] | None:
    return None if source is None else regex.compile(source, regex.VERBOSE | regex.V1 | regex.IGNORECASE)


def phrases(items: Iterable[str]) -> frozenset[str]:
    """Return the items as a set."""
    return frozenset(items)
