"""Variables before loops: for loads that are loop-invariant, and for slots that loops store to."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from yulopt.dialect import Dialect
from yulopt.domains.loop_slots import INSTRUCTIONS, Promotion, inside
from yulopt.domains.storage import STORED_SPACES
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
    VariableDeclaration,
)
from yulopt.syntax.copying import copy_expression
from yulopt.syntax.names import NameDispenser
from yulopt.syntax.visitor import BlockTransformer, Transformer


def insert_before_loops(code: Block, declarations: dict[ForLoop, list[Statement]]) -> None:
    """Put declarations before the loops (these very nodes) in the code."""
    if declarations:
        _Inserter(declarations).visit_block(code)


class _Inserter(BlockTransformer):
    def __init__(self, declarations: dict[ForLoop, list[Statement]]) -> None:
        self._declarations = declarations

    def visit_for(self, loop: ForLoop) -> list[Statement] | None:
        super().visit_for(loop)
        declarations = self._declarations.get(loop)
        return None if declarations is None else [*declarations, loop]


def promote_slots(
    code: Block,
    promotions: Sequence[Promotion],
    before_loops: Collection[ForLoop],
    dialect: Dialect,
    names: NameDispenser,
) -> None:
    """Replace slots by variables, except for loops with loads already placed before them."""
    promoter = _Promoter(dialect, names)
    for promotion in promotions:
        # Such a load may be one of the slot.
        if inside(promotion.loop).loops.isdisjoint(before_loops):
            promoter.add(promotion)
    if promoter.variables:
        promoter.visit_block(code)


class _Promoter(Transformer):
    """`variables` replace the loads or stores of calls."""

    def __init__(self, dialect: Dialect, names: NameDispenser) -> None:
        self.variables: dict[FunctionCall, str] = {}
        self._dialect = dialect
        self._names = names
        self._before: dict[ForLoop, list[Statement]] = {}
        self._after: dict[ForLoop, list[Statement]] = {}

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
        self._after.setdefault(loop, []).append(If(is_changed, Block([store_back])))
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
        return [*self._before[loop], loop, *self._after[loop]]
