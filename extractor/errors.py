"""What can go wrong, one class a kind. Each message says what is wrong, where, and what to do next."""

from __future__ import annotations

from typing import ClassVar


class ExtractorError(Exception):
    """Anything that a user can mend; the command line prints its one line and exits with its `exit_code`."""

    exit_code: ClassVar[int] = 2


class InputError(ExtractorError):
    """An input that cannot be read at all."""


class SelectionError(ExtractorError):
    """A condition, or a file of ids, that cannot be used."""


class RejectedError(ExtractorError):
    """Something was rejected in a run that stops at the first reject."""


class ResumeError(ExtractorError):
    """A run that cannot go on from where an earlier one stopped."""


class OutputError(ExtractorError):
    """An output that cannot be written."""


class RuleError(ExtractorError):
    """A rule file or a name list that cannot be used."""


class SlowPatternError(ExtractorError):
    """A pattern that takes too long over a text: the abstract's end, not the run's."""


class ModelError(ExtractorError):
    """A model that is missing, or does not fit this version."""


class RecordError(ExtractorError):
    """A record that breaks the contract: a defect of this package, never of the input."""


class MissingExtraError(ExtractorError):
    """A feature whose optional dependency is not installed."""

    def __init__(self, *, feature: str, extra: str) -> None:
        """Name the feature and the extra of this package that brings it."""
        super().__init__(f"{feature} needs an optional dependency: pip install 'extractor[{extra}]'")
