"""What the words around a quantity say about it: qualifier, kind, direction of change, and what was measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import regex

from extractor.matching.compiled import compiled

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from extractor.passes.numbers.words import Word
    from extractor.records import Change, NumberKind, Qualifier, Unit

_ARTICLE = regex.compile(r"(?:\s(?:an?|the|only|just|an?\s(?:factor|average|total|mean)\sof|\())+$", regex.V1)
_DEFINITE = regex.compile(r"\s(?:an?|the)$", regex.V1)
# `over` is `more than` where a preposition, a bracket or a verb that takes an object comes before it: `with over 40
# tasks`, `covering over 40 tasks`, but `averaged over 40 tasks`.
_OBJECT = regex.compile(
    r"""
    (?: ^ | [(\[,:–—]\s? | -
      | \b(?: of | with | on | to | in | across | from | for | by | than | and | at | into | the | ha(?:s|ve|d) )\s
      | \b(?: cover | contain | compris | encompass | includ | us | hav | generat | produc | spann? | involv | total+
          | releas | collect | requir | need | tak | spend | support | hold | featur | process | reach | yield | creat
          | curat | label+ | annotat | achiev | provid | offer | sav | serv | gather | amass | host | build | last
          | exhibit | deliver | gain )(?:ing|e?s|ed?|)\s
      | \b(?!averag|iterat|train|runn|operat|loop|rang|optimi[sz]|aggregat|integrat|sweep|reason|search|evaluat|test
          |comput|measur|monitor|work|generali[sz]|improv|gain)\p{L}{3,}ing\s
    ) $
    """,
    regex.VERBOSE | regex.V1 | regex.IGNORECASE,
)
# ... and in front of a round number of thousands, unless that is a number of repetitions.
_ROUND = regex.compile(r"\d{1,3}(?:,\d{3})*,\d00(?![\d,])|\d{1,3}[kKM](?!\p{L})", regex.V1)
_REPEATED = regex.compile(
    r"\b(?:averag|comput|aggregat|summ|iterat|rang|run|repeat|train|optimi|pool|distribut|uniform|vari)\w*\s$",
    regex.V1 | regex.IGNORECASE,
)
_NO = regex.compile(r"\b(?:no|none|neither|never|not)\b[^,.;:()]{0,40}$", regex.V1 | regex.IGNORECASE)
_CLAUSE_ENDS = frozenset({",", ";", ".", "and", "while", "but"})
_NO_COORDINATION = frozenset({",", ";", ".", "(", "a", "an", "the", "is", "are", "in", "on", "for", "of", "with"})
_LIMITS = frozenset(
    {"than", "as", "at", "least", "most", "up", "to", "about", "around", "nearly", "almost", "only", "just", "by"}
)
_UP, _DOWN = "↑", "↓"
_PLUS = regex.compile(r"\d\s?[KMBkx×]?\+(?![/-])", regex.V1)
_WINDOW = 40


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
            and (self.after is None or self.after.search(after) is not None)  # first, since most are anchored there
            and (self.before is None or self.before.search(before) is not None)
        )


@dataclass(frozen=True, slots=True)
class Context:
    """The word tables, compiled."""

    before: Mapping[str, tuple[tuple[str, Qualifier], ...]]
    after: tuple[tuple[str, Qualifier], ...]
    cues: tuple[KindCue, ...]
    setting: frozenset[str]
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
            directions,
        )

    def qualifier(self, text: str, start: int, end: int, *, loose: bool) -> Qualifier | None:
        """Return what the words on either side of a number say of it.

        Not `loose`: `over` in front of a number of runs or of models may be a preposition.
        """
        if _PLUS.search(text, start, end):
            return "at_least"
        window = text[max(0, start - _WINDOW) : start].rstrip("$ \n")
        bare = _ARTICLE.sub("", window)
        phrase, qualifier = self._ends_with(bare)
        over = phrase == "over" and _OBJECT.search(bare[: -len("over")]) is None
        definite = _DEFINITE.search(window) and not phrase.endswith((" of", " than"))
        if qualifier in ("at_least", "at_most") and definite and (over or phrase != "over"):
            qualifier = None  # `over the 94% of the baseline`
        if over and not loose and (not _ROUND.match(text, start) or _REPEATED.search(bare[: -len("over")])):
            qualifier = None
        if phrase.startswith("exceed") and qualifier and _NO.search(bare[: -len(phrase)]):
            qualifier = "at_most"  # `no model exceeds 1%`
        if qualifier == "about" and self._ends_with(_ARTICLE.sub("", bare[: -len(phrase)].rstrip()))[1] == "up_to":
            return "up_to"
        if qualifier:
            return qualifier
        behind = text[end : end + 14].casefold().lstrip()
        for phrase, after in self.after:
            if behind.startswith(phrase):
                return after
        return None

    def _ends_with(self, text: str) -> tuple[str, Qualifier | None]:
        folded = text.casefold()
        for phrase, qualifier in self.before.get(folded[-1:], ()):
            before = folded[: -len(phrase)][-1:]
            joined = before.isalpha() if phrase[0].isalpha() else before in "-=" and phrase == ">"
            if folded.endswith(phrase) and not (before and joined):
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

    def change(self, before: Sequence[Word], after: Sequence[Word]) -> Change | None:
        """Return the direction that the nearest word of change tells, what follows at once before what precedes.

        `more than` in front of a number limits it and tells no direction.
        """
        for word in (*before[-1:], *after[:1]):
            if word.folded in (_UP, _DOWN):
                return "increase" if word.folded == _UP else "decrease"
        end = next((at for at, word in enumerate(after) if word.folded in _CLAUSE_ENDS), len(after))
        start = len(before)
        while start and before[start - 1].folded in _LIMITS:
            start -= 1
        if start and start < len(before) and before[start].folded in ("than", "as"):
            start -= 1  # `more than`, `as much as`
        of_verb = any(word.folded == "by" for word in before[start:])  # `cuts time by 5% and memory by 9%`
        for near, is_before in (
            (after[: min(end, 4)], False),
            (before[max(0, start - (16 if of_verb else 9)) : start][::-1], True),
            (after[4 : min(end, 8)], False),
        ):
            for word in near:
                if word.folded in self.directions:
                    return self.directions[word.folded]
                if word.folded in ";." or (is_before and not of_verb and word.folded in _CLAUSE_ENDS):
                    break
        return self._shared(after[end:])

    def _shared(self, rest: Sequence[Word]) -> Change | None:
        """Return the direction of the plural that ends a coordination: the first of `5x memory and 3x time savings`."""
        if not rest or rest[0].folded != "and":
            return None
        behind_number = False
        for word in rest[1:10]:
            if word.folded in _NO_COORDINATION:
                return None
            if behind_number and word.folded.endswith("s") and word.folded in self.directions:
                return self.directions[word.folded]
            behind_number = behind_number or word.folded[0].isdigit()
        return None


def _longest_first(item: tuple[str, Qualifier]) -> tuple[int, str]:
    return (-len(item[0]), item[0])


def _cue(cue: Mapping[str, Any]) -> KindCue:
    return KindCue(
        cue["kind"], frozenset(cue.get("units", ())), _pattern(cue.get("before")), _pattern(cue.get("after"))
    )


def _pattern(source: str | None) -> regex.Pattern[str] | None:
    return None if source is None else compiled(source, regex.VERBOSE | regex.V1 | regex.IGNORECASE)
