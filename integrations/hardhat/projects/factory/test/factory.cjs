const assert = require("node:assert/strict");
const { ethers } = require("hardhat");

const label = text => ethers.encodeBytes32String(text);

describe("Factory", () => {
  let factory, libraries, owner, other;

  beforeEach(async () => {
    [owner, other] = await ethers.getSigners();
    libraries = { Shares: await ethers.deployContract("Shares") };
    factory = await ethers.deployContract("Factory", { libraries });
  });

  const made = async index => ethers.getContractAt("Vault", await factory.vaults(index));

  it("makes vaults where it says", async () => {
    const expected = await factory.addressOf(owner.address, 60, label("first"));
    await factory.make(owner.address, 60, label("first"));
    const vault = await made(0);
    assert.equal(await vault.getAddress(), expected);
    assert.equal(await vault.keeper(), owner.address);
    assert.equal(await vault.label(), label("first"));
  });

  it("has the code of vaults in it", async () => {
    const vaults = await ethers.getContractFactory("Vault", { libraries });
    assert.equal(await factory.codeHash(), ethers.keccak256(vaults.bytecode));
  });

  it("tells why no vault was made", async () => {
    assert.equal(await factory.tryToMake.staticCall(other.address, 1, label("good")), 0n);
    assert.equal(await factory.tryToMake.staticCall(ethers.ZeroAddress, 1, label("no keeper")), 1n);
    assert.equal(await factory.tryToMake.staticCall(other.address, 13, label("unlucky")), 2n);
  });

  it("pays back what is its share", async () => {
    await factory.make(owner.address, 60, label("shared"));
    const vault = await made(0);
    await vault.deposit({ value: 100 });
    await vault.connect(other).deposit({ value: 300 });
    assert.equal(await vault.worth(other.address), 300n);
    await assert.rejects(vault.connect(other).withdraw(), /Locked/);
    assert.equal(await vault.withdraw.staticCall(), 100n);
    await vault.withdraw();
    assert.equal(await ethers.provider.getBalance(vault), 300n);
  });
});
