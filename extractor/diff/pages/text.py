"""A diff for reading in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractor.diff.model import ENTRY_KINDS, WAYS
from extractor.diff.selecting import TOLD_WAYS
from extractor.diff.telling import differences_told, told
from extractor.diff.wording import SIGNS, described, heading, in_short, more_records, rest, short_counts, singular

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from extractor.diff.files import RecordDiff
    from extractor.diff.model import Change, Common, Side, Summary

_COMMON = 10
_ALL = 1 << 62


class TextPage:
    """Plain text: the summary, then one line a change below a line a record.

    Attributes:
        limit: how many records are shown in detail unless asked otherwise.
        room: how many characters the details may take: any.
        ways: the ways of changing that are shown unless asked otherwise: new names are told once, in the summary.
        names: how many new names the summary tells.
    """

    limit = 50
    room = 1 << 62
    ways = TOLD_WAYS

    def __init__(self, *, all_names: bool = False) -> None:
        """Make a page that tells the commonest new names, or all of them."""
        self.names = _ALL if all_names else _COMMON

    def head(self, summary: Summary) -> str:
        """Return the summary."""
        return "\n".join(_summary(summary, self.names)) + "\n"

    def record(self, record: RecordDiff, changes: Sequence[Change], *, first: bool) -> str:  # noqa: ARG002 - a Page
        """Return the details of one record."""
        lines = [f"\n{heading(record)}"]
        for change, more in in_short(changes):
            kind = "" if change.kind == "record" else f"{singular(change.kind)} "
            text = f"{more + 1} entries moved" if more else f"{change.change} {kind}{described(change)}".rstrip()
            lines.append(f"  {SIGNS[change.change]} {text}  [{told(change.cause)}]")
        return "\n".join(lines) + "\n"

    def foot(self, summary: Summary, hidden: int, renamed: int) -> str:  # noqa: ARG002 - a Page
        """Return how many more records differ."""
        lines = [f"{more_records(hidden)}; --limit all shows all"] if hidden else []
        if renamed:
            lines.append(f"{more_records(renamed)} in names alone, which are told above; --all shows where")
        return "\n" + "\n".join(lines) + "\n" if lines else ""


def _summary(summary: Summary, names: int) -> Iterator[str]:
    yield f"--- {_side(summary.old)}"
    yield f"+++ {_side(summary.new)}"
    records = summary.records
    counts = f"{records.same} same, {records.changed} changed, {records.added} added, {records.removed} removed"
    more = f"; {records.evidence} more differ in confidence, found_by or sources only" if records.evidence else ""
    yield f"records: {counts}{more}"
    if summary.input:
        yield "input changed in: " + ", ".join(f"{name} of {count}" for name, count in summary.input.items())
    if any(count for counts in summary.entries.values() for count in counts.values()):
        yield ""
        yield f"{'':12}" + "".join(f"{way:>10}" for way in WAYS)
        for kind in ENTRY_KINDS:
            yield f"{kind:12}" + "".join(f"{summary.entries[kind][way] or '.':>10}" for way in WAYS)
    if summary.causes:
        yield ""
        yield "why"
        yield from (f"  {told(row.cause)}: {short_counts(row)}" for row in summary.causes)
    if summary.runs is not None and summary.different:
        yield ""
        yield "between the runs"
        yield from (f"  {line}" for line in differences_told(summary.runs) or ("nothing differs that run files tell",))
    yield from _common("renamed", summary.renamed[:names])
    if more := rest(summary.renamed[names:]):
        yield f"  {more}; --limit all tells all"
    yield from _common("commonest", [row for row in summary.commonest if row.count > 1][:_COMMON])
    if summary.notes:
        yield ""
        yield from (f"note: {note}" for note in summary.notes)


def _side(side: Side) -> str:
    entries = ", ".join(f"{count} {kind}" for kind, count in side.entries.items()) if side.entries else ""
    return f"{side.file}: {side.records} records" + (f", {entries}" if entries else "")


def _common(title: str, rows: Sequence[Common]) -> Iterator[str]:
    if rows:
        yield ""
        yield title
        width = len(str(rows[0].count))
        for row in rows:
            what = row.what if row.change == "renamed" else f"{row.change} {row.what}"
            yield f"  {row.count:{width}} x {singular(row.kind)} {what}"
