// The plug-in for Hardhat 3: `plugins: [yulopt]` in the configuration.
//
// Hardhat finds and downloads solc as always. In place of running it, this runs yulopt, with that
// solc in front.

import { HardhatPluginError } from "hardhat/plugins";

import yulopt from "./yulopt.js";

const ID = "yulopt-hardhat";

async function getCompiler(context, compilerConfig, next) {
  const solc = await next(context, compilerConfig);
  const isSolc = (compilerConfig.type ?? "solc") === "solc";
  if (!isSolc || compilerConfig.version !== yulopt.SOLC_VERSION) return solc;
  return {
    version: solc.version,
    longVersion: solc.longVersion,
    compilerPath: solc.compilerPath,
    isSolcJs: solc.isSolcJs,
    compile: input => compile(context, solc, input),
  };
}

async function compile({ config, userConfig }, solc, input) {
  try {
    return await yulopt.compile(input, {
      executable: userConfig.yulopt?.executable,
      front: solc.compilerPath,
      root: config.paths.root,
    });
  } catch (error) {
    throw error instanceof yulopt.YuloptError ? new HardhatPluginError(ID, error.message) : error;
  }
}

export default {
  id: ID,
  npmPackage: "yulopt-hardhat",
  hookHandlers: { solidity: async () => ({ default: async () => ({ getCompiler }) }) },
};
