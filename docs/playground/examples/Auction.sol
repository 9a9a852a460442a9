// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// The highest bid wins; whoever is outbid can take the money back.
contract Auction {
    error TooLow(uint256 highest);
    error Over();

    event Raised(address indexed bidder, uint256 amount);

    address public immutable seller = msg.sender;
    uint256 public immutable end;
    address public highestBidder;
    uint256 public highestBid;
    mapping(address bidder => uint256 amount) public refunds;

    constructor(uint256 duration) {
        end = block.timestamp + duration;
    }

    function bid() external payable {
        if (block.timestamp > end) revert Over();
        if (msg.value <= highestBid) revert TooLow(highestBid);
        refunds[highestBidder] += highestBid;
        highestBidder = msg.sender;
        highestBid = msg.value;
        emit Raised(msg.sender, msg.value);
    }

    function withdraw() external {
        uint256 amount = refunds[msg.sender];
        refunds[msg.sender] = 0;
        (bool sent, ) = msg.sender.call{value: amount}("");
        require(sent);
    }
}
