"""Mutants of what the prover knows of calls, of single cases, and of memories."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_TESTS: Final = "prover/test_at_calls::test_programs_that_"
_invariants: Final = suite_mutants("prover.invariants", _TESTS)
_facts: Final = suite_mutants("prover.facts", _TESTS)
_cases: Final = suite_mutants("prover.cases", _TESTS)
_memories: Final = suite_mutants("prover.memories", _TESTS)
_known: Final = suite_mutants("prover.known", _TESTS)

_DIFFERENT: Final = "differ_are_not_proven"

AT_CALLS: Final = (
    _invariants(
        "what holds before the step holds after it",
        "before[one].join(after[other])",
        "before[one]",
        _DIFFERENT,
    ),
    _invariants(
        "the arguments of one call are those of all",
        "[one.join(two) for one, two in zip(known, arguments, strict=True)]",
        "known",
        _DIFFERENT,
    ),
    _invariants(
        "recursive functions are called by others only",
        "if not graph.is_recursive(component) and name in self._arguments:",
        "if name in self._arguments:",
        _DIFFERENT,
    ),
    _known(
        "bounds of two words are those of the first",
        "max(self.most, other.most)",
        "self.most",
        _DIFFERENT,
    ),
    _facts(
        "a word that is not above a number is below it",
        "self._limit(args[1], 0, self.bounds(args[0])[1])",
        "self._limit(args[1], 0, self.bounds(args[0])[1] - 1)",
        _DIFFERENT,
    ),
    _facts(
        "a word that is not below a number is above it",
        "self._limit(args[0], self.bounds(args[1])[0], WORD_MASK)",
        "self._limit(args[0], self.bounds(args[1])[0] + 1, WORD_MASK)",
        _DIFFERENT,
    ),
    _facts(
        "large words are no negative numbers",
        'if condition.op == "slt" and max(most, other_most) > WORD_MASK >> 1:',
        'if condition.op == "slt" and max(most, other_most) > WORD_MASK:',
        _DIFFERENT,
    ),
    _facts(
        "sums do not overflow",
        "return (least, most) if least >= 0 and most <= WORD_MASK else None",
        "return least, most",
        _DIFFERENT,
    ),
    _cases(
        "what is the same in one case is in the other",
        "            self._equal.popitem()\n",
        "            break\n",
        _DIFFERENT,
    ),
    _cases(
        "one case counts",
        "return all(self._in_case(conditions, holds, check) for holds in (True, False))",
        "return any(self._in_case(conditions, holds, check) for holds in (True, False))",
        _DIFFERENT,
    ),
    _cases(
        "where control falls, nothing else counts",
        "if one is other and (not falls(one) or self._all_same(parts)):",
        "if one is other:",
        _DIFFERENT,
    ),
    _memories(
        "what a loop reads does not matter",
        "if not all(self._reads_above(term, least) for term in rounds):",
        "if not rounds:",
        _DIFFERENT,
    ),
    _memories(
        "a word ends where it starts",
        "+ written.length > least:",
        "> least:",
        _DIFFERENT,
    ),
    _memories(
        "copies have no length",
        "            if written.length is None:\n                break\n",
        "            if written.length is None:\n                memory = memory.args[0]\n"
        "                continue\n",
        _DIFFERENT,
    ),
    _memories(
        "reads begin anywhere",
        "return self._agree(one.args[0], other.args[0], least)",
        "return self._agree(one.args[0], other.args[0], 1 << 200)",
        _DIFFERENT,
    ),
)
