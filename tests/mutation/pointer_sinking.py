"""Mutants of where the free memory pointer is set."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_sinker: Final = suite_mutants(
    "memory_objects.pointer_sinking", "steps/test_pointer_sinking::test_"
)

_WRONG: Final = "it_is_not_set_in_the_wrong_place"

POINTER_SINKING: Final = (
    _sinker(
        "variables with guards do not change",
        "if isinstance(statement, VariableDeclaration) and statement.names[0] not in assigned:",
        "if isinstance(statement, VariableDeclaration):",
        "variables_with_guards",
    ),
    _sinker(
        "what calls write is as long as there is room",
        " or (is_write and operation.fixed_length is None)",
        "",
        _WRONG,
    ),
    _sinker(
        "parts of the word begin at its first byte",
        "(1 << behind) - (1 << first)",
        "(1 << behind) - 1",
        _WRONG,
    ),
    _sinker(
        "accesses are apart if they begin elsewhere",
        "if span is None or not self._are_apart(span, _WORD):",
        "if span is None or span.start == _WORD.start:",
        _WRONG,
    ),
    _sinker(
        "copies cost nothing",
        "Gas(self._gas.run * ways, self._gas.code)",
        "Gas(self._gas.run * ways, 0)",
        "it_stays_where_copies_cost_more",
    ),
    _sinker(
        "ways that revert count",
        "_FAILURE if touching.fails(statement) else _END",
        "_END",
        "ways_that_revert_do_not_count",
    ),
    _sinker(
        "loops do not matter",
        "return after.ways, None if touching.in_statement(statement) else after\n        kind =",
        "return after.ways, after\n        kind =",
        _WRONG,
    ),
    _sinker(
        "conditions do not matter",
        "is_possible = not touching.in_expression(condition)",
        "is_possible = True",
        _WRONG,
    ),
    _sinker(
        "branches that go on leave the word alone",
        "(is_free or ends or not touching.in_statement(body))",
        "(is_free or ends or True)",
        _WRONG,
    ),
    _sinker(
        "branches that go on set nothing but what is set for them",
        "(is_free or ends or not touching.in_statement(body))",
        "(is_free or ends or not plan.places)",
        _WRONG,
    ),
    _sinker(
        "what is needed behind branches is not needed without them",
        "            cost += after.cost\n",
        "            places = places[len(after.places) :]\n",
        _WRONG,
    ),
    _sinker(
        "what is overwritten by a function is dead",
        "return not self.is_dead(block.statements, index, until_end=True)",
        "return not self.is_dead(block.statements, index)",
        _WRONG,
    ),
    _sinker(
        "functions that call each other do not look at it",
        "self._functions.update(component)",
        "self._functions.update(component[:1])",
        _WRONG,
    ),
    _sinker(
        "what is written of the word is the whole word",
        "            if written == _ALL_BYTES and not until_end:\n",
        "            if written and not until_end:\n",
        _WRONG,
    ),
    _sinker(
        "bytes are read after any were written",
        "elif near and (known is None or known.part & ~written):",
        "elif near and (known is None or not written):",
        _WRONG,
    ),
    _sinker(
        "what overwrites it reads nothing",
        "known = self._near.known.get(near[0]) if len(near) == 1 else None",
        "known = self._near.known.get(near[-1]) if near else None",
        _WRONG,
    ),
    _sinker(
        "the end of a list is that of the program",
        "                return kind is FlowKind.TERMINATE\n        return False\n",
        "                return kind is FlowKind.TERMINATE\n        return True\n",
        _WRONG,
    ),
    _sinker(
        "functions do not matter",
        "            return call.name in self._functions\n",
        "            return False\n",
        _WRONG,
    ),
)
