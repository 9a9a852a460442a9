"""When SSAForward (`W`) is right. The programs are in the form that comes out of SSA form."""

from __future__ import annotations

from typing import Final

from tests.legality.harness import STORES, Row, row

_CALL: Final = f"pop(@(gas(), {STORES}, 0, 0, 0, 0))"


def _row(condition: str, template: str, meets: str, violates: str, *wrong: tuple[str, str]) -> Row:
    """What the step makes of what meets the condition has other variables as well."""
    made = row(condition, f"{{ {{ {template} }} }}", meets, violates, *wrong)
    return made._replace(meets=made.meets._replace(after=""))


SSA_FORWARD: Final = (
    _row(
        "no alias",
        "let x := calldataload(0) sstore(1, calldataload(32)) sstore(@, 5) sstore(9, sload(1))"
        " sstore(8, x)",
        "2",
        "x",
        ("sload(1)", "calldataload(32)"),
    ),
    _row(
        "no alias",
        "mstore(0, calldataload(32)) mstore(@, 5) sstore(9, mload(0)) return(0, 64)",
        "32",
        "31",
        ("mload(0)", "calldataload(32)"),
    ),
    _row(
        "no reentrancy",
        f"sstore(1, calldataload(32)) {_CALL} sstore(9, sload(1))",
        "staticcall",
        "delegatecall",
        ("sload(1)", "calldataload(32)"),
    ),
    _row(
        "dead stores",
        "let x := calldataload(0) let y := calldataload(32) sstore(1, y) if x { @ }"
        " sstore(1, x) sstore(2, y)",
        "sstore(3, 5)",
        "sstore(3, 5) stop()",
        ("sstore(1, y) ", ""),
    ),
)
