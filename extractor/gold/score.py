"""Scores: precision, recall and F1 of extracted records against gold, measure by measure.

A record is matched to its gold abstract by id, else by equal text. An optional gold item counts neither way.

- `methods`, `benchmarks`: an entry is right where one of its names equals one of the gold entry's names, with markup,
  case and punctuation folded; a gold entry found twice (long and short form apart) is one right and one wrong.
- `proposed`: the same over the methods whose role is `proposed`.
- `numbers`: the spans overlap, and value, upper value and unit are equal.
- `numbers_typed`: as `numbers`, and kind, qualifier and (for counts) the last word of the counted noun are equal too.
- `results`: as `numbers`, over those of kind `result`.
- `on_benchmark`, `by_method`, `of_metric`: right results with their benchmark, method, metric (by its last word).
- `links`: the cleaned URLs are equal, but for a closing slash.
- `mean`: the plain mean of the F1 of methods, proposed, benchmarks, numbers, results, on_benchmark and links.
"""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import regex
from pydantic import BaseModel, ConfigDict, ValidationError

from extractor.errors import InputError
from extractor.gold.files import GoldBenchmark, GoldMethod, read_gold
from extractor.readers.recordfile import lines
from extractor.records import first_fault

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from extractor.gold.files import GoldAbstract, GoldNumber

MEASURES = (
    "methods", "proposed", "benchmarks", "numbers", "numbers_typed", "results", "on_benchmark", "by_method",
    "of_metric", "links",
)  # fmt: skip
IN_MEAN = ("methods", "proposed", "benchmarks", "numbers", "results", "on_benchmark", "links")

# Folding is part of the measure and must stay as it is, whatever the extractor's own folding becomes.
_FONT_COMMAND = regex.compile(
    r"\\(?:text\w*|math\w*|emph|operatorname|mbox|bf|it|rm|tt|sc|em|cal|boldsymbol|ensuremath|underline|hat|tilde|bar"
    r"|mathop)\b"
)
_COMMAND = regex.compile(r"\\([A-Za-z]+)")
_SYMBOLS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "lambda": "λ", "mu": "μ", "pi": "π",
    "sigma": "σ", "tau": "τ", "phi": "φ", "psi": "ψ", "omega": "ω", "theta": "θ", "eta": "η", "kappa": "κ", "rho": "ρ",
    "nu": "ν", "xi": "ξ", "zeta": "ζ", "chi": "χ", "Delta": "Δ", "Omega": "Ω", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ",
    "times": "×", "infty": "∞", "ell": "ℓ", "star": "*", "ast": "*", "dagger": "†", "circ": "°", "sim": "~", "pm": "±",
}  # fmt: skip

Record = dict[str, Any]


class _Needed(BaseModel):
    """What scoring needs of a record or a part of one; the rest may be missing or be anything."""

    model_config = ConfigDict(extra="ignore", strict=True)


class _Entry(_Needed):
    name: str | None = None
    aliases: list[str | None] | None = None


class _Number(_Needed):
    start: int
    end: int
    value: float
    value_max: float | None = None
    of: str | None = None
    metric: str | None = None
    benchmark: str | None = None
    method: str | None = None


class _Link(_Needed):
    url: str


class _Scored(_Needed):
    id: str | None = None
    text: str | None = None
    methods: list[_Entry] | None = None
    benchmarks: list[_Entry] | None = None
    numbers: list[_Number] | None = None
    links: list[_Link] | None = None


class ScoringError(NamedTuple):
    """One thing missed or wrong."""

    measure: str
    what: str
    id: str
    detail: str | None


@dataclass(frozen=True, slots=True)
class Measure:
    """Counts of one measure and what follows from them; rates are rounded to four digits."""

    right: int
    wrong: int
    missed: int

    @property
    def precision(self) -> float:
        """The share of what was found that is right; 1 if nothing was found."""
        return round(self._precision(), 4)

    @property
    def recall(self) -> float:
        """The share of what is there that was found; 1 if nothing is there."""
        return round(self._recall(), 4)

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        precision, recall = self._precision(), self._recall()
        return round(2 * precision * recall / (precision + recall), 4) if precision + recall else 0.0

    def _precision(self) -> float:
        return self.right / (self.right + self.wrong) if self.right + self.wrong else 1.0

    def _recall(self) -> float:
        return self.right / (self.right + self.missed) if self.right + self.missed else 1.0


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """The scores of a set of records.

    Attributes:
        gold: number of gold abstracts.
        absent: how many of them have no record.
        measures: by name, in the order of `MEASURES`.
        errors: everything missed or wrong, in the order of the gold.
    """

    gold: int
    absent: int
    measures: Mapping[str, Measure]
    errors: Sequence[ScoringError] = field(repr=False)

    @property
    def mean(self) -> float:
        """The plain mean of the F1 of the measures in `IN_MEAN`."""
        return round(sum(self.measures[name].f1 for name in IN_MEAN) / len(IN_MEAN), 4)

    def as_dict(self) -> dict[str, Any]:
        """Return the table as plain data, as `--json` prints it."""
        rows = {
            name: {
                "precision": row.precision, "recall": row.recall, "f1": row.f1,
                "right": row.right, "wrong": row.wrong, "missed": row.missed,
            }
            for name, row in self.measures.items()
        }  # fmt: skip
        return {"records": self.gold, "absent": self.absent, **rows, "mean": {"f1": self.mean}}

    def as_json(self) -> str:
        """Return the table as one line of JSON."""
        return json.dumps(self.as_dict())

    def as_text(self, *, errors: int = 0) -> str:
        """Return the table for reading, after up to `errors` errors of each measure and kind."""
        lines = [
            f"{error.measure:13} {what:7} {error.id}: {error.detail}"
            for measure in MEASURES
            for what in ("missed", "wrong")
            for error in [error for error in self.errors if error[:2] == (measure, what)][:errors]
        ]
        lines.append(f"{self.gold} gold abstracts, {self.absent} without a record")
        lines.append(f"{'':14}{'prec.':>8}{'recall':>8}{'F1':>8}{'right':>7}{'wrong':>7}{'missed':>7}")
        lines += [
            f"{name:14}{row.precision:8.3f}{row.recall:8.3f}{row.f1:8.3f}{row.right:7}{row.wrong:7}{row.missed:7}"
            for name, row in self.measures.items()
        ]
        lines.append(f"{'mean':14}{'':16}{self.mean:8.3f}")
        return "\n".join(lines)


class Drop(NamedTuple):
    """A measure whose F1 is lower than it was."""

    measure: str
    before: float
    now: float

    def __str__(self) -> str:
        """Return the drop in words."""
        return f"{self.measure}: F1 fell from {self.before:.4f} to {self.now:.4f}, by {self.before - self.now:.4f}"


def drops(table: ScoreTable, baseline: Path, *, most: float = 0.0) -> list[Drop]:
    """Return the measures, the mean included, whose F1 is more than `most` below that of an earlier run.

    Args:
        table: the scores.
        baseline: the scores of the earlier run, as `extractor score --json` prints them.
        most: how much an F1 may fall.

    Raises:
        InputError: the baseline cannot be read, is no such file, or was measured on another number of abstracts.
    """
    try:
        before = json.loads(baseline.read_text(encoding="utf-8"))
        f1 = {name: float(before[name]["f1"]) for name in (*MEASURES, "mean")}
        abstracts = before["records"]
    except OSError as error:
        raise InputError(f"{baseline}: cannot be read: {error.strerror or error}; check its name") from error
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"{baseline}: no file of scores; write one with: extractor score GOLD … --json") from error
    if abstracts != table.gold:
        raise InputError(f"{baseline}: scores of {abstracts} gold abstracts, not of {table.gold}; score the same gold")
    now = {**{name: row.f1 for name, row in table.measures.items()}, "mean": table.mean}
    # Scores have four digits: what is a difference of the last one is no rounding error.
    return [Drop(name, f1[name], now[name]) for name in f1 if round(f1[name] - now[name], 4) > most]


def score(gold: Path, records: Path) -> ScoreTable:
    """Score a records file, plain or compressed, against a gold file.

    Raises:
        InputError: one of them cannot be read, or a line of the records lacks what scoring needs.
    """
    # The records come first: they tell when the two files were given the wrong way round.
    found = list(read_scored(records))
    return score_records(read_gold(gold), found)


def read_scored(path: Path) -> Iterator[Record]:
    """Yield the records of a file, plain or compressed, that have what scoring needs.

    Raises:
        InputError: the file cannot be read, is gold, or a line lacks what scoring needs.
    """
    for number, line in lines(path):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InputError(f"{path}:{number}: no valid JSON: {error}; give a file of records") from error
        if _is_gold(record):
            raise InputError(f"{path}:{number}: holds gold, not a record; the gold file comes first, then the records")
        try:
            _Scored.model_validate(record)
        except ValidationError as error:
            message = f"{path}:{number}: no record that can be scored: {first_fault(error)}"
            raise InputError(f"{message}; see all faults with: extractor validate {path}") from error
        yield record


def _is_gold(record: object) -> bool:
    """Whether this is a gold abstract: no version, and entries that have several `names`."""
    if not isinstance(record, dict) or "schema_version" in record:
        return False
    kinds = [record.get(kind) for kind in ("methods", "benchmarks")]
    entries = [entry for kind in kinds if isinstance(kind, list) for entry in kind]
    return any(isinstance(entry, dict) and "names" in entry for entry in entries)


def score_records(gold: Iterable[GoldAbstract], records: Iterable[Record]) -> ScoreTable:
    """Score records, as plain data, against gold abstracts."""
    tally = _Tally()
    absent = count = 0
    for abstract, found in paired(gold, records):
        count += 1
        absent += found is None
        _score_abstract(tally, abstract, found or {})
    return ScoreTable(count, absent, tally.measures(), tally.errors)


def paired(gold: Iterable[GoldAbstract], records: Iterable[Record]) -> Iterator[tuple[GoldAbstract, Record | None]]:
    """Yield each gold abstract with the record of the same id, else of the same text, if there is one."""
    found = list(records)
    by_id = {record.get("id"): record for record in found}
    by_text = {record["text"]: record for record in found if record.get("text")}
    for abstract in gold:
        yield abstract, by_id.get(abstract.id) or by_text.get(abstract.text)


def judgements(gold: GoldAbstract, record: Record) -> Iterator[tuple[str, Record, bool]]:
    """Yield `(kind, entry, right)` for each entry of a record, as the measures judge it; optional ones are left out."""
    for kind, entries in (("methods", gold.methods), ("benchmarks", gold.benchmarks)):
        unmatched = list[GoldMethod | GoldBenchmark](entries)
        for found in record[kind]:
            hit = next((entry for entry in unmatched if _found_keys(found) & _gold_keys(entry)), None)
            if hit is not None:
                unmatched.remove(hit)
            if hit is None or not hit.optional:
                yield kind, found, hit is not None
    for found in record["numbers"]:
        touched = [number for number in gold.numbers if found["start"] < number.end and found["end"] > number.start]
        if not any(number.optional for number in touched):
            yield "numbers", found, any(_same_number(number, found) for number in touched)
    urls = {link.url.rstrip("/") for link in gold.links}
    for found in record["links"]:
        yield "links", found, found["url"].rstrip("/") in urls


class _Tally:
    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()
        self.errors: list[ScoringError] = []

    def note(self, measure: str, what: str, record_id: str, detail: str | None) -> None:
        self.counts[measure, what] += 1
        if what != "right":
            self.errors.append(ScoringError(measure, what, record_id, detail))

    def measures(self) -> dict[str, Measure]:
        return {name: Measure(*(self.counts[name, what] for what in ("right", "wrong", "missed"))) for name in MEASURES}


def _score_abstract(tally: _Tally, gold: GoldAbstract, found: Record) -> None:
    methods, benchmarks = found.get("methods") or [], found.get("benchmarks") or []
    _score_entries(tally, "methods", gold.id, gold.methods, methods)
    proposed = [method for method in gold.methods if method.role == "proposed" or method.optional]
    _score_entries(tally, "proposed", gold.id, proposed, [m for m in methods if m.get("role") == "proposed"])
    _score_entries(tally, "benchmarks", gold.id, gold.benchmarks, benchmarks)
    # A number's benchmark or method may be called by any of that entry's names.
    entries: list[GoldMethod | GoldBenchmark] = [*gold.methods, *gold.benchmarks]
    names = {name: _gold_keys(entry) for entry in entries for name in entry.names}
    _score_numbers(tally, gold, found.get("numbers") or [], names)
    wanted = {link.url.rstrip("/") for link in gold.links}
    got = {link["url"].rstrip("/") for link in found.get("links") or []}
    for what, urls in (("right", wanted & got), ("missed", wanted - got), ("wrong", got - wanted)):
        for url in sorted(urls):
            tally.note("links", what, gold.id, url)


def _score_entries(
    tally: _Tally, measure: str, record_id: str, gold: Sequence[GoldMethod | GoldBenchmark], found: Sequence[Record]
) -> None:
    """Match entries one to one by a shared name."""
    unmatched = list(found)
    for entry in gold:
        hit = next((record for record in unmatched if _found_keys(record) & _gold_keys(entry)), None)
        if hit is not None:
            unmatched.remove(hit)
        if not entry.optional:
            tally.note(measure, "right" if hit is not None else "missed", record_id, " / ".join(entry.names))
    optional = {key for entry in gold if entry.optional for key in _gold_keys(entry)}
    for record in unmatched:
        if not _found_keys(record) & optional:
            tally.note(measure, "wrong", record_id, record.get("name"))


def _score_numbers(tally: _Tally, gold: GoldAbstract, found: Sequence[Record], names: Mapping[str, set[str]]) -> None:
    pairs, unmatched = pair_numbers(gold.numbers, found)
    for number, hit in pairs:
        if not number.optional:
            _score_number(tally, gold.id, number, hit, names)
    optional = [(number.start, number.end) for number in gold.numbers if number.optional]
    for extra in unmatched:
        if any(extra["start"] < end and extra["end"] > start for start, end in optional):
            continue
        detail = f"{extra.get('text')!r} {extra.get('value')} {extra.get('unit')}"
        tally.note("numbers", "wrong", gold.id, detail)
        tally.note("numbers_typed", "wrong", gold.id, detail)
        if extra.get("kind") == "result":
            tally.note("results", "wrong", gold.id, detail)


def pair_numbers(
    gold: Sequence[GoldNumber], found: Sequence[Record]
) -> tuple[list[tuple[GoldNumber, Record | None]], list[Record]]:
    """Return each gold number with the one found that is it, if one is, and what was found besides.

    Of several, one of the same kind is taken, then the one that begins nearest. What was found needs `start`, `end`,
    `value`, `value_max`, `unit` and `kind`, as a record's numbers have.
    """
    unmatched = list(found)
    pairs: list[tuple[GoldNumber, Record | None]] = []
    for number in gold:
        hits = [record for record in unmatched if _same_number(number, record)]
        hit = max(hits, key=lambda record: _closeness(number, record), default=None)
        if hit is not None:
            unmatched.remove(hit)
        pairs.append((number, hit))
    return pairs, unmatched


def _closeness(gold: GoldNumber, found: Record) -> tuple[bool, int]:
    return (found.get("kind") == gold.kind, -abs(found["start"] - gold.start))


def _score_number(
    tally: _Tally, record_id: str, gold: GoldNumber, hit: Record | None, names: Mapping[str, set[str]]
) -> None:
    tally.note("numbers", "right" if hit else "missed", record_id, gold.text)
    typed = (
        hit is not None
        and hit.get("kind") == gold.kind
        and hit.get("qualifier") == gold.qualifier
        and (gold.unit != "count" or _last_word(hit.get("of")) == _last_word(gold.of))
    )
    tally.note("numbers_typed", "right" if typed else "missed", record_id, gold.text)
    if hit and not typed:
        detail = f"{gold.text} {hit.get('kind')}/{hit.get('qualifier')}/{hit.get('of')}"
        tally.note("numbers_typed", "wrong", record_id, detail)
    if gold.kind == "result":
        right = hit is not None and hit.get("kind") == "result"
        tally.note("results", "right" if right else "missed", record_id, gold.text)
        for measure, of in (("on_benchmark", "benchmark"), ("by_method", "method"), ("of_metric", "metric")):
            _score_relation(tally, measure, record_id, gold, of, hit, names)
    elif hit and hit.get("kind") == "result":
        tally.note("results", "wrong", record_id, f"{gold.text} is {gold.kind}")


def _score_relation(
    tally: _Tally,
    measure: str,
    record_id: str,
    gold: GoldNumber,
    of: str,
    hit: Record | None,
    names: Mapping[str, set[str]],
) -> None:
    wanted: str | None = getattr(gold, of)
    got: str | None = hit.get(of) if hit else None
    if not wanted:
        if got:
            tally.note(measure, "wrong", record_id, f"{gold.text} -> {got}")
        return
    if of == "metric":
        right = bool(got) and _last_word(got) == _last_word(wanted)
    else:
        right = got is not None and key(got) in names.get(wanted, {key(wanted)})
    tally.note(measure, "right" if right else "missed", record_id, f"{gold.text} -> {wanted} (got {got})")
    if got and not right:
        tally.note(measure, "wrong", record_id, f"{gold.text} -> {got} (is {wanted})")


def _same_number(gold: GoldNumber, found: Record) -> bool:
    if found["start"] >= gold.end or found["end"] <= gold.start or found.get("unit") != gold.unit:
        return False
    return _same(abs(gold.value), abs(found["value"])) and _same(gold.value_max, found.get("value_max"))


def _same(a: float | None, b: float | None) -> bool:
    if a is None or b is None:
        return a is None and b is None
    return abs(a - b) <= 1e-9 + 1e-6 * max(abs(a), abs(b))


def _last_word(words: str | None) -> str | None:
    tokens = regex.findall(r"\w+", (words or "").casefold())
    return regex.sub(r"(?<=\w{2})s$", "", tokens[-1]) if tokens else None


def _gold_keys(entry: GoldMethod | GoldBenchmark) -> set[str]:
    return {key(name) for name in entry.names if name}


def _found_keys(entry: Record) -> set[str]:
    return {key(name) for name in [entry.get("name"), *(entry.get("aliases") or [])] if name}


def key(name: str) -> str:
    """Return what two names must have in common to be one: markup, case, punctuation and a plural s folded away."""
    folded = plain(name)
    return folded[:-1] if len(folded) > 3 and folded.endswith("s") else folded


def plain(text: str) -> str:
    """Fold markup, case and punctuation away."""
    text = _FONT_COMMAND.sub(" ", text)
    text = _COMMAND.sub(lambda command: _SYMBOLS.get(command.group(1), command.group(1)), text)
    folded = unicodedata.normalize("NFKD", text).casefold()
    return "".join(character for character in folded if character.isalnum() or character in "+×")
