// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Vault} from "./Vault.sol";

/// It has the code of what it creates in it.
contract Factory {
    Vault[] public vaults;

    event Made(Vault indexed vault, string name);

    function make(string calldata name, uint256 basisPoints) external returns (Vault vault) {
        vault = new Vault(name, basisPoints);
        vaults.push(vault);
        emit Made(vault, name);
    }

    function makeAt(bytes32 salt) external returns (Vault vault) {
        try new Vault{salt: salt}("salted", 0) returns (Vault made) {
            vault = made;
        } catch {
            vault = Vault(address(0));
        }
    }
}
