"""Mutants of if-conversion, and of the analysis of truth values."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_converter: Final = suite_mutants("steps.if_converter", "test_if_converter::test_")
_values: Final = suite_mutants("analysis.truth_values", "steps/test_if_converter::test_")


_STAY: Final = "other_branches_stay"
_PRODUCTS: Final = "products_with_a_condition"
_ARMS: Final = "one_arm_of_a_switch_is_assigned_before"
_SWITCHES: Final = "other_switches_stay"

IF_CONVERTER: Final = (
    _converter(
        "any variable may be tested",
        "if not isinstance(tested, Identifier) or not is_truth_value(tested):",
        "if not isinstance(tested, Identifier):",
        _STAY,
    ),
    _converter(
        "any operand is a truth value",
        "return (name, [value, tested]) if is_truth_value(value) else None",
        "return name, [value, tested]",
        _STAY,
    ),
    _converter(
        "another variable may be assigned",
        "if not is_copy and target.name != tested.name:",
        "if not is_copy and not target.name:",
        _STAY,
    ),
    _converter(
        "the copy may be of any variable",
        "isinstance(known, Identifier) and known.name == tested.name",
        "isinstance(known, Identifier)",
        _STAY,
    ),
    _converter(
        "all variables were declared as zero",
        "        if _is_zero(known):\n",
        "        if known is None or _is_zero(known):\n",
        _STAY,
    ),
    _converter(
        "what is multiplied is a truth value",
        'name = "and" if is_truth_value(target) else "mul"',
        'name = "and"',
        _PRODUCTS,
    ),
    _converter(
        "every value is a truth value",
        'name = "and" if is_truth_value(value) else "mul"\n            return',
        'name = "and"\n            return',
        _PRODUCTS,
    ),
    _converter(
        "every factor is a truth value",
        "        if self._truth_values.has(condition):\n            return condition\n",
        "        if condition:\n            return condition\n",
        _PRODUCTS,
    ),
    _converter(
        "all that is negated is a truth value",
        "            if self._truth_values.has(operand):\n                return operand\n",
        "            if operand:\n                return operand\n",
        _PRODUCTS,
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
        "    if len(block.statements) != 1:\n        return None\n"
        "    (assignment,) = block.statements",
        "    if not block.statements:\n        return None\n    assignment = block.statements[0]",
        _STAY,
    ),
    _converter(
        "the condition may use the variable",
        "                name not in variables_in(condition)\n                and self._pays",
        "                self._pays",
        _SWITCHES,
    ),
    _converter(
        "the new value never waits",
        "                and self._pays(assignment.value)\n",
        "",
        _SWITCHES,
    ),
    _converter(
        "the other arm may use the old value",
        "                and _is_dead_at(name, other, self._function_flow)\n",
        "",
        _SWITCHES,
    ),
    _converter(
        "the assigned value may use the old one",
        "            return name not in variables_in(statement.value)\n",
        "            return True\n",
        _SWITCHES,
    ),
    _converter(
        "statements of the other arm may use the old value",
        "        if count_variable_references(Block([statement])).get(name):\n"
        "            return False\n",
        "",
        _SWITCHES,
    ),
    _converter(
        "the other arm may go elsewhere",
        "        if _may_jump(statement):\n            return False\n",
        "",
        _SWITCHES,
    ),
    _converter(
        "the other arm may go elsewhere in branches",
        "    return isinstance(statement, (Break, Continue, Leave)) or any(\n"
        "        _may_jump(one) for block in blocks_in(statement) for one in block.statements\n"
        "    )\n",
        "    return isinstance(statement, (Break, Continue, Leave))\n",
        _SWITCHES,
    ),
    _converter(
        "the other arm assigns in the end",
        "            return False\n    return False\n\n\ndef _may_jump",
        "            return False\n    return True\n\n\ndef _may_jump",
        _SWITCHES,
    ),
    _converter(
        "an arm that ends the program needs the variable",
        "        if flow_kind(statement, function_flow) is FlowKind.TERMINATE:\n"
        "            return True\n",
        "",
        _ARMS,
    ),
    _converter(
        "conditions are not negated",
        "                if other is not switch.cases[-1].body:\n",
        "                if not other:\n",
        _ARMS,
    ),
    _converter(
        "arms are those of any number",
        "    if not _is_zero(switch.cases[0].label):\n        return []\n",
        "",
        _SWITCHES,
    ),
    _converter(
        "declared values need not be computed",
        "    if not isinstance(known, (Literal, Identifier))"
        " or name in variables_in(assignment.value):",
        "    if known is None or name in variables_in(assignment.value):",
        _ARMS,
    ),
    _converter(
        "declarations may use themselves",
        "    if not isinstance(known, (Literal, Identifier))"
        " or name in variables_in(assignment.value):",
        "    if not isinstance(known, (Literal, Identifier)):",
        _ARMS,
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
        "return result not in self._others",
        "return True",
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
