"""EqualStoreEliminator (`E`): removes stores of values known to be there already.

Works on `sstore` and `mstore` whose arguments are variables.

Example::

    {
        let slot := calldataload(0)
        let value := calldataload(32)
        sstore(slot, value)
        sstore(slot, value)
        let loaded := mload(value)
        mstore(value, loaded)
    }

becomes::

    {
        let slot := calldataload(0)
        let value := calldataload(32)
        sstore(slot, value)
        let loaded := mload(value)
    }

Source: chapter 04, section 7 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.construct_kinds import NOTHING, STORES
from yulopt.analysis.data_flow import DataFlowAnalyzer, simple_store
from yulopt.analysis.side_effects import FunctionEffects
from yulopt.dialect import SolcBehaviour
from yulopt.passes.code_facts import EndsOfFunctions, UseOfMsize
from yulopt.passes.properties import EMPTY_LOOP_INITIALISERS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import Block, Expression, ExpressionStatement, Statement
from yulopt.syntax.visitor import remove_statements


class EqualStoreEliminator(Step):
    """Removes stores of values known to be there already."""

    name = "EqualStoreEliminator"
    letter = "E"
    requires = (UNIQUE_NAMES, EMPTY_LOOP_INITIALISERS)
    preserves_analyses = (EndsOfFunctions, UseOfMsize)
    by_function = True
    looks_for = STORES
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        finder = _EqualStoreFinder(context.function_effects(block), context.behaviour)
        finder.visit_block(block)
        if finder.equal_stores:
            remove_statements(block, finder.equal_stores)
        else:
            context.unchanged.update(block.statements)


class _EqualStoreFinder(DataFlowAnalyzer):
    def __init__(self, function_effects: FunctionEffects, behaviour: SolcBehaviour) -> None:
        super().__init__(function_effects, analyze_stores=True, behaviour=behaviour)
        self.equal_stores: set[Statement] = set()

    def visit_expression_statement(self, statement: ExpressionStatement) -> list[Statement] | None:
        # Only marked here: a store that will be removed still updates the known values.
        store = simple_store(statement)
        if store is not None:
            builtin, key, value = store
            words = self.environment.storage if builtin == "sstore" else self.environment.memory
            if words.get(key) == value:
                self.equal_stores.add(statement)
        return super().visit_expression_statement(statement)

    def visit_expression(self, expression: Expression) -> Expression:
        return expression
