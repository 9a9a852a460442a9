"""SelectorCheckEliminator (`1`): no check that calldata has a selector where none would match.

A contract checks that calldata has four bytes before it compares the selector. Bytes after the end
of calldata are zero, so a selector that ends with another byte is in no shorter calldata: without
the check, no case of the switch matches. If the contract reverts without data then, it does so with
or without the check.

Where other code follows, such as a function that receives ether, the check stays: it saves the
comparisons with all selectors.

Right if:

* the same revert: the code after the check reverts without data.
* no selector matches: calldata of fewer than four bytes matches no case of the switch, or one
  whose code reverts without data because of the size, too.
* nothing else happens: up to there, that code only declares variables, by pure instructions, and
  reverts without data.

Example::

    {
        if iszero(lt(calldatasize(), 4))
        {
            switch shr(224, calldataload(0))
            case 0x06fdde03 { mstore(0, 1) return(0, 32) }
            case 0x7ecebe00 {
                if lt(calldatasize(), 36) { revert(0, 0) }
                mstore(0, sload(calldataload(4)))
                return(0, 32)
            }
        }
        revert(0, 0)
    }

becomes::

    {
        switch shr(224, calldataload(0))
        case 0x06fdde03 {
            mstore(0, 1)
            return(0, 32)
        }
        case 0x7ecebe00 {
            if lt(calldatasize(), 36) { revert(0, 0) }
            mstore(0, sload(calldataload(4)))
            return(0, 32)
        }
        revert(0, 0)
    }

Source: the ABI in the Solidity documentation, section "Function selector". This is an extension:
solc has no such step.
"""

from __future__ import annotations

from collections.abc import Set
from typing import ClassVar, Final

from yulopt.analysis.construct_kinds import BRANCHES
from yulopt.analysis.side_effects import is_movable
from yulopt.passes.properties import HOISTED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Case,
    Expression,
    ExpressionStatement,
    FunctionCall,
    Identifier,
    If,
    Literal,
    Statement,
    Switch,
    VariableDeclaration,
    is_zero_literal,
)
from yulopt.syntax.blocks import functions_in
from yulopt.syntax.visitor import BlockTransformer

_SELECTOR_BYTES: Final = 4
_SELECTOR_SHIFT: Final = 256 - 8 * _SELECTOR_BYTES
# The maximum number of nested calls in which a check of the size is found.
_MAX_CALLS: Final = 8


class SelectorCheckEliminator(Step):
    """Removes the check that calldata has a selector where no selector would match."""

    name = "SelectorCheckEliminator"
    letter = "1"
    requires = (UNIQUE_NAMES, HOISTED_FUNCTIONS)
    is_extension: ClassVar[bool] = True
    looks_for = BRANCHES

    def run(self, context: Context, block: Block) -> None:
        bodies = {function.name: function.body for function in functions_in(block)}
        _Eliminator(bodies).visit_block(block)


class _Eliminator(BlockTransformer):
    def __init__(self, bodies: dict[str, Block]) -> None:
        # Function bodies by name.
        self._bodies = bodies

    def visit_block(self, block: Block) -> None:
        super().visit_block(block)
        result: list[Statement] = []
        for index, statement in enumerate(block.statements):
            following = block.statements[index + 1 : index + 2]
            if (
                isinstance(statement, If)
                and _is_nonzero_for_selectors(statement.condition)
                and following
                and _reverts(following[0])
                and self._matches_nothing(statement.body.statements, frozenset())
            ):
                result += statement.body.statements
            else:
                result.append(statement)
        block.statements = result

    def _matches_nothing(self, statements: list[Statement], known: Set[str]) -> bool:
        """Whether statements followed by a revert without data do no more than that for calldata
        of fewer than four bytes; `known`: variables that hold the selector."""
        selectors = set(known)
        for statement in statements[:-1]:
            if isinstance(statement, VariableDeclaration):
                value = statement.value
                if value is not None and not is_movable(value):
                    return False
                if value is not None and _is_selector(value):
                    selectors.update(statement.names)
            elif not _is_pure_check(statement):
                return False
        switch = statements[-1] if statements else None
        if not isinstance(switch, Switch):
            return False
        compared = switch.expression
        is_selector = isinstance(compared, Identifier) and compared.name in selectors
        return (is_selector or _is_selector(compared)) and all(
            self._is_harmless_if_short(case, selectors) for case in switch.cases
        )

    def _is_harmless_if_short(self, case: Case, selectors: Set[str]) -> bool:
        """Whether calldata of fewer than four bytes does not match a case, or only reverts."""
        if case.label is None:
            return self._matches_nothing(case.body.statements, selectors)
        return case.label.value & 0xFF != 0 or self._reverts_if_short(case.body)

    def _reverts_if_short(self, body: Block, calls: int = 0) -> bool:
        """Whether code only reverts without data if calldata has fewer than four bytes."""
        for statement in body.statements:
            if _is_pure_check(statement):
                assert isinstance(statement, If)
                if _is_nonzero_if_short(statement.condition):
                    return True
            elif isinstance(statement, (VariableDeclaration, Assignment)):
                value = statement.value
                if value is not None and not is_movable(value):
                    return self._call_reverts_if_short(value, calls)
            elif isinstance(statement, ExpressionStatement):
                return self._call_reverts_if_short(statement.expression, calls)
            else:
                return False
        return False

    def _call_reverts_if_short(self, call: Expression, calls: int) -> bool:
        """Whether a call of a function only reverts without data then."""
        return (
            isinstance(call, FunctionCall)
            and call.name in self._bodies
            and all(map(is_movable, call.arguments))
            and calls < _MAX_CALLS
            and self._reverts_if_short(self._bodies[call.name], calls + 1)
        )


def _reverts(statement: Statement) -> bool:
    """Whether a statement reverts without data."""
    if not isinstance(statement, ExpressionStatement):
        return False
    operands = _operands(statement.expression, "revert")
    return bool(operands) and all(map(is_zero_literal, operands))


def _is_pure_check(statement: Statement) -> bool:
    """Whether a statement reverts without data under a pure condition, and does nothing else."""
    return (
        isinstance(statement, If)
        and is_movable(statement.condition)
        and len(statement.body.statements) == 1
        and _reverts(statement.body.statements[0])
    )


def _operands(expression: Expression, builtin: str) -> list[Expression]:
    """The operands of a call of a builtin; none for other expressions."""
    if isinstance(expression, FunctionCall) and expression.name == builtin:
        return expression.arguments
    return []


def _is_selector(expression: Expression) -> bool:
    match _operands(expression, "shr"):
        case [Literal(value=value), word] if value == _SELECTOR_SHIFT:
            return any(map(is_zero_literal, _operands(word, "calldataload")))
    return False


def _is_nonzero_for_selectors(condition: Expression) -> bool:
    """Whether a condition holds exactly if calldata has four bytes."""
    negated = _operands(condition, "iszero")
    return any(_compared_size(operand) == _SELECTOR_BYTES for operand in negated)


def _is_nonzero_if_short(condition: Expression) -> bool:
    """Whether a condition holds if calldata has fewer than four bytes."""
    if any(map(_is_nonzero_if_short, _operands(condition, "or"))):
        return True
    return _compared_size(condition) >= _SELECTOR_BYTES


def _compared_size(condition: Expression) -> int:
    """The number that the size of calldata is less than; 0 for other conditions."""
    match _operands(condition, "lt"):
        case [FunctionCall(name="calldatasize"), Literal(value=value)]:
            return value
    return 0
