"""Unreachable slots in the shuffle of one stack layout to another.

Source: chapter 07, section 5.1 of the specification.
"""

from __future__ import annotations

from yulopt.stack.shuffler import Shuffler
from yulopt.stack.slots import REACH, Layout, Slot, VariableSlot, depth_of


class StackTooDeep:
    """A DUP or SWAP would have to reach `deficit` slots deeper than possible.

    `choices`: the variables above the unreachable slot, and its own, from the deepest up. Moving
    `deficit` of them off the stack solves the problem.
    """

    def __init__(self, deficit: int, choices: list[str]) -> None:
        self.deficit = deficit
        self.choices = choices

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StackTooDeep) and (
            self.deficit == other.deficit and self.choices == other.choices
        )


def find_problems(source: Layout, target: Layout) -> list[StackTooDeep]:
    """The unreachable slots in the shuffle of `source` to `target`, in its order.

    A slot that is neither on the stack nor generable is no problem.
    """
    collector = _ProblemCollector(source[:], target)
    collector.run()
    return collector.problems


def is_too_deep(source: Layout, target: Layout) -> bool:
    """Whether the shuffle of `source` to `target` has unreachable slots."""
    collector = _ProblemCollector(source[:], target, only_first=True)
    collector.run()
    return bool(collector.problems)


class _ProblemCollector(Shuffler):
    def __init__(self, source: Layout, target: Layout, only_first: bool = False) -> None:
        super().__init__(source, target)
        self.problems: list[StackTooDeep] = []
        self._only_first = only_first

    def on_swap(self, depth: int) -> None:
        if depth > REACH:
            self._report(depth - REACH, depth)

    def on_push(self, slot: Slot) -> None:
        if slot.is_generable or len(self.source) <= REACH:
            return
        depth = depth_of(slot, self.source)
        if depth is not None and depth >= REACH:
            self._report(depth - REACH + 1, depth)

    def _report(self, deficit: int, depth: int) -> None:
        choices: dict[str, None] = {}
        for slot in self.source[-1 - depth :]:
            if isinstance(slot, VariableSlot):
                choices.setdefault(slot.name)
        self.problems.append(StackTooDeep(deficit, list(choices)))
        self.stopped = self._only_first
