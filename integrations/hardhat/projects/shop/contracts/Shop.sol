// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import {Base} from "./Base.sol";

interface IBuyer {
    function onBuy(uint256 item) external returns (bytes4);
}

contract Shop is Base {
    error SoldOut(uint256 item, string why);

    uint256[] public prices;
    uint8 public bonus;

    constructor(address owner_, uint256 limit) Base(owner_, limit) {
        for (uint256 i; i < limit; ++i) prices.push(i * 10);
    }

    function buy(uint256 item) external payable locked {
        uint256 price = prices[item];
        if (price == 50) revert SoldOut(item, "sold out");
        require(msg.value >= price, "too little");
        if (msg.sender.code.length > 0) _notify(item);
    }

    function _notify(uint256 item) private {
        bytes4 answer = IBuyer(msg.sender).onBuy(item);
        require(answer == IBuyer.onBuy.selector, "refused");
    }

    function setPrice(uint256 item, uint256 price) external onlyOwner {
        _bounded(price);
        prices[item] = price;
    }

    function _bounded(uint256 price) private pure {
        require(price < 500);
    }

    function lower(uint8 by) external {
        bonus -= by;
    }

    function raise(uint8 by) external {
        bonus += by;
    }

    function read(bytes calldata data) external pure returns (uint256, string memory) {
        return abi.decode(data, (uint256, string));
    }

    function part(bytes calldata data, uint256 from) external pure returns (bytes memory) {
        return data[from:];
    }

    function forward(address target, bytes calldata data) external locked returns (bytes memory) {
        (bool success, bytes memory answer) = target.call(data);
        require(success);
        return answer;
    }

    receive() external payable {}
}

contract Buyer is IBuyer {
    error Sulking(uint256 mood);

    Shop public immutable shop;
    uint256 public mood;

    constructor(Shop shop_) {
        shop = shop_;
    }

    function goIn(uint256 mood_, uint256 item) external payable {
        mood = mood_;
        shop.buy{value: msg.value}(item);
    }

    function onBuy(uint256 item) external returns (bytes4) {
        if (mood == 1) revert Sulking(mood);
        if (mood == 2) return 0;
        if (mood == 3) shop.buy(item);
        return this.onBuy.selector;
    }
}

/// What calls without a selector run.
contract Till {
    uint256 public total;

    function pay(uint256 least) external payable {
        require(msg.value >= least, "low pay");
        total += msg.value;
    }

    receive() external payable {
        require(msg.value > 5, "low tip");
        total += msg.value;
    }
}

/// Calls without a selector cannot fail with a text.
contract Purse {
    mapping(address owner => uint256) public balances;

    function take(uint256 amount) external {
        require(amount <= balances[msg.sender], "too few");
        balances[msg.sender] -= amount;
        payable(msg.sender).transfer(amount);
    }

    function give(address to, uint256 amount) external {
        require(to != address(0), "nobody");
        require(amount <= balances[msg.sender], "not yours");
        balances[msg.sender] -= amount;
        balances[to] += amount;
    }

    receive() external payable {
        balances[msg.sender] += msg.value;
    }
}

contract Maker {
    Shop[] public shops;

    function make(uint256 limit) external {
        shops.push(new Shop(address(this), limit));
    }
}

/// Calls without a selector fail with the data of an error and a panic.
contract Jar {
    error Full(uint256 value);

    uint8 public coins;

    function put(uint8 count) external {
        coins += count;
    }

    receive() external payable {
        if (msg.value > 200) revert Full(msg.value);
        coins += uint8(msg.value);
    }
}

/// With fewer bytes, both functions share the check with its text.
contract Twins {
    uint256 public total;

    function first(uint256 amount) external {
        require(amount > 5, "too low");
        total = amount;
    }

    function second(uint256 amount) external {
        require(amount > 6, "too low");
        total = amount + 1;
    }
}

/// All functions share the call.
contract Post {
    uint256 public last;

    function send(IBuyer to, uint256 item) external {
        last = item;
        require(to.onBuy(item) == IBuyer.onBuy.selector, "refused");
    }

    function resend(IBuyer to, uint256 item) external {
        last = item + 1;
        require(to.onBuy(item) == IBuyer.onBuy.selector, "refused");
    }

    function sendAll(IBuyer to, uint256 item) external {
        last = item + 2;
        require(to.onBuy(item) == IBuyer.onBuy.selector, "refused");
    }
}
