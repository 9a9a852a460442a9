"""Mutants of the combination of branches."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_speculation: Final = suite_mutants("gas.speculation", "steps/test_branch_combiner::test_")
_combiner: Final = suite_mutants("steps.branch_combiner", "test_branch_combiner::test_")

_BETWEEN: Final = "nothing_else_may_come_between"
_BODIES: Final = "bodies_that_differ_or_continue_stay"
_TAKEN: Final = "the_combined_branch_is_taken_where_one_of_them_is"

BRANCH_COMBINER: Final = (
    _combiner(
        "branches that continue are combined",
        "if isinstance(statement, If) and ends_with_flow_change(\n"
        "                statement.body, self._function_flow\n            ):",
        "if isinstance(statement, If) and statement.body.statements:",
        _BODIES,
    ),
    _combiner(
        "other statements may come between",
        "gas = NEVER",
        "pass",
        _BETWEEN,
    ),
    _combiner(
        "declared values may do anything",
        "gas += speculative_gas(self._model, statement.value)",
        "pass",
        _BETWEEN,
    ),
    _speculation(
        "values may depend on the gas and on the state",
        "if builtin is None or not builtin.side_effects.movable or builtin.tier is Tier.SPECIAL:",
        "if builtin is None or builtin.tier is Tier.SPECIAL:",
        _BETWEEN,
    ),
    _combiner(
        "bodies may differ",
        "return gas <= limit and SyntacticEquality()",
        "return gas <= limit or SyntacticEquality()",
        _BODIES,
    ),
    _combiner(
        "words are truth values",
        'if term.name == "iszero" and _is_truth_value(first):',
        'if term.name == "iszero":',
        _TAKEN,
    ),
    _combiner(
        "a conjunction is a truth value if one word is",
        "all(map(_is_truth_value, expression.arguments))",
        "any(map(_is_truth_value, expression.arguments))",
        _TAKEN,
    ),
    _combiner(
        "shifts by other numbers are joined",
        "key, operand = (term.name, first.value), term.arguments[1]",
        "key, operand = (term.name, 64), term.arguments[1]",
        _TAKEN,
    ),
    _combiner(
        "shifts in both directions are joined",
        "key, operand = (term.name, first.value), term.arguments[1]",
        'key, operand = ("shr", first.value), term.arguments[1]',
        _TAKEN,
    ),
    _combiner(
        "negations are joined by a disjunction",
        'return self._call(name, self._joined("and", operands))',
        'return self._call(name, self._joined("or", operands))',
        _TAKEN,
    ),
    _combiner(
        "the bound of a negated comparison may wrap around above",
        "return term if limit == WORD_MASK else",
        "return",
        _TAKEN,
    ),
    _combiner(
        "the bound of a negated comparison may wrap around below",
        "if limit == 0:",
        "if limit < 0:",
        _TAKEN,
    ),
    _combiner(
        "the sides of a comparison do not matter",
        "value, bound, is_below = bound, value, not is_below",
        "value, bound = bound, value",
        _TAKEN,
    ),
    _combiner(
        "any limit is a power of two",
        "if limit == 1 << bits and",
        "if limit >= 1 << bits and",
        _TAKEN,
    ),
    _combiner(
        "a branch that may be usual waits like one that fails",
        "limit = _MAX_GAS_BEFORE_REVERT if self._fails(first.body) else _MAX_GAS_BEFORE_JUMP",
        "limit = _MAX_GAS_BEFORE_REVERT",
        "a_branch_that_may_be_usual_waits_for_cheap_conditions_only",
    ),
)
