"""Loop-invariant loads for which a variable before the loop pays.

A load can move under three conditions. The loop certainly executes it in its first iteration,
before anything that could end the program there: it is in the condition, or at the beginning of a
body whose condition is initially true. Its address is available in a variable before the loop, or a
number. And the loop does not change the location, by a walk through an iteration.

Only the last one concerns correctness, and only of the replacement: the load before the loop is an
additional one, without effects. The other two concern costs. The load runs once where it ran at
least once before; one that expands memory expands it right away.

Source: S. Muchnick, "Advanced Compiler Design and Implementation", 1997, section 13.2
(loop-invariant code motion: moved code dominates the exits of the loop).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from yulopt.analysis.side_effects import FunctionEffects, can_be_removed
from yulopt.dialect import Builtin
from yulopt.domains.available_values import AvailableValues
from yulopt.domains.domain import Domain
from yulopt.domains.facts import Operands
from yulopt.gas.literals import CheaperLiterals
from yulopt.memory.layout import FREE_POINTER
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
    """Finds the loop-invariant loads by some builtins.

    `names` creates new names. `before_loops`: after the walk, the declarations to insert before
    loops; the walk already treats their variables as available, so its results are only valid if
    they are inserted.
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
        # The loads of the first iteration so far, while it cannot have ended.
        self._first_loads: list[_Load] | None = None
        # Those of a loop, as expressions before it, by their values.
        self._candidates: dict[int, FunctionCall] = {}

    # Hooks

    def effect(self, call: FunctionCall, operands: Operands) -> int | None:
        facts, loads = self.facts, self._first_loads
        # After the call of a function that never returns, no other operand is evaluated.
        if loads is not None and facts.is_reachable and call.name in self._builtins:
            is_pointer = facts.values_of(operands[0]).constant == FREE_POINTER
            if not (is_pointer and call.name == "mload"):
                assert call.builtin is not None
                loads.append(_Load(call.builtin, operands[0]))
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
        """A load as an expression before the loop, at the current point."""
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
        """The loads that a loop certainly executes if it is executed."""
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
