"""LoadResolver (`L`): replaces loads from storage and memory by known values.

It also replaces `keccak256` of memory that was hashed before, and, in code that runs often enough,
of at most 32 bytes of memory with known content. Works on loads and stores whose arguments are
variables.

Example::

    {
        let slot := calldataload(0)
        let value := calldataload(32)
        sstore(slot, value)
        let loaded := sload(slot)
        mstore(slot, loaded)
        sstore(value, mload(slot))
    }

becomes::

    {
        let slot := calldataload(0)
        let value := calldataload(32)
        sstore(slot, value)
        let loaded := value
        mstore(slot, loaded)
        sstore(value, loaded)
    }

Source: chapter 04, section 6 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.construct_kinds import LOADS, NOTHING
from yulopt.analysis.data_flow import READS, DataFlowAnalyzer, variables
from yulopt.analysis.side_effects import (
    FunctionEffects,
)
from yulopt.dialect import SolcBehaviour
from yulopt.dialect.keccak import keccak256
from yulopt.gas.model import GasModel, solc_model
from yulopt.passes.code_facts import EndsOfFunctions, UseOfMsize
from yulopt.passes.properties import EMPTY_LOOP_INITIALISERS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import NUMBER, Block, Expression, FunctionCall, Identifier, Literal
from yulopt.syntax.literals import WORD_BYTES, WORD_MASK


class LoadResolver(Step):
    """Replaces loads from storage and memory by known values."""

    name = "LoadResolver"
    letter = "L"
    requires = (UNIQUE_NAMES, EMPTY_LOOP_INITIALISERS)
    preserves_analyses = (EndsOfFunctions, UseOfMsize)
    reads_runs = True
    by_function = True
    looks_for = LOADS
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        resolver = _LoadResolver(
            context.function_effects(block),
            solc_model(context.dialect, context.expected_executions),
            context.behaviour,
            code_contains_msize=context.contains_msize(block),
        )
        resolver.visit_block(block)
        if not resolver.changed:
            context.unchanged.update(block.statements)


class _LoadResolver(DataFlowAnalyzer):
    def __init__(
        self,
        function_effects: FunctionEffects,
        gas_model: GasModel,
        behaviour: SolcBehaviour,
        *,
        code_contains_msize: bool,
    ) -> None:
        super().__init__(function_effects, analyze_stores=True, behaviour=behaviour)
        self.changed = False
        self._gas = gas_model
        self._code_contains_msize = code_contains_msize

    def visit_expression(self, expression: Expression) -> Expression:
        if not isinstance(expression, FunctionCall):
            return expression
        resolved = self.visit_call(expression)
        self.changed |= resolved is not expression
        return resolved

    def visit_call(self, call: FunctionCall) -> Expression:
        super().visit_call(call)
        if call.builtin is None or call.name not in READS:
            return call
        key = variables(call)
        if key is None:
            return call
        if call.name == "sload":
            return self._variable(call, self.environment.storage.get(*key))
        if self._code_contains_msize:
            return call
        if call.name == "mload":
            return self._variable(call, self.environment.memory.get(*key))
        known = self._variable(call, self.environment.keccak.get(*key))
        return self._evaluate_hash(call, *key) if known is call else known

    def _variable(self, call: FunctionCall, name: str | None) -> Expression:
        if name is None or not self.is_in_scope(name):
            return call
        return Identifier(name, call.position)

    def _evaluate_hash(self, call: FunctionCall, start: str, length: str) -> Expression:
        """The hash as a literal, if the memory is known and the literal does not cost more."""
        word = self._known_literal(self.environment.memory.get(start))
        size = self._known_literal(length)
        if word is None or size is None or size > WORD_BYTES:
            return call
        if not literal_is_worth_it(self._gas, call):
            return call
        content = word.to_bytes(WORD_BYTES, "big")[:size]
        return Literal(NUMBER, int.from_bytes(keccak256(content), "big"), position=call.position)

    def _known_literal(self, name: str | None) -> int | None:
        if name is None or not self.is_in_scope(name):
            return None
        value = self.value_of(name)
        return value.value if isinstance(value, Literal) else None


def literal_is_worth_it(gas: GasModel, call: FunctionCall) -> bool:
    """Whether a hash costs no more as a literal than if it is computed by this call.

    Its cost is unknown before it is computed; so it counts as the longest literal.
    """
    longest = Literal(NUMBER, WORD_MASK)
    return gas.lifetime(gas.expression(longest)) <= gas.lifetime(gas.expression(call))
