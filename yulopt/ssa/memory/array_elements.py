"""Elements of arrays whose making can be seen.

Source: chapter 08, section 5.4 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.ssa.ir.function import Constant, Function, Result, Value, Zero, zero_value
from yulopt.ssa.ir.instructions import Array, ArrayGet, ArraySet
from yulopt.ssa.ir.types import ArrayType

# So many changes of other elements are passed on the way to the array.
_MOST_CHANGES: Final = 100


def forward_elements(function: Function) -> int:
    """Replace the elements that are known; says how many."""
    count = 0
    for block in function.blocks:
        for instruction in block.instructions:
            if isinstance(instruction, ArrayGet):
                element = known_element(instruction.array, instruction.index)
                if element is not None:
                    instruction.result.replace_all_uses(element)
                    instruction.erase()
                    count += 1
    if count:
        function.sweep()
    return count


def known_element(array: Value, index: Value) -> Value | None:
    """The element of an array at a constant index within the bounds, None if it is not known."""
    if not isinstance(index, Constant) or not _is_inside(array, index.value):
        return None
    for _ in range(_MOST_CHANGES):
        if isinstance(array, Zero):
            assert isinstance(array.type, ArrayType)
            return zero_value(array.type.element)
        if not isinstance(array, Result):
            return None
        definition = array.instruction
        if isinstance(definition, Array):
            return definition.operands[index.value]
        if not isinstance(definition, ArraySet) or not isinstance(definition.index, Constant):
            return None
        if definition.index == index:
            return definition.element
        array = definition.array
    return None


def _is_inside(array: Value, index: int) -> bool:
    assert isinstance(array.type, ArrayType)
    return index < array.type.length
