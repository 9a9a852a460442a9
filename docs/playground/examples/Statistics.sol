// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Loops over arrays, with checked arithmetic.
contract Statistics {
    uint256[] public samples;

    function add(uint256[] calldata values) external {
        for (uint256 i = 0; i < values.length; i++) {
            samples.push(values[i]);
        }
    }

    function mean() external view returns (uint256) {
        uint256 sum = 0;
        for (uint256 i = 0; i < samples.length; i++) {
            sum += samples[i];
        }
        return sum / samples.length;
    }

    function largest() external view returns (uint256 result) {
        for (uint256 i = 0; i < samples.length; i++) {
            if (samples[i] > result) result = samples[i];
        }
    }
}
