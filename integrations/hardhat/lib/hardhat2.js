// The plug-in for Hardhat 2: require("yulopt-hardhat") in the configuration.
//
// Hardhat finds and downloads solc as always. In place of running it, this runs yulopt, with that
// front-end solc.
"use strict";

const tasks = require("hardhat/builtin-tasks/task-names");
const { subtask } = require("hardhat/config");
const { HardhatPluginError } = require("hardhat/plugins");

const { SOLC_VERSIONS, CHOICES_SETTING, YuloptError, choices, compile } = require("./yulopt.js");

async function solcBuild(hre, solcVersion, quiet) {
  return hre.run(tasks.TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD, { quiet, solcVersion });
}

function where(hre, build) {
  return {
    executable: hre.userConfig.yulopt?.executable,
    proven: hre.userConfig.yulopt?.proven,
    front: build.compilerPath,
    root: hre.config.paths.root,
  };
}

function inWordsOfHardhat(error) {
  throw error instanceof YuloptError ? new HardhatPluginError("yulopt-hardhat", error.message) : error;
}

// Hardhat compiles again what has other settings, so other choices of yulopt must be one.
subtask(tasks.TASK_COMPILE_SOLIDITY, async (args, hre, runSuper) => {
  const { compilers, overrides } = hre.config.solidity;
  const ours = [...compilers, ...Object.values(overrides)].filter(one => SOLC_VERSIONS.includes(one.version));
  if (ours.length > 0) {
    const build = await solcBuild(hre, ours[0].version, true);
    const word = await choices(where(hre, build)).catch(inWordsOfHardhat);
    for (const { settings } of ours) {
      if (word) settings[CHOICES_SETTING] = word;
      else delete settings[CHOICES_SETTING];
    }
  }
  return runSuper(args);
});

subtask(tasks.TASK_COMPILE_SOLIDITY_COMPILE_SOLC, async (job, hre, runSuper) => {
  const { input, quiet, solcVersion } = job;
  if (!SOLC_VERSIONS.includes(solcVersion)) return runSuper(job);
  const build = await solcBuild(hre, solcVersion, quiet);
  const { compilationJob, compilationJobs, compilationJobIndex } = job;
  const message = { compilationJob, compilationJobs, compilationJobIndex, quiet };
  await hre.run(tasks.TASK_COMPILE_SOLIDITY_LOG_RUN_COMPILER_START, message);
  const output = await compile(input, where(hre, build)).catch(inWordsOfHardhat);
  await hre.run(tasks.TASK_COMPILE_SOLIDITY_LOG_RUN_COMPILER_END, { ...message, output });
  return { output, solcBuild: build };
});
