"""StackSpiller: moves variables that the code generator cannot reach, wherever there is room.

The StackLimitEvader needs the program's word, `memoryguard`, that memory can be reserved, and does
nothing where a function that calls itself is too deep. This step runs after it, where code beyond
solc's is generated, and does what remains to be done, until everything is within reach:

- Variables of functions that are active once at a time, and of the code outside functions, get
  words of memory where that can be reserved: below the first free memory, if the program has a
  `memoryguard` or is proven to keep to the rules of memory (see
  `yulopt.memory_objects.safety`), or behind all memory that it uses, if that has an end.
- Variables of functions that may call themselves get words of frames (see `yulopt.stack.frames`).
  These are allocated by the free memory pointer, if that never moves back and the function, with
  all that it calls, only writes to memory that was free when it was entered; or they are behind all
  memory that the program uses, if that has an end.
- Where that is not known, or the program asks for the size of memory, variables get words of frames
  in transient storage, from Cancun on. A call of the program from within the program has frames of
  its own, behind those of the first one, and if it fails, what it stored is gone. Two conditions
  belong to that: the program itself does not use the slots from 0x79756c6f70740000 on, and the
  function is not called where nothing may be stored (`staticcall`): there it fails. So this is the
  last resort.

What free memory holds is not taken to be zero. Reads and assignments stay in their order. What can
be seen of it is `gas`, and, of variables in memory, the addresses of objects. Parameters and return
variables of more than the reach of the stack in a function that calls itself stay where they are.

Example::

    {
        {
            let a, b, c, d, e, g := f()
            let h, i, j, k, l, m := f()
            let n, o, p, q, r, s := f()
            log4(0, 0, a, b, c, d)
            log4(0, 0, e, g, h, i)
            log4(0, 0, j, k, l, m)
            log4(0, 0, n, o, p, q)
            log4(0, 0, r, s, a, b)
        }
        function f() -> t, u, v, w, x, y
        { t := sload(0) }
    }

becomes::

    {
        {
            let a_1, b_2, c_3, d_4, e_5, g_6 := f()
            mstore(0x00, g_6)
            let e := e_5
            let d := d_4
            let c := c_3
            let b := b_2
            let a := a_1
            let h, i, j, k, l, m := f()
            let n, o, p, q, r, s := f()
            log4(0, 0, a, b, c, d)
            log4(0, 0, e, mload(0x00), h, i)
            log4(0, 0, j, k, l, m)
            log4(0, 0, n, o, p, q)
            log4(0, 0, r, s, a, b)
        }
        function f() -> t, u, v, w, x, y
        { t := sload(0) }
    }

Source: G. Chaitin and others, "Register allocation via coloring", Computer Languages 6, 1981
(spilling); "Transient storage" in the Solidity documentation. This is an extension: solc has no
such step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from yulopt.analysis.call_graph import OUTERMOST, CallGraph
from yulopt.analysis.declarations import declared_names, function_definitions
from yulopt.analysis.side_effects import find_calls
from yulopt.memory_objects.addresses import FREE_POINTER
from yulopt.memory_objects.safety import memory_safety
from yulopt.pipeline.properties import GROUPED_FUNCTIONS, UNIQUE_NAMES
from yulopt.pipeline.step import Context, Step
from yulopt.stack.frames import (
    FREE_MEMORY,
    MEMORY_FRAMES,
    TRANSIENT_FRAMES,
    Frame,
    FramePlace,
    move_to_frames,
)
from yulopt.stack.memory_mover import move_to_memory, variables_to_move
from yulopt.stack.unreachable import movable_guards, unreachable_variables
from yulopt.syntax.ast import Block, FunctionDefinition, Literal
from yulopt.syntax.literals import WORD_BYTES, format_hex

# What is moved may make something else too deep.
_MOST_ROUNDS: Final = 24
# So many words behind the memory that a program uses are for variables, the rest for frames.
_MOST_WORDS: Final = 128
_TRANSIENT_TOP: Final = int.from_bytes(b"yulopt\0\0", "big")


class StackSpiller(Step):
    """Moves variables that the code generator cannot reach, wherever there is room."""

    name = "StackSpiller"
    requires = (UNIQUE_NAMES, GROUPED_FUNCTIONS)
    is_extension: ClassVar[bool] = True

    def run(self, context: Context, block: Block) -> None:
        spill(context, block)


class Spilled:
    """Where variables are that were moved off the stack.

    `words` are the beginnings and ends of memory that was reserved, `frames` those of the functions
    that have one.
    """

    def __init__(self) -> None:
        self.words: list[tuple[int, int]] = []
        self.frames: dict[str, Frame] = {}


def spill(context: Context, block: Block) -> Spilled:
    """The step; returns what it has done."""
    memory: _Memory | None = None
    for _ in range(_MOST_ROUNDS):
        unreachable = _chosen(context, block)
        if not unreachable:
            break
        if memory is None:
            memory = _Memory(context, block)
        memory.spill(unreachable)
    return Spilled() if memory is None else memory.spilled


def _chosen(context: Context, block: Block) -> dict[str, list[str]]:
    """The variables to move, by function."""
    functions = {function.name: function for function in function_definitions(block)}
    context.analyses = None
    chosen = {
        name: list(dict.fromkeys(variables_to_move(variables, functions.get(name))))
        for name, variables in unreachable_variables(context, block).items()
    }
    return {name: moved for name, moved in chosen.items() if moved}


class _Memory:
    """The memory of the code of an object, and what of it can be reserved."""

    def __init__(self, context: Context, block: Block) -> None:
        self.spilled = Spilled()
        self._context = context
        self._block = block
        # The literals that say where free memory begins.
        self._first: list[Literal] = []
        # The end of all memory that the program uses, if it has one, and how much of what is behind
        # it is taken.
        self._end: int | None = None
        self._words = 0
        # Where frames can be: for all functions, and for those that write as they should.
        self._frames: FramePlace | None = None
        self._allocates = False
        self._writers: set[str] = set()
        # Of functions that have the body of another one: the first one with it.
        self._origins: dict[str, str] = {}
        self._find_room()

    def _find_room(self) -> None:
        if "tstore" in self._context.dialect.builtins:
            self._frames = FramePlace(TRANSIENT_FRAMES, "tload", "tstore", 1, _TRANSIENT_TOP)
        report = memory_safety(self._block)
        if report.asks_size:
            return
        guards = movable_guards(self._block)
        if not guards and report.proven and report.first_free is not None:
            if report.uses_pointer:
                guards = _first_pointers(self._block, report.first_free)
            else:
                self._end = -(-report.first_free // WORD_BYTES) * WORD_BYTES
                top = self._end + _MOST_WORDS * WORD_BYTES
                self._frames = FramePlace(MEMORY_FRAMES, "mload", "mstore", WORD_BYTES, top)
        self._first = guards
        self._allocates = bool(guards) and report.grows
        self._writers = {one.name for one in report.accesses if one.writes and not one.is_own}

    def spill(self, unreachable: Mapping[str, Sequence[str]]) -> None:
        """Move these variables."""
        graph = self._context.call_graph(self._block)
        recursive = graph.recursive_functions()
        frames = {name: moved for name, moved in unreachable.items() if name in recursive}
        words = {name: moved for name, moved in unreachable.items() if name not in frames}
        if words:
            addresses = self._reserved(_slots(graph, words))
            if addresses is None:
                frames = dict(unreachable)
            else:
                self._origins.update(move_to_memory(self._context, self._block, addresses))
        frames = {name: self._all_locals(name) or moved for name, moved in frames.items()}
        by_pointer = {
            name: moved for name, moved in frames.items() if self._can_allocate(graph, name)
        }
        others = {name: moved for name, moved in frames.items() if name not in by_pointer}
        for place, variables in ((FREE_MEMORY, by_pointer), (self._frames, others)):
            if variables and place is not None:
                origins = move_to_frames(
                    self._context, self._block, variables, place, self.spilled.frames
                )
                self._origins.update(origins)

    def _all_locals(self, name: str) -> list[str]:
        """The variables of a function that has a frame, but for parameters and return variables.

        Its frame was not enough, and more frames would need variables for their addresses.
        """
        frame = self.spilled.frames.get(name)
        if frame is None:
            return []
        for statement in self._block.statements:
            if isinstance(statement, FunctionDefinition):
                if statement.name == name:
                    return declared_names(statement.body)
            elif isinstance(statement, Block) and name == OUTERMOST:
                return [one for one in declared_names(statement) if one != frame.handle]
        return []

    def _origin(self, name: str) -> str:
        while name in self._origins:
            name = self._origins[name]
        return name

    def _can_allocate(self, graph: CallGraph, name: str) -> bool:
        """Whether nothing that a function does while it has a frame could touch it."""
        active = [self._origin(one) for one in graph.reachable_from([name])]
        return self._allocates and self._writers.isdisjoint(active)

    def _reserved(self, slots: Mapping[str, int]) -> dict[str, int] | None:
        """Addresses of words that nothing else uses, by variable; None if there is no room."""
        count = max(slots.values(), default=-1) + 1
        if self._first:
            start = self._first[0].value
            end = start + WORD_BYTES * count
            for literal in self._first:
                literal.value = end
                literal.text = format_hex(end)
        elif self._end is not None and self._words + count <= _MOST_WORDS:
            start = self._end + WORD_BYTES * self._words
            self._words += count
            end = self._end + WORD_BYTES * self._words
        else:
            return None
        self.spilled.words.append((start, end))
        return {name: end - WORD_BYTES * (slot + 1) for name, slot in slots.items()}


def _first_pointers(block: Block, value: int) -> list[Literal]:
    """The literal that is stored first as the free memory pointer."""
    found: list[Literal] = []
    for call in find_calls(block, "mstore"):
        address, stored = call.arguments
        is_pointer = isinstance(address, Literal) and address.value == FREE_POINTER
        if is_pointer and isinstance(stored, Literal) and stored.value == value:
            found.append(stored)
    return found if len(found) == 1 else []


def _slots(graph: CallGraph, variables: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """The number of a word for each variable: callers use other words than what they call."""
    slots: dict[str, int] = {}
    next_slot: dict[str, int] = {}
    # Callees before their callers; those that call each other use the same ones.
    for component in graph.components():
        first = max(
            (next_slot.get(callee, 0) for name in component for callee in graph.calls[name]),
            default=0,
        )
        for name in component:
            for variable in variables.get(name, ()):
                slots[variable] = first
                first += 1
        next_slot.update(dict.fromkeys(component, first))
    return slots
