// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

library Proxies {
    error NotMade();

    /// A minimal proxy.
    function make(address target, bytes32 salt) internal returns (address proxy) {
        /// @solidity memory-safe-assembly
        assembly {
            mstore(0x00, or(shr(0xe8, shl(0x60, target)), 0x3d602d80600a3d3981f3363d3d373d3d3d363d73000000))
            mstore(0x20, or(shl(0x78, target), 0x5af43d82803e903d91602b57fd5bf3))
            proxy := create2(0, 0x09, 0x37, salt)
        }
        if (proxy == address(0)) revert NotMade();
    }

    function predicted(address maker, bytes32 salt, bytes32 code) internal pure returns (address where) {
        assembly ("memory-safe") {
            let free := mload(0x40)
            mstore(add(free, 0x40), code)
            mstore(add(free, 0x20), salt)
            mstore(free, maker)
            let start := add(free, 0x0b)
            mstore8(start, 0xff)
            where := and(keccak256(start, 85), 0xffffffffffffffffffffffffffffffffffffffff)
        }
    }
}
