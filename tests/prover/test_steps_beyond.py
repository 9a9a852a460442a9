"""Each step beyond solc's on a program that it changes: the change is proven. Changes by broken

steps are not; see `test_no_false_proofs`.
"""

from __future__ import annotations

import pytest

from yulopt.prover.run import prove

CASES = {
    "SSA: all passes over a loop": (
        "Q",
        "{ for { let i := 0 } lt(i, 3) { i := add(i, 1) } { sstore(i, add(i, 1)) } }",
    ),
    "SSA: all passes over a merge": (
        "Q",
        """{
            let x := calldataload(0) let y := x let z := add(y, 0)
            if x { z := add(x, 0) }
            sstore(z, y) sstore(add(x, 0), mload(0))
        }""",
    ),
    "SSA: memory that is forwarded": (
        "W",
        "{ mstore(0, calldataload(0)) let x := mload(0) sstore(x, mload(0)) }",
    ),
    "equality saturation": (
        "G",
        "{ let x := calldataload(0) let y := x sstore(add(y, 0), sub(add(x, y), y)) }",
    ),
    "ranges": (
        "K",
        """{
            let x := and(calldataload(0), 0xff)
            let y := add(x, 3)
            if gt(x, y) { revert(0, 0) }
            sstore(and(y, 0xffff), x)
        }""",
    ),
    "dispatch: a search among labels": (
        "b",
        """{
            switch shr(224, calldataload(0))
            case 16 { sstore(0, 1) } case 32 { sstore(0, 2) } case 48 { sstore(0, 3) }
            case 64 { sstore(0, 4) } case 80 { sstore(0, 5) } case 96 { sstore(0, 6) }
            case 112 { sstore(0, 7) } case 128 { sstore(0, 8) }
        }""",
    ),
    "dispatch: checks of the size of calldata": (
        "y",
        """{
            if lt(calldatasize(), 36) { revert(0, 0) }
            if slt(add(calldatasize(), not(3)), 32) { revert(0, 1) }
            sstore(0, gt(calldatasize(), 35))
        }""",
    ),
    "dispatch: checks before a switch": (
        "k",
        """{
            switch calldataload(0)
            case 1 { if callvalue() { revert(0, 0) } sstore(0, 1) }
            case 2 { if callvalue() { revert(0, 0) } sstore(0, 2) }
            default { if callvalue() { revert(0, 0) } sstore(0, 3) }
        }""",
    ),
    "outlining": (
        "X",
        """{
            let a := calldataload(0)
            sstore(0, a) log1(0, 32, add(a, 7)) mstore(add(a, 64), mul(a, 5)) log2(0, 64, a, 9)
            let b := calldataload(32)
            sstore(0, b) log1(0, 32, add(b, 7)) mstore(add(b, 64), mul(b, 5)) log2(0, 64, b, 9)
            let c := calldataload(64)
            sstore(0, c) log1(0, 32, add(c, 7)) mstore(add(c, 64), mul(c, 5)) log2(0, 64, c, 9)
        }""",
    ),
    "merging": (
        "N",
        """{
            f(calldataload(0)) f(calldataload(1)) g(calldataload(2)) g(calldataload(3))
            function f(x) {
                sstore(0, x) log1(0, 32, add(x, 7)) mstore(add(x, 64), mul(x, 5)) log2(0, 64, x, 9)
            }
            function g(x) {
                sstore(1, x) log1(0, 32, add(x, 7)) mstore(add(x, 64), mul(x, 5)) log2(0, 64, x, 9)
            }
        }""",
    ),
    "inlining by cost": (
        "xacJ",
        "{ sstore(0, f(calldataload(0))) function f(x) -> r { r := add(x, 1) } }",
    ),
    "constants across functions": (
        "z",
        "{ f(3, 1) f(add(1, 2), 2) function f(x, y) { sstore(x, y) } }",
    ),
    "scratch space": (
        "A",
        "{ mstore(64, 128) let p := mload(64) mstore(p, sload(0)) return(p, 32) }",
    ),
    "tests of bits": (
        "Y",
        "{ let x := calldataload(0) if gt(x, 0xffffffffffffffff) { stop() } sstore(0, x) }",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_changes_by_steps_beyond_solc_are_proven(case: str) -> None:
    steps, program = CASES[case]
    if steps == "G":
        pytest.importorskip("egglog", reason="needs egglog, which the extra egraph has")
    run = prove(program, f"hgfo{steps}", bare=True, runs=1 if steps in "XN" else 200)
    assert steps[-1] in {step.letter for step in run.steps}
    assert run.is_proven, [proof for step in run.steps for proof in step.proofs]
