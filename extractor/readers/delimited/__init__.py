"""CSV, TSV and their kin, whatever the delimiter and the way of quoting."""

from extractor.readers.delimited.reading import CSV

__all__ = ["CSV"]
