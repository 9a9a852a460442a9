"""Differences between two programs, by the rules of docs/verification.md."""

from __future__ import annotations

import pytest

from yulopt.dialect import EvmVersion, dialect_for
from yulopt.errors import Source
from yulopt.syntax.parser import parse_source
from yulopt.verifier.inputs import CALLER, CONTRACT, Input
from yulopt.verifier.subject import check_version, subjects

DIALECT = dialect_for(EvmVersion.OSAKA)
OTHER = 0x5000
BEYOND = "0x100000000000000000000000000000000"


def difference(before: str, after: str, given: Input | None = None) -> str:
    """The effect that is different, empty if there is none."""
    subject = subjects(parse_source(Source(before), DIALECT), DIALECT)[0]
    code = parse_source(Source(after), DIALECT).code
    found = check_version(subject, code, given or Input())
    return "" if found is None else found.effect


@pytest.mark.parametrize(
    ("before", "after", "effect"),
    [
        ("sstore(0, 1)", "sstore(0, 2)", "storage"),
        ("sstore(0, 1)", "", "storage"),
        ("", "sstore(0, 1)", "storage"),
        ("tstore(0, 1)", "", "transient storage"),
        ("log0(0, 0)", "", "logs"),
        ("log0(0, 1)", "log0(0, 2)", "logs"),
        ("log1(0, 0, 1) log1(0, 0, 2)", "log1(0, 0, 2) log1(0, 0, 1)", "logs"),
        ("return(0, 1)", "return(0, 2)", "output"),
        ("mstore8(0, 1) return(0, 1)", "return(0, 1)", "output"),
        ("revert(0, 0)", "", "ending"),
        ("revert(0, 0)", "invalid()", "ending"),
        ("revert(0, 1)", "revert(0, 2)", "output"),
        ("selfdestruct(5)", "", "accounts"),
        ("pop(create(7, 0, 0))", "pop(create(8, 0, 0))", "messages"),
        ("pop(call(0, 0x5000, 0, 0, 0, 0, 0))", "", "messages"),
        ("pop(call(0, 0x5000, 0, 0, 1, 0, 0))", "pop(call(0, 0x5000, 0, 0, 2, 0, 0))", "messages"),
        ("pop(call(0, 5000, 0, 0, 0, 0, 0))", "pop(staticcall(0, 5000, 0, 0, 0, 0))", "messages"),
        (
            "sstore(0, 1) pop(call(0, 0x5000, 0, 0, 0, 0, 0)) sstore(0, 2)",
            "pop(call(0, 0x5000, 0, 0, 0, 0, 0)) sstore(0, 2)",
            "messages",
        ),
        ("sstore(0, msize())", "pop(mload(0)) sstore(0, msize())", "storage"),
        ("", "for { } 1 { } { }", "ending"),
        ("", "f() function f() { f() }", "ending"),
        ("", f"mstore({BEYOND}, 1)", "ending"),
        ("", f"return({BEYOND}, 1)", "ending"),
        ("", "verbatim_0i_0o('x')", "ending"),
    ],
)  # fmt: skip
def test_differences(before: str, after: str, effect: str) -> None:
    assert difference(f"{{ {before} }}", f"{{ {after} }}") == effect
    assert difference(f"{{ {before} }}", f"{{ {before} }}") == ""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("stop()", ""),
        ("stop()", "return(0, 0)"),
        ("invalid()", "returndatacopy(0, 0, 1)"),
        ("sstore(0, 1) revert(0, 0)", "revert(0, 0)"),
        ("sstore(0, 1) sstore(0, 2)", "sstore(0, 2)"),
        ("mstore(0, 1)", ""),
        ("pop(mload(1000))", ""),
        ("pop(gas()) sstore(0, gas())", "sstore(0, gas())"),
        ("pop(call(5, 0x5000, 0, 0, 0, 0, 0))", "pop(call(gas(), 0x5000, 0, 0, 0, 0, 0))"),
        ("pop(staticcall(5, 4, 0, 0, 0, 0))", ""),
        ("log0(0, 0) pop(call(0, 0x5000, 0, 0, 0, 0, 0))",
         "pop(call(0, 0x5000, 0, 0, 0, 0, 0)) log0(0, 0)"),
        # The original program does not depend on an EVM.
        ("for { } 1 { } { }", "sstore(0, 1)"),
        (f"mstore({BEYOND}, 1)", "sstore(0, 1)"),
        ("f() function f() { f() }", "sstore(0, 1)"),
        ("verbatim_0i_0o('x')", "sstore(0, 1)"),
        # Reads of memory far away.
        ("", f"pop(mload({BEYOND}))"),
        ("", f"pop(keccak256(0, {BEYOND}))"),
    ],
)  # fmt: skip
def test_allowed_differences(before: str, after: str) -> None:
    assert difference(f"{{ {before} }}", f"{{ {after} }}") == ""


def test_effects_on_the_other_account() -> None:
    """The storage before a call matters, even if everything is the same in the end."""
    before = f"{{ sstore(0, 1) sstore(1, call(0, {OTHER}, 0, 0, 0, 0, 0)) sstore(0, 0) }}"
    after = f"{{ sstore(1, call(0, {OTHER}, 0, 0, 0, 0, 0)) }}"
    assert difference(before, after) == "messages"


def test_the_input_reaches_the_program() -> None:
    given = Input(
        b"\1\2",
        value=3,
        caller=4,
        storage={5: 6},
        arguments=b"\7",
        behaviours={OTHER: "echo"},
    )
    questions = f"""
        sstore(10, eq(calldataload(0), shl(240, 0x0102)))
        sstore(11, eq(callvalue(), 3))
        sstore(12, eq(caller(), 4))
        sstore(13, eq(sload(5), 6))
        codecopy(31, datasize("object"), 1)
        sstore(14, eq(mload(0), 7))
        mstore(0, 8)
        pop(call(gas(), {OTHER}, 0, 0, 32, 32, 32))
        sstore(15, eq(mload(32), 8))
        sstore(16, eq(address(), {CONTRACT}))
    """
    answers = "".join(f"sstore({slot}, 1) " for slot in range(10, 17))
    call = f"mstore(0, 8) pop(call(gas(), {OTHER}, 0, 0, 32, 32, 32))"
    # The message comes before or after the stores, so it is made first in both.
    assert difference(f"{{ {call} {questions.replace(call, '')} }}", f"{{ {call} {answers} }}",
                      given) in ("", "messages")  # fmt: skip
    assert str(given) == (
        "calldata 0x0102; value 3; caller 0x4; storage 0x5: 0x6; arguments 0x07;"
        " accounts 0x5000: echo"
    )
    assert Input().caller == CALLER


# The memory that a program leaves to the compiler.

GUARDED = "let p := memoryguard(0x80) {0}"
RAISED = "let p := memoryguard(0xa0) {0}"


@pytest.mark.parametrize(
    ("statements", "effect"),
    [
        # Such programs keep their promise; they see the raised value.
        ("sstore(0, p)", ""),
        ("mstore(p, 5) sstore(0, mload(p))", ""),
        ("mstore(0, 5) sstore(0, mload(0x60))", ""),
        # These break it.
        ("mstore(0x80, 5) sstore(0, mload(0x81))", ""),
        ("mstore(0x61, 5) sstore(0, mload(0x60))", ""),
    ],
)
def test_a_raised_memory_guard(statements: str, effect: str) -> None:
    before = f"{{ {GUARDED.format(statements)} }}"
    after = f"{{ {RAISED.format('mstore(0x80, 7)')} {statements} }}"
    assert difference(before, after) == effect


def test_a_memory_guard_must_not_be_lowered_or_ignored() -> None:
    before = f"{{ {RAISED.format('sstore(0, p)')} }}"
    assert difference(before, "{ sstore(0, 0x80) }") == "storage"
    assert difference(before, before.replace("sstore(0, p)", "sstore(0, 1)")) == "storage"
