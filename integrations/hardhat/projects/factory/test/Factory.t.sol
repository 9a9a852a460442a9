// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import {Factory} from "../contracts/Factory.sol";
import {Shares} from "../contracts/Shares.sol";
import {Vault} from "../contracts/Vault.sol";

contract FactoryTest {
    Factory factory;

    receive() external payable {}

    function setUp() public {
        factory = new Factory();
    }

    function testMakesVaultsWhereItSays() public {
        address expected = factory.addressOf(address(this), 60, "first");
        Vault vault = factory.make(address(this), 60, "first");
        assert(address(vault) == expected);
        assert(address(factory.vaults(0)) == expected);
        assert(vault.keeper() == address(this));
        assert(vault.lockedUntil() == block.timestamp + 60);
        assert(vault.label() == "first");
    }

    function testTellsWhyNoVaultWasMade() public {
        assert(factory.tryToMake(address(1), 1, "good") == Factory.Outcome.Made);
        assert(factory.tryToMake(address(0), 1, "no keeper") == Factory.Outcome.Refused);
        assert(factory.tryToMake(address(1), 13, "unlucky") == Factory.Outcome.Panicked);
    }

    function testTellsWhyNothingWasWithdrawn() public {
        Vault vault = factory.make(address(factory), 60, "empty");
        (Factory.Outcome outcome, bytes memory reason) = factory.tryToWithdraw(vault);
        assert(outcome == Factory.Outcome.Failed);
        assert(bytes4(reason) == Shares.NoShares.selector);
    }

    function testPaysBack(uint64 amount) public {
        if (amount == 0 || amount > address(this).balance) return;
        Vault vault = factory.make(address(this), 60, "mine");
        assert(vault.deposit{value: amount}() == amount);
        assert(vault.worth(address(this)) == amount);
        assert(vault.withdraw() == amount);
    }
}
