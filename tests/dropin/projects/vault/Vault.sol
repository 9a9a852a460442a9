// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Owned} from "./Owned.sol";
import {Shares} from "./Shares.sol";

/// Takes deposits in one asset, and gives shares for them.
contract Vault is Owned {
    using Shares for Shares.Book;

    Shares.Book private book;
    uint256 public immutable fee;
    bytes32 public immutable salt;
    uint256 public assets;

    event Moved(address indexed who, uint256 amount, bool inward);

    error TooLittle(uint256 given, uint256 needed);

    constructor(uint256 fee_, bytes32 salt_) {
        if (fee_ > 1000) revert TooLittle(1000, fee_);
        fee = fee_;
        salt = salt_;
    }

    function deposit() external payable returns (uint256 shares) {
        uint256 taken = msg.value - (msg.value * fee) / 10_000;
        shares = book.mint(msg.sender, taken, assets);
        assets += taken;
        emit Moved(msg.sender, taken, true);
    }

    function withdraw(uint256 shares) external {
        uint256 amount = book.burn(msg.sender, shares, assets);
        if (amount == 0) revert TooLittle(amount, 1);
        assets -= amount;
        emit Moved(msg.sender, amount, false);
        (bool sent,) = msg.sender.call{value: amount}("");
        require(sent, "not sent");
    }

    function sweep() external onlyOwner {
        payable(owner).transfer(address(this).balance - assets);
    }

    function name() public pure override returns (string memory) {
        return unicode"Vault «one»";
    }
}
