"""CircularReferencesPruner (`l`): removes functions that the code outside functions cannot reach.

This includes functions that only call each other, which UnusedPruner (`u`) keeps.

Example::

    {
        { sstore(0, f()) }
        function f() -> r
        { r := 1 }
        function ping()
        { pong() }
        function pong()
        { ping() }
    }

becomes::

    {
        { sstore(0, f()) }
        function f() -> r
        { r := 1 }
    }

Source: chapter 03, section 2 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.call_graph import OUTERMOST
from yulopt.analysis.construct_kinds import NOTHING
from yulopt.passes.code_facts import EndsOfFunctions, SideEffectsOfFunctions
from yulopt.passes.properties import HOISTED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.rewriting.function_grouper import group_functions
from yulopt.syntax.ast import Block, FunctionDefinition
from yulopt.syntax.visitor import remove_empty_blocks


class CircularReferencesPruner(Step):
    """Removes functions that the code outside functions cannot reach."""

    name = "CircularReferencesPruner"
    letter = "l"
    requires = (UNIQUE_NAMES, HOISTED_FUNCTIONS)
    preserves_analyses = (SideEffectsOfFunctions, EndsOfFunctions)
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        reached = context.call_graph(block).reachable_from([OUTERMOST])
        kept = [
            statement
            for statement in block.statements
            if not (isinstance(statement, FunctionDefinition) and statement.name not in reached)
        ]
        block.statements = remove_empty_blocks(kept)
        context.unchanged.update(block.statements)
        group_functions(block)
