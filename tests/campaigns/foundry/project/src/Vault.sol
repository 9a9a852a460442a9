// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Fees} from "./Fees.sol";
import {Shares} from "./Shares.sol";

/// Ether for shares and back, with immutables, a library, loops, and strings.
contract Vault is Shares {
    struct Lock {
        uint128 amount;
        uint64 until;
        bool isOpen;
    }

    address public immutable keeper;
    uint256 public immutable basisPoints;
    mapping(address => Lock[]) public locks;

    error Locked(uint64 until);
    error OnlyKeeper();

    constructor(string memory name_, uint256 basisPoints_) Shares(name_) {
        keeper = msg.sender;
        basisPoints = basisPoints_;
    }

    function deposit() external payable returns (uint256 shares) {
        shares = msg.value - Fees.of_(msg.value, basisPoints);
        _mint(msg.sender, shares);
    }

    function withdraw(uint256 shares) external {
        _burn(msg.sender, shares);
        (bool success,) = msg.sender.call{value: shares}("");
        require(success, "no ether goes there");
    }

    function lock(uint128 amount, uint64 duration) external {
        _move(msg.sender, address(this), amount);
        locks[msg.sender].push(Lock(amount, uint64(block.timestamp) + duration, true));
    }

    function unlock(uint256 index) external {
        Lock storage found = locks[msg.sender][index];
        if (block.timestamp < found.until) revert Locked(found.until);
        require(found.isOpen, "it was taken");
        found.isOpen = false;
        _move(address(this), msg.sender, found.amount);
    }

    function lockedOf(address owner) external view returns (uint256 sum) {
        Lock[] storage all = locks[owner];
        for (uint256 i = 0; i < all.length; ++i) {
            if (all[i].isOpen) sum += all[i].amount;
        }
    }

    function describe(uint256 number) external view returns (string memory) {
        bytes memory digits = new bytes(0);
        do {
            digits = abi.encodePacked(bytes1(uint8(48 + number % 10)), digits);
            number /= 10;
        } while (number > 0);
        return string.concat(name, " #", string(digits));
    }

    function sweep(address payable to) external {
        if (msg.sender != keeper) revert OnlyKeeper();
        to.transfer(address(this).balance - totalSupply);
    }
}
