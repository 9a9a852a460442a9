// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

type Fixed is uint256;

using {plus as +, minus as -, less as <, equal as ==, times} for Fixed global;

uint256 constant ONE = 1e18;

error Overflow(uint256 left, uint256 right);

function plus(Fixed left, Fixed right) pure returns (Fixed) {
    return Fixed.wrap(Fixed.unwrap(left) + Fixed.unwrap(right));
}

function minus(Fixed left, Fixed right) pure returns (Fixed) {
    return Fixed.wrap(Fixed.unwrap(left) - Fixed.unwrap(right));
}

function less(Fixed left, Fixed right) pure returns (bool) {
    return Fixed.unwrap(left) < Fixed.unwrap(right);
}

function equal(Fixed left, Fixed right) pure returns (bool) {
    return Fixed.unwrap(left) == Fixed.unwrap(right);
}

function times(Fixed left, Fixed right) pure returns (Fixed) {
    return Fixed.wrap(scaled(Fixed.unwrap(left), Fixed.unwrap(right), ONE));
}

/// left * right / by, with 512 bits between.
function scaled(uint256 left, uint256 right, uint256 by) pure returns (uint256 result) {
    uint256 low;
    uint256 high;
    assembly {
        let folded := mulmod(left, right, not(0))
        low := mul(left, right)
        high := sub(sub(folded, low), lt(folded, low))
    }
    if (high >= by) revert Overflow(left, right);
    unchecked {
        uint256 rest = mulmod(left, right, by);
        if (rest > low) --high;
        low -= rest;
        uint256 twos = by & (0 - by);
        by /= twos;
        low /= twos;
        low |= high * ((0 - twos) / twos + 1);
        uint256 inverse = (3 * by) ^ 2;
        for (uint256 i = 0; i < 6; ++i) inverse *= 2 - by * inverse;
        result = low * inverse;
    }
}
