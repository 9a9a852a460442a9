// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Loops over memory, checked and unchecked arithmetic, and inline assembly. There is nothing to link.
contract Sorting {
    function sorted(uint256[] memory values) public pure returns (uint256[] memory) {
        for (uint256 i = 1; i < values.length; ++i) {
            uint256 value = values[i];
            uint256 j = i;
            while (j > 0 && values[j - 1] > value) {
                values[j] = values[j - 1];
                --j;
            }
            values[j] = value;
        }
        return values;
    }

    function digest(uint256[] calldata values) external pure returns (bytes32 result) {
        assembly ("memory-safe") {
            let free := mload(0x40)
            calldatacopy(free, values.offset, mul(values.length, 32))
            result := keccak256(free, mul(values.length, 32))
        }
    }

    function root(uint256 x) external pure returns (uint256 y) {
        if (x == 0) return 0;
        y = x;
        uint256 z = (x + 1) / 2;
        while (z < y) {
            y = z;
            z = (x / z + z) / 2;
        }
    }
}
