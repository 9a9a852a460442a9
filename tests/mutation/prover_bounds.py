"""Mutants of the prover's bounds of words: in loops, on paths, and of products."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_loops: Final = suite_mutants("prover.loops", "test_bounds_of_loops::test_")
_facts: Final = suite_mutants("prover.facts", "test_bounds_on_paths::test_")
_terms: Final = suite_mutants("prover.terms", "test_bounds_on_paths::test_")
_LOOPS: Final = "words_that_leave_their_bounds"
_DIFFER: Final = "programs_that_differ_are_not_proven"

PROVER_BOUNDS: Final = (
    _loops(
        "only later rounds have bounds",
        "found = {name: Bounds.of(self.entry[name]) for name in words}",
        "found = {name: Bounds(1, 0, 0) for name in words}",
        _LOOPS,
    ),
    _loops(
        "words that are copied have no bounds",
        "found[name] = found[name].join(found[other])",
        "found[name] = found[name].join(found[name])",
        _LOOPS,
    ),
    _loops(
        "a choice is one of its first word",
        'for way in case.args[1:] if case.op == "ite" else ():',
        'for way in case.args[1:2] if case.op == "ite" else ():',
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
)
