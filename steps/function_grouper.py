"""FunctionGrouper (`g`): moves all code into one block, followed by all functions.

Nested blocks are left alone. A program that already has this form is unchanged.

Example::

    {
        sstore(0, f())
        function f() -> r
        { r := 1 }
        sstore(1, 2)
    }

becomes::

    {
        {
            sstore(0, f())
            sstore(1, 2)
        }
        function f() -> r
        { r := 1 }
    }

Source: chapter 02, section 4.2 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.construct_kinds import NOTHING
from yulopt.passes.code_facts import CALLS_AND_FACTS
from yulopt.passes.step import Context, Step
from yulopt.rewriting.function_grouper import group_functions
from yulopt.syntax.ast import Block


class FunctionGrouper(Step):
    """Moves all code into one block, followed by all functions."""

    name = "FunctionGrouper"
    letter = "g"
    preserves_analyses = CALLS_AND_FACTS
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        group_functions(block)
