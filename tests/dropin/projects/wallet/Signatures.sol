// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

library Signatures {
    error BadLength(uint256 length);

    function signer(bytes32 digest, bytes calldata signature) internal view returns (address result) {
        if (signature.length != 65) revert BadLength(signature.length);
        assembly ("memory-safe") {
            let free := mload(0x40)
            mstore(0x00, digest)
            mstore(0x20, byte(0, calldataload(add(signature.offset, 0x40))))
            calldatacopy(0x40, signature.offset, 0x40)
            let done := staticcall(gas(), 1, 0, 0x80, 0, 0x20)
            result := mul(mload(0), and(done, eq(returndatasize(), 0x20)))
            mstore(0x60, 0)
            mstore(0x40, free)
        }
    }
}
