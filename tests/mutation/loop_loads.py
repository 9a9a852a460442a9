"""Mutants of the hoisting of loads out of loops."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_loads: Final = suite_mutants("domains.invariant_loads", "steps/test_loads_of_loops::test_")
_values: Final = suite_mutants("domains.available_values", "steps/test_loads_of_loops::test_")
_insert: Final = suite_mutants("rewriting.before_loops", "steps/test_loads_of_loops::test_")

_NOT_EXECUTED: Final = "code_that_may_not_run_stays"
_CHANGED: Final = "slot_variables_changed_by_the_loop"

LOOP_LOADS: Final = (
    _loads(
        "what a loop changes does not matter",
        "if number in kept and ",
        "if ",
        "the_loop_may_store_to_the_slot",
    ),
    _loads(
        "what a loop changes is kept",
        "if facts.has_variable(name) and name not in changed",
        "if facts.has_variable(name)",
        "the_loop_may_store_to_the_slot",
    ),
    _loads(
        "what a variable holds is loaded into another one",
        "return not is_available and self._literals",
        "return self._literals",
        "known_values_are_not_reloaded",
    ),
    _loads(
        "what a loop begins with does not matter",
        "        if loop.init.statements:\n            return\n",
        "",
        "stores_before_a_loop",
    ),
    _loads(
        "every loop is executed",
        "        if is_body_certain:\n",
        "        if not is_body_certain or is_body_certain:\n",
        _NOT_EXECUTED,
    ),
    _loads(
        "what may be true at first is true",
        "facts.values_of(number).least > 0",
        "facts.values_of(number).most > 0",
        _NOT_EXECUTED,
    ),
    _loads(
        "what follows a branch is executed",
        "Assignment, ExpressionStatement)):\n                return\n",
        "Assignment, ExpressionStatement)):\n                continue\n",
        _NOT_EXECUTED,
    ),
    _loads(
        "functions come back",
        "            self._first_loads = None\n",
        "            pass\n",
        "code_that_may_end_the_execution_is_first",
    ),
    _loads(
        "operands after the end of the execution are evaluated",
        " and facts.is_reachable and call.name",
        " and call.name",
        "a_load_after_a_call_that_never_returns_is_not_executed",
    ),
    _loads(
        "all rounds are the first one",
        "        walk.enter_head()\n",
        "",
        _CHANGED,
    ),
    _loads(
        "variables of the body are in scope in front of the loop",
        "        self._values.leave_block(loop.body)\n",
        "",
        _CHANGED,
    ),
    _values(
        "the new variable is in scope after the block",
        "            self._declared[-1] += names\n",
        "",
        "the_scope_of_declarations_before_a_loop",
    ),
    _insert(
        "the new variable is declared after the loop",
        "[*declarations, loop]",
        "[loop, *declarations]",
        "a_load_in_the_condition",
    ),
    _loads(
        "conditions of branches are not executed",
        "                self.walk.evaluate(statement.condition)\n",
        "                pass\n",
        "the_first_statements_of_a_body_that_is_executed",
    ),
    _loads(
        "loads of storage stay in loops",
        " and call.name in self._builtins:",
        ' and call.name == "mload":',
        "a_load_in_the_condition",
    ),
    _loads(
        "the free memory pointer is loaded in front of loops",
        'if not (is_pointer and call.name == "mload"):',
        "if call.name:",
        "words_of_memory",
    ),
)
