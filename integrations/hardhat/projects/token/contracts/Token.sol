// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import {ERC20} from "./ERC20.sol";

/// A token whose owner mints, and takes a fee of each transfer.
contract Token is ERC20 {
    error NotOwner(address caller);

    struct Fee {
        uint16 basisPoints;
        address receiver;
    }

    address public immutable owner;
    Fee public fee;

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner(msg.sender);
        _;
    }

    constructor(uint256 supply) ERC20(unicode"Tök", "TOK") {
        owner = msg.sender;
        _mint(msg.sender, supply);
    }

    function mint(address to, uint256 value) external onlyOwner {
        _mint(to, value);
    }

    function setFee(uint16 basisPoints) external onlyOwner {
        require(basisPoints <= 100, "more than one percent");
        fee = Fee(basisPoints, msg.sender);
    }

    function transferAll(address[] calldata receivers, uint256[] calldata values) external {
        for (uint256 i = 0; i < receivers.length; ++i) _move(msg.sender, receivers[i], values[i]);
    }

    function _move(address from, address to, uint256 value) internal override {
        uint256 taken = value * fee.basisPoints / 10_000;
        if (taken != 0) super._move(from, fee.receiver, taken);
        super._move(from, to, value - taken);
    }
}
