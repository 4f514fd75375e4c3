"""Telling text from what is none."""

from __future__ import annotations

PARQUET = b"PAR1"
"""How a Parquet file begins."""
_SIGNATURES = (
    (b"%PDF", "a PDF; give the abstracts as text"),
    (PARQUET, "a Parquet file; it is read as one with --format parquet"),
    (b"\xff\xfe", "UTF-16; convert it to UTF-8, as with iconv -f UTF-16 -t UTF-8"),
    (b"\xfe\xff", "UTF-16; convert it to UTF-8, as with iconv -f UTF-16 -t UTF-8"),
)
_TEXT_CONTROLS = frozenset(b"\t\n\v\f\r\x1b")
_SHARE = 0.1


def what_binary(head: bytes) -> str | None:
    """Return what a file that begins so is, with what to do, or None if it is text.

    A text with a stray control character or in an old encoding is still text: only the abstracts that hold them are
    rejected, not the file.
    """
    for signature, what in _SIGNATURES:
        if head.startswith(signature):
            return what
    decoded = head.decode("utf-8", "surrogateescape")
    odd = sum(1 for char in decoded if (char < " " and ord(char) not in _TEXT_CONTROLS) or "\udc80" <= char <= "\udcff")
    return "a binary file; give text or JSON" if odd > _SHARE * len(decoded) else None
