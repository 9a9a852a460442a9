"""Mutants of what shows the height of the free memory pointer."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_seen: Final = suite_mutants("memory_objects.safety", "test_seen_pointers::test_")
_derived: Final = suite_mutants("memory_objects.derived_values", "test_seen_pointers::test_")

_SHOWS: Final = "programs_that_show_the_pointer"

SEEN_POINTERS: Final = (
    _seen(
        "what is computed from a pointer does not depend on it",
        "        elif name not in _COMPARISONS:\n            self._note_high(number)\n",
        "",
        _SHOWS,
    ),
    _seen(
        "a variable is always or never a pointer",
        "        if variable.name in self._derived.marked:",
        "        if False and variable.name:",
        _SHOWS,
    ),
    _seen(
        "a result is always or never a pointer",
        "            if variable in self._derived.marked:",
        "            if False and variable:",
        _SHOWS,
    ),
    _seen(
        "a word is always or never a pointer",
        "            if cell in changed and is_derived and not word.start.terms:",
        "            if False and is_derived:",
        _SHOWS,
    ),
    _seen(
        "conditions do not show the height",
        "if condition in self._high and not self._is_raised(condition):",
        "if not condition:",
        _SHOWS,
    ),
    _seen(
        "all loads of the pointer are noticed",
        "        if is_pointer and not self._derived.spreads(call):",
        "        if not call.name:",
        _SHOWS,
    ),
    _seen(
        "differences of pointers depend on the height",
        "            self._differences.add(number)",
        "            self._note_high(number)",
        "programs_that_only_use_the_pointer",
    ),
    _seen(
        "every word may be a pointer",
        "is_derived = word.start.constant in self._derived.words",
        "is_derived = True",
        "programs_that_only_use_the_pointer",
    ),
    _derived(
        "derived values do not spread",
        "return is_derived and any(map(self.spreads, value.arguments))",
        "return False",
        _SHOWS,
    ),
)
