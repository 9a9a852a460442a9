"""How jumps out of nested regions lead to their targets.

Source: chapter 08, section 8.2 of the specification.
"""

from __future__ import annotations

from yulopt.ssa.ir.function import Block
from yulopt.ssa.raising.regions import Choice, Exit, Frame, Loop, Node, Sequence


class JumpCounts:
    """`jumps` is how many jumps to a block there are, `skipping` how many of them skip code that
    stands between them and the end of the frame."""

    __slots__ = ("jumps", "skipping")

    def __init__(self, regions: Sequence) -> None:
        self.jumps: dict[Block, int] = {}
        self.skipping: dict[Block, int] = {}
        self._count(regions)

    def _count(self, regions: Sequence) -> None:
        around: list[Frame | Loop] = []
        place: dict[Block, int] = {}
        work: list[tuple[Node, bool]] = [(node, True) for node in reversed(regions)]
        while work:
            node, opening = work.pop()
            if isinstance(node, Exit):
                target = node.target
                self.jumps[target] = self.jumps.get(target, 0) + 1
                index = place.get(target, len(around))
                if index + 1 < len(around) and isinstance(around[index + 1], Frame):
                    self.skipping[target] = self.skipping.get(target, 0) + 1
            elif isinstance(node, Choice):
                for arm in node.arms:
                    work.extend((item, True) for item in reversed(arm))
            elif isinstance(node, (Frame, Loop)):
                if opening:
                    if isinstance(node, Frame):
                        place[node.target] = len(around)
                    around.append(node)
                    work.append((node, False))
                    inside = node.body + node.post if isinstance(node, Loop) else node.body
                    work.extend((item, True) for item in reversed(inside))
                else:
                    around.pop()
                    if isinstance(node, Frame):
                        del place[node.target]
