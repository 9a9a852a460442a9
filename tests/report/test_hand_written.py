"""The benchmark against handwritten code, with small contracts in place of the libraries."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.oracle import available
from tests.slices import at_length
from yulopt.dropin.front import FRONT_VARIABLE

pytest.importorskip("pyrevm", reason="gas needs pyrevm: pip install 'yulopt[gas]'")
pytest.importorskip("eth_abi", reason="signatures need eth-abi: pip install 'yulopt[gas]'")
pytestmark = pytest.mark.skipif(available() is not None, reason=str(available()))

from benchmarks.hand_written import Standard, rows_of  # noqa: E402 (needs the packages)

PLAIN = """
contract Token { mapping(address => uint) public sums;
    function add(uint amount) external { sums[msg.sender] += amount; } }
"""
BY_HAND = """
contract Token {
    function sums(address owner) external view returns (uint amount) {
        assembly { mstore(0, owner) mstore(0x20, 0) amount := sload(keccak256(0, 0x40)) }
    }
    function add(uint amount) external {
        assembly {
            mstore(0, caller()) mstore(0x20, 0) let slot := keccak256(0, 0x40)
            let sum := add(sload(slot), amount)
            if lt(sum, amount) { revert(0, 0) }
            sstore(slot, sum)
        }
    }
}
"""


@at_length
def test_ratios_are_those_of_solc_over_the_code_by_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FRONT_VARIABLE, os.environ["SOLC"])
    calls = "add(uint256) 5\nadd(uint256) 6\nsums(address) 0xb0b\n"
    rows = {row.name: row for row in rows_of(Standard("S", PLAIN, BY_HAND, calls), tmp_path)}
    assert len(rows) == 8
    by_solc = [row for name, row in rows.items() if "S, Solady, solc" in name]
    assert min(row.ratio for row in by_solc) == 1
    plain, better = rows["S, OpenZeppelin, solc via IR"], rows["S, OpenZeppelin, --pipeline gas"]
    assert better.ratio < plain.ratio
    assert better.figures.deployed_bytes < plain.figures.deployed_bytes
    gas = better.figures.gas
    assert gas is not None
    assert better.cells()[2:4] == [
        f"{sum(one.execution for one in gas.functions):,.0f}",
        f"{sum(one.paid for one in gas.functions):,.0f}",
    ]
