"""Rule files and name lists: what they may hold, loading them, and trying them on their own examples.

A rule file is TOML, one rule a file, and its path under `rules/` without the ending is the rule's id:
`numbers/percent`. The first folder of the path names the pass that runs it. TOML files at the top of `rules/` are no
rules but tables that rules share. Patterns are in `regex` syntax, verbose, and may call sub-patterns as `(?&name)`:
those of `fragments.toml` at the top, and of the `fragments.toml` in the pass's own folder. They are spliced in when the
rule is loaded, because a call costs several times the match.
"""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import regex
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from extractor import resources
from extractor.errors import RuleError
from extractor.matching.automaton import Automaton
from extractor.matching.beginnings import Places
from extractor.matching.compiled import compiled
from extractor.matching.net import LONG, Netted
from extractor.records import FieldName

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from importlib.resources.abc import Traversable

    from extractor.folding import Segments
    from extractor.matching.net import Compiled

Scalar = str | int | float | bool

_NONE: Iterator[regex.Match[str]] = iter(())
_CALL = regex.compile(r"\(\?&(\w+)\)")


class Example(BaseModel):
    """A text and ALL that the rule must find in it, in order; `todo` says why it is known to fail."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    text: str = Field(min_length=1)
    finds: tuple[dict[str, Scalar], ...] = Field(min_length=1)
    todo: str | None = None


class Rule(BaseModel):
    """One rule, as its file has it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    reason: str = Field(min_length=1, description="Why the rule exists, for the person who reads what it found.")
    pattern: str = Field(min_length=1)
    gate: tuple[str, ...] = Field(
        default=(),
        description="Literals, one of which stands in every text that the pattern can match. They are looked for first,"
        " but where the pattern itself tells where it can begin.",
    )
    fields: tuple[FieldName, ...] = Field(default=("text",), description="The fields of a document that it reads.")
    set: dict[str, Scalar] = Field(default={}, description="What each finding of the rule has, whatever the text says.")
    accepts: tuple[Example, ...] = Field(min_length=1)
    rejects: tuple[str, ...] = Field(min_length=1, description="Texts in which the rule must find nothing.")
    expanded: str = Field(exclude=True, repr=False)
    own: bool = Field(default=False, exclude=True, repr=False)
    """Whether the pattern is a user's own, or one that ships and that a fragment of the user's changes."""

    def has_group(self, name: str) -> bool:
        """Whether the pattern has a group of that name; asked of the pattern as written, which costs no compiling."""
        return f"?<{name}>" in self.expanded or f"?P<{name}>" in self.expanded

    @cached_property
    def compiled(self) -> Compiled:
        """The pattern, compiled when it is first needed: a run pays for the passes that it uses.

        Raises:
            RuleError: the pattern does not compile.
        """
        return self.netted if self.own else self._pattern

    @cached_property
    def netted(self) -> Netted:
        """The pattern with a net under it, for long texts.

        Raises:
            RuleError: the pattern does not compile.
        """
        return Netted(self._pattern, f"rule {self.id}")

    @cached_property
    def _pattern(self) -> regex.Pattern[str]:
        try:
            return compiled(self.expanded, regex.VERBOSE | regex.V1)
        except regex.error as error:
            raise RuleError(f"rule {self.id}: the pattern does not compile: {error}") from error

    def is_open(self, text: str) -> bool:
        """Whether the gate lets a text in: where it does not, the pattern matches nothing."""
        if not self.gate:
            return True
        # A loop, because a generator costs several times as much, and this runs more often than anything else here.
        for literal in self.gate:  # noqa: SIM110
            if literal in text:
                return True
        return False

    def matches(self, text: str) -> Iterator[regex.Match[str]]:
        """Return the matches in a text, in order; costs next to nothing where the gate is shut."""
        if not self.is_open(text):
            return _NONE
        return (self.compiled if len(text) < LONG else self.netted).finditer(text)


@dataclass(frozen=True, slots=True)
class RuleSearch:
    """The search of a text for all matches of some rules, each tried only where its pattern can begin."""

    rules: tuple[Rule, ...]
    _places: Places = field(repr=False)
    _automaton: Automaton = field(repr=False)

    @classmethod
    def of(cls, rules: Iterable[Rule]) -> RuleSearch:
        """Prepare the search."""
        listed = tuple(rules)
        places = Places.of([rule.expanded for rule in listed], own=[rule.own for rule in listed])
        tried = zip(listed, places.anywhere, strict=True)
        return cls(listed, places, Automaton.of("(?!)" if anywhere else rule.expanded for rule, anywhere in tried))

    def matches(self, text: Segments) -> Iterator[tuple[Rule, regex.Match[str]]]:
        """Yield each match with its rule: rule by rule, and those of a rule as `Rule.matches` has them."""
        whole, is_long = text.text, len(text.text) >= LONG
        places: list[list[int]] = [[] for _ in self.rules]
        reduced, matching = self._automaton.reduced(whole), self._automaton.matching
        for place in self._places.find(text):
            for number in matching(reduced, place):
                places[number].append(place)
        for rule, anywhere, tried in zip(self.rules, self._places.anywhere, places, strict=True):
            if anywhere:
                for match in rule.matches(whole):
                    yield rule, match
            elif tried:
                match_at, end = (rule.netted.at if is_long else rule.compiled.match), 0
                for place in tried:
                    if place >= end and (found := match_at(whole, place)):
                        yield rule, found
                        end = found.end()


class ListedName(BaseModel):
    """One line of a name list."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(min_length=1, description="The canonical name.")
    aliases: tuple[str, ...] = ()
    kind: Literal["method", "benchmark", "metric"]
    case: Literal["any", "exact"] = Field(default="any", description="`exact`: only these spellings, to the letter.")
    context: str | None = Field(
        default=None, description="The name counts only in a sentence where this pattern matches."
    )
    rejects: tuple[str, ...] = Field(default=(), description="Texts in which the name must not be found.")


@dataclass(frozen=True)
class RuleSet:
    """All rules and name lists of a run, the digest of each file, and the paths of those that are a user's own."""

    rules: Mapping[str, Rule]
    names: Mapping[str, tuple[ListedName, ...]]
    tables: Mapping[str, Mapping[str, Any]]
    digests: Mapping[str, str] = field(repr=False)
    own: frozenset[str] = frozenset()

    def of(self, folder: str) -> tuple[Rule, ...]:
        """Return the rules below a folder, by id."""
        return tuple(rule for rule_id, rule in self.rules.items() if rule_id.startswith(folder + "/"))


def load(extra: Sequence[Traversable] = ()) -> RuleSet:
    """Load the shipped rules, then those of each further folder.

    A later rule or name list of the same path replaces the earlier one; a later table adds to the earlier one, key by
    key.

    Raises:
        RuleError: a file does not parse, or holds an unknown key.
    """
    files: dict[str, list[Traversable]] = {}
    own: set[str] = set()
    for number, folder in enumerate((resources.data("rules"), *extra)):
        for ending in (".toml", ".jsonl"):
            for name, file in resources.walk(folder, ending=ending):
                files.setdefault(name + ending, []).append(file)
                if number:
                    own.add(name + ending)
    is_table = {
        path: path.endswith(".toml") and ("/" not in path or path.endswith("/fragments.toml")) for path in files
    }
    tables = {path.removesuffix(".toml"): _table(files[path]) for path in sorted(files) if is_table[path]}
    units = _units(tables)
    rules: dict[str, Rule] = {}
    names: dict[str, tuple[ListedName, ...]] = {}
    for path in sorted(files):
        if path.endswith(".jsonl"):
            names[path.removesuffix(".jsonl")] = tuple(_listed_names(path, files[path][-1]))
        elif not is_table[path]:
            rule_id = path.removesuffix(".toml")
            nearer = f"{rule_id.partition('/')[0]}/fragments"
            fragments = units | tables.get("fragments", {}) | tables.get(nearer, {})
            is_own = not own.isdisjoint((path, "units.toml", "fragments.toml", nearer + ".toml"))
            rules[rule_id] = _rule(rule_id, files[path][-1], fragments, own=is_own)
    digests = {path: _digest(files[path] if is_table[path] else files[path][-1:]) for path in sorted(files)}
    return RuleSet(rules, names, tables, digests, frozenset(own))


def _units(tables: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """Return the fragment `unit`: any spelling of `units.toml`, in any case and number, as a whole word."""
    spellings = "|".join(regex.escape(unit, literal_spaces=False) for unit in sorted(tables.get("units", {})))
    # Without full case folding (of `ß` to `ss`), which makes `regex` take twice as long to compile.
    return {"unit": rf"(?:(?i-f:{spellings or '(?!)'})s?(?!\p{{L}}))"}


def _digest(files: Sequence[Traversable]) -> str:
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def _table(files: Sequence[Traversable]) -> dict[str, Any]:
    return {key: value for file in files for key, value in _read_toml(file).items()}


def _read_toml(file: Traversable) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RuleError(f"{file.name}: no valid TOML: {error}") from error


def _rule(rule_id: str, file: Traversable, fragments: Mapping[str, str], *, own: bool) -> Rule:
    content = _read_toml(file)
    try:
        expanded = expand(str(content.get("pattern", "")), fragments)
        return Rule(id=rule_id, expanded=expanded, own=own, **content)
    except (ValidationError, TypeError) as error:
        raise RuleError(f"rule {rule_id}: {_first_fault(error)}") from error


def expand(pattern: str, fragments: Mapping[str, str]) -> str:
    """Return the pattern with each `(?&name)` replaced by that fragment, fragments within fragments too.

    Raises:
        RuleError: there is no fragment of that name, or it calls itself.
    """

    def splice(match: regex.Match[str], seen: tuple[str, ...] = ()) -> str:
        name = match.group(1)
        if name not in fragments:
            raise RuleError(f"no fragments.toml has a fragment {name!r}")
        if name in seen:
            raise RuleError(f"the fragment {name!r} calls itself")
        return "(?:" + _CALL.sub(lambda inner: splice(inner, (*seen, name)), fragments[name]) + ")"

    return _CALL.sub(splice, pattern)


def _listed_names(path: str, file: Traversable) -> Iterator[ListedName]:
    last = ""
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        try:
            entry = ListedName.model_validate_json(line)
        except ValidationError as error:
            raise RuleError(f"{path}:{number}: {_first_fault(error)}") from error
        if entry.name <= last:
            raise RuleError(f"{path}:{number}: {entry.name!r} stands twice or is not sorted; sort the lines by name")
        last = entry.name
        yield entry


def _first_fault(error: ValidationError | TypeError) -> str:
    if isinstance(error, TypeError):
        return str(error)
    # An unknown key comes first: it is a misspelling, and explains the missing one.
    fault = min(error.errors(include_url=False), key=lambda fault: fault["type"] != "extra_forbidden")
    return f"{'.'.join(str(part) for part in fault['loc']) or 'value'}: {fault['msg']}"


def example_faults(rule: Rule, find: Callable[[str], Sequence[Mapping[str, object]]]) -> Iterator[str]:
    """Yield a line for each example of the rule that does not come out as written.

    `find` runs the rule alone on a text and returns what it found, in order, as `{"text": …, "value": …, …}`; an
    example is right if it names as many findings and each has the values that the example gives.
    """
    for example in rule.accepts:
        found = find(example.text)
        right = len(found) == len(example.finds) and all(
            all(got.get(key) == value for key, value in wanted.items())
            for wanted, got in zip(example.finds, found, strict=True)
        )
        if right and example.todo:
            yield f"{rule.id}: {example.text!r} is marked todo and comes out right: remove the mark"
        elif not right and not example.todo:
            yield f"{rule.id}: {example.text!r}: wanted {list(example.finds)}, got {list(found)}"
    for text in rule.rejects:
        if found := find(text):
            yield f"{rule.id}: {text!r}: must find nothing, got {list(found)}"
