"""Mutants of what shows the height of the free memory pointer, and of verdicts about accesses."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_seen: Final = suite_mutants("memory_objects.safety", "test_seen_pointers::test_")
_verdicts: Final = suite_mutants("memory_objects.verdicts", "test_safety::test_")
_derived: Final = suite_mutants("memory_objects.derived_values", "test_seen_pointers::test_")

_SHOWS: Final = "programs_that_show_the_pointer"

SEEN_POINTERS: Final = (
    _seen(
        "what is computed from a pointer does not depend on it",
        "            # Other results are an operand, or part of one.\n"
        "            self._taint(number)\n",
        "            pass\n",
        _SHOWS,
    ),
    _seen(
        "lengths do not show the height",
        "elif call.name not in _KEEPING and self._is_tainted(operand):",
        "elif index == 0 and call.name not in _KEEPING and self._is_tainted(operand):",
        _SHOWS,
    ),
    _seen(
        "all that is derived is an address",
        "if operand in self._tainted and not self._is_pointer(operand):",
        "if not call.name:",
        _SHOWS,
    ),
    _seen(
        "sums may have two pointers",
        "return all(map(self._is_tainted, operands))",
        "return False",
        _SHOWS,
    ),
    _seen(
        "what is large is a pointer",
        "is_derived = number in self._tainted and number not in self._mixed",
        "is_derived = number not in self._mixed",
        _SHOWS,
    ),
    _seen(
        "half a check is invariant",
        "                # The other half is needed.\n                self._tainted.add(number)\n",
        "                pass\n",
        _SHOWS,
    ),
    _seen(
        "halves of different checks belong together",
        "return one[0] == other[0] and one[1] != other[1]",
        "return one[1] != other[1]",
        _SHOWS,
    ),
    _seen(
        "every number is above all pointers",
        "if limit is not None and limit >= OUT_OF_REACH - 1:\n                return self",
        "if limit is not None:\n                return self",
        _SHOWS,
    ),
    _seen(
        "a variable is always or never a pointer",
        "        self._note_value(variable.name, number)\n",
        "",
        _SHOWS,
    ),
    _seen(
        "a result is always or never a pointer",
        "            self._note_value(variable, number)\n\n    def _note",
        "            pass\n\n    def _note",
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
        "if condition in self._tainted and not self._is_raised(condition):",
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
        "            self._taint(number)",
        "programs_that_only_use_the_pointer",
    ),
    _seen(
        "every word may be a pointer",
        "is_derived = word.start.constant in self._derived.words",
        "is_derived = True",
        "programs_that_only_use_the_pointer",
    ),
    _seen(
        "what may be something else is a pointer",
        "is_derived = number in self._tainted and number not in self._mixed",
        "is_derived = number in self._tainted",
        _SHOWS,
    ),
    _seen(
        "only words that are known are read",
        "            if self._may_read_derived(span):\n                self._see()\n",
        "",
        _SHOWS,
    ),
    _seen(
        "what holds for raised pointers holds for others",
        "return result.constant is None or self._is_settled(operands)",
        "return True",
        _SHOWS,
    ),
    _seen(
        "immutables are written nowhere",
        "self._accesses.append(FoundAccess(call, self._name_here(), True, where, None))",
        "pass",
        "immutables_are_written_somewhere",
    ),
    _verdicts(
        "accesses without bytes count",
        '    if length == 0:\n        return Verdict.SAFE, "no bytes"\n',
        "",
        "memory_safe_code_is_proven",
    ),
    _verdicts(
        "what is returned across the zero slot is below free memory",
        "    elif end <= first:\n",
        "    elif least <= first:\n",
        "unsafe_code_is_not_proven",
    ),
    _derived(
        "derived values do not spread",
        "return value.builtin.is_pure and any(map(self.spreads, value.arguments))",
        "return False",
        _SHOWS,
    ),
)
