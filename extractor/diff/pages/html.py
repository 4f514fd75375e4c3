"""A diff as one page of HTML that loads nothing: both texts side by side, with what changed marked in them."""

from __future__ import annotations

from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING

from extractor.diff.matching import places
from extractor.diff.model import ENTRY_KINDS, WAYS
from extractor.diff.pages.style import STYLE
from extractor.diff.selecting import REAL_WAYS
from extractor.diff.shift import Shift
from extractor.diff.telling import differences_told, told
from extractor.diff.wording import described, in_short, more_records, rest, short_counts, shortened, singular

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from extractor.diff.files import RecordDiff
    from extractor.diff.model import Change, Common, Summary
    from extractor.diff.shape import Entry, Record

_ROWS = 20
# What is drawn where several changes mark the same characters: the first of these.
_RANK = ("removed", "added", "changed", "relinked", "renamed", "moved", "evidence", "rewritten")


class HTMLPage:
    """HTML for a browser, light or dark as that is set.

    Attributes:
        limit: how many records are shown in detail unless asked otherwise.
        room: how many characters the details may take: any.
        ways: the ways of changing that are shown unless asked otherwise.
    """

    limit = 100
    room = 1 << 62
    ways = REAL_WAYS

    def head(self, summary: Summary) -> str:
        """Return the beginning of the page with the summary."""
        title = f"{summary.old.file} → {summary.new.file}"
        return (
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
            f"<h1>{escape(title)}</h1>\n" + "\n".join(_summary(summary)) + "\n"
        )

    def record(self, record: RecordDiff, changes: Sequence[Change], *, first: bool) -> str:  # noqa: ARG002 - a Page
        """Return the details of one record."""
        again = f" (record {record.occurrence} of this id)" if record.occurrence > 1 else ""
        content = record.new or record.old or {}
        parts = [
            f"<section>\n<h2>{escape(record.id)}{again}</h2>",
            '<div class="sides">',
            _side("old", record.old, record.new, [(change.change, change.old) for change in changes]),
            _side("new", record.new, record.old, [(change.change, change.new) for change in changes]),
            "</div>",
            "<ul>",
        ]
        parts[0] += f"<p>{escape(content['title'])}</p>" if content.get("title") and not _both(record) else ""
        for change, more in in_short(changes):
            kind = "" if change.kind == "record" else f"{singular(change.kind)} "
            text = f"{more + 1} entries moved" if more else f"{kind}{described(change)}"
            parts.append(
                f'<li><mark class="{change.change}">{change.change}</mark> {escape(text)}'
                f" <small>{escape(told(change.cause))}</small></li>"
            )
        return "\n".join([*parts, "</ul>\n</section>\n"])

    def foot(self, summary: Summary, hidden: int, renamed: int) -> str:  # noqa: ARG002 - a Page
        """Return the end of the page, and how many more records differ."""
        return (f"<p>{more_records(hidden)}.</p>\n" if hidden else "") + "</body>\n</html>\n"


def _both(record: RecordDiff) -> bool:
    return record.old is not None and record.new is not None


def _side(name: str, record: Record | None, other: Record | None, entries: Sequence[tuple[str, Entry | None]]) -> str:
    """Return one record with its changed entries marked: title and text, or the mentions where it has no text.

    Words that the other record does not have are marked, too.
    """
    if record is None:
        return f'<div class="{name}"><p class="none">not in {name.upper()}</p></div>'
    marked = [(way, entry) for way, entry in entries if entry is not None]
    parts = []
    if record["title"]:
        parts.append(f"<h3>{highlighted(record['title'], _spans('title', marked, record, other))}</h3>")
    if record["text"] is None:
        names = "".join(
            f'<li><mark class="{way}">{escape(text)}</mark></li>' for way, entry in marked for text in _mentions(entry)
        )
        parts.append(f'<p class="none">without its text</p><ul>{names}</ul>')
    else:
        parts.append(f"<p>{highlighted(record['text'], _spans('text', marked, record, other))}</p>")
    return f'<div class="{name}">{"".join(parts)}</div>'


def _spans(
    field: str, marked: Sequence[tuple[str, Entry]], record: Record, other: Record | None
) -> list[tuple[int, int, str]]:
    rewritten = Shift(record[field], other[field]).gone() if other else []
    return [
        *((start, end, way) for way, entry in marked for where, start, end in places(entry) if where == field),
        *((start, end, "rewritten") for start, end in rewritten),
    ]


def _mentions(entry: Entry) -> list[str]:
    texts = [mention["text"] for mention in entry["mentions"]] if "mentions" in entry else [entry["text"]]
    return list(dict.fromkeys(texts))


def highlighted(text: str, spans: Sequence[tuple[int, int, str]]) -> str:
    """Return a text as HTML with its spans marked; where several overlap, each stretch has the first by rank."""
    bounds = sorted({0, len(text), *(min(bound, len(text)) for start, end, _ in spans for bound in (start, end))})
    parts = []
    for start, end in pairwise(bounds):
        ways = {way for first, last, way in spans if first <= start and end <= last}
        piece = escape(text[start:end])
        way = next((way for way in _RANK if way in ways), None)
        parts.append(f'<mark class="{way}" title="{way}">{piece}</mark>' if way else piece)
    return "".join(parts)


def _summary(summary: Summary) -> Iterator[str]:
    records = summary.records
    more = f"; {records.evidence} more differ in confidence, found_by or sources only" if records.evidence else ""
    yield (
        f"<p>{records.same} records the same, {records.changed} changed, {records.added} added,"
        f" {records.removed} removed{more}.</p>"
    )
    if summary.input:
        fields = ", ".join(f"{name} of {count}" for name, count in summary.input.items())
        yield f"<p>Input changed in: {escape(fields)}.</p>"
    yield (
        '<div class="table"><table><tr><th></th>'
        + "".join(f'<th><mark class="{way}">{way}</mark></th>' for way in WAYS)
        + "</tr>"
    )
    for kind in ENTRY_KINDS:
        cells = "".join(f"<td>{summary.entries[kind][way] or ''}</td>" for way in WAYS)
        yield f"<tr><th>{kind}</th>{cells}</tr>"
    yield "</table></div>"
    if summary.causes:
        yield "<h2>Why</h2>\n<ul>"
        yield from (
            f"<li>{escape(told(row.cause))}: {escape(short_counts(row))}</li>" for row in summary.causes[:_ROWS]
        )
        yield "</ul>"
    if summary.runs:
        yield f"<p>Between the runs: {escape('; '.join(differences_told(summary.runs)))}.</p>"
    yield from _common("Renamed", summary.renamed)
    yield from _common("Commonest", [row for row in summary.commonest if row.count > 1])
    yield from (f'<p class="note">{escape(shortened(note, 400))}</p>' for note in summary.notes)


def _common(title: str, rows: Sequence[Common]) -> Iterator[str]:
    if not rows:
        return
    yield f"<h2>{title}</h2>\n<ul>"
    yield from map(_item, rows[:_ROWS])
    yield "</ul>"
    if more := rest(rows[_ROWS:]):
        yield f"<details><summary>{more}</summary>\n<ul>"
        yield from map(_item, rows[_ROWS:])
        yield "</ul></details>"


def _item(row: Common) -> str:
    way = "" if row.change == "renamed" else f"{row.change} "
    return f"<li>{row.count} × {singular(row.kind)} {way}{escape(row.what)}</li>"
