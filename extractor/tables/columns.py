"""The tables and their columns: what each is called, holds and means. All that is written follows from this."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Type: TypeAlias = Literal["text", "integer", "float", "boolean", "texts"]
"""What a column holds: Unicode text, a 64-bit integer, a 64-bit float, true or false, or a list of texts."""

Value: TypeAlias = str | int | float | tuple[str, ...] | None
Row: TypeAlias = tuple[Value, ...]
"""The values of a row, in the order of the table's columns."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes:
        name: its name.
        type: what it holds.
        meaning: what that means, in a sentence.
        nullable: whether a row may have nothing there.
    """

    name: str
    type: Type
    meaning: str
    nullable: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table.

    Attributes:
        name: its name, and that of its file without the ending.
        meaning: what a row of it is.
        key: the columns that together name a row.
        columns: its columns, in order.
    """

    name: str
    meaning: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]


_ID = Column("paper_id", "text", "The record's id, as `arxiv:2301.00010`. It is in every table.")
_CONFIDENCE = Column("confidence", "float", "The share of right ones among those found the same way, from 0 to 1.")
_FOUND_BY = Column("found_by", "texts", "The rules, name lists and model that found it.")
_START = Column("start", "integer", "Where it begins in the paper's `text`, in code points from 0.")
_END = Column("end", "integer", "Where it ends there, half-open.")
_NAMED = (
    Column("name", "text", "The fullest form as it is written, with markup taken off."),
    Column("aliases", "texts", "Its other written forms, in order of first mention."),
    Column("canonical", "text", "What the name list calls it; null if no list has it.", nullable=True),
)
_MENTIONED = Column("mention_count", "integer", "In how many places it stands.")


def _index(name: str, meaning: str, *, nullable: bool = False) -> Column:
    return Column(f"{name}_index", "integer", meaning, nullable=nullable)


TABLES: tuple[Table, ...] = (
    Table(
        "papers",
        "one row a record",
        ("paper_id",),
        (
            _ID,
            Column("title", "text", "The title; null if the input had none.", nullable=True),
            Column("text", "text", "The abstract as it was read; null in a run that leaves it out.", nullable=True),
            Column("year", "integer", "The year it came out: that of the first source that knows it.", nullable=True),
            Column("authors", "texts", "The authors, in order, likewise.", nullable=True),
            Column("venue", "text", "The journal, conference or archive, likewise.", nullable=True),
            Column("url", "text", "The paper's page, likewise.", nullable=True),
            Column("pdf", "text", "Its full text, likewise.", nullable=True),
            Column("code_url", "text", "Where a source says that its code is, likewise.", nullable=True),
            Column("source_count", "integer", "How many rows of `sources` it has."),
            Column("method_count", "integer", "How many rows of `methods` it has."),
            Column("benchmark_count", "integer", "How many rows of `benchmarks` it has."),
            Column("number_count", "integer", "How many rows of `numbers` it has."),
            Column("link_count", "integer", "How many rows of `links` it has."),
            Column("schema_version", "integer", "The version of the contract of records."),
        ),
    ),
    Table(
        "sources",
        "one row a place in which an abstract stands",
        ("paper_id", "source_index"),
        (
            _ID,
            _index("source", "Which of the record's sources it is, from 0."),
            Column("file", "text", "The input file's name, or its path in the folder given; `-` for standard input."),
            Column("position", "integer", "Which abstract of the file it is, from 1."),
            Column("collection", "text", "What the file says it is a collection of.", nullable=True),
            Column("source_id", "text", "What the file calls the paper, as it stands there.", nullable=True),
            Column("title", "text", "The title in this place.", nullable=True),
            Column("year", "integer", "The year it came out.", nullable=True),
            Column("authors", "texts", "The authors, in order, as they stand there.", nullable=True),
            Column("venue", "text", "The journal, conference or archive.", nullable=True),
            Column("url", "text", "The paper's page.", nullable=True),
            Column("pdf", "text", "Its full text.", nullable=True),
            Column("code_url", "text", "Where the source says that its code is.", nullable=True),
        ),
    ),
    Table(
        "methods",
        "one row a method of a record",
        ("paper_id", "method_index"),
        (
            _ID,
            _index("method", "Which of the record's methods it is, from 0."),
            *_NAMED,
            Column("role", "text", "`proposed` if it is this paper's contribution, else `mentioned`."),
            _MENTIONED,
            _CONFIDENCE,
            _FOUND_BY,
        ),
    ),
    Table(
        "benchmarks",
        "one row a benchmark of a record",
        ("paper_id", "benchmark_index"),
        (
            _ID,
            _index("benchmark", "Which of the record's benchmarks it is, from 0."),
            *_NAMED,
            Column("role", "text", "`introduced` if this paper builds or releases it, else `evaluated`."),
            _MENTIONED,
            _CONFIDENCE,
            _FOUND_BY,
        ),
    ),
    Table(
        "numbers",
        "one row a number of a record",
        ("paper_id", "number_index"),
        (
            _ID,
            _index("number", "Which of the record's numbers it is, from 0."),
            Column("text", "text", "The quantity as it stands, markup included."),
            _START,
            _END,
            Column("value", "float", "In plain units: `48B` is 48000000000, `40.8%` is 40.8, `3 GB` is 3000000000."),
            Column("value_max", "float", "The upper end of a range.", nullable=True),
            Column("uncertainty", "float", "What stands behind a plus-minus sign.", nullable=True),
            Column("unit", "text", "The unit, as `percent`, `point`, `times`, `score`, `count` or `second`."),
            Column("of", "text", "What a count counts: the head noun, lower case, singular.", nullable=True),
            Column("kind", "text", "`result`, `size` or `setting`."),
            Column("qualifier", "text", "`exact`, `about`, `at_least`, `at_most`, `up_to` or `range`."),
            Column("change", "text", "`increase` or `decrease`, by or to this; null if neither.", nullable=True),
            Column("metric", "text", "The words for what is measured, as they stand.", nullable=True),
            Column("benchmark", "text", "The name of the benchmark that it was measured on.", nullable=True),
            _index("benchmark", "The same as a key of `benchmarks`, with `paper_id`.", nullable=True),
            Column("method", "text", "The name of the method that reached it.", nullable=True),
            _index("method", "The same as a key of `methods`, with `paper_id`.", nullable=True),
            Column("baseline", "text", "The name of the method that it is compared with.", nullable=True),
            _index("baseline", "The same as a `method_index` of `methods`, with `paper_id`.", nullable=True),
            _CONFIDENCE,
            _FOUND_BY,
        ),
    ),
    Table(
        "links",
        "one row a link of a record",
        ("paper_id", "link_index"),
        (
            _ID,
            _index("link", "Which of the record's links it is, from 0."),
            Column("url", "text", "The URL, whole and cleaned."),
            Column("canonical", "text", "The one address of the thing, to join by.", nullable=True),
            Column("kind", "text", "`repository`, `dataset_or_model`, `paper` or `page`."),
            Column("host", "text", "The host of the URL."),
            Column("owner", "text", "Whose repository, model or dataset it is.", nullable=True),
            Column("repository", "text", "The name of the repository, model or dataset.", nullable=True),
            Column(
                "ours", "boolean", "Whether the paper gives it as its own; null where it does not say.", nullable=True
            ),
            _START,
            _END,
            Column("text", "text", "The characters between `start` and `end`."),
            _CONFIDENCE,
            _FOUND_BY,
        ),
    ),
    Table(
        "mentions",
        "one row a place where a method or a benchmark stands",
        ("paper_id", "kind", "entry_index", "mention_index"),
        (
            _ID,
            Column("kind", "text", "`method` or `benchmark`: what is mentioned."),
            _index("entry", "Which of the record's methods or benchmarks it is, from 0."),
            _index("mention", "Which of its mentions it is, from 0."),
            _index("method", "`entry_index` where it is a method: a key of `methods`, with `paper_id`.", nullable=True),
            _index("benchmark", "The same where it is a benchmark: a key of `benchmarks`.", nullable=True),
            Column("field", "text", "`title` or `text`: the column of `papers` that it stands in."),
            Column("start", "integer", "Where it begins in that field, in code points from 0."),
            _END,
            Column("text", "text", "The characters between `start` and `end`, markup included."),
        ),
    ),
)  # fmt: skip
"""All tables, in the order in which they are listed."""


def as_text() -> str:
    """Return the tables and their columns for reading."""
    return "\n\n".join(_described(table) for table in TABLES)


def as_data() -> list[dict[str, object]]:
    """Return the tables and their columns as plain data."""
    return [
        {
            "table": table.name,
            "meaning": table.meaning,
            "key": list(table.key),
            "columns": [
                {"name": column.name, "type": column.type, "nullable": column.nullable, "meaning": column.meaning}
                for column in table.columns
            ],
        }
        for table in TABLES
    ]


def _described(table: Table) -> str:
    width = max(len(column.name) for column in table.columns)
    lines = [
        f"  {column.name:{width}}  {column.type + ('?' if column.nullable else ''):8}  {column.meaning}"
        for column in table.columns
    ]
    return "\n".join([f"{table.name}: {table.meaning}; key {', '.join(table.key)}", *lines])
