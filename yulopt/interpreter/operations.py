"""The contents of a basic block: operations on numbered registers."""

from __future__ import annotations

from collections.abc import Callable

from yulopt.dialect import Builtin
from yulopt.evm.data_builtins import LITERAL_ARGUMENT, verbatim
from yulopt.evm.frame import Frame
from yulopt.evm.semantics import MANY_ARGUMENTS, NO_ARGUMENT, ONE_ARGUMENT, TWO_ARGUMENTS
from yulopt.rules.arithmetic import ARITHMETIC, BINARY, UNARY, compute


class Operation:
    """An operation within a block.

    `target`: the register for the result (one that is never read, if there is none).
    """

    __slots__ = ("target",)

    def __init__(self, target: int) -> None:
        self.target = target

    def execute(self, frame: Frame, registers: list[int]) -> None:
        """Execute it; raises `Halt` if execution ends here."""
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


class State0(BuiltinOperation):
    """A builtin without arguments that reads or changes the state."""

    __slots__ = ("_function",)

    def __init__(self, name: str, function: Callable[[Frame], int], target: int) -> None:
        super().__init__(name, [], target)
        self._function = function

    def execute(self, frame: Frame, registers: list[int]) -> None:
        registers[self.target] = self._function(frame)


class State1(BuiltinOperation):
    """A builtin with one argument that reads or changes the state."""

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
    """A builtin with two arguments that reads or changes the state."""

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
    """A builtin with three or more arguments."""

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


def builtin_operation(
    builtin: Builtin, literal: str | None, arguments: list[int], target: int
) -> BuiltinOperation:
    """The operation for a builtin (not `memoryguard`); `literal` is its literal-only string."""
    name = builtin.name
    if literal is not None:
        function = LITERAL_ARGUMENT.get(name, verbatim)
        return WithLiteral(name, function, literal, arguments, target)
    if name in ARITHMETIC:
        if len(arguments) == 1:
            return Unary(name, UNARY[name], arguments, target)
        if len(arguments) == 2:
            return Binary(name, BINARY[name], arguments, target)
        return StateMany(name, lambda _, words: compute(name, words), arguments, target)
    if not arguments:
        return State0(name, NO_ARGUMENT[name], target)
    if len(arguments) == 1:
        return State1(name, ONE_ARGUMENT[name], arguments, target)
    if len(arguments) == 2:
        return State2(name, TWO_ARGUMENTS[name], arguments, target)
    return StateMany(name, MANY_ARGUMENTS[name], arguments, target)
