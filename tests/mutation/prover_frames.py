"""Mutants of the prover's frame rule for loops, and of loads in cases."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_frames: Final = suite_mutants("prover.frames", "test_frames::test_")
_builtins: Final = suite_mutants("prover.builtins", "test_frames::test_")
_calls: Final = suite_mutants("prover.execution", "test_frames::test_")
_loads: Final = suite_mutants("prover.cases", "test_case_loads::test_")
_ACCESS: Final = "a_word_that_a_loop_may_access"
_AFTER: Final = "the_word_is_the_same_after_the_loop"

PROVER_FRAMES: Final = (
    _frames(
        "no access counts",
        "if not self._apart.are_apart(self._word(address), accessed):",
        "if self._apart.are_apart(self._word(address), accessed):",
        _ACCESS,
    ),
    _frames(
        "no read of a word is an access",
        "if newest is not None and newest < first:",
        "if newest is not None:",
        _ACCESS,
    ),
    _frames(
        "only the innermost loop accesses words",
        "for first, words in self._rounds:",
        "for first, words in self._rounds[-1:]:",
        _ACCESS,
    ),
    _frames(
        "the word has one byte",
        "return Range(address, self._arrays.word_size)",
        "return Range(address, self._terms.one)",
        _ACCESS,
    ),
    _frames(
        "calls access nothing",
        "words.clear()",
        "pass",
        _ACCESS,
    ),
    _frames(
        "the word is not written after the loop",
        "return state | {MEMORY: after}",
        "return state",
        _AFTER,
    ),
    _frames(
        "the word is not written where the loop leaves the function",
        "leaving={leaf: restored(state) for",
        "leaving={leaf: state for",
        "loops_that_leave_a_function",
    ),
    _builtins(
        "accesses to memory are not noted",
        "self.accessed(start, size, read)",
        "pass",
        _ACCESS,
    ),
    _calls(
        "calls of functions are not accesses",
        'if "memory" in effects.uses:',
        'if "memory" in effects.writes and not effects.uses:',
        _ACCESS,
    ),
    _loads(
        "slots of storage are not evaluated",
        "self._evaluated(slot, known)))",
        "self._graph.terms.zero))",
        "a_slot_after_a_checked_element_was_written",
    ),
)
