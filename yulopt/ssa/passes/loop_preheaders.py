"""loop-preheaders: puts an empty block before every loop, which only leads there.

Code that is moved out of a loop then has a block that is executed once, on entry. Only irreducible
loops get none.

Example::

    func @f(%c: i256, %n: i256) -> i256 {
    entry:
      br %c, %loop, %done
    loop:
      %i = phi i256 [ 0, %entry ], [ %next, %loop ]
      %next = add %i, 1
      %more = lt %next, %n
      br %more, %loop, %done
    done:
      ret %c
    }

becomes::

    func @f(%c: i256, %n: i256) -> i256 {
    entry:
      br %c, %loop.preheader, %done
    loop.preheader: ; preds = %entry
      br %loop
    loop: ; preds = %loop.preheader, %loop
      %i = phi i256 [ 0, %loop.preheader ], [ %next, %loop ]
      %next = add %i, 1
      %more = lt %next, %n
      br %more, %loop, %done
    done: ; preds = %entry, %loop
      ret %c
    }

Source: Aho, Lam, Sethi, Ullman, "Compilers" (2006), section 9.5.3; chapter 08, section 3.4.
"""

from __future__ import annotations

from yulopt.passes.analyses import Analyses
from yulopt.ssa.analysis.loops import LoopForest, entering_blocks, lacks_preheader
from yulopt.ssa.ir.edges import predecessors
from yulopt.ssa.ir.function import Block, Function, Module, Phi, Value
from yulopt.ssa.ir.instructions import Jump
from yulopt.ssa.ir.names import NameSupply
from yulopt.ssa.kernel.pass_contract import PREHEADERS, Pass, Statistics


class LoopPreheaders(Pass):
    """Puts an empty block before every loop, which only leads there."""

    name = "loop-preheaders"
    requires = ()
    provides = (PREHEADERS,)

    def run(self, module: Module, function: Function, analyses: Analyses[Function]) -> Statistics:
        """Add the missing preheaders."""
        return {"preheaders added": _make_preheaders(function, analyses.get(LoopForest))}


def _make_preheaders(function: Function, forest: LoopForest) -> int:
    """Give every loop with one entry a preheader; returns how many blocks were added."""
    before = predecessors(function)
    names = NameSupply(function)
    added: dict[Block, Block] = {}
    for loop in forest.loops:
        if lacks_preheader(loop, before):
            outside = entering_blocks(loop, before)
            added[loop.header] = _insert_before(loop.header, outside, names)
    blocks: list[Block] = []
    for block in function.blocks:
        if block in added:
            blocks.append(added[block])
        blocks.append(block)
    function.blocks = blocks
    return len(added)


def _insert_before(header: Block, outside: list[Block], names: NameSupply) -> Block:
    """A new block between the header and its predecessors outside the loop."""
    middle = Block(names.label(f"{header.label}.preheader"))
    middle.terminate(Jump(header))
    for phi in header.phis:
        phi.add_incoming(middle, _joined(phi, outside, middle, names))
    for block in outside:
        assert block.terminator is not None
        block.terminator.replace_target(header, middle)
        for phi in header.phis:
            phi.remove_incoming(block)
    return middle


def _joined(phi: Phi, outside: list[Block], middle: Block, names: NameSupply) -> Value:
    """The value that a phi of the header gets from all predecessors outside the loop together."""
    values = [phi.incoming(block) for block in outside]
    if all(value == values[0] for value in values):
        return values[0]
    joined = Phi(names.value(phi.result.name))
    for block, value in zip(outside, values, strict=True):
        joined.add_incoming(block, value)
    middle.add_phi(joined)
    return joined.result
