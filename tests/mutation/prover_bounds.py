"""Mutants of the prover's facts on paths: bounds of words, and conditions by their terms."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_loops: Final = suite_mutants("prover.rounds", "test_bounds_of_loops::test_")
_sums: Final = suite_mutants("prover.words", "test_normal_form::test_")
_guesses: Final = suite_mutants("prover.loop_guesses", "test_bounds_of_loops::test_")
_names: Final = suite_mutants("prover.modified", "test_bounds_of_loops::test_")
_rounds_of: Final = suite_mutants("prover.execution", "test_bounds_of_loops::test_")
_paths: Final = suite_mutants("prover.paths", "test_free_pointer::test_")
_arms: Final = suite_mutants("prover.paths", "test_bounds_on_paths::test_")
_rounds: Final = suite_mutants("prover.execution", "test_free_pointer::test_")
_ways: Final = suite_mutants("prover.summaries", "test_free_pointer::test_")
_kept: Final = suite_mutants("prover.known", "test_kept_words::test_")
_pointer_in_rounds: Final = suite_mutants("prover.known", "test_free_pointer::test_")
_memory: Final = suite_mutants("prover.memory_facts", "test_kept_words::test_")
_kept_in_rounds: Final = suite_mutants("prover.execution", "test_kept_words::test_")
_accesses: Final = suite_mutants("prover.execution", "test_bounds_on_paths::test_")
_apart: Final = suite_mutants("prover.apart", "test_bounds_on_paths::test_")
_comparisons: Final = suite_mutants("prover.comparisons", "test_bounds_on_paths::test_")
_words: Final = suite_mutants("prover.words", "test_bounds_on_paths::test_")
_copied: Final = suite_mutants("prover.apart", "test_kept_words::test_")
_guessed: Final = suite_mutants("prover.loop_guesses", "test_loop_guesses::test_")
_parts: Final = suite_mutants("prover.facts", "test_loop_guesses::test_")
_facts: Final = suite_mutants("prover.facts", "test_bounds_on_paths::test_")
_conditions: Final = suite_mutants("prover.facts", "test_conditions_by_terms::test_")
_cases: Final = suite_mutants("prover.cases", "test_conditions_by_terms::test_")
_terms: Final = suite_mutants("prover.terms", "test_bounds_on_paths::test_")
_OVERLAP: Final = "objects_that_may_overlap_scratch_space"
_WRITTEN: Final = "words_that_loops_may_write"
_LOOPS: Final = "words_that_leave_their_bounds"
_UNBOUNDED: Final = "words_without_such_bounds"
_calldata: Final = suite_mutants("prover.facts", "test_end_of_calldata::test_")
_DIFFER: Final = "programs_that_differ_are_not_proven"
_EQUIVALENT: Final = "equivalent_conditions_are_proven"
_OTHER: Final = "conditions_that_differ_are_not_proven"

PROVER_BOUNDS: Final = (
    _loops(
        "only later rounds have bounds",
        "found = {name: before[name] for name in words}",
        "found = {name: Bounds(1, 0, 0) for name in words}",
        _LOOPS,
    ),
    _loops(
        "words that are copied have no bounds",
        "found[name] = found[name].join(found[other].meet(limits[name]))",
        "found[name] = found[name].join(found[name].meet(limits[name]))",
        _LOOPS,
    ),
    _loops(
        "a choice is one of its first word",
        'for way in case.args[1:] if case.op == "ite" else ():',
        'for way in case.args[1:2] if case.op == "ite" else ():',
        _LOOPS,
    ),
    _sums(
        "any quotient leaves the remainder",
        "if factor and ((factor << amount.value) + coefficient) & WORD_MASK == 0:",
        "if factor:",
        "different",
    ),
    _names(
        "variables are set to the first of their constants only",
        "value if is_same else None",
        "self.variables.get(target.name, value) if is_same or value is not None else None",
        _LOOPS,
    ),
    _rounds_of(
        "loops leave variables unchanged that are set to any constant",
        "and (literal is None or self._state[name] is not constant(literal))",
        "and literal is None",
        _LOOPS,
    ),
    _facts(
        "masks of some of the bits are dropped",
        "return term if ones & ~mask.value else masked",
        "return masked if ones & mask.value else term",
        _DIFFER,
    ),
    _facts(
        "a word that is not above another one is below it",
        "self.limit(args[1], 0, self.bounds(args[0])[1])",
        "self.limit(args[1], 0, self.bounds(args[0])[1] - 1)",
        _DIFFER,
    ),
    _facts(
        "a word that is not a number is below it",
        "self.limit(args[1], least + is_least, most - is_most)",
        "self.limit(args[1], least + is_least, min(most, args[0].value - 1))",
        _DIFFER,
    ),
    _facts(
        "both words of a comparison are the smaller one",
        "if case is smaller:",
        "if case in condition.args:",
        _DIFFER,
    ),
    _facts(
        "a word that is not smaller is smaller",
        "max(self.bounds(larger, choices)[1] - holds, 0)",
        "max(self.bounds(larger, choices)[1] - 1, 0)",
        _DIFFER,
    ),
    _terms(
        "products do not wrap around",
        "return _below(most) if most <= WORD_MASK else WORD_MASK\n    return WORD_MASK",
        "return _below(most) & WORD_MASK >> 2\n    return WORD_MASK",
        _DIFFER,
    ),
    _conditions(
        "words that are not 0 have a common bit",
        "if None in decided or not (is_or or all(term.is_boolean for term in condition.args)):",
        "if None in decided:",
        _OTHER,
    ),
    _conditions(
        "a conjunction of which one term has one bit is of truth values",
        "not (is_or or all(term.is_boolean for term in condition.args)):",
        "not (is_or or condition.is_boolean):",
        _OTHER,
    ),
    _conditions(
        "terms that are not decided do not count",
        "if None in decided or not",
        "if not",
        _OTHER,
    ),
    _conditions(
        "disjunctions are not decided by one term",
        "if is_or in decided:",
        "if not is_or and False in decided:",
        _EQUIVALENT,
    ),
    _cases(
        "disjunctions are taken as a whole",
        "term = self._undecided_term(conditions[0])",
        "term = None",
        _EQUIVALENT,
    ),
    _cases(
        "a case of one term decides the disjunction",
        "return self._in_cases([term], lambda: self._by_choice(one, other, check))",
        "return self._in_cases([term], check)",
        _EQUIVALENT,
    ),
    _facts(
        "a shift to the left does not overflow",
        "if ends[1] <= WORD_MASK:",
        "if ends[1]:",
        _DIFFER,
    ),
    _facts(
        "a product does not overflow",
        "if prod(highs) <= WORD_MASK:",
        "if prod(highs):",
        _DIFFER,
    ),
    _facts(
        "a word is less than itself plus any word",
        "and (least or smaller is other):",
        "and (most or smaller is other):",
        _DIFFER,
    ),
    _facts(
        "sums do not overflow beside their parts",
        "if self.bounds(smaller)[1] + most <= WORD_MASK and",
        "if self.bounds(smaller)[1] and",
        _DIFFER,
    ),
    _facts(
        "a selector has more bits",
        "WORD_MASK >> amount << amount)",
        "WORD_MASK >> amount << amount - 1)",
        _DIFFER,
    ),
    _facts(
        "terms that may hold are left out of a disjunction",
        "if self.decide(arg) is not False",
        "if self.decide(arg) is True",
        _DIFFER,
    ),
    _facts(
        "a masked word is at most the mask of the largest one",
        "most = min(most, ends[1])\n        if word.op ==",
        "most = min(most, ends[1] & mask)\n        if word.op ==",
        _DIFFER,
    ),
    _apart(
        "a distance may reach around the address space",
        "return sizes[0] <= least and most + sizes[1] <= WORD_LIMIT",
        "return sizes[0] <= least",
        _DIFFER,
    ),
    _apart(
        "a distance may be a byte shorter than the first range",
        "return sizes[0] <= least and",
        "return sizes[0] <= least + 1 and",
        _DIFFER,
    ),
    _comparisons(
        "3 is a truth value",
        "return self._words.shifted_right(1, word)",
        "return self._words.shifted_right(2, word)",
        _DIFFER,
    ),
    _comparisons(
        "a word is equal to some of its bits if these are not set",
        "return self._words.masked(word, mask ^ WORD_MASK)",
        "return self._words.masked(word, mask)",
        _DIFFER,
    ),
    _words(
        "a shift to the left keeps one bit more",
        "return self.masked(before, WORD_MASK >> amount.value)",
        "return self.masked(before, WORD_MASK >> amount.value - 1)",
        _DIFFER,
    ),
    _paths(
        "what holds of memory in one arm holds where arms meet",
        "KnownMemory.of_all(kept)",
        "KnownMemory.of_all(kept[-1:])",
        _OVERLAP,
    ),
    _ways(
        "what holds of memory on one way holds on all",
        "return KnownMemory.of_all(self._kept.values())",
        "return [*self._kept.values()][-1]",
        _OVERLAP,
    ),
    _pointer_in_rounds(
        "the free memory pointer need not keep its bound in a round",
        "self.least if other.least >= self.least else 0, joined",
        "self.least, joined",
        _OVERLAP,
    ),
    _rounds(
        "functions leave the free memory pointer alone",
        "return Summary(returning, results, state, ways.kept, fixed, ways.bounds)",
        "return Summary(returning, results, state, KnownMemory(128), fixed, ways.bounds)",
        _OVERLAP,
    ),
    _kept(
        "words of memory need not be kept in a round",
        "return KnownMemory(self.least, self.floors, joined.words)",
        "return KnownMemory(self.least, self.floors, self.words)",
        _WRITTEN,
    ),
    _kept_in_rounds(
        "what holds of memory after the round holds where the loop is left",
        "kept = exits.kept, kept_next",
        "kept = kept_next, kept_next",
        _WRITTEN,
    ),
    _kept_in_rounds(
        "functions that leave their loop keep words",
        "kept_leaving=KnownMemory.of_all([kept for _, kept in left.values()]),",
        "kept_leaving=kept,",
        _WRITTEN,
    ),
    _kept(
        "words of memory are kept by either memory",
        "words = tuple(word for word in self.words if word in other.words)",
        "words = self.words",
        _WRITTEN,
    ),
    _memory(
        "any word at the address is the one that is kept",
        "if load(state[MEMORY], pair[0]) is pair[1])",
        "if load(state[MEMORY], pair[0]).op != pair[0].op)",
        _WRITTEN,
    ),
    _accesses(
        "slots are addresses of memory",
        '_ACCESSES: Final = frozenset({"mload",',
        '_ACCESSES: Final = frozenset({"sstore",',
        _DIFFER,
    ),
    _arms(
        "bounds of one arm hold where arms meet",
        "bounds = reduce(Bounds.join, found)",
        "bounds = reduce(Bounds.meet, found)",
        _DIFFER,
    ),
    _loops(
        "bounds of the condition hold after the round",
        "{name: self.bounds_next.get(name, UNKNOWN) for name in words}",
        "{name: Bounds(0, 255) for name in words}",
        _LOOPS,
    ),
    _guesses(
        "words never become less in a round",
        "actual = following.get(name, guess)",
        "actual = guess",
        "bounds_on_one_path_are_none_on_another",
    ),
    _facts(
        "quotients are not 0",
        'if word.op == "div" and new.least:',
        'if word.op == "div" and new.most:',
        _DIFFER,
    ),
    _facts(
        "a dividend is more than the product",
        "min(new.least * self.bounds(divisor)[0], WORD_MASK)",
        "min(new.least * self.bounds(divisor)[0] + 1, WORD_MASK)",
        _DIFFER,
    ),
    _accesses(
        "what the last attempt assumes need not hold",
        "assumed, kept = ({}, NOTHING) if gives_up else (bounds, left)",
        "assumed, kept = (bounds, left)",
        _DIFFER,
    ),
    _guessed(
        "counters are confirmed without a look at the next round",
        "if weaker != UNKNOWN and weaker.has(actual):",
        "if weaker != UNKNOWN:",
        _UNBOUNDED,
    ),
    _parts(
        "a sum may be one more than a word",
        "sum(factor * most for _, factor, (_, most) in parts) <= WORD_MASK:",
        "sum(factor * most for _, factor, (_, most) in parts) <= WORD_LIMIT:",
        _UNBOUNDED,
    ),
    _parts(
        "parts of a sum are small even if it overflows",
        "if constant + sum(factor * most for _, factor, (_, most) in parts) <= WORD_MASK:",
        "if constant <= WORD_MASK:",
        _UNBOUNDED,
    ),
    _parts(
        "a part is smaller than the rest of the sum",
        "bound = least + (limits.most - lowest) // factor",
        "bound = least + (limits.most - lowest) // factor - 1",
        _UNBOUNDED,
    ),
    _parts(
        "the number in a sum counts twice",
        "lowest = constant + sum(",
        "lowest = 2 * constant + sum(",
        _UNBOUNDED,
    ),
    _copied(
        "a copied word comes from the address that it is copied to",
        "before, address = found.args",
        "before, address = found.args[0], start",
        "a_word_that_is_copied_from_another_address",
    ),
    _calldata(
        "calldata ends after the last byte of a word",
        "end = word.args[0].value + WORD_BYTES - zeros",
        "end = word.args[0].value + WORD_BYTES",
        "calldata_ends_after_a_byte_other_than_zero",
    ),
    _calldata(
        "calldata ends after a byte that is zero",
        "zeros = ((value & -value).bit_length() - 1) // 8",
        "zeros = (value & -value).bit_length() // 9",
        "calldata_ends_after_a_byte_other_than_zero",
    ),
    _calldata(
        "all words are calldata",
        'if word.op != "calldataload" or not value or not word.args[0].is_constant:',
        "if not (word.args and word.args[0].is_constant and value):",
        "other_words",
    ),
    _calldata(
        "calldata has any size",
        "return end if end <= MAX_ADDRESS else 0",
        "return end",
        "other_words",
    ),
    _calldata(
        "a shifted word is the word",
        "        value = value << shift.value & WORD_MASK\n",
        "",
        "calldata_ends_after_a_byte_other_than_zero",
    ),
    _calldata(
        "short calldata may be any word",
        '            if end and self.bounds(self._terms.make("calldatasize"))[1] < end:\n'
        "                return False\n",
        "",
        "short_calldata_is_no_selector",
    ),
    _calldata(
        "calldata may not be as short",
        'if end and self.bounds(self._terms.make("calldatasize"))[1] < end:',
        'if end and self.bounds(self._terms.make("calldatasize"))[1] <= end:',
        "short_calldata_is_no_selector",
    ),
)
