"""From a reducible control-flow graph to nested regions.

The code of a block comes first, then that of the blocks it dominates immediately: merge points in
sequence after a frame, in reverse postorder, the others at the branch to them. A loop header wraps
all of this in a loop.

Regions are an intermediate form between the graph and Yul's statements. A sequence of nodes ends
where control leaves it. All jumps leave enclosing constructs: to the code after a frame, or to the
next iteration of a loop; but they may leave more of them than one `break` or `continue` of Yul can.

Source: Ramsey, "Beyond Relooper: Recursive Translation of Unstructured Control Flow to Structured
Control Flow" (2022), section 5; chapter 08, section 8.2 of the specification.
"""

from __future__ import annotations

from yulopt.ssa.analysis.dominators import DominatorTree
from yulopt.ssa.analysis.loops import LoopForest
from yulopt.ssa.ir.edges import predecessors
from yulopt.ssa.ir.function import Block, Function
from yulopt.ssa.ir.instructions import Jump
from yulopt.ssa.raising.loops import LoopLayout


class Node:
    """A part of a sequence."""


Sequence = list[Node]


class Straight(Node):
    """The instructions of a block, and its end if it leaves the function."""

    def __init__(self, block: Block) -> None:
        self.block = block


class Choice(Node):
    """The branch or switch at the end of a block; one arm for each of its targets."""

    def __init__(self, block: Block, arms: list[Sequence]) -> None:
        self.block = block
        self.arms = arms


class Frame(Node):
    """A body that is directly followed by the code of `target`."""

    def __init__(self, target: Block) -> None:
        self.target = target
        self.body: Sequence = []


class Loop(Node):
    """An endless loop. Its body can jump to `next`: the part `post` if there is one, which
    continues with the header, else the header itself."""

    def __init__(self, header: Block, next: Block) -> None:
        self.header = header
        self.next = next
        self.body: Sequence = []
        self.post: Sequence = []


class Exit(Node):
    """A jump to a block whose code is elsewhere."""

    def __init__(self, target: Block) -> None:
        self.target = target


def structure(function: Function) -> Sequence:
    """The regions of a function without phis, all of whose loops have one entry."""
    return _Structuring(function).run()


class _Structuring:
    def __init__(self, function: Function) -> None:
        self._function = function
        self._tree = DominatorTree(function)
        before = predecessors(function)
        self._layout = LoopLayout(function, self._tree, before)
        self._headers = {loop.header for loop in LoopForest(function).loops}
        # Blocks whose code is not placed at a jump to them.
        self._placed = {block for blocks in self._layout.following.values() for block in blocks}
        self._placed.update(self._layout.post.values())
        self._merges: dict[Block, list[Block]] = {}
        for block in self._tree.order:
            children = self._tree.children[block]
            merges = [
                child
                for child in children
                if child not in self._placed and self._layout.is_merge(child)
            ]
            self._merges[block] = merges
        self._is_merge = {block for merges in self._merges.values() for block in merges}
        # The blocks whose code is still to be written, each with its sequence.
        self._work: list[tuple[Block, Sequence]] = []

    def run(self) -> Sequence:
        """Write the code of the entry, and of all it dominates."""
        result: Sequence = []
        self._work.append((self._function.entry, result))
        while self._work:
            self._write(*self._work.pop())
        return result

    def _write(self, block: Block, sequence: Sequence) -> None:
        """Add a block and all it dominates, except the pending ones."""
        if block in self._headers:
            sequence = self._open_frames(self._layout.following.get(block, ()), sequence)
            post = self._layout.post.get(block)
            loop = Loop(block, block if post is None else post)
            sequence.append(loop)
            if post is not None:
                frame = Frame(block)
                loop.post.append(frame)
                self._work.append((post, frame.body))
            sequence = loop.body
        sequence = self._open_frames(self._merges[block], sequence)
        sequence.append(Straight(block))
        terminator = block.terminator
        assert terminator is not None
        if isinstance(terminator, Jump):
            self._go_to(terminator.target, block, sequence)
        elif terminator.targets:
            arms: list[Sequence] = []
            for target in terminator.targets:
                arm: Sequence = []
                arms.append(arm)
                self._go_to(target, block, arm)
            sequence.append(Choice(block, arms))

    def _open_frames(self, targets: list[Block] | tuple[()], sequence: Sequence) -> Sequence:
        """Frames for blocks, the first one innermost; returns the body of that."""
        for target in reversed(targets):
            frame = Frame(target)
            sequence.append(frame)
            self._work.append((target, sequence))
            sequence = frame.body
        return sequence

    def _go_to(self, target: Block, block: Block, sequence: Sequence) -> None:
        """Go to a block; its code is inlined here unless it is placed elsewhere."""
        if (
            target in self._is_merge
            or target in self._placed
            or self._tree.dominates(target, block)
        ):
            sequence.append(Exit(target))
        else:
            self._work.append((target, sequence))
