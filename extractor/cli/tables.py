"""`extractor tables`: write records as tables that join."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from extractor.cli import options
from extractor.cli.output import counted, to_stderr, to_stdout
from extractor.errors import ExtractorError

if TYPE_CHECKING:
    import argparse

HELP = "write records as tables for pandas, polars or DuckDB"
DESCRIPTION = """\
Write records as tables that join on paper_id and the index of an entry: papers, sources, methods, benchmarks, numbers,
links and mentions. They go to a folder, a file a table, or to one DuckDB database; --columns lists all columns.

Parquet needs the extra parquet, a database the extra duckdb, CSV nothing."""
EPILOG = """\
examples:
  extractor tables records.jsonl -o tables
  extractor tables records.jsonl.gz -o tables --format csv
  extractor tables records.jsonl -o records.duckdb
  extractor tables --columns"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "records", metavar="RECORDS", nargs="?", help="a file of records, plain or compressed, or - for standard input"
    )
    parser.add_argument("-o", "--out", metavar="OUT", help="a folder, or a file that ends in .duckdb")
    parser.add_argument(
        "--format", choices=("parquet", "csv"), help="the format of the files in a folder (default: parquet)"
    )
    parser.add_argument("--columns", action="store_true", help="list all tables and columns, and what they mean")
    options.add_json(parser)


def call(arguments: argparse.Namespace) -> int:
    """Run the command."""
    if arguments.columns:
        from extractor.tables import columns

        to_stdout(json.dumps(columns.as_data(), ensure_ascii=False) if arguments.json else columns.as_text())
        return 0
    if arguments.records is None or arguments.out is None:
        raise ExtractorError("give a file of records and -o OUT, or --columns; see extractor tables --help")

    from extractor.readers import read_records
    from extractor.tables import write_tables

    written = write_tables(read_records(arguments.records), arguments.out, format=arguments.format)
    if arguments.json:
        tables = {name: {"file": str(written.files[name]), "rows": rows} for name, rows in written.rows.items()}
        to_stdout(json.dumps(tables, ensure_ascii=False))
    rows = ", ".join(counted(count, name.removesuffix("s")) for name, count in written.rows.items())
    to_stderr(f"extractor: {arguments.out}: {rows}")
    return 0
