"""Telling whether two versions of a program are the same code, whatever its names are."""

from __future__ import annotations

from typing import TypeAlias

from yulopt.interpreter.code import (
    Block,
    Branch,
    Call,
    Function,
    Jump,
    MultiBranch,
)
from yulopt.interpreter.machine import Program
from yulopt.interpreter.operations import BuiltinOperation, Move, Operation

Fingerprint: TypeAlias = tuple[object, ...]


def fingerprint(program: Program) -> Fingerprint:
    """A value that is equal for equal compiled code."""
    functions = {function: number for number, function in enumerate(program.functions)}
    return (program.memory_guard, *(_function(function, functions) for function in functions))


def _function(function: Function, functions: dict[Function, int]) -> Fingerprint:
    blocks = {block: number for number, block in enumerate(function.blocks)}
    return (
        function.parameters,
        function.results,
        tuple(function.registers),
        *(_block(block, blocks, functions) for block in blocks),
    )


def _block(block: Block, blocks: dict[Block, int], functions: dict[Function, int]) -> Fingerprint:
    operations = tuple([_operation(operation) for operation in block.operations])
    exit = block.exit
    if isinstance(exit, Jump):
        return operations, "jump", blocks[exit.target]
    if isinstance(exit, Branch):
        return operations, "branch", exit.condition, blocks[exit.nonzero], blocks[exit.zero]
    if isinstance(exit, MultiBranch):
        cases = tuple((value, blocks[target]) for value, target in exit.targets.items())
        return operations, "switch", exit.value, cases, blocks[exit.default]
    if isinstance(exit, Call):
        arguments, targets = tuple(exit.arguments), tuple(exit.targets)
        called = functions[exit.function]
        return operations, "call", called, arguments, targets, blocks[exit.next]
    return operations, type(exit).__name__


def _operation(operation: Operation) -> Fingerprint:
    if isinstance(operation, BuiltinOperation):
        return (operation.name, operation.literals, tuple(operation.arguments), operation.target)
    assert isinstance(operation, Move)
    return ("move", operation.source, operation.target)
