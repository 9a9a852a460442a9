"""Slow tests are known by name, and each name is that of a test."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from tests.slices import SLOW, at_speed

ROOT: Final = Path(__file__).resolve().parent.parent


def test_each_slow_test_exists() -> None:
    assert len(SLOW) > 100
    missing = []
    for test in sorted(SLOW):
        path, _, name = test.partition("::")
        file = ROOT / path
        if not (file.is_file() and re.search(rf"^def {name}\(", file.read_text("utf-8"), re.M)):
            missing.append(test)
    assert missing == []


def test_quick_and_slow_are_all() -> None:
    slow = min(SLOW)
    tests = {slow, f"{slow}[a case]", "tests/test_slices.py::test_quick_and_slow_are_all"}
    assert at_speed("slow", tests) == {slow, f"{slow}[a case]"}
    assert at_speed("quick", tests) == tests - at_speed("slow", tests)
    assert at_speed("all", tests) == tests
