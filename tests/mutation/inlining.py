"""Mutants of the inliner that decides by cost."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_inliner: Final = suite_mutants("steps.cost_based_inliner", "steps/test_cost_based_inliner::test_")
_costs: Final = suite_mutants("rewriting.inlining_costs", "steps/test_cost_based_inliner::test_")
_inlining: Final = suite_mutants("rewriting.inlining", "steps/test_cost_based_inliner::test_")

INLINING: Final = (
    _inliner(
        "functions with `leave` are inlined",
        "if calls is None or name in self._calls.with_leave:",
        "if calls is None:",
        "recursive_functions_and_those_with_leave_stay",
    ),
    _inliner(
        "recursive functions are inlined",
        "if name not in recursive:",
        "if name:",
        "recursive_functions_and_those_with_leave_stay",
    ),
    _inliner(
        "the definition counts as removed though some calls cannot be replaced",
        "if len(calls) == self._calls.count[name]:",
        "if calls:",
        "a_function_kept_for_one_call_is_in_the_cost",
    ),
    _inliner(
        "variables in scope do not count",
        "in_scope += self._declared(statement)\n        block.statements = statements",
        "block.statements = statements",
        "without_a_promise_the_stack_stays_shallow_enough",
    ),
    _inliner(
        "the variables of the function do not count",
        "in_scope += self._most_in_scope[call.name]",
        "in_scope += 1",
        "without_a_promise_the_stack_stays_shallow_enough",
    ),
    _inliner(
        "the variables of recursive functions move to memory",
        "self._can_move_variables and not is_recursive",
        "self._can_move_variables",
        "the_promise_does_not_help_recursive_functions",
    ),
    _inliner(
        "variables move to memory despite msize",
        "            and not context.contains_msize(block)\n",
        "",
        "the_promise_does_not_help_programs_that_ask_for_the_size_of_memory",
    ),
    _inliner(
        "the code may grow without end",
        "if growth > self._room:",
        "if growth > 1 << 60:",
        "inlining_at_most_doubles_the_code",
    ),
    _inliner(
        "variables that change count as constants",
        "self._values.pop(target.name, None)",
        "pass",
        "a_variable_that_changes_decides_nothing",
    ),
    _costs(
        "what constants decide is paid for",
        "if value != 0:",
        "if True:",
        "constant_arguments_decide_the_copied_code",
    ),
    _costs(
        "all cases are paid for",
        "if case.label is None or case.label.value == value:",
        "if case.label is None:",
        "a_case_that_a_constant_excludes_is_not_paid_for",
    ),
    _inlining(
        "arguments are bound from the first to the last",
        "in reversed(list(arguments))",
        "in list(arguments)",
        "arguments_are_bound_from_the_last_to_the_first",
    ),
)
