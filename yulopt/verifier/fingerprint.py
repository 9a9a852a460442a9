"""Fingerprints: equality of code up to names, by equality of compiled forms."""

from __future__ import annotations

from typing import TypeAlias

from yulopt.interpreter import code as compiled
from yulopt.interpreter.operations import BuiltinOperation, Move, Operation

Fingerprint: TypeAlias = tuple[object, ...]


def fingerprint(functions: list[compiled.Function], memory_guard: int | None) -> Fingerprint:
    """A value that is equal for equal compiled code (see `yulopt.interpreter.lowering`)."""
    numbers = {function: number for number, function in enumerate(functions)}
    return (memory_guard, *(_function(function, numbers) for function in functions))


def _function(function: compiled.Function, functions: dict[compiled.Function, int]) -> Fingerprint:
    blocks = {block: number for number, block in enumerate(function.blocks)}
    return (
        function.parameters,
        function.results,
        tuple(function.registers),
        *(_block(block, blocks, functions) for block in blocks),
    )


def _block(
    block: compiled.Block,
    blocks: dict[compiled.Block, int],
    functions: dict[compiled.Function, int],
) -> Fingerprint:
    operations = tuple([_operation(operation) for operation in block.operations])
    exit = block.exit
    if isinstance(exit, compiled.Jump):
        return operations, "jump", blocks[exit.target]
    if isinstance(exit, compiled.Branch):
        return operations, "branch", exit.condition, blocks[exit.nonzero], blocks[exit.zero]
    if isinstance(exit, compiled.MultiBranch):
        cases = tuple((value, blocks[target]) for value, target in exit.targets.items())
        return operations, "switch", exit.value, cases, blocks[exit.default]
    if isinstance(exit, compiled.Call):
        arguments, targets = tuple(exit.arguments), tuple(exit.targets)
        called = functions[exit.function]
        return operations, "call", called, arguments, targets, blocks[exit.next]
    return operations, type(exit).__name__


def _operation(operation: Operation) -> Fingerprint:
    if isinstance(operation, BuiltinOperation):
        return (operation.name, operation.literals, tuple(operation.arguments), operation.target)
    assert isinstance(operation, Move)
    return ("move", operation.source, operation.target)
