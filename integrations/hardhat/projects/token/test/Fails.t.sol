// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import {Token} from "../contracts/Token.sol";

/// Tests that fail, to see where Hardhat says they do.
contract Fails {
    Token token;

    function setUp() public {
        token = new Token(1000);
    }

    function testTransfersToNobody() public {
        token.transfer(address(0), 1);
    }

    function testTransfersTooMuch() public {
        token.transfer(address(1), 1001);
    }

    function testMintsTooMuch() public {
        token.mint(address(1), type(uint256).max);
    }

    function testSetsTooLargeAFee() public {
        token.setFee(101);
    }

    function testNamesFewerValues() public {
        address[] memory receivers = new address[](2);
        receivers[0] = receivers[1] = address(1);
        token.transferAll(receivers, new uint256[](1));
    }
}
