"""Witnesses that code generation provides about its code, for the checker."""

from __future__ import annotations

from collections.abc import Mapping

from yulopt.analysis.side_effects import find_calls
from yulopt.assembly.bytecode import Bytecode
from yulopt.assembly.compiled import CompiledObject
from yulopt.checker.witness import Witness
from yulopt.driver.options import Options
from yulopt.syntax.ast import Literal
from yulopt.syntax.objects import Data, Object, find_in_object

Parts = Mapping[Object | Data, Bytecode]


def witnesses_of(compiled: CompiledObject, parts: Parts, options: Options) -> dict[Object, Witness]:
    """The witnesses of all objects of a build with these options."""
    always = not (options.stack_allocation and options.code_dialect.forwards_all_gas)
    return {
        one.program: witness_of(one.program, parts, address_always=always)
        for one in compiled.all_objects()
    }


def witness_of(program: Object, parts: Parts, *, address_always: bool) -> Witness:
    """The witness of one object."""
    bytecode = parts[program]
    assigned: dict[str, tuple[int, ...]] = {}
    for child in program.sub_objects:
        assigned |= {name: tuple(found) for name, found in parts[child].immutables.items()}
    return Witness(
        bytecode.content,
        {offset: name for name, found in bytecode.immutables.items() for offset in found},
        bytecode.linker_symbols,
        _offsets(program, bytecode),
        assigned,
        bytecode.entry_points,
        frozenset(bytecode.label_pushes),
        address_always,
        bytecode.entry_orders,
        bytecode.clones,
        bytecode.joins,
    )


def _offsets(program: Object, bytecode: Bytecode) -> dict[str, int]:
    """The offsets of the objects and data that the code refers to, by their paths."""
    found: dict[str, int] = {}
    for call in find_calls(program.code, "dataoffset"):
        path = call.arguments[0]
        assert isinstance(path, Literal)
        assert path.text is not None
        target = find_in_object(program, path.text)
        if target is program:
            found[path.text] = 0
        elif target in bytecode.offsets:
            found[path.text] = bytecode.offsets[target]
    return found
