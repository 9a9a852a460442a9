"""Mutants of groups of steps that are proven as one, and of what their proofs need."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_groups: Final = suite_mutants("prover.groups", "test_groups::test_")
_runs: Final = suite_mutants("prover.run", "test_groups::test_")
_steps: Final = suite_mutants("prover.step_proof", "test_groups::test_")
_comparisons: Final = suite_mutants("prover.comparisons", "test_normal_form::test_")
_words: Final = suite_mutants("prover.words", "test_normal_form::test_")
_equations: Final = suite_mutants("prover.equations", "test_equations::test_")
_dispatch: Final = suite_mutants("prover.dispatch_cases", "test_dispatch_cases::test_")
_WRONG: Final = "a_wrong_step_is_the_only_unproven_one"

PROVER_GROUPS: Final = (
    _steps(
        "a group counts as proven if a change in it is not",
        "return proofs if _are_proven(proofs) else None",
        "return proofs",
        _WRONG,
    ),
    _runs(
        "only the first change of a group is compared",
        "before, after = changes[0].before, changes[-1].after",
        "before, after = changes[0].before, changes[0].after",
        _WRONG,
    ),
    _runs(
        "a group has the hashes of its first change",
        "(first.before.hash_of_all, last.after.hash_of_all)",
        "(first.before.hash_of_all, first.after.hash_of_all)",
        "a_group_is_one_proof",
    ),
    _runs(
        "the second half is always tried as one",
        "if len(group) > 1 and result and len(second) > 1:",
        "if len(group) > 1 and result and not second:",
        "after_a_proven_half_the_other_one_is_not_tried_as_one",
    ),
    _runs(
        "a lost group is lost",
        "result = [] if len(group) > 1 else [_lost(changes[group[0]], result)]",
        "result = [_lost(changes[group[0]], result)]",
        "steps_of_a_lost_group_are_proven_one_by_one",
    ),
    _groups(
        "groups count changes, not runs",
        "change.path, change.number // size",
        "change.path, index // size",
        "groups_begin_at_multiples_of_their_size",
    ),
    _groups(
        "groups span objects",
        "return change.path, change.number",
        'return "", change.number',
        "groups_are_in_one_object_and_have_unique_names",
    ),
    _groups(
        "groups include code whose names are not unique",
        "size == 1 or change.before.code is None or change.after.code is None",
        "size == 1",
        "groups_are_in_one_object_and_have_unique_names",
    ),
    _comparisons(
        "no number is a sign extension",
        "if extended.is_constant and extended is not constant:",
        "if extended.is_constant:",
        "different",
    ),
    _words(
        "sums lose bits when they are shifted to the right",
        "if all(number % (1 << amount) == 0 for number in numbers):",
        "if numbers:",
        "different",
    ),
    _words(
        "sums keep the bits that were shifted out to the left",
        "return self.masked(shifted, WORD_MASK >> amount)",
        "return shifted",
        "different",
    ),
    _equations(
        "a value of a loop moves all symbols",
        "list(zip(sorts, shapes,",
        "list(zip([0] * len(sorts), shapes,",
        "a_value_does_not_move_symbols_of_other_sorts",
    ),
    _equations(
        "symbols are in the order of their last round of refinement",
        "found = [(*rounds, colour) for rounds, colour in zip(found, colours, strict=True)]",
        "found = [(colour,) for colour in colours]",
        "unused_symbols_do_not_change_the_order_of_others",
    ),
    _dispatch(
        "a selector counts as shown if it was compared",
        "1 / (len(conditions) + 1 - tried)):",
        "1 / (len(conditions) + 1 - tried)) or True:",
        "a_selector_that_no_comparison_shows",
    ),
    _dispatch(
        "other selectors are not compared",
        "return set(assumed).union(*self._shown.values()) if is_same(others, 1.0) else None",
        "return set(assumed).union(*self._shown.values()) if self._shown else None",
        "other_selectors_are_compared_in_one_piece",
    ),
    _dispatch(
        "functions assumed for a selector are forgotten",
        "set(assumed).union(*self._shown.values())",
        "set(assumed)",
        "each_selector_may_be_shown_by_another_comparison",
    ),
    _dispatch(
        "any word counts as the selector",
        "term.args[1] is word and",
        "word and",
        "a_word_that_is_not_the_selector",
    ),
)
