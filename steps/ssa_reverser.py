"""SSAReverser (`V`): swaps the pairs of variables that SSATransform (`a`) makes.

`let n := E  a := n` becomes `a := E  let n := a`: the value is now the variable's own, and later
steps can drop `n`, which was only needed for analysis. Likewise for declarations, if the second
variable is assigned more often than the first.

Example::

    {
        let a_1 := calldataload(0)
        let a := a_1
        let a_2 := mload(a_1)
        a := a_2
        sstore(a_2, a)
    }

becomes::

    {
        let a := calldataload(0)
        let a_1 := a
        a := mload(a_1)
        let a_2 := a
        sstore(a_2, a)
    }

Source: chapter 05, section 4 of the specification.
"""

from __future__ import annotations

from collections.abc import Mapping

from yulopt.analysis.construct_kinds import ASSIGNMENTS, NOTHING
from yulopt.analysis.references import count_assignments
from yulopt.passes.code_facts import CALLS_AND_FACTS
from yulopt.passes.properties import UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Expression,
    Identifier,
    Statement,
    VariableDeclaration,
)
from yulopt.syntax.visitor import Transformer


class SSAReverser(Step):
    """Swaps the pairs of variables that SSATransform makes."""

    name = "SSAReverser"
    letter = "V"
    requires = (UNIQUE_NAMES,)
    preserves_analyses = CALLS_AND_FACTS
    by_function = True
    looks_for = ASSIGNMENTS
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        _Reverser(count_assignments(block)).visit_block(block)


class _Reverser(Transformer):
    def __init__(self, assignments: Mapping[str, int]) -> None:
        self._assignments = assignments

    def visit_expression(self, expression: Expression) -> Expression:
        return expression

    def visit_block(self, block: Block) -> None:
        super().visit_block(block)
        statements = block.statements
        result: list[Statement] = []
        index = 0
        while index < len(statements):
            swapped = None
            if index + 1 < len(statements):
                swapped = self._swap(statements[index], statements[index + 1])
            if swapped is None:
                result.append(statements[index])
                index += 1
            else:
                # A statement takes part in one swap only.
                result.extend(swapped)
                index += 2
        block.statements = result

    def _swap(self, first: Statement, second: Statement) -> list[Statement] | None:
        """The replacement of two neighbours, None to keep them."""
        if not (
            isinstance(first, VariableDeclaration)
            and len(first.names) == 1
            and first.value is not None
        ):
            return None
        new = first.names[0]
        if isinstance(second, Assignment):
            if not (len(second.targets) == 1 and _is_variable(second.value, new)):
                return None
            target = second.targets[0]
            if target.name == new:
                return [first]
            assignment = Assignment([target], first.value, second.position)
            copy = Identifier(target.name, target.position)
            return [assignment, _declare(new, copy, first)]
        if isinstance(second, VariableDeclaration):
            if not (len(second.names) == 1 and _is_variable(second.value, new)):
                return None
            variable = second.names[0]
            if self._assignments.get(variable, 0) <= self._assignments.get(new, 0):
                return None
            copy = Identifier(variable, second.names_position)
            return [_declare(variable, first.value, second), _declare(new, copy, first)]
        return None


def _declare(name: str, value: Expression, origin: VariableDeclaration) -> VariableDeclaration:
    """A declaration that replaces the original one of that name."""
    declaration = VariableDeclaration([name], value, origin.position)
    declaration.names_position = origin.names_position
    return declaration


def _is_variable(expression: Expression | None, name: str) -> bool:
    return isinstance(expression, Identifier) and expression.name == name
