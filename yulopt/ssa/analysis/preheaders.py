"""Preheaders: a place directly before a loop, which is executed once when the loop is entered.

Source: Aho, Lam, Sethi, Ullman, "Compilers" (2006), section 9.5.3; chapter 08, section 3.4 of the
specification.
"""

from __future__ import annotations

from yulopt.ssa.analysis.loops import Loop, LoopForest
from yulopt.ssa.ir.edges import Predecessors, predecessors
from yulopt.ssa.ir.function import Block, Function, Phi, Value
from yulopt.ssa.ir.instructions import Jump
from yulopt.ssa.ir.names import NameSupply


def preheader(loop: Loop, before: Predecessors) -> Block | None:
    """The only predecessor of the header from outside, if the header is its only successor."""
    outside = _entries(loop, before)
    if len(outside) == 1 and len(outside[0].successors) == 1:
        return outside[0]
    return None


def lacks_preheader(loop: Loop, before: Predecessors) -> bool:
    """Whether a loop with one entry has no preheader."""
    return not loop.irreducible and preheader(loop, before) is None


def make_preheaders(function: Function) -> int:
    """Give every loop with one entry a preheader; says how many blocks were added."""
    before = predecessors(function)
    names = NameSupply(function)
    added: dict[Block, Block] = {}
    for loop in LoopForest(function).loops:
        if lacks_preheader(loop, before):
            outside = _entries(loop, before)
            added[loop.header] = _insert_before(loop.header, outside, names)
    blocks: list[Block] = []
    for block in function.blocks:
        if block in added:
            blocks.append(added[block])
        blocks.append(block)
    function.blocks = blocks
    return len(added)


def _entries(loop: Loop, before: Predecessors) -> list[Block]:
    latches = set(loop.latches)
    return [block for block in before[loop.header] if block not in latches]


def _insert_before(header: Block, outside: list[Block], names: NameSupply) -> Block:
    """A new block between the header and its predecessors from outside."""
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
    """The value that a phi of the header gets from all predecessors from outside together."""
    values = [phi.incoming(block) for block in outside]
    if all(value == values[0] for value in values):
        return values[0]
    joined = Phi(names.value(phi.result.name))
    for block, value in zip(outside, values, strict=True):
        joined.add_incoming(block, value)
    middle.add_phi(joined)
    return joined.result
