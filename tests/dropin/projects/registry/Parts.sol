// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Base} from "./Base.sol";

abstract contract Lockable is Base {
    error Locked(bytes32 key);

    function lock(bytes32 key) external {
        require(entries[key].owner == msg.sender);
        entries[key].locked = true;
    }

    function _check(bytes32 key) internal view virtual override {
        if (entries[key].locked) revert Locked(key);
        super._check(key);
    }
}

abstract contract Limited is Base {
    mapping(address => uint256) private used;
    uint256 internal constant MOST = 32;

    modifier counted() {
        used[msg.sender]++;
        _;
        assert(used[msg.sender] <= MOST);
    }

    function _check(bytes32 key) internal view virtual override {
        require(used[msg.sender] < MOST, string.concat("too many: ", "32"));
        super._check(key);
    }
}
