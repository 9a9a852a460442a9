// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Factory} from "../src/Factory.sol";
import {Shares} from "../src/Shares.sol";
import {Vault} from "../src/Vault.sol";
import {vm} from "./Vm.sol";

contract VaultTest {
    Factory factory;
    Vault vault;

    receive() external payable {}

    function setUp() public {
        factory = new Factory();
        vault = factory.make("savings", 100);
        vm.deal(address(this), 1000 ether);
    }

    function test_Deposit() public {
        require(vault.deposit{value: 100 ether}() == 99 ether, "shares");
        require(vault.balanceOf(address(this)) == vault.totalSupply(), "supply");
    }

    function test_Withdraw() public {
        vault.deposit{value: 100 ether}();
        uint256 before = address(this).balance;
        vault.withdraw(9 ether);
        require(address(this).balance == before + 9 ether, "ether");
        vm.expectRevert(abi.encodeWithSelector(Shares.NotEnough.selector, address(this), 90 ether, 91 ether));
        vault.withdraw(91 ether);
    }

    function test_Locks() public {
        vault.deposit{value: 100 ether}();
        vault.lock(10 ether, 60);
        vault.lock(20 ether, 120);
        require(vault.lockedOf(address(this)) == 30 ether, "locked");
        vm.expectRevert(abi.encodeWithSelector(Vault.Locked.selector, uint64(block.timestamp + 60)));
        vault.unlock(0);
        vm.warp(block.timestamp + 61);
        vault.unlock(0);
        require(vault.lockedOf(address(this)) == 20 ether, "one is left");
        vm.expectRevert(abi.encodeWithSignature("Error(string)", "it was taken"));
        vault.unlock(0);
    }

    function test_Allowance() public {
        vault.deposit{value: 100 ether}();
        vault.approve(address(7), 5 ether);
        vm.prank(address(7));
        vault.transferFrom(address(this), address(8), 5 ether);
        require(vault.balanceOf(address(8)) == 5 ether, "moved");
        require(vault.allowance(address(this), address(7)) == 0, "used up");
    }

    function test_Sweep() public {
        vault.deposit{value: 100 ether}();
        vm.expectRevert(abi.encodeWithSelector(Vault.OnlyKeeper.selector));
        vault.sweep(payable(address(this)));
        vm.prank(address(factory));
        vault.sweep(payable(address(0x999)));
        require(address(0x999).balance == 1 ether, "fees");
    }

    function test_Describe() public view {
        require(keccak256(bytes(vault.describe(2026))) == keccak256("savings #2026"), "words");
    }

    function test_CreateTwice() public {
        require(address(factory.makeAt("a")) != address(0), "made");
        require(address(factory.makeAt("a")) == address(0), "not again");
        require(address(factory.vaults(0)) == address(vault), "kept");
    }

    function testFuzz_Transfer(uint96 amount, address to) public {
        if (to == address(this)) return;
        vm.deal(address(this), amount);
        uint256 shares = vault.deposit{value: amount}();
        vault.transfer(to, shares);
        require(vault.balanceOf(to) == shares && vault.balanceOf(address(this)) == 0, "all");
    }
}
