"""How many worker processes a run has, and how processes begin and end."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import resource_tracker
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from extractor.engine.extracting import Extracts


@dataclass(frozen=True, slots=True)
class Workers:
    """How a run is spread over processes.

    Attributes:
        make: makes the extractor, in each process anew; it must be picklable.
        number: how many processes.
        timeout: how many seconds an abstract may take, on the clock; None for as long as it takes.
        method: how processes are started: `spawn`, and where the system knows them `forkserver` or `fork`; or `auto`:
            a fork of this process with all that it has loaded, wherever that is safe, and `spawn` elsewhere.
    """

    make: Callable[[], Extracts]
    number: int = 1
    timeout: float | None = None
    method: str = "auto"

    def method_now(self) -> str:
        """Return how a process is to be started at this moment."""
        if self.method != AUTO:
            return self.method
        return "fork" if can_fork() else "spawn"


AUTO = "auto"
_THREADS = Path("/proc/self/task")


def can_fork() -> bool:
    """Whether a fork of this process is sure to work: it has one thread alone, and no system library that forbids it.

    Of the threads of a process, a fork has one only; a lock that another has held stays locked in it. Threads come with
    libraries, for linear algebra or for Parquet, so they are counted when the fork is due.
    """
    if sys.platform != "linux":  # elsewhere threads are not seen, or what the system loads does not outlive a fork
        return False
    try:
        return sum(1 for _ in _THREADS.iterdir()) == 1
    except OSError:
        return False


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def undisturbed(method: str) -> Iterator[None]:
    """Hold back signals while a process starts: here, so that it is known; there, until it can tell them apart."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    if method != "fork":
        resource_tracker.ensure_running()  # the first process would start it, and that lets all signals through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def how_ended(code: int | None) -> str:
    """Say how a process ended: the signal that ended it, or its exit code."""
    try:
        return signal.Signals(-(code or 0)).name
    except ValueError:
        return f"exit code {code}"
