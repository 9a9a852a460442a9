// Tests that fail, to see where Hardhat says they do.
const { ethers } = require("hardhat");

describe("Fails", () => {
  let token, owner, other;

  beforeEach(async () => {
    [owner, other] = await ethers.getSigners();
    token = await ethers.deployContract("Token", [1000]);
  });

  it("transfers to nobody", () => token.transfer(ethers.ZeroAddress, 1));
  it("transfers too much", () => token.transfer(other.address, 1001));
  it("mints too much", () => token.mint(other.address, ethers.MaxUint256));
  it("sets too large a fee", () => token.setFee(101));
  it("names fewer values", () => token.transferAll([other.address, other.address], [1]));
});
