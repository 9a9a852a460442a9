"""IfConverter (`8`): replaces branches that compute truth values by `and` and `or`.

Solidity evaluates the second operand of `&&` and `||` only if it is needed, after a branch. If it
is a truth value and pure, it can always be computed, and combined with the first one bitwise.

Right if:

* truth values: the variable and the operand are 0 or 1.
* pure operand: it is computed by pure instructions, whose gas does not depend on their operands. It
  reads no memory, since the branch may have guarded the address.
* same variable: the branch assigns the variable that it tests, or one that was just declared with
  its value.

Assumed:

* gas: an operand is needed half of the time; it costs less than a branch then.

Example::

    {
        let id := calldataload(4)
        let known := eq(id, shl(224, 0x01ffc9a7))
        if iszero(known) { known := eq(id, shl(224, 0x80ac58cd)) }
        let allowed := known
        if known { allowed := iszero(callvalue()) }
        sstore(0, allowed)
    }

becomes::

    {
        let id := calldataload(4)
        let known := eq(id, shl(224, 0x01ffc9a7))
        known := or(eq(id, shl(224, 0x80ac58cd)), known)
        let allowed := known
        allowed := and(iszero(callvalue()), known)
        sstore(0, allowed)
    }

Source: J. Allen, K. Kennedy, C. Porterfield, J. Warren, "Conversion of control dependence to data
dependence", POPL 1983 (if-conversion). This is an extension: solc has no such step.
"""

from __future__ import annotations

from typing import ClassVar, Final

from yulopt.analysis.construct_kinds import BRANCHES, NOTHING
from yulopt.analysis.truth_values import TruthValues
from yulopt.gas.model import GasModel
from yulopt.gas.schedule import BRANCH_GAS, DESTINATION_GAS, POP_GAS, PUSH_GAS
from yulopt.gas.speculation import NEVER, speculative_gas
from yulopt.passes.code_facts import CALLS_AND_FACTS
from yulopt.passes.properties import HOISTED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Expression,
    FunctionCall,
    Identifier,
    If,
    Statement,
    VariableDeclaration,
)
from yulopt.syntax.visitor import BlockTransformer

# A branch pushes a label, jumps, and removes the former value; it has a destination.
_GAS_OF_BRANCH: Final = PUSH_GAS + BRANCH_GAS + POP_GAS + DESTINATION_GAS
_BYTES_OF_BRANCH: Final = 6


class IfConverter(Step):
    """Replaces branches that compute truth values by `and` and `or`."""

    name = "IfConverter"
    letter = "8"
    requires = (UNIQUE_NAMES, HOISTED_FUNCTIONS)
    is_extension: ClassVar[bool] = True
    reads_runs = True
    preserves_analyses = CALLS_AND_FACTS
    looks_for = BRANCHES
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        _Converter(context, TruthValues(block)).visit_block(block)


class _Converter(BlockTransformer):
    def __init__(self, context: Context, truth_values: TruthValues) -> None:
        self._dialect = context.dialect
        self._truth_values = truth_values
        self._model = GasModel(context.dialect, context.expected_executions)

    def visit_block(self, block: Block) -> None:
        super().visit_block(block)
        statements = block.statements
        for index, statement in enumerate(statements):
            if isinstance(statement, If):
                before = statements[index - 1] if index else None
                statements[index] = self._converted(statement, before) or statement

    def _converted(self, branch: If, before: Statement | None) -> Assignment | None:
        """The assignment that a branch after a statement is equal to."""
        name, tested = "and", branch.condition
        if isinstance(tested, FunctionCall) and tested.name == "iszero":
            name, tested = "or", tested.arguments[0]
        if not isinstance(tested, Identifier) or len(branch.body.statements) != 1:
            return None
        (assignment,) = branch.body.statements
        if not isinstance(assignment, Assignment) or len(assignment.targets) != 1:
            return None
        (target,) = assignment.targets
        if target.name != tested.name and not _is_copy(before, target.name, tested.name):
            return None
        value = assignment.value
        if not self._truth_values.has(tested) or not self._truth_values.has(value):
            return None
        if not self._pays(value):
            return None
        builtin = self._dialect.builtin(name)
        call = FunctionCall(name, [value, tested], builtin, branch.position)
        return Assignment([target], call, assignment.position)

    def _pays(self, operand: Expression) -> bool:
        """Whether it costs no more to compute an operand always than if it is needed."""
        gas = speculative_gas(self._model, operand)
        model = self._model
        saved = _GAS_OF_BRANCH * model.executions + _BYTES_OF_BRANCH * model.byte_gas
        return gas < NEVER and gas * model.executions <= 2 * saved


def _is_copy(statement: Statement | None, name: str, original: str) -> bool:
    """Whether a statement declares a variable with the value of another one."""
    return (
        isinstance(statement, VariableDeclaration)
        and statement.names == [name]
        and isinstance(statement.value, Identifier)
        and statement.value.name == original
    )
