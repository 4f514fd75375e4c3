"""JSON in any nesting and JSON Lines, entry by entry: one function a source of what its entries call what is kept."""

from extractor.readers.json.document import JSON_DOCUMENT
from extractor.readers.json.lines import JSON_LINES

__all__ = ["JSON_DOCUMENT", "JSON_LINES"]
