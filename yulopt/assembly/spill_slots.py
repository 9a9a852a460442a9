"""The slots of spilled variables, and the cost of spilling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from yulopt.analysis.call_graph import OUTERMOST
from yulopt.analysis.side_effects import find_calls
from yulopt.assembly.compiled import CompiledObject
from yulopt.memory_objects.free_memory import first_free
from yulopt.syntax.ast import (
    Block,
    Expression,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    Literal,
)
from yulopt.syntax.objects import deployed_object

MEMORY: Final = "memory"
SAVED: Final = "memory, saved by each call"
TRANSIENT: Final = "frames in transient storage"
# The gas of an access, including its address computation.
_GAS: Final = {MEMORY: 6, SAVED: 6, TRANSIENT: 109}
_LOADS: Final = ("mload", "tload")
_STORES: Final = ("mstore", "tstore")


class SpilledVariables(NamedTuple):
    """The variables of a function that are not on the stack.

    `place` describes their location; they take `words` words; `loads` and `stores` count the
    accesses in the code.
    """

    place: str
    words: int
    loads: int
    stores: int

    @property
    def gas(self) -> int:
        """The approximate cost of all accesses if each is executed once."""
        return _GAS[self.place] * (self.loads + self.stores)


def spilled_variables(
    compiled: CompiledObject, free: Mapping[str, int]
) -> dict[str, SpilledVariables]:
    """The functions of an object with variables that are not on the stack.

    `free`: the start of free memory in the program before optimisation, by the names of objects
    (see `yulopt.memory_objects.free_memory.first_free`). The code outside functions has an empty
    name.
    """
    code = compiled.program.code
    spilled = compiled.spilled
    ranges: list[tuple[int, int]] = []
    handles: dict[str, str] = {}
    saved: set[str] = set()
    if spilled is not None:
        ranges += spilled.words
        handles = {name: frame.handle for name, frame in spilled.frames.items()}
        saved = {*spilled.saving, *(one.name for one in spilled.saving.values())}
    name = compiled.program.name
    if name in free:
        raised = first_free(compiled.program).get(name, free[name])
        ranges.append((free[name], raised))
    result: dict[str, SpilledVariables] = {}
    for function, body in _bodies(code):
        handle = handles.get(function, "")
        place = TRANSIENT if handle else SAVED if function in saved else MEMORY
        counts = [
            [
                address
                for builtin in builtins
                for call in find_calls(body, builtin)
                if (address := _place(call.arguments[0], handle)) is not None
                and (handle or any(start <= address < end for start, end in ranges))
            ]
            for builtins in (_LOADS, _STORES)
        ]
        loads, stores = counts
        words = len({*loads, *stores})
        if words:
            result[function] = SpilledVariables(place, words, len(loads), len(stores))
    return result


def static_call_warnings(compiled: CompiledObject) -> list[str]:
    """A warning for functions that fail in static calls because of transient frames.

    The code of an outermost object that deploys an inner one is not called.
    """
    found = []
    deploys = deployed_object(compiled.program) is not None
    for item in compiled.all_objects():
        frames = {} if item.spilled is None else item.spilled.frames
        if frames and not (deploys and item is compiled):
            names = [frame.function or "the main code" for frame in frames.values()]
            *others, last = dict.fromkeys(names)
            functions = f"{', '.join(others)} and {last}" if others else last
            found.append(
                f'in object "{item.program.name}", {functions} cannot be called by staticcall:'
                " variables are in transient storage; mark inline assembly as memory-safe, if it"
                " is, or keep fewer variables at a time"
            )
    return found


def _bodies(code: Block) -> Iterator[tuple[str, Block]]:
    for statement in code.statements:
        if isinstance(statement, FunctionDefinition):
            yield statement.name, statement.body
        elif isinstance(statement, Block):
            yield OUTERMOST, statement


def _place(address: Expression, handle: str) -> int | None:
    """The constant address, or the constant offset from the frame's address."""
    if not handle:
        return address.value if isinstance(address, Literal) else None
    if isinstance(address, Identifier):
        return 0 if address.name == handle else None
    if not isinstance(address, FunctionCall) or address.name != "add":
        return None
    first, offset = address.arguments
    is_frame = isinstance(first, Identifier) and first.name == handle
    return offset.value if is_frame and isinstance(offset, Literal) else None
