"""The changes between two records of one id."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from extractor.diff.matching import NAMED, match
from extractor.diff.model import ENTRY_KINDS, UNKNOWN, Change, FieldChange, Kind, Way
from extractor.diff.selecting import EVERYTHING, without_nulls
from extractor.diff.shape import Entry
from extractor.diff.shift import Shift

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from extractor.diff.model import EntryKind
    from extractor.diff.selecting import Selection
    from extractor.diff.shape import Record

EVIDENCE = ("confidence", "found_by")
BESIDE = ("sources", "schema_version")
LINKED = ("metric", "benchmark", "method", "baseline")
REFERENCES: dict[str, EntryKind] = {"benchmark": "benchmarks", "method": "methods", "baseline": "methods"}
_NAMING = ("name", "canonical")
_PLACED = frozenset({"start", "end", "mentions"})


_Found = tuple[Kind, Way, Entry | None, Entry | None, list[FieldChange]]


class Compared(NamedTuple):
    """What comparing two records gives.

    Attributes:
        changes: what differs, the record itself first, then entries in the order of the old record, then new ones.
        shifts: the way from the old `text` and `title` to the new ones.
    """

    changes: list[Change]
    shifts: Mapping[str, Shift]


def compare(old: Record, new: Record, *, selection: Selection = EVERYTHING, occurrence: int = 1) -> Compared:
    """Return all changes between two records of one id, their causes still unknown.

    Only `ignore` and `tolerance` of the selection are looked at; which changes count is for the caller to say.
    """
    shifts = {field: Shift(old[field], new[field]) for field in ("text", "title")}
    names: dict[str, dict[str, str]] = {kind: {} for kind in NAMED}
    found: list[_Found] = []
    fields = _fields(old, new, selection, leave_out=ENTRY_KINDS)
    if fields:
        beside = all(part.field in BESIDE for part in fields)
        found.append(("record", "evidence" if beside else "changed", None, None, fields))
    for kind in ENTRY_KINDS:
        if old[kind] == new[kind]:
            continue
        matched = match(kind, old[kind], new[kind], shifts)
        if kind in names:
            names[kind] = {one["name"]: other["name"] for one, other in matched.pairs}
        for one, other in matched.pairs:
            found.extend((kind, way, one, other, parts) for way, parts in _ways(kind, one, other, names, selection))
        found.extend((kind, "removed", entry, None, []) for entry in matched.removed)
        found.extend((kind, "added", None, entry, []) for entry in matched.added)
    _tell_other_kind(found, shifts)
    if not found and old != new and not selection.ignore and not selection.tolerance:
        parts = [
            FieldChange(field=f"order of {kind}", old=None, new=None)
            for kind in ENTRY_KINDS
            if without_nulls(old[kind]) != without_nulls(new[kind])
        ]
        found += [("record", "changed", None, None, parts)] if parts else []
    changes = [
        Change(
            id=new["id"],
            occurrence=occurrence,
            kind=kind,
            change=way,
            entry=label(kind, other or one),
            fields=tuple(parts),
            old=one,
            new=other,
            cause=UNKNOWN,
        )
        for kind, way, one, other, parts in found
    ]
    return Compared(changes, shifts)


def _tell_other_kind(found: list[_Found], shifts: Mapping[str, Shift]) -> None:
    """Tell of methods that went that they are benchmarks now, and of the benchmarks that they were methods; or so."""
    for was, now in (("methods", "benchmarks"), ("benchmarks", "methods")):
        went = [entry for kind, way, entry, _, _ in found if (kind, way) == (was, "removed") and entry]
        came = [entry for kind, way, _, entry, _ in found if (kind, way) == (now, "added") and entry]
        for pair in match("methods", went, came, shifts).pairs if went and came else ():
            for _, way, old, new, parts in found:
                if (way == "removed" and old is pair[0]) or (way == "added" and new is pair[1]):
                    parts.append(FieldChange(field="kind", old=was, new=now))


def label(kind: str, entry: Entry | None) -> str | None:
    """Return what an entry is called."""
    if entry is None:
        return None
    key = "name" if kind in NAMED else "url" if kind == "links" else "text"
    return str(entry[key])


def _ways(
    kind: EntryKind, old: Entry, new: Entry, names: Mapping[str, Mapping[str, str]], selection: Selection
) -> Iterator[tuple[Way, list[FieldChange]]]:
    """Yield how one entry changed, each way once."""
    fields = {part.field: part for part in _fields(old, new, selection, leave_out=_PLACED)}
    evidence = [fields.pop(name) for name in EVIDENCE if name in fields]
    renamed = [fields.pop(name) for name in _NAMING if kind in NAMED and name in fields]
    if renamed and _spellings(old) == _spellings(new):
        fields.pop("aliases", None)  # the old name is an alias now, or the other way round
    relinked = [
        part
        for name in LINKED
        if kind == "numbers" and (part := fields.pop(name, None)) and not _same_entry(part, names)
    ]
    moved = False
    if "text" not in fields and _stands(old) != _stands(new):
        if _written(old) == _written(new):
            moved = not selection.ignore & _PLACED
        elif "mentions" not in selection.ignore and not (renamed and _written(old, new["name"]) == _written(new)):
            fields["mentions"] = FieldChange(field="mentions", old=old["mentions"], new=new["mentions"])
    changed = list(fields.values())
    if renamed:
        yield "renamed", renamed
    if relinked:
        yield "relinked", relinked
    if changed:
        yield "changed", changed
    if moved:
        yield "moved", []
    if evidence and not (renamed or relinked or changed):
        yield "evidence", evidence


def _fields(
    old: Mapping[str, Any], new: Mapping[str, Any], selection: Selection, *, leave_out: Iterable[str]
) -> list[FieldChange]:
    """Return the fields that differ, in the order in which they are written."""
    passed = {*leave_out, *selection.ignore}
    return [
        FieldChange(field=name, old=old.get(name), new=new.get(name))
        for name in {**old, **new}
        if name not in passed and not selection.equal(old.get(name), new.get(name))
    ]


def _same_entry(part: FieldChange, names: Mapping[str, Mapping[str, str]]) -> bool:
    """Whether a number still refers to the same entry, which has another name now."""
    kind = REFERENCES.get(part.field)
    return kind is not None and None not in (part.old, part.new) and names[kind].get(part.old) == part.new


def _spellings(entry: Entry) -> set[str]:
    return {entry["name"], *entry["aliases"]}


def _stands(entry: Entry) -> object:
    if "mentions" not in entry:
        return entry["start"], entry["end"]
    return [(mention["field"], mention["start"], mention["end"]) for mention in entry["mentions"]]


def _written(entry: Entry, name: str | None = None) -> object:
    """Return what stands at each mention, wherever that is; `name` takes the place of the entry's name if given."""
    if "mentions" not in entry:
        return entry["text"]
    texts = {entry["name"]: name} if name else {}
    return Counter((mention["field"], texts.get(mention["text"], mention["text"])) for mention in entry["mentions"])
