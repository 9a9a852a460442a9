"""StackSpiller: moves variables beyond the code generator's reach to memory or transient storage.

The StackLimitEvader relies on the program's promise, `memoryguard`, that memory can be reserved,
and does nothing if a recursive function is too deep. This step runs after it, before code
generation beyond solc's, and handles the rest, until everything is within reach:

- Variables get words of memory if it can be reserved: below the first free memory, if the program
  has a `memoryguard`; from there on, if it had one, and no longer uses the free memory pointer, but
  after all data that the ScratchSpacePlacer may have placed; or after all memory that it uses, if
  it has no such pointer and is proven to use known addresses only (see
  `yulopt.memory_objects.safety`). The words must be below `AFFORDABLE`, so that any call has the
  gas for them.
- Recursive functions have words, too: each call saves their contents on the stack, and restores
  them before it returns (see `yulopt.stack.saved_words`). No memory is allocated at run time. So
  objects are adjacent as before: the program may hash, copy or return all memory between two values
  of the free memory pointer.
- If memory cannot be reserved, or the program asks for its size, variables get slots of frames in
  transient storage (see `yulopt.stack.frames`), from Cancun on. A re-entrant call of the program
  has its own frames, after those of the first one, and if it fails, its stores are undone. This has
  two conditions: the program itself does not use the slots from 0x79756c6f70740000 on, and the
  function is not called by `staticcall`, where it fails. So this is the last resort, and
  compilation warns of it. A program that mentions such a slot is left alone.

Right if:

* disjoint words: no access of the program may touch a reserved word of memory.
* first pointer: it is raised only by the permission of a `memoryguard`. Without one, a program may
  compare, store, log or hash its pointers.
* words in reach: any call has the gas for the words.
* no `msize`: a program that asks for the size of memory gets no words.
* saved words: a recursive function restores its words on every path that returns.
* unused slots: the program does not mention the slots of the frames.

Free memory is not assumed to be zero. Reads and assignments keep their order. Observable are `gas`,
the maximum depth of recursion before the stack is full, and, in programs with a `memoryguard`, the
addresses of objects. Recursive functions with more parameters and return variables than the stack
reaches are unchanged.

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

from yulopt.analysis.call_graph import OUTERMOST
from yulopt.analysis.declarations import declared_names, function_definitions
from yulopt.analysis.relocatability import MAX_BYTES
from yulopt.analysis.side_effects import find_calls
from yulopt.domains.addresses import AFFORDABLE
from yulopt.memory_objects.free_memory import GUARD
from yulopt.memory_objects.safety import memory_safety
from yulopt.passes.properties import GROUPED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.stack.frames import TOP, Frame, move_to_frames
from yulopt.stack.memory_mover import allocate_memory_slots, variables_to_move
from yulopt.stack.saved_words import SavingFunction, move_to_saved_words
from yulopt.stack.unreachable import movable_guards, unreachable_variables
from yulopt.syntax.ast import Block, FunctionDefinition, Literal
from yulopt.syntax.literals import WORD_BYTES, format_hex
from yulopt.syntax.visitor import Walker

# Moving variables may make others too deep.
_MAX_ROUNDS: Final = 24
# No program has as many frames at once.
_MAX_TRANSIENT_SLOTS: Final = 1 << 32


class StackSpiller(Step):
    """Moves variables beyond the code generator's reach to memory or transient storage."""

    name = "StackSpiller"
    requires = (UNIQUE_NAMES, GROUPED_FUNCTIONS)
    is_extension: ClassVar[bool] = True

    def __init__(self, *, has_frames: bool = True) -> None:
        self._has_frames = has_frames

    def run(self, context: Context, block: Block) -> None:
        spill(context, block, has_frames=self._has_frames)


class Spilled:
    """The locations of variables that were moved off the stack.

    `words`: the bounds of reserved memory; `frames`: those of functions with one in transient
    storage; `saving`: the functions that save words, by those that use them.
    """

    def __init__(self) -> None:
        self.words: list[tuple[int, int]] = []
        self.frames: dict[str, Frame] = {}
        self.saving: dict[str, SavingFunction] = {}


def spill(
    context: Context, block: Block, *, has_frames: bool = True, guarded: int | None = None
) -> Spilled:
    """The step; returns the locations. Without `has_frames`, it uses no transient storage.
    `guarded`: the start of free memory by memory guards that steps have removed."""
    spiller: _Spiller | None = None
    for _ in range(_MAX_ROUNDS):
        saving = () if spiller is None else spiller.spilled.saving.values()
        unreachable = _chosen(context, block, {one.name for one in saving})
        if not unreachable:
            break
        if spiller is None:
            spiller = _Spiller(context, block, has_frames=has_frames, guarded=guarded)
        if not spiller.spill(unreachable):
            break
    return Spilled() if spiller is None else spiller.spilled


def _chosen(context: Context, block: Block, kept: set[str]) -> dict[str, list[str]]:
    """The variables to move, by function; except those of functions to be `kept`."""
    functions = {function.name: function for function in function_definitions(block)}
    # The value of a `switch` is on the stack, too, but is not a variable.
    declared = set(declared_names(block))
    context.analyses = None
    chosen = {
        name: [
            one
            for one in dict.fromkeys(variables_to_move(variables, functions.get(name)))
            if one in declared
        ]
        for name, variables in unreachable_variables(context, block).items()
        if name not in kept
    }
    return {name: moved for name, moved in chosen.items() if moved}


class _Spiller:
    """Spills variables of the code of an object."""

    def __init__(
        self, context: Context, block: Block, *, has_frames: bool, guarded: int | None
    ) -> None:
        self.spilled = Spilled()
        self._context = context
        self._block = block
        # The literals that define the start of free memory.
        self._first: list[Literal] = []
        # The start of free memory after all used memory, if the program does not define it.
        self._end: int | None = None
        self._has_frames = has_frames and (
            "tstore" in context.dialect.builtins and not _SlotFinder(block).is_mentioned
        )
        self._find_memory(guarded)

    def _find_memory(self, guarded: int | None) -> None:
        report = memory_safety(self._block)
        if report.asks_size:
            return
        self._first = movable_guards(self._block)
        if self._first or report.uses_pointer:
            return
        end = report.first_free
        if end is None and guarded is not None and not find_calls(self._block, GUARD):
            # Once the guard is gone, the ScratchSpacePlacer may build data up to there.
            end = max(guarded, MAX_BYTES)
        if end is not None:
            self._end = -(-end // WORD_BYTES) * WORD_BYTES

    def spill(self, unreachable: Mapping[str, Sequence[str]]) -> bool:
        """Move these variables; whether there was room."""
        graph = self._context.call_graph(self._block)
        saved = {
            name: list(dict.fromkeys([*self._signature(name), *unreachable[name]]))
            for name in graph.recursive_functions()
            if name in unreachable
        }
        addresses = self._reserved(allocate_memory_slots(graph, {**unreachable, **saved}))
        if addresses is not None:
            saving = self.spilled.saving
            move_to_saved_words(self._context, self._block, addresses, saved, saving)
        elif self._has_frames:
            frames = self.spilled.frames
            variables = {name: self._for_frame(name, unreachable[name]) for name in unreachable}
            variables = {name: moved for name, moved in variables.items() if moved}
            move_to_frames(self._context, self._block, variables, frames)
            return bool(variables)
        return addresses is not None

    def _signature(self, name: str) -> list[str]:
        for function in function_definitions(self._block):
            if function.name == name:
                return [*function.parameters, *function.returns]
        return []

    def _for_frame(self, name: str, unreachable: Sequence[str]) -> Sequence[str]:
        """The variables of a function to move to its frame.

        If it has one already, that did not suffice, and more frames would need variables for their
        addresses; so all but the handle, parameters and return variables move.
        """
        frame = self.spilled.frames.get(name)
        if frame is None:
            return unreachable
        for statement in self._block.statements:
            if isinstance(statement, FunctionDefinition):
                if statement.name == name:
                    return declared_names(statement.body)
            elif isinstance(statement, Block) and name == OUTERMOST:
                return [one for one in declared_names(statement) if one != frame.handle]
        return []

    def _reserved(self, slots: Mapping[str, int]) -> dict[str, int] | None:
        """Addresses of unused words, by variable; None if there is no room."""
        start = self._first[0].value if self._first else self._end
        count = max(slots.values(), default=-1) + 1
        if start is None or start + WORD_BYTES * count > AFFORDABLE:
            return None
        end = start + WORD_BYTES * count
        for literal in self._first:
            literal.value = end
            literal.text = format_hex(end)
        if not self._first:
            self._end = end
        self.spilled.words.append((start, end))
        return {name: end - WORD_BYTES * (slot + 1) for name, slot in slots.items()}


class _SlotFinder(Walker):
    """Whether code mentions a slot of transient storage where frames would be."""

    def __init__(self, code: Block) -> None:
        self.is_mentioned = False
        self.visit_block(code)

    def visit_literal(self, literal: Literal) -> None:
        if not literal.unlimited and TOP <= literal.value < TOP + _MAX_TRANSIENT_SLOTS:
            self.is_mentioned = True
