"""Removes unused declarations, and expressions without effects.

Source: chapter 03, section 3 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import final

from yulopt.analysis.references import add_references, count_references
from yulopt.analysis.side_effects import FunctionEffects, is_removable
from yulopt.dialect import Dialect
from yulopt.syntax.ast import (
    Block,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    If,
    Statement,
    Switch,
    VariableDeclaration,
)


def prune_unused(
    block: Block,
    dialect: Dialect,
    function_effects: FunctionEffects,
    *,
    code_contains_msize: bool,
    externally_used: Iterable[str] = (),
) -> set[Statement]:
    """Remove unused functions, declarations and expression statements until nothing changes.

    Returns the unchanged blocks and functions in the block. `function_effects` are the effects of
    calling the functions (one that is missing may do anything); `externally_used` names are kept.
    The top block may lose its grouped form.
    """
    references: dict[str, int] = {}
    add_references(block, references)
    for name in externally_used:
        references[name] = references.get(name, 0) + 1
    pruner = _UnusedPruner(dialect, function_effects, code_contains_msize, references)
    pruner.visit_block(block)
    unchanged = pruner.finished.copy()
    while pruner.removed_references:
        pruner.removed_references = False
        pruner.visit_block(block)
    return unchanged.intersection(block.statements)


@final
class _UnusedPruner:
    """Counts are decremented as code is removed, which later statements see; further rounds do the
    rest.

    Further rounds are observable by empty blocks, which a round removes only if they were empty
    before it visited their statements.
    """

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
        # Blocks and functions without removals. There never will be any: their declarations are
        # used only inside them.
        self.finished: set[Statement] = set()

    def visit_block(self, block: Block) -> bool:
        """Remove unused code in a block; returns whether there was any."""
        before = block.statements
        changed = False
        for index in range(len(before)):
            if self._is_to_be_pruned(before[index]):
                self._prune_from(block, index)
                changed = True
                break
        for statement in block.statements:
            if isinstance(statement, If):
                changed = self.visit_block(statement.body) or changed
            elif isinstance(statement, (FunctionDefinition, Block)):
                if statement not in self.finished:
                    body = statement if isinstance(statement, Block) else statement.body
                    if self.visit_block(body):
                        changed = True
                    else:
                        self.finished.add(statement)
            elif isinstance(statement, Switch):
                for case in statement.cases:
                    changed = self.visit_block(case.body) or changed
            elif isinstance(statement, ForLoop):
                changed = self.visit_block(statement.init) or changed
                changed = self.visit_block(statement.post) or changed
                changed = self.visit_block(statement.body) or changed
        return changed

    def _prune_from(self, block: Block, first: int) -> None:
        """Prune the statement list from the first statement that changes."""
        before = block.statements
        statements = before[:first]
        for index in range(first, len(before)):
            statement = before[index]
            if self._is_to_be_pruned(statement):
                remainder = self._prune(statement)
                if remainder is not None:
                    statements.append(remainder)
            else:
                statements.append(statement)
        block.statements = statements

    def _is_to_be_pruned(self, statement: Statement) -> bool:
        """Whether the statement is unused, or an empty block."""
        if isinstance(statement, VariableDeclaration):
            for name in statement.names:
                if self._references.get(name, 0) > 0:
                    return False
            value = statement.value
            return value is None or len(statement.names) == 1 or self._is_removable(value)
        if isinstance(statement, ExpressionStatement):
            return self._is_removable(statement.expression)
        if isinstance(statement, FunctionDefinition):
            return self._references.get(statement.name, 0) == 0
        return isinstance(statement, Block) and not statement.statements

    def _prune(self, statement: Statement) -> Statement | None:
        """Remove an unused statement, or the removable part of it; returns the rest."""
        if isinstance(statement, VariableDeclaration):
            value = statement.value
            if value is not None:
                if not self._is_removable(value):
                    discarded = FunctionCall("pop", [value], self._pop, statement.position)
                    return ExpressionStatement(discarded, statement.position)
                self._forget(value)
        elif isinstance(statement, ExpressionStatement):
            self._forget(statement.expression)
        elif isinstance(statement, FunctionDefinition):
            self._forget(statement.body)
        return None

    def _is_removable(self, expression: Expression) -> bool:
        return is_removable(expression, self._function_effects, self._code_contains_msize)

    def _forget(self, removed: Expression | Block) -> None:
        """Subtract the references in removed code; those to builtins were never counted."""
        for name, count in count_references(removed).items():
            self._references[name] = self._references.get(name, 0) - count
            self.removed_references = True
