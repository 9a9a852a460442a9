"""simplify-cfg: removes branches that do not choose, and blocks that do nothing.

- A branch or switch on a constant, or with all its targets the same, becomes a jump; cases that go
  where the default goes are dropped; a switch that only distinguishes zero from the rest becomes a
  branch.
- An empty block is bypassed: its predecessors go to its successor. If there are phis, this is done
  only for a block with one edge to it, since more edges would mean more copies.
- A block whose only predecessor has no other successor is merged into it.

Loops keep a single entry: bypassing an empty block moves all edges to it, so if it was the header
of a loop, its successor is the new one.

Example::

    func @f(%c: i256) -> i256 {
    entry:
      br %c, %empty, %other
    empty:
      br %join
    other:
      switch %c, %unlikely [ 0: %zero ]
    zero:
      sstore 0, 1
      br %join
    unlikely:
      br %same
    same:
      sstore 0, 2
      br %join
    join:
      %r = phi i256 [ 7, %empty ], [ 8, %zero ], [ 9, %same ]
      ret %r
    }

becomes::

    func @f(%c: i256) -> i256 {
    entry:
      br %c, %join, %other
    other: ; preds = %entry
      br %c, %same, %zero
    zero: ; preds = %other
      sstore 0, 1
      br %join
    same: ; preds = %other
      sstore 0, 2
      br %join
    join: ; preds = %entry, %zero, %same
      %r = phi i256 [ 7, %entry ], [ 8, %zero ], [ 9, %same ]
      ret %r
    }

Source: chapter 08, section 6.9; for loops, Hecht, Ullman, "Flow Graph Reducibility" (1972): leaving
out a block with one successor is to contract an edge.
"""

from __future__ import annotations

from yulopt.passes.analyses import Analyses
from yulopt.ssa.analysis.folding import decided_target
from yulopt.ssa.ir.edges import postorder, remove_edge, remove_unreachable
from yulopt.ssa.ir.function import Block, Function, Module, Terminator
from yulopt.ssa.ir.instructions import Branch, Jump, Switch
from yulopt.ssa.kernel.pass_contract import Pass, Statistics


class SimplifyCfg(Pass):
    """Removes branches that do not choose, and blocks that do nothing."""

    name = "simplify-cfg"
    requires = ()

    def run(self, module: Module, function: Function, analyses: Analyses[Function]) -> Statistics:
        """Simplify until nothing changes."""
        statistics = {"branches decided": 0, "blocks removed": 0}
        changed = True
        while changed:
            decided = sum(simplify_terminator(block) for block in function.blocks)
            removed = remove_unreachable(function)
            removed += _leave_out_empty_blocks(function)
            removed += _merge_chains(function)
            statistics["branches decided"] += decided
            statistics["blocks removed"] += removed
            changed = decided + removed > 0
        return statistics


def simplify_terminator(block: Block) -> bool:
    """Replace the terminator of a block by a simpler one; returns whether one was found."""
    terminator = block.terminator
    assert terminator is not None
    simpler = _simpler_terminator(terminator)
    if simpler is None:
        return False
    before = block.successors
    block.terminate(simpler)
    after = set(simpler.targets)
    for successor in before:
        if successor not in after:
            remove_edge(block, successor)
    return True


def _simpler_terminator(terminator: Terminator) -> Terminator | None:
    if not isinstance(terminator, (Branch, Switch)):
        return None
    targets = terminator.targets
    target = decided_target(terminator, terminator.operands[0])
    if target is None and all(other is targets[0] for other in targets):
        target = targets[0]
    if target is not None:
        return Jump(target)
    if not isinstance(terminator, Switch):
        return None
    default = terminator.default
    cases = [(value, target) for value, target in terminator.cases() if target is not default]
    if len(cases) == 1 and cases[0][0] == 0:
        return Branch(terminator.selector, default, cases[0][1])
    if len(cases) < len(terminator.case_values):
        return Switch(terminator.selector, default, cases)
    return None


def _edges_to(function: Function) -> dict[Block, list[Block]]:
    """The sources of the edges to each block, once per edge."""
    result: dict[Block, list[Block]] = {block: [] for block in function.blocks}
    for block in function.blocks:
        assert block.terminator is not None
        for target in block.terminator.targets:
            result[target].append(block)
    return result


def _leave_out_empty_blocks(function: Function) -> int:
    """Bypass empty blocks; returns how many."""
    edges = _edges_to(function)
    leads_to: dict[Block, Block] = {}
    # Successors first, so that a chain of empty blocks is followed once.
    for block in postorder(function):
        terminator = block.terminator
        if block.phis or block.instructions or not isinstance(terminator, Jump):
            continue
        target = _end_of_chain(terminator.target, leads_to)
        if block is function.entry or target is block:
            continue
        if not target.phis or _move_phi_operands(block, target, edges[block]):
            leads_to[block] = target
    if not leads_to:
        return 0
    function.blocks = [block for block in function.blocks if block not in leads_to]
    for block in function.blocks:
        terminator = block.terminator
        assert terminator is not None
        if any(target in leads_to for target in terminator.targets):
            terminator.targets = [_end_of_chain(one, leads_to) for one in terminator.targets]
            simplify_terminator(block)
    return len(leads_to)


def _end_of_chain(block: Block, leads_to: dict[Block, Block]) -> Block:
    path: list[Block] = []
    while block in leads_to:
        path.append(block)
        block = leads_to[block]
    for passed in path:
        leads_to[passed] = block
    return block


def _move_phi_operands(empty: Block, target: Block, sources: list[Block]) -> bool:
    """Move the phi operands for the edge from an empty block to the one edge that leads there;
    returns whether that is possible."""
    if len(sources) != 1 or target is empty:
        return False
    source = sources[0]
    terminator = source.terminator
    if isinstance(terminator, Jump):
        # These two will be merged.
        return False
    if target.phis[0].has_incoming(source):
        # Then both edges lead here, which is legal only if they become one.
        if not isinstance(terminator, Branch) or any(
            phi.incoming(source) != phi.incoming(empty) for phi in target.phis
        ):
            return False
        remove_edge(empty, target)
        return True
    for phi in target.phis:
        phi.replace_incoming_block(empty, source)
    return True


def _merge_chains(function: Function) -> int:
    """Merge blocks into sole predecessors that have no other successor; returns how many."""
    edges = _edges_to(function)
    absorbed = {
        block
        for block, sources in edges.items()
        if len(sources) == 1 and isinstance(sources[0].terminator, Jump)
    }
    for block in function.blocks:
        # From the first block of each chain, so that every instruction is moved once.
        if block not in absorbed:
            while isinstance(block.terminator, Jump) and block.terminator.target in absorbed:
                _absorb(block, block.terminator.target)
    function.blocks = [block for block in function.blocks if block not in absorbed]
    return len(absorbed)


def _absorb(block: Block, successor: Block) -> None:
    """Append a block to its only predecessor `block`."""
    for phi in successor.phis:
        phi.result.replace_all_uses(phi.incoming(block))
        phi.erase()
    for instruction in successor.instructions:
        instruction.block = block
    block.instructions.extend(successor.instructions)
    for after in successor.successors:
        for phi in after.phis:
            phi.replace_incoming_block(successor, block)
    assert block.terminator is not None
    block.terminator.erase()
    block.terminator = successor.terminator
    assert block.terminator is not None
    block.terminator.block = block
