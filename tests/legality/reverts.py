"""Conditions of the steps for code that reverts: RevertDataAligner (`0`) and
SelectorCheckEliminator (`1`).
"""

from __future__ import annotations

from typing import Final

from tests.legality.harness import Case, Row, case, row

_STORED: Final = "mstore(0, shl(224, 7)) mstore(4, not(8)) revert(0, 36)"
_ALIGNED: Final = (
    ("mstore(0, shl(224, 7))", "mstore(0, 7)"),
    ("mstore(4, not(8))", "mstore(32, not(8))"),
    ("revert(0, 36)", "revert(28, 36)"),
)

REVERT_DATA: Final = (
    row(
        "whole data",
        "{ calldatacopy(0, 0, 64) mstore(0, shl(224, 7)) @ revert(0, 36) }",
        "mstore(4, not(8))",
        "if callvalue() { mstore(4, not(8)) }",
        *_ALIGNED,
    ),
    Row(
        "whole data",
        case("{ mstore(0, shl(224, 7)) mstore(4, not(8)) revert(0, 36) }", *_ALIGNED),
        case("{ mstore(4, not(8)) mstore(0, shl(224, 7)) revert(0, 36) }", *_ALIGNED),
    ),
    row(
        "words",
        "{ mstore(0, shl(224, 7)) mstore(4, not(8)) @ revert(0, 36) }",
        "let x := 1",
        "mstore8(9, 1)",
        *_ALIGNED,
    ),
    row(
        "words",
        "{ mstore(0, @) mstore(4, not(8)) revert(0, 36) }",
        "shl(224, 7)",
        "shl(225, calldataload(0))",
        ("mstore(0, @)", "mstore(0, 7)"),
        ("mstore(4, not(8))", "mstore(32, not(8))"),
        ("revert(0, 36)", "revert(28, 36)"),
    ),
    row(
        "constant variables",
        "{ let x := 0 if callvalue() { x := @ } mstore(x, shl(224, 7)) mstore(4, not(8))"
        " revert(0, 36) }",
        "0",
        "32",
        ("mstore(x, shl(224, 7))", "mstore(0, 7)"),
        ("mstore(4, not(8))", "mstore(32, not(8))"),
        ("revert(0, 36)", "revert(28, 36)"),
    ),
    row(
        "unread memory",
        "{ mstore(0, shl(224, 7)) let x := @ mstore(4, x) revert(0, 36) }",
        "calldataload(0)",
        "mload(0)",
        ("mstore(0, shl(224, 7))", "mstore(0, 7)"),
        ("mstore(4, x)", "mstore(32, x)"),
        ("revert(0, 36)", "revert(28, 36)"),
    ),
    # Nothing shows this before variables are spilled.
    Row(
        "below the guard",
        case(f"{{ mstore(64, memoryguard(64)) {_STORED} }}", *_ALIGNED),
        Case(f"{{ mstore(64, memoryguard(63)) {_STORED} }}"),
    ),
    Row(
        "no `msize`",
        case(f"{{ calldatacopy(0, 0, 1) {_STORED} }}", *_ALIGNED),
        Case(f"{{ if callvalue() {{ sstore(0, msize()) }} {_STORED} }}"),
    ),
)

_CHECK: Final = "if iszero(lt(calldatasize(), 4))"
_SELECTOR: Final = "shr(224, calldataload(0))"


def _checked(condition: str, template: str, meets: str, violates: str) -> Row:
    """Programs with a check of the size of calldata, which goes if the condition is met."""
    kept = f"{_CHECK} {{ {template} }}"
    return row(condition, f"{{ {kept} revert(0, 0) }}", meets, violates, (kept, template))


_SHORT: Final = "if lt(calldatasize(), 4) { revert(0, 0) }"
_REVERTING: Final = f"switch {_SELECTOR} case 0xffffff00 {{ @ sstore(0, 1) stop() }}"

SELECTOR_CHECKS: Final = (
    Row(
        "the same revert",
        case(
            f"{{ {_CHECK} {{ {_SHORT} switch {_SELECTOR} case 1 {{ stop() }} }} revert(0, 0) }}",
            (f"{_CHECK} {{ {_SHORT}", _SHORT),
            ("case 1 { stop() } }", "case 1 { stop() }"),
        ),
        case(
            f"{{ {_CHECK} {{ {_SHORT} switch {_SELECTOR} case 1 {{ stop() }} }} stop() }}",
            (f"{_CHECK} {{ {_SHORT}", _SHORT),
            ("case 1 { stop() } }", "case 1 { stop() }"),
        ),
    ),
    _checked(
        "no selector matches",
        f"switch {_SELECTOR} case @ {{ sstore(0, 1) stop() }}",
        "1",
        "0",
    ),
    _checked(
        "no selector matches",
        "switch @ case 1 { sstore(0, 1) stop() }",
        _SELECTOR,
        f"add({_SELECTOR}, 1)",
    ),
    _checked(
        "no selector matches",
        _REVERTING,
        _SHORT,
        "if lt(calldatasize(), 3) { revert(0, 0) }",
    ),
    _checked(
        "nothing else happens",
        _REVERTING,
        "if lt(calldatasize(), 36) { revert(0, 0) }",
        "if lt(calldatasize(), 36) { stop() }",
    ),
    _checked(
        "nothing else happens",
        f"if lt(calldatasize(), 4) {{ revert(0, @) }} switch {_SELECTOR} case 1 {{ stop() }}",
        "0",
        "1",
    ),
)
