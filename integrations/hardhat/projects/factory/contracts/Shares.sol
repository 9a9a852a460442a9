// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

/// Shares of a sum, in a library that is linked.
library Shares {
    error NoShares();

    struct Book {
        uint256 total;
        mapping(address owner => uint256) of_;
    }

    function issue(Book storage book, address owner, uint256 amount, uint256 assets) external returns (uint256 shares) {
        shares = book.total == 0 ? amount : amount * book.total / assets;
        book.total += shares;
        book.of_[owner] += shares;
    }

    function redeem(Book storage book, address owner, uint256 assets) external returns (uint256 amount) {
        uint256 shares = book.of_[owner];
        if (shares == 0) revert NoShares();
        amount = shares * assets / book.total;
        book.total -= shares;
        delete book.of_[owner];
    }

    function worth(Book storage book, address owner, uint256 assets) internal view returns (uint256) {
        return book.total == 0 ? 0 : book.of_[owner] * assets / book.total;
    }
}
