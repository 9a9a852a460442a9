"""phi-scc: removes phis that are redundant only together.

Phis that read only each other and a single other value have this value, whatever cycles they form.
In the graph that leads from values to the phis that read them, these are the phis that one value
dominates, so dominators find all groups at once.

Example::

    func @f(%x: i256, %c: i256) -> i256 {
    entry:
      br %outer
    outer:
      %a = phi i256 [ %x, %entry ], [ %b, %next ]
      br %inner
    inner:
      %b = phi i256 [ %a, %outer ], [ %b, %inner ]
      br %c, %inner, %next
    next:
      %more = calldataload 0
      br %more, %outer, %done
    done:
      ret %b
    }

becomes::

    func @f(%x: i256, %c: i256) -> i256 {
    entry:
      br %outer
    outer: ; preds = %entry, %next
      br %inner
    inner: ; preds = %outer, %inner
      br %c, %inner, %next
    next: ; preds = %inner
      %more = calldataload 0
      br %more, %outer, %done
    done: ; preds = %next
      ret %x
    }

Source: Braun, Buchwald, Hack, Leissa, Mallon, Zwinkau, "Simple and Efficient Construction of Static
Single Assignment Form" (2013), section 3.2; chapter 08, section 6.8. Their algorithm 5, components
of components, has the same result, but takes quadratic time for deep nesting.
"""

from __future__ import annotations

from yulopt.graphs.dominators import DominatorTree
from yulopt.passes.analyses import Analyses
from yulopt.ssa.ir.function import Function, Module, Phi, Value
from yulopt.ssa.kernel.analysis_table import CONTROL_FLOW
from yulopt.ssa.kernel.pass_contract import PREHEADERS, SSA, Pass, Statistics


class RedundantPhiGroups(Pass):
    """Removes phis that are redundant only together."""

    name = "phi-scc"
    preserves = (SSA, PREHEADERS)
    preserves_analyses = CONTROL_FLOW

    def run(self, module: Module, function: Function, analyses: Analyses[Function]) -> Statistics:
        """Replace all groups that have one value."""
        phis = [phi for block in function.blocks for phi in block.phis]
        replaced = list(_origins(phis).items())
        for phi, origin in replaced:
            phi.result.replace_all_uses(origin)
        for phi, _ in replaced:
            phi.erase()
        if replaced:
            function.sweep()
        return {"phis removed": len(replaced)}


def _origins(phis: list[Phi]) -> dict[Phi, Value]:
    """The value of each redundant phi, which is not a redundant phi itself."""
    # Node 0 leads to all values that are not phis. Equal constants are one node.
    values: list[Value] = []
    nodes: dict[Value, int] = {}
    successors: list[list[int]] = [[]]

    def node_of(value: Value) -> int:
        node = nodes.get(value)
        if node is None:
            node = nodes[value] = len(successors)
            values.append(value)
            successors.append([])
        return node

    for phi in phis:
        node_of(phi.result)
    for phi in phis:
        for operand in phi.operands:
            successors[node_of(operand)].append(nodes[phi.result])
    successors[0].extend(range(len(phis) + 1, len(successors)))
    tree = DominatorTree(successors)
    return {
        phi: values[origin - 1]
        for number, phi in enumerate(phis, 1)
        if (origin := tree.ancestor_at(number, 1)) != number
    }
