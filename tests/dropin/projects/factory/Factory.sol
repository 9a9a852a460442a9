// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "./Child.sol";
import {Proxies} from "./Proxies.sol";

contract Factory {
    Child[] public children;
    mapping(bytes32 => address) public proxies;

    function make(uint256 seed) external returns (bool) {
        try new Child(seed) returns (Child child) {
            children.push(child);
            return true;
        } catch Error(string memory reason) {
            emit Failed(reason);
        } catch Panic(uint256 code) {
            emit Panicked(code);
        } catch (bytes memory data) {
            revert Unknown(data);
        }
        return false;
    }

    function makeAt(bytes32 salt, uint256 seed) external returns (address where) {
        where = address(new Child{salt: salt}(seed));
        bytes32 code = keccak256(abi.encodePacked(type(Child).creationCode, seed));
        require(where == Proxies.predicted(address(this), salt, code), "elsewhere");
    }

    function makeProxy(bytes32 salt, address target) external {
        proxies[salt] = Proxies.make(target, salt);
    }

    function total() external view returns (uint256 sum) {
        for (uint256 i = 0; i < children.length; ++i) {
            sum += children[i].value();
        }
    }

    event Failed(string reason);
    event Panicked(uint256 code);

    error Unknown(bytes data);
}
