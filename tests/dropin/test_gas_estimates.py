"""`evm.gasEstimates` are those of solc."""

from __future__ import annotations

import pytest

from tests.dropin.compilers import by_solc, by_yulopt
from tests.dropin.project import request
from tests.oracle import skip_unless_available
from tests.slices import every_nth
from yulopt.persistence.json_values import Json, object_at, write_json

SOURCE = """// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
library Sums {
    function sum(uint256 a, uint256 b) external pure returns (uint256) { return a + b; }
}
interface Nothing { function f() external; }
contract Maker { function make() external returns (address) { return address(new Prices()); } }
contract Prices {
    event Moved(uint256 indexed what, uint256 much);
    uint256 public last;
    mapping(address => uint256) public balances;
    uint256 immutable unknown = 5;
    bytes32 transient held;
    function known() external pure returns (uint256) { return 7; }
    function read_immutable() external view returns (uint256) { return unknown; }
    function set(uint256 value) external { last = value; balances[msg.sender] = 0; }
    function twice(uint256 value) external { last = 1; last = value; delete last; }
    function log(uint256 value) external { emit Moved(value, last); }
    function loop(uint256 n) external returns (uint256 s) { while (s < n) s += last; }
    function power(uint256 n) external pure returns (uint256) {
        unchecked { return n ** 300 + 3 ** n; }
    }
    struct Pair { uint256 one; uint256[] many; }
    Pair[] pairs;
    function added(uint256 a, uint256 b) internal view returns (uint256) { return a * b + last; }
    function moved(bytes calldata data, Pair[] storage all, Pair memory pair, uint256[2][] memory m)
        private returns (uint256)
    {
        all.push(pair);
        return added(data.length, m[1][0]);
    }
    function applied(function (uint256) external f, Pair storage pair) private { f(pair.one); }
    function unused(mapping(address => uint256) storage map) private view { map[msg.sender]; }
    function all(bytes calldata data, uint256[2][] memory m) external returns (uint256) {
        applied(this.set, pairs[0]);
        return added(1, last) + moved(data, pairs, pairs[2], m) + added(last, last + 1);
    }
    function assemble(uint256 n) external returns (uint256 r) { assembly ("memory-safe") {
        mstore8(0x200, n) mcopy(0x80, 0xa0, 0x60) tstore(1, n) r := keccak256(0x80, 0x40)
        r := add(r, add(balance(n), add(extcodesize(n), extcodehash(n))))
        extcodecopy(n, 0, 0, 0x45) calldatacopy(0x300, 0, 0x21) r := add(r, blockhash(n))
    } }
    function branch(uint256 n) external view returns (uint256) {
        if (n > 5) { if (n == last) return balances[msg.sender]; } else if (n == 1) revert("x");
        return n;
    }
    function send(address payable to) external { to.transfer(1); }
    function end(address payable to) external { assembly { selfdestruct(to) } }
    fallback() external payable { last = 3; }
}
"""


@pytest.fixture(scope="module", autouse=True)
def _oracle() -> None:
    skip_unless_available()


@pytest.mark.parametrize(
    ("enabled", "version"),
    every_nth(3, [(True, "osaka"), (False, "osaka"), (True, "istanbul")]),
)
def test_estimates_of_all_callable_functions(enabled: bool, version: str) -> None:
    source = SOURCE
    if version == "istanbul":
        source = SOURCE.replace("bytes32 transient held;", "").replace(
            "mcopy(0x80, 0xa0, 0x60)", ""
        )
        source = source.replace("tstore(1, n)", "")
    selection: Json = {"*": {"*": ["evm.gasEstimates"]}}
    asked = request(
        selection, {"A.sol": source}, optimizer={"enabled": enabled}, evmVersion=version
    )
    text = write_json(asked)
    expected = by_solc(text)
    assert by_yulopt(text) == expected
    prices = object_at(expected, "contracts", "A.sol", "Prices", "evm", "gasEstimates", "external")
    assert prices["loop(uint256)"] == "infinite"
    # Without the optimiser even little code has memory at unknown places.
    assert (prices["set(uint256)"] != "infinite") is enabled
