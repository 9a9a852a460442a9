"""What values are while a module is interpreted."""

from __future__ import annotations

from yulopt.ssa.ir.types import WORD, ArrayType, Type


class Cell:
    """What a reference refers to. Two references are the same if they refer to one object."""

    __slots__ = ("content",)

    def __init__(self, content: RuntimeValue) -> None:
        self.content = content


class ArrayValue:
    """An immutable array; elements that are not in `changed` are zeros of the type's element."""

    __slots__ = ("changed", "type")

    def __init__(self, type: ArrayType, changed: dict[int, RuntimeValue]) -> None:
        self.type = type
        self.changed = changed

    def element(self, index: int) -> RuntimeValue:
        """The element at an index within the bounds."""
        value = self.changed.get(index)
        return zero_of(self.type.element) if value is None else value


# A word, a reference (None is the null reference), or an array.
RuntimeValue = int | Cell | ArrayValue | None


def zero_of(type: Type) -> RuntimeValue:
    """What a new cell of the type holds."""
    if type is WORD:
        return 0
    return ArrayValue(type, {}) if isinstance(type, ArrayType) else None
