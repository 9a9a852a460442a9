// The plug-in for Hardhat 3: `plugins: [yulopt]` in the configuration.

export default {
  id: "yulopt-hardhat",
  npmPackage: "yulopt-hardhat",
  // Loaded when something is compiled.
  hookHandlers: { solidity: () => import("./hardhat3-compiler.mjs") },
};
