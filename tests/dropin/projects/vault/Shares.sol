// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Deployed apart from the contracts that use it.
library Shares {
    struct Book {
        uint256 total;
        mapping(address => uint256) held;
    }

    function mint(Book storage book, address to, uint256 amount, uint256 assets) external returns (uint256 shares) {
        shares = book.total == 0 ? amount : (amount * book.total) / assets;
        book.total += shares;
        book.held[to] += shares;
    }

    function burn(Book storage book, address from, uint256 shares, uint256 assets) external returns (uint256 amount) {
        amount = (shares * assets) / book.total;
        book.held[from] -= shares;
        book.total -= shares;
    }
}
