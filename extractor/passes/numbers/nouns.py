"""What a count counts: the head noun of the words behind a number, and its singular.

There is no tagger here. A number other than one is followed by a plural, and a plural ends in s or is in the table of
`rules/quantities.toml`; the last plural before a word that no noun phrase holds is the head.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import regex

from extractor.matching.compiled import compiled

if TYPE_CHECKING:
    from collections.abc import Mapping

_WORD = regex.compile(r"[\p{L}\p{N}][\p{L}\p{N}'’.&-]*+|[^\s\p{L}\p{N}]", regex.V1)
_PER = regex.compile(r"\s?/\s?", regex.V1)
_TIMES = {"s": "second", "sec": "second", "min": "minute", "h": "hour"}
_NO_PLURALS = ("ss", "us", "is", "ics", "'s", "’s")


@dataclass(frozen=True, slots=True)
class Nouns:
    """The word tables that a head noun is found with.

    Attributes:
        stop: words that no noun phrase holds.
        plurals: plurals that end in no s, or whose singular spelling does not tell.
        aliases: words that stand for what they count: 8 A100 are 8 GPUs.
        singulars: nouns that stand behind a number in the singular.
        counted: nouns that a number in words counts; the phrase ends with the first of them.
        masses: nouns that look like plurals and stand in front of what is counted: 12 news articles.
    """

    stop: frozenset[str]
    plurals: Mapping[str, str]
    aliases: Mapping[str, str]
    singulars: frozenset[str]
    counted: regex.Pattern[str]
    masses: frozenset[str]

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> Nouns:
        """Read the tables."""
        words = table["words"]
        return cls(
            frozenset(words["stop"]),
            table["plural"],
            table["noun"],
            frozenset(table["singular"]),
            compiled(table["counted_in_words"], regex.V1),
            frozenset(table["mass"]),
        )

    def head(self, text: str, *, joined: bool = False, alone: bool = False) -> str | None:
        """Return the singular of the noun that a number in front of `text` counts, or None if there is none.

        `joined`: the number is joined by a hyphen, as in `27-question quiz`, and the next part is the noun.
        `alone`: where no plural follows, an acronym or a word of the table may be the noun: `5 NFE`.
        """
        if joined:
            first = regex.split(r"[\s.,/-]", text, maxsplit=1)[0]
            named = first[:1].isupper() and not first.isupper()
            return self.singular(first.casefold()) if len(first) > 1 and not named else None
        last: str | None = None
        complete = False  # whether the word before is a plural that only a verb follows in the same form
        for position, match in enumerate(_WORD.finditer(text)):
            word = match.group().rstrip(".-'’")
            folded = word.casefold()
            if not word or not word[0].isalnum():
                if word and word in "(),/" and last is None:
                    continue
                break
            if folded in self.stop and not (folded == "and" and last is None):
                break
            if position == 0 and folded in self.aliases:
                return self.aliases[folded]
            is_acronym = len(word) > 1 and word.isupper()  # 12k QPS, 90 U.S. counties
            of_acronym = word[-1] == "s" and word[-2:-1].isupper()
            if of_acronym or (not is_acronym and self.is_plural(folded)):
                if complete and not self.counted.fullmatch(self.singular(folded)):
                    break  # `pruning 20 neurons eliminates it`
                complete = of_acronym or (word.islower() and "-" not in word and folded not in self.masses)
                last = folded[:-1] if of_acronym else folded
                if match.group().endswith(".") or self.counted.fullmatch(self.singular(last)):
                    break
            elif last is not None or (match.group().endswith(".") and not is_acronym):
                break
        if last is not None:
            return self.singular(last)
        return self._first(text) if alone else None

    def as_written(self, words: str) -> str:
        """Return words that name what is counted, in the singular: `batch size`, `query per second`."""
        things, per, time = _PER.sub(" per ", words.casefold()).partition(" per ")
        return f"{self.singular(things)} per {_TIMES.get(time, time)}" if per else self.singular(things)

    def _first(self, text: str) -> str | None:
        word = text.split(maxsplit=1)[0].rstrip(".,)-")
        folded = word.casefold()
        if len(word) > 1 and word.isupper():
            return folded
        return self.singular(folded) if len(word) > 1 and folded in self.singulars else None

    def is_plural(self, word: str) -> bool:
        """Whether a word, lower case, looks like a plural."""
        if word in self.plurals or word.rpartition("-")[2] in self.plurals:
            return True
        return len(word) > 2 and word.endswith("s") and not word.endswith(_NO_PLURALS)

    def singular(self, word: str) -> str:
        """Return the singular of a noun in lower case."""
        if word in self.aliases:
            return self.aliases[word]
        front, hyphen, last = word.rpartition("-")
        return front + hyphen + self._singular(last)

    def _singular(self, word: str) -> str:
        if word in self.plurals:
            return self.plurals[word]
        if not word.endswith("s") or len(word) < 3 or word.endswith(_NO_PLURALS):
            return word
        if word.endswith("ies") and len(word) > 4:
            return word[:-3] + "y"
        if word.endswith(("sses", "ches", "shes", "xes", "zzes")):
            return word[:-2]
        return word[:-1]
