// The configuration of Hardhat 3.
import { fileURLToPath } from "node:url";
import { defineConfig } from "hardhat/config";
import yulopt from "yulopt-hardhat";

export default defineConfig({
  plugins: [yulopt],
  solidity: {
    version: "0.8.37",
    // That of the npm package, so that nothing is downloaded.
    path: fileURLToPath(import.meta.resolve("solc/soljson.js")),
    settings: { viaIR: true, optimizer: { enabled: true, runs: 200 } },
  },
});
