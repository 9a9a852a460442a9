"""Mutants of the evaluation of calls with constant arguments."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_evaluator: Final = suite_mutants("steps.call_evaluator", "steps/test_call_evaluator::test_")

CALL_EVALUATION: Final = (
    _evaluator(
        "a loop goes on after leave",
        "if ending != _LEAVE:",
        "if ending != _BREAK:",
        "what_a_body_computes",
    ),
    _evaluator(
        "break ends the function",
        "if ending == _BREAK:\n                return _NEXT",
        "if ending == _BREAK:\n                return _LEAVE",
        "what_a_body_computes",
    ),
    _evaluator(
        "a variable without value keeps that of the last round",
        "words = [0] * len(statement.names)",
        "words = [values.get(name, 0) for name in statement.names]",
        "what_a_body_computes",
    ),
    _evaluator(
        "the default of a switch is not executed",
        "if case.label is None or case.label.value == word:",
        "if case.label is not None and case.label.value == word:",
        "what_a_body_computes",
    ),
    _evaluator(
        "each variable gets the first result",
        "for name, word in zip(declaration.names, results, strict=True):",
        "for name, word in zip(declaration.names, results[:1] * len(results), strict=True):",
        "each_variable_gets_its_own_result",
    ),
    _evaluator(
        "long results are always written",
        "if written <= replaced or results <= price:",
        "if name:",
        "a_long_result_is_written_where_that_costs_no_more_than_the_call",
    ),
    _evaluator(
        "nothing limits calls in calls",
        "if self._depth == _MAX_NESTED_CALLS:",
        "if self._depth < 0:",
        "a_limit_ends_long_executions",
    ),
)
