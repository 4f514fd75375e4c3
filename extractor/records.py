"""The contract: what a record, a reject and a run file hold. `schemas/` is printed from these models.

Keys stand in the order of the fields, every key is always written, and unknown keys are refused; a key with a default
may be missing in records of versions that did not know it. All offsets are
half-open and count Unicode code points of the field that they name, as it was read.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    FiniteFloat,
    Strict,
    StrictBool,
    StrictInt,
    StringConstraints,
    model_validator,
)

if TYPE_CHECKING:
    from pydantic import ValidationError

SCHEMA_VERSION = 1

FieldName = Literal["title", "text"]
MethodRole = Literal["proposed", "mentioned"]
BenchmarkRole = Literal["introduced", "evaluated"]
NumberKind = Literal["result", "size", "setting"]
Qualifier = Literal["exact", "about", "at_least", "at_most", "up_to", "range"]
Change = Literal["increase", "decrease"]
LinkKind = Literal["repository", "dataset_or_model", "paper", "page"]
Unit = Literal[
    "percent", "point", "times", "order_of_magnitude", "score", "count", "second", "minute", "hour", "day", "week",
    "month", "year", "byte", "USD", "EUR", "FLOP", "watt", "joule", "hertz", "meter", "gram", "degree", "kelvin",
    "frame_per_second", "token_per_second", "bit", "bit_per_second", "byte_per_second", "FLOP_per_second",
    "decibel", "volt", "mole", "angstrom", "pixel", "electronvolt", "kilocalorie_per_mole",
]  # fmt: skip

NonEmpty = Annotated[str, StringConstraints(min_length=1)]
Offset = Annotated[StrictInt, Field(ge=0)]
Count = Annotated[StrictInt, Field(ge=0)]
Position = Annotated[StrictInt, Field(ge=1)]
StrictFloat = Annotated[FiniteFloat, Strict()]  # a digit string is no number, as the JSON Schema says too
Confidence = Annotated[
    StrictFloat,
    Field(ge=0, le=1, description="The share of right ones among those found the same way on annotated abstracts."),
]
Number = StrictInt | StrictFloat
FoundBy = Annotated[
    tuple[NonEmpty, ...],
    Field(min_length=1, description="What found it: ids of rules, name lists as `names/methods`, `ner` for the model."),
]


class Contract(BaseModel):
    """What all models of the contract share."""

    model_config = ConfigDict(extra="forbid", frozen=True, ser_json_inf_nan="constants")


class Source(Contract):
    """One place in which the abstract stands."""

    file: NonEmpty = Field(
        description="The input file's name without its folder, or its path in the folder given; `-` for standard input."
    )
    position: Position = Field(description="Which abstract of the file it is, from 1.")
    collection: str | None = Field(description="What the file says it is a collection of, e.g. its heading.")
    id: str | None = Field(description="What the file calls the paper, as it stands there.")
    title: str | None = Field(description="Its title in this place.")
    year: Annotated[StrictInt, Field(ge=1000, le=9999)] | None = Field(description="The year it came out.")
    authors: tuple[NonEmpty, ...] | None = Field(description="Its authors, in order, as they stand there.")
    venue: NonEmpty | None = Field(description="The journal, conference or archive that it came out in.")
    url: NonEmpty | None = Field(description="Its page.")
    pdf: NonEmpty | None = Field(description="Its full text.")
    code_url: NonEmpty | None = Field(description="Where the source says that its code is.")

    @classmethod
    def at(cls, file: str, position: int, **known: Any) -> Source:
        """Return the place with all that is not known as null."""
        return cls(**(dict.fromkeys(cls.model_fields) | {"file": file, "position": position} | known))


class Mention(Contract):
    """One place where a name stands."""

    field: FieldName = Field(description="The field of the record that it stands in.")
    start: Offset = Field(description="Where it begins in that field.")
    end: Offset = Field(description="Where it ends there, half-open.")
    text: NonEmpty = Field(description="The characters between `start` and `end`, markup included.")


Mentions = Annotated[tuple[Mention, ...], Field(min_length=1, description="Everywhere it stands, in reading order.")]


class Entry(Contract):
    """A named thing and everywhere it stands."""

    name: NonEmpty = Field(description="The fullest form as it is written, with markup taken off.")
    aliases: tuple[NonEmpty, ...] = Field(description="Its other written forms, in order of first mention.")
    canonical: str | None = Field(description="What the name list calls it, or null if no list has it.")


class Method(Entry):
    """A named algorithm, model, architecture, framework, technique, loss, optimiser, system or tool."""

    role: MethodRole = Field(description="`proposed` if it is this paper's contribution, else `mentioned`.")
    mentions: Mentions
    confidence: Confidence
    found_by: FoundBy


class Benchmark(Entry):
    """A named dataset, benchmark, suite, leaderboard, corpus, environment or competition."""

    role: BenchmarkRole = Field(description="`introduced` if this paper builds or releases it, else `evaluated`.")
    mentions: Mentions
    confidence: Confidence
    found_by: FoundBy


class ReportedNumber(Contract):
    """A quantity that the abstract states."""

    text: NonEmpty = Field(description="The quantity as it stands, markup included.")
    start: Offset = Field(description="Where it begins in the record's `text`.")
    end: Offset = Field(description="Where it ends there, half-open.")
    value: Number = Field(description="In plain units: `48B` is 48000000000, `40.8%` is 40.8, `3 GB` is 3000000000.")
    value_max: Number | None = Field(description="The upper end of a range.")
    uncertainty: Number | None = Field(description="What stands behind a plus-minus sign.")
    unit: Unit = Field(description="What `value` is counted in; `score` is a bare value of a metric.")
    of: str | None = Field(description="What a count counts: the head noun, lower case, singular.")
    kind: NumberKind = Field(description="An outcome, how much there is of something, or a chosen condition.")
    qualifier: Qualifier = Field(description="How the text limits it: `about`, `up_to`, `at_least`, ….")
    change: Change | None = Field(description="Whether the text says that it went up or down by or to this.")
    metric: str | None = Field(description="The words for what is measured, as they stand.")
    benchmark: str | None = Field(description="`name` of the benchmark of this record that it was measured on.")
    method: str | None = Field(description="`name` of the method of this record that reached it.")
    baseline: str | None = Field(description="`name` of the method of this record that it is compared with.")
    confidence: Confidence
    found_by: FoundBy


class Link(Contract):
    """A URL that the abstract states."""

    url: NonEmpty = Field(description="The URL, whole and cleaned.")
    canonical: NonEmpty | None = Field(
        default=None,
        description="The one address of the thing, to join by: `.git`, a folder in it, tracking parameters and the like"
        " are left out. Null in records of versions that did not tell it.",
    )
    kind: LinkKind = Field(description="What it leads to.")
    host: NonEmpty = Field(description="The host of the URL.")
    owner: str | None = Field(description="Whose repository, model or dataset it is.")
    repository: str | None = Field(description="The name of the repository, model or dataset.")
    ours: StrictBool | None = Field(
        default=None,
        description="Whether it is the paper's own or somebody else's; null where its sentence does not say.",
    )
    start: Offset = Field(description="Where it begins in the record's `text`.")
    end: Offset = Field(description="Where it ends there, half-open.")
    text: NonEmpty = Field(description="The characters between `start` and `end`.")
    confidence: Confidence
    found_by: FoundBy


class AbstractRecord(Contract):
    """Everything that one abstract states.

    Validation re-checks every offset and every reference. Where the text is left out, an offset in it can only be
    checked against the length of what stands there.
    """

    schema_version: Literal[1] = Field(description="The version of this contract.")
    id: NonEmpty = Field(
        description="The source's own id with its prefix (`arxiv:`, `doi:`, …), else a digest of the text."
    )
    title: str | None = Field(description="The title, where the input has one.")
    text: NonEmpty | None = Field(description="The abstract as it was read; null in a run that leaves it out.")
    sources: Annotated[tuple[Source, ...], Field(min_length=1, description="Every place that the abstract stands in.")]
    methods: tuple[Method, ...] = Field(description="The methods that it names, in order of first mention.")
    benchmarks: tuple[Benchmark, ...] = Field(description="The benchmarks and datasets that it names, likewise.")
    numbers: tuple[ReportedNumber, ...] = Field(description="The quantities that it states, in reading order.")
    links: tuple[Link, ...] = Field(description="The URLs that it states, in reading order.")

    @model_validator(mode="after")
    def _grounded(self) -> AbstractRecord:
        fields = {"text": self.text, "title": self.title or ""}
        for where, entries in (("methods", self.methods), ("benchmarks", self.benchmarks)):
            for entry in entries:
                for mention in entry.mentions:
                    _check_span(f"{where} {entry.name!r}", fields[mention.field], mention)
            names = [entry.name for entry in entries]
            if len(set(names)) < len(names):
                raise ValueError(f"{where}: two entries have one name")
            _check_order(where, [_position(entry.mentions[0]) for entry in entries])
        for where, spans in (("numbers", self.numbers), ("links", self.links)):
            for span in spans:
                _check_span(where, self.text, span)
            _check_order(where, [(1, span.start) for span in spans])
        methods, benchmarks = {entry.name for entry in self.methods}, {entry.name for entry in self.benchmarks}
        for number in self.numbers:
            for what, name, known in (
                ("benchmark", number.benchmark, benchmarks),
                ("method", number.method, methods),
                ("baseline", number.baseline, methods),
            ):
                if name is not None and name not in known:
                    raise ValueError(f"number {number.text!r}: {what} {name!r} is no entry of this record")
        return self


def _position(mention: Mention) -> tuple[int, int]:
    return (0 if mention.field == "title" else 1, mention.start)


def _check_span(where: str, text: str | None, span: Mention | ReportedNumber | Link) -> None:
    if text is None:
        if span.end - span.start != len(span.text):
            raise ValueError(f"{where}: span {span.start}:{span.end} is not as long as {span.text!r}")
        return
    if not span.start < span.end <= len(text):
        raise ValueError(f"{where}: span {span.start}:{span.end} is empty or outside a text of {len(text)}")
    if text[span.start : span.end] != span.text:
        raise ValueError(f"{where}: {span.start}:{span.end} holds {text[span.start : span.end]!r}, not {span.text!r}")


def _check_order(where: str, positions: list[tuple[int, int]]) -> None:
    if any(later < earlier for earlier, later in pairwise(positions)):
        raise ValueError(f"{where}: not in order of first mention")


class Reject(Contract):
    """Something that could not be used, and why. Nothing is dropped without one."""

    file: NonEmpty = Field(description="The input file, called as in `sources`.")
    position: Position | None = Field(description="Which abstract of the file it is, from 1; null for a whole file.")
    line: Position | None = Field(description="The line where it begins, from 1; null where there are no lines.")
    offset: Offset | None = Field(description="The byte where it begins, from 0, counted without compression.")
    code: NonEmpty = Field(description="A stable word for the reason.")
    reason: NonEmpty = Field(description="What is wrong and what to do.")
    raw: str = Field(description="The content as it was read; bytes that are no text are escaped.")

    @property
    def place(self) -> str:
        """Where it stands, as a message tells it: `papers.jsonl:12`, or `papers.parquet, entry 12`."""
        file = "standard input" if self.file == "-" else self.file
        if self.line is not None:
            return f"{file}:{self.line}"
        return file if self.position is None else f"{file}, entry {self.position}"


class InputFile(Contract):
    """One input of a run."""

    file: str
    format: str
    abstracts: Count
    sha256: str | None = Field(description="Of the whole file; null where it was not read to its end.")


class OutputFile(Contract):
    """What a run wrote its records to. A run is whole where the digest is that of the file."""

    file: str
    records: Count
    sha256: str


class Counts(Contract):
    """How much a run read and wrote."""

    abstracts: Count = Field(description="How many abstracts could be read, whatever became of them.")
    mended: Count = Field(default=0, description="In how many of them U+FFFD took the place of half a character.")
    left_out: Count = Field(description="How many of them the options did not ask for.")
    records: Count
    duplicates: Count = Field(description="How many abstracts went into the record of one met before.")
    rejects: dict[str, Count] = Field(description="Number of rejects by code.")
    methods: Count
    benchmarks: Count
    numbers: Count
    links: Count


class RunFile(Contract):
    """What a run was made of: everything that shapes its output, and what must not stand in records."""

    schema_version: Literal[1]
    extractor: str
    python: str
    libraries: dict[str, str]
    rules: dict[str, str] = Field(description="SHA-256 of each rule file and name list.")
    model: str | None = Field(description="SHA-256 of the model, or null if it did not run.")
    options: dict[str, Any]
    inputs: tuple[InputFile, ...]
    passed_over: tuple[str, ...] = Field(description="Files of the folders given that are in no known format.")
    output: OutputFile
    counts: Counts
    started: str = Field(description="When it began, in UTC.")
    seconds: Annotated[StrictFloat, Field(ge=0)]


def first_fault(error: ValidationError) -> str:
    """Return the first fault that pydantic found, in one line: where it is, and what is wrong."""
    fault = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in fault["loc"])
    return f"{where}: {fault['msg']}" if where else fault["msg"]
