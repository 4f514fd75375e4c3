"""Writers: records, rejects, the run file, each moved into place whole."""

from extractor.writers.destination import Destination
from extractor.writers.draft import Draft, output_errors, remove_left_drafts
from extractor.writers.endings import write_lines
from extractor.writers.jsonl import JSONLWriter, line_of, write_records

__all__ = [
    "Destination",
    "Draft",
    "JSONLWriter",
    "line_of",
    "output_errors",
    "remove_left_drafts",
    "write_lines",
    "write_records",
]
