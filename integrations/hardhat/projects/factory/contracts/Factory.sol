// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import {Vault} from "./Vault.sol";

contract Factory {
    enum Outcome { Made, Refused, Panicked, Failed }

    event Tried(Outcome outcome, address vault, bytes reason);

    Vault[] public vaults;
    bytes32 public immutable codeHash = keccak256(type(Vault).creationCode);

    function make(address keeper, uint256 seconds_, bytes32 label) public returns (Vault vault) {
        vault = new Vault{salt: label}(keeper, seconds_, label);
        vaults.push(vault);
    }

    function tryToMake(address keeper, uint256 seconds_, bytes32 label) external returns (Outcome outcome) {
        try new Vault(keeper, seconds_, label) returns (Vault vault) {
            vaults.push(vault);
            emit Tried(Outcome.Made, address(vault), "");
        } catch Error(string memory reason) {
            outcome = Outcome.Refused;
            emit Tried(outcome, address(0), bytes(reason));
        } catch Panic(uint256 code) {
            outcome = Outcome.Panicked;
            emit Tried(outcome, address(0), abi.encode(code));
        }
    }

    function tryToWithdraw(Vault vault) external returns (Outcome outcome, bytes memory reason) {
        try vault.withdraw() {
            outcome = Outcome.Made;
        } catch (bytes memory given) {
            (outcome, reason) = (Outcome.Failed, given);
        }
    }

    function addressOf(address keeper, uint256 seconds_, bytes32 label) external view returns (address) {
        bytes memory code = abi.encodePacked(type(Vault).creationCode, abi.encode(keeper, seconds_, label));
        bytes32 hash = keccak256(abi.encodePacked(bytes1(0xff), this, label, keccak256(code)));
        return address(uint160(uint256(hash)));
    }
}
