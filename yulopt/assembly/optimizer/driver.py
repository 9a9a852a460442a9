"""The order of the passes over the assembly of an object tree.

Inner objects come first. The passes are repeated as long as any of them but the inliner changes
something; the constant optimiser runs once, at the end.

Source: chapter 10, section 4 of the specification.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from yulopt.assembly.compiled import CompiledObject
from yulopt.assembly.items import Item
from yulopt.assembly.optimizer.block_deduplicator import BlockDeduplicator
from yulopt.assembly.optimizer.common_subexpression_eliminator import (
    CommonSubexpressionEliminator,
)
from yulopt.assembly.optimizer.constant_optimizer import ConstantOptimizer
from yulopt.assembly.optimizer.context import AssemblyPass, Context
from yulopt.assembly.optimizer.inliner import Inliner
from yulopt.assembly.optimizer.jumpdest_remover import JumpdestRemover
from yulopt.assembly.optimizer.peephole_optimizer import PeepholeOptimizer
from yulopt.deep_stack import run_with_deep_stack
from yulopt.dialect import Dialect
from yulopt.suite import is_creation_object

# By solc's names, in the order of a round.
ALL_PASSES: Final = (
    "inliner",
    "jumpdestRemover",
    "peephole",
    "deduplicate",
    "cse",
    "constantOptimizer",
)
# What solc runs even without its optimiser.
MINIMAL_PASSES: Final = ("jumpdestRemover", "peephole")


def optimize_assembly(
    compiled: CompiledObject, dialect: Dialect, runs: int, passes: Collection[str] = ALL_PASSES
) -> None:
    """Optimise the assembly of an object tree in place, with some of the passes.

    `runs` is how often deployed code is expected to run.
    """
    run_with_deep_stack(lambda: _optimize_tree(compiled, dialect, runs, passes, is_creation=True))


def _optimize_tree(
    compiled: CompiledObject,
    dialect: Dialect,
    runs: int,
    passes: Collection[str],
    *,
    is_creation: bool,
) -> None:
    for child in compiled.children:
        is_creation_child = is_creation_object(child.program)
        _optimize_tree(child, dialect, runs, passes, is_creation=is_creation_child)
    context = Context(dialect, runs, is_creation=is_creation)
    optimize_items(compiled.code.items, context, passes)


def optimize_items(
    items: list[Item], context: Context, passes: Collection[str] = ALL_PASSES
) -> None:
    """Optimise the assembly of one object in place."""
    every: list[AssemblyPass] = [
        Inliner(),
        JumpdestRemover(),
        PeepholeOptimizer(),
        BlockDeduplicator(),
        CommonSubexpressionEliminator(),
    ]
    chosen = [item for item in every if item.name in passes]
    changed = True
    while changed:
        changed = False
        for item in chosen:
            # What the inliner does is no reason for another round.
            if item.run(items, context) and not isinstance(item, Inliner):
                changed = True
    if ConstantOptimizer.name in passes:
        ConstantOptimizer().run(items, context)
