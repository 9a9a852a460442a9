"""ExpressionJoiner (`j`): folds variables that are used once into the statement after them.

The opposite of ExpressionSplitter (`x`). A declaration is folded only into the statement directly
after it, and only where that keeps the order of evaluation, so values need not be movable. One run
does not join across gaps left by removed statements; a second run may join more.

Example::

    {
        let offset := calldataload(4)
        let word := mload(offset)
        let slot := mload(0)
        sstore(slot, word)
    }

becomes::

    {
        {
            sstore(mload(0), mload(calldataload(4)))
        }
    }

Source: chapter 05, section 2 of the specification.
"""

from __future__ import annotations

from collections.abc import Mapping

from yulopt.analysis.construct_kinds import NOTHING
from yulopt.analysis.references import count_variable_references
from yulopt.passes.code_facts import CALLS_AND_FACTS
from yulopt.passes.properties import UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.rewriting.function_grouper import group_functions
from yulopt.syntax.ast import (
    Block,
    Expression,
    FunctionCall,
    Identifier,
    VariableDeclaration,
)
from yulopt.syntax.visitor import Transformer, remove_empty_blocks


class ExpressionJoiner(Step):
    """Folds variables that are used once into the statement after them."""

    name = "ExpressionJoiner"
    letter = "j"
    requires = (UNIQUE_NAMES,)
    preserves_analyses = CALLS_AND_FACTS
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        _Joiner(count_variable_references(block)).visit_block(block)
        group_functions(block)


class _Joiner(Transformer):
    def __init__(self, references: Mapping[str, int]) -> None:
        # Not updated on the way: moved expressions keep their references.
        self._references = references
        # The statement before the current one is at `_latest` in `_block`, if that is not None.
        self._block: Block | None = None
        self._latest = -1

    def visit_identifier(self, identifier: Identifier) -> Expression:
        block = self._block
        if block is None:
            return identifier
        declaration = block.statements[self._latest]
        if not (
            isinstance(declaration, VariableDeclaration)
            and declaration.value is not None
            and len(declaration.names) == 1
            and declaration.names[0] == identifier.name
            and self._references[identifier.name] == 1
        ):
            return identifier
        block.statements[self._latest] = Block([], declaration.position)
        self._set_latest(block, self._latest - 1)
        return declaration.value

    def visit_call(self, call: FunctionCall) -> Expression:
        # The arguments to the left of the last call among them are evaluated after that call.
        arguments = call.arguments
        first = 0
        for index, argument in enumerate(arguments):
            if isinstance(argument, FunctionCall):
                first = index
        for index in range(first, len(arguments)):
            arguments[index] = self.visit_expression(arguments[index])
        return call

    def visit_block(self, block: Block) -> None:
        self._set_latest(block, -1)
        for index, statement in enumerate(block.statements):
            self.visit_statement(statement)
            self._set_latest(block, index)
        block.statements = remove_empty_blocks(block.statements)
        self._set_latest(block, -1)

    def _set_latest(self, block: Block, index: int) -> None:
        self._block = block if index >= 0 else None
        self._latest = index
