"""Stack problems of the newer code generator, cached while the code is unchanged."""

from __future__ import annotations

from collections.abc import Mapping

from yulopt.passes.analyses import Analysis
from yulopt.passes.step import Context
from yulopt.stack.layout_generator import stack_report
from yulopt.stack.transitions import StackTooDeep
from yulopt.syntax.ast import Block


class StackProblems:
    """The analysis: the problems of each function, as `stack_report` finds them."""

    def __init__(self, of_function: Mapping[str, list[StackTooDeep]]) -> None:
        self.of_function = of_function

    def agrees(self, other: StackProblems) -> bool:
        """Whether it is the same."""
        return self.of_function == other.of_function


def stack_problems(context: Context, block: Block) -> Mapping[str, list[StackTooDeep]]:
    """The problems of each function in the code of an object (see `stack_report`)."""
    analyses = context.analyses_of(block)
    # The analyses belong to the context; a reference back would create a cycle.
    dialect = context.dialect
    analyses.add(
        Analysis[Block, StackProblems](
            StackProblems,
            lambda block, _: StackProblems(stack_report(block, dialect)),
            StackProblems.agrees,
        )
    )
    return analyses.get(StackProblems).of_function
