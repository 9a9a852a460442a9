// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import {Shares} from "./Shares.sol";

contract Vault {
    using Shares for Shares.Book;

    error Locked(uint256 until);

    address public immutable keeper;
    uint256 public immutable lockedUntil;
    bytes32 public immutable label;
    Shares.Book private _book;

    constructor(address keeper_, uint256 seconds_, bytes32 label_) {
        require(keeper_ != address(0), "no keeper");
        assert(seconds_ != 13);
        keeper = keeper_;
        lockedUntil = block.timestamp + seconds_;
        label = label_;
    }

    function deposit() external payable returns (uint256) {
        return _book.issue(msg.sender, msg.value, address(this).balance - msg.value);
    }

    function withdraw() external returns (uint256 amount) {
        if (block.timestamp < lockedUntil && msg.sender != keeper) revert Locked(lockedUntil);
        amount = _book.redeem(msg.sender, address(this).balance);
        (bool success,) = msg.sender.call{value: amount}("");
        require(success, "not paid");
    }

    function worth(address owner) external view returns (uint256) {
        return _book.worth(owner, address(this).balance);
    }
}
