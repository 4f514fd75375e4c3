"""What carries a run: reading, extracting, writing, in order; and `map_batches`, for engines that do the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from extractor.engine.arrow import map_batches

__all__ = ["map_batches"]


def __getattr__(name: str) -> object:
    """Import `map_batches` when it is first used: a run has no need of it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from extractor.engine import arrow  # noqa: PLC0415

    return getattr(arrow, name)
