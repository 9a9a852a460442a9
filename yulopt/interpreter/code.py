"""Compiled code: basic blocks of operations on numbered registers.

Each function has its own registers: parameters first, then results, other variables, constants
and intermediate values. An operation reads and writes registers and falls through to the next one;
the exit of a block decides which block comes next.
"""

from __future__ import annotations

from yulopt.interpreter.operations import Operation


class Exit:
    """The exit of a block."""

    __slots__ = ()


class Block:
    """Operations in order, and an exit. `reached` is set when the block is executed."""

    __slots__ = ("exit", "operations", "reached")

    def __init__(self) -> None:
        self.operations: list[Operation] = []
        self.exit: Exit = STOP
        self.reached = False


class Stop(Exit):
    """The end of the code outside functions."""

    __slots__ = ()


STOP = Stop()


class Jump(Exit):
    """Continues with a block."""

    __slots__ = ("target",)

    def __init__(self, target: Block) -> None:
        self.target = target


class Branch(Exit):
    """Continues with one of two blocks."""

    __slots__ = ("condition", "nonzero", "zero")

    def __init__(self, condition: int, nonzero: Block, zero: Block) -> None:
        self.condition = condition
        self.nonzero = nonzero
        self.zero = zero


class MultiBranch(Exit):
    """Continues with the block of a value, or the default block."""

    __slots__ = ("default", "targets", "value")

    def __init__(self, value: int, targets: dict[int, Block], default: Block) -> None:
        self.value = value
        self.targets = targets
        self.default = default


class Call(Exit):
    """Calls a function of the program; continues with `next` when it returns."""

    __slots__ = ("arguments", "function", "next", "position", "targets")

    def __init__(
        self,
        function: Function,
        arguments: list[int],
        targets: list[int],
        next: Block,
        position: int,
    ) -> None:
        self.function = function
        self.arguments = arguments
        self.targets = targets
        self.next = next
        self.position = position


class Return(Exit):
    """Returns from a function."""

    __slots__ = ()


class Function:
    """A compiled function, or the code outside functions.

    `registers` are the initial values of all registers: the constants, and zeros. The registers of
    the parameters come first, then those of the results.
    """

    __slots__ = ("blocks", "entry", "name", "parameters", "registers", "results")

    def __init__(self, name: str, parameters: int, results: int) -> None:
        self.name = name
        self.parameters = parameters
        self.results = results
        self.registers: list[int] = [0] * (parameters + results)
        self.entry = Block()
        self.blocks = [self.entry]
