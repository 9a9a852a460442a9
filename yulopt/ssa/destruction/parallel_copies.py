"""Phis become parallel copies on the edges, and these become sequences of copies.

Critical edges are split first, so that every copy is executed for its own edge only: at the end of
the predecessor or at the head of the block.

Source: Boissinot, Darte, Rastello, Dupont de Dinechin, Guillon, "Revisiting Out-of-SSA Translation
for Correctness, Code Quality, and Efficiency" (2009); chapter 08, sections 7.1 to 7.3 of the
specification.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from yulopt.ssa.destruction.coalescing import congruence_classes, is_phi_result
from yulopt.ssa.ir.edges import predecessors, split_critical_edges
from yulopt.ssa.ir.function import (
    Block,
    Function,
    Instruction,
    NamedValue,
    Phi,
    Result,
    Value,
    Variable,
)
from yulopt.ssa.ir.instructions import Copy, ParallelCopy
from yulopt.ssa.ir.names import NameSupply
from yulopt.ssa.kernel.pass_contract import Statistics
from yulopt.yul_writer.parallel_copies import sequentialised


def eliminate_phis(
    function: Function, *, coalesce: bool = True, sequential: bool = True
) -> Statistics:
    """Replace the phis of a function by copies.

    `coalesce`: values that do not interfere share variables. `sequential`: no parallel copies are
    left.
    """
    trampolines = split_critical_edges(function, only_to_phis=True)
    classes = _classes(function, coalesce)
    variable_of: dict[NamedValue, Variable] = {}
    for members in classes:
        name = next((one.name for one in members if is_phi_result(one)), members[0].name)
        variable = Variable(name)
        for member in members:
            variable_of[member] = variable
    copies = _replace_phis(function, variable_of)
    for value, variable in variable_of.items():
        assign_variable(value, variable)
    _assign_parameters(function, variable_of)
    function.post_ssa = True
    statistics = {"copies": copies, "trampolines": trampolines}
    if sequential:
        statistics.update(sequentialise_copies(function))
    return statistics


def sequentialise_copies(function: Function) -> Statistics:
    """Replace the parallel copies of a function by sequences of copies."""
    names = NameSupply(function)
    copies = 0
    temporaries = 0

    def new_temporary(variable: NamedValue) -> NamedValue:
        nonlocal temporaries
        temporaries += 1
        return Variable(names.value("tmp"))

    for block in function.blocks:
        if not any(isinstance(instruction, ParallelCopy) for instruction in block.instructions):
            continue
        instructions: list[Instruction] = []
        for instruction in block.instructions:
            if not isinstance(instruction, ParallelCopy):
                instructions.append(instruction)
                continue
            pairs = list(zip(instruction.results, instruction.operands, strict=True))
            instruction.drop_operands()
            instruction.block = None
            for target, source in sequentialise(pairs, new_temporary):
                copy = Copy(target, source)
                copy.block = block
                instructions.append(copy)
                copies += 1
        block.instructions = instructions
    return {"copies": copies, "temporaries": temporaries}


def sequentialise(
    copies: Iterable[tuple[NamedValue, Value]], new_temporary: Callable[[NamedValue], NamedValue]
) -> list[tuple[NamedValue, Value]]:
    """Sequentialise a parallel copy, given as targets with their sources.

    The targets are distinct. `new_temporary` makes a variable for the value of the given one.
    """
    source_of = {target: source for target, source in copies if source is not target}
    variables = {
        target: source for target, source in source_of.items() if isinstance(source, NamedValue)
    }
    reads = {target: [variables[target]] if target in variables else [] for target in source_of}
    result: list[tuple[NamedValue, Value]] = []

    def save(variable: NamedValue) -> NamedValue:
        temporary = new_temporary(variable)
        result.append((temporary, variable))
        return temporary

    for target, holders in sequentialised(reads, variables, save):
        variable = variables.get(target)
        source = source_of[target] if variable is None else holders.get(variable, variable)
        result.append((target, source))
    return result


def _classes(function: Function, coalesce: bool) -> list[list[NamedValue]]:
    """The values of each variable; those without phis keep theirs."""
    if coalesce:
        return [
            members
            for members in congruence_classes(function)
            if len(members) > 1 or is_phi_result(members[0])
        ]
    return [[phi.result] for block in function.blocks for phi in block.phis]


def _replace_phis(function: Function, variable_of: dict[NamedValue, Variable]) -> int:
    """Put parallel copies at the ends of the predecessors; returns the number of copies."""
    before = predecessors(function)
    copies = 0
    for block in function.blocks:
        if not block.phis:
            continue
        for predecessor in before[block]:
            copies += _copy_on_edge(predecessor, block, variable_of)
        for phi in block.phis:
            phi.drop_operands()
            phi.block = None
        block.phis = []
    return copies


def _copy_on_edge(predecessor: Block, block: Block, variable_of: dict[NamedValue, Variable]) -> int:
    targets: list[NamedValue] = []
    sources: list[Value] = []
    for phi in block.phis:
        target = variable_of[phi.result]
        source = phi.incoming(predecessor)
        if isinstance(source, NamedValue):
            source = variable_of.get(source, source)
        if source is not target:
            targets.append(target)
            sources.append(source)
    if targets:
        copy = ParallelCopy(targets, sources)
        if len(predecessor.successors) == 1:
            predecessor.append(copy)
        else:
            # Not critical, so this is the only edge to the block. Before the branch, the copy could
            # destroy values that are live on the other edges.
            block.insert(0, copy)
    return len(targets)


def assign_variable(value: NamedValue, variable: Variable) -> None:
    """Replace a value by the variable, in its definition and in its uses.

    Parameters and phi results have no defining instruction here: only their uses are changed.
    """
    value.replace_all_uses(variable)
    if isinstance(value, Result) and not isinstance(value.instruction, Phi):
        results = value.instruction.results
        results[results.index(value)] = variable


def _assign_parameters(function: Function, variable_of: dict[NamedValue, Variable]) -> None:
    """Copy the parameters into the variables whose first values they are."""
    copies: list[Instruction] = []
    for parameter in function.parameters:
        variable = variable_of.get(parameter)
        if variable is not None:
            copy = Copy(variable, parameter)
            copy.block = function.entry
            copies.append(copy)
    function.entry.instructions = copies + function.entry.instructions
