"""The layout of loops: which blocks follow a loop, and which are its post part.

All exit targets of a loop could be written inside it, at the jump. In Yul, `break` leads after the
loop; so the most natural exit of each loop is written there: not one that fails or only returns,
preferably one with several exits to it, else the last in the function. If the code that follows the
loop anyway is one of its exits, the others stay inside. A block that this exit shares with others
has to follow both.

If all paths to the next iteration lead through one block, the code from there on can be the post
part, the target of `continue`. It must be, if nested statements jump to it.

Source: chapter 08, section 8.2 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.ssa.analysis.dominators import DominatorTree
from yulopt.ssa.analysis.liveness import Liveness
from yulopt.ssa.analysis.loops import Loop, LoopForest
from yulopt.ssa.ir.edges import Predecessors
from yulopt.ssa.ir.function import Block, Function, NamedValue
from yulopt.ssa.ir.instructions import End, Jump, Return, Unreachable

# The maximum number of blocks of a post part.
_MAX_POST_BLOCKS: Final = 40


class LoopLayout:
    """`following`: the blocks after the loop of each header, the nearest first; `post`: the first
    block of its post part."""

    def __init__(self, function: Function, tree: DominatorTree, before: Predecessors) -> None:
        self.following: dict[Block, list[Block]] = {}
        self.post: dict[Block, Block] = {}
        self._function = function
        self._tree = tree
        self._before = before
        self._forest = LoopForest(function)
        if not self._forest.loops:
            return
        self._rank = {block: rank for rank, block in enumerate(tree.order)}
        self._place_exits()
        self._find_post_parts()

    def is_merge(self, block: Block) -> bool:
        """Whether several forward edges lead here."""
        forward = 0
        for predecessor in self._before[block]:
            if not self._tree.dominates(block, predecessor):
                assert predecessor.terminator is not None
                forward += predecessor.terminator.targets.count(block)
        return forward > 1

    # Exits

    def _place_exits(self) -> None:
        left_by = {block: self._loops_left_by(block) for block in self._tree.order[1:]}
        candidates: dict[Loop, list[Block]] = {}
        followed = self._followed_loops()
        for block, loops in left_by.items():
            if loops:
                loop = loops[-1] if _ends(block) else loops[0]
                if loop in followed and not self.is_merge(block):
                    continue
                candidates.setdefault(loop, []).append(block)
        chosen: dict[Loop, Block] = {}
        position = {block: index for index, block in enumerate(self._function.blocks)}
        for loop, blocks in candidates.items():
            ranked = [(self._priority(block, loop, position), block) for block in blocks]
            chosen[loop] = max(ranked, key=lambda pair: pair[0])[1]
        for block, loops in left_by.items():
            for loop in loops:
                exit = chosen.get(loop)
                if exit is None:
                    continue
                if exit is block or (self._rank[block] > self._rank[exit] and self.is_merge(block)):
                    self.following.setdefault(loop.header, []).append(block)
                    break

    def _followed_loops(self) -> set[Loop]:
        """The loops with an exit to code that follows them in the enclosing loop and that other
        paths reach as well, as `break` expresses it."""
        found: set[Loop] = set()
        for block, loop in self._forest.loop_of.items():
            for successor in block.successors:
                around = self._forest.loop_of.get(successor)
                if around is loop or _ends(successor):
                    continue
                left = loop
                while left.parent is not None and left.parent is not around:
                    left = left.parent
                inside = self._forest.contains(left, self._tree.idom[successor])
                if left.parent is around and not inside:
                    found.add(left)
        return found

    def _loops_left_by(self, block: Block) -> list[Loop]:
        """The loops around the immediate dominator, but not around the block; outer ones first."""
        found: list[Loop] = []
        around = self._loop_around(block)
        loop = self._forest.loop_of.get(self._tree.idom[block])
        while loop is not None and loop is not around:
            found.append(loop)
            loop = loop.parent
        return found[::-1]

    def _loop_around(self, block: Block) -> Loop | None:
        """The innermost loop of a block; for a header the one around its own."""
        loop = self._forest.loop_of.get(block)
        if loop is not None and loop.header is block:
            return loop.parent
        return loop

    def _priority(
        self, block: Block, loop: Loop, position: dict[Block, int]
    ) -> tuple[bool, bool, int]:
        """The rank of a block as the successor of a loop; higher is better."""
        meeting = not all(
            self._forest.contains(loop, predecessor) for predecessor in self._before[block]
        )
        rank = self._rank[block] if meeting else position[block]
        return not _ends(block), meeting, rank

    # Post parts

    def _find_post_parts(self) -> None:
        self._following_loops = {block for blocks in self.following.values() for block in blocks}
        latches: dict[Loop, Block] = {}
        for loop in self._forest.loops:
            start = loop.latches[0]
            for latch in loop.latches[1:]:
                start = self._tree.common_dominator(start, latch)
            block = start
            region: set[Block] = set()
            while block is not loop.header and self._extend(region, block, loop):
                if self.is_merge(block) and self._is_jumped_to(block):
                    self.post[loop.header] = block
                    break
                block = self._tree.idom[block]
            whole_body = self._before[start] == [loop.header]
            if loop.header not in self.post and _is_plain_latch(start, loop) and not whole_body:
                latches[loop] = start
        # If not required, only where it forces no variable to be declared outside the loop.
        read = {loop: _values_read(latch) for loop, latch in latches.items()}
        liveness = Liveness(self._function, {one for values in read.values() for one in values})
        for loop, latch in latches.items():
            if all(value in liveness.live_in[loop.header] for value in read[loop]):
                self.post[loop.header] = latch
        # Leaving an inner loop for the post part continues the outer one.
        posts = set(self.post.values())
        for header, blocks in self.following.items():
            self.following[header] = [block for block in blocks if block not in posts]

    def _extend(self, region: set[Block], start: Block, loop: Loop) -> bool:
        """Add a block's dominated blocks to a region; returns whether all fit into a post part."""
        work = [start]
        while work:
            block = work.pop()
            if block in region:
                continue
            region.add(block)
            if len(region) > _MAX_POST_BLOCKS:
                return False
            inside = self._forest.loop_of.get(block) is loop
            if not inside and not isinstance(block.terminator, (End, Unreachable)):
                return False
            if block is not start and block in self._following_loops:
                return False
            for successor in block.successors:
                if successor is not loop.header and not self._tree.dominates(start, successor):
                    return False
            work.extend(self._tree.children[block])
        return True

    def _is_jumped_to(self, block: Block) -> bool:
        """Whether the predecessor has other successors."""
        parent = self._tree.idom[block]
        for predecessor in self._before[block]:
            at = predecessor
            below: Block | None = None
            while True:
                merges = [
                    child
                    for child in self._tree.children[at]
                    if child is not block and self.is_merge(child)
                ]
                if at is parent:
                    merges = [one for one in merges if self._rank[one] < self._rank[block]]
                if merges and below is not merges[-1]:
                    return True
                if at is parent:
                    break
                below = at
                at = self._tree.idom[at]
        return False


def _ends(block: Block) -> bool:
    """Whether the execution fails in this block, or it only returns."""
    terminator = block.terminator
    if isinstance(terminator, End) and not terminator.builtin.control_flow.can_terminate:
        return True
    return isinstance(terminator, Unreachable) or (
        isinstance(terminator, (Return, End)) and not block.instructions
    )


def _is_plain_latch(block: Block, loop: Loop) -> bool:
    return (
        block is not loop.header
        and isinstance(block.terminator, Jump)
        and block.terminator.target is loop.header
        and bool(block.instructions)
    )


def _values_read(block: Block) -> list[NamedValue]:
    """The values of other blocks that a block reads."""
    defined: set[NamedValue] = set()
    found: list[NamedValue] = []
    for instruction in block.instructions:
        for operand in instruction.operands:
            if isinstance(operand, NamedValue) and operand not in defined:
                found.append(operand)
        defined.update(instruction.results)
    return found
