// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Fixed, ONE, scaled} from "./Fixed.sol";

library Curve {
    struct Point {
        uint64 time;
        uint192 price;
    }

    /// The price between two points.
    function between(Point memory left, Point memory right, uint256 time) internal pure returns (Fixed) {
        if (time <= left.time) return Fixed.wrap(left.price);
        if (time >= right.time) return Fixed.wrap(right.price);
        uint256 part = scaled(time - left.time, ONE, right.time - left.time);
        Fixed start = Fixed.wrap(left.price);
        Fixed end = Fixed.wrap(right.price);
        return start < end
            ? start + (end - start).times(Fixed.wrap(part))
            : start - (start - end).times(Fixed.wrap(part));
    }
}
