"""FunctionHoister (`h`): moves all function definitions to the end of the top block.

Functions inside other functions or blocks are moved out of them; an inner function comes before the
one that contained it. Empty blocks among the statements are also removed. Since names are unique,
no call changes its meaning. Many steps expect functions only at the top level.

Example::

    {
        { }
        if calldatasize()
        {
            function outer()
            {
                function inner()
                { sstore(0, 1) }
                inner()
            }
            outer()
        }
    }

becomes::

    {
        if calldatasize() { outer() }
        function inner()
        { sstore(0, 1) }
        function outer()
        { inner() }
    }

Source: chapter 02, section 4.1 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.construct_kinds import NOTHING
from yulopt.passes.code_facts import CALLS_AND_FACTS
from yulopt.passes.properties import UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import Block, FunctionDefinition, Statement
from yulopt.syntax.visitor import BlockTransformer, remove_empty_blocks


class FunctionHoister(Step):
    """Moves all function definitions to the end of the top block."""

    name = "FunctionHoister"
    letter = "h"
    requires = (UNIQUE_NAMES,)
    preserves_analyses = CALLS_AND_FACTS
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        hoister = _Hoister()
        hoister.visit_block(block)
        block.statements += hoister.functions


class _Hoister(BlockTransformer):
    def __init__(self) -> None:
        self.functions: list[Statement] = []

    def visit_function(self, function: FunctionDefinition) -> list[Statement] | None:
        super().visit_function(function)
        self.functions.append(function)
        return []

    def visit_block(self, block: Block) -> None:
        super().visit_block(block)
        block.statements = remove_empty_blocks(block.statements)
