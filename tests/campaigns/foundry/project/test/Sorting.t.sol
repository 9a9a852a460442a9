// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Sorting} from "../src/Sorting.sol";

contract SortingTest {
    Sorting sorting = new Sorting();

    function test_Sorted() public view {
        uint256[] memory values = new uint256[](40);
        for (uint256 i = 0; i < 40; ++i) values[i] = (i * 7919) % 101;
        values = sorting.sorted(values);
        for (uint256 i = 1; i < 40; ++i) require(values[i - 1] <= values[i], "order");
    }

    function test_Root() public view {
        for (uint256 x = 0; x < 200; ++x) {
            uint256 y = sorting.root(x);
            require(y * y <= x && (y + 1) * (y + 1) > x, "root");
        }
    }

    function testFuzz_Digest(uint256[] calldata values) public view {
        require(sorting.digest(values) == keccak256(abi.encodePacked(values)), "digest");
    }
}
