"""How much of a file one entry may take, so that a file with no end of entry in it does not fill memory."""

from __future__ import annotations

LONGEST_ENTRY = 4_000_000
"""Characters; an abstract longer than a quarter of it is none."""

TOO_LONG = f"an entry of more than {LONGEST_ENTRY} characters is none; check where it ends, or remove it"
