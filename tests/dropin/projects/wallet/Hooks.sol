// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

abstract contract Hooks {
    function _before(address to, uint256 value, bytes calldata data) internal virtual returns (bytes32);

    function _after(bytes32 ticket, bool done) internal virtual {}
}
