"""The operands and results that each kind of instruction must have.

Source: chapter 08, section 1.2 and rules V9, V10 and V12 of the specification.
"""

from __future__ import annotations

from yulopt.dialect import Builtin, LiteralArgument
from yulopt.ssa.ir.function import Cell, Constant, Function, Instruction, Module, Text
from yulopt.ssa.ir.instructions import BuiltinCall, Call, End, Load, Return, Store

# The name of a rule, and what is wrong.
Violation = tuple[str, str]


def type_violation(
    module: Module, function: Function, instruction: Instruction
) -> Violation | None:
    """The rule on operands that an instruction of the function breaks, None if it breaks none."""
    if isinstance(instruction, (BuiltinCall, End)):
        return _builtin_violation(instruction, instruction.builtin)
    if any(isinstance(operand, Text) for operand in instruction.operands):
        return "V9", "a string can only be an argument of a builtin function"
    if isinstance(instruction, Load):
        return _cell_violation(instruction, 0)
    if isinstance(instruction, Store):
        return _cell_violation(instruction, 1)
    if isinstance(instruction, Return):
        return _count_violation("V10", instruction, function.returns) or _cell_violation(
            instruction
        )
    if isinstance(instruction, Call):
        return _call_violation(module, instruction) or _cell_violation(instruction)
    return _cell_violation(instruction)


def _cell_violation(instruction: Instruction, cell: int = -1) -> Violation | None:
    """The violation unless the operand with index `cell`, and no other one, is a cell."""
    for index, operand in enumerate(instruction.operands):
        if isinstance(operand, Cell) != (index == cell):
            kind = "a cell" if index == cell else "a word"
            return "V9", f"operand {index + 1} must be {kind}"
    return None


def _count_violation(rule: str, instruction: Instruction, count: int) -> Violation | None:
    if len(instruction.operands) == count:
        return None
    return rule, f"{count} operands are needed, not {len(instruction.operands)}"


def _call_violation(module: Module, call: Call) -> Violation | None:
    signature = module.signature(call.callee)
    if signature is None:
        return "V9", f"there is no function @{call.callee}"
    parameters, returns = signature
    if len(call.results) != returns:
        return "V9", f"the results are not those of @{call.callee}"
    return _count_violation("V9", call, parameters)


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
    if len(instruction.results) != returned:
        return "V9", f"{builtin.name} has {returned} results"
    return _cell_violation(instruction)
