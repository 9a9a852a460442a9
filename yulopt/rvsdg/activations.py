"""What the interpreter of graphs works with: values, executions of regions, effects.

Source: chapter 09, section 2.3 of the specification.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from yulopt.rvsdg.ir import Function, Node

_MIX: Final = 0x9E3779B97F4A7C15
_MIX_LIMIT: Final = 1 << 64


def mixed(words: Sequence[int]) -> int:
    """What `use` gives: a number in which all words and their order have left traces."""
    result = len(words) + 1
    for word in words:
        result = (result ^ word) * _MIX % _MIX_LIMIT
        result ^= result >> 29
    return result


class OutOfFuelError(Exception):
    """The interpreter gave up: too many iterations and calls."""


class Effects:
    """What operators with effects do, and those whose word is not a function of words."""

    def execute(self, name: str, texts: Sequence[str], words: Sequence[int]) -> int:
        """Execute a builtin; its result, 0 if it has none."""
        raise ValueError(f"'{name}' cannot be executed here")


class Closure:
    """A function value: the function, and where its constants are evaluated."""

    __slots__ = ("activation", "function")

    def __init__(self, function: Function, activation: Activation) -> None:
        self.function = function
        self.activation = activation


class Outputs:
    """A tuple of which each value is evaluated when it is needed."""

    __slots__ = ("activation", "nodes")

    def __init__(self, activation: Activation, nodes: tuple[Node, ...]) -> None:
        self.activation = activation
        self.nodes = nodes


Value: TypeAlias = "int | Closure | Outputs | dict[int, Value]"


class Activation:
    """One execution of a region: its arguments, and the values known so far.

    An argument is a value, or a node to evaluate in another activation.
    """

    __slots__ = ("arguments", "loops", "values")

    def __init__(self, arguments: list[Value | tuple[Activation, Node]]) -> None:
        self.arguments = arguments
        self.values: dict[Node, Value] = {}
        # The loops of this region that are being executed.
        self.loops: dict[Node, Activation] = {}
