"""Names that a list knows, as they are written, with the version, size or variant that stands behind them.

A listed name counts where it is a name of its own: `CLIP` in `CLIPScore` or `PF-CLIP` is not, in `CLIP-based` it is.
What follows it and makes it a longer name (`-7B`, ` Verified`) is taken along; the patterns are in `rules/tails.toml`.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import product
from typing import TYPE_CHECKING

import regex

from extractor.document import Document, passage
from extractor.errors import RuleError
from extractor.finding import NameFinding, Span
from extractor.folding import NameIndex, fold, parts_of
from extractor.matching.compiled import compiled
from extractor.matching.net import Netted
from extractor.traced import TracedText

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from extractor.document import Passage
    from extractor.finding import Finding, NameKind
    from extractor.matching.net import Compiled
    from extractor.rules import ListedName, RuleSet

_HYPHENS = "-‐‑"
_WORD_BEFORE = regex.compile(r"(?r)[\p{L}\p{N}]+")
_WORD_AFTER = regex.compile(r"[\p{L}\p{N}]+")
_ADDRESS = regex.compile(r"://|www\.|\.(?:com|co|io|org|net|ai|edu)/")
_QUALIFIER = regex.compile(r"(?r)(?<![^\s(])\p{Lu}[\p{Ll}-]*(?:-\p{Lu}?\p{Ll}+)*\s")
_NEXT_WORD = regex.compile(r"\s(\p{Lu}\p{Ll}+)(?![\p{L}\d])")
_SHORT_FORM = regex.compile(r"\p{Lu}[\p{L}\p{N}-]*\p{Lu}[\p{L}\p{N}-]*")
# What takes a plural s: an acronym, CamelCase or a name of several words (`GANs`, `ResNets`); not `Adam` or `Whisper`.
_PLURAL = regex.compile(r"(?:\p{Ll}.*\p{Lu}|\p{Lu}$|[ -]\p{L}).*(?<=\p{L})(?<![sS])$")
# Where parts of a spelling may be written as one word, and where one word may be written as several.
_CLOSABLE = regex.compile(r"(?<=\p{L})[- ](?=\p{Lu}|[vV]?\d)")
_HUMP = regex.compile(r"(?<=\p{Ll})(?=\p{Lu}\p{Ll}{2}|\p{Lu}{2})")
_LETTERS = regex.compile(r"[^\s\p{P}]+")
_ENDINGS = (" Arena", " Bench", " Eval", " QA")
_LONG, _MOST_PARTS, _SHORT, _STEM = 24, 4, 4, 5
_LONGEST_ADDRESS = 1_000  # to either side of a name; where there is no white space, more is no address
# What a list knows of a name says more on its kind than what a model guesses from a mention.
_WEIGHT = 1.5
_SHOUTING = 0.6
_FEW_LETTERS = 20


@dataclass(frozen=True, slots=True, eq=False)
class _Spelling:
    """One way to write a listed name; `letters` are its letters and digits where their case counts, else empty."""

    text: str
    letters: str
    entry: ListedName
    found_by: str
    context: Compiled | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class _Tails:
    """What may stand directly before and behind a name."""

    patterns: Mapping[str, Compiled]
    ordinary: frozenset[str]
    prefixes: frozenset[str]
    joined: frozenset[str]
    makers: frozenset[str]
    nouns: frozenset[str]

    def end(self, text: str, end: int, kind: NameKind) -> int | None:
        """Return where a name ends whose listed part ends at `end`, or None if that is no end of a name."""
        after = text[end : end + 1]
        tail = self.patterns[kind].match(text, end) if after and after not in ",;:()" else None
        if tail is not None and tail.end() > end and self._closes(text, tail.end()):
            return tail.end()
        return end if self._closes(text, end) else None

    def _closes(self, text: str, end: int) -> bool:
        after, beyond = text[end : end + 1], text[end + 1 : end + 2]
        if after.isalnum() or after in ("_", "^", "@", "#"):
            return False
        if after == ".":  # a full stop, with its space lost at most; not `Qwen2.5` or `Keras.io`
            return not beyond.isalnum() or beyond.isupper()
        if after and after in _HYPHENS:
            word = _WORD_AFTER.match(text, end + 1)
            return (
                word is None
                or (word.group().islower() and len(word.group()) > 1)
                or word.group().casefold() in self.ordinary
            )
        return True

    def opens(self, text: str, start: int) -> bool:
        """Whether a name of its own can begin at `start`."""
        before = text[start - 1 : start]
        if before in ("_", "@", "#", "\\", "."):
            return start == 0
        if before and before in _HYPHENS:
            word = _WORD_BEFORE.match(text, 0, start - 1)
            if word is None:
                return True
            found = word.group()
            return found.casefold() in self.prefixes or (
                found.islower() and len(found) > 1 and found not in self.joined
            )
        return True

    def qualified(self, where: Passage, start: int) -> bool:
        """Whether a capitalised word before `start` makes a longer name: `Graph Transformer`, not `Google Gemini`."""
        word = _QUALIFIER.match(where.text, 0, start)
        if word is None or word.group().rstrip() in self.makers:
            return False
        first = word.start()
        return first > where.sentence_of(start)[0] and where.text[max(0, first - 2) : first].strip() not in (":", "—")

    def continued(self, where: Passage, end: int) -> bool:
        """Whether a capitalised word behind `end` makes a longer name: `EGTEA Gaze`, not `ImageNet Benchmark`."""
        word = _NEXT_WORD.match(where.text, end)
        return word is not None and word.group(1).casefold() not in self.nouns


def names_pass(rules: RuleSet) -> Callable[[Document], list[Finding]]:
    """Return the pass over the name lists of a rule set.

    A finding's `found_by` is the path of its list (`names/methods`), or `tails/method` and so on where the name as
    written goes on behind the listed one; such a name has no canonical one.

    Raises:
        RuleError: the context pattern of a name or a pattern of `tails.toml` does not compile.
    """
    index = NameIndex.of((spelling.text, spelling) for spelling in _spellings(rules))
    tails = _tails(rules)

    def run(document: Document) -> list[Finding]:
        redefined = _Redefined(document)
        return [finding for field_ in document.passages for finding in _in_passage(field_, index, tails, redefined)]

    return run


def list_faults(rules: RuleSet) -> Iterator[str]:
    """Yield a line for each entry of the name lists that does not keep its word.

    That is an entry found in one of its own `rejects`, one whose context asks for nothing more than the name, and
    one with a spelling that another entry of its list has too.
    """
    run = names_pass(rules)
    for path, entries in rules.names.items():
        owners: dict[tuple[str, str], str] = {}
        for entry in entries:
            for text in entry.rejects:
                document = Document(passage("text", TracedText.of(text)))
                found = [finding for finding in run(document) if isinstance(finding, NameFinding)]
                if any((finding.found_by, finding.canonical) == (path, entry.name) for finding in found):
                    yield f"{path}: {entry.name}: must not be found in {text!r}"
            spellings = (entry.name, *entry.aliases)
            if entry.context and all(map(_compiled(path, entry.context, own=True).search, spellings)):
                yield f"{path}: {entry.name}: its context asks for nothing more than the name"
            for spelling in spellings:
                key = ("" if entry.case == "any" else spelling, fold(spelling))
                owner = owners.setdefault(key, entry.name)
                if owner != entry.name:
                    yield f"{path}: {entry.name}: the spelling {spelling!r} is also one of {owner}"


def _spellings(rules: RuleSet) -> Iterator[_Spelling]:
    for path, entries in rules.names.items():
        is_own = f"{path}.jsonl" in rules.own
        for entry in entries:
            context = _compiled(f"{path}: {entry.name}", entry.context, own=is_own) if entry.context else None
            for text, exact in _written_forms(entry):
                yield _Spelling(text, _letters(text) if exact else "", entry, path, context)


def _written_forms(entry: ListedName) -> Iterator[tuple[str, bool]]:
    """Yield each way to write a name that folding tells apart, and whether the case of its letters counts."""
    exact = entry.case == "exact"
    forms = dict.fromkeys((entry.name, *entry.aliases), exact)
    for spelling in filter(_is_short, list(forms)):
        for joined in _joinings(spelling):  # `TinyImageNet` for `Tiny ImageNet`, `Mask RCNN` for `Mask R-CNN`
            forms.setdefault(joined, exact or not any(map(str.isdigit, joined)))
        # `Alpaca Eval` for `AlpacaEval`, but not `Efficient LLM` for `EfficientLLM`: that may be plain English.
        split = spelling if spelling[1:].islower() or spelling.isupper() else _HUMP.sub(" ", spelling)
        if split.count(" ") > 1 or split.endswith(_ENDINGS):
            forms.setdefault(split, True)
    seen = set()
    for form, case_counts in forms.items():
        key = (parts_of(form), _letters(form) if case_counts else "")
        if key in seen or (key[0], "") in seen:
            continue
        seen.add(key)
        yield form, case_counts
        if entry.kind == "method" and _PLURAL.search(form):
            yield form + "s", case_counts


def _is_short(spelling: str) -> bool:
    return len(spelling) <= _LONG


def _joinings(spelling: str) -> Iterator[str]:
    """Yield the spelling with some of its gaps between a letter and a capital or digit closed."""
    if " " not in spelling and "-" not in spelling:
        return
    parts = _CLOSABLE.split(spelling)
    if len(parts) <= _MOST_PARTS:
        gaps = [match.group() for match in _CLOSABLE.finditer(spelling)]
        for choice in list(product(*((gap, "") for gap in gaps)))[1:]:
            yield "".join(piece for pair in zip(parts, (*choice, ""), strict=True) for piece in pair)


def _letters(text: str) -> str:
    return "".join(_LETTERS.findall(text))


def _stems(text: str) -> frozenset[str]:
    """Return the beginnings of the words of a text, by which `Optimization` and `Optimisation` are one."""
    return frozenset([fold(word)[:_STEM] for word in _WORD_AFTER.findall(text)])


def _tails(rules: RuleSet) -> _Tails:
    table = rules.tables.get("tails", {})
    patterns = {
        kind: _compiled(f"tails.toml: {kind}", table.get(kind, "(?!)"), own="tails.toml" in rules.own)
        for kind in ("method", "benchmark", "metric")
    }
    return _Tails(
        patterns, *(frozenset(table.get(key, ())) for key in ("ordinary", "prefixes", "joined", "makers", "nouns"))
    )


@lru_cache(maxsize=256)
def _verbose(pattern: str) -> regex.Pattern[str]:
    # Hundreds of names share a context, and `regex` takes long even to find in its cache what it has compiled.
    return compiled(pattern, regex.VERBOSE | regex.V1)


def _compiled(what: str, pattern: str, *, own: bool) -> Compiled:
    try:
        return Netted(_verbose(pattern), what) if own else _verbose(pattern)
    except regex.error as error:
        raise RuleError(f"{what}: the pattern does not compile: {error}") from error


def _in_passage(
    where: Passage, index: NameIndex[_Spelling], tails: _Tails, redefined: _Redefined
) -> Iterator[NameFinding]:
    text, taken = where.text, 0

    @cache
    def shouts() -> bool:
        return _shouts(text)

    def keep(start: int, end: int, spellings: tuple[_Spelling, ...]) -> tuple[_Spelling, ...]:
        if (
            start < taken
            or not tails.opens(text, start)
            or tails.qualified(where, start)
            or _in_address(text, start, end)
        ):
            return ()
        return tuple(
            spelling
            for spelling in spellings
            if _written(text[start:end], spelling, shouts)
            and _ends(where, end, spelling.entry.kind, tails) is not None
            and (spelling.context is None or spelling.context.search(text, *where.sentence_of(start)))
            and not redefined(text[start:end], spelling)
        )

    for start, end, spellings in index.find(where.segments, keep=keep, inside_words=True):
        for spelling in spellings:
            kind = spelling.entry.kind
            last = _ends(where, end, kind, tails) or end
            taken = max(taken, last)
            span = Span(where.field, start, last)
            if last > end:
                yield NameFinding(span=span, found_by=f"tails/{kind}", kind=kind, weight=_WEIGHT)
            else:
                yield NameFinding(
                    span=span, found_by=spelling.found_by, kind=kind, weight=_WEIGHT, canonical=spelling.entry.name
                )


def _ends(where: Passage, end: int, kind: NameKind, tails: _Tails) -> int | None:
    last = tails.end(where.text, end, kind)
    # In a title every word has a capital, so it says nothing there.
    if last is None or (where.field == "text" and tails.continued(where, last)):
        return None
    return last


def _written(found: str, spelling: _Spelling, shouts: Callable[[], bool]) -> bool:
    """Whether the case is right. In a text all in capitals it tells nothing, so names that live on their case fall."""
    if not spelling.letters:
        return True
    if len(spelling.text) <= _SHORT and found != spelling.text:
        return False
    return _letters(found) == spelling.letters and not (found.isupper() and found.isalpha() and shouts())


def _shouts(text: str) -> bool:
    letters = sum(map(str.isalpha, text))
    return letters >= _FEW_LETTERS and sum(map(str.isupper, text)) > _SHOUTING * letters


def _in_address(text: str, start: int, end: int) -> bool:
    """Whether the span is in a URL."""
    near, far = max(0, start - _LONGEST_ADDRESS), end + _LONGEST_ADDRESS
    first = max(text.rfind(" ", near, start), text.rfind("\n", near, start), near - 1) + 1
    last = min((place for place in (text.find(" ", end, far), text.find("\n", end, far)) if place >= 0), default=far)
    return _ADDRESS.search(text, first, last) is not None


class _Redefined:
    """Whether a document says that a short form stands for something else than its list does."""

    def __init__(self, document: Document) -> None:
        self._texts = [where.text for where in document.passages]
        self._known: dict[str, list[str]] = defaultdict(list)

    def __call__(self, found: str, spelling: _Spelling) -> bool:
        if not _SHORT_FORM.fullmatch(found):
            return False
        if found not in self._known:
            self._known[found] = [long for text in self._texts for long in _long_forms(text, found)]
        longs = self._known[found]
        return bool(longs) and not any(
            2 * len(known.intersection(_stems(long))) > len(known) > 1
            for long in longs
            for known in map(_stems, (spelling.entry.name, *spelling.entry.aliases))
        )


def _long_forms(text: str, short: str) -> Iterator[str]:
    """Yield the words before each `(SHORT)` whose initials spell it."""
    letters = "".join(character for character in short.casefold() if character.isalpha())
    letters = letters[:-1] if short.endswith("s") else letters
    place = text.find(f"({short}")
    while place >= 0:
        after = text[place + len(short) + 1 : place + len(short) + 3].removeprefix("s")
        words = (
            _WORD_AFTER.findall(text, max(0, place - 120), place)[-2 * len(letters) :]
            if after[:1] in tuple("),;")
            else []
        )
        for first, word in enumerate(words):
            if word[0].casefold() == letters[:1] and _spells(letters[1:], [word.casefold() for word in words[first:]]):
                yield " ".join(words[first:])
                break
        place = text.find(f"({short}", place + 1)


def _spells(letters: str, words: list[str]) -> bool:
    """Whether the letters stand in this order in the words, most of them as initials."""
    position = 0
    for word in words:
        if position < len(letters) and word[:1] == letters[position]:
            position += 1
    return position >= len(letters) - 1
