"""IfConverter (`8`): replaces branches that only compute a value with arithmetic.

Solidity evaluates the second operand of `&&` and `||` only if it is needed, after a branch. If it
is a truth value and pure, it can always be computed, and combined with the first one bitwise. A
branch that sets a variable to zero multiplies it by 0 or 1, and so does one that sets a variable
that was just declared as zero.

Right if:

* truth values: a value combined by `and` or `or`, and a factor of a product, is 0 or 1.
* pure operand: the assigned value is computed by pure instructions, whose gas does not depend on
  their operands. It reads no memory, since the branch may have guarded the address.
* known before: the branch assigns zero; or it assigns the variable that it tests, or one that was
  just declared, as zero or as a copy of the tested variable.

Assumed:

* gas: an operand is needed half of the time, so half of its gas is wasted: at most the gas of a
  branch.

Example::

    {
        let id := calldataload(4)
        let known := eq(id, shl(224, 0x01ffc9a7))
        if iszero(known) { known := eq(id, shl(224, 0x80ac58cd)) }
        let allowed := known
        if known { allowed := iszero(callvalue()) }
        let words := shr(5, calldatasize())
        if lt(words, 2) { words := 0 }
        sstore(allowed, words)
    }

becomes::

    {
        let id := calldataload(4)
        let known := eq(id, shl(224, 0x01ffc9a7))
        known := or(eq(id, shl(224, 0x80ac58cd)), known)
        let allowed := known
        allowed := and(iszero(callvalue()), known)
        let words := shr(5, calldatasize())
        words := mul(iszero(lt(words, 2)), words)
        sstore(allowed, words)
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
    NUMBER,
    Assignment,
    Block,
    Expression,
    FunctionCall,
    Identifier,
    If,
    Literal,
    Statement,
    VariableDeclaration,
)
from yulopt.syntax.visitor import BlockTransformer

# A branch pushes a label, jumps, and removes the former value; it has a destination.
_GAS_OF_BRANCH: Final = PUSH_GAS + BRANCH_GAS + POP_GAS + DESTINATION_GAS
_BYTES_OF_BRANCH: Final = 6


class IfConverter(Step):
    """Replaces branches that only compute a value with arithmetic."""

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
        """The assignment equivalent to a branch; `before` is the statement before it."""
        if len(branch.body.statements) != 1:
            return None
        (assignment,) = branch.body.statements
        if not isinstance(assignment, Assignment) or len(assignment.targets) != 1:
            return None
        (target,) = assignment.targets
        result = self._selected(branch.condition, target, assignment.value, before)
        if result is None:
            return None
        name, operands = result
        call = FunctionCall(name, operands, self._dialect.builtin(name), branch.position)
        return Assignment([target], call, assignment.position)

    def _selected(
        self, condition: Expression, target: Identifier, value: Expression, before: Statement | None
    ) -> tuple[str, list[Expression]] | None:
        """The operation and operands of the value that a variable has after a branch."""
        is_truth_value = self._truth_values.has
        if _is_zero(value):
            name = "and" if is_truth_value(target) else "mul"
            return name, [self._negated(condition), Identifier(target.name, target.position)]
        if not self._pays(value):
            return None
        known = _declared_value(before, target.name)
        if _is_zero(known):
            name = "and" if is_truth_value(value) else "mul"
            return name, [value, self._as_truth_value(condition)]
        name, tested = "and", condition
        if isinstance(tested, FunctionCall) and tested.name == "iszero":
            name, tested = "or", tested.arguments[0]
        if not isinstance(tested, Identifier) or not is_truth_value(tested):
            return None
        is_copy = isinstance(known, Identifier) and known.name == tested.name
        if not is_copy and target.name != tested.name:
            return None
        return (name, [value, tested]) if is_truth_value(value) else None

    def _negated(self, condition: Expression) -> Expression:
        """1 if a condition is zero, else 0."""
        if isinstance(condition, FunctionCall) and condition.name == "iszero":
            (operand,) = condition.arguments
            if self._truth_values.has(operand):
                return operand
        return FunctionCall(
            "iszero", [condition], self._dialect.builtin("iszero"), condition.position
        )

    def _as_truth_value(self, condition: Expression) -> Expression:
        """1 if a condition is not zero, else 0."""
        if self._truth_values.has(condition):
            return condition
        return self._negated(self._negated(condition))

    def _pays(self, operand: Expression) -> bool:
        """Whether always computing an operand costs no more than a branch around it."""
        gas = speculative_gas(self._model, operand)
        model = self._model
        saved = _GAS_OF_BRANCH * model.executions + _BYTES_OF_BRANCH * model.byte_gas
        return gas < NEVER and gas * model.executions <= 2 * saved


def _is_zero(expression: Expression | None) -> bool:
    return isinstance(expression, Literal) and expression.value == 0


def _declared_value(statement: Statement | None, name: str) -> Expression | None:
    """The value of a variable if a statement declares only that; None otherwise."""
    if isinstance(statement, VariableDeclaration) and statement.names == [name]:
        return Literal(NUMBER, 0) if statement.value is None else statement.value
    return None
