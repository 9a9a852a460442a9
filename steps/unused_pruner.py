"""UnusedPruner (`u`): removes unused functions and variables, and expressions without effect.

A declaration is removed if none of its variables is referenced and its value has no effect; with an
effect, the value of a single variable is kept in a `pop`. Assignments count as references and stay.
Reading memory counts as having no effect unless the code contains `msize`.

Example::

    {
        {
            let x := calldataload(0)
            let unused := mload(x)
            let status := call(gas(), x, 0, 0, 0, 0, 0)
            pop(sload(x))
        }
        function f() -> r
        { r := 1 }
    }

becomes::

    {
        {
            let x := calldataload(0)
            pop(call(gas(), x, 0, 0, 0, 0, 0))
        }
    }

Source: chapter 03, section 3 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.construct_kinds import NOTHING
from yulopt.passes.properties import UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.rewriting.function_grouper import group_functions
from yulopt.rewriting.unused_pruning import prune_unused
from yulopt.syntax.ast import Block


class UnusedPruner(Step):
    """Removes unused functions and variables, and expressions without effect."""

    name = "UnusedPruner"
    letter = "u"
    requires = (UNIQUE_NAMES,)
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        unchanged = prune_unused(
            block,
            context.dialect,
            context.function_effects(block),
            code_contains_msize=context.contains_msize(block),
        )
        context.unchanged.update(unchanged)
        group_functions(block)
