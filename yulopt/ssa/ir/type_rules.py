"""The types that the operands and results of each kind of instruction must have.

Source: chapter 08, section 1.2 and rules V9, V10 and V12 of the specification.
"""

from __future__ import annotations

from collections.abc import Sequence

from yulopt.dialect import Builtin, LiteralArgument
from yulopt.ssa.ir.function import Constant, Function, Instruction, Module, Phi, Text, Value
from yulopt.ssa.ir.instructions import (
    Array,
    ArrayGet,
    ArraySet,
    Branch,
    BuiltinCall,
    Call,
    Copy,
    End,
    Load,
    ParallelCopy,
    Return,
    Store,
    Switch,
)
from yulopt.ssa.ir.types import WORD, ArrayType, Type, reference_to

# The name of a rule, and what is wrong.
Violation = tuple[str, str]


def type_violation(
    module: Module, function: Function, instruction: Instruction
) -> Violation | None:
    """The rule on types that an instruction of the function breaks, None if it breaks none."""
    if isinstance(instruction, (BuiltinCall, End)):
        return _builtin_violation(instruction, instruction.builtin)
    if any(isinstance(operand, Text) for operand in instruction.operands):
        return "V9", "a string can only be an argument of a builtin function"
    if isinstance(instruction, Return):
        return _mismatch("V10", instruction.operands, function.result_types)
    if isinstance(instruction, Call):
        return _call_violation(module, instruction)
    if isinstance(instruction, (Array, ArrayGet, ArraySet)):
        return _array_violation(instruction)
    return _mismatch("V9", instruction.operands, _operand_types(instruction))


def _operand_types(instruction: Instruction) -> list[Type]:
    """The types that the operands must have, going by the results, or the value of a store."""
    if isinstance(instruction, Load):
        return [reference_to(instruction.result.type)]
    if isinstance(instruction, Store):
        return [instruction.value.type, reference_to(instruction.value.type)]
    if isinstance(instruction, Phi):
        return [instruction.result.type] * len(instruction.operands)
    if isinstance(instruction, (Copy, ParallelCopy)):
        return [result.type for result in instruction.results]
    if isinstance(instruction, (Branch, Switch)):
        return [WORD]
    return []


def _array_violation(instruction: Array | ArrayGet | ArraySet) -> Violation | None:
    operands = instruction.operands
    if isinstance(instruction, ArrayGet):
        type: Type = instruction.array.type
        if not isinstance(type, ArrayType) or type.element is not instruction.result.type:
            return "V9", f"{type} is not an array of {instruction.result.type}"
        return _mismatch("V9", operands, [type, WORD])
    type = instruction.result.type
    if not isinstance(type, ArrayType):
        return "V9", f"{type} is not the type of an array"
    if isinstance(instruction, ArraySet):
        return _mismatch("V9", operands, [type, WORD, type.element])
    if len(operands) != type.length:
        return "V9", f"{type.length} elements are needed, not {len(operands)}"
    return _mismatch("V9", operands, [type.element] * len(operands))


def _call_violation(module: Module, call: Call) -> Violation | None:
    signature = module.signature(call.callee)
    if signature is None:
        return "V9", f"there is no function @{call.callee}"
    parameters, results = signature
    if [result.type for result in call.results] != results:
        return "V9", f"the results are not those of @{call.callee}"
    return _mismatch("V9", call.operands, parameters)


def _builtin_violation(instruction: BuiltinCall | End, builtin: Builtin) -> Violation | None:
    ends = not builtin.control_flow.can_continue
    if ends != isinstance(instruction, End):
        return "V1", f"{builtin.name} {'ends' if ends else 'does not end'} a block"
    if len(instruction.operands) != builtin.parameters:
        return "V9", f"{builtin.name} takes {builtin.parameters} operands"
    for index, operand in enumerate(instruction.operands):
        kind = builtin.literal_arguments.get(index)
        if kind is LiteralArgument.NUMBER and not isinstance(operand, Constant):
            return "V9", f"operand {index + 1} of {builtin.name} must be a number"
        if (kind is LiteralArgument.STRING) != isinstance(operand, Text):
            needed = "must" if kind is LiteralArgument.STRING else "cannot"
            return "V9", f"operand {index + 1} of {builtin.name} {needed} be a string"
    returned = 0 if isinstance(instruction, End) else builtin.returns
    if [result.type for result in instruction.results] != [WORD] * returned:
        return "V9", f"{builtin.name} has {returned} results of type i256"
    return _mismatch("V9", instruction.operands, [WORD] * len(instruction.operands))


def _mismatch(rule: str, values: Sequence[Value], types: Sequence[Type]) -> Violation | None:
    """The violation if the values do not have these types."""
    if len(values) != len(types):
        return rule, f"{len(types)} operands are needed, not {len(values)}"
    for index, (value, type) in enumerate(zip(values, types, strict=True)):
        if value.type is not type:
            return rule, f"operand {index + 1} has type {value.type}, not {type}"
    return None
