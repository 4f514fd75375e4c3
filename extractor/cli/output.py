"""Printing: data to stdout, messages to stderr, both UTF-8 whatever the locale says."""

from __future__ import annotations

import sys


def to_stdout(text: str) -> None:
    """Print data, one newline after it.

    A closed pipe raises here and not at exit.
    """
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace") + b"\n")
    sys.stdout.buffer.flush()


def to_stderr(message: str) -> None:
    """Print a message as one line."""
    line = " ".join(message.split())
    sys.stderr.flush()
    sys.stderr.buffer.write(line.encode("utf-8", "backslashreplace") + b"\n")
    sys.stderr.buffer.flush()
