"""Mutants of the prover's words of loops: scalar replacement, and reads of storage past loops."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_TESTS: Final = "test_scalar_replacement::test_"
_scalars: Final = suite_mutants("prover.scalar_replacement", _TESTS)
_binders: Final = suite_mutants("prover.binders", _TESTS)
_choices: Final = suite_mutants("prover.choices", _TESTS)
_slots: Final = suite_mutants("prover.slots", "test_slots::test_")
_facts: Final = suite_mutants("prover.facts", "test_bounds_on_paths::test_")
_apart: Final = suite_mutants("prover.apart", "test_frames::test_")
_CHANGED: Final = "words_that_loops_may_change"
_SAME_SLOTS: Final = "slots_that_may_be_the_same_are_not_apart"
_DIFFER: Final = "programs_that_differ_are_not_proven"

PROVER_SCALARS: Final = (
    _scalars(
        "the rest of memory is not compared",
        "return all(rest(self.substitute(state[part])) is before for state in _ends(self.whole))",
        "return bool(rest) and bool(before)",
        _CHANGED,
    ),
    _scalars(
        "places may vary from round to round",
        "if location.newest < loop.first]",
        "if location.newest >= 0]",
        _CHANGED,
    ),
    _scalars(
        "where a loop is left, words are those before it",
        "self.written(state[self.part], state)}",
        "state[self.part]}",
        _CHANGED,
    ),
    _scalars(
        "the first round has other words",
        "entry=split(loop.entry),",
        "entry=loop.entry | self.symbols | {self.scalars.part: loop.entry[self.scalars.part]},",
        _CHANGED,
    ),
    _binders(
        "loops write only before they are left",
        "[after.args[0], following]",
        "[following]",
        _CHANGED,
    ),
    _binders(
        "loops write only where they are left",
        "[after.args[0], following]",
        "[after.args[0]]",
        _CHANGED,
    ),
    _binders(
        "only one path writes",
        "pending += part.args[1:]",
        "pending.append(part.args[2])",
        _CHANGED,
    ),
    _choices(
        "any word that is written was there",
        "return self.load(storage, slot) in condition.args",
        "return True",
        _CHANGED,
    ),
    _slots(
        "equal slots differ",
        "return 0 < least <= most < WORD_LIMIT",
        "return 0 <= least <= most < WORD_LIMIT",
        _SAME_SLOTS,
    ),
    _slots(
        "equal slots differ, from the other side",
        "or -WORD_LIMIT < least <= most < 0",
        "or -WORD_LIMIT < least <= most <= 0",
        _SAME_SLOTS,
    ),
    _slots(
        "no index goes around",
        "return 0 < least <= most < WORD_LIMIT",
        "return 0 < least <= most",
        _SAME_SLOTS,
    ),
    _facts(
        "any sign extension changes nothing",
        "if same is word.args[1]:",
        "if (same := word.args[1]) is not word:",
        _DIFFER,
    ),
    _apart(
        "reads depend on no writes",
        "if not self.are_apart(wanted, written_range(below, self._terms)):\n                kept",
        "if self.are_apart(wanted, wanted):\n                kept",
        "a_loop_that_reads_an_array",
    ),
)
