"""Equality of functions as trees up to the names of variables and functions."""

from __future__ import annotations

from yulopt.analysis.equality import SyntacticEquality
from yulopt.syntax.ast import Block, FunctionCall, FunctionDefinition, Statement


class EqualTrees(SyntacticEquality):
    """Compares trees, where calls of corresponding functions count as equal.

    `pairs` maps functions on the left to those on the right; `called` are the pairs of callees that
    were compared. Functions that are defined inside are compared separately.
    """

    def __init__(self, pairs: dict[str, str]) -> None:
        super().__init__()
        self._pairs = pairs
        self.called: set[tuple[str, str]] = set()

    def blocks(self, one: Block, other: Block) -> bool:
        """Whether two blocks are the same."""
        return self._blocks(one, other)

    def _blocks(self, one: Block, other: Block) -> bool:
        mine, theirs = _executed(one), _executed(other)
        return len(mine) == len(theirs) and all(map(self._statements, mine, theirs))

    def _callees(self, one: FunctionCall, other: FunctionCall) -> bool:
        if one.builtin is not None or other.builtin is not None:
            return one.builtin is not None and other.builtin is not None and one.name == other.name
        if self._pairs.get(one.name) != other.name:
            return False
        self.called.add((one.name, other.name))
        return True


def _executed(block: Block) -> list[Statement]:
    return [item for item in block.statements if not isinstance(item, FunctionDefinition)]
