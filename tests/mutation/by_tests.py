"""Judges mutants by tests: those of the folder that mirrors the package of the mutant.

Test functions are called as they are, with their parameters, but without pytest around them, so
only those count that need no fixtures.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final, TypeAlias

import pytest

from tests.mutation.mutant import SuiteMutant

TESTS: Final = Path(__file__).resolve().parent.parent
_PARAMETER_SET: Final = type(pytest.param())

Test: TypeAlias = Callable[..., None]
Case: TypeAlias = dict[str, object]


def checks(mutant: SuiteMutant) -> Iterator[str]:
    """The tests as `folder/module::function`, that which is known to catch the mutant first."""
    folder = _folder(mutant)
    if mutant.caught_by:
        is_elsewhere = "/" in mutant.caught_by
        yield mutant.caught_by if is_elsewhere else f"{folder}/{mutant.caught_by}"
    subject = mutant.module.rpartition(".")[2]
    paths = (TESTS / folder).glob("test_*.py")
    for path in sorted(paths, key=lambda path: (subject not in path.stem, path.stem)):
        yield from checks_in(f"{folder}/{path.stem}")


def checks_in(path: str) -> Iterator[str]:
    """The tests of a module, given as `folder/module`."""
    for name in _tests_of(import_module(f"tests.{path.replace('/', '.')}")):
        yield f"{path}::{name}"


def fault(_mutant: SuiteMutant, check: str) -> str:
    """The symptom of the mutant in a test."""
    return failure(check)


def failure(check: str) -> str:
    """The failure of the test, or an unexpected exception."""
    test = _tests_in(check)[check.partition("::")[2]]
    if any(mark.name == "skipif" and mark.args[0] for mark in _marks(test)):
        return ""
    for case in _cases(test):
        try:
            test(**case)
        except pytest.skip.Exception:
            continue
        except (Exception, pytest.fail.Exception) as error:
            return type(error).__name__
    return ""


def is_there(check: str) -> bool:
    """Whether there is such a test."""
    return check.partition("::")[2] in _tests_in(check)


def _tests_in(check: str) -> dict[str, Test]:
    """The tests of the module that a test is in."""
    path = check.partition("::")[0]
    return _tests_of(import_module(f"tests.{path.replace('/', '.')}"))


def _folder(mutant: SuiteMutant) -> str:
    """The folder with tests of the package, which may be tested together with those around it."""
    parts = mutant.module.split(".")[1:-1]
    while not (TESTS / Path(*parts)).is_dir():
        parts.pop()
    return "/".join(parts)


def _tests_of(module: ModuleType) -> dict[str, Test]:
    """The tests of a module that need no fixtures, by their names."""
    return {
        name: test
        for name, test in vars(module).items()
        if name.startswith("test_")
        and inspect.isfunction(test)
        and set(inspect.signature(test).parameters) == set(next(_cases(test), {}))
    }


def _marks(test: Test) -> Sequence[pytest.Mark]:
    return getattr(test, "pytestmark", [])


def _cases(test: Test) -> Iterator[Case]:
    """The arguments of each call of a test: all combinations of what it is parametrised with."""
    marks = [mark for mark in _marks(test) if mark.name == "parametrize"]
    for combination in itertools.product(*map(_alternatives, marks)):
        yield {name: value for one in combination for name, value in one.items()}


def _alternatives(mark: pytest.Mark) -> Iterator[Case]:
    """The values of the parameters of one `parametrize`."""
    names, values = mark.args[:2]
    if isinstance(names, str):
        names = [name.strip() for name in names.split(",")]
    for value in values:
        if isinstance(value, _PARAMETER_SET):
            row = value.values
        else:
            row = value if len(names) > 1 else (value,)
        yield dict(zip(names, row, strict=True))
