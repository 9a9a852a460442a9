// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import {Factory} from "../contracts/Factory.sol";
import {Vault} from "../contracts/Vault.sol";

/// Tests that fail, to see where Hardhat says they do.
contract Fails {
    Factory factory;

    function setUp() public {
        factory = new Factory();
    }

    function testHasNoKeeper() public {
        factory.make(address(0), 1, "no keeper");
    }

    function testIsUnlucky() public {
        factory.make(address(1), 13, "unlucky");
    }

    function testWithdrawsTooEarly() public {
        factory.make(address(1), 60, "early").withdraw();
    }

    function testWithdrawsNothing() public {
        factory.make(address(this), 60, "nothing").withdraw();
    }

    function testMakesOneTwice() public {
        factory.make(address(1), 60, "twice");
        factory.make(address(1), 60, "twice");
    }
}
