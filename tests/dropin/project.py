"""A small project with all features of compilation, and requests to compile it."""

from __future__ import annotations

from typing import Final

from yulopt.persistence.json_values import Json, JsonObject, object_at

SOURCES: Final = {
    "lib/Fees.sol": """// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
library Fees {
    struct Rate { uint256 basisPoints; }
    function of_(Rate storage rate, uint256 amount) external returns (uint256) {
        rate.basisPoints += 1;
        return amount * rate.basisPoints / 10000;
    }
}
function twice(uint256 x) pure returns (uint256) { return 2 * x; }
""",
    "Token.sol": """// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
import {Fees, twice} from "lib/Fees.sol";
interface Named { function name() external view returns (string memory); }
abstract contract Owned {
    address internal immutable owner = msg.sender;
    error NotOwner(address caller);
    modifier onlyOwner() { if (msg.sender != owner) revert NotOwner(msg.sender); _; }
    function kind() public pure virtual returns (uint256);
}
contract Token is Owned, Named {
    Fees.Rate rate;
    mapping(address => uint256) public balances;
    uint256 immutable supply;
    uint256 immutable unused;
    string public name = unicode"Tök";
    constructor(uint256 supply_) { supply = supply_; unused = 7; balances[msg.sender] = supply_; }
    function transfer(address to, uint256 amount) external {
        uint256 fee = Fees.of_(rate, amount);
        balances[msg.sender] -= amount;
        balances[to] += amount - fee;
    }
    function mint(uint256 amount) external onlyOwner { balances[owner] += twice(amount) + supply; }
    function kind() public pure override returns (uint256) { return 1; }
}
""",
    "Factory.sol": """// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
import "Token.sol";
contract Factory {
    Token[] public made;
    function make(uint256 supply) external returns (bool) {
        uint256 ignored;
        try new Token(supply) returns (Token token) { made.push(token); return true; }
        catch Error(string memory) { return false; }
        catch { revert("failed"); }
    }
}
""",
}
HARDHAT_2: Final[Json] = {
    "*": {
        "*": ["abi", "evm.bytecode", "evm.deployedBytecode", "evm.methodIdentifiers", "metadata"],
        "": ["ast"],
    }
}
HARDHAT_3: Final[Json] = {
    "*": {
        "*": [
            "abi",
            "evm.bytecode.linkReferences",
            "evm.bytecode.object",
            "evm.bytecode.opcodes",
            "evm.bytecode.sourceMap",
            "evm.deployedBytecode.immutableReferences",
            "evm.deployedBytecode.linkReferences",
            "evm.deployedBytecode.object",
            "evm.deployedBytecode.opcodes",
            "evm.deployedBytecode.sourceMap",
            "evm.methodIdentifiers",
        ],
        "": ["ast"],
    }
}
FOUNDRY: Final[Json] = {
    "*": {
        "*": [
            "abi",
            "evm.bytecode.object",
            "evm.bytecode.sourceMap",
            "evm.bytecode.linkReferences",
            "evm.deployedBytecode.object",
            "evm.deployedBytecode.sourceMap",
            "evm.deployedBytecode.linkReferences",
            "evm.deployedBytecode.immutableReferences",
            "evm.methodIdentifiers",
            "metadata",
        ],
        "": ["ast"],
    }
}
# Whatever there is, but for what needs `settings.experimental`.
EVERYTHING: Final[Json] = {"*": {"*": ["*", "ir", "irOptimized"], "": ["ast"]}}
# The optimiser settings of `forge coverage --ir-minimum`.
MINIMAL: JsonObject = {
    "enabled": False,
    "details": {
        "peephole": False,
        "inliner": False,
        "jumpdestRemover": False,
        "orderLiterals": False,
        "deduplicate": False,
        "cse": False,
        "constantOptimizer": False,
        "yul": True,
        "yulDetails": {"stackAllocation": True, "optimizerSteps": "u"},
    },
}


def request(
    selection: Json = HARDHAT_2, sources: dict[str, str] = SOURCES, **more: Json
) -> JsonObject:
    """A request for code via IR, with more settings."""
    return {
        "language": "Solidity",
        "sources": {name: {"content": text} for name, text in sources.items()},
        "settings": {
            "viaIR": True,
            "optimizer": {"enabled": True, "runs": 200},
            "outputSelection": selection,
            **more,
        },
    }


def take_source_maps(answer: Json) -> list[str]:
    """Remove the source maps of an answer, and return them."""
    maps: list[str] = []
    for contracts in object_at(answer, "contracts").values():
        for contract in object_at(contracts).values():
            for output in ("bytecode", "deployedBytecode"):
                found = object_at(contract, "evm", output).pop("sourceMap", "")
                assert isinstance(found, str)
                maps.append(found)
    return maps


def decoded(source_map: str) -> list[tuple[str, ...]]:
    """The entries of a source map: start, length, file, jump and depth."""
    entries: list[tuple[str, ...]] = []
    previous = ("-1", "-1", "-1", "", "")
    for text in source_map.split(";") if source_map else []:
        shown = [*text.split(":"), "", "", "", ""][:5]
        previous = (
            shown[0] or previous[0],
            shown[1] or previous[1],
            shown[2] or previous[2],
            shown[3] or previous[3],
            shown[4] or previous[4],
        )
        entries.append(previous)
    return entries
