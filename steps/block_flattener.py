"""BlockFlattener (`f`): merges nested blocks into the block around them.

Works inside functions, branches and loops as well. Only the first block of the grouped form stays.
No renaming is needed, since names are unique.

Example::

    {
        {
            let x := calldataload(0)
            {
                { sstore(0, x) }
                let y := x
                if y { { sstore(1, y) } }
            }
        }
    }

becomes::

    {
        {
            let x := calldataload(0)
            sstore(0, x)
            let y := x
            if y { sstore(1, y) }
        }
    }

Source: chapter 02, section 4.3 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.construct_kinds import NESTED_BLOCKS, NOTHING
from yulopt.passes.code_facts import CALLS_AND_FACTS
from yulopt.passes.properties import BLOCKS_AND_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import Block, FunctionDefinition, Statement
from yulopt.syntax.visitor import BlockTransformer


class BlockFlattener(Step):
    """Merges nested blocks into the block around them."""

    name = "BlockFlattener"
    letter = "f"
    requires = (UNIQUE_NAMES, BLOCKS_AND_FUNCTIONS)
    preserves_analyses = CALLS_AND_FACTS
    by_function = True
    looks_for = NESTED_BLOCKS
    may_add = NOTHING
    removes = NESTED_BLOCKS

    def run(self, context: Context, block: Block) -> None:
        flattener = _Flattener()
        for statement in block.statements:
            if isinstance(statement, Block):
                flattener.visit_block(statement)
            elif isinstance(statement, FunctionDefinition):
                flattener.visit_block(statement.body)


class _Flattener(BlockTransformer):
    def visit_statement(self, statement: Statement) -> list[Statement] | None:
        if isinstance(statement, Block):
            self.visit_block(statement)
            return statement.statements
        return super().visit_statement(statement)
