"""The SelectorCheckEliminator (1): no check for a selector where no selector would match."""

from __future__ import annotations

import pytest

from tests.steps.check import result
from yulopt.interpreter.run import run

CALLDATA = [
    bytes.fromhex(start) + bytes(range(1, 1 + more))
    for start in (
        "",
        "11",
        "1122",
        "112233",
        "11223344",
        "aabbcc",
        "aabbcc00",
        "aabb",
        "dd00",
        "00",
    )
    for more in (0, 1, 32, 64)
]
FUNCTIONS = """
    function argument(size) -> x {
        if lt(calldatasize(), 36) { revert(0, 0) }
        x := add(calldataload(4), size)
    }
    function twice() -> x, y { x := argument(1) y := x }
    function late() -> x { sstore(5, 5) if lt(calldatasize(), 36) { revert(0, 0) } x := 1 }
    function loud() -> x { if lt(calldatasize(), 36) { revert(0, 1) } x := 1 }
    function endless() -> x { x := endless() if lt(calldatasize(), 36) { revert(0, 0) } }
    function check() { if or(callvalue(), lt(calldatasize(), 4)) { revert(0, 0) } }
    function set() -> x { sstore(6, 6) x := 9 }
"""


def check_same(before: str) -> str:
    """Run the step, and both programs with some calldata; returns the text after."""
    before = f"{{ {before} {FUNCTIONS} }}"
    after = result("hg1", before)
    for calldata in CALLDATA:
        expected, actual = (run(text, calldata=calldata) for text in (before, after))
        assert (actual.kind, actual.output, actual.storage) == (
            expected.kind,
            expected.output,
            expected.storage,
        ), calldata.hex()
    return after


def is_removed(before: str) -> bool:
    """Whether the step removes the check of a program; else it must leave the program alone."""
    after = check_same(before)
    untouched = result("hg", f"{{ {before} {FUNCTIONS} }}")
    assert after == untouched or len(after) < len(untouched)
    return after != untouched


CASES = "case 0x11223344 { sstore(0, 1) stop() } case 0x55667788 { sstore(0, 2) }"
OTHER_SWITCH = "switch s case 0xaabbccdd { sstore(0, 5) } case 7 { stop() }"
SWITCH = f"switch shr(224, calldataload(0)) {CASES}"


@pytest.mark.parametrize(
    "checked",
    [
        SWITCH,
        f"let s := shr(224, calldataload(0)) switch s {CASES}",
        f"let s := shr(224, calldataload(0)) switch s {CASES}"
        f" default {{ if callvalue() {{ revert(0, 0) }} {OTHER_SWITCH} }}",
        "if callvalue() { revert(0, 0) }"
        f" let x let s := shr(224, calldataload(0)) switch s {CASES}",
    ],
)
def test_a_check_is_removed(checked: str) -> None:
    assert is_removed(f"if iszero(lt(calldatasize(), 4)) {{ {checked} }} revert(0, 0)")


@pytest.mark.parametrize(
    "case",
    [
        "if lt(calldatasize(), 36) { revert(0, 0) } sstore(0, 3)",
        "if callvalue() { revert(0, 0) } if lt(calldatasize(), 4) { revert(0, 0) } sstore(0, 3)",
        "if or(lt(calldatasize(), 36), callvalue()) { revert(0, 0) } sstore(0, 3)",
        "let x := callvalue() let y y := x if lt(calldatasize(), 5) { revert(0, 0) } sstore(y, 3)",
        "let x := argument(calldataload(4)) sstore(0, x)",
        "let x, y x, y := twice() sstore(x, y)",
        "check() sstore(0, 3)",
    ],
)
def test_a_case_that_checks_the_size(case: str) -> None:
    before = f"if iszero(lt(calldatasize(), 4)) {{ {SWITCH} case 0xaabbcc00 {{ {case} }} }}"
    assert is_removed(f"{before} revert(0, 0)")


@pytest.mark.parametrize(
    "case",
    [
        "sstore(0, 3)",
        "if lt(calldatasize(), 3) { revert(0, 0) } sstore(0, 3)",
        "if gt(calldatasize(), 36) { revert(0, 0) } sstore(0, 3)",
        "if lt(36, calldatasize()) { revert(0, 0) } sstore(0, 3)",
        "if lt(calldatasize(), 36) { revert(0, 1) } sstore(0, 3)",
        "if lt(calldatasize(), 36) { stop() } sstore(0, 3)",
        "if lt(calldatasize(), 36) { sstore(1, 1) revert(0, 0) } stop()",
        "if and(callvalue(), lt(calldatasize(), 36)) { revert(0, 0) } sstore(0, 3)",
        "sstore(0, 3) if lt(calldatasize(), 36) { stop() }",
        "sstore(0, argument(3))",
        "let x := set() if lt(calldatasize(), 36) { stop() }",
        "let x := late() sstore(0, x)",
        "let x := loud() sstore(0, x)",
        "if gt(calldatasize(), 0) { revert(0, 0) } let x := endless()",
        "if set() { revert(0, 0) } if lt(calldatasize(), 36) { revert(0, 0) }",
        "let x := argument(set()) stop()",
        "for { } lt(calldatasize(), 3) { } { break } if lt(calldatasize(), 36) { revert(0, 0) }",
        "",
    ],
)
def test_a_case_that_does_not_check_the_size(case: str) -> None:
    before = f"if iszero(lt(calldatasize(), 4)) {{ {SWITCH} case 0xaabbcc00 {{ {case} }} }}"
    assert not is_removed(f"{before} revert(0, 0)")


@pytest.mark.parametrize(
    "before",
    [
        # Other code follows.
        f"if iszero(lt(calldatasize(), 4)) {{ {SWITCH} }}",
        f"if iszero(lt(calldatasize(), 4)) {{ {SWITCH} }} stop()",
        f"if iszero(lt(calldatasize(), 4)) {{ {SWITCH} }} revert(0, 1)",
        f"if iszero(lt(calldatasize(), 4)) {{ {SWITCH} }} revert(0, set())",
        f"if iszero(lt(calldatasize(), 4)) {{ {SWITCH} }} if set() {{ revert(0, 0) }}",
        f"if iszero(lt(calldatasize(), 4)) {{ {SWITCH} }} sstore(9, 9) revert(0, 0)",
        # The condition is another one.
        f"if iszero(lt(calldatasize(), 5)) {{ {SWITCH} }} revert(0, 0)",
        f"if iszero(gt(calldatasize(), 4)) {{ {SWITCH} }} revert(0, 0)",
        f"if lt(calldatasize(), 4) {{ {SWITCH} }} revert(0, 0)",
        f"if iszero(lt(callvalue(), 4)) {{ {SWITCH} }} revert(0, 0)",
        f"if iszero(lt(calldatasize(), set())) {{ {SWITCH} }} revert(0, 0)",
    ],
)
def test_other_checks_stay(before: str) -> None:
    assert not is_removed(before)


@pytest.mark.parametrize(
    "checked",
    [
        f"switch shr(224, calldataload(1)) {CASES}",
        f"switch shr(232, calldataload(0)) {CASES}",
        f"switch shl(224, calldataload(0)) {CASES}",
        f"switch calldataload(0) {CASES}",
        f"let s := calldataload(0) switch s {CASES}",
        f"{SWITCH} default {{ stop() }}",
        f"{SWITCH} sstore(8, 8)",
        f"sstore(8, 8) {SWITCH}",
        f"let x := set() {SWITCH}",
        f"if callvalue() {{ stop() }} {SWITCH}",
        "sstore(0, 1)",
        "",
        f"let s := shr(224, calldataload(0)) switch s {CASES} default {{ }}",
        f"let s := shr(224, calldataload(0)) switch s {CASES}"
        f" default {{ sstore(3, 3) {OTHER_SWITCH} }}",
        f"let s := shr(224, calldataload(0)) switch s {CASES} default {{ let t := 7 switch t"
        " case 7 { stop() } }",
    ],
)
def test_other_code_after_the_check(checked: str) -> None:
    assert not is_removed(f"if iszero(lt(calldatasize(), 4)) {{ {checked} }} revert(0, 0)")
