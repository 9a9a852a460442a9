"""Mutants of the sinking of the free memory pointer."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_sinker: Final = suite_mutants("steps.pointer_sinker", "test_pointer_sinker::test_")
_backward: Final = suite_mutants("memory_objects.backward", "steps/test_pointer_sinker::test_")

_WRONG: Final = "it_is_not_set_in_the_wrong_place"

POINTER_SINKER: Final = (
    _sinker(
        "variables with guards do not change",
        "if isinstance(statement, VariableDeclaration) and statement.names[0] not in assigned:",
        "if isinstance(statement, VariableDeclaration):",
        "variables_with_guards",
    ),
    _sinker(
        "copies cost nothing",
        "Gas(self._gas.run * ways, self._gas.code)",
        "Gas(self._gas.run * ways, 0)",
        "it_stays_where_copies_cost_more",
    ),
    _sinker(
        "ways that revert count",
        "_END if noticed & ENDS_WELL else _FAILURE",
        "_END",
        "reverting_paths_do_not_count",
    ),
    _sinker(
        "statements do not matter",
        "return plan.ways, None if noticed & _WORD else plan",
        "return plan.ways, plan",
        _WRONG,
    ),
    _sinker(
        "conditions do not matter",
        "is_possible = not self._flow.expression(condition, REACHES_END) & _WORD",
        "is_possible = True",
        _WRONG,
    ),
    _sinker(
        "branches that go on leave the word alone",
        "(ends or not plan.places or not noticed & _WORD)",
        "True",
        _WRONG,
    ),
    _sinker(
        "branches that go on set nothing but what is set for them",
        "(ends or not plan.places or not noticed & _WORD)",
        "(ends or not plan.places or not branch.places)",
        _WRONG,
    ),
    _sinker(
        "what is needed after branches is not needed without them",
        "            cost += plan.cost\n",
        "            places = places[len(plan.places) :]\n",
        _WRONG,
    ),
    _sinker(
        "what is overwritten may be set later",
        "after | _WORD if written & _WORD and after & REACHES_END else after",
        "after",
        _WRONG,
    ),
    _sinker(
        "what is overwritten in part may be set later",
        "if written & _WORD and",
        "if written & _WORD == _WORD and",
        _WRONG,
    ),
    _sinker(
        "what is overwritten in part is not read",
        "            if not after & _WORD:\n",
        "            if after & _WORD != _WORD:\n",
        _WRONG,
    ),
    _backward(
        "functions do not reach their end by leave", "return self._at_leave", "return 0", _WRONG
    ),
    _backward(
        "functions that call each other do nothing",
        "        while is_changed:\n",
        "        if is_changed:\n",
        _WRONG,
    ),
    _backward(
        "what writes somewhere writes nowhere",
        "            return after | ALL_MEMORY\n",
        "            return after\n",
        "a_changed_pointer_is_not_sunk",
    ),
    _backward(
        "whatever is written is overwritten for certain",
        "if operation.fixed_length is not None and span is not None and not span.start.terms:",
        "if span is not None and not span.start.terms:",
        _WRONG,
    ),
)
