"""Loads that a loop repeats are put in front of it.

A load moves if three things are known. The loop executes it for certain in its first round, before
anything that could end the program there: it is in the condition, or at the beginning of a body
whose condition is true at first. What its place is called is a value that is in a variable in front
of the loop, or a number. And nothing that the loop does changes the place, as far as a walk through
a round shows.

Only the last one is about what the program does, and only for what replaces the load: in front of
the loop, it is a load of its own, which changes nothing. The other two are about costs. It is
executed once, where it was executed at least once; and what lengthens memory, lengthens it at once.

Source: S. Muchnick, "Advanced Compiler Design and Implementation", 1997, section 13.2
(loop-invariant code motion: what is moved dominates the exits of the loop).
"""

from __future__ import annotations

from typing import NamedTuple

from yulopt.analysis.side_effects import FunctionEffects, can_be_removed
from yulopt.dialect import Builtin, Dialect
from yulopt.memory_objects.flow import Pointer
from yulopt.memory_objects.holders import HolderFlow
from yulopt.ranges.facts import Operands
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
from yulopt.syntax.visitor import BlockTransformer


class _Load(NamedTuple):
    """A load that the first round of a loop executes, and the value that names its place."""

    builtin: Builtin
    place: int


class HoistingFlow(HolderFlow):
    """A walk that finds loads for which a variable in front of a loop pays.

    `names` gives new names. `before_loops` are, after `walk`, the declarations to be inserted, see
    `insert_before_loops`; the walk has used their variables already.
    """

    def __init__(
        self,
        code: Block,
        pointer: Pointer,
        effects: FunctionEffects,
        dialect: Dialect,
        runs: int | None,
        names: NameDispenser,
    ) -> None:
        super().__init__(code, pointer, effects, dialect, runs)
        self.before_loops: dict[ForLoop, list[Statement]] = {}
        self._names = names
        # The loads of the first round that is being walked through, while it cannot have ended.
        self._first_loads: list[_Load] | None = None

    def note_load(self, call: FunctionCall, place: int) -> None:
        """A load is executed that may be moved; `place` is the value that names its place."""
        builtin = call.builtin
        assert builtin is not None
        if self._first_loads is not None:
            self._first_loads.append(_Load(builtin, place))

    def changed_elsewhere(self, loop: ForLoop, assigned: list[str]) -> list[str]:
        if not self._changes_code or loop.init.statements:
            return super().changed_elsewhere(loop, assigned)
        found: dict[int, FunctionCall] = {}
        for load in self._loads_of_first_round(loop):
            call = self._load_before(load)
            if call is not None:
                self._changes_code = False
                self._expression(call)
                self._changes_code = True
                found.setdefault(self._number, call)
        changed = super().changed_elsewhere(loop, assigned)
        facts = self.facts
        kept = {
            facts.variable(name)
            for name in self.known_places()
            if facts.has_variable(name) and name not in changed
        }
        for number, call in found.items():
            word = facts.values_of(number).constant
            if number in kept and self.in_place_of(call, number, word) is call:
                self._declare_before(loop, number, call)
        return changed

    def _declare_before(self, loop: ForLoop, number: int, call: FunctionCall) -> None:
        name = self._names.new_name("")
        declaration = VariableDeclaration([name], call, loop.position)
        self.before_loops.setdefault(loop, []).append(declaration)
        self.facts.set_variable(name, number)
        self._declared.append(name)
        self._in_scope.add(name)
        self._note_holder(name)

    def _load_before(self, load: _Load) -> FunctionCall | None:
        """A load as it is written in front of the loop, where the walk is."""
        word = self.facts.values_of(load.place).constant
        place: Expression
        if word is not None:
            place = computed_number(word)
        else:
            holder = self._holder(load.place)
            if holder is None:
                return None
            place = Identifier(holder)
        return FunctionCall(load.builtin.name, [place], load.builtin)

    # The first round

    def _loads_of_first_round(self, loop: ForLoop) -> list[_Load]:
        """The loads that a loop executes for certain if it is executed."""
        facts = self.facts
        is_body_certain = self._is_true_at_first(loop.condition)
        outer = self._first_loads, self._declared
        mark = facts.mark()
        self._changes_code = False
        loads: list[_Load] = []
        self._first_loads, self._declared = loads, []
        # Places that rounds have in common are wanted.
        self._enter_head([self.words.any] * len(self._in_loop))
        self._expression(loop.condition)
        if is_body_certain:
            self._first_statements(loop.body)
        self._in_scope.difference_update(self._declared)
        self._first_loads, self._declared = outer
        self._changes_code = True
        facts.take_back(mark)
        facts.is_reachable = True
        return loads

    def _is_true_at_first(self, condition: Expression) -> bool:
        facts = self.facts
        mark = facts.mark()
        self._changes_code = False
        self._expression(condition)
        self._changes_code = True
        is_true = facts.is_reachable and facts.values_of(self._number).least > 0
        facts.take_back(mark)
        facts.is_reachable = True
        return is_true

    def _first_statements(self, block: Block) -> None:
        for statement in block.statements:
            if isinstance(statement, If):
                self._expression(statement.condition)
            elif isinstance(statement, Switch):
                self._expression(statement.expression)
            if not isinstance(statement, (VariableDeclaration, Assignment, ExpressionStatement)):
                return
            self._statement(statement)
            if not self.facts.is_reachable:
                return

    def called(self, name: str, operands: Operands) -> None:
        super().called(name, operands)
        effects = self._function_effects.get(name)
        if effects is None or not can_be_removed(effects, code_contains_msize=False):
            # It may have ended there.
            self._first_loads = None


def insert_before_loops(code: Block, declarations: dict[ForLoop, list[Statement]]) -> None:
    """Put declarations in front of the loops (these very nodes) in the code."""
    if declarations:
        _Inserter(declarations).visit_block(code)


class _Inserter(BlockTransformer):
    def __init__(self, declarations: dict[ForLoop, list[Statement]]) -> None:
        self._declarations = declarations

    def visit_for(self, loop: ForLoop) -> list[Statement] | None:
        super().visit_for(loop)
        declarations = self._declarations.get(loop)
        return None if declarations is None else [*declarations, loop]
