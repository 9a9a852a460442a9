"""Which variable has a value, where a walk is."""

from __future__ import annotations

from collections.abc import Sequence

from yulopt.analysis.side_effects import FunctionEffects, is_removable
from yulopt.dialect import Dialect
from yulopt.gas.constants import ConstantFinder
from yulopt.gas.model import GasModel
from yulopt.memory_objects.flow import MemoryFlow, Pointer
from yulopt.ranges.values import Values
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    If,
    Statement,
    Switch,
    VariableDeclaration,
)
from yulopt.syntax.literals import computed_number


class HolderFlow(MemoryFlow):
    """A walk that replaces what is loaded by variables that have the value already.

    `effects` are those of the functions of the code, and `runs` how often it is expected to run,
    None for creation code.
    `needless` are, after `walk`, the stores of what is there already.
    """

    def __init__(
        self,
        code: Block,
        pointer: Pointer,
        effects: FunctionEffects,
        dialect: Dialect,
        runs: int | None,
    ) -> None:
        super().__init__(code, pointer)
        self.needless: set[Statement] = set()
        self._function_effects = effects
        self._model = GasModel(dialect, runs)
        self._constants = ConstantFinder(dialect, runs)
        # The variables that were given a value, which may have another one by now.
        self._holders: dict[int, list[str]] = {}
        self._in_scope: set[str] = set()
        self._declared: list[str] = []
        self._statement_here: ExpressionStatement | None = None

    # Variables

    def _begin(self, function: FunctionDefinition | None) -> None:
        super()._begin(function)
        self._holders = {}
        self._in_scope = set()

    def _block(self, block: Block) -> None:
        outer, self._declared = self._declared, []
        function = self._function
        if function is not None and block is function.body:
            names = [*function.parameters, *function.returns]
            self._in_scope.update(names)
            self._note_holders(names)
        super()._block(block)
        self._in_scope.difference_update(self._declared)
        self._declared = outer

    def _statement(self, statement: Statement) -> None:
        mark = self.facts.mark()
        super()._statement(statement)
        if isinstance(statement, (If, Switch, ForLoop)):
            self._note_holders(self.facts.set_since(mark))

    def _enter_head(self, head: Sequence[Values]) -> None:
        super()._enter_head(head)
        self._note_holders(self._in_loop)

    def _simple(self, statement: VariableDeclaration | Assignment | ExpressionStatement) -> None:
        if isinstance(statement, ExpressionStatement):
            self._statement_here = statement
            super()._simple(statement)
            return
        super()._simple(statement)
        if isinstance(statement, Assignment):
            names = [target.name for target in statement.targets]
        else:
            names = statement.names
            self._declared += names
            self._in_scope.update(names)
        self._note_holders(names)

    def _note_holders(self, names: Sequence[str]) -> None:
        for name in names:
            if name in self._in_scope:
                self._note_holder(name)

    def _note_holder(self, name: str) -> None:
        holders = self._holders.setdefault(self.facts.variable(name), [])
        if name not in holders:
            holders.append(name)

    def _holder(self, number: int) -> str | None:
        """A variable that has a value here."""
        facts = self.facts
        for name in self._holders.get(number, ()):
            if name in self._in_scope and facts.variable(name) == number:
                return name
        return None

    # Replacing

    def in_place_of(self, call: FunctionCall, number: int, word: int | None) -> Expression:
        """What has the value of a call, which is `word` if that is known, or the call itself."""
        if word is not None:
            literal = computed_number(word)
            literal.position = call.position
            if self._costs(literal) <= self._costs(call):
                return literal
        holder = self._holder(number)
        return call if holder is None else Identifier(holder, call.position)

    def note_store(self, call: FunctionCall, before: int | None, value: int) -> None:
        """A store of `value` where `before` was."""
        statement = self._statement_here
        if statement is None or statement.expression is not call or before != value:
            return
        if self.can_be_left_out(call):
            self.needless.add(statement)

    def can_be_left_out(self, call: FunctionCall) -> bool:
        """Whether nothing else happens where the arguments are evaluated."""
        return all(is_removable(one, self._function_effects, False) for one in call.arguments)

    def _costs(self, expression: Expression) -> int:
        return self._model.lifetime(self._constants.expression_gas(expression))
