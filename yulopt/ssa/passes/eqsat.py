"""eqsat: rewrites pure expressions to the cheapest form that the rules find.

All instructions that compute words from words become terms in an e-graph, where rules add other
forms of the same values without losing any. Then one form is chosen for each needed value, for all
of them together, so that shared subexpressions count once; and each is computed in the best place:
out of loops, and not before branches that do not need it. Instructions with effects are unchanged.

How much the size of code counts depends on `code` (`deployed` or `creation`) and on `runs`, how
often deployed code is expected to run; `iterations`, `nodes` and `seconds` limit the saturation of
a function.

Example::

    func @f(%a: i256, %b: i256, %c: i256) -> i256 {
    entry:
      %0 = mul %a, %b
      %1 = mul %a, %c
      %2 = add %0, %1
      %3 = div %2, 8
      sstore 0, %3
      %4 = add %b, %c
      ret %4
    }

becomes::

    func @f(%a: i256, %b: i256, %c: i256) -> i256 {
    entry:
      %4 = add %b, %c
      %2 = mul %4, %a
      %3 = shr 3, %2
      sstore 0, %3
      ret %4
    }

Source: Tate, Stepp, Tatlock, Lerner, "Equality Saturation: A New Approach to Optimization" (2009);
Willsey et al., "egg: Fast and Extensible Equality Saturation" (2021); chapter 09, section 8.
"""

from __future__ import annotations

import enum
import time
import warnings
from collections.abc import Iterator
from typing import Final

import attr

from yulopt.egraph.export import ENode, Export
from yulopt.egraph.saturation import Limits, Session, pure_operations, saturate, yul_session
from yulopt.errors import LimitWarning
from yulopt.gas.constants import ConstantFinder
from yulopt.gas.model import GasModel
from yulopt.passes.analyses import Analyses
from yulopt.passes.options import option
from yulopt.ssa.analysis.dominators import DominatorTree
from yulopt.ssa.analysis.loops import LoopForest
from yulopt.ssa.ir.edges import predecessors
from yulopt.ssa.ir.function import MAIN, Function, Module, Result
from yulopt.ssa.kernel.analysis_table import CONTROL_FLOW
from yulopt.ssa.kernel.pass_contract import PREHEADERS, SSA, Pass, Statistics
from yulopt.ssa.saturation.choice import Choice
from yulopt.ssa.saturation.placement import Placement, UnplaceableError
from yulopt.ssa.saturation.rebuilding import Rebuilding
from yulopt.ssa.saturation.terms import Root, Terms

# The terms of larger functions are split into several e-graphs, along unconnected parts.
_MAX_TERMS: Final = 5000


class CodeKind(enum.Enum):
    """Kinds of code: creation code runs once."""

    DEPLOYED = "deployed"
    CREATION = "creation"


@attr.s(auto_attribs=True, frozen=True)
class EqualitySaturation(Pass):
    """Rewrites pure expressions to the cheapest form that the rules find."""

    name = "eqsat"
    requires = (SSA, PREHEADERS)
    preserves = (SSA, PREHEADERS)
    preserves_analyses = CONTROL_FLOW

    code: CodeKind = option(CodeKind.DEPLOYED, "what kind of code it is")
    runs: int = option(200, "how often deployed code is expected to run")
    iterations: int = option(10, "the maximum number of iterations of the rules")
    nodes: int = option(20000, "the maximum number of e-nodes")
    seconds: int = option(5, "the maximum number of seconds")

    def run(self, module: Module, function: Function, analyses: Analyses[Function]) -> Statistics:
        """Saturate the function, and rebuild its expressions."""
        runs = self.runs if self.code is CodeKind.DEPLOYED else None
        limits = Limits(self.iterations, self.nodes, self.seconds)
        return _Saturation(module, analyses, runs, limits).run()


class _Saturation:
    def __init__(
        self, module: Module, analyses: Analyses[Function], runs: int | None, limits: Limits
    ) -> None:
        self._function = function = analyses.unit
        self._dialect = module.dialect
        self._model = GasModel(module.dialect, runs)
        self._constants = ConstantFinder(self._model)
        self._limits = limits
        self._tree = analyses.get(DominatorTree)
        self._forest = analyses.get(LoopForest)
        self._terms = Terms(function, self._tree, pure_operations(module.dialect))
        self._nodes = 0
        self._limits_reached = 0

    def run(self) -> Statistics:
        """Saturate and rebuild; returns the number of e-nodes."""
        choice = Choice(
            self._terms, self._leaf_depths(), self._dialect, self._model, self._constants
        )
        roots: dict[int, list[Root]] = {}
        for root in self._terms.roots:
            roots.setdefault(root.handle, []).append(root)
        # Loading the library must not count against the time limit.
        session = yul_session(self._dialect)
        end = time.perf_counter() + self._limits.seconds
        for group in self._terms.groups(_MAX_TERMS):
            wanted = [root for handle in group for root in roots.pop(handle, ())]
            if wanted:
                choice.add(self._saturated(session, group, end), wanted)
        for alone in roots.values():
            choice.add_leaves(alone)
        if self._place(choice):
            self._function.sweep()
        return {"e-nodes": self._nodes, "limits reached": self._limits_reached}

    def _saturated(self, session: Session, group: list[int], end: float) -> Export:
        """The e-graph of some terms, saturated."""
        seconds = end - time.perf_counter()
        session.begin()
        try:
            session.unite(self._nodes_of(group))
            report = saturate(session, Limits(self._limits.iterations, self._limits.nodes, seconds))
            self._nodes += report.nodes
            if report.stopped_by:
                self._limits_reached += 1
                self._warn(report.stopped_by)
            return session.export()
        finally:
            session.end()

    def _warn(self, limit: str) -> None:
        name = self._function.name
        what = "the code outside functions" if name == MAIN else f"the function '{name}'"
        warnings.warn(
            f"saturation of {what} met the limit of {limit}; what was found is used",
            LimitWarning,
            stacklevel=2,
        )

    def _nodes_of(self, group: list[int]) -> Iterator[tuple[int, ENode]]:
        """The terms of a group with the leaves that they read."""
        nodes = self._terms.nodes
        leaves: dict[int, None] = {}
        for handle in group:
            for operand in nodes[handle].children:
                if not nodes[operand].children:
                    leaves[operand] = None
        for handle in (*leaves, *group):
            yield handle, nodes[handle]

    def _leaf_depths(self) -> list[int]:
        """The loop depth of each leaf."""
        depths: list[int] = []
        for leaf in self._terms.leaves:
            home = leaf.instruction.block if isinstance(leaf, Result) else None
            depths.append(0 if home is None else self._forest.depth(home))
        return depths

    def _place(self, choice: Choice) -> bool:
        """Put the chosen expressions into the function, if each can be placed."""
        before = predecessors(self._function)
        placement = Placement(self._tree, self._forest, before, self._model)
        try:
            placement.run(choice.order, choice.uses)
        except UnplaceableError:
            return False
        complement = self._dialect.builtins["not"]
        rebuilding = Rebuilding(self._function, placement, self._constants, complement)
        rebuilding.run(self._tree, self._terms, choice.uses)
        return True
