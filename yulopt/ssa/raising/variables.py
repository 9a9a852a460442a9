"""Yul variables for unpromoted cells, and for results.

Yul returns the values of the return variables. With a single returning block, phi elimination can
coalesce values with these variables on all paths to it.

Source: chapter 08, sections 4.3, 7.4 and 8 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterable

from yulopt.ssa.destruction.parallel_copies import sequentialise
from yulopt.ssa.ir.edges import predecessors
from yulopt.ssa.ir.function import (
    Block,
    Constant,
    Function,
    Instruction,
    NamedValue,
    Parameter,
    Phi,
    Result,
    Value,
    Variable,
)
from yulopt.ssa.ir.instructions import Alloca, Copy, Jump, Load, ParallelCopy, Return, Store
from yulopt.ssa.ir.names import NameSupply, stem


def cells_to_variables(function: Function) -> None:
    """Replace cells by variables, in place."""
    variable_of: dict[Value, Variable] = {
        instruction.result: Variable(instruction.result.name)
        for instruction in function.all_instructions()
        if isinstance(instruction, Alloca)
    }
    if not variable_of:
        return
    zero_needed = _read_before_written(function)
    for block in function.blocks:
        instructions: list[Instruction] = []
        for instruction in block.instructions:
            replacement = _replacement(instruction, variable_of, zero_needed)
            if replacement is instruction:
                instructions.append(instruction)
                continue
            if replacement is not None:
                replacement.block = block
                replacement.position = instruction.position
                instructions.append(replacement)
            instruction.drop_operands()
            instruction.block = None
        block.instructions = instructions


def _replacement(
    instruction: Instruction, variable_of: dict[Value, Variable], zero_needed: set[NamedValue]
) -> Instruction | None:
    """The replacement of an instruction, None for nothing."""
    if isinstance(instruction, Load):
        value = instruction.result
        assert isinstance(value, Result)
        copy = Copy(value, variable_of[instruction.cell])
        value.instruction = copy
        return copy
    if isinstance(instruction, Store):
        return Copy(variable_of[instruction.cell], instruction.value)
    if isinstance(instruction, Alloca):
        cell = instruction.result
        return Copy(variable_of[cell], Constant(0)) if cell in zero_needed else None
    return instruction


def _read_before_written(function: Function) -> set[NamedValue]:
    """The cells whose initial zero may be read, including all outside the entry."""
    before = predecessors(function)
    writing: dict[Value, set[Block]] = {}
    reading: dict[NamedValue, list[Block]] = {}
    needed: set[NamedValue] = set()
    for block in function.blocks:
        for instruction in block.instructions:
            if isinstance(instruction, Alloca):
                if block is not function.entry:
                    needed.add(instruction.result)
            elif isinstance(instruction, Store):
                writing.setdefault(instruction.cell, set()).add(block)
            elif isinstance(instruction, Load):
                cell = instruction.cell
                assert isinstance(cell, NamedValue)
                if block not in writing.get(cell, ()):
                    reading.setdefault(cell, []).append(block)
    for cell, blocks in reading.items():
        written = writing.get(cell, set())
        live = set(blocks)
        work = list(live)
        while work:
            for predecessor in before[work.pop()]:
                if predecessor not in live and predecessor not in written:
                    live.add(predecessor)
                    work.append(predecessor)
        if function.entry in live:
            needed.add(cell)
    return needed


def unite_returns(function: Function) -> None:
    """Let all blocks that return jump to a single new one, with phis or (after phi elimination)
    parallel copies."""
    returning = [block for block in function.blocks if isinstance(block.terminator, Return)]
    if len(returning) < 2:
        return
    names = NameSupply(function)
    united = Block(names.label("ret"))
    values: list[NamedValue] = []
    for index in range(function.returns):
        if function.post_ssa:
            values.append(Variable(names.version(result_name(function, index))))
            continue
        phi = Phi(names.version(result_name(function, index)))
        for block in returning:
            assert block.terminator is not None
            phi.add_incoming(block, block.terminator.operands[index])
        united.add_phi(phi)
        values.append(phi.result)
    for block in returning:
        assert block.terminator is not None
        if function.post_ssa and values:
            block.append(ParallelCopy(values, list(block.terminator.operands)))
        block.terminate(Jump(united))
    united.terminate(Return(list(values)))
    function.blocks.append(united)


def result_name(function: Function, index: int) -> str:
    """The name of a return variable."""
    if index < len(function.result_names):
        return function.result_names[index]
    return "r" if function.returns == 1 else f"r{index}"


def assign_return_variables(function: Function) -> list[NamedValue]:
    """Make the only return read a separate variable for each result; returns these.

    The function has no phis and at most one return. A returned value becomes the return variable
    itself, unless it is a constant, a parameter's, or returned twice.
    """
    returning = [block for block in function.blocks if isinstance(block.terminator, Return)]
    if not returning:
        return [Variable(result_name(function, i)) for i in range(function.returns)]
    (block,) = returning
    assert block.terminator is not None
    parameters: set[NamedValue] = {*function.parameters, *parameter_variables(function)}
    taken: set[NamedValue] = set()
    variables: list[NamedValue] = []
    copies: list[tuple[NamedValue, Value]] = []
    for index, operand in enumerate(block.terminator.operands):
        value = _returned_variable(operand, block)
        variable: NamedValue = Variable(result_name(function, index))
        if isinstance(value, NamedValue) and value not in parameters and value not in taken:
            variable = value
            taken.add(value)
        else:
            copies.append((variable, value))
        variables.append(variable)
    for target, source in sequentialise(copies, lambda one: Variable(stem(one))):
        block.append(Copy(target, source))
    for index, variable in enumerate(variables):
        old = block.terminator.operands[index]
        block.terminator.set_operand(index, variable)
        if isinstance(old, Result) and isinstance(old.instruction, Copy) and not old.uses:
            old.instruction.erase()
    block.sweep()
    return variables


def _returned_variable(value: Value, block: Block) -> Value:
    """The variable whose value is returned, if it is not assigned before the return."""
    if isinstance(value, Result) and len(value.uses) == 1:
        copy = value.instruction
        if copy.block is block and isinstance(copy, Copy) and isinstance(copy.source, Variable):
            after = block.instructions[block.instructions.index(copy) + 1 :]
            if not any(copy.source in instruction.results for instruction in after):
                return copy.source
    return value


def parameter_variables(function: Function) -> dict[NamedValue, Parameter]:
    """The variables whose first value is a parameter, by the function's first copies.

    In Yul they are one and the same.
    """
    found: dict[NamedValue, Parameter] = {}
    for copy in function.entry.instructions:
        if not isinstance(copy, Copy) or not isinstance(copy.source, Parameter):
            break
        variable, parameter = copy.result, copy.source
        if isinstance(variable, Variable) and variable not in found and len(parameter.uses) == 1:
            found[variable] = parameter
    return found


def remove_zero_assignments(function: Function, variables: list[NamedValue]) -> None:
    """Delete assignments of zero to return variables that are certainly still zero."""
    wanted = set(variables)
    assigning: dict[NamedValue, dict[Block, None]] = {}
    zeros: dict[NamedValue, dict[Block, None]] = {}
    for block in function.blocks:
        for instruction in block.instructions:
            for result in instruction.results:
                if result in wanted:
                    found = zeros if _is_zero(instruction) else assigning
                    found.setdefault(result, {})[block] = None
    for variable, blocks in zeros.items():
        changed = _blocks_after(assigning.get(variable, {}))
        for block in blocks:
            if block not in changed:
                _remove_leading_zeros(block, variable)


def _is_zero(instruction: Instruction) -> bool:
    return isinstance(instruction, Copy) and instruction.source == Constant(0)


def _blocks_after(blocks: Iterable[Block]) -> set[Block]:
    """The blocks reachable from the ends of these."""
    reached: set[Block] = set()
    work = list(blocks)
    while work:
        for successor in work.pop().successors:
            if successor not in reached:
                reached.add(successor)
                work.append(successor)
    return reached


def _remove_leading_zeros(block: Block, variable: NamedValue) -> None:
    """Delete the assignments of zero that precede all others of the block."""
    for instruction in block.instructions:
        if variable in instruction.results:
            if not _is_zero(instruction):
                break
            instruction.drop_operands()
            instruction.block = None
    block.sweep()
