"""Readers: one module an input format. `reading` opens inputs, `registry` lists the formats."""

from extractor.readers.base import ReadOptions
from extractor.readers.inputs import Input, Inputs, expand
from extractor.readers.reading import Reading, open_input, read_abstracts
from extractor.readers.recordfile import read_records
from extractor.readers.rows import row_of

__all__ = [
    "Input",
    "Inputs",
    "ReadOptions",
    "Reading",
    "expand",
    "open_input",
    "read_abstracts",
    "read_records",
    "row_of",
]
