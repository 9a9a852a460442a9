// Tests that fail, to see where Hardhat says they do.
const { ethers } = require("hardhat");

const label = text => ethers.encodeBytes32String(text);

describe("Fails", () => {
  let factory, owner, other;

  beforeEach(async () => {
    [owner, other] = await ethers.getSigners();
    const libraries = { Shares: await ethers.deployContract("Shares") };
    factory = await ethers.deployContract("Factory", { libraries });
  });

  it("has no keeper", () => factory.make(ethers.ZeroAddress, 1, label("no keeper")));
  it("is unlucky", () => factory.make(other.address, 13, label("unlucky")));

  it("withdraws too early", async () => {
    await ethers.provider.send("evm_setNextBlockTimestamp", [4_000_000_000]);
    await factory.make(other.address, 60, label("early"));
    await (await ethers.getContractAt("Vault", await factory.vaults(0))).withdraw();
  });

  it("withdraws nothing", async () => {
    await factory.make(owner.address, 60, label("nothing"));
    await (await ethers.getContractAt("Vault", await factory.vaults(0))).withdraw();
  });

  it("makes one twice", async () => {
    await factory.make(other.address, 60, label("twice"));
    await factory.make(other.address, 60, label("twice"));
  });
});
