"""The kinds of instructions, apart from the phi.

Each constructor takes the operands in the order of the text form, then the names of the results.

Source: chapter 08, section 1.2 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterator

from yulopt.dialect import Builtin
from yulopt.ssa.ir.function import Block, Instruction, NamedValue, Terminator, Value
from yulopt.ssa.ir.types import WORD, ArrayType, ReferenceType, Type, reference_to

# Cells


class Alloca(Instruction):
    """`%r = alloca T`: a new cell that holds zero, each time it is executed.

    `is_parameter`: the cell of a parameter, into which an inliner may store the argument.
    `volatile`: it is never promoted.
    """

    __slots__ = ("cell_type", "is_parameter", "volatile")

    def __init__(
        self, cell_type: Type, name: str, *, is_parameter: bool = False, volatile: bool = False
    ) -> None:
        super().__init__([])
        self.cell_type = cell_type
        self.is_parameter = is_parameter
        self.volatile = volatile
        self.define(reference_to(cell_type), name)


class Load(Instruction):
    """`%v = load T, %r`: what the cell holds."""

    __slots__ = ()

    def __init__(self, type: Type, reference: Value, name: str) -> None:
        super().__init__([reference])
        self.define(type, name)

    @property
    def reference(self) -> Value:
        """The cell that is read."""
        return self.operands[0]


class Store(Instruction):
    """`store T %v, %r`: change what the cell holds."""

    __slots__ = ()

    def __init__(self, value: Value, reference: Value) -> None:
        super().__init__([value, reference])

    @property
    def value(self) -> Value:
        """What the cell will hold."""
        return self.operands[0]

    @property
    def reference(self) -> Value:
        """The cell that is written."""
        return self.operands[1]


# Arrays


class Array(Instruction):
    """`%a = array [n x T] [ %x, %y ]`: an array value with these elements."""

    __slots__ = ()

    def __init__(self, type: ArrayType, elements: list[Value], name: str) -> None:
        super().__init__(elements)
        self.define(type, name)


class ArrayGet(Instruction):
    """`%e = aget T, %a, i`: an element; out of range it ends like `invalid`."""

    __slots__ = ()

    def __init__(self, type: Type, array: Value, index: Value, name: str) -> None:
        super().__init__([array, index])
        self.define(type, name)

    @property
    def array(self) -> Value:
        """The array that is read."""
        return self.operands[0]

    @property
    def index(self) -> Value:
        """Which element, from 0."""
        return self.operands[1]


class ArraySet(Instruction):
    """`%b = aset [n x T] %a, i, %x`: the array with one element changed."""

    __slots__ = ()

    def __init__(self, type: Type, array: Value, index: Value, element: Value, name: str) -> None:
        super().__init__([array, index, element])
        self.define(type, name)

    @property
    def array(self) -> Value:
        """The array before the change."""
        return self.operands[0]

    @property
    def index(self) -> Value:
        """Which element, from 0."""
        return self.operands[1]

    @property
    def element(self) -> Value:
        """The new element."""
        return self.operands[2]


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
            self.define(WORD, name)


class Call(Instruction):
    """`%p, %q = call @f(%x, %y)`: a function of the module; `callee` is its name."""

    __slots__ = ("callee",)

    def __init__(
        self, callee: str, arguments: list[Value], result_types: list[Type], names: list[str]
    ) -> None:
        super().__init__(arguments)
        self.callee = callee
        for type, name in zip(result_types, names, strict=True):
            self.define(type, name)


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
        """Where to go."""
        return self.targets[0]


class Branch(Terminator):
    """`br %c, %then, %else`: go to `then` if the condition is not zero."""

    __slots__ = ()

    def __init__(self, condition: Value, then: Block, otherwise: Block) -> None:
        super().__init__([condition], [then, otherwise])

    @property
    def condition(self) -> Value:
        """What decides."""
        return self.operands[0]

    @property
    def then(self) -> Block:
        """Where to go if the condition is not zero."""
        return self.targets[0]

    @property
    def otherwise(self) -> Block:
        """Where to go if the condition is zero."""
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
        """What decides."""
        return self.operands[0]

    @property
    def default(self) -> Block:
        """Where to go if there is no case for the selector."""
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


def reference_target(type: Type) -> Type | None:
    """The T of `&T`, None for other types."""
    return type.target if isinstance(type, ReferenceType) else None
