"""StorageForwarder (`B`): replaces loads of storage by available values.

A variable holds the value stored to a slot, or loaded from it. This step replaces further loads of
the slot by that variable. Slots keep their values through branches, loops and calls of functions,
up to a store to a slot that may alias, or external code that could store (see
`yulopt.domains.storage`). So values packed into one slot are loaded once, and intermediate stores
to it become dead when the next update no longer loads them: the UnusedStoreEliminator (`S`) removes
them. A store of the current value stays: it ends a static call.

A slot that a loop certainly loads, and does not store to, is loaded once before the loop (see
`yulopt.domains.invariant_loads`), even if the loop stores to other slots, unlike in
LoopInvariantCodeMotion (`M`).

A slot that a loop stores to becomes a variable in the loop, and is stored after it if it has
changed, provided that no external code runs in the loop and nothing else accesses the slot (see
`yulopt.domains.loop_slots`).

The same applies to transient storage.

Works best on split code in pseudo-SSA form.

Right if:

* no alias: a store invalidates every slot that it may alias: keys differ if their sums do, or if
  they are hashes of different contents.
* separate address spaces: storage, transient storage and memory are disjoint.
* no reentrancy: calls that may store, and creations, invalidate all slots, since the callee may
  re-enter.
* callee effects: a call of a function invalidates the slots that it may store to; a recursive
  function may store to any.
* all paths: at joins and loop headers, a slot has a known value only if it has it on all incoming
  edges.
* live holder: a variable replaces a load only while it holds the value.
* no side effects: evaluating the key of a replaced load has none; in a program with `msize`,
  expanding memory is one.
* loop-invariant loads: nothing in the loop stores to a slot that may alias.
* no alias in the loop: neither the loop nor the functions and contracts it calls access the slot by
  another key.
* loop exits: the loop is left at its end or by `break`, or else by a revert.

Assumed:

* storage layout: hashes of different contents are more than 2**33 apart, and as far from small
  numbers. Solidity relies on it, too.
* static calls: in a `staticcall`, a loop whose slot is a variable fails after the loop, and not at
  all if the slot has not changed. Then the call returns the same as an ordinary call that changes
  nothing.
* gas: only `gas` reveals storage prices.

Example::

    {
        let both := sload(0)
        let low := and(both, 0xffff)
        mstore(0, caller())
        mstore(32, 1)
        sstore(keccak256(0, 64), low)
        if low { sstore(0, or(and(sload(0), not(0xffff)), 1)) }
        let high := shr(128, sload(0))
        sstore(1, high)
    }

becomes::

    {
        let both := sload(0)
        let low := and(both, 0xffff)
        mstore(0, caller())
        mstore(32, 1)
        sstore(keccak256(0, 64), low)
        if low
        {
            sstore(0, or(and(both, not(0xffff)), 1))
        }
        let high := shr(128, sload(0))
        sstore(1, high)
    }

Source: R. Bodik, R. Gupta and M. L. Soffa, "Load-reuse analysis: design and evaluation", PLDI 1999.
This is an extension: solc has no such step.
"""

from __future__ import annotations

from typing import ClassVar, Final

from yulopt.domains.available_loads import AvailableLoads
from yulopt.domains.available_values import AvailableValues
from yulopt.domains.free_pointer import NOTHING_ASSUMED
from yulopt.domains.invariant_loads import InvariantLoads
from yulopt.domains.loop_slots import LoopSlots
from yulopt.domains.memory import Memory
from yulopt.domains.storage import Storage
from yulopt.domains.walk import Walk
from yulopt.gas.literals import CheaperLiterals
from yulopt.passes.properties import HOISTED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.rewriting.available_loads import replace_loads
from yulopt.rewriting.before_loops import insert_before_loops, promote_slots
from yulopt.syntax.ast import Block

_LOADS: Final = ("sload", "tload")


class StorageForwarder(Step):
    """Replaces loads of storage by available values."""

    name = "StorageForwarder"
    letter = "B"
    requires = (UNIQUE_NAMES, HOISTED_FUNCTIONS)
    is_extension: ClassVar[bool] = True
    reads_runs = True

    def run(self, context: Context, block: Block) -> None:
        effects, dialect = context.function_effects(block), context.dialect
        runs, names = context.expected_executions, context.dispenser
        literals = CheaperLiterals(dialect, runs)
        # The free memory pointer is irrelevant: Solidity hashes scratch space.
        values, memory = AvailableValues(), Memory(block, NOTHING_ASSUMED)
        storage = Storage()
        invariant = InvariantLoads(_LOADS, values, literals, effects, names)
        slots = LoopSlots(storage, values, effects, dialect, runs)
        loads = AvailableLoads(_LOADS, values)
        domains = [values, memory, storage, invariant, slots, loads]
        Walk(block, domains, context.call_graph(block), context.function_flow(block)).run()
        # A redundant store stays: it ends a static call.
        contains_msize = context.contains_msize(block)
        replace_loads(block, loads.found, (), literals, effects, contains_msize)
        insert_before_loops(block, invariant.before_loops)
        # Code in between may use the variables before loops.
        promote_slots(block, slots.promotions, invariant.before_loops, dialect, names)
