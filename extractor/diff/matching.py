"""Which entry of the old record is which of the new one: one to one, and always the same.

Entries that stand in the same place are one. Of the rest, methods and benchmarks that share a name are one, numbers of
the same value, unit and text, links of the same URL.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from extractor.folding import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from extractor.diff.model import EntryKind
    from extractor.diff.shape import Entry
    from extractor.diff.shift import Shift

NAMED = frozenset({"methods", "benchmarks"})

_Place = tuple[str, int, int]
_Likeness = tuple[int, ...]


class Matched(NamedTuple):
    """The entries of one kind of two records, each in exactly one of the three, in order."""

    pairs: list[tuple[Entry, Entry]]
    removed: list[Entry]
    added: list[Entry]


def match(kind: EntryKind, old: Sequence[Entry], new: Sequence[Entry], shifts: Mapping[str, Shift]) -> Matched:
    """Match the entries of one kind.

    Args:
        kind: their kind.
        old: those of the old record.
        new: those of the new record.
        shifts: the way from the old `text` and `title` to the new ones.
    """
    likeness = _named_alike if kind in NAMED else _numbers_alike if kind == "numbers" else _links_alike
    partner: dict[int, int] = {}
    # Most entries are the same in both, which needs no search.
    taken: set[int] = set()
    if len(old) == len(new):
        partner = {at: at for at in range(len(old)) if old[at] == new[at]}
        taken = set(partner)
    left = [at for at in range(len(old)) if at not in partner]
    right = [at for at in range(len(new)) if at not in taken]
    if left and right:
        old_places = {at: [place for place in _moved(old[at], shifts) if place] for at in left}
        new_places = {at: list(places(new[at])) for at in right}
        candidates = [
            (*(-part for part in (*_overlap(old_places[i], new_places[j]), *likeness(old[i], new[j]))), i, j)
            for i in left
            for j in right
        ]
        for *alike, i, j in sorted(candidates):
            if any(alike) and i not in partner and j not in taken:
                partner[i] = j
                taken.add(j)
    return Matched(
        [(old[i], new[j]) for i, j in sorted(partner.items())],
        [entry for at, entry in enumerate(old) if at not in partner],
        [entry for at, entry in enumerate(new) if at not in taken],
    )


def places(entry: Entry) -> Iterator[_Place]:
    """Yield everywhere that an entry stands: field, start, end."""
    for mention in entry.get("mentions", ()):
        yield mention["field"], mention["start"], mention["end"]
    if "mentions" not in entry:
        yield "text", entry["start"], entry["end"]


def _moved(entry: Entry, shifts: Mapping[str, Shift]) -> Iterator[_Place | None]:
    for field, start, end in places(entry):
        span = shifts[field].span(start, end) if field in shifts else (start, end)
        yield (field, *span) if span else None


def _overlap(old: Sequence[_Place], new: Sequence[_Place]) -> _Likeness:
    """Return how many mentions stand in the very same place, and how many overlap."""
    exact = len(set(old) & set(new))
    near = sum(any(a[0] == b[0] and a[1] < b[2] and b[1] < a[2] for b in new) for a in old)
    return exact, near


def _named_alike(old: Entry, new: Entry) -> _Likeness:
    mine, other = ({fold(name) for name in (entry["name"], *entry["aliases"])} for entry in (old, new))
    return int(old["name"] == new["name"]), int(fold(old["name"]) == fold(new["name"])), len((mine & other) - {""})


def _numbers_alike(old: Entry, new: Entry) -> _Likeness:
    return (int(all(old[field] == new[field] for field in ("value", "unit", "text"))),)


def _links_alike(old: Entry, new: Entry) -> _Likeness:
    return (int(old["url"] == new["url"]),)
