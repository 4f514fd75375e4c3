"""Records as tables that join: Parquet or CSV files in a folder, or one DuckDB database.

`columns` declares every table, `rows` makes its rows of a record, `csv`, `parquet` and `duckdb` write them.
"""

from extractor.tables.columns import TABLES, Column, Table
from extractor.tables.writing import FORMS, Written, write_tables

__all__ = ["FORMS", "TABLES", "Column", "Table", "Written", "write_tables"]
