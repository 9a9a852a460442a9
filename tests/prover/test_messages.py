"""Messages at the end of a frame: nothing depends on memory that is written for them alone."""

from __future__ import annotations

import pytest

from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.errors import Source
from yulopt.prover.effects import FunctionEffects
from yulopt.prover.replay import WithoutExecutions
from yulopt.prover.step_proof import prove_step
from yulopt.prover.verdict import ProofSettings, Status
from yulopt.prover.versions import Version, version_of
from yulopt.syntax.parser import parse_source

DIALECT = dialect_for(DEFAULT_EVM_VERSION)


def version(text: str) -> Version:
    return version_of(parse_source(Source(text), DIALECT).code)


def uses_memory(body: str, *, with_extent: bool = False) -> bool:
    text = f"{{ f(1) function f(x) {{ {body} }} function g() -> r {{ mstore(0, 7) }} }}"
    block = version(text).whole
    effects = FunctionEffects(block, with_extent=with_extent, ignores_messages=True)
    return "memory" in effects.of_function["f"].uses


@pytest.mark.parametrize(
    "body",
    [
        "if x { revert(0, 0) }",
        "if x { mstore(0, x) mstore(4, 17) revert(0, 36) } sstore(0, x)",
        "mstore(4, 17) mstore(0, x) revert(0, 36)",
        "switch x case 0 { mstore(128, x) revert(128, 32) } default { mstore(0, 1) return(8, 9) }",
        "for { } x { mstore(0, 1) revert(0, 32) } { x := sload(x) }",
    ],
)
def test_messages_that_are_just_written(body: str) -> None:
    assert not uses_memory(body)
    assert uses_memory(body, with_extent=True)


@pytest.mark.parametrize(
    "body",
    [
        # One byte of the message is older.
        "if x { mstore(1, x) revert(0, 32) }",
        "if x { mstore(0, x) mstore(4, 17) revert(0, 37) }",
        "if x { mstore(0, x) mstore(33, 17) revert(0, 64) }",
        # An address or a length is not known.
        "if x { mstore(x, 1) revert(x, 32) }",
        "if x { mstore(0, 1) revert(0, x) }",
        # Something in between may write or leave.
        "if x { mstore(0, 1) if sload(0) { mstore(0, x) } revert(0, 32) }",
        "if x { mstore(0, 1) calldatacopy(0, 0, 4) revert(0, 32) }",
        # What comes before the end does not write all of it.
        "if x { calldatacopy(0, 0, 4) revert(0, 32) }",
        "if x { sstore(0, x) revert(0, 32) }",
        # The word that is written, or another place, needs memory.
        "if x { mstore(0, mload(64)) revert(0, 32) }",
        "if x { mstore(0, 1) mstore(4, g()) revert(0, 36) }",
        "if x { mstore(0, 1) revert(0, 32) } mstore(0, x)",
        "if x { mstore(0, 1) revert(0, 32) } log0(0, 32)",
        # The frame goes on.
        "if x { mstore(0, 1) log0(0, 32) }",
        "if x { mstore(0, 1) }",
    ],
)
def test_what_needs_memory(body: str) -> None:
    assert uses_memory(body)


PROGRAM = """{
    { mstore(64, 128) let s for { let i } lt(i, calldatasize()) { i := add(i, 1) }
      { s := f(s, calldataload(i)) } sstore(0, s) }
    function f(a, b) -> r {
        r := add(a, b) if lt(r, a) { mstore(0, a) mstore(4, 17) revert(0, LENGTH) }
    }
}"""


@pytest.mark.parametrize(("length", "is_right"), [("36", True), ("96", False)])
def test_a_pointer_that_only_messages_could_show(length: str, is_right: bool) -> None:
    before = PROGRAM.replace("LENGTH", length)
    after = before.replace("mstore(64, 128)", "")
    settings = ProofSettings(DIALECT, 1, ())
    (proof,) = prove_step(version(before), version(after), settings, WithoutExecutions(), {})
    assert (proof.status is Status.PROVEN) == is_right
