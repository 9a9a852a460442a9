"""Slots of storage that are variables while a loop runs, and are stored behind it.

A loop that stores to a slot loads and stores it in each round. Here the slot is loaded once, in
front of the loop, becomes a variable within it, and is stored once, behind it, if it has changed.
That is right if

- the key of the slot is the same in all rounds: a number, or a value that is in a variable in front
  of the loop to which the loop does not assign;
- whatever else the loop loads or stores is certainly another slot (see
  `yulopt.memory_objects.storage`), in the functions that it calls, too;
- no code of others runs in the loop, which could see the slot or come back into this contract: no
  calls of any kind (a static one may ask this contract what it holds), no contract creation;
- the loop is left only at its end or by `break`, not by `leave`, nor by the end of the program
  (`return`, `stop`, `selfdestruct`), also not in the functions that it calls. A revert, or the end
  of the gas, undoes what would have been stored.

Where one of these is not known, the loop stays as it is. Logs stay in order: they do not depend on
storage.

In a static call, where the first store ends the frame, the stores of the loop are taken to be
allowed, and only that after it ends the frame. So such a call may revert in the loop before that,
or succeed, if the slot holds in the end what it held before the loop. Then it returns what an
ordinary call returns that changes nothing. Proofs leave that out, see `yulopt.prover.assumptions`.

It is done where it costs less: the slot is known in front of the loop, or all rounds that come to
their end load it or store to it; and some rounds outweigh the load, the test and the store, in the
bytes and the gas of `yulopt.gas`. If there is no round at all, the load in front of the loop is the
price.

Source: K. Cooper and J. Lu, "Register promotion in C programs", PLDI 1997.
"""

from __future__ import annotations

from typing import Final

from yulopt.analysis.side_effects import FunctionEffects, is_removable
from yulopt.dialect import NONE, Dialect
from yulopt.gas.model import ASSIGNMENT, BRANCH, LOOP_WEIGHT, READ_VARIABLE, UNUSED_VALUE, Gas
from yulopt.memory_objects.addresses import Sum, as_sum
from yulopt.memory_objects.flow import Pointer
from yulopt.memory_objects.promoted_slots import INSTRUCTIONS, Promotion, inside
from yulopt.memory_objects.storage import (
    ANY_SLOT,
    HASHED,
    LOADED_SPACES,
    MOST_NESTED,
    MOST_NOTED,
    NO_BASE,
    SPACES,
    STORAGE,
    STORED_SPACES,
    TRANSIENT,
    Slots,
    StorageFlow,
)
from yulopt.ranges.facts import Operands
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Break,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    VariableDeclaration,
)
from yulopt.syntax.literals import computed_number
from yulopt.syntax.names import NameDispenser
from yulopt.syntax.visitor import Walker

# More slots of a loop are not looked at.
_MOST_SLOTS: Final = 8
_WORD: Final = 1 << 256


class _Slot:
    """A slot that a loop stores to; `place` is the value that names it in front of the loop.

    `calls` are the loads of the slot and the stores to it in the loop, `others` those that were
    of another slot at least once (a loop in the loop is looked at more than once). Once it
    `is_exposed`, something else may see the slot, or store to it.
    """

    def __init__(self, space: str, key: Sum, place: int) -> None:
        self.space = space
        self.key = key
        self.place = place
        self.calls: set[FunctionCall] = set()
        self.others: set[FunctionCall] = set()
        self.is_exposed = False


class SlotPromotionFlow(StorageFlow):
    """A walk that finds slots which loops can keep in variables: `promotions`, after `walk`."""

    def __init__(
        self,
        code: Block,
        pointer: Pointer,
        effects: FunctionEffects,
        dialect: Dialect,
        runs: int | None,
        names: NameDispenser,
    ) -> None:
        super().__init__(code, pointer, effects, dialect, runs, names)
        self.promotions: list[Promotion] = []
        self._dialect = dialect
        # What functions may load, and what their callees use; those that are not here may load all.
        self._loaded_by: dict[str, tuple[Slots, ...]] = {}
        self._loads: set[Slots] = set()
        # The slots of the loop that is looked at, and whether more of them are looked for.
        self._watched: dict[tuple[str, Sum], _Slot] = {}
        self._first_of_loop: int | None = None
        self._promoted: set[FunctionCall] = set()

    def _begin(self, function: FunctionDefinition | None) -> None:
        super()._begin(function)
        self._loads = set()

    def summarise(self, function: FunctionDefinition) -> None:
        super().summarise(function)
        self._loaded_by[function.name] = tuple(self._loads)

    # What is loaded and stored

    def with_effects(self, call: FunctionCall, operands: Operands) -> int | None:
        builtin = call.builtin
        assert builtin is not None
        if call.name in LOADED_SPACES:
            key = as_sum(self.facts, operands[0])
            self._note_loaded(self._described(LOADED_SPACES[call.name], key))
            self._access(call, LOADED_SPACES[call.name], key)
        elif call.name in STORED_SPACES:
            key = as_sum(self.facts, operands[0])
            self._watch(STORED_SPACES[call.name], key, operands[0])
            self._access(call, STORED_SPACES[call.name], key)
        else:
            effects = builtin.side_effects
            if effects.storage != NONE:
                self._expose(Slots(STORAGE, ANY_SLOT, 0), ())
            if effects.transient_storage != NONE:
                self._expose(Slots(TRANSIENT, ANY_SLOT, 0), ())
            if builtin.control_flow.can_terminate:
                self._expose_all()
        return super().with_effects(call, operands)

    def _call_function(self, name: str, operands: Operands) -> None:
        # Also what does not come back may tell others what it has loaded.
        loaded, stored = self._loaded_by.get(name), self._stored_by.get(name)
        if loaded is None or stored is None:
            loaded = stored = tuple(Slots(space, ANY_SLOT, 0) for space in SPACES)
        for slots in (*loaded, *stored):
            self._expose(slots, operands)
        if self._function_flow[name].can_terminate:
            self._expose_all()
        super()._call_function(name, operands)

    def _note_loaded(self, slots: Slots) -> None:
        if len(self._loads) >= MOST_NOTED:
            slots = Slots(slots.space, ANY_SLOT, 0)
        self._loads.add(slots)

    def _expose(self, slots: Slots, operands: Operands) -> None:
        """A called function, or other code, may use these slots."""
        key: Sum | None = None
        if slots.base >= 0:
            argument = as_sum(self.facts, operands[slots.base])
            key = Sum(argument.constant + slots.constant, argument.terms)
            slots = self._described(slots.space, key)
        elif slots.base == NO_BASE:
            key = Sum(slots.constant, ())
        self._note_loaded(slots)
        for slot in self._watched.values():
            if slot.space != slots.space or (slots.base == HASHED and self._is_small(slot.key)):
                continue
            if key is None or not self._differ(key, slot.key, MOST_NESTED):
                slot.is_exposed = True

    def _expose_all(self) -> None:
        for slot in self._watched.values():
            slot.is_exposed = True

    # Loops

    def changed_elsewhere(self, loop: ForLoop, assigned: list[str]) -> list[str]:
        changed = super().changed_elsewhere(loop, assigned)
        if self._changes_code and _is_suitable(loop):
            for slot in self._slots_of(loop, [*assigned, *changed]):
                self._promote(slot, loop, assigned)
        return changed

    def _slots_of(self, loop: ForLoop, in_loop: list[str]) -> list[_Slot]:
        """The slots that a loop names by the same key in all rounds, and nothing else uses."""
        self._watched = {}
        self._first_of_loop = self.facts.fresh_any()
        self._changed_by_iteration(loop, in_loop)
        self._first_of_loop = None
        if self._watched:
            # Now all of them are known from the beginning of the round.
            self._changed_by_iteration(loop, in_loop)
        found = [slot for slot in self._watched.values() if not slot.is_exposed]
        self._watched = {}
        return [slot for slot in found if slot.calls.isdisjoint(slot.others)]

    def _watch(self, space: str, key: Sum, place: int) -> None:
        first = self._first_of_loop
        if first is None or len(self._watched) >= _MOST_SLOTS:
            return
        # A key that the round computes has no name in front of the loop.
        if all(term < first for term in key.terms) and (space, key) not in self._watched:
            self._watched[space, key] = _Slot(space, key, place)

    def _access(self, call: FunctionCall, space: str, key: Sum) -> None:
        for slot in self._watched.values():
            if slot.space != space:
                continue
            if slot.key == key:
                slot.calls.add(call)
                if not is_removable(call.arguments[0], self._function_effects, True):
                    slot.is_exposed = True
            elif self._differ(key, slot.key, MOST_NESTED):
                slot.others.add(call)
            else:
                slot.is_exposed = True

    def _promote(self, slot: _Slot, loop: ForLoop, assigned: list[str]) -> None:
        """Have a slot promoted if its key can be written in front of the loop, and it pays."""
        key = self._written_key(slot, assigned)
        if key is None or not slot.calls.isdisjoint(self._promoted):
            return
        value: Expression | None = None
        number = self._slot(slot.space, slot.key)
        if number is not None:
            value = self._unchanging(number, assigned)
        in_all_rounds = _calls_in_all_rounds(loop) & slot.calls
        if value is None and not in_all_rounds:
            return
        if self._pays(Promotion(loop, in_all_rounds, slot.space, key, value)):
            self._promoted |= slot.calls
            self.promotions.append(Promotion(loop, slot.calls, slot.space, key, value))

    def _pays(self, promotion: Promotion) -> bool:
        """Whether the calls, or a single one, cost more in all rounds than what is added."""
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
        # The place may have been this sum only where it was used.
        if as_sum(self.facts, slot.place) != slot.key:
            return None
        return self._unchanging(slot.place, assigned)

    def _unchanging(self, number: int, assigned: list[str]) -> Expression | None:
        """What has a value in front of a loop and behind it: a literal or a variable."""
        word = self.facts.values_of(number).constant
        if word is not None:
            return computed_number(word)
        for name in self._holders.get(number, ()):
            is_here = name in self._in_scope and self.facts.variable(name) == number
            if is_here and name not in assigned:
                return Identifier(name)
        return None


def _is_suitable(loop: ForLoop) -> bool:
    """Whether a loop stores to slots, is left only at its end, and may have a second round."""
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
    """The calls that all rounds make that come to their end, as far as that is plain to see."""
    finder = _CallFinder()
    finder.visit_expression(loop.condition)
    for statement in loop.body.statements:
        if isinstance(statement, (VariableDeclaration, Assignment, ExpressionStatement)):
            finder.visit_statement(statement)
    return finder.found
