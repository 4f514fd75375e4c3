"""An abstract as a reader hands it on, before anything is done to it, and the id that its record gets."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from extractor.records import Source


_HALF = re.compile("[\ud800-\udfff]")


def well_formed(text: str) -> str:
    """Return the text with U+FFFD for each half of a character (a lone surrogate), else the very same text.

    Half a character cannot be written. One code point takes the place of one, so that offsets stay as they are.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return _HALF.sub("\ufffd", text)
    return text


@dataclass(frozen=True, slots=True)
class Abstract:
    """One abstract.

    Attributes:
        text: the abstract, as it was read.
        title: its title, if the source has one.
        id: its id with its prefix (`arxiv:2505.01234`), if the source has one.
        source: where it stands.
        line: the line of its file where it begins, from 1.
        offset: the byte of its file where it begins, from 0.
    """

    text: str
    title: str | None = None
    id: str | None = None
    source: Source | None = None
    line: int | None = None
    offset: int | None = None

    @property
    def record_id(self) -> str:
        """The id of its record: the source's own, else a digest of its text with white space folded."""
        return (
            self.id
            or f"sha256:{hashlib.sha256(' '.join(self.text.split()).encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"
        )
