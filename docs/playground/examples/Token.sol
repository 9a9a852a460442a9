// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// A token whose whole supply belongs to whoever deploys it.
contract Token is ERC20 {
    constructor(uint256 supply) ERC20("Example", "EXM") {
        _mint(msg.sender, supply);
    }
}
