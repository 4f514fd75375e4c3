"""How much of a file one entry may take, so that a file with no end of entry in it does not fill memory."""

from __future__ import annotations

LONGEST_ENTRY = 4_000_000
"""Characters; an abstract longer than a quarter of it is none."""

LONGEST_LINE = 1 << 26
"""Bytes of a line that are read; what comes behind them is passed over."""

TOO_LONG = f"an entry of more than {LONGEST_ENTRY} characters is none; check where it ends, or remove it"

SHOWN = 2_000
"""Characters of an entry that is too long that its reject shows."""
