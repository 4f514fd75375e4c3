"""A worker process: makes its own extractor or has its parent's, and works on what its pipe brings until that ends.

It prints nothing and leaves signals to the parent. When the parent is gone, however it went, the pipe is closed; a
thread of its own sees that while the other is at work.
"""

from __future__ import annotations

import gc
import os
import signal
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING

from extractor.abstract import Abstract
from extractor.engine.extracting import results_of
from extractor.errors import ExtractorError, SlowPatternError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from multiprocessing.connection import Connection
    from typing import NoReturn

    from extractor.engine.extracting import Extracted, Extracts
    from extractor.records import Reject

# `:)` behind a word may be a smiley: that is for spaCy's own tokenizer to say, which is made when it is first asked.
_FIRST = "We propose FastNet, which reaches 81.4% accuracy on ImageNet (here:) https://example.org."


@dataclass(frozen=True, slots=True)
class Ready:
    """The extractor is made, of these rules and this model."""

    digests: Mapping[str, str]
    model_digest: str | None


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong is no abstract's fault, and ends the run."""

    kind: type[Exception]
    message: str

    @classmethod
    def of(cls, error: Exception) -> Fault:
        """Return what is told of an error: a user's is the same over there, where others need not be known."""
        if isinstance(error, ExtractorError):
            return cls(type(error), str(error))
        return cls(RuntimeError, f"in a worker process: {type(error).__name__}: {error}")

    def raised(self) -> Exception:
        """Return the error, without the arguments that its class is usually made of."""
        error = self.kind.__new__(self.kind, self.message)
        error.args = (self.message,)
        return error


Reply = Ready | Fault | list["Extracted | Reject"]
"""What a worker says: once that it is ready, then the results of each list of abstracts, in order; or what is wrong."""


def serve(pipe: Connection, make: Callable[[], Extracts], *, forked: bool) -> None:
    """Work until the pipe is closed.

    Args:
        pipe: brings lists of abstracts and takes replies.
        make: makes the extractor.
        forked: whether this process holds all that its parent does.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes of a terminal; the parent decides
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    if forked:
        _let_go(pipe)
    # Read when numpy is first imported: a pool of threads in each of many processes would be for nothing.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    waiting: SimpleQueue[list[Abstract]] = SimpleQueue()
    Thread(target=_listen, args=(pipe, waiting), daemon=True).start()
    try:
        extractor = warmed(make())
        pipe.send(Ready(dict(extractor.digests), extractor.model_digest))
        while True:
            pipe.send(results_of(waiting.get(), extractor))
    except Exception as error:
        with suppress(OSError):  # nobody is left to be told
            pipe.send(Fault.of(error))


def _let_go(pipe: Connection) -> None:
    """Let go of what a forked process holds of its parent's: all files but its pipe, and rubbish that is not its own.

    An end of a pipe of another worker would keep that one from seeing its parent gone, and the lock on the journal
    would keep a run that is resumed at once from getting it.
    """
    os.closerange(3, pipe.fileno())
    os.closerange(pipe.fileno() + 1, os.sysconf("SC_OPEN_MAX"))
    gc.freeze()  # else the first look for rubbish would write to, and so copy, every page that is shared


def warmed(extractor: Extracts) -> Extracts:
    """Return an extractor that has loaded what it loads at its first abstract: no abstract's time goes into that."""
    try:
        list(extractor.pipe([Abstract(_FIRST)]))
    except SlowPatternError:
        return extractor
    except ExtractorError:
        raise
    except Exception:  # each abstract will tell it, in a reject of its own
        return extractor
    return extractor


def _listen(pipe: Connection, waiting: SimpleQueue[list[Abstract]]) -> NoReturn:
    """Take in what comes, so that the parent never waits to send, until the pipe is closed; then end the process."""
    try:
        while True:
            waiting.put(pipe.recv())
    finally:
        os._exit(0)
