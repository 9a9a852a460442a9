// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Valued {
    function value() external view returns (uint256);
}

contract Child is Valued {
    uint256 public immutable value;
    address immutable maker;

    constructor(uint256 seed) {
        require(seed != 0, "no seed");
        value = 1e18 / (seed - 1);
        maker = msg.sender;
    }

    function destroy(address payable heir) external {
        assert(msg.sender == maker);
        heir.transfer(address(this).balance);
    }
}
