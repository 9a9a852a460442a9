"""Runs recursive code on trees of any depth.

Steps are recursive functions over the tree, which is the clearest way to write them. Programs may
be nested (or be made nested by a step) far deeper than the interpreter's default limits, so they
run in a thread with a large stack, which waits for the next call: a new one for each would take ten
times as long, most of it for the pages of its stack. Python in a browser has no threads; there only
the interpreter's limit is raised, since calls that it interprets use no machine stack.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Final, TypeVar

T = TypeVar("T")

_STACK_BYTES: Final = 512 * 1024 * 1024
_RECURSION_LIMIT: Final = 1_000_000
_HAS_THREADS: Final = sys.platform != "emscripten"

_state: Final = threading.local()


def run_with_deep_stack(function: Callable[[], T]) -> T:
    """The result of `function()`, or its exception; deep recursion is allowed inside it."""
    if getattr(_state, "deep", False):
        return function()
    recursion_limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(recursion_limit, _RECURSION_LIMIT))
    try:
        return _run_in_thread(function) if _HAS_THREADS else _run_here(function)
    finally:
        sys.setrecursionlimit(recursion_limit)


def _run_here(function: Callable[[], T]) -> T:
    _state.deep = True
    try:
        return function()
    finally:
        _state.deep = False


def _run_in_thread(function: Callable[[], T]) -> T:
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(function())
        except BaseException as error:
            errors.append(error)

    try:
        thread = _idle.pop()
    except IndexError:
        thread = _DeepThread()
    thread.run(run)
    _idle.append(thread)
    if errors:
        raise errors[0]
    return results[0]


class _DeepThread:
    """A thread with a large stack, which runs one function at a time."""

    def __init__(self) -> None:
        self._functions: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._finished: SimpleQueue[None] = SimpleQueue()
        stack_bytes = threading.stack_size(_STACK_BYTES)
        try:
            # It must not keep the process alive.
            self._thread = threading.Thread(
                target=self._work, name="yulopt-deep-stack", daemon=True
            )
            self._thread.start()
        finally:
            threading.stack_size(stack_bytes)

    def _work(self) -> None:
        _state.deep = True
        while (function := self._functions.get()) is not None:
            function()
            # What it refers to is not kept alive until the next one.
            del function
            self._finished.put(None)

    def run(self, function: Callable[[], None]) -> None:
        """Run the function; after an interrupt, the thread finishes it, and then ends."""
        try:
            self._functions.put(function)
            self._finished.get()
        except BaseException:
            self._functions.put(None)
            raise

    def end(self) -> None:
        """End the thread, which is idle."""
        self._functions.put(None)
        self._thread.join()


_idle: Final[list[_DeepThread]] = []


def end_idle_threads() -> None:
    """End the threads that wait for the next call, as before a fork, which would not copy them."""
    while _idle:
        _idle.pop().end()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=end_idle_threads)
