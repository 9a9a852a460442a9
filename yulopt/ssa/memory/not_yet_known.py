"""Known, Unknown, NotYetKnown: which value each cell holds, by the note on Noir's pass mem2reg.

At the header of a loop every cell holds its own NotYetKnown: "whatever was there when control came
to the header". If all ways back to the header still say so, the loop does not change the cell, and
it keeps the value it had before the loop. Each loop is followed once, inner loops first, since what
it says does not depend on the values before it; in outer loops it then counts as one step. At last
all blocks are visited in order with the values as they really are.

A loop with several entries loses all cells that it may change.

Source: chapter 08, sections 5.2 and 5.3 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterable

from yulopt.ssa.analysis.loops import Loop, LoopForest
from yulopt.ssa.analysis.order import reverse_postorder
from yulopt.ssa.ir.edges import predecessors
from yulopt.ssa.ir.function import Block, Function, Instruction, NamedValue, Value
from yulopt.ssa.ir.instructions import Alloca, Call, Load, Store
from yulopt.ssa.ir.types import WORD
from yulopt.ssa.memory.alias_sets import (
    ANYTHING,
    NULL,
    AliasSets,
    cell_numbers,
    show_path,
    summary_cells,
)
from yulopt.ssa.memory.location_map import LocationMap
from yulopt.ssa.memory.reference_paths import contains_reference


class NotYetKnown(Value):
    """What a cell held when control came to the header of a loop."""

    __slots__ = ()


# What is known about cells, by their numbers; nothing if it is unknown.
State = LocationMap[Value]


def _disagree(cell: int, one: Value, other: Value) -> Value | None:
    """Where control meets, different values are unknown, and a value that is not yet known is
    different from all others."""
    return None


class NotYetKnownAnalysis:
    """The values of the cells of a function, at the start and the end of each block.

    `known` are the loads that have a known value. Without `through_loops`, everything is unknown
    at the header of a loop.
    """

    def __init__(self, function: Function, *, through_loops: bool = True) -> None:
        self.aliases = AliasSets(function)
        self.at_start: dict[Block, State] = {}
        self.at_end: dict[Block, State] = {}
        self.known: dict[Load, Value] = {}
        self._unknown: State = LocationMap(len(self.aliases.cells))
        self._before = predecessors(function)
        order = reverse_postorder(function)
        self._number = {block: number for number, block in enumerate(order)}
        self._forest = LoopForest(function)
        self._summaries = summary_cells(self.aliases, self._forest)
        self._through_loops = through_loops
        # The outermost loop with several entries around each block that is in one, and what is
        # known in all of its blocks.
        self._irreducible: dict[Block, Loop] = {}
        self._in_irreducible: dict[Loop, State] = {}
        # Of each other loop: what its cells held before, and what they hold at the ends of the
        # ways back to the header, where the marker stands for that.
        self._markers: dict[Loop, NotYetKnown] = {}
        self._returning: dict[Loop, list[State]] = {}
        # What is at the end of a block in terms of the marker of the loop it belongs to, and at
        # the header of a loop in terms of the marker of the loop around it.
        self._symbolic_end: dict[Block, State] = {}
        self._symbolic_header: dict[Loop, State] = {}
        for loop in self._forest.loops:
            if loop.irreducible and loop.header not in self._irreducible:
                self._irreducible.update(dict.fromkeys(loop.blocks(), loop))
        for loop in reversed(self._forest.loops):
            if loop.header not in self._irreducible:
                self._follow(loop)
        for block in order:
            self._visit(block)

    def value(self, cell: NamedValue, state: State) -> Value | None:
        """What a cell, given by its alloca, holds in a state; None if that is unknown."""
        for number, alloca in enumerate(self.aliases.cells):
            if alloca.result is cell:
                return state.get(number)
        return None

    def names_of(self, cell: NamedValue, at: list[Block]) -> set[str]:
        """The expressions that may denote a cell, made in blocks from which control comes to the
        end of one of those that are given; with a star what another cell holds."""
        blocks = self._coming_to(at)
        names: set[str] = set()
        bit = next(iter(self.aliases.of(cell).values()))
        for instruction in (one for block in blocks for one in block.all_instructions()):
            if isinstance(instruction, Store) and isinstance(instruction.reference, NamedValue):
                for path, cells in self.aliases.of(instruction.value).items():
                    if cells & bit and contains_reference(instruction.value.type):
                        names.add("*" + show_path(instruction.reference, path))
            for result in instruction.results:
                if contains_reference(result.type):
                    aliases = self.aliases.of(result)
                    names |= {show_path(result, path) for path in aliases if aliases[path] & bit}
        return names

    def _coming_to(self, blocks: Iterable[Block]) -> dict[Block, None]:
        found = dict.fromkeys(blocks)
        work = list(found)
        while work:
            for source in self._before[work.pop()]:
                if source not in found:
                    found[source] = None
                    work.append(source)
        return found

    # Loops, with values that are not yet known

    def _loop_of(self, block: Block) -> Loop | None:
        """The innermost loop around a block that is followed as a loop."""
        irreducible = self._irreducible.get(block)
        return self._forest.loop_of.get(block) if irreducible is None else irreducible.parent

    def _follow(self, loop: Loop) -> None:
        """Find what a loop does to what was there before it; the loops in it are done."""
        marker = self._markers[loop] = NotYetKnown(WORD)
        heads = [*loop.own_blocks, *(child.header for child in loop.children)]
        for block in sorted(heads, key=self._number.__getitem__):
            irreducible = self._irreducible.get(block)
            inner = self._forest.loop_of[block]
            if irreducible is not None:
                state = self._around(irreducible, loop)
                for member in irreducible.blocks():
                    self._symbolic_end[member] = self._transfer(member, state)
            elif inner is not loop:
                sources = self._from_outside(inner)
                before = self._meet([self._lift(source, loop) for source in sources])
                self._symbolic_header[inner] = self._at_header(inner, before)
            else:
                if block is loop.header:
                    state = LocationMap(len(self.aliases.cells), marker)
                else:
                    state = self._meet([self._lift(one, loop) for one in self._before[block]])
                self._symbolic_end[block] = self._transfer(block, state)
        self._returning[loop] = [self._lift(latch, loop) for latch in loop.latches]

    def _lift(self, block: Block, loop: Loop | None) -> State:
        """What is at the end of a block, in terms of the marker of a loop around it; without a
        loop, what has been found at last."""
        if loop is None:
            return self.at_end[block]
        state = self._symbolic_end[block]
        inner = self._loop_of(block)
        while inner is not loop:
            assert inner is not None
            state = state.replace(self._markers[inner], self._symbolic_header[inner])
            inner = inner.parent
        return state

    def _at_header(self, loop: Loop, before: State) -> State:
        """What is at the header of a loop, for what was there before the loop."""
        if not self._through_loops:
            return self._unknown
        returning = self._returning[loop]
        marker = self._markers[loop]
        return self._meet([before, *(state.replace(marker, before) for state in returning)])

    def _around(self, loop: Loop, outer: Loop | None) -> State:
        """What stays known in all blocks of a loop with several entries, in the terms of a loop
        around it."""
        members = dict.fromkeys(loop.blocks())
        entries = [
            source for block in members for source in self._before[block] if source not in members
        ]
        state = self._meet([self._lift(source, outer) for source in entries])
        for block in members:
            for instruction in block.instructions:
                state = self._clobber(instruction, state, refined=False)
        return state

    def _from_outside(self, loop: Loop) -> list[Block]:
        latches = set(loop.latches)
        return [source for source in self._before[loop.header] if source not in latches]

    def _meet(self, states: list[State]) -> State:
        state = states[0] if states else self._unknown
        for other in states[1:]:
            state = state.meet(other, _disagree)
        return state

    # The last visit

    def _visit(self, block: Block) -> None:
        """Find the values in a block, with what is really known before it."""
        irreducible = self._irreducible.get(block)
        loop = self._forest.loop_of.get(block)
        if irreducible is not None:
            if irreducible not in self._in_irreducible:
                self._in_irreducible[irreducible] = self._around(irreducible, None)
            state = self._in_irreducible[irreducible]
        elif loop is not None and block is loop.header:
            before = self._meet([self.at_end[source] for source in self._from_outside(loop)])
            state = self._at_header(loop, before)
        else:
            state = self._meet([self.at_end[source] for source in self._before[block]])
        self.at_start[block] = state
        for instruction in block.all_instructions():
            loaded = None
            if isinstance(instruction, Load):
                loaded = self._loaded(instruction, state)
                if loaded is not None:
                    self.known[instruction] = loaded
            self.aliases.refine(instruction, loaded)
            state = self._after(instruction, state, refined=True)
        self.at_end[block] = state

    def _loaded(self, load: Load, state: State) -> Value | None:
        aliases = self.aliases.of(load.reference).get((), ANYTHING)
        cells = cell_numbers(aliases)
        # To use the null reference would end execution, so such a load must stay.
        if aliases & (ANYTHING | NULL) or len(cells) != 1:
            return None
        return state.get(cells[0])

    # Instructions

    def _transfer(self, block: Block, state: State) -> State:
        """What is after a block, without knowing what is loaded."""
        for instruction in block.instructions:
            state = self._after(instruction, state, refined=False)
        return state

    def _after(self, instruction: Instruction, state: State, *, refined: bool) -> State:
        state = self._clobber(instruction, state, refined=refined)
        if isinstance(instruction, Store):
            aliases = self.aliases.of(instruction.reference, refined=refined).get((), ANYTHING)
            cells = cell_numbers(aliases)
            if not aliases & ANYTHING and len(cells) == 1 and cells[0] not in self._summaries:
                return state.put(cells[0], instruction.value)
        return state

    def _clobber(self, instruction: Instruction, state: State, *, refined: bool) -> State:
        """The state without what an instruction may change."""
        changed = 0
        if isinstance(instruction, Alloca):
            changed = self.aliases.of(instruction.result, refined=False)[()]
        elif isinstance(instruction, Store):
            changed = self.aliases.of(instruction.reference, refined=refined).get((), ANYTHING)
            if not cell_numbers(changed):
                changed = ANYTHING
        elif isinstance(instruction, Call):
            changed = self._reachable(instruction, state, refined=refined)
        if changed & ANYTHING:
            return self._unknown
        return state.fill([(cell, cell + 1) for cell in cell_numbers(changed)], None)

    def _reachable(self, call: Call, state: State, *, refined: bool) -> int:
        """The cells that a function can reach from its arguments."""
        reached = 0
        work: list[Value] = list(call.operands)
        while work:
            for aliases in self.aliases.of(work.pop(), refined=refined).values():
                new = aliases & ~reached
                reached |= new
                for number in cell_numbers(new):
                    cell = self.aliases.cells[number]
                    if contains_reference(cell.cell_type):
                        content = state.get(number)
                        if content is None or isinstance(content, NotYetKnown):
                            return ANYTHING
                        work.append(content)
        return reached
