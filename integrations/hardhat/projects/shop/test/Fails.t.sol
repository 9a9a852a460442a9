// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import {Buyer, IBuyer, Jar, Maker, Post, Purse, Shop, Till, Twins} from "../contracts/Shop.sol";

contract Stranger {
    function setPrice(Shop shop) external {
        shop.setPrice(1, 20);
    }
}

/// Tests that fail, to see where Hardhat says they do.
contract Fails {
    Shop shop;
    Buyer buyer;
    Maker maker;
    Till till;
    Purse purse;
    Jar jar;
    Twins twins;
    Post post;

    function setUp() public {
        shop = new Shop(address(this), 20);
        buyer = new Buyer(shop);
        maker = new Maker();
        till = new Till();
        purse = new Purse();
        jar = new Jar();
        twins = new Twins();
        post = new Post();
    }

    function testALimitIsLow() public { new Shop(address(this), 1); }
    function testBLimitIsHigh() public { new Shop(address(this), 1000); }
    function testCMadeWithALowLimit() public { maker.make(2); }
    function testDIsNotTheOwner() public { new Stranger().setPrice(shop); }
    function testENoSuchItem() public { shop.buy(20); }
    function testFSoldOut() public { shop.buy(5); }
    function testGTooLittle() public { shop.buy(3); }
    function testHSulking() public { buyer.goIn{value: 30}(1, 3); }
    function testKPriceIsHigh() public { shop.setPrice(1, 500); }
    function testLLower() public { shop.lower(1); }
    function testMRaise() public { shop.raise(200); shop.raise(100); }
    function testNShortData() public view { shop.read(hex"1234"); }
    function testONoSuchPart() public view { shop.part(hex"1234", 3); }
    function testPForward() public { shop.forward(address(maker), abi.encodeCall(Maker.make, (2))); }
    function testQLowPay() public { till.pay{value: 3}(7); }
    function testRLowTip() public { payable(address(till)).transfer(3); }
    function testSTooFew() public { purse.take(1); }
    function testTNobody() public { purse.give(address(0), 0); }
    function testUNotYours() public { purse.give(address(1), 1); }
    function testVFull() public { payable(address(jar)).transfer(201); }
    function testWTooMany() public {
        (bool success,) = address(jar).call{value: 200}("");
        assert(success);
        payable(address(jar)).transfer(200);
    }
    function testXFirst() public { twins.first(5); }
    function testYSecond() public { twins.second(6); }
    function testZNoSuchFunction() public { post.send(IBuyer(address(maker)), 3); }
}
