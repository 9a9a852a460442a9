// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IRegistry {
    struct Entry {
        address owner;
        uint48 since;
        bool locked;
        string label;
        bytes32[] tags;
    }

    event Registered(bytes32 indexed key, address indexed owner, string label);

    function entry(bytes32 key) external view returns (Entry memory);
}

abstract contract Base is IRegistry {
    mapping(bytes32 => Entry) internal entries;

    function entry(bytes32 key) public view virtual returns (Entry memory) {
        return entries[key];
    }

    function _check(bytes32 key) internal view virtual {
        require(entries[key].owner == address(0), "taken");
    }
}
