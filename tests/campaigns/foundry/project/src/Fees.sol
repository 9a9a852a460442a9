// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// An external library, which has to be linked.
library Fees {
    error TooHigh(uint256 basisPoints);

    function of_(uint256 amount, uint256 basisPoints) external pure returns (uint256) {
        if (basisPoints > 1000) revert TooHigh(basisPoints);
        return amount * basisPoints / 10_000;
    }
}
