"""Promotion of storage slots to variables in loops, with a store after the loop.

The slot is loaded once, before the loop, becomes a variable within it, and is stored once, after
it, if it has changed. That is correct if

- the key of the slot is loop-invariant: a number, or a value in a variable before the loop that the
  loop does not assign;
- all other loads and stores of the loop and its callees certainly access other slots (see
  `yulopt.domains.storage`);
- no external code runs in the loop, which could observe the slot or re-enter this contract: no
  calls of any kind (a static one may read the slot by re-entering), no contract creation;
- the loop is left only at its end or by `break`, not by `leave`, nor by the end of the program
  (`return`, `stop`, `selfdestruct`), including in its callees. A revert, or running out of gas,
  undoes the stores.

If one of these is unknown, the loop is unchanged. Logs keep their order: they do not depend on
storage.

In a static call, where a store ends the frame, only the store after the loop does so now. So such a
call may revert earlier, in the loop, or succeed, if the final value of the slot equals the one
before the loop. Then it returns the same as an ordinary call that changes nothing. Proofs exclude
this, see `yulopt.prover.assumptions`.

It is done where it pays: the slot is known before the loop, or all complete iterations load it or
store to it; and a few iterations outweigh the load, the test and the store, in the bytes and gas of
`yulopt.gas`. A loop without iterations pays for the load before it.

Source: K. Cooper and J. Lu, "Register promotion in C programs", PLDI 1997.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from yulopt.analysis.side_effects import FunctionEffects, is_removable
from yulopt.dialect import NONE, Dialect
from yulopt.domains.addresses import Sum, as_sum
from yulopt.domains.available_values import AvailableValues
from yulopt.domains.domain import Domain
from yulopt.domains.facts import Operands
from yulopt.domains.storage import (
    ALL_SLOTS,
    ANY_SLOT,
    HASHED,
    LOADED_SPACES,
    MAX_NOTED,
    NO_BASE,
    STORAGE,
    STORED_SPACES,
    TRANSIENT,
    Slots,
    Storage,
)
from yulopt.gas.model import (
    ASSIGNMENT,
    BRANCH,
    LOOP_WEIGHT,
    READ_VARIABLE,
    UNUSED_VALUE,
    Gas,
    GasModel,
)
from yulopt.syntax.ast import (
    Assignment,
    Break,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    Leave,
    Statement,
    VariableDeclaration,
)
from yulopt.syntax.literals import computed_number
from yulopt.syntax.visitor import Walker

# The builtins that load slots, and those that store to them.
INSTRUCTIONS: Final = {STORAGE: ("sload", "sstore"), TRANSIENT: ("tload", "tstore")}
# The maximum number of slots considered per loop.
_MAX_SLOTS: Final = 8
_WORD: Final = 1 << 256


class Promotion(NamedTuple):
    """A slot that becomes a variable in a loop; `calls`: its loads and stores there.

    `key`, and `value` if its content is known, are expressions valid before and after the loop.
    """

    loop: ForLoop
    calls: set[FunctionCall]
    space: str
    key: Expression
    value: Expression | None


class _Slot:
    """A slot that a loop stores to; `place`: the value of its key before the loop.

    `calls`: the loads of the slot and the stores to it in the loop; `others`: those that accessed
    another slot at least once (inner loops are visited more than once). `is_exposed`: other code
    may observe the slot, or store to it.
    """

    def __init__(self, space: str, key: Sum, place: int) -> None:
        self.space = space
        self.key = key
        self.place = place
        self.calls: set[FunctionCall] = set()
        self.others: set[FunctionCall] = set()
        self.is_exposed = False


class LoopSlots(Domain):
    """Finds slots that loops can keep in variables: `promotions`, after the walk."""

    def __init__(
        self,
        storage: Storage,
        values: AvailableValues,
        effects: FunctionEffects,
        dialect: Dialect,
        runs: int | None,
    ) -> None:
        self.promotions: list[Promotion] = []
        self._storage = storage
        self._values = values
        self._effects = effects
        self._dialect = dialect
        self._model = GasModel(dialect, runs)
        # The slots that functions and their callees may load; missing functions may load all.
        self._loaded_by: dict[str, tuple[Slots, ...]] = {}
        self._loads: set[Slots] = set()
        # The slots of the current loop, and whether more of them are being collected.
        self._watched: dict[tuple[str, Sum], _Slot] = {}
        self._first_of_loop: int | None = None
        self._promoted: set[FunctionCall] = set()

    def begin(self, function: FunctionDefinition | None) -> None:
        self._loads = set()

    def summarised(self, function: FunctionDefinition) -> None:
        self._loaded_by[function.name] = tuple(self._loads)

    # Loads and stores

    def effect(self, call: FunctionCall, operands: Operands) -> int | None:
        builtin = call.builtin
        assert builtin is not None
        if call.name in LOADED_SPACES:
            space, key = LOADED_SPACES[call.name], as_sum(self.facts, operands[0])
            self._note_loaded(self._storage.described(space, key))
            self._access(call, space, key)
        elif call.name in STORED_SPACES:
            space, key = STORED_SPACES[call.name], as_sum(self.facts, operands[0])
            self._watch(space, key, operands[0])
            self._access(call, space, key)
        else:
            effects = builtin.side_effects
            if effects.storage != NONE:
                self._expose(Slots(STORAGE, ANY_SLOT, 0), ())
            if effects.transient_storage != NONE:
                self._expose(Slots(TRANSIENT, ANY_SLOT, 0), ())
            if builtin.control_flow.can_terminate:
                self._expose_all()
        return None

    def calling(self, name: str, operands: Operands) -> None:
        # Even code that does not return may expose what it has loaded.
        loaded = self._loaded_by.get(name)
        slots = ALL_SLOTS if loaded is None else (*loaded, *self._storage.stored_by(name))
        for one in slots:
            self._expose(one, operands)
        if self.walk.function_flow[name].can_terminate:
            self._expose_all()

    def _note_loaded(self, slots: Slots) -> None:
        if len(self._loads) >= MAX_NOTED:
            slots = Slots(slots.space, ANY_SLOT, 0)
        self._loads.add(slots)

    def _expose(self, slots: Slots, operands: Operands) -> None:
        """A callee, or other code, may use these slots."""
        storage = self._storage
        key: Sum | None = None
        if slots.base >= 0:
            argument = as_sum(self.facts, operands[slots.base])
            key = Sum(argument.constant + slots.constant, argument.terms)
            slots = storage.described(slots.space, key)
        elif slots.base == NO_BASE:
            key = Sum(slots.constant, ())
        self._note_loaded(slots)
        for slot in self._watched.values():
            if slot.space != slots.space or (slots.base == HASHED and storage.is_small(slot.key)):
                continue
            if key is None or not storage.differ(key, slot.key):
                slot.is_exposed = True

    def _expose_all(self) -> None:
        for slot in self._watched.values():
            slot.is_exposed = True

    # Loops

    def loop_changes(self, loop: ForLoop, assigned: list[str], changed: list[str]) -> None:
        if self.walk.is_final and _is_suitable(loop):
            for slot in self._slots_of(loop, [*assigned, *changed]):
                self._promote(slot, loop, assigned)

    def _slots_of(self, loop: ForLoop, in_loop: list[str]) -> list[_Slot]:
        """The slots that a loop accesses by an invariant key, and no other code."""
        self._watched = {}
        self._first_of_loop = self.facts.fresh_any()
        self.walk.cells_changed_by_iteration(loop, in_loop)
        self._first_of_loop = None
        if self._watched:
            # Now all of them are known from the start of the iteration.
            self.walk.cells_changed_by_iteration(loop, in_loop)
        found = [slot for slot in self._watched.values() if not slot.is_exposed]
        self._watched = {}
        return [slot for slot in found if slot.calls.isdisjoint(slot.others)]

    def _watch(self, space: str, key: Sum, place: int) -> None:
        first = self._first_of_loop
        if first is None or len(self._watched) >= _MAX_SLOTS:
            return
        # A key computed in the iteration is not available before the loop.
        if all(term < first for term in key.terms) and (space, key) not in self._watched:
            self._watched[space, key] = _Slot(space, key, place)

    def _access(self, call: FunctionCall, space: str, key: Sum) -> None:
        for slot in self._watched.values():
            if slot.space != space:
                continue
            if slot.key == key:
                slot.calls.add(call)
                if not is_removable(call.arguments[0], self._effects, True):
                    slot.is_exposed = True
            elif self._storage.differ(key, slot.key):
                slot.others.add(call)
            else:
                slot.is_exposed = True

    def _promote(self, slot: _Slot, loop: ForLoop, assigned: list[str]) -> None:
        """Promote a slot if its key is available before the loop, and it pays."""
        key = self._written_key(slot, assigned)
        if key is None or not slot.calls.isdisjoint(self._promoted):
            return
        value: Expression | None = None
        number = self._storage.slot(slot.space, slot.key)
        if number is not None:
            value = self._unchanging(number, assigned)
        in_all_rounds = _calls_in_all_rounds(loop) & slot.calls
        if value is None and not in_all_rounds:
            return
        if self._pays(Promotion(loop, in_all_rounds, slot.space, key, value)):
            self._promoted |= slot.calls
            self.promotions.append(Promotion(loop, slot.calls, slot.space, key, value))

    def _pays(self, promotion: Promotion) -> bool:
        """Whether the calls, or a single one, cost more in all iterations than the added code."""
        model = self._model
        load, store = (self._dialect.builtins[name] for name in INSTRUCTIONS[promotion.space])
        key = model.expression(promotion.key)
        added = key + model.builtin(store) + model.code(BRANCH)
        # The variables, and their comparison.
        for code in (READ_VARIABLE, READ_VARIABLE, ASSIGNMENT, UNUSED_VALUE, UNUSED_VALUE):
            added += model.code(code)
        if promotion.value is None:
            added += key + model.builtin(load)
        saved = LOOP_WEIGHT * max(1, len(promotion.calls)) * model.run_gas(load)
        return model.lifetime(added) < model.lifetime(Gas(saved, 0))

    def _written_key(self, slot: _Slot, assigned: list[str]) -> Expression | None:
        if not slot.key.terms:
            return computed_number(slot.key.constant % _WORD)
        # The sum may only have been valid where it was used.
        if as_sum(self.facts, slot.place) != slot.key:
            return None
        return self._unchanging(slot.place, assigned)

    def _unchanging(self, number: int, assigned: list[str]) -> Expression | None:
        """A literal or variable that holds a value before and after a loop."""
        word = self.facts.values_of(number).constant
        if word is not None:
            return computed_number(word)
        for name in self._values.holders(number):
            if name not in assigned:
                return Identifier(name)
        return None


def _is_suitable(loop: ForLoop) -> bool:
    """Whether a loop stores to slots, is left only at its end, and may have a second iteration."""
    statements = loop.body.statements
    if loop.init.statements or (statements and isinstance(statements[-1], Break)):
        return False
    found = inside(loop)
    return found.has_stores and not found.has_leave


class _CallFinder(Walker):
    """Collects calls."""

    def __init__(self) -> None:
        self.found: set[FunctionCall] = set()

    def visit_call(self, call: FunctionCall) -> None:
        self.found.add(call)
        super().visit_call(call)


def _calls_in_all_rounds(loop: ForLoop) -> set[FunctionCall]:
    """The calls that all complete iterations certainly make."""
    finder = _CallFinder()
    finder.visit_expression(loop.condition)
    for statement in loop.body.statements:
        if isinstance(statement, (VariableDeclaration, Assignment, ExpressionStatement)):
            finder.visit_statement(statement)
    return finder.found


class LoopFinder(Walker):
    """Collects loops, and detects `leave` and stores to slots."""

    def __init__(self) -> None:
        self.loops: set[ForLoop] = set()
        self.has_leave = False
        self.has_stores = False

    def visit_statement(self, statement: Statement) -> None:
        if isinstance(statement, ExpressionStatement):
            call = statement.expression
            stores = isinstance(call, FunctionCall) and call.name in STORED_SPACES
            self.has_stores = self.has_stores or stores
        elif isinstance(statement, Leave):
            self.has_leave = True
        super().visit_statement(statement)

    def visit_for(self, loop: ForLoop) -> None:
        self.loops.add(loop)
        super().visit_for(loop)

    def visit_expression(self, expression: Expression) -> None:
        """Expressions contain no statements."""


def inside(loop: ForLoop) -> LoopFinder:
    """The contents of a loop."""
    finder = LoopFinder()
    finder.visit_block(loop.body)
    finder.visit_block(loop.post)
    return finder
