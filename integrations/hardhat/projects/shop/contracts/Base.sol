// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

/// What a shop inherits.
abstract contract Base {
    error NotOwner(address caller);

    address public immutable owner;
    uint256 internal _lock;

    constructor(address owner_, uint256 limit) {
        _check(limit);
        owner = owner_;
    }

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner(msg.sender);
        _;
    }

    modifier locked() {
        require(_lock == 0, "locked");
        _lock = 1;
        _;
        _lock = 0;
    }

    function _check(uint256 limit) internal pure {
        require(limit > 2, "limit is low");
        require(limit < 1000, "limit is high");
    }
}
