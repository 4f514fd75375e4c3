"""The results of records on a benchmark, and the list of benchmarks that have any."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, Literal, TypeAlias

import regex

from extractor.board.metrics import listed, measure_of
from extractor.board.model import Board, Group, Listed, Result
from extractor.errors import InputError
from extractor.folding import fold
from extractor.passes.numbers.lists import coordinated

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from extractor.records import AbstractRecord, Benchmark, ReportedNumber

Standing: TypeAlias = Literal["score", "change", "left"]

_RELATIVE = ("point", "times", "order_of_magnitude")
_NEAR = 80
_FILLER = r"""(?: \s | [~$({] | \\(?:approx|sim|textbf|mathbf)\b
                 | \b(?:about|around|roughly|nearly|almost|approximately|only|just|an?)\b )*"""
_REACHED = regex.compile(
    rf"""(?<! \b(?:up|compared|relative|due|similar|close|equal|equivalent|superior) ) \s+ to
         (?: \s+ (?:(?:a|the|new|its|record)\s+)* [\w-]+ \s+ of )? {_FILLER} $""",
    regex.VERBOSE,
)
_LEFT = regex.compile(rf"\b (?:from|versus|vs\.?|than|compared\s+(?:to|with)) {_FILLER} $", regex.VERBOSE)
_BY = regex.compile(
    rf"""\b by (?: \s+ (?: over | up\s+to | more\s+than | at\s+least | as\s+much\s+as | (?:an?\s+)? average(?:\s+of)? )
         )? {_FILLER} $""",
    regex.VERBOSE,
)
ARROW = r"(?: → | ⟶ | ⇒ | --?> | => | \\(?:to|(?:long)?rightarrow|Rightarrow)\b )"
"""A pattern, to be compiled as verbose: what stands between a value and what it became."""

_BEHIND_ARROW = regex.compile(rf"{ARROW} {_FILLER} $", regex.VERBOSE)
_BEFORE_ARROW = regex.compile(rf"[\s$%\\}})]* {ARROW}", regex.VERBOSE)
_LISTED = regex.compile(r"[\s,/$&\\]*(?:and)?[\s/$]*")
_PAGES = {
    "arxiv": "https://arxiv.org/abs/{}",
    "openreview": "https://openreview.net/forum?id={}",
    "acl": "https://aclanthology.org/{}/",
    "doi": "https://doi.org/{}",
    "pmid": "https://pubmed.ncbi.nlm.nih.gov/{}/",
}


def board(records: Iterable[AbstractRecord], benchmark: str) -> Board:
    """Return the leaderboard of a benchmark.

    It is found by its name, an alias or its canonical name; case, hyphens, spaces and accents do not matter.

    Args:
        records: the records, read once; only the results on this benchmark are kept.
        benchmark: what it is called.

    Raises:
        InputError: no record names it; names that are written nearly so are told.
    """
    name = listed("benchmarks").get(fold(benchmark))
    wanted = {fold(benchmark), fold(name or benchmark)}
    papers = 0
    near: set[str] = set()
    spellings: Counter[str] = Counter()
    canonical: Counter[str] = Counter()
    scores: list[tuple[str | None, str, Result]] = []
    changes: list[tuple[str | None, str, Result]] = []
    for record in records:
        entries = {entry.name for entry in record.benchmarks if _forms(entry) & wanted}
        papers += bool(entries)
        if not papers:
            near.update(entry.name for entry in record.benchmarks if _may_be_meant(fold(entry.name), wanted))
        spellings.update(entries)
        canonical.update(entry.canonical for entry in record.benchmarks if entry.name in entries and entry.canonical)
        for index, number in enumerate(record.numbers):
            if number.kind == "result" and number.benchmark in entries:
                found = (number.metric, number.unit, _result(record, number, index))
                (scores if standing(record, index) == "score" else changes).append(found)
    if not papers:
        close = get_close_matches(benchmark, sorted(near), n=3, cutoff=0.5)
        meant = f" (nearly so: {', '.join(close)})" if close else ""
        raise InputError(f"no record names a benchmark {benchmark!r}{meant}; --list shows those that have results")
    common = [spelling for spelling, _ in _commonest(spellings)]
    return Board(
        benchmark=name or next((known for known, _ in _commonest(canonical)), common[0]),
        spellings=tuple(common),
        papers=papers,
        papers_with_results=len({result.paper_id for _, _, result in scores}),
        groups=_groups(scores),
        changes=_groups(changes, ranked=False),
    )


def _may_be_meant(form: str, wanted: set[str]) -> bool:
    return any(form[:2] == other[:2] or form in other or other in form for other in wanted)


def benchmarks(records: Iterable[AbstractRecord]) -> tuple[Listed, ...]:
    """Return the benchmarks that records name, those with most results first.

    Memory holds a few counts of each benchmark.
    """
    names: dict[str, Counter[str]] = defaultdict(Counter)
    counts: dict[str, Counter[bool]] = defaultdict(Counter)
    papers: Counter[str] = Counter()
    for record in records:
        keys = {}
        for entry in record.benchmarks:
            key = keys[entry.name] = fold(entry.canonical or entry.name) or entry.name
            names[key][entry.canonical or entry.name] += 1
        papers.update(set(keys.values()))
        for index, number in enumerate(record.numbers):
            if number.kind == "result" and number.benchmark is not None:
                counts[keys[number.benchmark]][standing(record, index) == "score"] += 1
    found = [Listed(_commonest(names[key])[0][0], counts[key][True], counts[key][False], papers[key]) for key in names]
    return tuple(sorted(found, key=lambda one: (-one.results, -one.changes, -one.papers, one.benchmark)))


def standing(record: AbstractRecord, index: int) -> Standing:
    """Return whether a result says where something stands, how far it moved, or where it stood before.

    Ratios and points say how far. A number of which the text says that something rose or fell is a score only where it
    stands behind `to`; what stands behind `by` is none at all, and behind `from`, `than` or `compared to` it is what
    was left behind, whoever it belongs to. An arrow has what was left behind before it and a score behind it. In a list
    as `1.30/0.97` all are what the first one is.

    Args:
        record: the record.
        index: which of its numbers it is, from 0.
    """
    number = record.numbers[index]
    if number.unit in _RELATIVE or number.text.lstrip("$ {\\").startswith(("+", "pm", "mathbf{+")):
        return "change"
    if record.text is None:
        return "score" if number.change is None else "change"
    if index:
        previous = record.numbers[index - 1]
        if previous.unit == number.unit:
            gap = previous.end, number.start
            between = record.text[slice(*gap)]
            shares_verb = number.change == previous.change is not None and coordinated(record.text, *gap)
            if shares_verb or (between and _LISTED.fullmatch(between)):
                return standing(record, index - 1)
    before = record.text[max(0, number.start - _NEAR) : number.start]
    if _LEFT.search(before) or _BEFORE_ARROW.match(record.text, number.end):
        return "left"
    if _BEHIND_ARROW.search(before):
        return "score"
    if _BY.search(before):
        return "change"
    return "score" if number.change is None or _REACHED.search(before) else "change"


def page_of(record: AbstractRecord) -> str | None:
    """Return the address of a paper's page: the one that a source gives, else the one that its id leads to."""
    if given := next((source.url for source in record.sources if source.url), None):
        return given
    prefix, _, rest = record.id.partition(":")
    return _PAGES[prefix].format(rest) if prefix in _PAGES else None


def code_of(record: AbstractRecord) -> str | None:
    """Return where a paper's code is: the first repository that its abstract links to, else what a source says."""
    stated = next((link.url for link in record.links if link.kind == "repository"), None)
    return stated or next((source.code_url for source in record.sources if source.code_url), None)


def _forms(entry: Benchmark) -> set[str]:
    return {fold(form) for form in (entry.name, *entry.aliases, entry.canonical) if form}


def _commonest(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def _result(record: AbstractRecord, number: ReportedNumber, index: int) -> Result:
    roles = {entry.name: entry.role for entry in record.methods}
    titles = (source.title for source in record.sources)
    return Result(
        value=number.value,
        value_max=number.value_max,
        uncertainty=number.uncertainty,
        text=number.text,
        qualifier=number.qualifier,
        change=number.change,
        method=number.method,
        role=roles[number.method] if number.method else None,
        baseline=number.baseline,
        benchmark=number.benchmark or "",
        paper_id=record.id,
        number_index=index,
        title=record.title or next((title for title in titles if title), None),
        year=next((source.year for source in record.sources if source.year is not None), None),
        url=page_of(record),
        code_url=code_of(record),
        confidence=number.confidence,
    )


def _groups(found: Sequence[tuple[str | None, str, Result]], *, ranked: bool = True) -> tuple[Group, ...]:
    """Put together what has the same metric and unit: nothing else can be compared."""
    groups: dict[tuple[str | None, str], list[Result]] = defaultdict(list)
    words: dict[tuple[str | None, str], Counter[str]] = defaultdict(Counter)
    for metric, unit, result in found:
        name = listed("metrics").get(fold(metric), metric) if metric else None
        key = (fold(name) or name if name else None, unit)
        groups[key].append(result)
        if name:
            words[key][name] += 1
    made = []
    for key, results in groups.items():
        metric = _commonest(words[key])[0][0] if words[key] else None
        measure = measure_of(metric) if ranked else None
        better = measure.better if measure else None
        ordered = tuple(_ranked(sorted(results, key=lambda one: _order(one, lowest=better == "lower"))))
        shown = ordered if better else tuple(replace(one, rank=None) for one in ordered)
        made.append(Group(metric, key[1], better, measure.reason if measure else None, shown))
    return tuple(sorted(made, key=lambda group: (-len(group.results), group.metric or "~", group.unit)))


def _order(result: Result, *, lowest: bool) -> tuple[float, bool, str, int]:
    value = result.value if lowest else -result.value
    return (value, result.role != "proposed", result.paper_id, result.number_index)


def _ranked(results: Iterable[Result]) -> Iterator[Result]:
    rank, last = 0, None
    for place, result in enumerate(results, 1):
        if result.value != last:
            rank, last = place, result.value
        yield replace(result, rank=rank)
