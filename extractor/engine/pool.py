"""Several worker processes: batches are worked on side by side, and their results come in the order of the batches.

What stands in a record depends on its abstract alone, so all that has to be put in order is the batches. A worker may
die, of a lack of memory or a defect of a library: another takes its place, and what it was at work on is tried abstract
by abstract. Python's own `ProcessPoolExecutor` gives up as a whole when a worker dies.
"""

from __future__ import annotations

import multiprocessing
import time
from collections import deque
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing.connection import wait
from typing import TYPE_CHECKING

from extractor.engine.extracting import new_abstracts, paired
from extractor.engine.meeting import reject_of
from extractor.engine.processes import AUTO, how_ended, undisturbed
from extractor.engine.worker import Fault, Ready, serve, warmed
from extractor.errors import ExtractorError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    from extractor.abstract import Abstract
    from extractor.engine.extracting import Extracted, Extracts, Item, Result
    from extractor.engine.processes import Workers
    from extractor.engine.worker import Reply
    from extractor.records import Reject

_AHEAD = 2  # tasks a worker has: one that it works on, and one so that it never waits for the next
_WINDOW = 4  # batches for each worker that are read and not yet handed on: one that takes long keeps the others waiting
_DEATHS = 2  # as many workers may die of an abstract that they have alone, before it is given up
_STILLBORN = 3  # as many workers in a row may die before they are ready


def pooled(
    batches: Iterable[Sequence[Item]], workers: Workers, *, like: Extracts
) -> Generator[list[tuple[Item, Result]]]:
    """Yield for each batch its items, each with what became of it, in order. Close it, and all workers are gone.

    An abstract of which two workers die that have it alone, or that takes too long, becomes a reject. A batch is read
    when it is soon worked on, so that memory does not grow with the input.

    Args:
        batches: what is to be worked on.
        workers: who works on it.
        like: an extractor as the workers should have.

    Raises:
        ExtractorError: something other than an abstract is at fault, such as a missing model.
    """
    window: deque[_Batch] = deque()
    unread = iter(batches)
    at_end, broken = False, None
    pool = _Pool(workers, like=like)
    try:
        while window or not at_end:
            reading = not at_end and len(window) < _WINDOW * workers.number
            if reading:
                try:
                    window.append(_Batch(next(unread)))
                    pool.add(window[-1])
                except StopIteration:
                    at_end = True
                except Exception as error:  # raised below, behind what was read before
                    at_end, broken = True, error
            pool.turn(wait_for_it=not reading)
            while window and window[0].done:
                batch = window.popleft()
                yield paired(batch.items, batch.results)
        if broken:
            raise broken
    finally:
        pool.close()


class _Batch:
    """A batch, and the results of its new abstracts as far as they are known."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.items = items
        self.results: list[Result] = [None] * len(new_abstracts(items))
        self.missing = len(self.results)

    @property
    def done(self) -> bool:
        return not self.missing

    def put(self, first: int, results: Sequence[Extracted | Reject]) -> None:
        self.results[first : first + len(results)] = results
        self.missing -= len(results)


@dataclass(frozen=True, slots=True)
class _Task:
    """Abstracts of a batch that a worker gets together, from the new one `first`; of one alone, how many died of it."""

    batch: _Batch
    first: int
    abstracts: Sequence[Abstract]
    deaths: int = 0

    def reject(self, *, code: str, reason: str) -> None:
        """Give its only abstract up."""
        self.batch.put(self.first, [reject_of(self.abstracts[0], code=code, reason=reason)])


@dataclass(eq=False, slots=True)
class _Worker:
    process: BaseProcess
    pipe: Connection
    ready: bool = False
    tasks: deque[_Task] = field(default_factory=deque)
    since: float = 0.0  # when it began with the first of them


class _Pool:
    """The workers, and what they have to do."""

    def __init__(self, workers: Workers, *, like: Extracts) -> None:
        self._asked = workers
        self._wanted = Ready(dict(like.digests), like.model_digest)
        self._shared = like if workers.method == AUTO else None
        self._workers: list[_Worker] = []
        self._todo: deque[_Task] = deque()
        self._stillborn = 0

    def add(self, batch: _Batch) -> None:
        """Have a batch worked on."""
        if not batch.done:
            self._todo.append(_Task(batch, 0, new_abstracts(batch.items)))

    def turn(self, *, wait_for_it: bool) -> None:
        """Take what workers have done and give them more; wait until one has done something, if asked to."""
        self._give()
        pipes = {worker.pipe: worker for worker in self._workers}
        for pipe in wait(pipes, self._time_left() if wait_for_it else 0):
            self._hear(pipes[pipe])  # type: ignore[index]
        for worker in self._late():
            task = self._end(worker)
            if task and len(task.abstracts) > 1:
                self._try_alone(task)
            elif task:
                reason = f"it takes more than {self._asked.timeout:g} seconds; allow more, or report it"
                task.reject(code="timeout", reason=reason)
        self._give()

    def close(self) -> None:
        """End all workers. They hold nothing that could be lost."""
        for worker in self._workers:
            worker.process.kill()
        while self._workers:
            self._end(self._workers[-1])

    def _give(self) -> None:
        """Start the workers that are needed, and give each of them what it can do next."""
        unfinished = len(self._todo) + sum(len(worker.tasks) for worker in self._workers)
        while len(self._workers) < min(self._asked.number, unfinished):
            self._start()
        # What is at work may be deaf, and only who does not wait to be heard can tell that it takes too long.
        ahead_of_it = _AHEAD if self._asked.timeout is None else 1
        for ahead in range(ahead_of_it):  # none gets a second task before each has a first one
            for worker in self._workers:
                if self._todo and worker.ready and len(worker.tasks) == ahead:
                    try:
                        worker.pipe.send(self._todo[0].abstracts)
                    except OSError:  # it has just died, which is heard next
                        continue
                    if not worker.tasks:
                        worker.since = time.monotonic()
                    worker.tasks.append(self._todo.popleft())

    def _start(self) -> None:
        method = self._asked.method_now()
        make = self._asked.make
        if method == "fork" and self._shared:
            make = partial(warmed, warmed(self._shared))  # what it loads late is loaded here, once for all
        context = multiprocessing.get_context(method)
        ours, theirs = context.Pipe()
        process = context.Process(  # type: ignore[attr-defined]
            target=serve, args=(theirs, make), kwargs={"forked": method == "fork"}, daemon=True
        )
        with undisturbed(method):
            process.start()
            self._workers.append(_Worker(process, ours))
        theirs.close()  # so that the pipe is at its end when the worker is

    def _hear(self, worker: _Worker) -> None:
        try:
            reply: Reply = worker.pipe.recv()
        except (EOFError, OSError):
            self._mourn(worker)
            return
        if isinstance(reply, Fault):
            raise reply.raised()
        if isinstance(reply, Ready):
            if reply != self._wanted:
                raise ExtractorError("rules or model have changed since the run began; start it anew")
            worker.ready, self._stillborn = True, 0
            return
        task = worker.tasks.popleft()
        task.batch.put(task.first, reply)
        worker.since = time.monotonic()

    def _mourn(self, worker: _Worker) -> None:
        """See what is to be done about a worker that died."""
        task = self._end(worker)
        how = how_ended(worker.process.exitcode)
        if not worker.ready:
            self._stillborn += 1
            if self._stillborn == _STILLBORN:
                raise ExtractorError(f"worker processes end before they can begin ({how}); try without them")
        elif task and len(task.abstracts) > 1:
            self._try_alone(task)
        elif task and task.deaths + 1 < _DEATHS:
            self._todo.appendleft(replace(task, deaths=task.deaths + 1))
        elif task:
            why = "for lack of memory or by a defect; please report it with this abstract"
            task.reject(code="killed", reason=f"the process that worked on it died {_DEATHS} times ({how}), {why}")

    def _try_alone(self, task: _Task) -> None:
        """Have the abstracts of a task worked on next, each alone."""
        for place in reversed(range(len(task.abstracts))):
            self._todo.appendleft(_Task(task.batch, task.first + place, [task.abstracts[place]]))

    def _end(self, worker: _Worker) -> _Task | None:
        """Let go of a worker; return what it was at work on, and have the rest done by another."""
        worker.process.kill()
        worker.process.join()
        worker.pipe.close()
        self._workers.remove(worker)
        task = worker.tasks.popleft() if worker.tasks else None
        self._todo.extendleft(reversed(worker.tasks))
        return task

    def _time_left(self) -> float | None:
        """Return for how long the first worker that is at work may go on."""
        begun = [worker.since for worker in self._workers if worker.tasks]
        if self._asked.timeout is None or not begun:
            return None
        return max(0.0, min(begun) + self._asked.timeout - time.monotonic())

    def _late(self) -> list[_Worker]:
        """Return the workers that take too long. What a worker has done may wait to be heard: then it is not late."""
        if self._asked.timeout is None:
            return []
        end = time.monotonic() - self._asked.timeout
        return [worker for worker in self._workers if worker.tasks and worker.since < end and not worker.pipe.poll()]
