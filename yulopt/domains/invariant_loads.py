"""Loads that a loop repeats, and for which a variable before it pays.

A load can move if three things are known. The loop executes it for certain in its first iteration,
before anything that could end the program there: it is in the condition, or at the beginning of a
body whose condition is true at first. Its address is a value that is in a variable before the loop,
or a number. And nothing that the loop does changes the place, as far as a walk through an iteration
shows.

Only the last one is about what the program does, and only for what replaces the load: before the
loop, it is a load of its own, which changes nothing. The other two are about costs. It is executed
once, where it was executed at least once; and what expands memory, expands it at once.

Source: S. Muchnick, "Advanced Compiler Design and Implementation", 1997, section 13.2
(loop-invariant code motion: what is moved dominates the exits of the loop).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from yulopt.analysis.side_effects import FunctionEffects, can_be_removed
from yulopt.dialect import Builtin
from yulopt.domains.addresses import FREE_POINTER
from yulopt.domains.available_values import AvailableValues
from yulopt.domains.domain import Domain
from yulopt.domains.facts import Operands
from yulopt.gas.literals import CheaperLiterals
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    Identifier,
    If,
    Statement,
    Switch,
    VariableDeclaration,
)
from yulopt.syntax.literals import computed_number
from yulopt.syntax.names import NameDispenser


class _Load(NamedTuple):
    """A load that the first iteration of a loop executes, and the value of its address."""

    builtin: Builtin
    address: int


class InvariantLoads(Domain):
    """Finds the loop-invariant ones among the loads by some builtins.

    `names` gives new names. `before_loops` are, after the walk, declarations to be inserted before
    loops, whose variables are available in the walk already: that is, if and only if they are
    inserted, what the walk finds is true.
    """

    def __init__(
        self,
        builtins: Collection[str],
        values: AvailableValues,
        literals: CheaperLiterals,
        effects: FunctionEffects,
        names: NameDispenser,
    ) -> None:
        self.before_loops: dict[ForLoop, list[Statement]] = {}
        self._builtins = frozenset(builtins)
        self._values = values
        self._literals = literals
        self._effects = effects
        self._names = names
        # The loads of the first iteration that is walked, while it cannot have ended.
        self._first_loads: list[_Load] | None = None
        # Those of a loop as they are written before it, by their values.
        self._candidates: dict[int, FunctionCall] = {}

    # Hooks

    def effect(self, call: FunctionCall, operands: Operands) -> int | None:
        if self._first_loads is not None and call.name in self._builtins:
            is_pointer = self.facts.values_of(operands[0]).constant == FREE_POINTER
            if not (is_pointer and call.name == "mload"):
                assert call.builtin is not None
                self._first_loads.append(_Load(call.builtin, operands[0]))
        return None

    def called(self, name: str, operands: Operands) -> None:
        effects = self._effects.get(name)
        if effects is None or not can_be_removed(effects, code_contains_msize=False):
            # It may have ended there.
            self._first_loads = None

    def before_loop(self, loop: ForLoop) -> None:
        if not self.walk.is_final:
            return
        self._candidates = {}
        if loop.init.statements:
            return
        for load in self._loads_of_first_iteration(loop):
            call = self._load_before(load)
            if call is not None:
                self._candidates.setdefault(self._value_of(call), call)

    def loop_changes(self, loop: ForLoop, assigned: list[str], changed: list[str]) -> None:
        if not self.walk.is_final or not self._candidates:
            return
        facts = self.facts
        kept = {
            facts.variable(name)
            for name in self.walk.cells()
            if facts.has_variable(name) and name not in changed
        }
        for number, call in self._candidates.items():
            if number in kept and self._pays(call, number):
                name = self._names.new_name("")
                declaration = VariableDeclaration([name], call, loop.position)
                self.before_loops.setdefault(loop, []).append(declaration)
                self._values.declare(name, number)

    # Before the loop

    def _pays(self, call: FunctionCall, number: int) -> bool:
        word = self.facts.values_of(number).constant
        is_available = self._values.holder(number) is not None
        return not is_available and self._literals.instead_of(call, word) is None

    def _load_before(self, load: _Load) -> FunctionCall | None:
        """A load as it is written before the loop, where the walk is."""
        word = self.facts.values_of(load.address).constant
        address: Expression
        if word is not None:
            address = computed_number(word)
        else:
            holder = self._values.holder(load.address)
            if holder is None:
                return None
            address = Identifier(holder)
        return FunctionCall(load.builtin.name, [address], load.builtin)

    def _value_of(self, expression: Expression) -> int:
        walk = self.walk
        walk.is_final = False
        walk.evaluate(expression)
        walk.is_final = True
        return walk.number

    # The first iteration

    def _loads_of_first_iteration(self, loop: ForLoop) -> list[_Load]:
        """The loads that a loop executes for certain if it is executed."""
        facts, walk = self.facts, self.walk
        is_body_certain = self._is_true_at_first(loop.condition)
        outer = self._first_loads
        mark = facts.mark()
        walk.is_final = False
        loads: list[_Load] = []
        self._first_loads = loads
        self._values.enter_block(loop.body)
        # Addresses that iterations have in common are wanted.
        walk.enter_head()
        walk.evaluate(loop.condition)
        if is_body_certain:
            self._first_statements(loop.body)
        self._values.leave_block(loop.body)
        self._first_loads = outer
        walk.is_final = True
        facts.rollback(mark)
        facts.is_reachable = True
        return loads

    def _is_true_at_first(self, condition: Expression) -> bool:
        facts = self.facts
        mark = facts.mark()
        number = self._value_of(condition)
        is_true = facts.is_reachable and facts.values_of(number).least > 0
        facts.rollback(mark)
        facts.is_reachable = True
        return is_true

    def _first_statements(self, block: Block) -> None:
        for statement in block.statements:
            if isinstance(statement, If):
                self.walk.evaluate(statement.condition)
            elif isinstance(statement, Switch):
                self.walk.evaluate(statement.expression)
            if not isinstance(statement, (VariableDeclaration, Assignment, ExpressionStatement)):
                return
            self.walk.statement(statement)
            if not self.facts.is_reachable:
                return
