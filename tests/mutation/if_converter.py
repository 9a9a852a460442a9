"""Mutants of if-conversion, and of the analysis of truth values."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_converter: Final = suite_mutants("steps.if_converter", "test_if_converter::test_")
_values: Final = suite_mutants("analysis.truth_values", "steps/test_if_converter::test_")

_STAY: Final = "other_branches_stay"

IF_CONVERTER: Final = (
    _converter(
        "any variable may be tested",
        "if not self._truth_values.has(tested) or not self._truth_values.has(value):",
        "if not self._truth_values.has(value):",
        _STAY,
    ),
    _converter(
        "any operand is a truth value",
        "if not self._truth_values.has(tested) or not self._truth_values.has(value):",
        "if not self._truth_values.has(tested):",
        _STAY,
    ),
    _converter(
        "another variable may be assigned",
        "if target.name != tested.name and not _is_copy(before, target.name, tested.name):",
        "if len(target.name) == 0:",
        _STAY,
    ),
    _converter(
        "the copy may be of any variable",
        "        and statement.value.name == original\n",
        "",
        _STAY,
    ),
    _converter(
        "operands may do anything",
        "return gas < NEVER and gas * model.executions <= 2 * saved",
        "return True",
        _STAY,
    ),
    _converter(
        "the price of an operand does not matter",
        "return gas < NEVER and gas * model.executions <= 2 * saved",
        "return gas < NEVER",
        "an_operand_that_costs_more_than_the_branch_waits",
    ),
    _converter(
        "further statements of a branch are dropped",
        "or len(branch.body.statements) != 1:\n            return None\n"
        "        (assignment,) = branch.body.statements",
        "or not branch.body.statements:\n            return None\n"
        "        assignment = branch.body.statements[0]",
        _STAY,
    ),
    _values(
        "what is no truth value does not spread",
        "            self._pending.append(name)\n",
        "",
        _STAY,
    ),
    _values(
        "arguments may be anything",
        "                self._assign(name, argument)\n",
        "                pass\n",
        _STAY,
    ),
    _values(
        "results of functions are truth values",
        "return len(results) == 1 and results[0] not in self._others",
        "return len(results) == 1",
        _STAY,
    ),
    _values(
        "several results are truth values",
        "                    self._assign(name, Identifier(result))\n",
        "                    pass\n",
        _STAY,
    ),
    _values(
        "one operand of a disjunction decides",
        'if expression.name == "and":',
        'if expression.name in ("and", "or"):',
        _STAY,
    ),
)
