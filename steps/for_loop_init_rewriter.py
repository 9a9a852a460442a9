"""ForLoopInitRewriter (`o`): moves the initialiser of a loop before it.

Every step that follows control through loops relies on empty initialisers.

Example::

    {
        for { let i := 0 } lt(i, 10) { i := add(i, 1) } { sstore(i, i) }
    }

becomes::

    {
        let i := 0
        for { } lt(i, 10) { i := add(i, 1) }
        { sstore(i, i) }
    }

Source: chapter 02, section 4.4 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.construct_kinds import LOOPS, NOTHING
from yulopt.passes.code_facts import CALLS_AND_FACTS
from yulopt.passes.properties import UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import Block, ForLoop, Statement
from yulopt.syntax.visitor import BlockTransformer


class ForLoopInitRewriter(Step):
    """Moves the initialiser of a loop before it."""

    name = "ForLoopInitRewriter"
    letter = "o"
    requires = (UNIQUE_NAMES,)
    preserves_analyses = CALLS_AND_FACTS
    by_function = True
    looks_for = LOOPS
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        _InitRewriter().visit_block(block)


class _InitRewriter(BlockTransformer):
    def visit_for(self, loop: ForLoop) -> list[Statement] | None:
        self.visit_block(loop.init)
        self.visit_block(loop.body)
        self.visit_block(loop.post)
        moved = loop.init.statements
        loop.init.statements = []
        return [*moved, loop]
