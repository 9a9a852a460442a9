"""The programs of tests, collected by the parser while test functions run."""

from __future__ import annotations

from contextlib import redirect_stdout
from io import StringIO

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


def programs_of_tests(mutant: SuiteMutant) -> list[Program]:
    """Those of the test that catches the mutant, and of the other tests beside it."""
    first = next(by_tests.checks(mutant), "")
    module = first.partition("::")[0]
    others = [check for check in by_tests.checks(mutant) if check.startswith(f"{module}::")]
    found = dict.fromkeys(
        program for check in [first, *others] for program in _parsed_in(mutant, check)
    )
    return list(found)[:_MAX_PROGRAMS]


def _parsed_in(mutant: SuiteMutant, check: str) -> tuple[Program, ...]:
    if check not in _known:
        _known[check] = _parsed(mutant, check)
    return _known[check]


def _parsed(mutant: SuiteMutant, check: str) -> tuple[Program, ...]:
    found: dict[Program, None] = {}

    def recorded(source: Source, dialect: Dialect, locations: Locations | None) -> Object:
        if len(source.text) < _MAX_TEXT and len(found) < _MAX_PROGRAMS:
            found[Program("", source.text, dialect.version.text)] = None
        return read_program(source, dialect, locations)

    with pytest.MonkeyPatch.context() as patch, redirect_stdout(StringIO()):
        patch.setattr("yulopt.syntax.parser.read_program", recorded)
        by_tests.fault(mutant, check)
    return tuple(found)
