"""Which abstracts of the inputs a run takes: those whose source says something, some by chance, the first few."""

from __future__ import annotations

import hashlib
import heapq
import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import regex

from extractor.abstract import Abstract
from extractor.engine.meeting import Again
from extractor.errors import SelectionError
from extractor.records import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from extractor.engine.extracting import Item

_FIELDS = (*Source.model_fields, "text")
_NUMBERS = ("year", "position")
_OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "~": lambda content, part: part.casefold() in content.casefold(),
}
_SIGN = r"[=!<>]=|[=<>~]"
_END = rf"\s*(?:\Z|\s+and\s+(?=\w+\s*(?:{_SIGN})))"
_CONDITION = regex.compile(
    rf"""
    \s*(?<field>\w+)\s*(?<sign>{_SIGN})\s*
    (?: (?<value>"[^"]*"|'[^']*'){_END} | (?<value>[^\s=!<>~].*?){_END} )
    """,
    regex.DOTALL | regex.VERBOSE,
)
_DIGITS = 18
_SHOWN = 100
_ANY_ORDER = ("=", "==", "!=")


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that the source of an abstract must say, such as `year >= 2025`.

    Attributes:
        field: what is looked at: a field of `sources`, or `text`.
        sign: `=`, `!=`, `<`, `<=`, `>`, `>=`, or `~` for a part of the text in any case.
        value: what it is compared with; None for `null`, the field being empty.
    """

    field: str
    sign: str
    value: str | int | None

    def holds(self, abstract: Abstract) -> bool:
        """Whether it is true of an abstract; a field that is empty is equal to `null` and nothing else."""
        contents = _contents(abstract, self.field)
        if self.value is None or not contents:
            return (self.value is None and not contents) == (self.sign != "!=")
        compare = _OPERATORS[self.sign]
        together = all if self.sign == "!=" else any
        return together(compare(content, self.value) for content in contents)


def _contents(abstract: Abstract, field: str) -> list[Any]:
    """Return what is compared: one value, all authors, or the ids that an abstract goes by."""
    source = abstract.source
    content = abstract.text if field == "text" else getattr(source, field, None)
    if field == "id":
        return [known for known in (abstract.record_id, content) if known]
    return [] if content is None else list(content) if isinstance(content, tuple) else [content]


def conditions(text: str) -> tuple[Condition, ...]:
    """Parse conditions, with `and` between them where there are several.

    Raises:
        SelectionError: one of them cannot be read.
    """
    found: list[Condition] = []
    at = 0
    while at < len(text) or not found:
        match = _CONDITION.match(text, at)
        if not match:
            what = f"{_short(text[at:])} is no condition"
            raise SelectionError(f"{what}; write one as year >= 2025, venue ~ ICML or code_url != null")
        found.append(_condition(match))
        at = match.end()
    return tuple(found)


def _short(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]} …")


def _condition(match: regex.Match[str]) -> Condition:
    text = _short(match[0])
    field, sign, value = match["field"], match["sign"], match["value"]
    if field not in _FIELDS:
        raise SelectionError(f"{text}: there is no field {field!r}; use one of {', '.join(_FIELDS)}")
    if value == "null":
        if sign not in _ANY_ORDER:
            raise SelectionError(f"{text}: null can only be compared with = and !=")
        return Condition(field, sign, None)
    if value[0] in "\"'":
        value = value[1:-1]
    if field not in _NUMBERS:
        return Condition(field, sign, value)
    if not value.isdecimal() or len(value) > _DIGITS or sign == "~":
        raise SelectionError(f"{text}: {field} is compared with a whole number, by = != < <= > or >=")
    return Condition(field, sign, int(value))


def read_ids(path: Path) -> frozenset[str]:
    """Return the ids in a file, one a line.

    Raises:
        SelectionError: the file cannot be read, or holds none.
    """
    try:
        ids = frozenset(line.strip() for line in path.read_text(encoding="utf-8-sig").splitlines() if line.strip())
    except (OSError, UnicodeDecodeError) as error:
        raise SelectionError(f"{path}: cannot be read: {error}; give a UTF-8 file with one id a line") from error
    if not ids:
        raise SelectionError(f"{path}: there is no id in it; write one a line")
    return ids


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which abstracts a run takes. All that is given must hold.

    Attributes:
        where: what the source must say.
        ids: the ids to take, each with or without its prefix.
        sample: how many to take by chance; the same ones for the same abstracts and seed, in whatever order they stand.
        seed: which chance.
        limit: how many to take at most, the first ones; nothing behind them is read.
    """

    where: tuple[Condition, ...] = ()
    ids: frozenset[str] | None = None
    sample: int | None = None
    seed: int = 0
    limit: int | None = None

    @property
    def described(self) -> dict[str, Any]:
        """What the run file says of it."""
        return {
            "where": [f"{one.field} {one.sign} {'null' if one.value is None else one.value}" for one in self.where],
            "ids": None if self.ids is None else hashlib.sha256("\n".join(sorted(self.ids)).encode()).hexdigest(),
            "sample": self.sample,
            "seed": self.seed if self.sample else None,
            "limit": self.limit,
        }

    def takes(self, abstract: Abstract) -> bool:
        """Whether an abstract is one of those that are asked for by what they are."""
        if self.ids is not None and not self.ids.intersection(_names_of(abstract)):
            return False
        return all(condition.holds(abstract) for condition in self.where)

    def drawn(self, items: Iterable[Item]) -> Iterator[Item]:
        """Yield of the items those that chance and limit leave, in order."""
        if self.sample is not None:
            items = _sampled(items, size=self.sample, seed=self.seed)
        return iter(items) if self.limit is None else _first(items, self.limit)


EVERYTHING = Selection()


def _names_of(abstract: Abstract) -> Iterator[str]:
    yield abstract.record_id
    yield abstract.record_id.partition(":")[2]
    if abstract.source and abstract.source.id:
        yield abstract.source.id


def _first(items: Iterable[Item], limit: int) -> Iterator[Item]:
    taken = 0
    for item in items:
        yield item
        taken += isinstance(item, Abstract)
        if taken == limit:
            return


def _sampled(items: Iterable[Item], *, size: int, seed: int) -> Iterator[Item]:
    """Yield the abstracts whose ids have the least digests: which they are does not depend on their order.

    They come when all are known, and what is no abstract before them, as it is met: only the sample is in memory.
    """
    chosen: dict[str, list[tuple[int, Item]]] = {}
    worst: list[tuple[int, str]] = []
    for number, item in enumerate(items):
        if isinstance(item, Abstract):
            record_id = item.record_id
            digest = hashlib.blake2b(f"{seed} {record_id}".encode(), digest_size=8).digest()
            heapq.heappush(worst, (-int.from_bytes(digest), record_id))
            chosen[record_id] = [(number, item)]
            if len(worst) > size:
                del chosen[heapq.heappop(worst)[1]]
        elif not isinstance(item, Again):
            yield item
        elif item.abstract.record_id in chosen:
            chosen[item.abstract.record_id].append((number, item))
    found = [place for places in chosen.values() for place in places]
    yield from (item for _, item in sorted(found, key=operator.itemgetter(0)))
