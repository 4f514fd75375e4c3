"""What was measured: the words for it in the clause around a number, found without a parser.

What stands right behind a number is looked at first (`40% latency reduction`, `82.5% accuracy`), then what stands in
front (`accuracy of 94%`, `FID (1.3)`, `improves recall by 3%`), then what a preposition behind it brings (`a 3% gain in
recall`). Where none is clear the answer is None.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import regex

from extractor.matching.compiled import compiled
from extractor.passes.numbers.words import Word, words
from extractor.rules import expand

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Found = tuple[int, int] | None
"""The span of the words for what is measured."""

_TABLES = (
    "degree",
    "verb",
    "change_noun",
    "beat",
    "place",
    "thing",
    "adverb",
    "measured",
    "light",
    "link",
    "value_noun",
    "amount",
    "no_quality",
)
_TIES = frozenset({"of", "is", "was", "=", ":", "are", "were"})
_SPEEDUPS = frozenset({"speedup", "speedups", "speed-up", "speed-ups", "acceleration"})
_VALUES = frozenset(
    {"best", "baseline", "result", "results", "performance", "record", "records", "value", "values", "level", "levels"}
)
_BETWEEN_ENDS = frozenset({"/", "%", "$", "from", "a", "an", "the"})
_MORE = frozenset({"higher", "lower", "better", "worse", "greater", "improved", "reduced", "increased"})
_NOUNS_IN_LY = frozenset({"anomaly", "assembly", "family", "supply", "reply", "monopoly"})
_NO_METRICS = frozenset({"measured", "x", "one", "ones", "close"})
_NO_NAMES = frozenset({"US", "USD", "CI", "SOTA", "SoTA"})
_NO_PLURALS = ("ss", "us", "is", "ics", "ous", "'s", "’s", "less", "news", "series", "bias")
_SUBJECTS = frozenset({"we", "it", "they", "which", "who", "to"})
_STAGES = frozenset({"training", "inference"})
_LOSSES = frozenset({"loss", "losses"})
_ARE = frozenset({"is", "are", "was", "were"})
# Which of the values a number is, not of what.
_KINDS_OF_VALUE = frozenset(
    {"peak", "best", "worst", "max", "min", "maximum", "minimum", "median", "mean", "average", "ours", "baseline", "n"}
)
# Participles behind a noun say more of it: `the number of steps required`. Speed and need are none.
_PARTICIPLE = regex.compile(r"\p{Ll}{3,}(?<!e)ed|needed")
_NUMERAL = regex.compile(r"[+-]?\d[\d.,:/–-]*[%kKMB]?", regex.V1)
# Nouns made of adjectives (robust-ness, toxic-ity, consist-ency) are of a quality, which can be measured, and so can
# whatever is cut off at a rank: `Recall@5`.
_QUALITY = regex.compile(r"(?:\p{L}{3}(?:ness|ity|ency)|\p{L}@[\d.:k]+)$", regex.V1)
_ADJECTIVE = regex.compile(
    r"(?:sive|tive|able|ible|ous|ful|icient|ellent|curate|ical|prone|aware|bound|likely|robust)$"
)
_ACRONYM = regex.compile(r"\p{Ll}?\p{Lu}+")
_LONGEST_LISTED = 4
_LONGEST_NAME = 6
_LONGEST_CLAUSE = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Metrics:
    """The word tables of `rules/quantities.toml` that a metric is found with, and the names of metrics."""

    stop: frozenset[str]
    degree: frozenset[str]
    verb: frozenset[str]
    change_noun: frozenset[str]
    beat: frozenset[str]
    place: frozenset[str]
    thing: frozenset[str]
    adverb: frozenset[str]
    measured: frozenset[str]
    light: frozenset[str]
    link: frozenset[str]
    value_noun: frozenset[str]
    amount: frozenset[str]
    no_quality: frozenset[str]
    name: regex.Pattern[str]
    listed: frozenset[str]
    change: frozenset[str]

    @classmethod
    def of(cls, quantities: Mapping[str, Any], fragments: Mapping[str, str], listed: Iterable[str]) -> Metrics:
        """Read the tables; `listed` are names of metrics."""
        return cls(
            stop=frozenset(quantities["words"]["stop"]),
            change=frozenset(
                verb for verb in quantities["metric"]["verb"] if verb.startswith(tuple(quantities["metric"]["change"]))
            ),
            listed=frozenset(name.casefold() for name in listed if len(name) > 1),
            name=compiled(expand("(?&metric)", fragments), regex.VERBOSE | regex.V1),
            **{key: frozenset(quantities["metric"][key]) for key in _TABLES},
        )

    def find(self, before: Sequence[Word], after: Sequence[Word], *, signed: bool = False, bare: bool = False) -> Found:
        """Return the span of the words for what is measured, or None where the grammar does not tell.

        `signed`: whether the number has a sign, so that a noun right in front of it is what has changed. `bare`:
        whether it has no unit, so that a loss is no change but a metric.
        """
        if bare and (loss := self._loss(before)):
            return loss
        found = self._find(before, after) or (self._changes(before) if signed else None)
        words = (*before, *after)
        if found is None or self._is_no_metric(words, found):
            return None
        last = next((word for word in words if word.end == found[1]), None)
        return found if last is None else (found[0], last.start + (len(last.text.rstrip("<>=≤≥~≈")) or len(last.text)))

    def _is_no_metric(self, words: Sequence[Word], found: tuple[int, int]) -> bool:
        head = next((word.folded for word in words if word.end == found[1]), "")
        return head in self.thing or head in _NO_METRICS

    def _find(self, before: Sequence[Word], after: Sequence[Word]) -> Found:
        if [word.folded for word in after[:3]] == ["in", "terms", "of"]:
            return self._noun(after, 3)
        if [word.folded for word in after[:3]] == ["of", "the", "time"]:
            return self._in_front(before)
        behind, position = self._behind(after)
        if behind and (linked := self._linked(before)) and not self._is_measured(self._in(after, behind)):
            return linked  # `a mean absolute error (MAE) of 0.9 knots`
        if not behind and (inside := self._in_brackets(before, after)):
            return inside
        if found := behind or self._example(before):
            return found
        in_front = self._in_front(before)
        if in_front and not self._is_no_metric(before, in_front):
            return in_front
        return self._with_preposition(after, position) or self._in_bracket(before) or self._in_terms(before)

    def _loss(self, before: Sequence[Word]) -> Found:
        """Return the loss that the number is the value of: `a loss of 0.3`, `the loss falls below 0.3`."""
        end = self._before_light(before)
        if end and (before[end - 1].folded in self.link or before[end - 1].folded in self.verb):
            end -= 1
        if not end or before[end - 1].folded not in _LOSSES:
            return None
        start = end - 1
        while start and end - start < _LONGEST_NAME and self._is_in_noun_phrase(before[start - 1]):
            start -= 1
        phrase = self._trim(list(before[start:end]), keep_change=True)
        lost = len(phrase) > 1 and phrase[-2].folded not in _STAGES and self._is_measured(phrase[:-1])  # of accuracy
        return (phrase[0].start, phrase[-1].end) if phrase and not lost else None

    def _in_terms(self, before: Sequence[Word]) -> Found:
        """Return what a clause says in front that it is about: `in terms of recall, it gains 5%`."""
        words = [word.folded for word in before]
        for at in range(len(words) - 3, -1, -1):
            if words[at : at + 3] == ["in", "terms", "of"] and (found := self._noun(before, at + 3)):
                closed = next((word.folded for word in before if word.start >= found[1]), "")
                return found if closed == "," else None
        return None

    def _in_bracket(self, before: Sequence[Word]) -> Found:
        """Return what stands between an opening bracket and the number right behind it: `(Spearman 0.89)`."""
        end = self._before_light(before)
        while end and before[end - 1].folded in self.degree:
            end -= 1
        phrase, start = self._last_phrase(before[:end])
        opened = start and before[start - 1].folded in ("(", "[")
        named = opened and phrase and phrase[-1].folded not in _KINDS_OF_VALUE
        return (phrase[0].start, phrase[-1].end) if named else None

    def _linked(self, before: Sequence[Word]) -> Found:
        """Return the known metric that `of`, `is` or `=` ties to the number right behind it."""
        if not before or before[-1].folded not in _TIES:
            return None
        return self._ending(before[:-1], measured=True)

    def _in_brackets(self, before: Sequence[Word], after: Sequence[Word]) -> Found:
        """Return what `in` says inside the brackets that hold the number: `better performance (+1.0% in APr)`."""
        words = [word.folded for word in after[:_LONGEST_NAME]]
        if not before or before[-1].folded not in ("(", "+") or words[:1] != ["in"] or ")" not in words:
            return None
        return self._noun(after[: words.index(")")], 1)

    @staticmethod
    def _in(clause: Sequence[Word], span: tuple[int, int]) -> list[Word]:
        return [word for word in clause if span[0] <= word.start and word.end <= span[1]]

    def ending_at(self, text: str, start: int, end: int) -> Found:
        """Return the span of the name of a metric that ends at `end` and begins not before `start`."""
        return self._ending(words(text, start, end))

    def is_name(self, word: str) -> bool:
        """Whether a word is the name of a metric, such as `F1`."""
        return word[:1].isupper() and self.name.fullmatch(word) is not None

    def is_measured(self, phrase: str) -> bool:
        """Whether a noun phrase ends with a word that is known for a metric."""
        return self._is_measured(words(phrase, 0, len(phrase))[-1:])

    def _behind(self, after: Sequence[Word]) -> tuple[Found, int]:
        """Return what stands right behind, or None and where a preposition may follow."""
        position = 1 if after and after[0].folded in ("the", "its", "their") else 0
        while position < len(after) and (
            after[position].folded in self.degree or after[position].folded.endswith("ly")
        ):
            position += 1
        phrase = self._before_verb(self._phrase(after, position))
        cut = next((index for index, word in enumerate(phrase) if word.folded in self.change_noun), None)
        named = self._trim(phrase[:cut])
        if named and len(named) == 1 and named[0].folded in _SPEEDUPS and phrase == named:
            what = self._in_something(after, position + len(phrase))
            if what:
                return what, position
        if named and named[-1].folded not in self.thing and not self._is_compared(named, after):
            return (named[0].start, named[-1].end), position
        if cut is None:
            of = not phrase and position < len(after) and after[position].folded == "of"
            return self._with_preposition(after, position) if of else None, position
        position += cut + 1
        return self._with_preposition(after, position), position

    def _before_verb(self, phrase: list[Word]) -> list[Word]:
        """Return the words up to one in s that is not the last: a noun ends with it, or a verb follows one.

        `5% error rates exceed others`, `20% labelled data enables retrieval`.
        """
        for index, word in enumerate(phrase[:-1]):
            if word.text.islower() and word.folded.endswith("s") and not word.folded.endswith(_NO_PLURALS):
                noun = index == 0 or self._is_measured([word]) or word.folded in self.change_noun
                return phrase[: index + noun]
        return phrase

    def _in_something(self, after: Sequence[Word], position: int) -> Found:
        """Return the known metric of `in inference time` at a position."""
        if position >= len(after) or after[position].folded != "in":
            return None
        found = self._noun(after, position + 1, measured=True)
        doing = found and self._in(after, found)[-1].folded in _STAGES
        return None if doing else found

    def _is_compared(self, phrase: Sequence[Word], after: Sequence[Word]) -> bool:
        """Whether words behind `more` or `less` are an adjective: `3 times more expensive than`."""
        place = next(index for index, word in enumerate(after) if word is phrase[0])
        degree = after[place - 1].folded if place else ""
        return degree in ("more", "less") and _ADJECTIVE.search(phrase[-1].folded) is not None

    def _with_preposition(self, after: Sequence[Word], position: int) -> Found:
        """Return the noun phrase of `in recall`, `in terms of recall`, `of the cost` at a position."""
        if [word.folded for word in after[position : position + 2]] == ["on", "average"]:
            position += 2
        if position < len(after) and after[position].folded == "measured":
            position += 1
        if position >= len(after):
            return None
        if after[position].folded in ("over", "compared", "against"):  # `3% over Foo in recall`
            rest = [word.folded for word in after[position : position + _LONGEST_NAME]]
            at = position + rest.index("in") if "in" in rest else len(after)
            return self._noun(after, at + 1, measured=True)
        if after[position].folded == "in":
            terms = [word.folded for word in after[position + 1 : position + 3]] == ["terms", "of"]
            return self._noun(after, position + (3 if terms else 1))
        if after[position].folded in ("of", "for", "on", "at"):
            return self._noun(after, position + 1, measured=True)
        return None

    def _noun(self, clause: Sequence[Word], position: int, *, measured: bool = False) -> Found:
        """Return the noun phrase that begins at a position; `measured`: only if it is known to be a metric."""
        while position < len(clause) and clause[position].folded in ("the", "a", "an", "its", "their", "our", "both"):
            position += 1
        whole = self._phrase(clause, position)
        phrase = self._trim(whole, keep_change=True)
        if not phrase or phrase[-1].folded in self.place or phrase[-1].folded.endswith(("task", "tasks")):
            return None
        doing = len(phrase) > 1 and phrase[0].folded.endswith("ing")  # `3% in finding faults`
        if (measured or doing) and not self._is_measured(phrase):
            return None
        end = position + len(whole)
        if phrase[-1].folded in ("number", "amount", "volume") and end < len(clause) and clause[end].folded == "of":
            inner = self._noun(clause, end + 1)
            return inner and (phrase[0].start, inner[1])
        return phrase[0].start, phrase[-1].end

    def _in_front(self, before: Sequence[Word]) -> Found:
        """Return what a link, a parenthesis, a verb or nothing at all ties to the number from in front."""
        end = self._before_light(before)
        if not end:
            return None
        link = before[end - 1]
        if link.folded in ("by", "from", "to"):
            return self._object(before[: end - 1])
        if link.folded in _ARE and end > 1 and before[end - 2].folded in ("that", "which"):
            end -= 1  # `speeds that are 40% faster`
        if link.folded in self.link:
            return self._from_value(before[: end - 1]) or self._ending(before[: end - 1])
        if link.folded == "," and end < len(before):
            return self._changed(before[: end - 1])  # `boosts performance, up to 9%`
        if link.folded == "(":
            return self._ending(before[: end - 1], measured=True, compared=True) or self._changed(before[: end - 1])
        if end == len(before) and link.text[0].isalpha() and _is_short_name(link.text):
            return link.start, link.end
        if link.text == "Score" and end > 1 and before[end - 2].text[0].isupper():
            return before[end - 2].start, link.end  # Inception Score 9.6
        if link.folded in ("score", "scores") and (end == 1 or not self._is_measured(before[end - 2 : end - 1])):
            return None  # a verb: `it scores 61.2`
        if link.folded == "costs":
            return None  # a verb too: `a run costs 5 dollars`
        return self._ending(before[:end], measured=True)

    def _before_light(self, before: Sequence[Word]) -> int:
        """Return where the words begin in front of a number that say nothing of what is measured."""
        end = len(before)
        while end:
            last, last_but_one = before[end - 1].folded, before[end - 2].folded if end > 1 else ""
            if (last == "to" and last_but_one == "up") or (last == "of" and last_but_one in self.amount):
                end -= 2
            elif last in self.light or (last == "(" and last_but_one == "of"):
                end -= 1
            else:
                break
        return end

    def _changes(self, clause: Sequence[Word]) -> Found:
        """Return the noun phrase that stands between a mark and a signed number: `gains: warmth +3%, light +5%`."""
        phrase, start = self._last_phrase(clause)
        marked = start and clause[start - 1].folded in (",", ":", ";", "(", "and")
        return (phrase[0].start, phrase[-1].end) if phrase and marked else None

    def _changed(self, clause: Sequence[Word]) -> Found:
        """Return the object of a verb of change that a clause ends with: `reduces hallucinations (up to 25%)`."""
        phrase, start = self._last_phrase(clause)
        while start and clause[start - 1].folded in ("the", "its", "their"):
            start -= 1
        changed = start and clause[start - 1].folded in self.change and phrase[-1:] and phrase[-1].text not in _NO_NAMES
        return (phrase[0].start, phrase[-1].end) if phrase and changed else None

    def _example(self, before: Sequence[Word]) -> Found:
        """Return what the number is an example of: `cuts errors, e.g., by 5%`."""
        end = len(before)
        place = next((at for at in range(end - 1, max(0, end - 4), -1) if before[at].folded == "e.g"), 0)
        return self._object(before[: place - 1]) if place and before[place - 1].folded == "," else None

    def _from_value(self, clause: Sequence[Word]) -> Found:
        """Return what a verb in front changes `from the previous best performance of` a number: that is a value."""
        if not clause or clause[-1].folded not in _VALUES:
            return None
        _, start = self._last_phrase(clause)
        while start and clause[start - 1].folded in ("a", "an", "the", "its", "their"):
            start -= 1
        if not start or clause[start - 1].folded not in ("from", "to"):
            return None
        start -= 1
        while start and (_NUMERAL.fullmatch(clause[start - 1].text) or clause[start - 1].folded in _BETWEEN_ENDS):
            start -= 1  # `reduces the FID from 1.9 to a record of 1.3`
        return self._object(clause[:start])

    def _object(self, clause: Sequence[Word]) -> Found:
        """Return the object of the verb of a clause that ends in front of `by`, `from` or `to`, or else its subject."""
        if [word.folded for word in clause[-3:]] == ["as", "much", "as"]:
            clause = clause[:-3]
        if [word.folded for word in clause[-2:]] == ["on", "average"]:
            clause = clause[:-2]
        if compared := self._compared(clause):
            return compared
        phrase, start = self._last_phrase(clause)
        verb = clause[start - 1].folded if start else ""
        if verb in self.beat:
            return None
        if not phrase:
            subject = clause[: start - 1] if verb in self.verb else []
            if subject and subject[-1].folded in self.change_noun and self._is_measured(subject[-1:]):
                return subject[-1].start, subject[-1].end  # `loss falls from 3 to 2`: no loss of anything
            return self._ending(subject, measured=True)
        parallel = (
            verb == "," and start > 1 and (clause[start - 2].text == "%" or _NUMERAL.fullmatch(clause[start - 2].text))
        )
        head, _ = self._last_phrase(clause[: start - 1]) if verb == "of" else ([], 0)
        if head and self._is_measured(head):
            return head[0].start, head[-1].end  # `the throughput of inference`
        if verb in ("", "and") or verb in self.verb or parallel or self._is_measured(phrase):
            return phrase[0].start, phrase[-1].end
        closed = 0
        for position in range(start - 1, max(-1, start - _LONGEST_CLAUSE), -1):
            word = clause[position].folded
            closed += (word == ")") - (word == "(" and closed > 0)
            if closed:
                continue
            if word in self.verb:
                return self._noun(clause, position + 1)
            if word in self.beat or word in ";.]?!":
                return None
        return None

    def _compared(self, clause: Sequence[Word]) -> Found:
        """Return what a clause that ends in `between one and another` says is between them."""
        for position in range(len(clause) - 1, max(0, len(clause) - _LONGEST_CLAUSE), -1):
            if clause[position].folded == "between" and "and" in [word.folded for word in clause[position:]]:
                phrase = self._trim(self._untrimmed(clause[:position]), keep_change=True)
                gap = len(phrase) > 1 and phrase[-1].folded in self.change_noun
                return (phrase[0].start, phrase[-1].end) if gap or (phrase and self._is_measured(phrase)) else None
            if clause[position].folded in self.verb or clause[position].folded in ",;.?!":
                return None
        return None

    def _ending(self, clause: Sequence[Word], *, measured: bool = False, compared: bool = False) -> Found:
        """Return the noun phrase that a clause ends with.

        `measured`: only if it is known to be a metric; `compared`: or if an adjective of degree is in front of it.
        """
        if between := self._compared(clause):
            return between
        end = len(clause)
        if end > 2 and clause[end - 1].folded in ("score", "scores") and clause[end - 2].folded == ")":
            end -= 1  # Clinical Alignment (CA) score of 0.5, and of IoU if that is known
            if self._is_measured(clause[end - 2 : end - 1]):
                return clause[end - 2].start, clause[end - 2].end
        while end and (clause[end - 1].folded in self.change_noun or clause[end - 1].folded in self.value_noun):
            end -= 1
        if end > 2 and clause[end - 1].folded == ")":  # Krippendorff's alpha (KA) of 0.5
            opening = [index for index in range(max(0, end - 6), end) if clause[index].folded == "("]
            end = opening[-1] if opening else 0
        phrase, start = self._last_phrase(clause[:end])
        if phrase and start > 1 and clause[start - 1].folded == "per":  # a response time per request of 1 ms
            return self._ending(clause[: start - 1], measured=measured, compared=compared)
        if not phrase or (
            measured and not self._is_measured(phrase) and not (compared and clause[start].folded in _MORE)
        ):
            return None
        return phrase[0].start, phrase[-1].end

    def _last_phrase(self, clause: Sequence[Word]) -> tuple[list[Word], int]:
        """Return the noun phrase that a clause ends with, and where it begins before it was trimmed."""
        phrase = self._untrimmed(clause)
        start = len(clause) - len(phrase)
        in_front = [word.folded for word in clause[max(0, start - 2) : start]]
        if phrase and in_front:  # a verb that no table has: `we see a 5% gain`, `…, reflecting a 5% gain`
            of_subject = in_front[-1] in _SUBJECTS and in_front != ["up", "to"]
            participle = in_front[-1] == "," and phrase[0].text.endswith("ing") and not self._is_measured(phrase[:1])
            if of_subject or participle:
                phrase, start = phrase[1:], start + 1
        return self._trim(phrase), start

    def _untrimmed(self, clause: Sequence[Word]) -> list[Word]:
        start = len(clause)
        while start and len(clause) - start < _LONGEST_NAME and self._is_in_noun_phrase(clause[start - 1]):
            start -= 1
        return list(clause[start:])

    def _phrase(self, clause: Sequence[Word], position: int) -> list[Word]:
        """Return the words from a position on that may be in one noun phrase."""
        phrase: list[Word] = []
        for word in clause[position : position + _LONGEST_NAME + 1]:
            if self._is_stop(word) or word.folded in self.adverb or word.folded in self.beat:
                break
            if not word.folded[0].isalnum() or _NUMERAL.fullmatch(word.text):
                break
            phrase.append(word)
        return phrase

    def _is_in_noun_phrase(self, word: Word) -> bool:
        return (
            word.folded[0].isalpha()
            and not self._is_stop(word)
            and word.folded not in self.verb
            and word.folded not in self.adverb
        )

    def _is_stop(self, word: Word) -> bool:
        """Whether a noun phrase holds no such word; written as an acronym it is a name: `57% in AT`."""
        return word.folded in self.stop and not (len(word.text) > 1 and word.text.isupper())

    def _trim(self, phrase: list[Word], *, keep_change: bool = False) -> list[Word]:
        """Return the phrase without adjectives of degree in front, and nouns that are no metric at its end."""
        start, end = 0, len(phrase)
        while start < end and phrase[start].folded in self.degree:
            start += 1
        while end > start and not keep_change and phrase[end - 1].folded in self.change_noun:
            end -= 1
        while end > start and (
            phrase[end - 1].folded in self.value_noun or _PARTICIPLE.fullmatch(phrase[end - 1].text)
        ):
            end -= 1
        if end - start > 1 and phrase[end - 1].folded == "relative":  # `agreement relative to others`
            end -= 1
        while end > start and _is_adverb(phrase[end - 1].folded):
            end -= 1
        if end - start > 1 and phrase[end - 1].folded in ("score", "scores"):
            name = phrase[end - 2].text.partition("-")[0]
            end -= (
                _ACRONYM.fullmatch(name) is not None
            )  # a BLEU, rFID or ROUGE-L score is BLEU, a reviewer score is none
        if [word.folded for word in phrase[start:end]] == ["relative"]:
            return []
        return phrase[start:end]

    def _is_measured(self, phrase: Sequence[Word]) -> bool:
        last = phrase[-1]
        head = last.folded.rpartition("-")[2]  # a win-rate is a rate
        return (
            head in self.measured
            or head.removesuffix("s") in self.measured
            or self.name.fullmatch(last.text) is not None
            or (_QUALITY.search(last.folded) is not None and head not in self.no_quality)
            or self._is_listed(phrase)
        )

    def _is_listed(self, phrase: Sequence[Word]) -> bool:
        """Whether a phrase ends with a name from the list of metrics."""
        words = [word.folded for word in phrase[-_LONGEST_LISTED:]]
        return any(" ".join(words[start:]) in self.listed for start in range(len(words)))


def _is_adverb(word: str) -> bool:
    return word.endswith("ly") and word not in _NOUNS_IN_LY


def _is_short_name(word: str) -> bool:
    return word not in _NO_NAMES and sum(character.isupper() or character.isdigit() for character in word) > 1
