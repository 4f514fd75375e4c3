"""Diffing two runs: which entries came, went and changed, and why.

`pairing` walks through two files in lock-step, `comparing` matches the entries of two records, `causes` says why, and
`pages` holds what is printed of it.
"""

from extractor.diff.files import FileDiff, RecordDiff, diff_files, diff_patches, diff_records
from extractor.diff.model import Cause, Change, Diff, FieldChange, Summary
from extractor.diff.selecting import Selection

__all__ = [
    "Cause",
    "Change",
    "Diff",
    "FieldChange",
    "FileDiff",
    "RecordDiff",
    "Selection",
    "Summary",
    "diff_files",
    "diff_patches",
    "diff_records",
]
