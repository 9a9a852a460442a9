"""IfConverter (`8`): replaces branches that only compute a value with arithmetic.

Solidity evaluates the second operand of `&&` and `||` only if it is needed, after a branch. If it
is a truth value and pure, it can always be computed, and combined with the first one bitwise. A
branch that sets a variable to zero multiplies it by 0 or 1, and so does one that sets a variable
that was just declared as zero.

Solidity compiles the conditional operator to a `switch` both of whose branches set a variable. If
one of them does only that, and cheaply, the variable is set before, and an `if` with the other
branch remains.

Right if:

* truth values: a value combined by `and` or `or`, and a factor of a product, is 0 or 1.
* pure operand: the assigned value is computed by pure instructions, whose gas does not depend on
  their operands. It reads no memory, since the branch may have guarded the address.
* known before: the branch assigns zero; or it assigns the variable that it tests, or one that was
  just declared, as zero or as a copy of the tested variable.
* dead before the switch: a variable that is set before a switch is not used by its condition, and
  the other branch assigns it before it uses it or goes elsewhere, or ends the program.
* unused declaration: such a value replaces that of a declaration right before only if that is a
  literal or a variable, and the new value does not depend on it.

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
        let price := 0
        switch lt(words, 9)
        case 0 { price := 7 }
        default { price := sload(words) }
        sstore(allowed, price)
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
        let price := 7
        if lt(words, 9) { price := sload(words) }
        sstore(allowed, price)
    }

Source: J. Allen, K. Kennedy, C. Porterfield, J. Warren, "Conversion of control dependence to data
dependence", POPL 1983 (if-conversion). This is an extension: solc has no such step.
"""

from __future__ import annotations

from typing import ClassVar, Final

from yulopt.analysis.construct_kinds import BRANCHES, NOTHING
from yulopt.analysis.control_flow import FlowKind, FunctionFlow, flow_kind
from yulopt.analysis.references import count_variable_references, variables_in
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
    Break,
    Continue,
    Expression,
    FunctionCall,
    Identifier,
    If,
    Leave,
    Literal,
    Statement,
    Switch,
    VariableDeclaration,
)
from yulopt.syntax.blocks import blocks_in
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
        _Converter(context, block).visit_block(block)


class _Converter(BlockTransformer):
    def __init__(self, context: Context, code: Block) -> None:
        self._dialect = context.dialect
        self._truth_values = TruthValues(code)
        self._function_flow = context.function_flow(code)
        self._model = GasModel(context.dialect, context.expected_executions)

    def visit_block(self, block: Block) -> None:
        super().visit_block(block)
        result: list[Statement] = []
        for statement in block.statements:
            if isinstance(statement, Switch):
                statement = self._with_one_arm(statement, result) or statement
            if isinstance(statement, If):
                before = result[-1] if result else None
                statement = self._converted(statement, before) or statement
            result.append(statement)
        block.statements = result

    def _with_one_arm(self, switch: Switch, before: list[Statement]) -> If | None:
        """The `if` equivalent to a switch with an arm that only sets a variable.

        The variable is then set at the end of the statements `before`.
        """
        condition = switch.expression
        for arm, other in _arms(switch):
            assignment = _only_assignment(arm)
            if assignment is None:
                continue
            name = assignment.targets[0].name
            if (
                name not in variables_in(condition)
                and self._pays(assignment.value)
                and _is_dead_at(name, other, self._function_flow)
            ):
                _set_before(assignment, before)
                if other is not switch.cases[-1].body:
                    condition = self._negated(condition)
                return If(condition, other, switch.position)
        return None

    def _converted(self, branch: If, before: Statement | None) -> Assignment | None:
        """The assignment equivalent to a branch; `before` is the statement before it."""
        assignment = _only_assignment(branch.body)
        if assignment is None:
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


def _only_assignment(block: Block) -> Assignment | None:
    """The assignment to one variable of which a block consists."""
    if len(block.statements) != 1:
        return None
    (assignment,) = block.statements
    if not isinstance(assignment, Assignment) or len(assignment.targets) != 1:
        return None
    return assignment


def _arms(switch: Switch) -> list[tuple[Block, Block]]:
    """Each arm of a switch over zero, with the other; none of any other switch."""
    if len(switch.cases) != 2 or switch.cases[1].label is not None:
        return []
    if not _is_zero(switch.cases[0].label):
        return []
    zero, other = (case.body for case in switch.cases)
    return [(zero, other), (other, zero)]


def _is_dead_at(name: str, block: Block, function_flow: FunctionFlow) -> bool:
    """Whether a block assigns a variable before it uses it or goes elsewhere, or ends the
    program."""
    for statement in block.statements:
        if isinstance(statement, Assignment) and any(one.name == name for one in statement.targets):
            return name not in variables_in(statement.value)
        if count_variable_references(Block([statement])).get(name):
            return False
        if flow_kind(statement, function_flow) is FlowKind.TERMINATE:
            return True
        if _may_jump(statement):
            return False
    return False


def _may_jump(statement: Statement) -> bool:
    return isinstance(statement, (Break, Continue, Leave)) or any(
        _may_jump(one) for block in blocks_in(statement) for one in block.statements
    )


def _set_before(assignment: Assignment, before: list[Statement]) -> None:
    """Append an assignment to statements, or declare the variable with its value."""
    name = assignment.targets[0].name
    known = _declared_value(before[-1], name) if before else None
    if not isinstance(known, (Literal, Identifier)) or name in variables_in(assignment.value):
        before.append(assignment)
    else:
        before[-1] = VariableDeclaration([name], assignment.value, before[-1].position)


def _is_zero(expression: Expression | None) -> bool:
    return isinstance(expression, Literal) and expression.value == 0


def _declared_value(statement: Statement | None, name: str) -> Expression | None:
    """The value of a variable if a statement declares only that; None otherwise."""
    if isinstance(statement, VariableDeclaration) and statement.names == [name]:
        return Literal(NUMBER, 0) if statement.value is None else statement.value
    return None
