"""MemoryPromoter (`H`): promotes words of memory to values.

A variable may hold the value of a stored word, of an earlier load, or of an earlier hash of the
same words. This step replaces loads and hashes by such variables, and removes stores of words that
are already there. A hash of known words becomes a number if that costs less. A word that a loop
certainly loads, and does not change, is loaded once before the loop (see
`yulopt.domains.invariant_loads`).

Each word of memory is identified by its address, a sum of values: scratch space, words of objects,
and of arrays at unknown offsets. A store invalidates words that it may touch, unless the sums prove
them disjoint, and a call those that the function may write (see `yulopt.domains.memory`). The
analysis follows branches, loops and calls. Stores that become dead are left to the
UnusedStoreEliminator (`S`), storage slots whose hashes are now one variable to the LoadResolver
(`L`).

ABI-encoded values that the same code decodes are not loaded again if their types are static and
both are in one function after inlining. Together with the RangeSimplifier (`K`) and the
ConstantPropagator (`z`) this removes all checks of the decoded values, and all unread stores. Two
obstacles remain: functions that are not inlined and write or allocate, and loops that copy an
array. For `bytes`, offset and length are known; the copies stay.

Works best on split code in pseudo-SSA form.

Right if:

* no alias: a store invalidates every word that it may touch, by the bounds of both addresses.
* disjoint objects: addresses in different objects are disjoint if they are sums with one pointer,
  or if the monotonic pointer orders them.
* monotonic pointer: that the free memory pointer never decreases is used only if all stores to it
  preserve that.
* callee effects: a call of a function invalidates the words that it may write.
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
  known bound, do not point to the free memory pointer. An address that is known to be below 2**32
  is not trusted.
* addresses in reach: no memory from 2**64 on is accessed, as no gas suffices for it.

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

from yulopt.analysis.side_effects import FunctionEffects
from yulopt.dialect.keccak import keccak256
from yulopt.domains.available_loads import AvailableLoads
from yulopt.domains.available_values import AvailableValues
from yulopt.domains.domain import Domain
from yulopt.domains.facts import Operands
from yulopt.domains.free_pointer import Pointer
from yulopt.domains.invariant_loads import InvariantLoads
from yulopt.domains.memory import Memory, pointer_fixpoint
from yulopt.gas.literals import CheaperLiterals
from yulopt.memory.layout import FREE_POINTER
from yulopt.passes.properties import HOISTED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.rewriting.available_loads import replace_loads
from yulopt.rewriting.before_loops import insert_before_loops
from yulopt.syntax.ast import Block, FunctionCall
from yulopt.syntax.literals import WORD_BYTES
from yulopt.syntax.names import NameDispenser

_READS: Final = ("mload", "keccak256")


class MemoryPromoter(Step):
    """Promotes words of memory to values."""

    name = "MemoryPromoter"
    letter = "H"
    requires = (UNIQUE_NAMES, HOISTED_FUNCTIONS)
    is_extension: ClassVar[bool] = True
    reads_runs = True

    def run(self, context: Context, block: Block) -> None:
        if context.contains_msize(block):
            return
        effects = context.function_effects(block)
        graph, flow = context.call_graph(block), context.function_flow(block)
        literals = CheaperLiterals(context.dialect, context.expected_executions)

        def make(code: Block, assumed: Pointer) -> _Words:
            return _Words(code, assumed, literals, effects, context.dispenser.copy())

        words = pointer_fixpoint(block, make, graph, flow)
        context.dispenser.resume(words.names.taken(), words.names.counter)
        found, redundant = words.loads.found, words.redundant
        replace_loads(block, found, redundant, literals, effects, contains_msize=False)
        insert_before_loops(block, words.invariant.before_loops)


class _Words(Memory):
    """Words of memory in a walk that finds the available ones; `names`: the names in it."""

    def __init__(
        self,
        code: Block,
        assumed: Pointer,
        literals: CheaperLiterals,
        effects: FunctionEffects,
        names: NameDispenser,
    ) -> None:
        super().__init__(code, assumed)
        self.names = names
        self.values = AvailableValues()
        self.invariant = InvariantLoads(("mload",), self.values, literals, effects, names)
        self.loads = _AvailableWords(_READS, self.values)

    def domains(self) -> list[Domain]:
        return [self.values, self, self.invariant, self.loads]


class _AvailableWords(AvailableLoads):
    def evaluated(self, call: FunctionCall, operands: Operands, number: int) -> None:
        if call.name == "mload" and self.facts.values_of(operands[0]).constant == FREE_POINTER:
            # The pointer changes, and is cheap to load.
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
