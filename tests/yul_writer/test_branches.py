"""Branches as `if` and `switch`: empty ones are omitted, ending ones cause no nesting."""

from __future__ import annotations

import pytest

import yulopt
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.syntax.ast import NUMBER, Block, Expression, ExpressionStatement, FunctionCall, Literal
from yulopt.syntax.printer import print_yul
from yulopt.yul_writer.branches import Code, branch, switch

DIALECT = dialect_for(DEFAULT_EVM_VERSION)
A, B, NOTHING = "mstore(0, 1)", "mstore(0, 2)", ""


def code(text: str) -> Code:
    """Statements, which go on unless they end with `revert`."""
    block = yulopt.parse(f"{{ {text} }}").code
    return Code(block.statements, "revert" not in text)


def expression(text: str) -> Expression:
    (statement,) = yulopt.parse(f"{{ pop({text}) }}").code.statements
    assert isinstance(statement, ExpressionStatement)
    assert isinstance(statement.expression, FunctionCall)
    return statement.expression.arguments[0]


def written(result: Code) -> str:
    """The statements on one line, with `...` after if control goes on."""
    text = " ".join(print_yul(Block(result.statements)).split())
    return text.removeprefix("{ ").removesuffix("}") + ("..." if result.falls_through else "")


STOP = "revert(0, 0)"


@pytest.mark.parametrize(
    ("condition", "then", "otherwise", "expected"),
    [
        ("calldatasize()", A, NOTHING, "if calldatasize() { mstore(0, 1) } ..."),
        ("calldatasize()", NOTHING, A, "if iszero(calldatasize()) { mstore(0, 1) } ..."),
        ("iszero(calldatasize())", NOTHING, A, "if calldatasize() { mstore(0, 1) } ..."),
        ("sload(0)", NOTHING, NOTHING, "pop(sload(0)) ..."),
        ("1", NOTHING, NOTHING, "..."),
        (
            "calldatasize()",
            A,
            B,
            "switch calldatasize() case 0 { mstore(0, 2) } default { mstore(0, 1) } ...",
        ),
        (
            "iszero(calldatasize())",
            A,
            B,
            "switch calldatasize() case 0 { mstore(0, 1) } default { mstore(0, 2) } ...",
        ),
        ("calldatasize()", STOP, A, "if calldatasize() { revert(0, 0) } mstore(0, 1) ..."),
        ("calldatasize()", A, STOP, "if iszero(calldatasize()) { revert(0, 0) } mstore(0, 1) ..."),
        ("calldatasize()", STOP, STOP, "if calldatasize() { revert(0, 0) } revert(0, 0) "),
        ("iszero(gas())", STOP, A + STOP, "if gas() { mstore(0, 1) revert(0, 0) } revert(0, 0) "),
    ],
)
def test_branch(condition: str, then: str, otherwise: str, expected: str) -> None:
    result = branch(expression(condition), code(then), code(otherwise), DIALECT)
    assert written(result) == expected


@pytest.mark.parametrize(
    ("cases", "default", "expected"),
    [
        (
            [A, B],
            STOP,
            "case 0 { mstore(0, 1) } case 1 { mstore(0, 2) } default { revert(0, 0) } ...",
        ),
        ([A, NOTHING], NOTHING, "case 0 { mstore(0, 1) } ..."),
        ([A, NOTHING], B, "case 0 { mstore(0, 1) } case 1 { } default { mstore(0, 2) } ..."),
        ([STOP, STOP], A, "case 0 { revert(0, 0) } case 1 { revert(0, 0) } mstore(0, 1) ..."),
    ],
)
def test_switch(cases: list[str], default: str, expected: str) -> None:
    arms = [(Literal(NUMBER, value), code(text)) for value, text in enumerate(cases)]
    result = switch(expression("sload(0)"), arms, code(default), DIALECT)
    assert written(result) == f"switch sload(0) {expected}"


def test_a_switch_without_cases_is_only_its_selector() -> None:
    assert written(switch(expression("sload(0)"), [], code(A), DIALECT)) == (
        "switch sload(0) default { mstore(0, 1) } ..."
    )
    assert written(switch(expression("sload(0)"), [], code(NOTHING), DIALECT)) == (
        "pop(sload(0)) ..."
    )
