"""Variables in place of slots in loops: the changes that `slot_promotion` has found."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from yulopt.dialect import Dialect
from yulopt.memory_objects.storage import STORAGE, STORED_SPACES, TRANSIENT
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    Identifier,
    If,
    Leave,
    Statement,
    VariableDeclaration,
)
from yulopt.syntax.copying import copy_expression
from yulopt.syntax.names import NameDispenser
from yulopt.syntax.visitor import Transformer, Walker

# What loads slots, and what stores to them.
INSTRUCTIONS: Final = {STORAGE: ("sload", "sstore"), TRANSIENT: ("tload", "tstore")}


class Promotion(NamedTuple):
    """A slot that becomes a variable in a loop: `calls` are its loads and stores there.

    `key`, and `value` if what it holds is known, are written in front of the loop and behind it.
    """

    loop: ForLoop
    calls: set[FunctionCall]
    space: str
    key: Expression
    value: Expression | None


def promote_slots(
    code: Block,
    promotions: Sequence[Promotion],
    before_loops: Collection[ForLoop],
    dialect: Dialect,
    names: NameDispenser,
) -> None:
    """Put variables in place of slots; the walk has put loads in front of the loops given."""
    promoter = _Promoter(dialect, names)
    for promotion in promotions:
        # Such a load may be one of the slot.
        if inside(promotion.loop).loops.isdisjoint(before_loops):
            promoter.add(promotion)
    if promoter.variables:
        promoter.visit_block(code)


class _Promoter(Transformer):
    """`variables` are those that stand for what calls load or store."""

    def __init__(self, dialect: Dialect, names: NameDispenser) -> None:
        self.variables: dict[FunctionCall, str] = {}
        self._dialect = dialect
        self._names = names
        self._before: dict[ForLoop, list[Statement]] = {}
        self._behind: dict[ForLoop, list[Statement]] = {}

    def add(self, promotion: Promotion) -> None:
        loop, calls, space, key, value = promotion
        before = self._before.setdefault(loop, [])
        load, store = INSTRUCTIONS[space]
        if value is None:
            first = self._names.new_name("")
            before.append(VariableDeclaration([first], self._call(load, key), loop.position))
            value = Identifier(first)
        name = self._names.new_name("")
        before.append(VariableDeclaration([name], copy_expression(value), loop.position))
        store_back = ExpressionStatement(self._call(store, key, Identifier(name)))
        is_changed = self._call("sub", Identifier(name), value)
        self._behind.setdefault(loop, []).append(If(is_changed, Block([store_back])))
        self.variables.update((call, name) for call in calls)

    def _call(self, name: str, *arguments: Expression) -> FunctionCall:
        copies = [copy_expression(argument) for argument in arguments]
        return FunctionCall(name, copies, self._dialect.builtins[name])

    def visit_call(self, call: FunctionCall) -> Expression:
        name = self.variables.get(call)
        return super().visit_call(call) if name is None else Identifier(name, call.position)

    def visit_expression_statement(self, statement: ExpressionStatement) -> list[Statement] | None:
        call = statement.expression
        if isinstance(call, FunctionCall) and call.name in STORED_SPACES:
            name = self.variables.get(call)
            if name is not None:
                value = self.visit_expression(call.arguments[1])
                return [Assignment([Identifier(name)], value, statement.position)]
        return super().visit_expression_statement(statement)

    def visit_for(self, loop: ForLoop) -> list[Statement] | None:
        super().visit_for(loop)
        if loop not in self._before:
            return None
        return [*self._before[loop], loop, *self._behind[loop]]


class LoopFinder(Walker):
    """Collects loops, and looks for `leave` and for stores to slots."""

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
    """What there is in a loop."""
    finder = LoopFinder()
    finder.visit_block(loop.body)
    finder.visit_block(loop.post)
    return finder
