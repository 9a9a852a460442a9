// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// What of Foundry these tests use.
interface Vm {
    function deal(address account, uint256 balance) external;
    function expectRevert(bytes calldata data) external;
    function prank(address sender) external;
    function warp(uint256 timestamp) external;
}

Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
