// Tests that fail, to see where Hardhat says they do.
const { ethers } = require("hardhat");

describe("Fails", () => {
  let owner, other, shop, buyer, maker, till, purse, jar, twins, post;

  beforeEach(async () => {
    [owner, other] = await ethers.getSigners();
    shop = await ethers.deployContract("Shop", [owner.address, 20]);
    buyer = await ethers.deployContract("Buyer", [shop]);
    maker = await ethers.deployContract("Maker");
    till = await ethers.deployContract("Till");
    purse = await ethers.deployContract("Purse");
    jar = await ethers.deployContract("Jar");
    twins = await ethers.deployContract("Twins");
    post = await ethers.deployContract("Post");
  });

  it("a limit is low", () => ethers.deployContract("Shop", [owner.address, 1]));
  it("b limit is high", () => ethers.deployContract("Shop", [owner.address, 1000]));
  it("c made with a low limit", () => maker.make(2));
  it("d is not the owner", () => shop.connect(other).setPrice(1, 20));
  it("e no such item", () => shop.buy(20));
  it("f sold out", () => shop.buy(5));
  it("g too little", () => shop.buy(3));
  it("h sulking", () => buyer.goIn(1, 3, { value: 30 }));
  it("k price is high", () => shop.setPrice(1, 500));
  it("l lower", () => shop.lower(1));
  it("m raise", async () => {
    await shop.raise(200);
    await shop.raise(100);
  });
  it("n short data", () => shop.read("0x1234"));
  it("o no such part", () => shop.part("0x1234", 3));
  it("p forward", () => shop.forward(maker, maker.interface.encodeFunctionData("make", [2])));
  it("q low pay", () => till.pay(7, { value: 3 }));
  it("r low tip", () => owner.sendTransaction({ to: till, value: 3 }));
  it("s too few", () => purse.take(1));
  it("t nobody", () => purse.give(ethers.ZeroAddress, 0));
  it("u not yours", () => purse.give(other.address, 1));
  it("v full", () => owner.sendTransaction({ to: jar, value: 201 }));
  it("w too many", async () => {
    await owner.sendTransaction({ to: jar, value: 200 });
    await owner.sendTransaction({ to: jar, value: 200 });
  });
  it("x first", () => twins.first(5));
  it("y second", () => twins.second(6));
  it("z no such function", () => post.send(maker, 3));
});
