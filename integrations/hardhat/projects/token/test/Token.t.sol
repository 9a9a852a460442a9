// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import {ERC20} from "../contracts/ERC20.sol";
import {Token} from "../contracts/Token.sol";

contract TokenTest {
    Token token;

    function setUp() public {
        token = new Token(1000);
    }

    function testTransfers() public {
        assert(token.transfer(address(1), 400));
        assert(token.balanceOf(address(this)) == 600);
        assert(token.balanceOf(address(1)) == 400);
    }

    function testTakesAFee() public {
        token.setFee(100);
        token.transfer(address(1), 500);
        assert(token.balanceOf(address(1)) == 495);
        assert(token.balanceOf(address(this)) == 505);
    }

    function testTransfersNoMoreThanThereIs() public {
        try token.transfer(address(1), 1001) {
            assert(false);
        } catch (bytes memory reason) {
            assert(bytes4(reason) == ERC20.InsufficientBalance.selector);
        }
    }

    function testKeepsTheSum(uint256 value) public {
        token.transfer(address(2), value % 1001);
        assert(token.balanceOf(address(this)) + token.balanceOf(address(2)) == token.totalSupply());
    }
}
