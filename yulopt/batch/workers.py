"""A pool of processes with one task each at a time: when one dies, only its task is lost."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from multiprocessing import connection, resource_tracker
from typing import Final, Generic, TypeVar

import attr

from yulopt.syntax.deep_stack import end_idle_threads

Task = TypeVar("Task")
Result = TypeVar("Result")

# Fresh processes, the same on all systems: a copy of this one could hold locks of its threads.
_CONTEXT: Final = multiprocessing.get_context("spawn")
# Platforms where a process without other threads can be forked safely.
_COPYING_PLATFORM: Final = "linux"
# How many seconds pass at most between two calls of those who want to know that nothing has come.
_PATIENCE: Final = 0.5


@attr.s(auto_attribs=True, frozen=True)
class Death:
    """A lost result: the process has ended with a status, or by a signal (negative)."""

    status: int

    def __str__(self) -> str:
        if self.status >= 0:
            return f"ended with exit status {self.status}"
        return f"was ended by signal {-self.status} ({signal.strsignal(-self.status)})"


def run_in_processes(
    function: Callable[[Task], Result], tasks: Sequence[Task], jobs: int
) -> Generator[Result | Death]:
    """The results of the function for each task, in order, from up to `jobs` processes.

    A dead process is replaced. Closing the iterator ends all of them.
    """
    finished: dict[int, Result | Death] = {}
    with closing(results_as_they_come(function, tasks, jobs)) as results:
        for wanted in range(len(tasks)):
            while wanted not in finished:
                number, result = next(results)
                finished[number] = result
            yield finished.pop(wanted)


def results_as_they_come(
    function: Callable[[Task], Result],
    tasks: Sequence[Task],
    jobs: int,
    *,
    copied: bool = False,
    waiting: Callable[[], None] | None = None,
) -> Generator[tuple[int, Result | Death]]:
    """The same with the number of each task, in order of completion.

    The caller may append to `tasks` while results come. `copied`: the processes may be forks of
    this one, which share its loaded modules. `waiting` is called now and then while there is no
    result; what it raises ends this.
    """
    started = 0
    idle: list[Worker[Task, Result]] = []
    busy: dict[connection.Connection, tuple[Worker[Task, Result], int]] = {}
    try:
        while started < len(tasks) or busy:
            while started < len(tasks) and len(busy) < jobs:
                worker = idle.pop() if idle else Worker(function, copied=copied)
                busy[worker.connection] = worker, started
                worker.start(tasks[started])
                started += 1
            finished = connection.wait(list(busy), None if waiting is None else _PATIENCE)
            if waiting is not None and not finished:
                waiting()
            for ready in finished:
                assert isinstance(ready, connection.Connection)
                worker, number = busy.pop(ready)
                result = worker.result()
                if not isinstance(result, Death):
                    idle.append(worker)
                yield number, result
    finally:
        for worker in [*idle, *(worker for worker, _ in busy.values())]:
            worker.kill()


class Worker(Generic[Task, Result]):
    """One of the processes, seen from outside.

    The `connection` is readable when there is a result, or when the process has died.
    """

    def __init__(self, function: Callable[[Task], Result], *, copied: bool = False) -> None:
        self.connection, inner = _CONTEXT.Pipe()
        end_idle_threads()
        self._process = (
            multiprocessing.get_context("fork").Process
            if copied and sys.platform == _COPYING_PLATFORM and threading.active_count() == 1
            else _CONTEXT.Process
        )(target=_work, args=(inner, function), daemon=True)
        with _interrupts_withheld():
            self._process.start()
        inner.close()

    def start(self, task: Task) -> None:
        """Assign a task."""
        # If it has died, `result` will detect it.
        with suppress(BrokenPipeError):
            self.connection.send(task)

    def result(self) -> Result | Death:
        """Wait for the result of the task."""
        try:
            result: Result = self.connection.recv()
        except (EOFError, OSError):
            self._process.join()
            return Death(self._process.exitcode or 0)
        return result

    def kill(self) -> None:
        """Kill the process."""
        self._process.kill()
        self._process.join()


@contextmanager
def _interrupts_withheld() -> Iterator[None]:
    """Processes started in this context ignore keyboard interrupts.

    This process ends them instead; otherwise they would print a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # This would be started with the first process, and re-enable interrupts.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(tasks: connection.Connection, function: Callable[[Task], Result]) -> None:
    """The main loop of a process."""
    gc.disable()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            task: Task = tasks.recv()
        except EOFError:
            return
        tasks.send(function(task))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
