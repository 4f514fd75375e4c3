"""A diff as one object of JSON, with a change a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extractor.diff.selecting import REAL_WAYS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractor.diff.files import RecordDiff
    from extractor.diff.model import Change, Summary


class JSONPage:
    """The object that `schemas/diff.schema.json` describes.

    Attributes:
        limit: how many records are shown in detail unless asked otherwise: all.
        room: how many characters the details may take: any.
        ways: the ways of changing that are shown unless asked otherwise.
    """

    limit = 1 << 62
    room = 1 << 62
    ways = REAL_WAYS

    def head(self, summary: Summary) -> str:
        """Return the summary and the beginning of the changes."""
        return f'{{"summary":{summary.model_dump_json()},\n"changes":['

    def record(self, record: RecordDiff, changes: Sequence[Change], *, first: bool) -> str:  # noqa: ARG002 - a Page
        """Return the changes of one record."""
        lines = ",\n".join(change.model_dump_json() for change in changes)
        return f"\n{lines}" if first else f",\n{lines}"

    def foot(self, summary: Summary, hidden: int, renamed: int) -> str:  # noqa: ARG002 - a Page
        """Return the end."""
        return "]}\n"
