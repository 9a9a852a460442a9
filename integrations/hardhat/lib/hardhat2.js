// The plug-in for Hardhat 2: require("yulopt-hardhat") in the configuration.
//
// Hardhat finds and downloads solc as always. In place of running it, this runs yulopt, with that
// solc in front.
"use strict";

const tasks = require("hardhat/builtin-tasks/task-names");
const { subtask } = require("hardhat/config");
const { HardhatPluginError } = require("hardhat/plugins");

const { SOLC_VERSION, YuloptError, compile } = require("./yulopt.js");

subtask(tasks.TASK_COMPILE_SOLIDITY_COMPILE_SOLC, async (job, hre, runSuper) => {
  const { input, quiet, solcVersion } = job;
  if (solcVersion !== SOLC_VERSION) return runSuper(job);
  const solcBuild = await hre.run(tasks.TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD, { quiet, solcVersion });
  const { compilationJob, compilationJobs, compilationJobIndex } = job;
  const message = { compilationJob, compilationJobs, compilationJobIndex, quiet };
  await hre.run(tasks.TASK_COMPILE_SOLIDITY_LOG_RUN_COMPILER_START, message);
  const output = await compile(input, {
    executable: hre.userConfig.yulopt?.executable,
    proven: hre.userConfig.yulopt?.proven,
    front: solcBuild.compilerPath,
    root: hre.config.paths.root,
  }).catch(error => {
    throw error instanceof YuloptError ? new HardhatPluginError("yulopt-hardhat", error.message) : error;
  });
  await hre.run(tasks.TASK_COMPILE_SOLIDITY_LOG_RUN_COMPILER_END, { ...message, output });
  return { output, solcBuild };
});
