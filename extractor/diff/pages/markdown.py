"""A diff as Markdown, short enough for a comment on a pull request."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from extractor.diff.model import ENTRY_KINDS, WAYS
from extractor.diff.selecting import TOLD_WAYS
from extractor.diff.telling import differences_told, told
from extractor.diff.wording import described, heading, in_short, more_records, rest, short_counts, shortened, singular

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from extractor.diff.files import RecordDiff
    from extractor.diff.model import Change, Common, Summary

_ROWS = 10
_WIDTH = 160
_TICKS = re.compile(r"`+")


class MarkdownPage:
    """GitHub's Markdown. What stands in records stands in code spans, where it is no markup and calls nobody.

    Attributes:
        limit: how many records are shown in detail unless asked otherwise.
        room: how many characters the details may take; with the summary that is below the 65,536 of a comment.
        ways: the ways of changing that are shown unless asked otherwise: new names are told once, in the summary.
    """

    limit = 20
    room = 40_000
    ways = TOLD_WAYS

    def head(self, summary: Summary) -> str:
        """Return the summary."""
        details = ("", "<details>", "<summary>Record by record</summary>") if summary.different else ()
        return "\n".join((*_summary(summary), *details)) + "\n"

    def record(self, record: RecordDiff, changes: Sequence[Change], *, first: bool) -> str:  # noqa: ARG002 - a Page
        """Return the details of one record."""
        lines = ["", f"**{code(heading(record))}**", ""]
        for change, more in in_short(changes):
            kind = "" if change.kind == "record" else f" {singular(change.kind)}"
            text = f"{more + 1} entries moved" if more else f"{change.change}{kind}"
            what = "" if more else described(change)
            lines.append(f"- {text}{f' {code(what)}' if what else ''} — {code(told(change.cause))}")
        return "\n".join(lines) + "\n"

    def foot(self, summary: Summary, hidden: int, renamed: int) -> str:
        """Return how many more records differ."""
        more = f"\n{more_records(hidden)}.\n" if hidden else ""
        if renamed:
            more += f"\n{more_records(renamed)} in names alone, which are told above.\n"
        return f"{more}\n</details>\n" if summary.different else more


def code(text: str) -> str:
    """Return a text as a code span of one line, whatever it holds; `|` as it must stand in a table."""
    line = shortened(text, _WIDTH).replace("|", "\\|")
    ticks = "`" * (max((len(run) for run in _TICKS.findall(line)), default=0) + 1)
    return f"{ticks} {line} {ticks}" if len(ticks) > 1 else f"`{line}`" if line else ""


def _summary(summary: Summary) -> Iterator[str]:
    records = summary.records
    yield f"### {code(summary.old.file)} → {code(summary.new.file)}: {'different' if summary.different else 'the same'}"
    yield ""
    counts = f"{records.same} same, {records.changed} changed, {records.added} added, {records.removed} removed"
    more = f"; {records.evidence} more differ in confidence, `found_by` or sources only" if records.evidence else ""
    yield f"Records: {counts}{more}."
    if summary.input:
        told_input = ", ".join(f"{code(name)} of {count}" for name, count in summary.input.items())
        yield f"Input changed in: {told_input}."
    if any(count for counts in summary.entries.values() for count in counts.values()):
        yield ""
        yield "| | " + " | ".join(WAYS) + " |"
        yield "|---|" + "--:|" * len(WAYS)
        for kind in ENTRY_KINDS:
            yield f"| {kind} | " + " | ".join(str(summary.entries[kind][way] or "") for way in WAYS) + " |"
    if summary.causes:
        yield ""
        yield "| why | what |"
        yield "|---|---|"
        yield from (f"| {code(told(row.cause))} | {short_counts(row)} |" for row in summary.causes[:_ROWS])
        if len(summary.causes) > _ROWS:
            yield f"| {len(summary.causes) - _ROWS} more causes | |"
    if summary.runs and summary.different:
        yield ""
        yield f"Between the runs: {'; '.join(map(code, differences_told(summary.runs)))}."
    yield from _common("Renamed", summary.renamed)
    if more := rest(summary.renamed[_ROWS:]):
        yield f"| | {more} |"
    yield from _common("Commonest", [row for row in summary.commonest if row.count > 1])
    for note in summary.notes:
        yield ""
        yield f"> {code(note)}"


def _common(title: str, rows: Sequence[Common]) -> Iterator[str]:
    if rows:
        yield ""
        yield f"| {title} | |"
        yield "|--:|---|"
        for row in rows[:_ROWS]:
            way = "" if row.change == "renamed" else f" {row.change}"
            yield f"| {row.count} × | {singular(row.kind)}{way} {code(row.what)} |"
