"""Mutants of the prover's facts about calls, single cases, and memories."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_TESTS: Final = "prover/test_at_calls::test_programs_that_"
_invariants: Final = suite_mutants("prover.invariants", _TESTS)
_facts: Final = suite_mutants("prover.facts", _TESTS)
_cases: Final = suite_mutants("prover.cases", _TESTS)
_apart: Final = suite_mutants("prover.apart", _TESTS)
_memories: Final = suite_mutants("prover.memories", _TESTS)
_known: Final = suite_mutants("prover.known", _TESTS)

_comparisons: Final = suite_mutants("prover.comparisons", _TESTS)
_terms: Final = suite_mutants("prover.terms", _TESTS)
_slots: Final = suite_mutants("prover.slots", "prover/test_slots::test_")

_APART: Final = "slots_that_may_be_the_same_are_not_apart"
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
        "if not graph.is_recursive(component) and name != OUTERMOST:",
        "if name != OUTERMOST and name in self._arguments:",
        _DIFFERENT,
    ),
    _known(
        "bounds of two words are those of the first",
        "max(self.most, other.most)",
        "self.most",
        _DIFFERENT,
    ),
    _facts(
        "a word that is not below a number is above it",
        "self.limit(args[0], self.bounds(args[1])[0], WORD_MASK)",
        "self.limit(args[0], self.bounds(args[1])[0] + 1, WORD_MASK)",
        _DIFFERENT,
    ),
    _facts(
        "words have no bits below those that were tested",
        "new.most << amount | low, above | low)",
        "new.most << amount | low, above)",
        _DIFFERENT,
    ),
    _facts(
        "large words are no negative numbers",
        'if condition.op == "slt":',
        'if condition.op == "sgt":',
        _DIFFERENT,
    ),
    _facts(
        "sums do not overflow",
        "if least + start >= 0 and most + start <= WORD_MASK:",
        "if least + start >= 0:",
        _DIFFERENT,
    ),
    _facts(
        "products never overflow",
        "and most * self.bounds(factor)[1] <= WORD_MASK",
        "and most * self.bounds(factor)[1] > 0",
        _DIFFERENT,
    ),
    _facts(
        "no divisor is 0",
        "(least > 0 or self._words.is_zero(divisor) in tests)",
        "least >= 0",
        _DIFFERENT,
    ),
    _facts(
        "a quotient is that of the product",
        'and product is self._words.apply("mul", (factor, divisor))',
        'and product.op == "sum"',
        _DIFFERENT,
    ),
    _facts(
        "a choice has the bounds of its last case",
        "most = min(most, max(highest for _, highest in cases))",
        "most = min(most, min(highest for _, highest in cases))",
        _DIFFERENT,
    ),
    _facts(
        "words that are smaller are larger, too",
        "            if opposite is self._terms.one:\n                return False\n",
        "            return False\n",
        _DIFFERENT,
    ),
    _comparisons(
        "a difference is less than both words",
        "return self.less(one, difference)",
        "return self._terms.zero",
        _DIFFERENT,
    ),
    _terms(
        "times have 63 bits",
        "_64_BITS: Final = (1 << 64) - 1",
        "_64_BITS: Final = (1 << 63) - 1",
        _DIFFERENT,
    ),
    _slots("anything is a small slot", "small[0].most < _SMALL", "bool(small)", _APART),
    _slots("any number is added to a hash", "most < _NEAR else None", "most else None", _APART),
    _slots("numbers reach as far as hashes are apart", "1 << 31", "1 << 32", _APART),
    _slots("hashes have no upper half", "least > -_NEAR", "least > -WORD_LIMIT", _APART),
    _slots(
        "all bytes are different",
        "        return sum(lengths) != sum(map(int, other.data))\n",
        "        return True\n",
        _APART,
    ),
    _slots(
        "all slots of one hash are apart",
        "(word.is_constant and same.is_constant and word is not same)",
        "word is not same",
        _APART,
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
    _cases(
        "one operand that is the same is enough",
        "return is_alike and bool(one.args) and all(",
        "return is_alike and bool(one.args) and any(",
        _DIFFERENT,
    ),
    _apart(
        "bytes end where they begin",
        "return bounds(one.start)[1] + bounds(one.size)[1] <= bounds(other.start)[0]",
        "return bounds(one.start)[1] <= bounds(other.start)[0]",
        _DIFFERENT,
    ),
    _apart(
        "bytes begin where they begin at the earliest",
        "return bounds(one.start)[1] + bounds(one.size)[1] <= bounds(other.start)[0]",
        "return bounds(one.start)[0] + bounds(one.size)[1] <= bounds(other.start)[0]",
        _DIFFERENT,
    ),
    _apart(
        "the last slot is not the same",
        "return most < other_least or",
        "return most <= other_least or",
        _DIFFERENT,
    ),
    _apart(
        "the first slot is not the same",
        "or other_most < least",
        "or other_most <= least",
        _DIFFERENT,
    ),
    _apart(
        "slots differ that may be apart",
        "return most < other_least or",
        "return least < other_least or",
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
