const assert = require("node:assert/strict");
const { ethers } = require("hardhat");

describe("Token", () => {
  let token, owner, other;

  beforeEach(async () => {
    [owner, other] = await ethers.getSigners();
    token = await ethers.deployContract("Token", [1000]);
  });

  it("transfers", async () => {
    await token.transfer(other.address, 400);
    assert.equal(await token.balanceOf(owner.address), 600n);
    assert.equal(await token.balanceOf(other.address), 400n);
  });

  it("takes a fee", async () => {
    await token.connect(owner).setFee(100);
    await token.mint(other.address, 500);
    await token.connect(other).transferAll([other.address, owner.address], [100, 300]);
    assert.equal(await token.balanceOf(other.address), 199n);
    assert.equal(await token.balanceOf(owner.address), 1301n);
  });

  it("keeps to allowances", async () => {
    await token.approve(other.address, 10);
    await token.connect(other).transferFrom(owner.address, other.address, 4);
    assert.equal(await token.allowance(owner.address, other.address), 6n);
    await assert.rejects(
      token.connect(other).transferFrom(owner.address, other.address, 7),
      /InsufficientAllowance\("0x[0-9a-fA-F]{40}", 6, 7\)/,
    );
  });

  it("is minted by its owner only", async () => {
    await assert.rejects(token.connect(other).mint(other.address, 1), /custom error/);
  });

  it("has a name", async () => {
    assert.equal(await token.name(), "Tök");
  });
});
