"""VarDeclInitializer (`d`): gives every declaration a value.

A declaration of several variables without a value becomes one declaration for each.

Example::

    {
        let x
        let y, z
        sstore(x, y)
    }

becomes::

    {
        let x := 0
        let y := 0
        let z := 0
        sstore(x, y)
    }

Source: chapter 02, section 4.7 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.construct_kinds import NOTHING
from yulopt.passes.code_facts import CALLS_AND_FACTS
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import AS_BEFORE, Block, Statement, VariableDeclaration, zero_literal
from yulopt.syntax.visitor import Transformer


class VarDeclInitializer(Step):
    """Gives every declaration a value."""

    name = "VarDeclInitializer"
    letter = "d"
    preserves_analyses = CALLS_AND_FACTS
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        _Initializer().visit_block(block)


class _Initializer(Transformer):
    def visit_declaration(self, declaration: VariableDeclaration) -> list[Statement] | None:
        if declaration.value is not None:
            return None
        result: list[Statement] = []
        # In solc, only the first one keeps the debug data; the names all do.
        position = declaration.position
        for name in declaration.names:
            initialised = VariableDeclaration([name], zero_literal(), position)
            initialised.names_position = declaration.names_position
            result.append(initialised)
            position = AS_BEFORE
        return result
