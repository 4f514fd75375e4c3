"""A leaderboard for reading, as CSV and as Markdown."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import regex

from extractor.clean import clean
from extractor.tables.csv import line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from extractor.board.model import Board, Group, Listed, Result
    from extractor.tables.columns import Value

_MARKUP = regex.compile(r"([\\`*_\[\]<>|~$&#])")
_UNSAFE = regex.compile(r"[\s()<>|\\\[\]\"]")
_TITLE, _NAME = 60, 40
COLUMNS = (
    "metric", "unit", "better", "rank", "value", "value_max", "uncertainty", "text", "qualifier", "change", "method",
    "role", "baseline", "benchmark", "paper_id", "number_index", "title", "year", "url", "code_url", "confidence",
)  # fmt: skip
"""The columns of a leaderboard as CSV."""


def as_json(board: Board, *, limit: int | None, changes: bool) -> str:
    """Return the board as JSON: with changes only if they are asked for, but always their number."""
    told: dict[str, Any] = board.as_dict()
    told["change_count"] = _count(board.changes)
    if not changes:
        del told["changes"]
    for groups in (told["groups"], told.get("changes", ())):
        for group in groups:
            group["result_count"] = len(group["results"])
            group["results"] = group["results"][:limit]
    return json.dumps(told, ensure_ascii=False, indent=2)


def as_csv(board: Board, *, limit: int | None, changes: bool) -> str:
    """Return the board as CSV, a line a result and no newline at the end."""
    groups = [*board.groups, *(board.changes if changes else ())]
    rows = [line(_values(group, result)) for group in groups for result in group.results[:limit]]
    return "\r\n".join([",".join(COLUMNS), *rows]) + "\r"


def _values(group: Group, result: Result) -> list[Value]:
    of_group: dict[str, Value] = {"metric": group.metric, "unit": group.unit, "better": group.better}
    return [of_group[name] if name in of_group else getattr(result, name) for name in COLUMNS]


def as_text(board: Board, *, limit: int | None, changes: bool) -> str:
    """Return the board for reading in a terminal."""
    return "\n".join(_text(board, limit, changes=changes))


def as_markdown(board: Board, *, limit: int | None, changes: bool) -> str:
    """Return the board as Markdown. What stands in records is no markup there."""
    return "\n".join(_markdown(board, limit, changes=changes))


def list_as_text(rows: Sequence[Listed]) -> str:
    """Return the list of benchmarks for reading."""
    head = f"{'results':>7}  {'changes':>7}  {'papers':>6}  benchmark"
    return "\n".join(
        [head, *(f"{row.results:7}  {row.changes:7}  {row.papers:6}  {_one_line(row.benchmark)}" for row in rows)]
    )


def _count(groups: Sequence[Group]) -> int:
    return sum(len(group.results) for group in groups)


def _summary(board: Board, *, changes: bool) -> str:
    named = f"{board.papers} {'paper names' if board.papers == 1 else 'papers name'} it"
    scores, moved = _count(board.groups), _count(board.changes)
    of = f" of {board.papers_with_results} {'paper' if board.papers_with_results == 1 else 'papers'}" if scores else ""
    parts = [named, f"{scores} {'score' if scores == 1 else 'scores'}{of}"]
    if moved:
        what = "gain, ratio or earlier value is" if moved == 1 else "gains, ratios and earlier values are"
        parts.append(f"{moved} {what} no {'score' if moved == 1 else 'scores'}" + ("" if changes else " and left out"))
    return "; ".join(parts)


def _heading(group: Group) -> str:
    metric = _one_line(group.metric) if group.metric else "metric not said"
    direction = f"{group.better} is better ({group.reason})" if group.better else "which is better is not known"
    return f"{metric}, {group.unit}: {direction}"


def _text(board: Board, limit: int | None, *, changes: bool) -> Iterator[str]:
    others = [name for name in board.spellings if name != board.benchmark]
    yield _one_line(board.benchmark) + (f", also {', '.join(map(_one_line, others[:5]))}" if others else "")
    yield _summary(board, changes=changes)
    for group in board.groups:
        yield ""
        yield _heading(group)
        yield from _lines(group, limit)
    for group in board.changes if changes else ():
        yield ""
        yield f"no scores: {_one_line(group.metric) if group.metric else 'metric not said'}, {group.unit}"
        yield from _lines(group, limit)


def _lines(group: Group, limit: int | None) -> Iterator[str]:
    shown = group.results[:limit]
    cells = [
        (
            str(result.rank or "-"),
            _quantity(result, group.unit),
            _method(result),
            result.paper_id,
            _short(result.title or "", _TITLE),
        )
        for result in shown
    ]
    widths = [max(len(row[column]) for row in cells) for column in range(4)]
    for rank, text, method, paper, title in cells:
        row = f"  {rank:>{widths[0]}}  {text:>{widths[1]}}  {method:{widths[2]}}  {paper:{widths[3]}}  {title}"
        yield row.rstrip()
    if len(group.results) > len(shown):
        yield f"  … {len(group.results) - len(shown)} more"


def _method(result: Result) -> str:
    name = _short(result.method or "-", _NAME)
    return f"{name} (proposed)" if result.role == "proposed" else name


def _markdown(board: Board, limit: int | None, *, changes: bool) -> Iterator[str]:
    yield f"## {_escaped(board.benchmark)}"
    yield ""
    yield f"{_summary(board, changes=changes)}."
    for groups, scores in ((board.groups, True), (board.changes if changes else (), False)):
        for group in groups:
            yield ""
            yield f"### {_escaped(_heading(group) if scores else f'No scores: {_plain_heading(group)}')}"
            yield ""
            yield "| | value | method | paper | code |"
            yield "|--:|--:|---|---|---|"
            for result in group.results[:limit]:
                method = _escaped(result.method) if result.method else ""
                method = f"**{method}**" if result.role == "proposed" else method
                paper = _link(result.title or result.paper_id, result.url)
                code = _link("code", result.code_url) if result.code_url else ""
                value = _escaped(_quantity(result, group.unit))
                yield f"| {result.rank or ''} | {value} | {method} | {paper} | {code} |"
            if limit is not None and len(group.results) > limit:
                yield ""
                yield f"{len(group.results) - limit} more."


def _plain_heading(group: Group) -> str:
    return f"{group.metric or 'metric not said'}, {group.unit}"


def _link(text: str, url: str | None) -> str:
    if url is None or not url.startswith(("https://", "http://")):
        return _escaped(text)
    return (
        f"[{_escaped(text)}]({_UNSAFE.sub(lambda match: ''.join(f'%{byte:02X}' for byte in match[0].encode()), url)})"
    )


def _escaped(text: str) -> str:
    # An empty comment behind @ is seen by nobody, and calls nobody.
    return _MARKUP.sub(r"\\\1", _one_line(text)).replace("@", "@<!-- -->")


def _quantity(result: Result, unit: str) -> str:
    """Return the number as it stands, without markup."""
    # A number may begin or end inside $…$, where cleaning it alone cannot tell what the sign is.
    text = result.text if unit == "USD" else result.text.replace("$", "")
    return _one_line(clean(text).text)


def _short(text: str, length: int) -> str:
    line = _one_line(text)
    return line if len(line) <= length else f"{line[: length - 1]}…"


def _one_line(text: str) -> str:
    return " ".join(text.split())
