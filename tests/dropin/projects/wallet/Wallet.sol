// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "./Hooks.sol";
import {Signatures as S} from "./Signatures.sol";

contract Wallet is Hooks {
    address[] public owners;
    uint256 public immutable needed;
    uint256 public nonce;
    bytes32 private constant DOMAIN = keccak256("Wallet(uint256 chain,address wallet)");

    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    constructor(address[] memory owners_, uint256 needed_) payable {
        require(needed_ > 0 && needed_ <= owners_.length);
        for (uint256 i; i < owners_.length; i++) {
            require(i == 0 || owners_[i - 1] < owners_[i], "order");
            owners.push(owners_[i]);
        }
        needed = needed_;
    }

    receive() external payable {}

    fallback(bytes calldata input) external payable returns (bytes memory) {
        return bytes.concat(input, bytes32(msg.value));
    }

    function execute(Call[] calldata calls, bytes[] calldata signatures) external returns (bytes[] memory results) {
        bytes32 digest = keccak256(abi.encode(DOMAIN, block.chainid, address(this), nonce++, calls));
        uint256 found;
        for (uint256 i; i < signatures.length; ++i) {
            address one = S.signer(digest, signatures[i]);
            for (uint256 j = found; j < owners.length; ++j) {
                if (owners[j] == one) {
                    found++;
                    break;
                }
            }
        }
        require(found >= needed, "not enough");
        results = new bytes[](calls.length);
        for (uint256 i; i < calls.length; ++i) {
            bytes32 ticket = _before(calls[i].to, calls[i].value, calls[i].data);
            bool done;
            (done, results[i]) = calls[i].to.call{value: calls[i].value}(calls[i].data);
            _after(ticket, done);
            if (!done) {
                bytes memory reason = results[i];
                assembly {
                    revert(add(reason, 0x20), mload(reason))
                }
            }
        }
    }

    function _before(address to, uint256 value, bytes calldata data) internal view override returns (bytes32) {
        require(to != address(this) || value == 0);
        return data.length < 4 ? bytes32(0) : bytes32(data[:4]);
    }
}
