"""evm-forward: replaces loads from memory and storage by known values.

A word is known after a store, or after another load, until something may change it: a store to an
address that may alias, a call, a copy. Addresses are compared as a base and a constant offset. So a
store in a loop kills only what it may alias, and words that the loop does not change stay known.
Where control flow joins and the values differ, a phi selects one (`value-phis=no` keeps the load).
A store of the value that is already there is deleted.

Example::

    func @f(%c: i256, %a: i256, %b: i256) -> i256 {
    entry:
      sstore 0, %a
      sstore 1, %c
      br %c, %then, %after
    then:
      sstore 0, %b
      br %after
    after:
      %slot0 = sload 0
      %slot1 = sload 1
      sstore 1, %slot1
      %sum = add %slot0, %slot1
      ret %sum
    }

becomes::

    func @f(%c: i256, %a: i256, %b: i256) -> i256 {
    entry:
      sstore 0, %a
      sstore 1, %c
      br %c, %then, %after
    then: ; preds = %entry
      sstore 0, %b
      br %after
    after: ; preds = %entry, %then
      %storage.1 = phi i256 [ %a, %entry ], [ %b, %then ]
      %sum = add %storage.1, %c
      ret %sum
    }

Memory is left alone if any function of the object asks for its size. Two facts that no analysis can
prove are used only on request: that slots which are hashes differ from constants
(`hash-disjoint=yes`), and that memory at the free memory pointer is disjoint from constant
addresses from 0x80 on (`memory-safe=yes`).

Loops need no special treatment, since the analysis is optimistic and nothing is changed before it
has settled. No fact needs to be dropped because its value is not available, or redefined by the
next iteration of a loop: a fact holds on all paths from the entry of the function, including those
that do not pass the definition, where nothing can have established it.

Source: chapter 08, sections 5.4 and 5.5 of the specification; the phis after Braun, Buchwald, Hack,
Leissa, Mallon, Zwinkau, "Simple and Efficient Construction of Static Single Assignment Form"
(2013).
"""

from __future__ import annotations

import attr

from yulopt.memory.location_map import LocationMap
from yulopt.memory.locations import NOWHERE
from yulopt.passes.analyses import Analyses
from yulopt.passes.options import option
from yulopt.ssa.analysis.dataflow import DataFlow
from yulopt.ssa.analysis.dominators import DominatorTree
from yulopt.ssa.analysis.effects import ModuleEffects
from yulopt.ssa.analysis.folding import remove_trivial_phis
from yulopt.ssa.analysis.phi_placement import MAX_PHI_COPY_COST
from yulopt.ssa.ir.edges import predecessors, split_repeated_edges
from yulopt.ssa.ir.function import Block, Function, Module, NamedValue, Phi, Result, Value
from yulopt.ssa.ir.names import NameSupply
from yulopt.ssa.kernel.pass_contract import PREHEADERS, SSA, Pass, Statistics
from yulopt.ssa.memory.accesses import Access, Accesses, ModuleSummaries
from yulopt.ssa.memory.locations import Assumptions


@attr.s(auto_attribs=True, frozen=True)
class EvmForward(Assumptions, Pass):
    """Replaces loads from memory and storage."""

    name = "evm-forward"
    preserves = (SSA, PREHEADERS)

    value_phis: bool = option(True, "whether different values are joined by a phi")

    def run(self, module: Module, function: Function, analyses: Analyses[Function]) -> Statistics:
        split = split_repeated_edges(function) if self.value_phis else 0
        if split:
            analyses.keep()
        accesses = Accesses(
            function,
            analyses.get(ModuleSummaries),
            self,
            memory=not analyses.get(ModuleEffects).contains_msize,
        )
        values = _AvailableValues(
            function, accesses, analyses.get(DominatorTree), value_phis=self.value_phis
        )
        return {"edges split": split, **values.rewrite()}


class _AvailableValues(DataFlow[Value]):
    """The values that the locations of a function hold.

    With `value_phis`, the function must have no parallel edges.
    """

    def __init__(
        self, function: Function, accesses: Accesses, tree: DominatorTree, *, value_phis: bool
    ) -> None:
        super().__init__()
        self._function = function
        self._accesses = accesses
        self._value_phis = value_phis
        self._before = predecessors(function)
        self._tree = tree
        # Candidate phis, with the block and the location of each.
        self._phis: dict[tuple[Block, int], Phi] = {}
        self._sites: dict[Value, tuple[Block, int]] = {}
        # The cost of all these, in copies; limited as in mem2reg.
        self._phi_cost = 0
        # The known results of loads.
        self._known: dict[Value, Value] = {}
        after = {block: block.successors for block in function.blocks}
        self.solve(self._tree.order, self._before, after)

    # The analysis

    def start(self, block: Block) -> LocationMap[Value]:
        return self._nothing

    def combine(self, block: Block, location: int, one: Value, other: Value) -> Value | None:
        if not self._value_phis or not self._accesses.may_join(location):
            return None
        phi = self._phis.get((block, location))
        if phi is None:
            self._phi_cost += len(self._before[block])
            if self._phi_cost > MAX_PHI_COPY_COST:
                return None
            phi = Phi("")
            self._phis[block, location] = phi
            self._sites[phi.result] = block, location
        return phi.result

    def transfer(self, block: Block, facts: LocationMap[Value]) -> LocationMap[Value]:
        for access in self._accesses.in_block(block):
            facts = self._after(block, access, facts)
        return facts

    def _after(self, block: Block, access: Access, facts: LocationMap[Value]) -> LocationMap[Value]:
        """The facts after an access."""
        if access.writes:
            facts = facts.without(access.writes)
        if access.location == NOWHERE or access.value is None:
            return facts
        if access.is_load and self._value_in(access.location, block, facts) is not None:
            return facts
        return facts.put(access.location, access.value)

    def _value_in(self, location: int, block: Block, facts: LocationMap[Value]) -> Value | None:
        """The value of a location, if it is known and available in the block.

        At the fixpoint it is always available; before, it may not be in irreducible loops.
        """
        value = facts.get(location)
        if isinstance(value, Result) and not self._tree.dominates(self._home(value), block):
            return None
        return value

    def _home(self, value: Result) -> Block:
        """The block that defines a value."""
        site = self._sites.get(value)
        home = value.instruction.block if site is None else site[0]
        assert home is not None
        return home

    # The changes

    def rewrite(self) -> dict[str, int]:
        """Delete redundant loads and stores; returns the number of each."""
        loads, stores = self._redundant()
        needed = self._needed_phis(loads)
        for load in loads:
            self._result(load).replace_all_uses(self._resolve(self._result(load)))
            load.instruction.erase()
        for store in stores:
            store.instruction.erase()
        phis = self._make_phis(needed)
        trivial = remove_trivial_phis(phis)
        self._function.sweep()
        return {
            "loads removed": len(loads),
            "equal stores removed": len(stores),
            "value phis": len(phis) - trivial,
        }

    def _redundant(self) -> tuple[list[Access], list[Access]]:
        """The loads of known values, and the stores of values that the location already holds."""
        loads: list[Access] = []
        stores: list[Access] = []
        for block in self._tree.order:
            facts = self.inputs[block]
            for access in self._accesses.in_block(block):
                if access.location != NOWHERE:
                    value = self._value_in(access.location, block, facts)
                    if value is not None and access.is_load:
                        self._known[self._result(access)] = value
                        loads.append(access)
                    elif value is not None and self._is_same(value, access.value):
                        stores.append(access)
                facts = self._after(block, access, facts)
        return loads, stores

    def _is_same(self, value: Value, other: Value | None) -> bool:
        return other is not None and self._resolve(value) == self._resolve(other)

    def _result(self, load: Access) -> NamedValue:
        return load.instruction.result

    def _resolve(self, value: Value) -> Value:
        """The value, with redundant loads resolved."""
        chain: list[Value] = []
        while value in self._known:
            chain.append(value)
            value = self._known[value]
        for link in chain:
            self._known[link] = value
        return value

    def _needed_phis(self, loads: list[Access]) -> set[tuple[Block, int]]:
        """The phis that loads need, transitively."""
        needed: set[tuple[Block, int]] = set()
        work = [self._resolve(self._result(load)) for load in loads if self._result(load).uses]
        while work:
            site = self._sites.get(work.pop())
            if site is not None and site not in needed:
                needed.add(site)
                work.extend(self._operand(site, source) for source in self._before[site[0]])
        return needed

    def _operand(self, site: tuple[Block, int], source: Block) -> Value:
        """The operand of a phi for a predecessor."""
        value = self.outputs[source].get(site[1])
        assert value is not None
        return self._resolve(value)

    def _make_phis(self, needed: set[tuple[Block, int]]) -> list[Phi]:
        names = NameSupply(self._function)
        locations: dict[Block, list[int]] = {}
        for block, location in needed:
            locations.setdefault(block, []).append(location)
        made: list[Phi] = []
        for block in self._function.blocks:
            for location in sorted(locations.get(block, [])):
                phi = self._phis[block, location]
                phi.result.name = names.version(self._accesses.hint(location))
                for source in self._before[block]:
                    phi.add_incoming(source, self._operand((block, location), source))
                block.add_phi(phi)
                made.append(phi)
        return made
