"""Compiled code: basic blocks of operations on numbered registers.

Each function has its own registers: parameters first, then results, other variables, constants
and intermediate values. An operation reads and writes registers and falls through to the next one;
the exit of a block decides which block comes next.
"""

from __future__ import annotations

from collections.abc import Callable

from yulopt.evm.frame import Frame


class Operation:
    """Something that happens within a block.

    `target` is the register for the result (one that nothing reads, if there is none).
    """

    __slots__ = ("target",)

    def __init__(self, target: int) -> None:
        self.target = target

    def execute(self, frame: Frame, registers: list[int]) -> None:
        """Do it; raises `Halt` if execution ends here."""
        raise NotImplementedError


class Move(Operation):
    """Copies a register."""

    __slots__ = ("source",)

    def __init__(self, target: int, source: int) -> None:
        super().__init__(target)
        self.source = source

    def execute(self, frame: Frame, registers: list[int]) -> None:
        registers[self.target] = registers[self.source]


class BuiltinOperation(Operation):
    """The execution of a builtin.

    `arguments` are registers; `literals` are the literal-only arguments. `has_result` and
    `position` (in the source text, -1 if unknown) are for traces.
    """

    __slots__ = ("arguments", "has_result", "literals", "name", "position")

    def __init__(self, name: str, arguments: list[int], target: int) -> None:
        super().__init__(target)
        self.name = name
        self.arguments = arguments
        self.literals: tuple[str, ...] = ()
        self.has_result = True
        self.position = -1


class Unary(BuiltinOperation):
    """A function of one word."""

    __slots__ = ("_function", "_one")

    def __init__(
        self, name: str, function: Callable[[int], int], arguments: list[int], target: int
    ) -> None:
        super().__init__(name, arguments, target)
        self._function = function
        self._one = arguments[0]

    def execute(self, frame: Frame, registers: list[int]) -> None:
        registers[self.target] = self._function(registers[self._one])


class Binary(BuiltinOperation):
    """A function of two words."""

    __slots__ = ("_function", "_one", "_other")

    def __init__(
        self, name: str, function: Callable[[int, int], int], arguments: list[int], target: int
    ) -> None:
        super().__init__(name, arguments, target)
        self._function = function
        self._one, self._other = arguments

    def execute(self, frame: Frame, registers: list[int]) -> None:
        registers[self.target] = self._function(registers[self._one], registers[self._other])


class Ternary(BuiltinOperation):
    """A function of three words."""

    __slots__ = ("_function", "_one", "_other", "_third")

    def __init__(
        self,
        name: str,
        function: Callable[[int, int, int], int],
        arguments: list[int],
        target: int,
    ) -> None:
        super().__init__(name, arguments, target)
        self._function = function
        self._one, self._other, self._third = arguments

    def execute(self, frame: Frame, registers: list[int]) -> None:
        registers[self.target] = self._function(
            registers[self._one], registers[self._other], registers[self._third]
        )


class State0(BuiltinOperation):
    """A builtin without arguments that looks at or changes the state."""

    __slots__ = ("_function",)

    def __init__(self, name: str, function: Callable[[Frame], int], target: int) -> None:
        super().__init__(name, [], target)
        self._function = function

    def execute(self, frame: Frame, registers: list[int]) -> None:
        registers[self.target] = self._function(frame)


class State1(BuiltinOperation):
    """A builtin with one argument that looks at or changes the state."""

    __slots__ = ("_function", "_one")

    def __init__(
        self, name: str, function: Callable[[Frame, int], int], arguments: list[int], target: int
    ) -> None:
        super().__init__(name, arguments, target)
        self._function = function
        self._one = arguments[0]

    def execute(self, frame: Frame, registers: list[int]) -> None:
        registers[self.target] = self._function(frame, registers[self._one])


class State2(BuiltinOperation):
    """A builtin with two arguments that looks at or changes the state."""

    __slots__ = ("_function", "_one", "_other")

    def __init__(
        self,
        name: str,
        function: Callable[[Frame, int, int], int],
        arguments: list[int],
        target: int,
    ) -> None:
        super().__init__(name, arguments, target)
        self._function = function
        self._one, self._other = arguments

    def execute(self, frame: Frame, registers: list[int]) -> None:
        registers[self.target] = self._function(frame, registers[self._one], registers[self._other])


class StateMany(BuiltinOperation):
    """A builtin with three or more arguments that looks at or changes the state."""

    __slots__ = ("_function",)

    def __init__(
        self,
        name: str,
        function: Callable[[Frame, list[int]], int],
        arguments: list[int],
        target: int,
    ) -> None:
        super().__init__(name, arguments, target)
        self._function = function

    def execute(self, frame: Frame, registers: list[int]) -> None:
        registers[self.target] = self._function(
            frame, [registers[index] for index in self.arguments]
        )


class WithLiteral(BuiltinOperation):
    """A builtin with a literal-only string."""

    __slots__ = ("_function", "_literal")

    def __init__(
        self,
        name: str,
        function: Callable[[Frame, str, list[int]], int],
        literal: str,
        arguments: list[int],
        target: int,
    ) -> None:
        super().__init__(name, arguments, target)
        self.literals = (literal,)
        self._function = function
        self._literal = literal

    def execute(self, frame: Frame, registers: list[int]) -> None:
        registers[self.target] = self._function(
            frame, self._literal, [registers[index] for index in self.arguments]
        )


# Blocks


class Exit:
    """What comes after the operations of a block."""

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
    """Goes on with a block."""

    __slots__ = ("target",)

    def __init__(self, target: Block) -> None:
        self.target = target


class Branch(Exit):
    """Goes on with one of two blocks."""

    __slots__ = ("condition", "nonzero", "zero")

    def __init__(self, condition: int, nonzero: Block, zero: Block) -> None:
        self.condition = condition
        self.nonzero = nonzero
        self.zero = zero


class MultiBranch(Exit):
    """Goes on with the block of a value, or the default block."""

    __slots__ = ("default", "targets", "value")

    def __init__(self, value: int, targets: dict[int, Block], default: Block) -> None:
        self.value = value
        self.targets = targets
        self.default = default


class Call(Exit):
    """Calls a function of the program; goes on with `next` when it returns."""

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
