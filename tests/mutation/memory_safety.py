"""Mutants of the proof that code obeys the rules of memory, and of its verdicts about accesses."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_safety: Final = suite_mutants("memory_objects.safety", "test_safety::test_")
_verdicts: Final = suite_mutants("memory_objects.verdicts", "test_safety::test_")

MEMORY_SAFETY: Final = (
    _safety(
        "what follows from a high pointer is true of any",
        "self._is_raised, operands)) and not self._holds_if_lower(name, operands, number):",
        "self._is_raised, operands)) and not name:",
        "unsafe_code_is_not_proven",
    ),
    _safety(
        "a pointer is none of the labels of a switch",
        "        return self._lowered(value)",
        "        return value",
        "unsafe_code_is_not_proven",
    ),
    _safety(
        "what a pointer is taken from is one",
        'if name == "add" or (name == "sub" and self._is_raised(operands[0])):',
        'if name in ("add", "sub"):',
        "unsafe_code_is_not_proven",
    ),
    _safety(
        "memory may be free where scratch space is",
        "        is_known = is_known and first >= FIRST_FREE\n",
        "",
        "unsafe_code_is_not_proven",
    ),
    _safety(
        "any first pointer is one that the program asked for",
        "bounds(facts, as_sum(facts, value))[0] >= RAISED",
        "bounds(facts, as_sum(facts, value))[0] >= 0",
        "memory_is_free_after_an_allocation",
    ),
    _safety(
        "the first pointer is not raised",
        "            value = facts.fresh(self.facts.words.interval(RAISED, OUT_OF_REACH - 1))\n",
        "            pass\n",
        "memory_safe_code_is_proven",
    ),
    _safety(
        "a pointer that is set twice is known",
        "is_known = len(pointers) == len(self._first_pointers) == 1",
        "is_known = bool(pointers)",
        "unsafe_code_is_not_proven",
    ),
    _safety(
        "accesses are proven where the pointer is not kept",
        "proven = self.found.kept and is_known",
        "proven = is_known",
        "only_uses_of_the_pointer_need_it",
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
    _safety(
        "what holds for raised pointers holds for others",
        "return result.constant is None or self._is_settled(operands)",
        "return True",
        "unsafe_code_is_not_proven",
    ),
    _safety(
        "all that is large is above all pointers",
        "limit = self.facts.values_of(other).constant",
        "limit = self.facts.values_of(other).least",
        "unsafe_code_is_not_proven",
    ),
    _safety(
        "two pointers are one above another number",
        "            if all(map(self._is_raised, operands)):\n                return False\n",
        "",
        "unsafe_code_is_not_proven",
    ),
    _safety(
        "differences of large values are those of pointers",
        "            return not any(\n                self._is_raised(term)",
        "            return True or any(\n                self._is_raised(term)",
        "unsafe_code_is_not_proven",
    ),
    _safety(
        "immutables are written nowhere",
        "self._accesses.append(FoundAccess(call, self._name_here(), True, where, None))",
        "pass",
        "unsafe_code_is_not_proven",
    ),
)
