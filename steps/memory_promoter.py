"""MemoryPromoter (`H`): words of memory become values.

What is stored in memory and loaded again, is in a variable, too, if one was there when it was
stored; so are words that were loaded before, and hashes of the same words. This step puts these
variables in place of loads and hashes, and removes stores of words that are there already. A hash
of known words becomes a number where that costs less. A word that a loop loads for certain, and
does not change, is loaded once before the loop (see `yulopt.domains.invariant_loads`).

Each word of memory is known by its address, which is a sum of values: scratch space, words of
objects, and of arrays at unknown distances. What a store may touch is forgotten, where the sums do
not show that both are apart, and so is what a called function may write (see
`yulopt.domains.memory`). This goes through branches, loops and calls. The stores that nothing
loads any more are for the UnusedStoreEliminator (`S`), storage slots whose hashes are one variable
now for the LoadResolver (`L`).

What the ABI encodes, and the same code decodes, is not loaded again if its types are static and
both are in one function after inlining. Together with the RangeSimplifier (`K`) and the
ConstantPropagator (`z`) no check of the decoded values is left, and no store that is not read. Two
things are not seen through: a function that stays and writes or allocates, as one that is called
several times may, and a loop that copies an array. Of `bytes`, offset and length are known; the
copies stay.

Works best on code whose expressions are split, and whose variables are assigned once.

Right if:

* no alias: a store invalidates every word of which it may write a byte, by the bounds of both
  addresses.
* disjoint objects: addresses in different objects are apart if they are sums with one pointer, or
  if the monotonic pointer orders them.
* monotonic pointer: that the free memory pointer never moves back is used only if all stores to it
  keep that.
* callee effects: the call of a function invalidates the words that it may write.
* all paths: at joins and loop headers, a word has a known value only if it has it on all incoming
  edges.
* live holder: a variable replaces a load only while it holds the value.
* equal hash inputs: two hashes are one value if their lengths and all words that they read are
  equal.
* redundant stores: a store is removed if the word certainly holds the value.
* loop-invariant loads: nothing in the loop writes to the word.
* no `msize`: the program does not ask for `msize`, as removed loads no longer expand memory.

Assumed:

* open writes: in a program with `memoryguard`, references to memory, which are addresses without a
  known bound, do not lead to the free memory pointer. An address that is known to be below 2**32
  is not trusted.
* addresses in reach: no memory from 2**64 on is accessed, for which there is no gas.

Example::

    {
        mstore(64, memoryguard(128))
        let p := mload(64)
        mstore(64, add(p, 64))
        let owner := caller()
        mstore(p, owner)
        mstore(add(p, 32), 7)
        mstore(0, owner)
        mstore(32, 1)
        let slot := keccak256(0, 64)
        sstore(slot, mload(p))
        mstore(0, mload(p))
        mstore(32, 1)
        sstore(add(keccak256(0, 64), 1), mload(add(p, 32)))
    }

becomes::

    {
        mstore(64, memoryguard(128))
        let p := mload(64)
        mstore(64, add(p, 64))
        let owner := caller()
        mstore(p, owner)
        mstore(add(p, 32), 7)
        mstore(0, owner)
        mstore(32, 1)
        let slot := keccak256(0, 64)
        sstore(slot, owner)
        sstore(add(slot, 1), 7)
    }

Source: B. Alpern, M. Wegman and F. Zadeck, "Detecting equality of variables in programs", POPL
1988; R. Cytron and others, "Efficiently computing static single assignment form and the control
dependence graph", TOPLAS 13(4), 1991, for variables in the place of memory. This is an extension:
solc has no such step.
"""

from __future__ import annotations

from typing import ClassVar, Final

from yulopt.dialect.keccak import keccak256
from yulopt.domains.addresses import FREE_POINTER
from yulopt.domains.available_loads import AvailableLoads
from yulopt.domains.available_values import AvailableValues
from yulopt.domains.facts import Operands
from yulopt.domains.invariant_loads import InvariantLoads
from yulopt.domains.memory import Memory, verified_pointer
from yulopt.domains.walk import Walk
from yulopt.gas.literals import CheaperLiterals
from yulopt.passes.properties import HOISTED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.rewriting.available_loads import replace_loads
from yulopt.rewriting.before_loops import insert_before_loops
from yulopt.syntax.ast import Block, FunctionCall
from yulopt.syntax.literals import WORD_BYTES

_READS: Final = ("mload", "keccak256")


class MemoryPromoter(Step):
    """Words of memory become values."""

    name = "MemoryPromoter"
    letter = "H"
    requires = (UNIQUE_NAMES, HOISTED_FUNCTIONS)
    is_extension: ClassVar[bool] = True
    reads_runs = True

    def run(self, context: Context, block: Block) -> None:
        if context.contains_msize(block):
            return
        effects = context.function_effects(block)
        literals = CheaperLiterals(context.dialect, context.expected_executions)
        values, memory = AvailableValues(), Memory(block, verified_pointer(block))
        invariant = InvariantLoads(("mload",), values, literals, effects, context.dispenser)
        loads = _AvailableWords(_READS, values)
        Walk(block, [values, memory, invariant, loads]).run()
        replace_loads(block, loads.found, memory.redundant, literals, effects)
        insert_before_loops(block, invariant.before_loops)


class _AvailableWords(AvailableLoads):
    def evaluated(self, call: FunctionCall, operands: Operands, number: int) -> None:
        if call.name == "mload" and self.facts.values_of(operands[0]).constant == FREE_POINTER:
            # The pointer moves, and is short to load.
            return
        super().evaluated(call, operands, number)

    def word(self, number: int) -> int | None:
        known = super().word(number)
        return self._hash_of_constants(number) if known is None else known

    def _hash_of_constants(self, number: int) -> int | None:
        name, operands = self.facts.definition(number)
        if not name.startswith("keccak256:"):
            return None
        words = [self.facts.values_of(operand).constant for operand in operands]
        known = [word for word in words if word is not None]
        if len(known) < len(words):
            return None
        content = b"".join(word.to_bytes(WORD_BYTES, "big") for word in known)
        return int.from_bytes(keccak256(content[: int(name.partition(":")[2])]), "big")
