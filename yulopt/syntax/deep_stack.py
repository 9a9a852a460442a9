"""Runs recursive code on trees of any depth.

Steps are recursive functions over the tree, which is the clearest way to write them. Programs may
be nested (or be made nested by a step) far deeper than the interpreter's default limits, so they
run in a separate thread with a large stack. Python in a browser has no threads; there only the
interpreter's limit is raised, since calls that it interprets use no machine stack.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
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
        _state.deep = True
        try:
            results.append(function())
        except BaseException as error:
            errors.append(error)

    stack_bytes = threading.stack_size(_STACK_BYTES)
    try:
        thread = threading.Thread(target=run, name="yulopt-deep-stack")
        thread.start()
        threading.stack_size(stack_bytes)
        thread.join()
    finally:
        threading.stack_size(stack_bytes)
    if errors:
        raise errors[0]
    return results[0]
