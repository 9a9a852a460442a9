"""Workers that measure candidates: this process, others of this machine, or those of a cluster.

A task is a part of the trie of sequences over one program, and can be done by any worker: caches of
earlier tasks only save work. So the death of a worker loses no result.
"""

from __future__ import annotations

import hashlib
import pickle
import threading
from collections import deque
from contextlib import AbstractContextManager
from multiprocessing import connection
from typing import Final, Protocol

import attr

from yulopt.batch.workers import Death, Worker
from yulopt.driver.options import Options
from yulopt.errors import Source, YulError, located
from yulopt.syntax.parser import parse_source
from yulopt.tune.candidate import Candidate
from yulopt.tune.evaluator import Evaluator
from yulopt.tune.measure import Measure, Measured
from yulopt.tune.state import StateStore

_MAX_DEATHS: Final = 3
# The number of programs that a process caches.
_MAX_EVALUATORS: Final = 64


@attr.s(auto_attribs=True, frozen=True)
class Job:
    """A program, and how to measure its code.

    `memory` limits the bytes of a process for caching programs after some steps. Jobs can be sent
    to other processes.
    """

    name: str
    text: str
    measure: Measure
    options: Options
    memory: int


@attr.s(auto_attribs=True, frozen=True)
class Task:
    """Candidates to be measured for a program."""

    job: Job
    candidates: tuple[Candidate, ...]


class Team(AbstractContextManager["Team"], Protocol):
    """Workers that measure. They are stopped at the end of the context."""

    size: int
    """The number of concurrent tasks."""

    def submit(self, number: int, task: Task, place: int) -> None:
        """Start a task. Its number is that of the result; tasks with the same place are best done
        by the same process, which caches their common work.
        """
        ...

    def wait(self, seconds: float) -> dict[int, list[Measured | None]]:
        """The results since the last call, by number; waits for some, up to a timeout.

        Raises `YulError` if a task cannot be done.
        """
        ...


class Alone:
    """Works in this process."""

    def __init__(self) -> None:
        self.size = 1
        self._waiting: deque[tuple[int, Task]] = deque()

    def submit(self, number: int, task: Task, place: int) -> None:
        self._waiting.append((number, task))

    def wait(self, seconds: float) -> dict[int, list[Measured | None]]:
        number, task = self._waiting.popleft()
        return {number: do(task)}

    def __enter__(self) -> Alone:
        return self

    def __exit__(self, *_: object) -> None:
        self._waiting.clear()


class Processes:
    """Processes of this machine. When one dies, another one repeats its task."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._workers: list[Worker[Task, list[Measured | None]] | None] = [None] * size
        self._busy: dict[int, tuple[int, Task]] = {}
        self._waiting: list[deque[tuple[int, Task]]] = [deque() for _ in range(size)]
        self._deaths: dict[int, int] = {}

    def submit(self, number: int, task: Task, place: int) -> None:
        self._waiting[place % self.size].append((number, task))
        for process in range(self.size):
            self._start(process)

    def wait(self, seconds: float) -> dict[int, list[Measured | None]]:
        busy = {
            worker.connection: (place, worker)
            for place, worker in enumerate(self._workers)
            if worker is not None and place in self._busy
        }
        results: dict[int, list[Measured | None]] = {}
        for ready in connection.wait(list(busy), seconds):
            assert isinstance(ready, connection.Connection)
            place, worker = busy[ready]
            number, task = self._busy.pop(place)
            result = worker.result()
            if isinstance(result, Death):
                self._workers[place] = None
                self._count_death(number, task, result)
                self._waiting[place].appendleft((number, task))
            else:
                results[number] = result
            self._start(place)
        return results

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            if worker is not None:
                worker.kill()

    def _start(self, place: int) -> None:
        """Start the next task of a process, unless it is busy; those of others, if it has none."""
        queue = self._waiting[place] or max(self._waiting, key=len)
        if place in self._busy or not queue:
            return
        worker = self._workers[place]
        if worker is None:
            worker = self._workers[place] = Worker(do)
        self._busy[place] = queue.popleft()
        worker.start(self._busy[place][1])

    def _count_death(self, number: int, task: Task, death: Death) -> None:
        self._deaths[number] = self._deaths.get(number, 0) + 1
        if self._deaths[number] == _MAX_DEATHS:
            raise YulError(
                f"{_MAX_DEATHS} processes have failed that measured code of it; the last {death}",
                filename=task.job.name,
            )


def do(task: Task) -> list[Measured | None]:
    """Do a task in this process; raises `YulError` for an invalid program."""
    # A worker of a cluster may have several threads, which share the caches of the process.
    with _lock:
        return _evaluator_of(task.job).evaluate(task.candidates)


def explain(job: Job, wanted: Candidate) -> None:
    """Raise the `YulError` because of which a candidate has no figures, except a deep stack."""
    with located(job.name), _lock:
        _evaluator_of(job).explain(wanted)


# The caches of this process: by program, and the states of all of them.
_evaluators: Final[dict[bytes, Evaluator]] = {}
_stores: Final[dict[int, StateStore]] = {}
_lock: Final = threading.Lock()


def digest_of(job: Job) -> bytes:
    """The same for jobs with the same results."""
    return hashlib.sha256(pickle.dumps((job.text, repr(job.options), job.measure))).digest()


def _evaluator_of(job: Job) -> Evaluator:
    key = digest_of(job)
    known = _evaluators.pop(key, None)
    if known is None:
        dialect = job.options.dialect
        program = parse_source(Source(job.text, job.name), dialect)
        store = _stores.setdefault(job.memory, StateStore(job.memory))
        known = Evaluator(program, job.measure, job.options, store)
        if len(_evaluators) == _MAX_EVALUATORS:
            del _evaluators[next(iter(_evaluators))]
    # The one used last is the last.
    _evaluators[key] = known
    return known
