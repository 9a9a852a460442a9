"""Whether two functions are the same tree but for the names of variables and of functions."""

from __future__ import annotations

from yulopt.analysis.equality import literals_equal
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
    Literal,
    Statement,
    Switch,
    VariableDeclaration,
)


class EqualTrees:
    """Compares trees, where calls of corresponding functions count as equal.

    `pairs` leads from functions on the left to those on the right; `called` are the pairs that were
    met. Variables correspond as they are declared; names are unique on each side.
    """

    def __init__(self, pairs: dict[str, str]) -> None:
        self._pairs = pairs
        self._variables: dict[str, str] = {}
        self.called: set[tuple[str, str]] = set()

    def functions(self, one: FunctionDefinition, other: FunctionDefinition) -> bool:
        """Whether two functions are the same."""
        if len(one.parameters) != len(other.parameters) or len(one.returns) != len(other.returns):
            return False
        self._declare(one.parameters + one.returns, other.parameters + other.returns)
        return self.blocks(one.body, other.body)

    def blocks(self, one: Block, other: Block) -> bool:
        """Whether two blocks are the same, without the functions defined in them."""
        mine, theirs = _run(one), _run(other)
        return len(mine) == len(theirs) and all(
            self._statements(statement, counterpart)
            for statement, counterpart in zip(mine, theirs, strict=True)
        )

    def _declare(self, names: list[str], others: list[str]) -> None:
        self._variables.update(zip(names, others, strict=True))

    def _statements(self, one: Statement, other: Statement) -> bool:
        if type(one) is not type(other):
            return False
        if isinstance(one, ExpressionStatement) and isinstance(other, ExpressionStatement):
            return self._expressions(one.expression, other.expression)
        if isinstance(one, Assignment) and isinstance(other, Assignment):
            return (
                len(one.targets) == len(other.targets)
                and self._expressions(one.value, other.value)
                and all(map(self._expressions, one.targets, other.targets))
            )
        if isinstance(one, VariableDeclaration) and isinstance(other, VariableDeclaration):
            return self._declarations(one, other)
        if isinstance(one, If) and isinstance(other, If):
            return self._expressions(one.condition, other.condition) and self.blocks(
                one.body, other.body
            )
        if isinstance(one, Switch) and isinstance(other, Switch):
            return self._switches(one, other)
        if isinstance(one, ForLoop) and isinstance(other, ForLoop):
            return (
                self.blocks(one.init, other.init)
                and self._expressions(one.condition, other.condition)
                and self.blocks(one.post, other.post)
                and self.blocks(one.body, other.body)
            )
        if isinstance(one, Block) and isinstance(other, Block):
            return self.blocks(one, other)
        return True

    def _declarations(self, one: VariableDeclaration, other: VariableDeclaration) -> bool:
        if len(one.names) != len(other.names) or (one.value is None) != (other.value is None):
            return False
        self._declare(one.names, other.names)
        if one.value is None or other.value is None:
            return True
        return self._expressions(one.value, other.value)

    def _switches(self, one: Switch, other: Switch) -> bool:
        if len(one.cases) != len(other.cases):
            return False
        if not self._expressions(one.expression, other.expression):
            return False
        for case, counterpart in zip(one.cases, other.cases, strict=True):
            if case.label is None or counterpart.label is None:
                if case.label is not counterpart.label:
                    return False
            elif not literals_equal(case.label, counterpart.label):
                return False
            if not self.blocks(case.body, counterpart.body):
                return False
        return True

    def _expressions(self, one: Expression, other: Expression) -> bool:
        if isinstance(one, Identifier):
            return isinstance(other, Identifier) and self._variables.get(one.name) == other.name
        if isinstance(one, Literal):
            return isinstance(other, Literal) and literals_equal(one, other)
        if not isinstance(one, FunctionCall) or not isinstance(other, FunctionCall):
            return False
        if one.builtin is None and other.builtin is None:
            if self._pairs.get(one.name) != other.name:
                return False
            self.called.add((one.name, other.name))
        elif one.builtin is None or other.builtin is None or one.name != other.name:
            return False
        return len(one.arguments) == len(other.arguments) and all(
            map(self._expressions, one.arguments, other.arguments)
        )


def _run(block: Block) -> list[Statement]:
    """What runs when a block does."""
    return [item for item in block.statements if not isinstance(item, FunctionDefinition)]
