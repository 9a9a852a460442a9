"""forward: loads from cells are replaced by the values that are known to be there.

This is for cells whose references go somewhere, so that mem2reg cannot promote them: they are
stored in other cells, put into arrays, chosen by phis, given to functions. Points-to sets tell
which cells a reference can mean. What a cell holds is known after a store, or a load, until a store
to what may be the same cell, or a call that can reach it. Stores that nobody reads are deleted, and
so are cells and arrays that are not used any more. Afterwards, mem2reg may find more to promote.

Example::

    func @f(%c: i256) -> i256 {
    entry:
      %cell = alloca i256
      %pair = array [2 x &i256] [ %cell, %cell ]
      %box = alloca [2 x &i256]
      store [2 x &i256] %pair, %box
      store i256 1, %cell
      br %c, %then, %after
    then:
      %loaded = load [2 x &i256], %box
      %same = aget &i256, %loaded, 1
      store i256 2, %same
      br %after
    after:
      %result = load i256, %cell
      ret %result
    }

becomes::

    func @f(%c: i256) -> i256 {
    entry:
      br %c, %then, %after
    then: ; preds = %entry
      br %after
    after: ; preds = %entry, %then
      %cell.1 = phi i256 [ 1, %entry ], [ 2, %then ]
      ret %cell.1
    }

With `value-phis=no`, loads stay where different values meet. `mode=note` selects the weaker
algorithm of the note on Noir's pass, with alias sets and the value NotYetKnown for loops, for
comparison; `nyk=no` takes the latter away, too.

Source: chapter 08, sections 5.1 to 5.4 of the specification.
"""

from __future__ import annotations

from typing import ClassVar, Final

from yulopt.ssa.analysis.effects import may_trap
from yulopt.ssa.ir.edges import split_repeated_edges
from yulopt.ssa.ir.function import Function, Instruction, Module, Result, Value
from yulopt.ssa.ir.instructions import Alloca, Array, ArrayGet, ArraySet, Load
from yulopt.ssa.memory.array_elements import forward_elements
from yulopt.ssa.memory.available_values import AvailableValues
from yulopt.ssa.memory.cell_accesses import CellAccesses
from yulopt.ssa.memory.dead_stores import DeadStores
from yulopt.ssa.memory.not_yet_known import NotYetKnownAnalysis
from yulopt.ssa.memory.overwritten_stores import overwritten_stores
from yulopt.ssa.pass_contract import Option, Pass, Statistics

# A replaced reference can tell more about others; each round follows one more level of references.
_MOST_ROUNDS: Final = 8


class Forward(Pass):
    """Replaces loads from cells."""

    name = "forward"
    options: ClassVar[dict[str, Option]] = {
        "mode": Option("default", "which algorithm finds the values", ("default", "note")),
        "value-phis": Option("yes", "whether different values meet in a phi", ("yes", "no")),
        "nyk": Option("yes", "whether the mode note follows values through loops", ("yes", "no")),
    }

    def run(self, module: Module, function: Function) -> Statistics:
        is_note = self.settings["mode"] == "note"
        value_phis = self.settings["value-phis"] == "yes" and not is_note
        if value_phis:
            split_repeated_edges(function)
        done: Statistics = {}
        for _ in range(_MOST_ROUNDS):
            counts = self._note(function) if is_note else _default(function, value_phis)
            for what, count in counts.items():
                done[what] = done.get(what, 0) + count
            if not any(counts.values()):
                break
        return done

    def _note(self, function: Function) -> Statistics:
        known = NotYetKnownAnalysis(function, through_loops=self.settings["nyk"] == "yes").known
        replaced: dict[Value, Value] = {}
        # What dominates comes first, so what a load gives is not itself replaced later.
        for load, value in known.items():
            final = replaced.get(value, value)
            replaced[load.result] = final
            load.result.replace_all_uses(final)
        removed = _delete(function, list(known))
        elements = forward_elements(function)
        dead = _delete(function, overwritten_stores(function))
        return {
            "loads removed": removed,
            "elements forwarded": elements,
            "dead stores removed": dead,
            "cells and arrays removed": _remove_unused(function),
        }


def _default(function: Function, value_phis: bool) -> Statistics:
    accesses = CellAccesses(function)
    counts = AvailableValues(function, accesses, value_phis=value_phis).rewrite()
    counts["elements forwarded"] = forward_elements(function)
    dead = DeadStores(function, CellAccesses(function)).find()
    counts["dead stores removed"] = _delete(function, dead)
    counts["cells and arrays removed"] = _remove_unused(function)
    return counts


def _delete(function: Function, instructions: list[Instruction]) -> int:
    for instruction in instructions:
        instruction.erase()
    function.sweep()
    return len(instructions)


def _remove_unused(function: Function) -> int:
    """Delete cells and arrays that are not used, and what was only used for them."""
    work = [one for block in function.blocks for one in block.instructions if _is_unused(one)]
    removed = 0
    while work:
        instruction = work.pop()
        operands = list(instruction.operands)
        instruction.erase()
        removed += 1
        for operand in dict.fromkeys(operands):
            if isinstance(operand, Result) and _is_unused(operand.instruction):
                work.append(operand.instruction)
    if removed:
        function.sweep()
    return removed


def _is_unused(instruction: Instruction) -> bool:
    if not isinstance(instruction, (Alloca, Array, ArrayGet, ArraySet, Load)):
        return False
    if isinstance(instruction, Alloca) and (instruction.is_parameter or instruction.volatile):
        return False
    return not instruction.result.uses and not may_trap(instruction)
