"""The programs of tests, collected by the parser while test functions run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout
from io import StringIO
from itertools import chain

import pytest

from tests.mutation import by_tests
from tests.mutation.mutant import SuiteMutant
from tests.verification.programs import Program
from yulopt.dialect import Dialect
from yulopt.errors import Source
from yulopt.syntax.locations import Locations
from yulopt.syntax.objects import Object
from yulopt.syntax.recursive_descent import read_program

_MAX_PROGRAMS = 150
_MAX_TEXT = 5000
# By test.
_known: dict[str, tuple[Program, ...]] = {}


class _EnoughError(Exception):
    """Ends a test that has more programs than are used."""


def programs_of_tests(mutant: SuiteMutant) -> Iterator[Program]:
    """Those of the test that catches the mutant, and of the other tests beside it."""
    first = next(by_tests.checks(mutant), "")
    is_elsewhere = "/" in mutant.caught_by
    others = () if is_elsewhere else by_tests.checks_in(first.partition("::")[0])
    return programs_of(chain([first], others))


def programs_of(checks: Iterable[str]) -> Iterator[Program]:
    """Those of some tests, given as `folder/module::function`, which run one after the other."""
    found: dict[Program, None] = {}
    for check in checks:
        new = [one for one in _parsed_in(check) if one not in found]
        found |= dict.fromkeys(new)
        yield from new
        if len(found) >= _MAX_PROGRAMS:
            break


def _parsed_in(check: str) -> tuple[Program, ...]:
    if check not in _known:
        _known[check] = _parsed(check)
    return _known[check]


def _parsed(check: str) -> tuple[Program, ...]:
    found: dict[Program, None] = {}

    def recorded(source: Source, dialect: Dialect, locations: Locations | None) -> Object:
        if len(found) >= _MAX_PROGRAMS:
            raise _EnoughError
        if len(source.text) < _MAX_TEXT:
            found[Program("", source.text, dialect.version.text)] = None
        return read_program(source, dialect, locations)

    with pytest.MonkeyPatch.context() as patch, redirect_stdout(StringIO()):
        patch.setattr("yulopt.syntax.parser.read_program", recorded)
        by_tests.failure(check)
    return tuple(found)
