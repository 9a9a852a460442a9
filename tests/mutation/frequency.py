"""Mutants of frequency estimation."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_blocks: Final = suite_mutants("frequency.block_frequencies", "test_block_frequencies::test_")
_code: Final = suite_mutants("frequency.code_frequencies", "test_code_frequencies::test_")
_selectors: Final = suite_mutants("frequency.selectors", "test_code_frequencies::test_")

FREQUENCY: Final = (
    _blocks(
        "nothing only fails",
        "    pending = list(failing)\n",
        "    pending: list[int] = []\n",
        "a_failing_branch_is_not_taken",
    ),
    _blocks(
        "ways that fail take their part",
        "ways = [way for way in successors[block] if way not in cold] or successors[block]",
        "ways = successors[block]",
        "a_failing_branch_is_not_taken",
    ),
    _blocks(
        "loops run once",
        "weight = max(weight * LOOP_WEIGHT, least_in_loops)",
        "weight = max(weight, least_in_loops)",
        "a_loop_is_iterated_and_left_once",
    ),
    _blocks(
        "loops may be iterated more seldom than the least number of times",
        "weight = max(weight * LOOP_WEIGHT, least_in_loops)",
        "weight = weight * LOOP_WEIGHT",
        "a_loop_has_a_minimum_number_of_iterations",
    ),
    _blocks(
        "loops are left in each iteration",
        "exits.part(weight, loops) if loops else weight // staying",
        "weight // len(ways)",
        "a_loop_is_iterated_and_left_once",
    ),
    _blocks(
        "each exit of a loop is taken once",
        "weight //= LOOP_WEIGHT * max(self._count[loop], 1)",
        "weight //= LOOP_WEIGHT",
        "a_loop_with_two_exits_is_left_once",
    ),
    _blocks(
        "only the innermost loop is left",
        "            loop = forest.parent[loop]\n",
        "            loop = NONE\n",
        "leaving_two_loops_at_once",
    ),
    _blocks(
        "what follows a call does not run",
        "        for way in following[block] if following is not None else ():\n",
        "        for way in ():\n",
        "code_after_a_call_runs_as_often",
    ),
    _code(
        "a block that can also succeed fails",
        "return ends.by_reverting and not ends.otherwise",
        "return ends.by_reverting",
        "failing_paths_do_not_count",
    ),
    _code(
        "the last call decides",
        "calls[call.name] = max(calls.get(call.name, 0), self._times)",
        "calls[call.name] = self._times",
        "a_function_runs_as_often_as_the_most_frequent_call",
    ),
    _code(
        "callees come before their callers",
        "for component in reversed(calls.components()):",
        "for component in calls.components():",
        "a_function_runs_as_often_as_the_most_frequent_call",
    ),
    _code(
        "the default of a switch runs for the labels",
        "other=case.label is None)",
        "other=False)",
        "functions_run_as_often_as_calls_of_a_profile",
    ),
    _code(
        "a branch in a branch runs as often as the calls, whatever is around it",
        "self._times = times * selectors.weight() // before",
        "self._times = selectors.weight()",
        "calls_that_take_a_branch_in_a_loop",
    ),
    _code(
        "what comes after a branch runs as often as that",
        "        selectors.taken, self._times = taken, times\n",
        "        self._times = times\n",
        "functions_run_as_often_as_calls_of_a_profile",
    ),
    _selectors(
        "what no call leads to is taken never to run",
        "NOT_CALLED: Final = WEIGHT_ONE >> 6",
        "NOT_CALLED: Final = 0",
        "functions_run_as_often_as_calls_of_a_profile",
    ),
)
