"""`evm.assembly` and `evm.legacyAssembly` are those of solc."""

from __future__ import annotations

import pytest

from tests.dropin.compilers import by_solc, by_yulopt
from tests.dropin.project import request
from tests.oracle import skip_unless_available
from tests.slices import at_length, every_nth
from yulopt.persistence.json_values import Json, JsonObject, object_at, write_json

SOURCE = """// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
library Fees {
    struct Rate { uint256 basisPoints; }
    function of_(Rate storage rate, uint256 amount) external returns (uint256) {
        rate.basisPoints += 1;
        return amount * rate.basisPoints / 10000;
    }
}
interface Named { function name() external view returns (string memory); }
contract Made { uint256 immutable x; constructor(uint256 y) { x = y; }
    function get() external view returns (uint256) { return x; } }
contract Maker {
    Fees.Rate rate;
    uint256 immutable supply = 5;
    string public name = unicode"Tök */ x";
    function f(uint256 a) external returns (uint256) { return Fees.of_(rate, a) + supply; }
    function make(uint256 n) external returns (address) { return address(new Made(n)); }
    function codes() external pure returns (uint256) {
        return type(Fees).creationCode.length + type(Proxy).runtimeCode.length;
    }
    function random() external view returns (uint256) { return block.prevrandao; }
    function loop(uint256 n) public pure returns (uint256 s) {
        for (uint256 i = 0; i < n; i++) s += i * i;
    }
    receive() external payable {}
}
contract Proxy { fallback() external payable {} }
"""
SELECTION: Json = {"*": {"*": ["evm.assembly", "evm.legacyAssembly"]}}


@pytest.fixture(scope="module", autouse=True)
def _oracle() -> None:
    skip_unless_available()


def outputs(asked: JsonObject) -> list[tuple[JsonObject, JsonObject]]:
    """The outputs of solc and yulopt for each contract."""
    text = write_json(asked)
    expected, actual = by_solc(text), by_yulopt(text)
    assert object_at(actual).keys() == object_at(expected).keys()
    return [
        (object_at(contract, "evm"), object_at(actual, "contracts", file, name, "evm"))
        for file, contracts in object_at(expected, "contracts").items()
        for name, contract in object_at(contracts).items()
    ]


def check(asked: JsonObject) -> None:
    for expected, actual in outputs(asked):
        assert actual == expected


@pytest.mark.parametrize("optimizer", every_nth(2, [{"enabled": True}, {"enabled": False}]))
def test_items_and_names(optimizer: Json) -> None:
    check(request(SELECTION, {"A.sol": SOURCE}, optimizer=optimizer))


@at_length
def test_every_variable_in_a_slot_of_its_own_in_an_old_version() -> None:
    details: Json = {"yul": True, "yulDetails": {"stackAllocation": False}}
    optimizer: Json = {"enabled": True, "details": details}
    check(request(SELECTION, {"A.sol": SOURCE}, optimizer=optimizer, evmVersion="london"))


def test_the_oldest_version() -> None:
    source = "contract A { uint256 x; function f() external { x = gasleft(); } }"
    check(request(SELECTION, {"A.sol": source}, evmVersion="homestead"))


@pytest.mark.parametrize("info", every_nth(3, [["*"], ["location"], []]))
def test_comments_follow_the_settings(info: Json) -> None:
    source = """contract A { uint256 public x = 1;
        function f() external returns (uint256) { return
            x + 1; } }"""
    asked = request(SELECTION, {'with "quotes" ö.sol': source}, debug={"debugInfo": info})
    check(asked)
