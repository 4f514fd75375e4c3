"""Printing: data to stdout, messages to stderr, both UTF-8 whatever the locale says."""

from __future__ import annotations

import re
import sys

_NO_FILE_NAME = re.compile(r"[\ud800-\udc7f\udd00-\udfff]")


def to_stdout(text: str) -> None:
    """Print data, one newline after it.

    A closed pipe raises here and not at exit.
    """
    sys.stdout.flush()
    sys.stdout.buffer.write(_encoded(text) + b"\n")
    sys.stdout.buffer.flush()


def to_stderr(message: str) -> None:
    """Print a message as one line."""
    line = " ".join(message.split())
    sys.stderr.flush()
    sys.stderr.buffer.write(_encoded(line) + b"\n")
    sys.stderr.buffer.flush()


def counted(number: int, noun: str) -> str:
    """Return a number of things in words: `1 record`, `2 records`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _encoded(text: str) -> bytes:
    """Encode as UTF-8; a file name goes out as the bytes that it came in as, any other lone surrogate as an escape."""
    return _NO_FILE_NAME.sub(lambda match: f"\\u{ord(match[0]):04x}", text).encode("utf-8", "surrogateescape")
