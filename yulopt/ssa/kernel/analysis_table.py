"""The analyses that passes over SSA functions can request.

Analyses of a module remain valid while a pass runs over its functions: they are upper bounds on
effects, which no pass extends. They are recomputed before the next pass, for precision.
"""

from __future__ import annotations

from typing import Final

from yulopt.passes.analyses import Analyses, Analysis
from yulopt.ssa.analysis.control_dependence import ControlDependence
from yulopt.ssa.analysis.dominators import DominatorTree
from yulopt.ssa.analysis.effects import ModuleEffects
from yulopt.ssa.analysis.loops import LoopForest
from yulopt.ssa.ir.function import Function, Module
from yulopt.ssa.memory.accesses import ModuleSummaries

# The analyses that depend only on blocks and the order of their successors.
CONTROL_FLOW: Final[tuple[type[object], ...]] = (ControlDependence, DominatorTree, LoopForest)


def analyses_of_module(module: Module, *, is_test: bool = False) -> Analyses[Module]:
    """The analyses of a module, none of them computed yet."""
    return Analyses(module, _OF_MODULE, is_test=is_test)


def analyses_of_function(function: Function, of_module: Analyses[Module]) -> Analyses[Function]:
    """The analyses of a function of the module, none of them computed yet."""
    return Analyses(function, _OF_FUNCTION, of_module, is_test=of_module.is_test)


def _same_tree(old: DominatorTree, new: DominatorTree) -> bool:
    return (old.blocks, old.graph, old.preorder, old.idom) == (
        new.blocks,
        new.graph,
        new.preorder,
        new.idom,
    )


def _same_loops(old: LoopForest, new: LoopForest) -> bool:
    return _loops(old) == _loops(new)


def _loops(forest: LoopForest) -> list[object]:
    return [
        (
            loop.header,
            loop.own_blocks,
            loop.latches,
            loop.irreducible,
            None if loop.parent is None else loop.parent.header,
        )
        for loop in forest.loops
    ]


def _same_dependence(old: ControlDependence, new: ControlDependence) -> bool:
    return (
        old.order == new.order
        and old.post_dominator == new.post_dominator
        and all(old.branches(block) == new.branches(block) for block in new.order)
    )


_OF_MODULE: Final = (
    Analysis[Module, ModuleEffects](
        ModuleEffects, lambda module, _: ModuleEffects(module), ModuleEffects.covers
    ),
    Analysis[Module, ModuleSummaries](
        ModuleSummaries, lambda module, _: ModuleSummaries(module), ModuleSummaries.covers
    ),
)
_OF_FUNCTION: Final = (
    Analysis[Function, DominatorTree](
        DominatorTree, lambda function, _: DominatorTree(function), _same_tree
    ),
    Analysis[Function, LoopForest](
        LoopForest, lambda function, _: LoopForest(function), _same_loops
    ),
    Analysis[Function, ControlDependence](
        ControlDependence, lambda function, _: ControlDependence(function), _same_dependence
    ),
)
