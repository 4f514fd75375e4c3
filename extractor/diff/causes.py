"""Putting changes down to causes: the abstract, a rule, a name list, the model, an option, a version; or unknown.

What is said is what follows: from an abstract that changed where the entry stands; from what found the entry, if that
differs between the runs; from the entry that a number is tied to; or from there being no other difference. Where
several differences are left, all are named if they are few, and else the cause is unknown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from extractor.diff.comparing import REFERENCES
from extractor.diff.matching import NAMED, places
from extractor.diff.model import Cause

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from extractor.diff.model import Change, Kind, Way
    from extractor.diff.shift import Shift

_INPUT = Cause(kind="input", name=None, how="changed")
_SOURCES = Cause(kind="input", name="sources", how="changed")
_LISTED = frozenset({"rule", "names", "table"})
_LISTED_AT_MOST = 8
_LEFT_OUT = Cause(kind="option", name="texts left out on one side", how="changed")
_NAMED_AT_MOST = 3
MANY = "one of many differences between the runs"
# Which folders of rules can shape which kind of entry, beside tables and versions, which can shape all.
_FOLDERS = {
    "methods": {"definitions", "names", "roles"},
    "benchmarks": {"definitions", "names", "roles"},
    "numbers": {"numbers", "names", "links"},
    "links": {"links"},
}
_PASSES = {
    "methods": {"definitions", "names", "ner"},
    "benchmarks": {"definitions", "names", "ner"},
    "numbers": {"numbers", "links"},
    "links": {"links"},
}


@dataclass(frozen=True, slots=True)
class Causes:
    """What may have caused the changes of two runs.

    Attributes:
        runs: all that differs between the runs; None where that is not known.
        text_may_differ: whether the abstracts may differ although no record tells (it holds no text).
    """

    runs: tuple[Cause, ...] | None = None
    text_may_differ: bool = False

    def assign(self, changes: Sequence[Change], shifts: Mapping[str, Shift]) -> list[Change]:
        """Return the changes of one record with their causes."""
        causes = [self._own(change, shifts) for change in changes]
        # A number that is tied to another entry because that came or went has that entry's cause.
        entries: dict[tuple[Kind, Way, str | None], Cause | None] = {
            (change.kind, change.change, change.entry): cause
            for change, cause in zip(changes, causes, strict=True)
            if change.kind in NAMED and change.change in ("added", "removed")
        }
        told = [
            _followed(change, entries) or cause or self._left(change, shifts)
            for change, cause in zip(changes, causes, strict=True)
        ]
        return [change.model_copy(update={"cause": cause}) for change, cause in zip(changes, told, strict=True)]

    def _own(self, change: Change, shifts: Mapping[str, Shift]) -> Cause | None:
        """Return the cause that the change itself tells, if it does."""
        if change.kind == "record":
            return _LEFT_OUT if _lacks_text(change) else _SOURCES if change.change == "evidence" else _INPUT
        if _in_changed_text(change, shifts):
            return _INPUT
        direct = self._found_by(change)
        return direct or None

    def _found_by(self, change: Change) -> Cause | None:
        old, new = (set(entry["found_by"]) if entry else set() for entry in (change.old, change.new))
        runs = self.runs or ()
        if change.change == "relinked":
            return None  # what found a number says nothing about what it is tied to
        if [field.field for field in change.fields] == ["role"] and any(_folder(cause) == "roles" for cause in runs):
            return None
        for ids in (old ^ new, old & new):
            hits = [cause for cause in runs if any(_is(cause, found_by) for found_by in ids)]
            if hits and ids == old & new:
                # Found the same way and read otherwise: that may be by a table, too.
                hits += [cause for cause in runs if cause.kind == "table" and _reaches(cause, change)]
            if hits:
                return _one_of(hits)
        return None

    def _left(self, change: Change, shifts: Mapping[str, Shift]) -> Cause:
        """Return what is left when the change itself tells nothing."""
        if self.runs is not None:
            reaching = [cause for cause in self.runs if len(self.runs) == 1 or _reaches(cause, change)]
            if self.text_may_differ:
                reaching.append(_INPUT)
            if reaching and not (any(shift.changed for shift in shifts.values())):
                return _one_of(reaching)
            if not self.runs and any(shift.changed for shift in shifts.values()):
                return _INPUT
            if reaching:
                return _one_of([_INPUT, *reaching])
        entry = change.new or change.old
        return Cause(kind="unknown", name=" + ".join(entry["found_by"]) if entry else None, how=None)


def _folder(cause: Cause) -> str:
    return (cause.name or "").partition("/")[0] if cause.kind in ("rule", "names", "table") else ""


def _lacks_text(change: Change) -> bool:
    return [field.field for field in change.fields] == ["text"] and None in (change.fields[0].old, change.fields[0].new)


def _is(cause: Cause, found_by: str) -> bool:
    """Whether an id in `found_by` is that of a cause."""
    if cause.kind == "model":
        return found_by == "ner"
    if cause.kind == "pass":
        return found_by.partition("/")[0] == cause.name
    return cause.kind in ("rule", "names") and found_by == cause.name


def _reaches(cause: Cause, change: Change) -> bool:
    """Whether a cause can shape an entry of this kind in this way."""
    folder, _, rest = (cause.name or "").partition("/")
    if cause.kind == "confidences":
        return change.change == "evidence"
    if cause.kind == "pass":
        return folder in _PASSES[change.kind] or change.change == "relinked"
    if cause.kind == "model":
        return change.kind in NAMED or change.change == "relinked"
    if cause.kind in ("rule", "names", "table") and rest:
        if folder == "roles":
            return any(field.field == "role" for field in change.fields) or change.change == "relinked"
        return folder in _FOLDERS[change.kind] or change.change == "relinked"
    return True


def _in_changed_text(change: Change, shifts: Mapping[str, Shift]) -> bool:
    """Whether the entry stands, or stood, where the text or title is another now."""
    if not any(shift.changed for shift in shifts.values()):
        return False
    if change.change == "moved":
        return True
    old, new = (list(places(entry)) if entry else [] for entry in (change.old, change.new))
    return any(not shifts[field].kept(start, end) for field, start, end in old if field in shifts) or any(
        not shifts[field].back.kept(start, end) for field, start, end in new if field in shifts
    )


def _followed(change: Change, entries: Mapping[tuple[Kind, Way, str | None], Cause | None]) -> Cause | None:
    if change.change != "relinked":
        return None
    for field in change.fields:
        if kind := REFERENCES.get(field.field):
            cause = entries.get((kind, "added", field.new)) or entries.get((kind, "removed", field.old))
            if cause:
                return cause
    return None


def _one_of(causes: Iterable[Cause]) -> Cause:
    """Return the one cause, or that it is one of a few."""
    first, *more = list(dict.fromkeys(causes))
    if not more:
        return first
    if len(more) >= _NAMED_AT_MOST:
        return Cause(kind="unknown", name=MANY, how=None)
    return Cause(kind="several", name=" or ".join(map(told, (first, *more))), how=None)


def differences_told(causes: Iterable[Cause]) -> list[str]:
    """Return what differs between two runs, a line a kind: `rule changed: numbers/percent, numbers/times`."""
    named: dict[str, list[str]] = {}
    lines = []
    for cause in causes:
        if cause.kind in _LISTED and cause.name:
            named.setdefault(told(cause.model_copy(update={"name": ""})).replace("  ", " "), []).append(cause.name)
        else:
            lines.append(told(cause))
    for what, names in named.items():
        more = len(names) - _LISTED_AT_MOST
        lines.append(f"{what}: {', '.join(names[:_LISTED_AT_MOST])}{f' and {more} more' if more > 0 else ''}")
    return lines


def told(cause: Cause) -> str:
    """Return a cause in words."""
    match cause:
        case Cause(kind="input", how="added" | "removed"):
            return f"only in {'NEW' if cause.how == 'added' else 'OLD'}"
        case Cause(kind="input", name="sources"):
            return "what is known of its sources changed"
        case Cause(kind="input"):
            return "the abstract changed"
        case Cause(kind="unknown", name=None):
            return "unknown"
        case Cause(kind="unknown", name=name) if name == MANY:
            return f"unknown: {name}"
        case Cause(kind="unknown", name=name):
            return f"unknown (found by {name})"
        case Cause(kind="several", name=name):
            return str(name)
        case Cause(kind="pass", name=name, how=how):
            return f"pass {name} switched {'on' if how == 'added' else 'off'}"
        case Cause(kind="model", how=how):
            return f"the model was {how}"
        case Cause(kind="confidences"):
            return "the measured confidences changed"
        case Cause(kind="version" | "option", name=name):
            return f"{cause.kind} {name}"
        case _:
            kind = {"names": "name list"}.get(cause.kind, cause.kind)
            return f"{kind} {cause.name} {cause.how}"
