// The configuration of Hardhat 2.
const { TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD } = require("hardhat/builtin-tasks/task-names");
const { subtask } = require("hardhat/config");
require("@nomicfoundation/hardhat-ethers");
require("yulopt-hardhat");

// That of the npm package, so that nothing is downloaded.
subtask(TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD, async () => ({
  version: "0.8.37",
  longVersion: "0.8.37+commit.f401782d",
  compilerPath: require.resolve("solc/soljson.js"),
  isSolcJs: true,
}));

module.exports = {
  solidity: {
    version: "0.8.37",
    settings: { viaIR: true, optimizer: { enabled: true, runs: 200 } },
  },
};
