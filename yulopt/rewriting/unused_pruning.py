"""Removes what is declared but never used, and expressions without an effect.

Source: chapter 03, section 3 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterable

from yulopt.analysis.references import count_references
from yulopt.analysis.side_effects import FunctionEffects, can_be_removed, expression_effects
from yulopt.dialect import Dialect
from yulopt.syntax.ast import (
    Block,
    Expression,
    ExpressionStatement,
    FunctionCall,
    FunctionDefinition,
    Statement,
    VariableDeclaration,
)
from yulopt.syntax.visitor import Transformer, remove_empty_blocks


def prune_unused(
    block: Block,
    dialect: Dialect,
    function_effects: FunctionEffects,
    *,
    code_contains_msize: bool,
    externally_used: Iterable[str] = (),
) -> None:
    """Remove unused functions, declarations and expression statements until nothing changes.

    `function_effects` are the effects of calling the functions (one that is missing may do
    anything); `externally_used` names are kept. The top block may lose its grouped form.
    """
    changed = True
    while changed:
        references = count_references(block)
        for name in externally_used:
            references[name] = references.get(name, 0) + 1
        pruner = _UnusedPruner(dialect, function_effects, code_contains_msize, references)
        pruner.visit_block(block)
        changed = pruner.removed_references


class _UnusedPruner(Transformer):
    """One round. Counts go down as code is removed, so what follows sees it."""

    def __init__(
        self,
        dialect: Dialect,
        function_effects: FunctionEffects,
        code_contains_msize: bool,
        references: dict[str, int],
    ) -> None:
        self.removed_references = False
        self._pop = dialect.builtins["pop"]
        self._function_effects = function_effects
        self._code_contains_msize = code_contains_msize
        self._references = references

    def visit_block(self, block: Block) -> None:
        statements: list[Statement] = []
        for statement in block.statements:
            kept = self._prune(statement)
            if kept is not None:
                statements.append(kept)
        block.statements = remove_empty_blocks(statements)
        super().visit_block(block)

    def visit_expression(self, expression: Expression) -> Expression:
        return expression

    def _prune(self, statement: Statement) -> Statement | None:
        """The statement to keep instead of this one, if any."""
        if isinstance(statement, FunctionDefinition):
            if not self._is_used(statement.name):
                self._forget(statement.body)
                return None
        elif isinstance(statement, VariableDeclaration):
            return self._prune_declaration(statement)
        elif isinstance(statement, ExpressionStatement) and self._can_be_removed(
            statement.expression
        ):
            self._forget(statement.expression)
            return None
        return statement

    def _prune_declaration(self, declaration: VariableDeclaration) -> Statement | None:
        if any(self._is_used(name) for name in declaration.names):
            return declaration
        value = declaration.value
        if value is None:
            return None
        if self._can_be_removed(value):
            self._forget(value)
            return None
        if len(declaration.names) == 1:
            discarded = FunctionCall("pop", [value], self._pop, declaration.position)
            return ExpressionStatement(discarded, declaration.position)
        return declaration

    def _is_used(self, name: str) -> bool:
        return self._references.get(name, 0) > 0

    def _can_be_removed(self, expression: Expression) -> bool:
        effects = expression_effects(expression, self._function_effects)
        return can_be_removed(effects, self._code_contains_msize)

    def _forget(self, removed: Expression | Block) -> None:
        """Subtract the references in removed code."""
        for name, count in count_references(removed).items():
            self._references[name] -= count
            self.removed_references = True
