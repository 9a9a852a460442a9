// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Base} from "./Base.sol";
import {Limited, Lockable} from "./Parts.sol";

contract Registry is Lockable, Limited {
    bytes32[] public keys;

    function register(string calldata label, bytes32[] calldata tags) external counted returns (bytes32 key) {
        key = keccak256(bytes(label));
        _check(key);
        Entry storage made = entries[key];
        made.owner = msg.sender;
        made.since = uint48(block.timestamp);
        made.label = label;
        made.tags = tags;
        keys.push(key);
        emit Registered(key, msg.sender, label);
    }

    function forget(uint256 index) external {
        bytes32 key = keys[index];
        require(entries[key].owner == msg.sender, "not yours");
        delete entries[key];
        keys[index] = keys[keys.length - 1];
        keys.pop();
    }

    function labels(uint256 from, uint256 to) external view returns (string[] memory found) {
        found = new string[](to - from);
        for (uint256 i = from; i < to; ++i) found[i - from] = entries[keys[i]].label;
    }

    function encoded(bytes32 key) external view returns (bytes memory) {
        Entry memory one = entries[key];
        return abi.encode(one.owner, one.since, one.label, one.tags, this.register.selector);
    }

    function _check(bytes32 key) internal view override(Lockable, Limited) {
        super._check(key);
    }
}
