// The compiler of the plug-in for Hardhat 3.
//
// Hardhat finds and downloads solc as always. In place of running it, this runs yulopt, with that
// solc in front.

import { HardhatPluginError } from "hardhat/plugins";

import yulopt from "./yulopt.js";

async function getCompiler(context, compilerConfig, next) {
  const solc = await next(context, compilerConfig);
  const isSolc = (compilerConfig.type ?? "solc") === "solc";
  if (!isSolc || !yulopt.SOLC_VERSIONS.includes(compilerConfig.version)) return solc;
  const where = {
    executable: context.userConfig.yulopt?.executable,
    proven: context.userConfig.yulopt?.proven,
    front: solc.compilerPath,
    root: context.config.paths.root,
  };
  const word = await inWordsOfHardhat(yulopt.choices(where));
  return {
    version: solc.version,
    // Hardhat compiles again what has another compiler, so other choices must be one.
    longVersion: word ? `${solc.longVersion}.yulopt.${word}` : solc.longVersion,
    compilerPath: solc.compilerPath,
    isSolcJs: solc.isSolcJs,
    compile: input => inWordsOfHardhat(yulopt.compile(input, where)),
  };
}

async function inWordsOfHardhat(answer) {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof yulopt.YuloptError ? new HardhatPluginError("yulopt-hardhat", error.message) : error;
  }
}

export default async () => ({ getCompiler });
