"""mem2reg: promotes cells to values, with phis where values meet.

A cell is promoted if it is only loaded from and stored to: no reference to it goes anywhere else.
Its loads are replaced by what was stored, its stores disappear. Where several stores can be the
last one, a phi chooses by where control comes from. Cells are zero before their first store. If the
phis would cost too many copies later on, the most expensive cells stay as they are.

Example::

    func @max(%a: i256, %b: i256) -> i256 {
    entry:
      %result = alloca i256
      store i256 %a, %result
      %larger = gt %b, %a
      br %larger, %if.then, %if.end
    if.then: ; preds = %entry
      store i256 %b, %result
      br %if.end
    if.end: ; preds = %entry, %if.then
      %0 = load i256, %result
      ret %0
    }

becomes::

    func @max(%a: i256, %b: i256) -> i256 {
    entry:
      %larger = gt %b, %a
      br %larger, %if.then, %if.end
    if.then: ; preds = %entry
      br %if.end
    if.end: ; preds = %entry, %if.then
      %result.1 = phi i256 [ %a, %entry ], [ %b, %if.then ]
      ret %result.1
    }

The cells of parameters are promoted, too, unless `parameters=no` says that an inliner still needs
them. Other settings show other forms of SSA: `ssa=minimal` places phis wherever stores meet, even
if the cell is not read any more, `ssa=maximal` in all blocks.

Source: chapter 08, section 4 of the specification.
"""

from __future__ import annotations

from typing import ClassVar

from yulopt.ssa.analysis.dominators import DominatorTree
from yulopt.ssa.analysis.trivial_phis import remove_trivial_phis
from yulopt.ssa.ir.edges import predecessors, split_repeated_edges
from yulopt.ssa.ir.function import Function, Module
from yulopt.ssa.memory.promotable import promotable_allocas
from yulopt.ssa.pass_contract import Option, Pass, Statistics
from yulopt.ssa.passes.phi_cost import MAX_PHI_COPY_COST, limit_phi_cost
from yulopt.ssa.passes.phi_placement import SsaKind, place_phis
from yulopt.ssa.passes.renaming import Renaming


class Mem2Reg(Pass):
    """Promotes cells to values."""

    name = "mem2reg"
    options: ClassVar[dict[str, Option]] = {
        "parameters": Option("yes", "whether the cells of parameters are promoted", ("yes", "no")),
        "references": Option(
            "no", "whether cells are promoted that hold references or arrays", ("no", "yes")
        ),
        "ssa": Option("pruned", "how many phis are placed", ("pruned", "minimal", "maximal")),
        "max-copies": Option(str(MAX_PHI_COPY_COST), "the most copies that phis may cost"),
    }

    def run(self, module: Module, function: Function) -> Statistics:
        """Promote what can be promoted."""
        return promote(
            function,
            parameters=self.settings["parameters"] == "yes",
            references=self.settings["references"] == "yes",
            kind=SsaKind(self.settings["ssa"]),
            max_copies=int(self.settings["max-copies"]),
        )


def promote_allocas(function: Function) -> Statistics:
    """Mode A: promote all cells but those of parameters, which an inliner still needs."""
    return promote(function, parameters=False)


def promote_allocas_with_params(function: Function) -> Statistics:
    """Mode B: promote all cells."""
    return promote(function)


def promote(
    function: Function,
    *,
    parameters: bool = True,
    references: bool = False,
    kind: SsaKind = SsaKind.PRUNED,
    max_copies: int = MAX_PHI_COPY_COST,
) -> Statistics:
    """Promote the cells of a function; the settings are those of the pass."""
    cells = promotable_allocas(function, parameters=parameters, references=references)
    if not cells:
        return {}
    split_repeated_edges(function)
    before = predecessors(function)
    tree = DominatorTree(function)
    placement = place_phis(function, cells, tree, before, kind)
    dropped = limit_phi_cost(placement, before, max_copies)
    renaming = Renaming(function, placement, tree)
    if kind is SsaKind.PRUNED:
        # Phis from before can have become trivial, too, by what their loads are now.
        remove_trivial_phis([*renaming.phis, *renaming.changed_phis])
        function.sweep()
    return {
        "allocas promoted": len(placement),
        "allocas dropped": len(dropped),
        "loads removed": renaming.loads,
        "stores removed": renaming.stores,
        "phis inserted": len([phi for phi in renaming.phis if not phi.is_erased]),
    }
