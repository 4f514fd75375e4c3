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
from extractor.diff.telling import MANY, told

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from extractor.diff.model import Change, Kind, Way
    from extractor.diff.shift import Shift

_INPUT = Cause(kind="input", name=None, how="changed")
_SOURCES = Cause(kind="input", name="sources", how="changed")
_LEFT_OUT = Cause(kind="option", name="texts left out on one side", how="changed")
_NAMED_AT_MOST = 3
# Which folders of rules can shape which kind of entry, beside tables and versions, which can shape all.
# A number within a name is dropped, so that what finds names can take numbers away.
_FOLDERS = {
    "methods": {"definitions", "names", "links", "ner"},
    "benchmarks": {"definitions", "names", "links", "ner"},
    "numbers": {"numbers", "definitions", "names", "links", "ner"},
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
        named = [
            (change, cause) for change, cause in zip(changes, causes, strict=True) if change.kind in NAMED and cause
        ]
        final = [
            _followed(change, entries) or cause or _swallowed(change, named) or self._left(change, shifts)
            for change, cause in zip(changes, causes, strict=True)
        ]
        return [change.model_copy(update={"cause": cause}) for change, cause in zip(changes, final, strict=True)]

    def _own(self, change: Change, shifts: Mapping[str, Shift]) -> Cause | None:
        """Return the cause that the change itself tells, if it does."""
        if change.kind == "record":
            return _LEFT_OUT if _lacks_text(change) else _SOURCES if change.change == "evidence" else _INPUT
        if _in_changed_text(change, shifts):
            return _INPUT
        return self._found_by(change)

    def _found_by(self, change: Change) -> Cause | None:
        old, new = (set(entry["found_by"]) if entry else set() for entry in (change.old, change.new))
        runs = self.runs or ()
        if change.change == "relinked":
            return None  # what found a number says nothing about what it is tied to
        if [field.field for field in change.fields] == ["role"] and any(_folder(cause) == "roles" for cause in runs):
            return None
        if [field.field for field in change.fields] == ["confidence"]:
            return next((cause for cause in runs if cause.kind == "confidences"), None)
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
            if self.text_may_differ and not shifts["text"].known:
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
    """Whether a record has its text on one side only, and is the same record by all that can be told."""
    fields = {field.field: field for field in change.fields}
    return "text" in fields and None in (fields["text"].old, fields["text"].new) and not {"id", "title"} & fields.keys()


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
    if cause.kind == "model":
        folder = "ner"
    elif cause.kind != "pass" and not (cause.kind in ("rule", "names", "table") and rest):
        return True
    if change.change == "relinked":
        return True
    if folder == "roles":
        return any(field.field == "role" for field in change.fields)
    return folder in _FOLDERS[change.kind]


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


def _swallowed(change: Change, named: Iterable[tuple[Change, Cause]]) -> Cause | None:
    """Return the cause of the name that a number which came or went stands in on the other side."""
    if change.kind != "numbers" or change.change not in ("added", "removed"):
        return None
    number = change.old or change.new or {}
    for other, cause in named:
        entry = other.old if change.change == "added" else other.new
        for field, start, end in places(entry) if entry else ():
            if field == "text" and start <= number["start"] and number["end"] <= end:
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
