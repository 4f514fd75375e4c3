"""Changes in words, the same for every kind of page."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from extractor.diff.matching import NAMED

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from extractor.diff.files import RecordDiff
    from extractor.diff.model import Cause, CauseCounts, Change, Common, FieldChange

SIGNS = {"added": "+", "removed": "-", "changed": "~", "moved": ">", "renamed": "=", "relinked": "@", "evidence": "."}
"""The sign of each way, one character of ASCII."""

_LONG = 80
_AROUND = 3  # words in front of what differs


def described(change: Change) -> str:
    """Return what changed, without kind and way: `24.6%: kind size -> result`."""
    name = change.entry if change.kind != "record" else None
    parts = [] if change.kind != "record" and change.old and change.new else _gist(change)
    # Where an abstract stands in its file changes with any other abstract of it.
    fields = [field for field in change.fields if field.field != "sources"] or change.fields
    parts += [field_text(field) for field in fields]
    return ": ".join(part for part in (shortened(name) if name else "", "; ".join(parts)) if part)


def field_text(field: FieldChange) -> str:
    """Return a changed field: `kind size -> result`."""
    if field.field == "mentions":
        return f"mentions {_listed(*_texts(field))}"
    if isinstance(field.old, list) and isinstance(field.new, list):
        if len(field.old) == len(field.new) and all(isinstance(item, dict) for item in (*field.old, *field.new)):
            return f"{field.field} {_inside(field.old, field.new)}"
        return f"{field.field} {_listed(*_gone_and_come(field.old, field.new))}"
    if field.old is None and field.new is None:
        return field.field
    if isinstance(field.old, str) and isinstance(field.new, str) and field.old.split() == field.new.split():
        return f"{field.field} in white space alone"
    return f"{field.field} {' -> '.join(_excerpts(value_text, field.old, field.new))}"


def _excerpts(shown: Callable[[object], str], old: object, new: object) -> tuple[str, str]:
    """Return two values, of long texts what stands where they differ first: how they begin may be the same."""
    if not isinstance(old, str) or not isinstance(new, str) or max(len(old), len(new)) <= _LONG:
        return shown(old), shown(new)
    one, other = old.split(), new.split()
    same = next((at for at, (mine, its) in enumerate(zip(one, other, strict=False)) if mine != its), len(one))
    same = min(same, len(one), len(other))
    if same <= _AROUND:
        return shown(old), shown(new)
    begin = same - _AROUND
    return shortened(f"… {' '.join(one[begin:])}"), shortened(f"… {' '.join(other[begin:])}")


def value_text(value: object) -> str:
    """Return a value of a field, shortened where it is long."""
    return shortened("none" if value is None else value if isinstance(value, str) else _json(value))


def shortened(text: str, length: int = _LONG) -> str:
    """Return a text as one line of no more than this many characters."""
    line = " ".join(text.split())
    return line if len(line) <= length else f"{line[: length - 1]}…"


def essence(change: Change) -> str:
    """Return what changes of many records may have in common."""
    if change.change == "renamed":
        return "; ".join(field_text(field) for field in change.fields if field.field in ("name", "canonical"))
    if change.change in ("added", "removed"):
        entry = change.new or change.old or {}
        return str(entry.get("unit" if change.kind == "numbers" else "host" if change.kind == "links" else "name"))
    return "; ".join(
        field_text(field) if _is_word(field.field, field.old) and _is_word(field.field, field.new) else field.field
        for field in change.fields
    )


def _is_word(field: str, value: object) -> bool:
    """Whether a value is one of few, so that many records may share it."""
    return field in ("role", "kind", "unit", "of", "qualifier", "change", "host", "schema_version") and (
        value is None or isinstance(value, str | int)
    )


def _gist(change: Change) -> list[str]:
    """Return what to know of an entry that came or went."""
    entry: dict[str, Any] = change.new or change.old or {}
    if not entry:
        return []
    if change.kind in NAMED:
        also = f"also {', '.join(entry['aliases'])}" if entry.get("aliases") else ""
        return [shortened(part) for part in (entry.get("role", ""), also) if part]
    if change.kind == "numbers":
        links = [f"{name} {entry[name]}" for name in ("metric", "benchmark", "method", "baseline") if entry.get(name)]
        of = f"of {entry['of']}" if entry.get("of") else ""
        return [
            shortened(part)
            for part in (f"{_json(entry['value'])} {entry['unit']}", of, str(entry.get("kind")), *links)
            if part
        ]
    return [str(entry["kind"])] if change.kind == "links" and "kind" in entry else []


def _texts(field: FieldChange) -> tuple[list[str], list[str]]:
    old, new = (Counter(mention["text"] for mention in mentions) for mentions in (field.old, field.new))
    return list((old - new).elements()), list((new - old).elements())


def _gone_and_come(old: Sequence[object], new: Sequence[object]) -> tuple[list[str], list[str]]:
    return (
        [value_text(item) for item in old if item not in new],
        [value_text(item) for item in new if item not in old],
    )


def _inside(old: Sequence[dict[str, Any]], new: Sequence[dict[str, Any]]) -> str:
    """Return what differs in a row of objects, counted from 1: `1 file a.txt -> b.txt`."""
    return ", ".join(
        f"{number} {key} {value_text(mine.get(key))} -> {value_text(its.get(key))}"
        for number, (mine, its) in enumerate(zip(old, new, strict=True), 1)
        for key in {**mine, **its}
        if mine.get(key) != its.get(key)
    )


def _listed(gone: Sequence[str], come: Sequence[str]) -> str:
    parts = [f"-{shortened(text)}" for text in gone] + [f"+{shortened(text)}" for text in come]
    return ", ".join(parts) or "in another order"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def singular(kind: str) -> str:
    """Return what one entry of a kind is called."""
    return kind.removesuffix("s")


def heading(record: RecordDiff) -> str:
    """Return what a record is called: its id, and its title or how its text begins."""
    sides = [side for side in (record.new, record.old) if side]
    told = next((side[name] for name in ("title", "text") for side in sides if side.get(name)), "")
    again = f" (record {record.occurrence} of this id)" if record.occurrence > 1 else ""
    return f"{record.id}{again}  {shortened(told, 72)}".rstrip()


def in_short(changes: Sequence[Change]) -> list[tuple[Change, int]]:
    """Return the changes of one record, entries that moved for one cause as one, with how many more it stands for."""
    rows: list[tuple[Change, int]] = []
    moved: dict[Cause, int] = {}
    for change in changes:
        if change.change == "moved" and change.cause in moved:
            at = moved[change.cause]
            rows[at] = (rows[at][0], rows[at][1] + 1)
            continue
        if change.change == "moved":
            moved[change.cause] = len(rows)
        rows.append((change, 0))
    return rows


def more_records(number: int) -> str:
    """Return that so many more records differ."""
    return f"{number} more {'record differs' if number == 1 else 'records differ'}"


def rest(rows: Sequence[Common]) -> str:
    """Return how much the rows are that a page does not show: `12 more, 15 times`; nothing if there are none."""
    return f"{len(rows)} more, {sum(row.count for row in rows)} times" if rows else ""


def short_counts(row: CauseCounts) -> str:
    """Return what a cause did: `numbers +128 -3; 12 differ in confidence or found_by only`."""
    parts = []
    for kind, ways in row.entries.items():
        if real := " ".join(f"{SIGNS[way]}{count}" for way, count in ways.items() if way != "evidence"):
            parts.append(f"{kind} {real}")
    evidence = sum(ways.get("evidence", 0) for ways in row.entries.values())
    if evidence:
        parts.append(f"{evidence} {'differs' if evidence == 1 else 'differ'} in confidence or found_by only")
    return "; ".join(parts)
