// The compiler of the plug-in for Hardhat 3.
//
// Hardhat finds and downloads solc as always. In place of running it, this runs yulopt, with that
// solc in front.

import { HardhatPluginError } from "hardhat/plugins";

import yulopt from "./yulopt.js";

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
      proven: userConfig.yulopt?.proven,
      front: solc.compilerPath,
      root: config.paths.root,
    });
  } catch (error) {
    throw error instanceof yulopt.YuloptError ? new HardhatPluginError("yulopt-hardhat", error.message) : error;
  }
}

export default async () => ({ getCompiler });
