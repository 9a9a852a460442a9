"""The text form of SSA modules.

What is printed can be parsed again, and gives the same functions with the same names.

Source: chapter 08, section 1.3 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from yulopt.ssa.ir.edges import Predecessors, predecessors
from yulopt.ssa.ir.function import (
    Block,
    Constant,
    Function,
    Instruction,
    Module,
    NamedValue,
    Phi,
    Text,
    Value,
    Zero,
)
from yulopt.ssa.ir.instructions import (
    Alloca,
    Array,
    ArrayGet,
    ArraySet,
    Branch,
    BuiltinCall,
    Call,
    Copy,
    End,
    Jump,
    Load,
    ParallelCopy,
    Return,
    Store,
    Switch,
)
from yulopt.ssa.ir.types import WORD
from yulopt.syntax.printer import quote

_LEAST_HEXADECIMAL: Final = 65536


def print_module(module: Module) -> str:
    """The text of a module, with a line break at its end."""
    parts = ["".join(_declaration(module))] if module.declarations else []
    parts.extend(print_function(function) for function in module.functions.values())
    return "\n".join(parts)


def print_function(function: Function) -> str:
    """The text of one function, with a line break at its end."""
    before = predecessors(function)
    lines = [_head(function)]
    for block in function.blocks:
        lines.append(_label(block, before))
        lines.extend(f"  {text}" for text in block_lines(block, before))
    lines.append("}\n")
    return "\n".join(lines)


def block_lines(block: Block, before: Predecessors) -> Iterable[str]:
    """The phis and instructions of a block, one text each; `before` orders phi operands."""
    for phi in block.phis:
        yield _phi(phi, before[block])
    for instruction in block.instructions:
        yield print_instruction(instruction)
    if block.terminator is not None:
        yield print_instruction(block.terminator)


def print_value(value: Value) -> str:
    """The text of an operand."""
    if isinstance(value, NamedValue):
        return f"%{value.name}"
    if isinstance(value, Constant):
        small = value.value < _LEAST_HEXADECIMAL
        return str(value.value) if small else hex(value.value)
    if isinstance(value, Text):
        return quote(value.content)
    assert isinstance(value, Zero)
    return f"zero({value.type})"


def print_instruction(instruction: Instruction) -> str:
    """The text of one instruction."""
    if isinstance(instruction, Phi):
        return _phi(instruction, instruction.blocks)
    operands = [print_value(operand) for operand in instruction.operands]
    listed = ", ".join(operands)
    results = ", ".join(f"%{result.name}" for result in instruction.results)
    if isinstance(instruction, ParallelCopy):
        return f"[{results}] = pcopy [{', '.join(map(_copied, instruction.operands))}]"
    text = _operation(instruction, operands, listed)
    return f"{results} = {text}" if results else text


def _operation(instruction: Instruction, operands: list[str], listed: str) -> str:
    if isinstance(instruction, BuiltinCall):
        return f"{instruction.builtin.name} {listed}".rstrip()
    if isinstance(instruction, Load):
        return f"load {instruction.result.type}, {listed}"
    if isinstance(instruction, Store):
        return f"store {instruction.value.type} {listed}"
    if isinstance(instruction, Jump):
        return f"br %{instruction.target.label}"
    if isinstance(instruction, Branch):
        return f"br {listed}, %{instruction.then.label}, %{instruction.otherwise.label}"
    if isinstance(instruction, Call):
        return f"call @{instruction.callee}({listed})"
    if isinstance(instruction, Alloca):
        flags = "volatile " if instruction.volatile else ""
        flags += "parameter " if instruction.is_parameter else ""
        return f"alloca {flags}{instruction.cell_type}"
    if isinstance(instruction, Switch):
        cases = ", ".join(
            f"{print_value(Constant(value))}: %{target.label}"
            for value, target in instruction.cases()
        )
        return f"switch {listed}, %{instruction.default.label} [{f' {cases} ' if cases else ' '}]"
    if isinstance(instruction, Return):
        return f"ret {listed}".rstrip()
    if isinstance(instruction, End):
        return f"end {instruction.builtin.name} {listed}".rstrip()
    if isinstance(instruction, Copy):
        return f"copy {_copied(instruction.source)}"
    if isinstance(instruction, Array):
        return f"array {instruction.result.type} [ {listed} ]"
    if isinstance(instruction, ArrayGet):
        return f"aget {instruction.result.type}, {listed}"
    if isinstance(instruction, ArraySet):
        return f"aset {instruction.result.type} {listed}"
    return "unreachable"


def _copied(value: Value) -> str:
    return print_value(value) if value.type is WORD else f"{value.type} {print_value(value)}"


def _phi(phi: Phi, before: Iterable[Block]) -> str:
    known = [block for block in before if phi.has_incoming(block)]
    # An operand for a block that is no predecessor is wrong, and is shown for that reason.
    wrong = [] if len(known) == len(phi.blocks) else [b for b in phi.blocks if b not in set(known)]
    incoming = ", ".join(
        f"[ {print_value(phi.incoming(block))}, %{block.label} ]" for block in known + wrong
    )
    return f"%{phi.result.name} = phi {phi.result.type} {incoming}"


def _label(block: Block, before: Predecessors) -> str:
    listed = ", ".join(f"%{predecessor.label}" for predecessor in before[block])
    return f"{block.label}: ; preds = {listed}" if listed else f"{block.label}:"


def _head(function: Function) -> str:
    parameters = ", ".join(f"%{value.name}: {value.type}" for value in function.parameters)
    results = [str(type) for type in function.result_types]
    if function.result_names:
        results = [
            f"%{name}: {type}" for name, type in zip(function.result_names, results, strict=True)
        ]
    arrow = f" -> {', '.join(results)}" if results else ""
    flags = (" post-ssa" if function.post_ssa else "") + (
        " reducible" if function.reducible else ""
    )
    return f"func @{function.name}({parameters}){arrow}{flags} {{"


def _declaration(module: Module) -> Iterable[str]:
    for declaration in module.declarations.values():
        parameters = ", ".join(map(str, declaration.parameter_types))
        results = ", ".join(map(str, declaration.result_types))
        arrow = f" -> {results}" if results else ""
        yield f"declare @{declaration.name}({parameters}){arrow}\n"
