"""Which ids have been met, in a few bytes each."""

from __future__ import annotations

from array import array

OLD, NEW = 1, 2
"""The two sides, to be added up."""

_KEY_BITS = (1 << 64) - 4


class SeenIds:
    """A set of ids for each side, held as 62-bit digests: 16 to 32 bytes an id, whatever its length.

    Two ids of a million have one digest once in millions of runs, and all that follows is a needless look-up.
    """

    def __init__(self) -> None:
        """Begin with no id."""
        self._slots = array("Q", bytes(8 << 16))
        self._mask = (1 << 16) - 1
        self._used = 0

    def note(self, key: bytes, sides: int) -> int:
        """Remember that an id was met on a side, or on both; return on which sides it had been met before."""
        digest = (hash(key) & _KEY_BITS) or 4
        slots, mask = self._slots, self._mask
        at = (digest >> 2) & mask
        while slot := slots[at]:
            if slot & _KEY_BITS == digest:
                slots[at] = slot | sides
                return slot & 3
            at = (at + 1) & mask
        slots[at] = digest | sides
        self._used += 1
        if self._used * 2 > mask:
            self._grow()
        return 0

    def add(self, key: bytes) -> bool:
        """Remember that an id was met on both sides if it is a new one; return whether it is."""
        digest = (hash(key) & _KEY_BITS) or 4
        slots, mask = self._slots, self._mask
        at = (digest >> 2) & mask
        while slot := slots[at]:
            if slot & _KEY_BITS == digest:
                return False
            at = (at + 1) & mask
        slots[at] = digest | OLD | NEW
        self._used += 1
        if self._used * 2 > mask:
            self._grow()
        return True

    def _grow(self) -> None:
        before = self._slots
        mask = self._mask = self._mask * 2 + 1
        slots = self._slots = array("Q", bytes(8 * (mask + 1)))
        for slot in before:
            if slot:
                at = (slot >> 2) & mask
                while slots[at]:
                    at = (at + 1) & mask
                slots[at] = slot
