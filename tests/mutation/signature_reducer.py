"""Mutants of the removal of parameters and results."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_reducer: Final = suite_mutants("steps.signature_reducer", "test_signature_reducer::test_")

_EFFECTS: Final = "effects_of_arguments_stay"
_SAME: Final = "arguments_equal_in_all_calls_are_constants"
_OTHERS: Final = "parameters_with_equal_arguments"
_UNUSED: Final = "unused_results"
_USED: Final = "used_results"

SIGNATURE_REDUCER: Final = (
    _reducer(
        "effects of arguments do not matter",
        "return is_removable(expression, self._effects, self._contains_msize)",
        "return True",
        _EFFECTS,
    ),
    _reducer(
        "the size of memory does not matter",
        "return is_removable(expression, self._effects, self._contains_msize)",
        "return is_removable(expression, self._effects, False)",
        _EFFECTS,
    ),
    _reducer(
        "what is only assigned can be left out",
        "name not in self._uses.read and name not in self._uses.assigned",
        "name not in self._uses.read",
        _USED,
    ),
    _reducer(
        "variables are constants",
        "if variables_in(first) or not is_movable(first):",
        "if not is_movable(first):",
        _SAME,
    ),
    _reducer(
        "what is computed anywhere is the same",
        "if variables_in(first) or not is_movable(first):",
        "if variables_in(first):",
        _SAME,
    ),
    _reducer(
        "the first call counts",
        "if not all(expressions_equal(first, other) for other in arguments[1:]):",
        "if not arguments:",
        _SAME,
    ),
    _reducer(
        "constants are replaced where they are assigned",
        "if _is_short(first) and name not in self._uses.assigned:",
        "if _is_short(first):",
        "a_constant_that_is_assigned",
    ),
    _reducer(
        "long constants are pushed at each use",
        " and constant.value < _SHORT\n",
        "\n",
        "constants",
    ),
    _reducer(
        "arguments of constants are left out",
        " and not constant.arguments\n",
        "\n",
        _SAME,
    ),
    _reducer(
        "what is assigned later stays the same",
        "self._uses.assigned.isdisjoint((name, other))",
        "self._uses.assigned.isdisjoint((name,))",
        _OTHERS,
    ),
    _reducer(
        "what is assigned itself stays the same",
        "self._uses.assigned.isdisjoint((name, other))",
        "self._uses.assigned.isdisjoint((other,))",
        _OTHERS,
    ),
    _reducer(
        "the same text is the same value",
        "                is_movable(call.arguments[index])\n                and ",
        "                ",
        _OTHERS,
    ),
    _reducer(
        "what stands for another parameter does not use it",
        "                self._uses.read.add(other)\n",
        "",
        _OTHERS,
    ),
    _reducer(
        "what one call does not use, none uses",
        "if all(self._is_not_taken(taker, index) for taker in takers):",
        "if any(self._is_not_taken(taker, index) for taker in takers):",
        _USED,
    ),
    _reducer(
        "a result that is read in the function is no variable",
        "if name in self._uses.read or name in self._uses.assigned_with_others:",
        "if name in self._uses.assigned_with_others:",
        _UNUSED,
    ),
    _reducer(
        "a result that is assigned with others is no variable",
        "if name in self._uses.read or name in self._uses.assigned_with_others:",
        "if name in self._uses.read:",
        _UNUSED,
    ),
    _reducer(
        "what is assigned has no effects",
        "if is_removable(value, self._effects, self._contains_msize):",
        "if isinstance(value, Expression):",
        _UNUSED,
    ),
    _reducer(
        "what returns nothing is popped",
        "            self._rewriter.procedures.add(function.name)\n",
        "            pass\n",
        _UNUSED,
    ),
    _reducer(
        "one round is enough",
        "_MAX_ROUNDS: Final = 8",
        "_MAX_ROUNDS: Final = 1",
        "functions_that_call_functions",
    ),
)
