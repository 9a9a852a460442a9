"""Mutants inside a running process: for a while, all of yulopt is imported once more."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from tests.mutation.mutant import MutantFinder, Patch


@contextmanager
def in_place(patch: Patch, user: str) -> Iterator[None]:
    """What is imported in the meantime has the mistake; what was imported before comes back.

    `user` is the package outside yulopt that uses it, and that is imported once more, too.
    """
    before = _taken_out(user)
    finder = MutantFinder(patch)
    finder.install()
    try:
        yield
    finally:
        finder.remove()
        _taken_out(user)
        sys.modules.update(before)


def _taken_out(user: str) -> dict[str, ModuleType]:
    """The modules of yulopt and of its user, which are no longer loaded."""
    roots = ("yulopt", user)
    names = [name for name in sys.modules if f"{name}.".startswith(tuple(f"{r}." for r in roots))]
    return {name: sys.modules.pop(name) for name in names}
