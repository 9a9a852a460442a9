"""The kinds of instructions, except the phi.

Each constructor takes the operands in the order of the text form, then the names of the results.

Source: chapter 08, section 1.2 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterator

from yulopt.dialect import Builtin
from yulopt.ssa.ir.function import Block, Cell, Instruction, NamedValue, Terminator, Value

# Cells


class Alloca(Instruction):
    """`%r = alloca i256`: a new cell that holds zero, each time it is executed.

    `is_parameter`: the cell of a parameter, into which an inliner may store the argument.
    """

    __slots__ = ("is_parameter",)

    def __init__(self, name: str, *, is_parameter: bool = False) -> None:
        super().__init__([])
        self.is_parameter = is_parameter
        self.results.append(Cell(name, self))


class Load(Instruction):
    """`%v = load i256, %r`: the value of the cell."""

    __slots__ = ()

    def __init__(self, cell: Value, name: str) -> None:
        super().__init__([cell])
        self.define(name)

    @property
    def cell(self) -> Value:
        """The cell that is read."""
        return self.operands[0]


class Store(Instruction):
    """`store i256 %v, %r`: change the value of the cell."""

    __slots__ = ()

    def __init__(self, value: Value, cell: Value) -> None:
        super().__init__([value, cell])

    @property
    def value(self) -> Value:
        """The value stored."""
        return self.operands[0]

    @property
    def cell(self) -> Value:
        """The cell that is written."""
        return self.operands[1]


# Calls


class BuiltinCall(Instruction):
    """`%v = add %x, 1`: a builtin of the dialect that continues.

    `operands[i]` is argument i in Yul; literal-only arguments are a `Constant` or a `Text`.
    """

    __slots__ = ("builtin",)

    def __init__(self, builtin: Builtin, arguments: list[Value], names: list[str]) -> None:
        super().__init__(arguments)
        self.builtin = builtin
        for name in names:
            self.define(name)


class Call(Instruction):
    """`%p, %q = call @f(%x, %y)`: a function of the module; `callee` is its name."""

    __slots__ = ("callee",)

    def __init__(self, callee: str, arguments: list[Value], names: list[str]) -> None:
        super().__init__(arguments)
        self.callee = callee
        for name in names:
            self.define(name)


# Copies, only in functions whose phis are eliminated


class Copy(Instruction):
    """`%d = copy %s`: assign a variable."""

    __slots__ = ()

    def __init__(self, target: NamedValue, source: Value) -> None:
        super().__init__([source])
        self.results.append(target)

    @property
    def source(self) -> Value:
        """The value that is assigned."""
        return self.operands[0]


class ParallelCopy(Instruction):
    """`[%c, %d] = pcopy [%a, %b]`: read all sources, then assign all variables."""

    __slots__ = ()

    def __init__(self, targets: list[NamedValue], sources: list[Value]) -> None:
        super().__init__(sources)
        self.results.extend(targets)


# Terminators


class Jump(Terminator):
    """`br %b`."""

    __slots__ = ()

    def __init__(self, target: Block) -> None:
        super().__init__([], [target])

    @property
    def target(self) -> Block:
        """The successor."""
        return self.targets[0]


class Branch(Terminator):
    """`br %c, %then, %else`: go to `then` if the condition is not zero."""

    __slots__ = ()

    def __init__(self, condition: Value, then: Block, otherwise: Block) -> None:
        super().__init__([condition], [then, otherwise])

    @property
    def condition(self) -> Value:
        """The value that selects the successor."""
        return self.operands[0]

    @property
    def then(self) -> Block:
        """The target if the condition is not zero."""
        return self.targets[0]

    @property
    def otherwise(self) -> Block:
        """The target if the condition is zero."""
        return self.targets[1]


class Switch(Terminator):
    """`switch %v, %default [ 0: %b0, 16: %b1 ]`: go where the selector says.

    `targets` are the default and then those of `case_values`, in this order.
    """

    __slots__ = ("case_values",)

    def __init__(self, selector: Value, default: Block, cases: list[tuple[int, Block]]) -> None:
        super().__init__([selector], [default, *(target for _, target in cases)])
        self.case_values = [value for value, _ in cases]

    @property
    def selector(self) -> Value:
        """The value that selects the successor."""
        return self.operands[0]

    @property
    def default(self) -> Block:
        """The target if no case matches the selector."""
        return self.targets[0]

    def cases(self) -> Iterator[tuple[int, Block]]:
        """The values with their targets."""
        yield from zip(self.case_values, self.targets[1:], strict=True)


class Return(Terminator):
    """`ret %a, %b`: back to the caller; in the function `main` the end of the code."""

    __slots__ = ()

    def __init__(self, values: list[Value]) -> None:
        super().__init__(values, [])


class End(Terminator):
    """`end revert %p, %n`: a builtin that does not continue."""

    __slots__ = ("builtin",)

    def __init__(self, builtin: Builtin, arguments: list[Value]) -> None:
        super().__init__(arguments, [])
        self.builtin = builtin


class Unreachable(Terminator):
    """`unreachable`: after a call that never returns."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__([], [])
