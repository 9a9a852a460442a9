"""The text form of SSA modules.

The output can be parsed again, and gives the same functions with the same names.

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
    Terminator,
    Text,
    Value,
)
from yulopt.ssa.ir.instructions import (
    Alloca,
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
    assert isinstance(value, Text)
    return quote(value.content)


def target_labels(terminator: Terminator, then: str, otherwise: str) -> list[str]:
    """The condition of each target of a terminator, as in a graph; empty if there is none."""
    if isinstance(terminator, Branch):
        return [then, otherwise]
    if isinstance(terminator, Switch):
        return ["default", *(print_value(Constant(value)) for value in terminator.case_values)]
    return [""] * len(terminator.targets)


def print_instruction(instruction: Instruction) -> str:
    """The text of one instruction."""
    if isinstance(instruction, Phi):
        return _phi(instruction, instruction.blocks)
    operands = [print_value(operand) for operand in instruction.operands]
    listed = ", ".join(operands)
    results = ", ".join(f"%{result.name}" for result in instruction.results)
    if isinstance(instruction, ParallelCopy):
        return f"[{results}] = pcopy [{listed}]"
    text = _operation(instruction, operands, listed)
    return f"{results} = {text}" if results else text


def _operation(instruction: Instruction, operands: list[str], listed: str) -> str:
    if isinstance(instruction, BuiltinCall):
        return f"{instruction.builtin.name} {listed}".rstrip()
    if isinstance(instruction, Load):
        return f"load i256, {listed}"
    if isinstance(instruction, Store):
        return f"store i256 {listed}"
    if isinstance(instruction, Jump):
        return f"br %{instruction.target.label}"
    if isinstance(instruction, Branch):
        return f"br {listed}, %{instruction.then.label}, %{instruction.otherwise.label}"
    if isinstance(instruction, Call):
        return f"call @{instruction.callee}({listed})"
    if isinstance(instruction, Alloca):
        return "alloca parameter i256" if instruction.is_parameter else "alloca i256"
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
        return f"copy {listed}"
    return "unreachable"


def _phi(phi: Phi, before: Iterable[Block]) -> str:
    known = [block for block in before if phi.has_incoming(block)]
    # An operand for a block that is not a predecessor is an error, and shown for that reason.
    wrong = [] if len(known) == len(phi.blocks) else [b for b in phi.blocks if b not in set(known)]
    incoming = ", ".join(
        f"[ {print_value(phi.incoming(block))}, %{block.label} ]" for block in known + wrong
    )
    return f"%{phi.result.name} = phi i256 {incoming}"


def _label(block: Block, before: Predecessors) -> str:
    listed = ", ".join(f"%{predecessor.label}" for predecessor in before[block])
    return f"{block.label}: ; preds = {listed}" if listed else f"{block.label}:"


def _head(function: Function) -> str:
    parameters = ", ".join(f"%{value.name}: i256" for value in function.parameters)
    results = [f"%{name}: i256" for name in function.result_names] or ["i256"] * function.returns
    arrow = f" -> {', '.join(results)}" if results else ""
    flags = (" post-ssa" if function.post_ssa else "") + (
        " reducible" if function.reducible else ""
    )
    return f"func @{function.name}({parameters}){arrow}{flags} {{"


def _declaration(module: Module) -> Iterable[str]:
    for declaration in module.declarations.values():
        parameters = ", ".join(["i256"] * declaration.parameters)
        results = ", ".join(["i256"] * declaration.returns)
        arrow = f" -> {results}" if results else ""
        yield f"declare @{declaration.name}({parameters}){arrow}\n"
