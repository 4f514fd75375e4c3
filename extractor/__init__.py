"""Abstracts of machine-learning papers in, validated records of what they state out.

    >>> from extractor import Extractor
    >>> record = Extractor().extract("We propose FastNet, which reaches 81.4% accuracy on ImageNet.")
    >>> record.methods[0].name, record.numbers[0].value, record.benchmarks[0].name
    ('FastNet', 81.4, 'ImageNet')

Names are imported when they are first used, so that `import extractor` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from extractor.abstract import Abstract
    from extractor.diff import diff_files, diff_records
    from extractor.errors import ExtractorError
    from extractor.gold.score import score
    from extractor.pipeline import Extractor
    from extractor.readers import read_abstracts, read_records
    from extractor.records import AbstractRecord
    from extractor.writers import write_records

_HOMES = {
    "Abstract": "abstract",
    "AbstractRecord": "records",
    "Extractor": "pipeline",
    "ExtractorError": "errors",
    "diff_files": "diff",
    "diff_records": "diff",
    "read_abstracts": "readers",
    "read_records": "readers",
    "score": "score",
    "write_records": "writers",
}

__all__ = [
    "Abstract",
    "AbstractRecord",
    "Extractor",
    "ExtractorError",
    "diff_files",
    "diff_records",
    "read_abstracts",
    "read_records",
    "score",
    "write_records",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"extractor.{_HOMES[name]}"), name)
