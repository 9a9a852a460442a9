"""The extent of tests that could run forever: a slice each time, all of it at night.

The environment variable YULOPT_TESTS_AT_LENGTH asks for all of it; `.ci/nightly` sets it. What is
in a slice is always the same, so that a failure can be repeated.

Tests of which a case takes half a second of processor time or more are listed in
`tests/slow_tests.txt`, and some of which all cases take two or more. `pytest` runs the others,
`pytest --speed slow` these.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, TypeVar

import pytest

T = TypeVar("T")

AT_LENGTH: Final = bool(os.environ.get("YULOPT_TESTS_AT_LENGTH"))

# For a test that takes long, where others test the same at less length.
at_length: Final = pytest.mark.skipif(
    not AT_LENGTH, reason="takes long: .ci/nightly runs it, with YULOPT_TESTS_AT_LENGTH"
)


# The functions of slow tests, by path and name.
SLOW: Final = frozenset(Path(__file__).with_name("slow_tests.txt").read_text("utf-8").split())


def at_speed(speed: str, tests: Iterable[str]) -> set[str]:
    """Those of some tests, by their identifiers, that are `quick` or `slow`, or `all` of them."""
    if speed == "all":
        return set(tests)
    return {test for test in tests if (test.partition("[")[0] in SLOW) == (speed == "slow")}


def amount(each_time: int, at_length: int) -> int:
    """The number of cases, or the size of one: `each_time`, or `at_length` at night."""
    return at_length if AT_LENGTH else each_time


def seeds(each_time: int, at_length: int) -> range:
    """The seeds of random cases: `each_time` of them, or `at_length` at night."""
    return range(amount(each_time, at_length))


def every_nth(number: int, cases: Sequence[T]) -> list[T]:
    """The first case and every `number`th after it, or all cases at length."""
    return list(cases if AT_LENGTH else cases[::number])


def smallest(number: int, files: Iterable[Path]) -> list[Path]:
    """The `number` smallest of some files in their order, or all files at length."""
    paths = list(files)
    if AT_LENGTH:
        return paths
    chosen = sorted(paths, key=lambda path: path.stat().st_size)[:number]
    return [path for path in paths if path in chosen]
